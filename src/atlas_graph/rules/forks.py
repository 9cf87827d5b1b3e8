"""Forks: wherever two or more steps leave a stage together, a choice says who decides, or that all of them happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..model.status import RETIRED
from .conditions import declared_pairs, pairs_of
from .rule import Found, Rule


def _open(dataset: Dataset) -> Iterator[Found]:
    choices = [choice for choice in dataset.records("choices") if choice.status.state not in RETIRED]
    for located in dataset.all("stacks"):
        stack = located.record
        default = [
            (number, step)
            for number, step in enumerate(stack.steps)
            if step.status.state not in RETIRED and step.when.options is None
        ]
        told: set[tuple[int, ...]] = set()
        for pair in sorted(declared_pairs(stack)):
            for leaving in _leaving([item for item in default if pair in pairs_of(item[1].when, stack)]):
                numbers = tuple(number for number, _ in leaving)
                missing = _missing(stack, leaving, choices)
                if missing and numbers not in told:
                    told.add(numbers)
                    stage = leaving[0][1].from_
                    ends = ", ".join(step.to for _, step in missing)
                    yield (
                        located,
                        ("steps", missing[0][0]),
                        f"with {' on '.join(pair)} {len(leaving)} steps leave '{stage}', and no choice says what "
                        f"decides about {ends}; add one among them, or one with 'all: true'",
                    )


def _leaving(steps: list[tuple[int, Any]]) -> Iterator[list[tuple[int, Any]]]:
    """Yield the steps that leave each stage, where there are two or more."""
    by_stage: dict[str, list[tuple[int, Any]]] = {}
    for number, step in steps:
        by_stage.setdefault(step.from_, []).append((number, step))
    yield from (leaving for leaving in by_stage.values() if len(leaving) > 1)


def _missing(stack: Any, leaving: list[tuple[int, Any]], choices: list[Any]) -> list[tuple[int, Any]]:
    """Return the steps of a fork that are no candidates of a choice that has two or more of them."""
    covered: set[int] = set()
    for choice in choices:
        if choice.stack in (None, stack.id):
            here = {
                number for number, step in leaving if step.id_in(stack.id) in choice.among or step.to in choice.among
            }
            if len(here) > 1:
                covered |= here
    return [item for item in leaving if item[0] not in covered]


RULES = (Rule("AG125", "fork-without-choice", _open, "release"),)
