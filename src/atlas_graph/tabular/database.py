"""The tidy tables as one SQLite file: foreign keys, views for the usual questions, and a full-text table."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import AtlasError
from ..files import read_file
from .layout import Column, Layout, layouts
from .rows import Cell, rows

_TYPES = {"boolean": "INTEGER", "integer": "INTEGER", "number": "REAL"}
#: The largest database that is written, in bytes.
_LARGEST = 2 << 30
#: What the full-text table holds: table -> its column for the title, and those for the text.
_SEARCHED = {
    "entities": ("name", ("summary", "aliases")),
    "stacks": ("title", ("summary", "scope")),
    "steps": ("id", ("text", "qualifier")),
    "links": ("id", ("text",)),
    "choices": ("id", ("text", "rule", "fallback")),
    "options": ("name", ("text", "aliases")),
    "facts": ("id", ("property", "as_printed", "qualifiers")),
    "misconceptions": ("claim", ("correction",)),
    "questions": ("question", ("asked_as", "answer")),
    "quotes": ("section", ("quote",)),
    "sources": ("title", ("publisher",)),
}


def sqlite_file(release: dict[str, Any]) -> bytes:
    """Return the release as an SQLite database; the same release gives the same bytes with the same SQLite.

    Raises:
        AtlasError: where this Python's SQLite has no full-text engine.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "atlas.sqlite3")
        connection = sqlite3.connect(path)
        try:
            _fill(connection, release)
        except sqlite3.OperationalError as error:
            raise AtlasError(f"this Python's SQLite cannot make the database ({error}); use one with FTS5") from None
        finally:
            connection.close()
        return read_file(path, _LARGEST)


def _fill(connection: sqlite3.Connection, release: dict[str, Any]) -> None:
    filled = rows(release)
    for layout in layouts():
        connection.execute(_table(layout))
        places = ", ".join("?" * len(layout.columns))
        connection.executemany(f'INSERT INTO "{layout.name}" VALUES ({places})', filled[layout.name])
        for column in layout.columns:
            if column.references:
                connection.execute(f'CREATE INDEX "{layout.name}_{column.name}" ON "{layout.name}" ("{column.name}")')
    connection.execute(
        "CREATE VIRTUAL TABLE search USING fts5(kind UNINDEXED, id UNINDEXED, title, text, "
        "tokenize = 'porter unicode61 remove_diacritics 2')"
    )
    connection.executemany("INSERT INTO search VALUES (?, ?, ?, ?)", _searched(filled))
    connection.execute("INSERT INTO search(search) VALUES ('optimize')")
    connection.executescript(Path(__file__).with_name("views.sql").read_text(encoding="utf-8"))
    connection.commit()


def _table(layout: Layout) -> str:
    columns = ",\n".join(f"  {_column(column)}" for column in layout.columns)
    return f'CREATE TABLE "{layout.name}" ( -- {layout.meaning}\n{columns}\n)'


def _column(column: Column) -> str:
    kind = _TYPES.get(column.type, "TEXT")
    rest = " PRIMARY KEY NOT NULL" if column.name == "id" else ""
    refers = f' REFERENCES "{column.references}" ("id")' if column.references else ""
    return f'"{column.name}" {kind}{rest}{refers} /* {column.meaning} */'


def _searched(filled: dict[str, list[tuple[Cell, ...]]]) -> Iterator[tuple[Cell, ...]]:
    for layout in layouts():
        if layout.name not in _SEARCHED:
            continue
        title, texts = _SEARCHED[layout.name]
        place = {column.name: number for number, column in enumerate(layout.columns)}
        for row in filled[layout.name]:
            said = " · ".join(str(row[place[name]]) for name in texts if row[place[name]])
            yield layout.name, row[place["id"]], row[place[title]], said
