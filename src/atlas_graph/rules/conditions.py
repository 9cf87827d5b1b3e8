"""Conditions: declared where they are used, and spoken for by the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..model.suggest import nearest
from .rule import Found, Rule

Pair = tuple[str, str]


def declared_pairs(stack: Any) -> set[Pair]:
    """Return the pairs of mode and device that a stack declares and does not exclude."""
    excluded = {(mode, device) for item in stack.excludes for mode in item.modes for device in item.devices}
    return {(mode.id, device) for mode in stack.modes for device in stack.devices} - excluded


def pairs_of(when: Any, stack: Any) -> set[Pair]:
    """Return the declared pairs that a condition lets through; None lets all through."""
    return {
        (mode, device)
        for mode, device in declared_pairs(stack)
        if when is None
        or ((when.modes is None or mode in when.modes) and (when.devices is None or device in when.devices))
    }


def _undeclared(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        known = {"modes": {mode.id for mode in stack.modes}, "devices": set(stack.devices)}
        for path, when in _conditions(stack):
            for key in ("modes", "devices"):
                for name in getattr(when, key, None) or ():
                    if name not in known[key]:
                        close = nearest(name, known[key])
                        hint = f"did you mean {' or '.join(close)}?" if close else f"declare it under '{key}'"
                        yield (
                            located,
                            (*path, key),
                            f"the stack does not declare '{name}' under '{key}'; {hint}",
                        )


def _conditions(stack: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    for index, item in enumerate(stack.excludes):
        yield ("excludes", index), item
    for index, item in enumerate(stack.out_of_scope):
        yield ("out_of_scope", index), item
    for key in ("stages", "steps"):
        for number, part in enumerate(getattr(stack, key)):
            if key == "steps":
                yield (key, number, "when"), part.when
            for index, evidence in enumerate(part.evidence):
                if evidence.when is not None:
                    yield (key, number, "evidence", index, "when"), evidence.when


def _outside(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        for number, step in enumerate(stack.steps):
            held = pairs_of(step.when, stack)
            for index, evidence in enumerate(step.evidence):
                if evidence.when is not None and not (pairs_of(evidence.when, stack) & held):
                    yield (
                        located,
                        ("steps", number, "evidence", index, "when"),
                        ("this evidence speaks for none of the step's conditions; correct its 'when' or the step's"),
                    )


def uncovered(step: Any, stack: Any) -> set[Pair]:
    """Return the pairs under which a step is said to hold and none of its evidence says so."""
    held = pairs_of(step.when, stack)
    for evidence in step.evidence:
        if evidence.supports != "contradicts":
            held -= pairs_of(evidence.when, stack)
    return held


def _never(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        for number, step in enumerate(stack.steps):
            if not pairs_of(step.when, stack):
                yield (
                    located,
                    ("steps", number, "when"),
                    "the stack excludes every mode and device of this step; widen its 'when', remove the step, or "
                    "correct 'excludes'",
                )


def _not_covered(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        for number, step in enumerate(stack.steps):
            missing = uncovered(step, stack)
            if missing and step.inferred is None:
                shown = ", ".join(f"{mode} on {device}" for mode, device in sorted(missing)[:3])
                yield (
                    located,
                    ("steps", number, "evidence"),
                    (f"no evidence speaks for {shown}; narrow the step, add a quote, or say under 'inferred' why"),
                )


def _needlessly_inferred(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        for number, step in enumerate(stack.steps):
            if step.inferred is not None and not uncovered(step, stack):
                yield (
                    located,
                    ("steps", number, "inferred"),
                    ("the evidence covers all conditions; remove 'inferred', or add 'when' to the evidence"),
                )


RULES = (
    Rule("AG102", "undeclared-condition", _undeclared),
    Rule("AG103", "evidence-outside-step", _outside),
    Rule("AG104", "conditions-not-covered", _not_covered),
    Rule("AG105", "inferred-without-need", _needlessly_inferred),
    Rule("AG114", "never-holds", _never),
)
