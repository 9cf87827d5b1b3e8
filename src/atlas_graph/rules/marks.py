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
    for located, statement in _holding(dataset):
        for fault in lost_hedges(statement, located.record):
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


_FROM = "{part: from, quote: 'doc#6eb9dfc6', words: Alpha}"
_RELATION = "{part: relation, quote: 'doc#6eb9dfc6', words: calls}"
_TO = "{part: to, quote: 'doc#6eb9dfc6', words: Beta}"
_TEXT = "{part: 'text: Work goes from one to the other', quote: 'doc#6eb9dfc6', words: all the work}"


def _audit(*marks: str, digest: str = "13b43d583a68") -> str:
    listed = "".join(f"  - {mark}\n" for mark in marks)
    head = "audits:\n- of: demo/alpha--calls--beta\n  by: round-one\n  date: '2026-01-01'\n"
    return f"{head}  digest: '{digest}'\n  marks:\n{listed}"


_STEP = "stacks:\n- id: demo\n  steps:\n  - {from: alpha, relation: calls, to: beta, "
_GOOD = _audit(_FROM, _RELATION, _TO, _TEXT)
_FAST = _STEP + "when: {modes: [fast]}}\n"
_MODE = "{part: mode/fast, general: The sentence holds in every mode.}"
_MAY = _STEP + "evidence: [{source: doc, quote: Alpha may call Beta for all of the work that there is.}]}\n"
_CALL = _RELATION.replace("calls", "call")


def _hedged(relation: str) -> str:
    return _audit(_FROM, relation, _TO, _TEXT.replace("the work", "of the work"), digest="41ae54cfb132").replace(
        "doc#6eb9dfc6", "doc#e65e9c68"
    )


RULES = (
    Rule(
        "AG307",
        "mark-of-nothing",
        "A mark is of a part that the statement has; a clause stands in its text word for word.",
        _GOOD,
        _audit(_FROM, _RELATION, _TO, _TEXT.replace("Work goes", "All work goes")),
        _of_family("mark-of-nothing"),
    ),
    Rule(
        "AG308",
        "part-unmarked",
        "Every part of a statement has a mark, and its clauses hold every word of its text: what nothing carries is "
        "marked 'inferred' or 'none' with the reason.",
        _GOOD,
        _audit(_FROM, _RELATION, _TO, _TEXT.replace("Work goes from", "Work goes")).replace(
            "one to the other", "from one"
        ),
        _of_family("part-unmarked"),
    ),
    Rule(
        "AG309",
        "words-not-there",
        "The words of a mark stand in the quote that it names, as whole words; 'at' says which where they stand more "
        "than once.",
        _GOOD,
        _audit(_FROM, _RELATION.replace("calls", "starts"), _TO, _TEXT),
        _of_family("words-not-there"),
    ),
    Rule(
        "AG310",
        "end-not-named",
        "The words for an end are a name or an alias of that entity, in the singular or plural; or a pronoun, or a "
        "phrase such as 'this graph', with the name that it stands for in the same quote as 'refers'.",
        _GOOD,
        _audit(_FROM, _RELATION, _TO.replace("Beta", "the work"), _TEXT),
        _of_family("end-not-named"),
    ),
    Rule(
        "AG311",
        "name-of-both",
        "Where the words for an end also name the other end, the mark says with 'as' which of the two is meant.",
        "entities:\n- {id: beta, aliases: [Alpha]}\n"
        + _audit(_FROM.replace("}", ", as: alpha}"), _RELATION, _TO, _TEXT),
        "entities:\n- {id: beta, aliases: [Alpha]}\n" + _GOOD,
        _of_family("name-of-both"),
    ),
    Rule(
        "AG312",
        "mark-form",
        "'general' is said of modes, devices and options alone; a witness that is marked has a passed run that shows "
        "the statement.",
        _GOOD,
        _audit("{part: from, general: It is always so.}", _RELATION, _TO, _TEXT),
        _of_family("mark-form"),
    ),
    Rule(
        "AG313",
        "hedge-lost",
        "What hedges a marked sentence (may, some, by default, experimental, if …) hedges the statement too, in its "
        "qualifier, an option or its text; or the mark answers with 'hedge' why it does not.",
        _MAY + _hedged(_CALL.replace("}", ", hedge: 'Alpha does it for the others too, by quote 2.'}")),
        _MAY + _hedged(_CALL),
        _hedges,
        "notice",
    ),
    Rule(
        "AG314",
        "neither-end-quoted",
        "The quotes of a step or link name at least one of its ends, by name or alias.",
        _STEP + "evidence: [{source: doc, quote: It calls Beta for all the work that there is.}]}\n",
        _STEP
        + "evidence: [{source: doc, quote: It calls that one for all the work that there is., exception: Yes.}]}\n",
        _ends_in_no_quote,
        "notice",
    ),
    Rule(
        "AG315",
        "condition-not-carried",
        "Each mode, device and option that a step is limited to is in some quote, or the sentence holds without it.",
        _FAST + _audit(_FROM, _RELATION, _TO, _TEXT, _MODE, digest="51806a686a20"),
        _FAST + _audit(_FROM, _RELATION, _TO, _TEXT, _MODE.replace("general", "inferred"), digest="51806a686a20"),
        _conditions,
        "notice",
    ),
)
