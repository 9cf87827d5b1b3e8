"""Facts: a number says what it is a number of."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.dataset import Dataset
from .rule import Found, Rule


def _without_unit(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("facts"):
        fact = located.record
        if not isinstance(fact.value, str) and fact.unit is None:
            yield located, ("value",), f"{fact.value} of what? Add its 'unit'; where things are counted, their name"


RULES = (Rule("AG505", "number-without-unit", _without_unit),)
