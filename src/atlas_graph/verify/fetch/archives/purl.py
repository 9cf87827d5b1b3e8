"""Which member of which Python package a locator names, and that it names nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from packageurl import PackageURL
from packaging.utils import InvalidName, canonicalize_name
from packaging.version import InvalidVersion, Version

from ...document import Verdict
from ..setback import Setback


@dataclass(frozen=True)
class Package:
    """One member of one package, as its locator names it."""

    locator: str
    name: str  # as the index files it
    spelt: str  # as the locator spells it
    version: str  # one exact version, by PEP 440
    member: str  # a relative path with "/", without the archive's own top folder
    qualifiers: dict[str, str]

    @classmethod
    def parse(cls, locator: str) -> Package:
        """Read a purl that names a version and a member.

        :raises Setback: ``refused``, with what is wrong.

        >>> Package.parse("pkg:pypi/Some_Package@1.0#docs/a.md").name
        'some-package'
        """
        head, _, subpath = locator.partition("#")
        member = _member(locator, subpath)
        try:
            parsed = PackageURL.from_string(head)
        except ValueError as problem:
            raise _refusal(locator, f"is no package URL ({problem})") from None
        if parsed.type != "pypi":
            raise _refusal(locator, f"names a package of type {parsed.type!r}; only pypi is read")
        if parsed.namespace:
            raise _refusal(locator, f"names no package: {parsed.namespace!r} is no namespace of pypi")
        if not parsed.version:
            raise _refusal(locator, "names no version; write NAME@VERSION")
        spelt = unquote(head.partition("?")[0].rsplit("/", 1)[-1].partition("@")[0])
        try:
            name = canonicalize_name(parsed.name, validate=True)
            canonicalize_name(spelt, validate=True)
        except InvalidName:
            raise _refusal(locator, f"names no package: {parsed.name!r}") from None
        try:
            if not parsed.version.isascii() or parsed.version != parsed.version.strip():
                raise InvalidVersion
            Version(parsed.version)
        except InvalidVersion:
            raise _refusal(locator, f"names no version: {parsed.version!r}") from None
        qualifiers = parsed.qualifiers if isinstance(parsed.qualifiers, dict) else {}
        named = {str(key): str(value) for key, value in qualifiers.items()}
        return cls(locator, name, spelt, parsed.version, member, named)

    @property
    def title(self) -> str:
        """The package and version for a sentence."""
        return f"{self.name} {self.version}"


def _member(locator: str, subpath: str) -> str:
    """The path after ``#``, judged before a purl parser makes a harmless one of it."""
    if not subpath:
        raise _refusal(locator, "names no member; write NAME@VERSION#PATH/IN/THE/ARCHIVE")
    path = unquote(subpath, errors="replace")
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or "\x00" in path or re.match(r"[A-Za-z]:", path):
        raise _refusal(locator, "names a member by an absolute path; write it relative to the archive's folder")
    if ".." in parts or ".." in unquote(path).replace("\\", "/").split("/"):
        raise _refusal(locator, "names a member outside the archive")
    kept = [part for part in parts if part not in ("", ".")]
    if not kept:
        raise _refusal(locator, "names no member; write NAME@VERSION#PATH/IN/THE/ARCHIVE")
    return "/".join(kept)


def _refusal(locator: str, what: str) -> Setback:
    return Setback(Verdict.REFUSED, f"{locator[:200]} {what}")
