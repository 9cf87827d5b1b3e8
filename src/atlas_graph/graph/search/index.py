"""The index: documents in SQLite's full-text engine FTS5, which ranks them by bm25.

One file for a release, made when the release is built, or once in the user's cache; a release in memory has it there.
Each part of a document is a column; ``porter`` folds word forms together, and ``unicode61`` cuts names at what joins
them, so that a whole option is a phrase of its parts.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from json import dumps, loads
from math import log
from typing import Any

from ...errors import AtlasError
from .documents import PARTS, Document, documents, owners
from .words import humps, parts

#: Changes with the form of the file: another one is made again.
FORMAT = 3
#: How much a word counts in each part of a document, and in the pieces of its names in mixed case.
WEIGHTS = {
    "name": 2.0,
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
        self.size = int(self._meta("documents") or 0)

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

    def having(self, word: str, places: Iterable[int]) -> tuple[list[int], int]:
        """Return which of some documents have a word in any form, and how many of all do."""
        has = {place for (place,) in self._execute("SELECT rowid FROM documents WHERE documents MATCH ?", quoted(word))}
        return [place for place in places if place in has], len(has)

    def telling(self, word: str | None) -> float:
        """Return how much a word tells: the less often it stands in documents, the more; most where it is None."""
        count = 0 if word is None else self.having(word, ())[1]
        return log(1 + (self.size - count + 0.5) / (count + 0.5))

    def called(self, words: Collection[str]) -> set[int]:
        """Return the documents whose names, or titles of sources, have all of some words."""
        in_names, in_titles = (" AND ".join(f"{part}: {quoted(word)}" for word in words) for part in ("name", "said"))
        select = "SELECT rowid FROM documents WHERE documents MATCH ?"
        found = [*self._execute(select, in_names), *self._execute(f"{select} AND kind = 'source'", in_titles)]
        return {place for (place,) in found}

    def owned(self, text: str) -> set[str]:
        """Return the stacks that a question names."""
        padded = f" {' '.join(parts(text))} "
        return {stack for name, stack in self._execute("SELECT name, stack FROM owners") if f" {name} " in padded}

    def best(self, query: str, limit: int, *, questions: bool = False) -> list[Candidate]:
        """Return the documents that fit a query of the engine best; with ``questions`` golden ones only."""
        found = self._execute(
            "SELECT rowid, rank, kind, stacks, same FROM documents "
            f"WHERE documents MATCH ? {'AND rowid <= ?' if questions else ''} ORDER BY rank LIMIT ?",
            query,
            *((self.questions,) if questions else ()),
            limit,
        )
        return [Candidate(*values) for values in found]

    def rows(self, query: str, places: Iterable[int]) -> list[Row]:
        """Return documents with the words of a query marked, in the order in which they are named."""
        columns = ", ".join(f"highlight(documents, {place}, ?, ?)" for place in range(len(PARTS) - 1))
        found: list[tuple[Any, ...]] = []
        for place in places:
            found += self._execute(
                f"SELECT rowid, kind, id, title, address, texts, {columns} FROM documents "
                "WHERE documents MATCH ? AND rowid = ?",
                *(MARKS * (len(PARTS) - 1)),
                query,
                place,
            )
        return [Row(*values) for values in found]

    def addresses(self, places: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return kind and id of documents."""
        select = "SELECT kind, id FROM documents WHERE rowid = ?"
        return {place: (kind, key) for place in places for kind, key in self._execute(select, place)}

    def _execute(self, query: str, *values: str | int) -> Iterator[tuple[Any, ...]]:
        return self.connection.execute(query, values)


class Candidate:
    """A document that may fit: its place, the engine's ``score`` of it (higher is better), and of what it is."""

    __slots__ = ("kind", "place", "same", "score", "stacks")

    def __init__(self, place: int, rank: float, kind: str, stacks: str, same: str) -> None:
        self.place, self.score, self.kind, self.stacks, self.same = place, -rank, kind, set(stacks.split()), same


class Row:
    """A document that fits: its place, its texts with the words marked, its score, and what says the same elsewhere.

    ``also`` are kind and id of the documents that say the same of other stacks.
    """

    __slots__ = ("address", "also", "id", "kind", "marked", "place", "score", "texts", "title")

    def __init__(self, place: int, kind: str, id: str, title: str, address: str, texts: str, *marked: str) -> None:
        self.place, self.kind, self.id, self.title, self.address = place, kind, id, title, address
        self.score = 0.0
        self.also: tuple[tuple[str, str], ...] = ()
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
            "title UNINDEXED, address UNINDEXED, texts UNINDEXED, "
            "stacks UNINDEXED, same UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2')"
        )
    except sqlite3.OperationalError as error:
        raise AtlasError(f"this Python's SQLite cannot search texts ({error}); use one with FTS5") from None
    weights = ", ".join(map(str, WEIGHTS.values()))
    connection.execute(f"INSERT INTO documents(documents, rank) VALUES('rank', 'bm25({weights})')")
    connection.execute("CREATE TABLE words(word TEXT PRIMARY KEY, named INTEGER NOT NULL) WITHOUT ROWID")
    connection.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    words: dict[str, int] = {}
    places = ", ".join("?" * (len(WEIGHTS) + 7))
    connection.executemany(f"INSERT INTO documents VALUES({places})", _rows(documents(release), words))
    connection.executemany("INSERT INTO words VALUES(?, ?)", sorted(words.items()))
    connection.execute("CREATE TABLE owners(name TEXT NOT NULL, stack TEXT NOT NULL)")
    connection.executemany("INSERT INTO owners VALUES(?, ?)", sorted(set(owners(release))))
    counts = {"questions": len(release.get("questions", ()))}
    (counts["documents"],) = connection.execute("SELECT count(*) FROM documents").fetchone()
    meta = [("of", _sign(release)), *((key, str(count)) for key, count in counts.items())]
    connection.executemany("INSERT INTO meta VALUES(?, ?)", meta)
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
        yield (*columns, *head, dumps(texts, ensure_ascii=False), " ".join(document.stacks), document.same)


def _clean(text: str) -> str:
    return text.translate(_CONTROL)
