"""What a locator names: a file, a page of the web, a member of a package; and which revision it pins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit, urlunsplit

Kind = Literal["file", "web", "package", "refused"]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")  # two characters at least: C:\ is a drive
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_RELEASE = re.compile(r"(?:[A-Za-z][A-Za-z0-9_]*[-_/]?)?v?\d+(?:[._]\d+)+[A-Za-z0-9.+_-]*|v\d+[A-Za-z0-9.+_-]*")


def kind(locator: str) -> Kind:
    r"""Which way a locator is fetched.

    >>> [kind(text) for text in ("docs/a.md", "https://d.org/a", "pkg:pypi/a@1#b", "file:///etc/passwd")]
    ['file', 'web', 'package', 'refused']
    >>> kind("C:\\docs\\a.md")
    'file'
    """
    found = _SCHEME.match(locator)
    if found is None:
        return "file"
    scheme = found.group(1).lower()
    if scheme in ("http", "https"):
        return "web"
    if scheme == "pkg":
        return "package"
    # A name such as "notes:2.md" is a file if there is one; an address never is.
    if "/" not in locator and Path(locator).is_file():
        return "file"
    return "refused"


def readable(url: str) -> tuple[str, str | None]:
    """The URL under which the text of a page is read, and the commit, tag or release that it is pinned to.

    A code host's page about a file is read through the raw file; any other page is read as it is.

    >>> readable("https://github.com/o/r/blob/v2.6.0/docs/a.md#usage")
    ('https://raw.githubusercontent.com/o/r/v2.6.0/docs/a.md', 'v2.6.0')
    >>> readable("https://github.com/o/r/blob/main/a.md")
    ('https://raw.githubusercontent.com/o/r/main/a.md', None)
    >>> readable("https://docs.example.org/a.html#b")
    ('https://docs.example.org/a.html', None)
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return url, None
    plain = urlunsplit((parts.scheme, parts.netloc, parts.path, parts.query, ""))
    segments = parts.path.split("/")[1:]
    if host in ("github.com", "www.github.com") and len(segments) > 4 and segments[2] in ("blob", "raw"):
        owner, name, _, *rest = segments
        raw = "/".join(["", owner, name, *rest])
        return urlunsplit(("https", "raw.githubusercontent.com", raw, "", "")), _pinned(rest)
    if host == "raw.githubusercontent.com" and len(segments) > 3:
        return plain, _pinned(segments[2:])
    if "/-/blob/" in parts.path and host.split(".")[0] == "gitlab":
        rest = parts.path.split("/-/blob/", 1)[1].split("/")
        return urlunsplit((parts.scheme, parts.netloc, parts.path.replace("/-/blob/", "/-/raw/", 1), "", "")), (
            _pinned(rest)
        )
    return plain, None


def _pinned(rest: list[str]) -> str | None:
    """The revision at the front of a path inside a repository, unless it is a branch, which moves."""
    if rest[:2] == ["refs", "tags"] and len(rest) > 3:
        return unquote(rest[2])
    if rest[:2] == ["refs", "heads"]:
        return None
    name = unquote(rest[0])
    return name if _COMMIT.fullmatch(name) or _RELEASE.fullmatch(name) else None
