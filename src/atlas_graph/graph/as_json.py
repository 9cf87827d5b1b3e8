"""Stages, steps and evidence as plain JSON values: the contract that ``--format json`` prints.

Keys may be added, never changed.
"""

from __future__ import annotations

from ..model.status import BOUNDS
from .marks import parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .evidence import Evidence
    from .parts import Stage, Step
    from .statements import Misconception


def stage_values(stage: Stage) -> dict[str, Any]:
    """Return a stage in its role inside a stack."""
    return {"id": stage.id, "name": stage.name, "kind": stage.kind, "note": stage.note, **bound_values(stage.raw)}


def step_values(step: Step) -> dict[str, Any]:
    """Return a step with its receipts and its grade."""
    return {
        "id": step.id,
        "from": step.from_,
        "relation": step.relation,
        "to": step.to,
        "text": step.text,
        "qualifier": step.qualifier,
        "modes": list(step.modes),
        "devices": list(step.devices),
        "options": list(step.options),
        "unless": list(step.unless),
        "phase": step.phase,
        "status": step.status,
        "supports": step.supports,
        "grade": step.grade.name,
        "parts": part_values(step.raw.get("audit")),
        "observed": [seen.label for seen in step.observed if seen.passed and not seen.contradicts],
        **bound_values(step.raw),
        "evidence": evidence_values(step.evidence),
    }


def part_values(audit: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return how each part of a statement is carried."""
    return [
        {"part": part.name, "state": part.state, "why": part.why, "witness": part.witness} for part in parts_of(audit)
    ]


def bound_values(raw: dict[str, Any]) -> dict[str, Any]:
    """Return since when and until when a released record says that it and its status hold; None where it does not."""
    return {
        key: {name: bound[name] for name in ("version", "date", "inclusive") if name in bound}
        if (bound := raw.get(key))
        else None
        for key in BOUNDS
    }


def evidence_values(evidence: Iterable[Evidence]) -> list[dict[str, Any]]:
    """Return each piece of evidence with its deep link and what the ledger says of it."""
    return [
        {
            "source": item.source.id if item.source else None,
            "publisher": item.source.publisher if item.source else None,
            "url": item.url,
            "link": item.link,
            "quote": item.quote,
            "section": item.section,
            "verdict": item.verdict,
            "checked": item.checked,
            "witness": item.witness,
            "supports": item.supports,
            "doubt": item.doubt,
            "marks": [
                {"part": mark.part, "words": mark.words, "start": mark.start, "end": mark.end} for mark in item.marks
            ],
        }
        for item in evidence
    ]


def misconception_values(item: Misconception) -> dict[str, Any]:
    """Return a misconception: the claim, and the correction with its evidence."""
    return {
        "id": item.id,
        "claim": item.claim,
        "correction": item.correction,
        "stacks": list(item.stacks),
        "concerns": list(item.concerns),
        "parts": part_values(item.raw.get("audit")),
        "evidence": evidence_values(item.evidence),
    }
