"""Golden questions that fit what was asked: shown first, and answered with receipts."""

from __future__ import annotations

from collections.abc import Iterator

from ..catalog import Catalog
from ..question_receipts import receipts
from ..resolve import asked_for
from .find import hit
from .hits import Hit, Hits
from .index import MARKS, Index, Row
from .ranking import ranked
from .wanted import Asked, is_name
from .words import FUNCTION_WORDS, parts, wholes

#: Golden questions, of those that have most of the words, among which one that fits is looked for.
_AMONG = 10
#: Share of the words asked for that a golden question must have, and of its own words that must have been asked for.
_HAS, _ASKED = 0.5, 0.5
#: Words that must have been asked for: fewer are a name, and no question.
_FEWEST = 2


def search(catalog: Catalog, text: str, limit: int) -> Hits:
    """Return the best hits; see :meth:`Atlas.search`."""
    asked = Asked(catalog.index, asked_for("search", text))
    rows = ranked(asked, limit)
    best = catalog.index.best(asked.query, _AMONG, questions=True) if rows and catalog.index.questions else []
    questions = catalog.index.rows(asked.query, [candidate.place for candidate in best])
    fitting = next((row for row in questions if fits(asked, row)), None)
    hits = [hit(catalog, row) for row in rows if fitting is None or row.place != fitting.place]
    if fitting is not None and limit > 0:
        hits = [_answered(catalog, fitting), *hits][:limit]
    return Hits(hits, tuple(asked.unknown), tuple(asked.respelt))


def fits(asked: Asked, row: Row) -> bool:
    """Tell whether a golden question asks the same as someone did.

    It asks for every name that was asked for and has most of the other words, and of one of its own wordings every name
    and most words were asked for; rare words weigh more. A word that nothing knows was asked for as well, and is as
    rare as can be: the question cannot answer that.
    """
    telling = {word: _weight(asked.index, word) for word in asked.words}
    total = sum(telling.values()) + len(asked.unknown) * _weight(asked.index, None)
    has = sum(weight for word, weight in telling.items() if asked.index.holds(row.place, word))
    if len(asked.words) < _FEWEST or has < _HAS * total:
        return False
    if not all(asked.index.holds(row.place, name, "asked", "around") for name in asked.names):
        return False
    wordings = (words for role, _, words, _ in row.lines() if role in ("question", "asked as"))
    return any(_was_asked(asked.index, wording) for wording in wordings)


def _was_asked(index: Index, marked: str) -> bool:
    """Tell whether most of a wording's own words are marked, by how telling they are, and all names in it."""
    asked_for, telling = 0.0, dict[str, float]()
    for typed, inside in _pieces(marked):
        for word in parts(typed):
            if word not in FUNCTION_WORDS and len(word) > 1:
                if not inside and is_name(index, word, typed):
                    return False
                if word not in telling:
                    telling[word] = _weight(index, word)
                    asked_for += telling[word] if inside else 0.0
    return bool(telling) and asked_for >= _ASKED * sum(telling.values())


def _weight(index: Index, word: str | None) -> float:
    """Return what a word counts for, common ones too; None is one that nothing knows."""
    return 1 + index.telling(word)


def _pieces(marked: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a wording as they are typed, with whether they are marked."""
    for number, chunk in enumerate(marked.split(MARKS[0])):
        inside, _, after = chunk.partition(MARKS[1]) if number else ("", "", chunk)
        yield from ((word, True) for word in wholes(inside))
        yield from ((word, False) for word in wholes(after))


def _answered(catalog: Catalog, row: Row) -> Hit:
    """Return a golden question as a hit that answers it."""
    question = catalog.table("questions")[row.id]
    found = hit(catalog, row)
    return Hit(
        **{
            **{name: getattr(found, name) for name in Hit.__slots__},
            "answer": question["answer"],
            "receipts": receipts(catalog, question),
        }
    )
