"""Documents kept from the last time, to ask "has it changed?" instead of fetching it again (RFC 9111).

The rules are hishel's. Added here: only successes are kept, nothing is thought fresh by guesswork, a stored
body that no longer has the hash it was stored with is dropped, and a broken store is begun anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import hishel

from .pacing import retry_after

#: Seconds after which a kept page is asked for again, however long its server says that it holds.
FRESH_AT_MOST = 24 * 3600

_MAX_AGE = re.compile(r"(?<![a-z-])max-age\s*=\s*\"?(\d{1,18})")
_HASH = "x-atlas-graph-sha256"
_LARGEST = 64 * 1024 * 1024
_WHOLE = 1024 * 1024 * 1024
_QUICKLY_CHECKED = 32 * 1024 * 1024

# Trouble with the store is handled here, and is no news for the user's terminal.
logging.getLogger("hishel").addHandler(logging.NullHandler())


class CorruptEntryError(Exception):
    """A stored body is not what was stored. It has been dropped: ask again."""


class CheckedStorage(hishel.BaseStorage):
    """A store that gives back only what was put into it. Safe to share between threads."""

    def __init__(self, inner: hishel.BaseStorage) -> None:
        super().__init__()
        self._inner = inner

    def create_entry(
        self,
        request: hishel.Request,
        response: hishel.Response,
        key: str,
        *,
        ttl: float | None = None,
        tti: float | None = None,
    ) -> hishel.Entry:
        """Keep an answer once its body has been read to the end."""
        entry = self._inner.create_entry(request, response, key, ttl=ttl, tti=tti)
        body = entry.response.stream
        stream = self._hashing(entry, body)
        return replace(entry, response=replace(entry.response, stream=stream))

    def _hashing(self, entry: hishel.Entry, body: Any) -> Iterator[bytes]:
        digest = hashlib.sha256()
        try:
            for piece in body:
                digest.update(piece)
                yield piece
        finally:
            # Closing the inner stream early is what discards a body that was not read to its end.
            if hasattr(body, "close"):
                body.close()
        headers = hishel.Headers({**_fields(entry.response.headers), _HASH: [digest.hexdigest()]})
        self._inner.update_headers(entry.id, headers)

    def get_entries(self, key: str) -> list[hishel.Entry]:
        """The answers kept under a key, each checked while it is read."""
        return [
            replace(entry, response=replace(entry.response, stream=self._checking(entry)))
            for entry in self._inner.get_entries(key)
        ]

    def _checking(self, entry: hishel.Entry) -> Iterator[bytes]:
        digest = hashlib.sha256()
        pieces: Any = entry.response.stream
        try:
            for piece in pieces:
                digest.update(piece)
                yield piece
        except Exception as problem:
            self.remove_entry(entry.id)
            raise CorruptEntryError from problem
        if entry.response.headers.get(_HASH) != digest.hexdigest():
            self.remove_entry(entry.id)
            raise CorruptEntryError

    def update_headers(self, id: UUID, headers: hishel.Headers) -> None:
        """Replace the header fields of an answer."""
        self._inner.update_headers(id, headers)

    def remove_entry(self, id: UUID) -> None:
        """Forget an answer."""
        self._inner.remove_entry(id)

    def forget(self, key: str) -> None:
        """Forget every answer under a key."""
        for entry in self._inner.get_entries(key):
            self._inner.remove_entry(entry.id)

    def close(self) -> None:
        """Let go of the store."""
        self._inner.close()


def _fields(headers: hishel.Headers) -> dict[str, list[str]]:
    return {name: headers.get_list(name) or [] for name in headers}


def open_storage(directory: Path) -> CheckedStorage | None:
    """The store in a directory, begun anew if it is broken; None where none can be kept."""
    path = directory / "http.sqlite3"
    for _ in range(2):
        try:
            directory.mkdir(parents=True, exist_ok=True)
            with contextlib.closing(sqlite3.connect(path, timeout=5, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")  # fails where nothing can be written
                connection.execute("ROLLBACK")
                # Of a large store the whole is not read each time: what is broken inside shows when used.
                small = path.stat().st_size < _QUICKLY_CHECKED
                broken = small and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",)
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            broken = True
        except OSError:
            return None
        if not broken:
            inner = hishel.SqliteStorage(database_path=path, max_stream_size=_LARGEST, max_size=_WHOLE)
            try:
                inner.get_entries("")  # opens it, and finds tables of another program or version
            except RuntimeError:
                inner.close()
            else:
                return CheckedStorage(inner)
        for stale in directory.glob("http.sqlite3*"):
            with contextlib.suppress(OSError):
                stale.unlink()
    return None


def key(url: str) -> str:
    """Under what the answers for a URL are kept."""
    return hashlib.sha256(f"GET {url}".encode()).hexdigest()


def rule(status: int, headers: Mapping[str, str]) -> str | None:
    """What the cache is told about an answer (``Cache-Control``), None for one that is not to be kept.

    >>> rule(404, {"cache-control": "max-age=60"})
    >>> rule(200, {"last-modified": "Sat, 01 Jan 2000 00:00:00 GMT"})
    'no-cache'
    >>> rule(200, {"cache-control": "max-age=31536000, immutable"})
    'max-age=86400'
    """
    said = headers.get("cache-control", "").lower()
    if status not in (200, 304):
        return None
    if "no-store" in said or "no-cache" in said:
        return said
    found = _MAX_AGE.search(said)
    if found is not None:
        # A page may be called fresh for a year; whether a quote stands is asked more often than that.
        return said if int(found.group(1)) <= FRESH_AT_MOST else f"max-age={FRESH_AT_MOST}"
    if "expires" in headers:
        date, end = retry_after(headers.get("date"), 0.0), retry_after(headers.get("expires"), 0.0)
        holds = max(int(end - date), 0) if date and end else 0
        return f"max-age={min(holds, FRESH_AT_MOST)}"
    # A guess from the age of the page would answer "does it still say so?" with an old copy.
    return f"{said}, no-cache".lstrip(", ")
