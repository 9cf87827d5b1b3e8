"""Every sentence once: quotes that are cited by key put where they are cited, and stages given their steps' evidence.

A quote is written in full in one place. Elsewhere it is cited, ``cite: SOURCE/KEY``, by the key that it has there. A
stage lists only the evidence that no step of its own has; that of the steps that touch it speaks for it as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ..model.records import Evidence, Record, Stack, Step, When, WrittenEvidence
from ..model.status import RETIRED

_Limits: TypeAlias = dict[str, tuple[str, ...] | None]


def resolved(record: Any, quotes: dict[str, WrittenEvidence]) -> Any:
    """Return a record with the quotes that it cites; a reference that leads nowhere stays as it is."""
    whole = _with_quotes(record, quotes)
    if not isinstance(whole, Stack):
        return whole
    stages = (stage.model_copy(update={"evidence": evidence_of(stage, whole.steps)}) for stage in whole.stages)
    return whole.model_copy(update={"stages": tuple(stages)})


def _with_quotes(value: Any, quotes: dict[str, WrittenEvidence]) -> Any:
    """Return a value with every piece of evidence in it in full; itself where nothing changes."""
    if isinstance(value, WrittenEvidence):
        return _quoted(value, quotes)
    if isinstance(value, tuple):
        items = tuple(_with_quotes(item, quotes) for item in value)
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if not isinstance(value, Record):
        return value
    fields = ((name, getattr(value, name)) for name in type(value).model_fields)
    inner = {name: (old, _with_quotes(old, quotes)) for name, old in fields if isinstance(old, tuple | Record)}
    changed = {name: new for name, (old, new) in inner.items() if new is not old}
    return value.model_copy(update=changed) if changed else value


def _quoted(item: WrittenEvidence, quotes: dict[str, WrittenEvidence]) -> Evidence:
    if item.cite is None:
        return item.model_copy(update={"key": None}) if item.key else item
    if item.cite not in quotes:
        return item
    own = {name: getattr(item, name) for name in ("when", "supports", "doubt", "exception")}
    return quotes[item.cite].model_copy(update={"key": None, **own})


def evidence_of(stage: Any, steps: tuple[Step, ...]) -> tuple[Evidence, ...]:
    """Return the evidence of a stage: its own, and that of the steps that begin or end at it.

    What a step's evidence says of the stage holds where the step does. What is judged of the sentence there (how far
    it carries the step, why it need not name both ends) is not said of the stage, and what contradicts a step is
    left out.
    """
    own = {seen(item) for item in stage.evidence}
    lent: list[Evidence] = []
    for step in touching(stage.entity, steps):
        for item in step.evidence:
            if item.supports != "contradicts" and seen(item) not in own:
                _add(lent, _lent(item, step))
    return (*stage.evidence, *lent)


def touching(entity: str, steps: tuple[Step, ...]) -> Iterator[Step]:
    """Yield the steps that begin or end at a stage and are on some path, by their ids, wherever they are written."""
    for step in sorted(steps, key=lambda step: step.id_in("")):
        if entity in (step.from_, step.to) and step.status.state not in RETIRED:
            yield step


def seen(item: Evidence) -> str | None:
    """Return what a piece of evidence shows: the id of its quote, or the witness."""
    return item.quote_id or item.witness


def _lent(item: Evidence, step: Step) -> Evidence:
    there = item.when or When()
    limits = {name: getattr(there, name) or getattr(step.when, name) for name in When.model_fields}
    return item.model_copy(update={"when": _when(limits), "supports": None, "doubt": None, "exception": None})


def _add(lent: list[Evidence], item: Evidence) -> None:
    """Add a piece of evidence to a list, joined with the same one where their conditions together are one condition."""
    for index, other in enumerate(lent):
        if seen(other) == seen(item):
            joined = _joined(_limits(other.when), _limits(item.when))
            if joined is not None:
                lent[index] = other.model_copy(update={"when": _when(joined)})
                return
    lent.append(item)


def _limits(when: When | None) -> _Limits:
    return {name: getattr(when, name, None) for name in When.model_fields}


def _when(limits: _Limits) -> When | None:
    return When(**limits) if any(limits.values()) else None


def _joined(one: _Limits, other: _Limits) -> _Limits | None:
    """Return the condition that is either of two, None where no single one is."""
    differing = [name for name in one if one[name] != other[name]]
    if not differing:
        return one
    if len(differing) == 1 and differing[0] != "unless":  # of which all hold, and not any
        name = differing[0]
        mine, theirs = one[name], other[name]
        return {**one, name: None if mine is None or theirs is None else tuple(dict.fromkeys((*mine, *theirs)))}
    if _within(one, other):
        return other
    return one if _within(other, one) else None


def _within(one: _Limits, other: _Limits) -> bool:
    """Tell whether whatever the first condition lets through, the second does too."""
    for name, theirs in other.items():
        mine = one[name]
        if theirs is not None and mine is None:
            return False
        narrow, wide = (theirs, mine) if name == "unless" else (mine, theirs)
        if theirs is not None and not set(narrow or ()) <= set(wide or ()):
            return False
    return True
