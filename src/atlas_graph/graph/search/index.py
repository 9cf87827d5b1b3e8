"""The index: documents in SQLite's full-text engine FTS5, which ranks them by bm25.

One file for a release, made when the release is built, or once in the user's cache; a release in memory has it there.
Each part of a document is a column; ``porter`` folds word forms together, and ``unicode61`` cuts names at what joins
them, so that a whole option is a phrase of its parts.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from json import dumps, loads
from typing import Any

from ...errors import AtlasError
from .documents import PARTS, Document, documents
from .words import humps, parts

#: Changes with the form of the file: another one is made again.
FORMAT = 2
#: How much a word counts in each part of a document, and in the pieces of its names in mixed case.
WEIGHTS = {
    "name": 3.0,
    "said": 2.0,
    "quoted": 2.0,
    "against": 0.5,
    "asked": 0.25,
    "answer": 0.25,
    "around": 2.0,
    "pieces": 0.5,
}
#: Between the texts of a part. No text of a release holds it: the rules keep control characters out.
SEPARATOR = "\x1e"
#: Around a word that fits, while a text comes out of the engine.
MARKS = ("\x01", "\x02")
_CONTROL = {ord(character): " " for character in (SEPARATOR, *MARKS)}
#: Letters from which on a word can be taken for a misspelt one.
SHORTEST = 4


class Index:
    """An index that is open. ``connection`` is SQLite's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.questions = int(self._meta("questions") or 0)

    def _meta(self, key: str) -> str | None:
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def knows(self, words: str) -> bool:
        """Tell whether a word, or several in a row, stand anywhere, in any form."""
        found = self.connection.execute("SELECT 1 FROM documents WHERE documents MATCH ? LIMIT 1", (quoted(words),))
        return found.fetchone() is not None

    def holds(self, row: int, words: str, *columns: str) -> bool:
        """Tell whether one document has a word in any form, in any of its parts or in ``columns`` alone."""
        query = f"{{{' '.join(columns)}}}: {quoted(words)}" if columns else quoted(words)
        found = self.connection.execute("SELECT 1 FROM documents WHERE documents MATCH ? AND rowid = ?", (query, row))
        return found.fetchone() is not None

    def spellings(self, length: int) -> Iterator[tuple[str, int]]:
        """Yield every word of about a length, and how it stands in names: 2 if it is one, 1 if it is a part of one."""
        yield from self.connection.execute(
            "SELECT word, named FROM words WHERE length(word) BETWEEN ? AND ? ORDER BY word", (length - 2, length + 2)
        )

    def named(self, word: str) -> int:
        """Tell how a word stands in names: 2 if it is the name of something, 1 if it is a part of one, else 0."""
        row = self.connection.execute("SELECT named FROM words WHERE word = ?", (word,)).fetchone()
        return row[0] if row else 0

    def best(self, query: str, limit: int, *, questions: bool = False) -> list[Row]:
        """Return the documents that fit a query of the engine best; with ``questions`` golden ones only."""
        columns = ", ".join(f"highlight(documents, {place}, ?, ?)" for place in range(len(PARTS) - 1))
        found = self.connection.execute(
            f"SELECT rowid, rank, kind, id, title, address, texts, {columns} FROM documents "
            f"WHERE documents MATCH ? {'AND rowid <= ?' if questions else ''} ORDER BY rank LIMIT ?",
            (*(MARKS * (len(PARTS) - 1)), query, *((self.questions,) if questions else ()), limit),
        )
        return [Row(*values) for values in found]


class Row:
    """A document that fits: its place, its rank (lower is better), and its texts with the words marked."""

    __slots__ = ("address", "id", "kind", "marked", "place", "rank", "texts", "title")

    def __init__(
        self, place: int, rank: float, kind: str, id: str, title: str, address: str, texts: str, *marked: str
    ) -> None:
        self.place, self.rank, self.kind, self.id, self.title, self.address = place, rank, kind, id, title, address
        #: Role and id of the quote of each text, part by part.
        self.texts: list[list[tuple[str, str | None]]] = loads(texts)
        self.marked = [part.split(SEPARATOR) if part else [] for part in marked]

    def lines(self) -> Iterator[tuple[str, str | None, str, str]]:
        """Yield part, role, id of the quote and the marked words of every text that can be shown."""
        for part, texts, marked in zip(PARTS, self.texts, self.marked, strict=False):
            for (role, quote), words in zip(texts, marked, strict=True):
                yield role, quote, words, part


def quoted(words: str) -> str:
    """Return words as one string of the engine's query language: a phrase."""
    return '"' + words.replace('"', '""') + '"'


def write_index(release: dict[str, Any], path: str) -> None:
    """Write the index of a release to a file, which must not be there yet. The same release gives the same bytes."""
    connection = sqlite3.connect(path)
    try:
        _fill(connection, release)
    finally:
        connection.close()


def index_in_memory(release: dict[str, Any]) -> Index:
    """Return the index of a release that has no file."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    _fill(connection, release)
    return Index(connection)


def open_index(path: str, release: dict[str, Any]) -> Index | None:
    """Open a file that was written before; None where there is none, or it is another release's."""
    if not os.path.exists(path):
        return None
    try:
        connection = sqlite3.connect(path, check_same_thread=False)
        connection.execute("PRAGMA query_only = 1")
        index = Index(connection)
        if index._meta("of") == _sign(release):
            return index
        connection.close()
    except sqlite3.DatabaseError:
        pass  # cut short, or no index at all: it is made again
    return None


def _sign(release: dict[str, Any]) -> str:
    """Return what tells a release from another one without reading it all."""
    counts = {key: len(value) for key, value in release.items() if isinstance(value, list)}
    return dumps([FORMAT, release["version"], release.get("date"), sorted(counts.items())])


def _fill(connection: sqlite3.Connection, release: dict[str, Any]) -> None:
    try:
        connection.execute(
            f"CREATE VIRTUAL TABLE documents USING fts5({', '.join(WEIGHTS)}, kind UNINDEXED, id UNINDEXED, "
            "title UNINDEXED, address UNINDEXED, texts UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2')"
        )
    except sqlite3.OperationalError as error:
        raise AtlasError(f"this Python's SQLite cannot search texts ({error}); use one with FTS5") from None
    weights = ", ".join(map(str, WEIGHTS.values()))
    connection.execute(f"INSERT INTO documents(documents, rank) VALUES('rank', 'bm25({weights})')")
    connection.execute("CREATE TABLE words(word TEXT PRIMARY KEY, named INTEGER NOT NULL) WITHOUT ROWID")
    connection.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    words: dict[str, int] = {}
    places = ", ".join("?" * (len(WEIGHTS) + 5))
    connection.executemany(f"INSERT INTO documents VALUES({places})", _rows(documents(release), words))
    connection.executemany("INSERT INTO words VALUES(?, ?)", sorted(words.items()))
    questions = len(release.get("questions", ()))
    connection.executemany("INSERT INTO meta VALUES(?, ?)", [("of", _sign(release)), ("questions", str(questions))])
    connection.execute("INSERT INTO documents(documents) VALUES('optimize')")
    connection.commit()


#: Kinds of document whose names are names of things.
_NAMED = frozenset(("entity", "option", "stack"))
#: How a word stands in names.
_PART_OF_ONE, _WHOLE = 1, 2


def _rows(found: Iterable[Document], words: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the row of each document, and note its words."""
    for document in found:
        by_part = {part: [text for text in document.texts if text.part == part] for part in PARTS}
        columns = [SEPARATOR.join(_clean(text.words) for text in by_part[part]) for part in PARTS]
        for text in document.texts:
            pieces = parts(text.words)
            named = _PART_OF_ONE if text.part == "name" and document.kind in _NAMED else 0
            for word in pieces:
                if len(word) >= SHORTEST or named:
                    words[word] = max(words.get(word, 0), _WHOLE if named and len(pieces) == 1 else named)
        texts = [[(text.role, text.quote) for text in by_part[part]] for part in PARTS[:-1]]
        columns.append(" ".join(humps(" ".join(columns))))
        head = (document.kind, document.id, document.title, document.address)
        yield (*columns, *head, dumps(texts, ensure_ascii=False))


def _clean(text: str) -> str:
    return text.translate(_CONTROL)
