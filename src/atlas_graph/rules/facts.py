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


_FACT = (
    "facts:\n- {id: alpha-lanes, subject: alpha, property: lanes, value: 8, as_printed: 8 lanes, "
    "evidence: [{source: doc, quote: Alpha calls Beta for all the work that there is.}]"
)

RULES = (
    Rule(
        "AG505",
        "number-without-unit",
        "A number has its unit; of what is counted the unit is its name, such as core or chip.",
        _FACT + ", unit: lane}\n",
        _FACT + "}\n",
        _without_unit,
    ),
)
