"""Members of package archives as documents: ``pkg:pypi/NAME@VERSION#MEMBER`` and the same for npm and Debian."""
