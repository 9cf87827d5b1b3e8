"""A changelog in the format of Keep a Changelog, as the site shows it."""

from __future__ import annotations

import re
from pathlib import Path

from ..graph.value import Value

_VERSION = re.compile(r"^## \[?(?P<version>[^\]\s]+)\]?(?: - (?P<date>\S+))?\s*$")
_HEADING = re.compile(r"^#{3,} (?P<title>.+?)\s*$")
_ITEM = re.compile(r"^[-*] (?P<text>.+)$")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class Version(Value):
    """What one version changed: its number, its date ("" where none is given), and items under each heading."""

    __slots__ = ("date", "groups", "number")
    date: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    number: str


def read(file: Path | None) -> list[Version]:
    """Return the versions of a changelog, in its order; none where there is no file. Links become their text.

    Raises:
        OSError: where the file cannot be read.
    """
    if file is None:
        return []
    found: list[tuple[str, str, list[tuple[str, list[str]]]]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if version := _VERSION.match(line):
            found.append((version["version"], version["date"] or "", []))
        elif not found:
            continue
        elif heading := _HEADING.match(line):
            found[-1][2].append((heading["title"], []))
        elif item := _ITEM.match(line):
            if not found[-1][2]:
                found[-1][2].append(("", []))
            found[-1][2][-1][1].append(item["text"])
        elif line.startswith("  ") and found[-1][2] and found[-1][2][-1][1]:
            found[-1][2][-1][1][-1] += f" {line.strip()}"
    return [
        Version(
            date=date,
            groups=tuple((title, tuple(_plain(item) for item in items)) for title, items in groups if items),
            number=number,
        )
        for number, date, groups in found
    ]


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text).replace("`", "").replace("*", "")
