"""The rules of the dataset, one family a module.

To add a rule: write a ``find`` function in the module of its family and list a :class:`Rule` with a new code in that
module's ``RULES``; say in ``examples/CODE.yaml`` what it wants, with an example that passes and one that fails; run
``pytest tests/unit/rules``, which tries both.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..authoring.dataset import Dataset
from ..problems import MOST_PROBLEMS, Problem
from . import (
    audits,
    choices,
    conditions,
    entities,
    facts,
    forks,
    ledger,
    marks,
    names,
    pins,
    quotes,
    reader,
    references,
    relations,
    repeats,
    shape,
    versions,
)
from .rule import Rule

__all__ = ["RULES", "Rule", "check", "check_structure", "notices"]

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *reader.RULES,
            *references.RULES,
            *conditions.RULES,
            *shape.RULES,
            *choices.RULES,
            *forks.RULES,
            *versions.RULES,
            *relations.RULES,
            *names.RULES,
            *quotes.RULES,
            *repeats.RULES,
            *pins.RULES,
            *audits.RULES,
            *marks.RULES,
            *ledger.RULES,
            *entities.RULES,
            *facts.RULES,
        ),
        key=lambda rule: rule.code,
    )
)


def check(dataset: Dataset, *, without: frozenset[str] = frozenset(), release: bool = False) -> list[Problem]:
    """Return every error of a dataset that was read, sorted by file and line.

    With ``release`` also what is an error only in something that is published. ``without`` names rules to leave out,
    by code; the caller says so to its user.

    Where an id dangles, rules that would follow it are not tried: their findings would only repeat it.
    """
    dangling = _found(references.RULES, dataset)
    return dangling or _found([r for r in RULES if r.code not in without and _weighs(r, release)], dataset)


def notices(dataset: Dataset) -> list[Problem]:
    """Return what a person should know of a dataset that has no error, sorted by file and line."""
    return _found([rule for rule in RULES if rule.severity != "error"], dataset)


def _weighs(rule: Rule, release: bool) -> bool:
    return rule.severity == "error" or (release and rule.severity == "release")


def _found(rules: Iterable[Rule], dataset: Dataset) -> list[Problem]:
    """Return what the rules find, each problem once, sorted; no more of them than anybody reads."""
    found: set[Problem] = set()
    for problem in (problem for rule in rules for problem in rule.check(dataset)):
        found.add(problem)
        if len(found) >= MOST_PROBLEMS:
            break
    return sorted(found)


def check_structure(dataset: Dataset) -> list[Problem]:
    """Return the problems that would lead a query astray: ids, conditions and the shape of stacks (AG1xx)."""
    return check(dataset, without=frozenset(rule.code for rule in RULES if not rule.code.startswith("AG1")))
