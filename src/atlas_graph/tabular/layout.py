"""Which tables there are, and their columns: type, meaning, and the table whose ids a column holds."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import NamedTuple

#: Types of columns. ``json`` is text that holds a list or an object.
TYPES = ("boolean", "date", "integer", "json", "number", "text")


class Column(NamedTuple):
    """A column: its name, one of :data:`TYPES`, what it holds, and the table whose ids those are."""

    name: str
    type: str
    meaning: str
    references: str | None


class Layout(NamedTuple):
    """A table: its name, what its rows are, and its columns, of which ``id`` is the first and unique."""

    name: str
    meaning: str
    columns: tuple[Column, ...]


@functools.cache
def layouts() -> tuple[Layout, ...]:
    """Return the tables, each after those that it refers to."""
    declared = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))
    return tuple(
        Layout(name, columns.pop("@meaning"), tuple(_column(key, line) for key, line in columns.items()))
        for name, columns in declared.items()
    )


def _column(name: str, line: str) -> Column:
    head, _, meaning = line.partition(" | ")
    kind, _, references = head.partition(" ")
    return Column(name, kind, meaning, references or None)
