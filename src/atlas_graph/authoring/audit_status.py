"""Where the audits of a dataset stand: each statement's computed grade, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.vocabulary import CARRIED
from .audits import auditables
from .dataset import Dataset
from .marking import verdict
from .sheets import filed_by_statement, kind_of

#: What a statement can be: the computed grades; judged before there were marks; or judged by no second reader.
STATES = ("full", "partial", "none", "unmarked", "unaudited")


def audit_status(dataset: Dataset, prefix: str = "", stack: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield for each statement its state, the parts that lack support, and those on which readers differ."""
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset, prefix=prefix, stack=stack):
        entries = filed.get(statement.id, [])
        found = verdict(statement, entries)
        state = "unaudited"
        if found is not None:
            state = found.supports if found.marks or found.parts else "unmarked"
        yield {
            "of": statement.id,
            "kind": kind_of(statement),
            "state": state,
            "by": sorted({entry.by for entry in found.entries if entry.by}) if found else [],
            "changed": found is None and any(not entry.own for entry in entries),
            "lacking": [
                {"part": part.part, "state": part.state, "why": part.why}
                for part in (found.parts if found else [])
                if part.state not in CARRIED
            ],
            "disputed": found.disputed if found else [],
        }


def counts(items: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Return how many statements of each kind are in each state."""
    table: dict[str, dict[str, int]] = {}
    for item in items:
        row = table.setdefault(item["kind"], dict.fromkeys(STATES, 0))
        row[item["state"]] += 1
    return table
