"""What fits the words of a question best. Nothing is required; the engine ranks, rare words weigh more."""

from __future__ import annotations

from ...model.collections import receipts
from ..catalog import Catalog
from ..evidence import Evidence
from .hits import Hit, Hits
from .index import MARKS, Row
from .ranking import ranked
from .wanted import Asked


def find(catalog: Catalog, text: str, limit: int) -> Hits:
    """Return what fits best, best first, as the engine ranks it."""
    asked = Asked(catalog.index, text)
    rows = ranked(asked, limit)
    return Hits([hit(catalog, row) for row in rows], tuple(asked.unknown), tuple(asked.respelt))


def hit(catalog: Catalog, row: Row) -> Hit:
    """Return a row as a hit, with the text that has most of the words; the first of several."""
    best = max(row.lines(), key=lambda line: len(_words_marked(line[2])), default=None)
    role, quote, marked = ("title", None, "") if best is None or MARKS[0] not in best[2] else best[:3]
    text, marks = _unmarked(marked)
    return Hit(
        also=tuple(f"{kind}/{key}" for kind, key in row.also),
        answer=None,
        command=f"atlas-graph show {row.address}",
        evidence=_evidence(catalog, row, quote) if quote else None,
        id=row.id,
        kind=row.kind,
        marks=marks,
        receipts=(),
        score=round(row.score, 4),
        text=text or row.title,
        title=row.title,
        where=role,
    )


def _words_marked(text: str) -> set[str]:
    """Return the words that are marked in a text, each once."""
    return {piece.partition(MARKS[1])[0].casefold() for piece in text.split(MARKS[0])[1:]}


def _unmarked(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return a text without its marks, and where they stood."""
    plain, marks = "", []
    for number, piece in enumerate(text.split(MARKS[0])):
        inside, mark, after = piece.partition(MARKS[1])
        if number and mark:
            marks.append((len(plain), len(plain) + len(inside)))
        plain += inside + after
    return plain, tuple(marks)


def _evidence(catalog: Catalog, row: Row, quote: str) -> Evidence | None:
    """Return the quote of a hit, with its source."""
    record = catalog.statement(row.kind, row.id)
    found = [item for item in receipts(record) if item.get("id") == quote] if record else []
    return catalog.make_evidence(found[:1], record.get("audit") if record else None)[0] if found else None
