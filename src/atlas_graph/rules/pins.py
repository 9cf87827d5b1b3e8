"""Pins: an address whose bytes cannot change under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from ..authoring.dataset import Dataset
from .rule import Found, Rule

_COMMIT = re.compile(r"[0-9a-f]{40}\Z")
#: A release tag names a version in full: at least two numbers, perhaps after the project's name and before a suffix
#: of a pre-release. A branch of that name ends in x or in the bare series ('release/2.9', 'r2.15', 'v3.x').
_TAG = re.compile(
    r"(?:refs/tags/.+|(?:[A-Za-z][A-Za-z_]*[-_/]?)?v?\d+\.\d+\.\d+(?:\.\d+)*(?:[-_.]?(?:rc|a|b|alpha|beta|post|dev)\.?\d*)?|b\d+)\Z"
)


def _moving(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("sources"):
        pin = located.record.pinned
        if pin.url is not None:
            revision = revision_of(pin.url)
            if revision is not None and not (_COMMIT.match(revision) or _TAG.match(revision)):
                yield (
                    located,
                    ("pinned", "url"),
                    f"'{revision}' is a branch or a shortened commit, whose file can change; put the full commit (40 "
                    "hexadecimal digits) or a release tag in the address",
                )
            elif revision is None and not any(_COMMIT.match(part) for part in pin.url.split("/")):
                yield (
                    located,
                    ("pinned", "url"),
                    "this address names no revision; pin a raw file at a full commit or a release tag, or a member of "
                    "a package archive",
                )
        if pin.purl is not None and not _EXACT.search(unquote(pin.purl.partition("?")[0])):
            yield (
                located,
                ("pinned", "purl"),
                "this names no exact version; write pkg:TYPE/NAME@VERSION, such as @2.9.1",
            )


_EXACT = re.compile(r"@[0-9][0-9A-Za-z.+~:_-]*\Z")
#: How the forges write the address of a raw file: what stands before the revision, and what after it.
_RAW = (
    re.compile(
        r"https://raw\.githubusercontent\.com/[^/]+/[^/]+/(?P<revision>refs/tags/[^/]+|refs/heads/[^/]+|[^/]+)/"
    ),
    re.compile(r"https://github\.com/[^/]+/[^/]+/(?:raw|blob)/(?P<revision>refs/tags/[^/]+|refs/heads/[^/]+|[^/]+)/"),
    re.compile(r"https://[^/]+/.+/-/(?:raw|blob)/(?P<revision>[^/]+)/"),
    re.compile(r"https://[^/]+/.+/\+/(?P<revision>refs/tags/[^/]+|refs/heads/[^/]+|[^/]+)/"),
    re.compile(r"https://[^/]+/[^/]+/[^/]+/raw/(?:commit|tag|branch)/(?P<revision>[^/]+)/"),
)


def revision_of(url: str) -> str | None:
    """Return the revision that the address of a raw file names, None for an address of another form.

    >>> revision_of("https://raw.githubusercontent.com/openxla/xla/main/docs/index.md")
    'main'
    """
    for form in _RAW:
        found = form.match(url)
        if found:
            return found["revision"]
    return None


RULES = (Rule("AG215", "pin-moves", _moving),)
