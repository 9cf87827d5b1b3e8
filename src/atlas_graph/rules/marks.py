"""Marks: each part of a statement has one, and its words stand where it says and name what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..authoring.audits import Auditable, auditables
from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..authoring.mark_faults import Fault, Known, faults, lost_hedges
from ..authoring.marking import verdict
from ..authoring.sheets import filed_by_statement
from ..model.vocabulary import CARRIED
from .quotes import names_entity
from .rule import Found, Rule

Finding = tuple[Located, Fault]
_last: tuple[Dataset, list[Finding]] | None = None


def _holding(dataset: Dataset) -> Iterator[tuple[Located, Auditable]]:
    now = {statement.id: statement for statement in auditables(dataset)}
    for located in dataset.all("audits"):
        statement = now.get(located.record.of)
        if statement is not None and located.record.marks and statement.holds(located.record):
            yield located, statement


def _findings(dataset: Dataset) -> list[Finding]:
    """Return all faults of all marks, looked for once for the rules that share them."""
    global _last
    if _last is None or _last[0] is not dataset:
        known = Known.of(dataset)
        found = [
            (located, fault)
            for located, statement in _holding(dataset)
            for fault in faults(statement, located.record, known)
        ]
        _last = dataset, found
    return _last[1]


def _of_family(family: str) -> Callable[[Dataset], Iterator[Found]]:
    def find(dataset: Dataset) -> Iterator[Found]:
        for located, fault in _findings(dataset):
            if fault.family == family:
                yield located, _path(fault), f"'{located.record.of}': {fault.sentence}"

    return find


def _path(fault: Fault) -> tuple[str | int, ...]:
    return ("marks",) if fault.mark is None else ("marks", fault.mark)


def _hedges(dataset: Dataset) -> Iterator[Found]:
    known = Known.of(dataset)
    for located, statement in _holding(dataset):
        for fault in lost_hedges(statement, located.record, known):
            yield located, _path(fault), fault.sentence


def _ends_in_no_quote(dataset: Dataset) -> Iterator[Found]:
    entities = {entity.id: entity for entity in dataset.records("entities")}
    for statement in auditables(dataset):
        record: Any = statement.record
        if not hasattr(record, "from_"):
            continue
        quotes = "\n".join(item.quote or "" for item in statement.evidence if item.supports != "contradicts")
        ends = (entities[record.from_], entities[record.to])
        if quotes.strip() and not any(names_entity(quotes, end) for end in ends):
            yield (
                statement.located,
                statement.path,
                f"no quote of '{statement.id}' names '{ends[0].name}' or '{ends[1].name}'; take a sentence that does, "
                "or add the alias under which it is named",
            )


def _conditions(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        found = verdict(statement, filed.get(statement.id, ()))
        for part in found.parts if found else ():
            if part.part.partition("/")[0] in ("mode", "device", "option", "unless") and part.state not in CARRIED:
                yield (
                    statement.located,
                    (*statement.path, "when"),
                    f"no words carry the {part.part.replace('/', ' ')} to which '{statement.id}' is limited; find the "
                    "sentence that says so, or correct the condition",
                )


#: The rules that one look at all marks serves, by the family of the fault.
_FAMILIES = (
    ("AG307", "mark-of-nothing"),
    ("AG308", "part-unmarked"),
    ("AG309", "words-not-there"),
    ("AG310", "end-not-named"),
    ("AG311", "name-of-both"),
    ("AG312", "mark-form"),
)

RULES = (
    *(Rule(code, name, _of_family(name)) for code, name in _FAMILIES),
    Rule("AG313", "hedge-lost", _hedges, "notice"),
    Rule("AG314", "neither-end-quoted", _ends_in_no_quote, "notice"),
    Rule("AG315", "condition-not-carried", _conditions, "notice"),
)
