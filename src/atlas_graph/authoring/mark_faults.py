"""What is wrong with the marks of one judgement, and what in it a reader should answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..model import records, witness_records
from .audits import Auditable
from .dataset import Dataset
from .mark_words import hedges, is_name, occurrences, points, sentence_at
from .marking import span_of, uncovered
from .statement_parts import GENERAL, Part, parts_of, split_part


class Fault(NamedTuple):
    """Something wrong: the family (a rule's name), the number of the mark or None, and the sentence."""

    family: str
    mark: int | None
    sentence: str


class Known(NamedTuple):
    """What marks are held against: entities by id, and the witnesses that show something, by id."""

    entities: dict[str, records.Entity]
    witnesses: dict[str, witness_records.Witness]

    @classmethod
    def of(cls, dataset: Dataset) -> Known:
        """Collect it from a dataset."""
        return cls(
            {entity.id: entity for entity in dataset.records("entities")},
            {witness.id: witness for witness in dataset.records("witnesses")},
        )

    def names(self, entity: str) -> tuple[str, ...]:
        """Return the name and the aliases of an entity."""
        found = self.entities[entity]
        return (found.name, *found.aliases)


def faults(statement: Auditable, entry: records.AuditEntry, known: Known) -> Iterator[Fault]:
    """Yield what is wrong with a judgement of the statement as it stands now."""
    parts = {part.name: part for part in parts_of(statement.record)}
    clauses = {name for name, part in parts.items() if part.kind == "clauses"}
    said: dict[str, list[str]] = {name: [] for name in parts}
    for number, mark in enumerate(entry.marks):
        name, clause = split_part(mark.part, clauses)
        if name not in parts or (name in clauses and not clause):
            yield Fault("mark-of-nothing", number, _no_part(mark.part, parts, clauses))
            continue
        said[name].append(clause or "")
        if clause is not None and clause not in parts[name].value:
            yield Fault(
                "mark-of-nothing", number, f"“{clause}” does not stand in the {name}; copy the clause from it exactly"
            )
        for family, sentence in _form(mark, parts[name], statement, known):
            yield Fault(family, number, f"part '{mark.part}': {sentence}")
        if mark.words is not None:
            for family, sentence in _words(mark, parts, name, statement, known):
                yield Fault(family, number, f"part '{mark.part}': {sentence}")
    for name, part in parts.items():
        if not said[name]:
            what = f"'{name}: CLAUSE' for each clause of “{part.value}”" if name in clauses else f"'{name}'"
            yield Fault("part-unmarked", None, f"there is no mark of {what}; mark it, or say inferred or none")
        elif name in clauses and all(clause in part.value for clause in said[name]):
            left = uncovered(part, said[name])
            if left:
                yield Fault(
                    "part-unmarked", None, f"no clause holds “{left}” of the {name}; mark it as '{name}: {left}'"
                )


def _no_part(asked: str, parts: dict[str, Part], clauses: set[str]) -> str:
    shown = ", ".join(f"'{name}: CLAUSE'" if name in clauses else f"'{name}'" for name in parts)
    return f"there is no part '{asked}' here; the parts are {shown}"


def _form(mark: records.Mark, part: Part, statement: Auditable, known: Known) -> Iterator[tuple[str, str]]:
    if mark.general is not None and part.kind not in GENERAL:
        yield "mark-form", "'general' is for modes, devices and options; mark words, or say inferred or none"
    if mark.witness is not None and not _shows(mark.witness, statement, known):
        yield (
            "mark-form",
            f"no passed run of the witness '{mark.witness}' shows '{statement.id}'; name one that does, or mark words",
        )


def _shows(name: str, statement: Auditable, known: Known) -> bool:
    witness = known.witnesses.get(name)
    if witness is None or witness.run is None:
        return False
    run = witness.run
    if not (all(item.passed for item in run.artefacts) and all(item.passed for item in run.controls)):
        return False
    seen = statement.id in witness.steps or any(item.witness == name for item in statement.evidence)
    return seen or (
        isinstance(statement.record, records.Stage)
        and any(item.stage == statement.record.entity for item in run.artefacts)
    )


def _words(
    mark: records.Mark, parts: dict[str, Part], name: str, statement: Auditable, known: Known
) -> Iterator[tuple[str, str]]:
    evidence = statement.quotes.get(mark.quote or "")
    if evidence is None or evidence.quote is None or mark.words is None:
        yield "words-not-there", f"the statement has no quote '{mark.quote}'; point at one of its own"
        return
    if evidence.supports == "contradicts":
        yield "words-not-there", "this quote is kept because it contradicts; point at another"
    for key, words in (("words", mark.words), ("refers", mark.refers)):
        if words is not None and not occurrences(evidence.quote, words):
            yield "words-not-there", f"{key} “{words}” do not stand in that quote as whole words; copy them exactly"
            return
    if span_of(mark, evidence.quote) is None:
        count = len(occurrences(evidence.quote, mark.words))
        yield (
            "words-not-there",
            f"“{mark.words}” stands {count} times in that quote; say which with 'at', from 1 to {count}",
        )
    if parts[name].kind == "end":
        yield from _end(mark, parts, name, known)


def _end(mark: records.Mark, parts: dict[str, Part], name: str, known: Known) -> Iterator[tuple[str, str]]:
    entity = parts[name].value
    names = known.names(entity)
    words = mark.words or ""
    if mark.refers is not None and not is_name(words, names):
        if not points(words):
            yield (
                "end-not-named",
                f"“{words}” is no pronoun or phrase such as 'this …' or 'the …'; mark the name itself",
            )
        words = mark.refers
    if not is_name(words, names):
        shown = ", ".join(list(dict.fromkeys(names))[:6])
        yield (
            "end-not-named",
            f"“{words}” is no name or alias of '{entity}' ({shown}); mark its name alone, add the alias to the entity, "
            "or give the name that a pronoun stands for as 'refers'",
        )
        return
    others = {part.value for part in parts.values() if part.kind == "end"} - {entity}
    both = [other for other in sorted(others) if is_name(words, known.names(other))]
    if mark.as_ is not None and mark.as_ != entity:
        yield "name-of-both", f"'as' is '{mark.as_}', and this end is '{entity}'; correct it"
    elif both and mark.as_ is None:
        yield "name-of-both", f"“{words}” names '{both[0]}' as well; say which is meant with 'as: {entity}'"


def lost_hedges(statement: Auditable, entry: records.AuditEntry, known: Known) -> Iterator[Fault]:
    """Yield each hedge in a marked sentence that the statement drops and the marks do not answer.

    What is part of a name of the statement's ends hedges nothing.
    """
    clauses = {part.name for part in parts_of(statement.record) if part.kind == "clauses"}
    kept = {family for _, family in hedges(_statement_words(statement))}
    names = [name for part in parts_of(statement.record) if part.kind == "end" for name in known.names(part.value)]
    answered: dict[tuple[str, int], bool] = {}
    found: dict[tuple[str, int], tuple[int, str]] = {}
    for number, mark in enumerate(entry.marks):
        evidence = statement.quotes.get(mark.quote or "")
        span = span_of(mark, evidence.quote) if evidence and evidence.quote else None
        if evidence is None or evidence.quote is None or span is None:
            continue
        start, end = sentence_at(evidence.quote, span[0])
        place = (mark.quote or "", start)
        name, _ = split_part(mark.part, clauses)
        if mark.hedge or name.partition("/")[0] in ("mode", "device", "option", "unless", "qualifier"):
            answered[place] = True
        lost = [word for word, family in hedges(evidence.quote[start:end], names) if family not in kept]
        if lost:
            found.setdefault(place, (number, ", ".join(f"“{word}”" for word in dict.fromkeys(lost))))
    for place, (number, words) in sorted(found.items(), key=lambda item: item[1]):
        if not answered.get(place):
            yield Fault(
                "hedge-lost",
                number,
                f"its sentence says {words}, and the statement of '{statement.id}' does not; say it in the qualifier, "
                "an option or the text, or answer in the mark with 'hedge: why it does not limit this statement'",
            )


def _statement_words(statement: Auditable) -> str:
    record = statement.record
    words = [str(getattr(record, key, None) or "") for key in ("qualifier", "text", "note", "claim", "correction")]
    when = getattr(record, "when", None)
    if getattr(when, "modes", None):
        words.append("mode")
    words += getattr(when, "options", None) or ()
    words += getattr(when, "unless", None) or ()
    if getattr(when, "options", None) or getattr(when, "unless", None):
        words.append("option if")
    words += [f"{key} {value}" for key, value in (getattr(record, "qualifiers", None) or {}).items()]
    return " ".join(words)
