"""The receipts of a path: what stands behind each step, how well, and which step is the weakest."""

from __future__ import annotations

from .as_json import step_values
from .grade import Grade, weakest
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .parts import Step
    from .path import Path


class Explanation(Value):
    """A path with the grade of its weakest step. Iterating gives the steps; each knows its grade and publishers.

    ``weakest`` is the step that decides, the first of equals; None for an empty path.
    """

    __slots__ = ("grade", "path", "weakest")
    grade: Grade
    path: Path
    weakest: Step | None

    def __iter__(self) -> Iterator[Step]:
        return iter(self.path)

    def __len__(self) -> int:
        return len(self.path)

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as the JSON that ``explain --format json`` prints."""
        path = self.path
        return {
            "release": path.release,
            "stack": path.stack,
            "mode": path.mode,
            "device": path.device,
            "title": path.title,
            "grade": self.grade.name,
            "weakest": {"id": self.weakest.id, "why": self.grade.why} if self.weakest else None,
            "steps": [receipt_values(step) for step in path.steps],
            "misconceptions": path.to_dict()["misconceptions"],
        }

    def __str__(self) -> str:
        return f"{self.path.title}: {self.grade}, {self.grade.why}"


def receipt_values(step: Step) -> dict[str, Any]:
    """Return a step's values with why it has its grade, the auditor's doubt and the independent publishers."""
    audit = step.raw.get("audit", {})
    return {
        **step_values(step),
        "why": step.grade.why,
        "independent": len(step.publishers),
        "publishers": list(step.publishers),
        "audited": audit.get("date"),
        "doubt": audit.get("doubt"),
        "inferred": step.raw.get("inferred"),
    }


def explain(path: Path) -> Explanation:
    """Return the receipts of a path."""
    found = weakest(path.steps)
    if found is None:
        return Explanation(Grade("unaudited", "there is no step under these conditions"), path, None)
    return Explanation(found[1], path, found[0])
