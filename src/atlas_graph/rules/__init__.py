"""The rules of the dataset, one family a module.

To add a rule: write a ``find`` function and a :class:`Rule` with a new code and two examples in the module of
its family; list it in that module's ``RULES``; run ``pytest tests/unit/rules``, which tries both examples.
"""

from __future__ import annotations

from ..authoring.dataset import Dataset
from ..problems import Problem
from . import (
    audits,
    choices,
    conditions,
    entities,
    facts,
    ledger,
    names,
    quotes,
    reader,
    references,
    relations,
    repeats,
    shape,
    versions,
)
from .rule import Rule

__all__ = ["RULES", "Rule", "check", "check_structure"]

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *reader.RULES,
            *references.RULES,
            *conditions.RULES,
            *shape.RULES,
            *choices.RULES,
            *versions.RULES,
            *relations.RULES,
            *names.RULES,
            *quotes.RULES,
            *repeats.RULES,
            *audits.RULES,
            *ledger.RULES,
            *entities.RULES,
            *facts.RULES,
        ),
        key=lambda rule: rule.code,
    )
)


def check(dataset: Dataset, *, without: frozenset[str] = frozenset()) -> list[Problem]:
    """Return every problem of a dataset that was read, sorted by file and line.

    ``without`` names rules to leave out, by code; the caller says so to its user.

    Where an id dangles, rules that would follow it are not tried: their findings would only repeat it.
    """
    dangling = sorted({problem for rule in references.RULES for problem in rule.check(dataset)})
    if dangling:
        return dangling
    found = {problem for rule in RULES if rule.code not in without for problem in rule.check(dataset)}
    return sorted(found)


def check_structure(dataset: Dataset) -> list[Problem]:
    """Return the problems that would lead a query astray: ids, conditions and the shape of stacks (AG1xx)."""
    return check(dataset, without=frozenset(rule.code for rule in RULES if not rule.code.startswith("AG1")))
