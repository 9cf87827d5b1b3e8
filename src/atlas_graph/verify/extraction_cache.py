"""Extractions kept by the hash of the document's bytes: a second run costs the fetch and little else."""

from __future__ import annotations

import contextlib
import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..files import write_file
from .document import Block, Extraction, Fetched, Flag, Label, Run
from .extract.formats import ending

#: Raised when the layout below changes; a file of another layout is never read.
_LAYOUT = "3"


class ExtractionCache:
    """A folder of compressed JSON files. What cannot be read or written is done again without a word lost."""

    def __init__(self, folder: Path, versions: str) -> None:
        """``versions`` names the extractors' versions: an upgraded extractor finds nothing here."""
        self.folder, self.versions = folder, versions

    def get(self, fetched: Fetched, name: str, make: Callable[[], Extraction]) -> Extraction:
        """Return the extraction of a fetched document, made by ``make`` only where it is not here."""
        seen = f"{_LAYOUT}\0{self.versions}\0{fetched.sha256}\0{fetched.media_type}\0{fetched.charset}\0{ending(name)}"
        path = self.folder / f"{hashlib.sha256(seen.encode()).hexdigest()[:40]}.z"
        try:
            return _load(json.loads(zlib.decompress(path.read_bytes())))
        except (OSError, ValueError, KeyError, TypeError, zlib.error):
            pass
        extraction = make()
        self._store(path, extraction)
        return extraction

    def _store(self, path: Path, extraction: Extraction) -> None:
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(path, zlib.compress(json.dumps(extraction, default=_plain).encode(), 1), durable=False)


def _plain(value: Any) -> list[Any]:
    """A set in order, a record as the list of its fields."""
    return sorted(value) if isinstance(value, frozenset) else [getattr(value, name) for name in value.__slots__]


def _load(value: list[Any]) -> Extraction:
    media_type, extractor, raw, blocks, variants, title, charset, flags, problem = value
    read, others = (tuple(map(_load_block, found)) for found in (blocks, variants))
    return Extraction(media_type, extractor, raw, read, others, title, charset, frozenset(map(Flag, flags)), problem)


def _load_block(value: list[Any]) -> Block:
    runs, headings, labels = value
    made = tuple(Run(text, frozenset(map(Label, names))) for text, names in runs)
    return Block(made, tuple(headings), frozenset(map(Label, labels)))
