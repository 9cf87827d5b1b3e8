"""How well a step is backed, and so a path: as well as its weakest step.

The grades, strongest first, are :data:`~atlas_graph.model.vocabulary.GRADES`:

``documented-and-observed``
    a second reader found that its quotes say it in full, all of them stand, and a recorded run shows it;
``documented``
    the same without a run;
``observed``
    a recorded run shows it, and the documents do not say it in full;
``partial``
    the second reader had a doubt, or some of its quotes no longer stand;
``unaudited``
    no second reader has judged it, or none of its quotes was found when last checked;
``contradicted``
    a recorded run shows otherwise, or every sentence cited for it speaks against it.
"""

from __future__ import annotations

from ..model.vocabulary import GRADES
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .evidence import Evidence
    from .witnesses import Observation

_RANK = {grade: rank for rank, grade in enumerate(GRADES)}


class Grade(Value):
    """A grade (one of ``GRADES``) and why, in a sentence. Grades sort strongest first."""

    __slots__ = ("name", "why")
    name: str
    why: str

    def __lt__(self, other: Grade) -> bool:
        return _RANK[self.name] < _RANK[other.name]

    def __str__(self) -> str:
        return self.name.replace("-", " ")


def grade_of(evidence: Iterable[Evidence], observed: Iterable[Observation], audit: dict[str, Any] | None) -> Grade:
    """Return the grade of a step, from its evidence, the runs that saw it, and its audit as released."""
    for seen in observed:
        if seen.contradicts and seen.passed:
            return Grade(name="contradicted", why=f"a recorded run shows otherwise ({seen.label})")
    quotes = [item for item in evidence if item.quote is not None]
    backing = [item for item in quotes if item.supports != "contradicts"]
    if quotes and not backing:
        return Grade(name="contradicted", why="every sentence cited for it speaks against it")
    shown = next((seen.label for seen in observed if seen.passed and not seen.contradicts), None)
    documented, why = _documents(backing, audit)
    if shown is not None:
        if documented == "documented":
            return Grade(name="documented-and-observed", why=f"{why}, and a recorded run shows it ({shown})")
        return Grade(name="observed", why=f"a recorded run shows it ({shown}); of its documents: {why}")
    return Grade(name=documented, why=why)


def _documents(backing: list[Evidence], audit: dict[str, Any] | None) -> tuple[str, str]:
    if not backing:
        return "unaudited", "no document is cited for it"
    standing = [evidence for evidence in backing if evidence.stands]
    if not standing:
        unchecked = all(evidence.checked is None for evidence in backing)
        return "unaudited", f"none of its quotes {'has been checked yet' if unchecked else 'stands any more'}"
    if audit is None:
        return "unaudited", "no second reader has judged it"
    doubt = audit.get("doubt", "")
    if audit["supports"] == "none":
        return "unaudited", f"a second reader found that its quotes do not say it: {doubt}"
    if audit["supports"] == "partial" and audit.get("parts"):
        return "partial", f"not all of it is in its quotes: {doubt}"
    if audit["supports"] == "partial":
        return "partial", f"a second reader's doubt: {doubt}"
    if len(standing) < len(backing):
        return "partial", f"{len(standing)} of its {len(backing)} quotes stand where they are cited"
    seen = [part["part"] for part in audit.get("parts", ()) if part["state"] == "observed"]
    if seen:
        return "partial", f"a run alone carries {', '.join(seen)}"
    return "documented", "a second reader found that its quotes say it, and they stand"


def receipt(evidence: Iterable[Evidence]) -> Evidence | None:
    """Return the quote that stands for all: that stands where it is cited, carries most parts, and comes first."""
    quotes = [item for item in evidence if item.quote is not None and item.supports != "contradicts"]
    return max(quotes, key=lambda item: (item.stands, len({mark.part for mark in item.marks})), default=None)


def publishers(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """Return the publishers whose sentences stand for a step, sorted: its independent witnesses in writing."""
    return tuple(
        sorted(
            {
                item.source.publisher
                for item in evidence
                if item.source is not None and item.stands and item.supports != "contradicts"
            }
        )
    )
