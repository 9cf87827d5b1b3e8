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

    from .parts import Evidence, Step

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


def grade_of(step: Step) -> Grade:
    """Return the grade of a step, from its audit, its evidence and the runs that saw it."""
    for seen in step.observed:
        if seen.contradicts and seen.passed:
            return Grade("contradicted", f"a recorded run shows otherwise ({seen.label})")
    quotes = [evidence for evidence in step.evidence if evidence.quote is not None]
    backing = [evidence for evidence in quotes if evidence.supports != "contradicts"]
    if quotes and not backing:
        return Grade("contradicted", "every sentence cited for it speaks against it")
    observed = next((seen.label for seen in step.observed if seen.passed and not seen.contradicts), None)
    documented, why = _documents(step, backing)
    if observed is not None:
        if documented == "documented":
            return Grade("documented-and-observed", f"{why}, and a recorded run shows it ({observed})")
        return Grade("observed", f"a recorded run shows it ({observed}); of its documents: {why}")
    return Grade(documented, why)


def _documents(step: Step, backing: list[Evidence]) -> tuple[str, str]:
    if not backing:
        return "unaudited", "no document is cited for it"
    standing = [evidence for evidence in backing if evidence.stands]
    if not standing:
        unchecked = all(evidence.checked is None for evidence in backing)
        return "unaudited", f"none of its quotes {'has been checked yet' if unchecked else 'stands any more'}"
    if step.supports is None:
        return "unaudited", "no second reader has judged it"
    doubt = step.raw["audit"].get("doubt", "")
    if step.supports == "none":
        return "unaudited", f"a second reader found that its quotes do not say it: {doubt}"
    if step.supports == "partial":
        return "partial", f"a second reader's doubt: {doubt}"
    if len(standing) < len(backing):
        return "partial", f"{len(standing)} of its {len(backing)} quotes stand where they are cited"
    return "documented", "a second reader found that its quotes say it, and they stand"


def publishers(step: Step) -> tuple[str, ...]:
    """Return the publishers whose sentences stand for a step, sorted: its independent witnesses in writing."""
    return tuple(
        sorted(
            {
                evidence.source.publisher
                for evidence in step.evidence
                if evidence.source is not None and evidence.stands and evidence.supports != "contradicts"
            }
        )
    )


def weakest(steps: Iterable[Step]) -> tuple[Step, Grade] | None:
    """Return the step with the lowest grade, the first of equals, and that grade; None where there is no step."""
    found: tuple[Step, Grade] | None = None
    for step in steps:
        grade = step.grade
        if found is None or found[1] < grade:
            found = step, grade
    return found
