"""Members of package archives as documents: ``pkg:pypi/NAME@VERSION#MEMBER``."""
