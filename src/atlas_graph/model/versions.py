"""Versions of packages, compared as their own kind of package compares them.

Imports univers and packageurl where it does, which nothing else of the queries needs.
"""

from __future__ import annotations

from typing import Any

from ..errors import AtlasError, MissingExtraError

#: How versions are read of a type of package that has no scheme of its own: numbers with dots.
_DOTTED = "generic"


class VersionError(AtlasError):
    """A text is no package URL with a version that can be compared; the message says what to write."""


def package_version(purl: str) -> tuple[str, Any]:
    """Return the package of a package URL, without its version, and the version, ready to be compared.

    Raises:
        VersionError: for what is no package URL, has no version, or one that its kind of package cannot have.
        MissingExtraError: where univers is not installed.

    >>> package_version("pkg:pypi/torch@2.10")[1] > package_version("pkg:pypi/torch@2.9")[1]
    True
    """
    try:
        from packageurl import PackageURL  # of the versions extra
        from univers.version_range import RANGE_CLASS_BY_SCHEMES
        from univers.versions import InvalidVersion
    except ImportError:
        raise MissingExtraError("univers", "versions") from None
    try:
        parsed = PackageURL.from_string(purl)
    except ValueError:
        raise VersionError(
            f"'{purl}' is no package URL; write pkg:TYPE/NAME@VERSION, such as pkg:pypi/torch@2.1"
        ) from None
    if not parsed.version:
        raise VersionError(f"'{purl}' names no version; write pkg:TYPE/NAME@VERSION, such as pkg:pypi/torch@2.1")
    kind = RANGE_CLASS_BY_SCHEMES.get(parsed.type, RANGE_CLASS_BY_SCHEMES[_DOTTED])
    try:
        comparable: Any = kind.version_class
        version = comparable(parsed.version)
    except InvalidVersion:
        raise VersionError(
            f"'{parsed.version}' is not a version that can be compared among packages of the type '{parsed.type}'; "
            "write it as they are numbered, or write a date"
        ) from None
    return PackageURL(parsed.type, parsed.namespace, parsed.name).to_string(), version
