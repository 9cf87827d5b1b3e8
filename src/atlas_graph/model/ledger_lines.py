"""The ledger as it lies in the dataset: a line for each quote, and a line for each document that quotes were sought in.

What is of the document (when, where and in which bytes it was read, and by which extractor) stands once, in
``ledger-documents.jsonl``; a line of ``ledger.jsonl`` changes only when what was found of its quote does. A quote that
was sought in another reading of its document than most has all of that in its own line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

QUOTES = "ledger.jsonl"
DOCUMENTS = "ledger-documents.jsonl"

#: Which copies of a document there are.
SIDES = ("pinned", "live")
#: Keys of a check that are of the document and not of the quote.
_OF_DOCUMENT = ("date", "url", "revision", "sha256", "extractor")


def source_of(entry: dict[str, Any]) -> str:
    """Return the id of the source that an entry's quote is from."""
    return str(entry["id"]).partition("#")[0]


def whole(line: dict[str, Any], documents: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the entry of a quote from its line and the lines of the documents, by source.

    A check without a date of its own is one of the reading that its document's line tells of.
    """
    document = documents.get(source_of(line), {})
    entry = dict(line)
    for side in SIDES:
        check = line.get(side)
        if isinstance(check, dict) and "date" not in check:
            entry[side] = {**check, **document.get(side, {})}
    return entry


def parted(entries: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the lines of the quotes and of the documents, each sorted, from entries in which every check is whole."""
    ordered = sorted(entries, key=lambda entry: str(entry["id"]))
    usual: dict[tuple[str, str], Counter[tuple[Any, ...]]] = {}
    for entry in ordered:
        for side in SIDES:
            if "date" in entry.get(side, ()):
                usual.setdefault((source_of(entry), side), Counter())[_reading(entry[side])] += 1
    # Of two readings that are as usual as one another, the later counts.
    chosen = {key: max(seen, key=lambda reading: (seen[reading], str(reading))) for key, seen in usual.items()}
    quotes = [_without_document(entry, chosen) for entry in ordered]
    documents: dict[str, dict[str, Any]] = {}
    for (source, side), reading in sorted(chosen.items(), key=lambda item: (item[0][0], SIDES.index(item[0][1]))):
        said = {key: value for key, value in zip(_OF_DOCUMENT, reading, strict=True) if value is not None}
        documents.setdefault(source, {"source": source})[side] = said
    return quotes, list(documents.values())


def _reading(check: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(check.get(key) for key in _OF_DOCUMENT)


def _without_document(entry: dict[str, Any], chosen: dict[tuple[str, str], tuple[Any, ...]]) -> dict[str, Any]:
    line = {"id": entry["id"]}
    for side in SIDES:
        if side in entry:
            check = entry[side]
            same = chosen.get((source_of(entry), side)) == _reading(check)
            line[side] = {key: value for key, value in check.items() if not (same and key in _OF_DOCUMENT)}
    return line
