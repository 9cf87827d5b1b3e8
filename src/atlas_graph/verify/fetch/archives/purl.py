"""Which member of which package a locator names, and that it names nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from packageurl import PackageURL

from atlas_graph.verify.document import Verdict

from ..outcome import Setback

#: The types that can be read, and what a name and a version look like there. Both end up on the command line
#: of a client and in paths, so anything else is refused before it gets there.
_NAMES = {
    "pypi": r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?",
    "npm": r"[A-Za-z0-9_~][A-Za-z0-9._~-]*",
    "deb": r"[a-z0-9][a-z0-9+.-]+",
}
_NAMESPACES = {"pypi": r"", "npm": r"|@[A-Za-z0-9_~][A-Za-z0-9._~-]*", "deb": r"debian|ubuntu"}
_VERSION = r"[0-9A-Za-z](?:[0-9A-Za-z.+~:!_-]*[0-9A-Za-z+~])?"


@dataclass(frozen=True)
class Package:
    """One member of one package, as its locator names it."""

    locator: str
    type: str
    namespace: str | None
    name: str  # as the index files it
    spelt: str  # as the locator spells it
    version: str
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
        if parsed.type not in _NAMES:
            raise _refusal(locator, f"names a package of type {parsed.type!r}; pypi, npm and deb can be read")
        namespace, spelt = parsed.namespace or "", head_name(head)
        if not re.fullmatch(_NAMES[parsed.type], parsed.name):
            raise _refusal(locator, f"names no package: {parsed.name!r}")
        if not re.fullmatch(_NAMESPACES[parsed.type], namespace):
            raise _refusal(locator, f"names no package: {namespace!r} is no namespace of {parsed.type}")
        if not parsed.version:
            raise _refusal(locator, "names no version; write NAME@VERSION")
        if not re.fullmatch(_VERSION, parsed.version):
            raise _refusal(locator, f"names no version: {parsed.version!r}")
        name = re.sub(r"[-_.]+", "-", parsed.name).lower() if parsed.type == "pypi" else parsed.name
        qualifiers = parsed.qualifiers if isinstance(parsed.qualifiers, dict) else {}
        return cls(
            locator,
            parsed.type,
            namespace or None,
            name,
            spelt if re.fullmatch(_NAMES[parsed.type], spelt) else name,
            parsed.version,
            member,
            {str(key): str(value) for key, value in qualifiers.items()},
        )

    @property
    def title(self) -> str:
        """The package and version for a sentence."""
        return f"{self.namespace + '/' if self.type == 'npm' and self.namespace else ''}{self.name} {self.version}"


def head_name(head: str) -> str:
    """The name in a purl as it is spelt there, before any type's own folding."""
    path = head.partition("?")[0].partition(":")[2]
    return unquote(path.rsplit("/", 1)[-1].partition("@")[0])


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
