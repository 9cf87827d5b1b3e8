"""Documents of the web and of packages, answered from a folder of files: no network is asked, whatever is lacking.

``https://HOST/PATH`` is the file ``HOST/PATH``, and a member of a package is ``pypi/NAME/VERSION/MEMBER``.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..document import Fetched, Verdict
from . import local, locators
from .archives.purl import Package
from .clock import Clock, stamp
from .setback import Setback, failed, held

_INDEX = "index.html"
_ODD = re.compile(r'[<>:"|?*\x00-\x1f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?$", re.I)


class Mirror:
    """A folder that stands in for the web.

    ``exact_case``: whether a name must be checked for its case, as file systems that ignore it do not.
    """

    def __init__(
        self, root: Path, clock: Clock, cap: int, *, exact_case: bool = sys.platform in ("win32", "darwin")
    ) -> None:
        self._root = root
        self._clock = clock
        self._cap = cap
        self._exact_case = exact_case

    def fetch(self, locator: str) -> Fetched:
        """The document for a URL or a package member, or the verdict that the folder lacks it."""
        revision = None
        try:
            if not self._root.is_dir():
                raise Setback(Verdict.UNREACHABLE, f"there is no mirror folder {self._root}")
            if locators.kind(locator) == "package":
                package = Package.parse(locator)
                revision, url, wanted = package.version, locator, _of_package(package)
            else:
                url, revision = locators.readable(locator)
                wanted = _of_url(url)
            path = self._find(wanted)
            content = local.read(path, self._cap)
        except Setback as setback:
            return failed(locator, setback, revision=revision, retrieved=stamp(self._clock.now()))
        return held(locator, url, content, path.name, self._clock, status=200, revision=revision)

    def _find(self, candidates: list[tuple[str, ...]]) -> Path:
        """The first candidate that is there.

        :raises Setback: ``unreachable`` if none is, naming what was looked for; ``refused`` if it lies outside.
        """
        root = self._root.resolve()
        for parts in candidates:
            path = self._root.joinpath(*parts)
            try:
                if path.is_dir():
                    path = path / _INDEX
                if not path.exists():
                    continue
                real = path.resolve()
            except (OSError, ValueError, RuntimeError):  # a name too long, or links in a circle
                continue
            if not real.is_relative_to(root):
                raise Setback(Verdict.REFUSED, f"{path} leads out of the mirror folder")
            if self._exact_case and not _spelt_so(self._root, path):
                continue
            return path
        raise Setback(Verdict.UNREACHABLE, f"not in the mirror: there is no {self._root.joinpath(*candidates[0])}")


def _of_url(url: str) -> list[tuple[str, ...]]:
    """The places where the file for a URL may be, the plainest first."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError as problem:
        raise Setback(Verdict.REFUSED, f"{url[:200]!r} is no URL ({problem})") from None
    if not host or parts.username is not None:
        raise Setback(Verdict.REFUSED, f"{url[:200]!r} is no URL of a page")
    if port and port != {"http": 80, "https": 443}[parts.scheme.lower()]:
        host = f"{host}:{port}"
    raw = [segment for segment in parts.path.split("/") if segment not in ("", ".")]
    plain = [_plain(segment) for segment in raw]
    if parts.path.endswith("/") or not raw:
        raw.append(_INDEX)
        plain.append(_INDEX)
    _confined([host, *plain], url)
    found: list[tuple[str, ...]] = []
    # The page under its full query first; a mirror that keeps one file a path has it under the path alone.
    queries = [f"?{parts.query}", f"@{parts.query}", ""] if parts.query else [""]
    for query in queries:
        for names in (plain, raw):
            for name in (names[-1] + query, names[-1] + unquote(query)):
                if "/" not in name and "\\" not in name:
                    found.extend(_spellings((host, *names[:-1], name)))
    return list(dict.fromkeys(found))


def _plain(segment: str) -> str:
    """A segment without its percent-encoding, which may not become more than a name by that."""
    decoded = unquote(segment, errors="replace")
    return segment if "/" in decoded else decoded


def _of_package(package: Package) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name in dict.fromkeys([package.name, package.spelt]):
        path = ("pypi", name, package.version, *package.member.split("/"))
        _confined(path, package.locator)
        found.extend(_spellings(path))
    return list(dict.fromkeys(found))


def _confined(parts: list[str] | tuple[str, ...], locator: str) -> None:
    """Make sure that no part is anything but a name inside the folder above it.

    :raises Setback: otherwise.
    """
    for part in parts:
        # Twice encoded dots are no way up here, but some server behind the same URL may think so.
        again = unquote(part)
        if part in ("", ".") or ".." in (part, again) or any(c in again for c in "\\\x00") or again in ("/", "."):
            raise Setback(Verdict.REFUSED, f"{locator[:200]} would lead out of the mirror folder")
        if ".." in again.replace("\\", "/").split("/"):
            raise Setback(Verdict.REFUSED, f"{locator[:200]} would lead out of the mirror folder")


def _spellings(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The path as it is, and as every file system can hold it."""
    if os.name != "nt" or not any(_odd(part) for part in parts):
        yield parts
    yield tuple(_safe(part) for part in parts)


def _odd(part: str) -> bool:
    return bool(_ODD.search(part) or _RESERVED.match(part) or part[-1] in ". ")


def _safe(part: str) -> str:
    """A name that Windows takes as well: what it forbids is percent-encoded.

    >>> _safe("a?b=1"), _safe("host:8080"), _safe("aux.md"), _safe("plain.md")
    ('a%3Fb=1', 'host%3A8080', '%61ux.md', 'plain.md')
    """
    part = _ODD.sub(lambda found: f"%{ord(found.group()):02X}", part)
    if _RESERVED.match(part):
        part = f"%{ord(part[0]):02X}{part[1:]}"
    if part[-1] in ". ":
        part = f"{part[:-1]}%{ord(part[-1]):02X}"
    return part


def _spelt_so(root: Path, path: Path) -> bool:
    """Whether every name below the root is on the disk in just this case."""
    current = root
    for part in path.relative_to(root).parts:
        try:
            if part not in os.listdir(current):
                return False
        except OSError:
            return False
        current = current / part
    return True
