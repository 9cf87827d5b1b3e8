"""A record and where it stands: for problems that name file and line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .positions import Key


@dataclass(frozen=True, slots=True)
class Located:
    """A record and where it stands: its file (relative to the dataset) and the line of each part of it.

    A record whose parts stand in several files has ``files``, for the parts that are not in ``file``. ``record`` has
    the quotes that are cited by key, and a stage those of the steps that touch it; ``written`` is what the file says.
    """

    record: Any
    file: str
    lines: Mapping[Key, int]
    base: Key = ()
    files: Mapping[Key, str] = field(default_factory=dict)
    written: Any = None

    def where(self, *path: str | int) -> tuple[str, int]:
        """Return file and line of a part of the record, or of the nearest part around it that has one."""
        return place(self.file, self.files, self.lines, self.base + path)

    def in_file(self, *path: str | int) -> tuple[str, Key]:
        """Return the file that a part of the record stands in, and the path to it there."""
        file = self.files.get(path[:2])
        if file is None:
            return self.file, self.base + path
        first = min(int(key[1]) for key, name in self.files.items() if len(key) == 2 and name == file)
        return file, (int(path[1]) - first, *path[2:])

    def line(self, *path: str | int) -> int:
        """Return the line alone."""
        return self.where(*path)[1]


def place(file: str, files: Mapping[Key, str], lines: Mapping[Key, int], path: Key) -> tuple[str, int]:
    """Return file and line of ``path`` or of its nearest ancestor."""
    for length in range(len(path), -1, -1):
        if path[:length] in lines:
            inside = [path[:depth] for depth in range(length, -1, -1) if path[:depth] in files]
            return (files[inside[0]] if inside else file), lines[path[:length]]
    return file, 1
