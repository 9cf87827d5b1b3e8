"""Sheets for readers who judge: statement, parts and numbered quotes, and nothing of what anyone thought of them.

A sheet is blind: no earlier verdict, no marks, none of the curator's doubts or conditions on single quotes.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from ..model import choices, records
from .audits import Auditable, auditables
from .dataset import Dataset
from .marking import verdict
from .statement_parts import parts_of

_KINDS = {"Step": "step", "Stage": "stage", "Link": "link", "Misconception": "misconception", "Fact": "fact"}


def sheet(
    dataset: Dataset, *, prefix: str = "", stack: str | None = None, unaudited: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield what a reader judges: id, digest, statement, its parts, and the quotes with headings and page titles.

    ``prefix`` limits it to ids that start with it (``jax/stage/``), ``stack`` to what is said of a stack,
    ``unaudited`` to what no second reader has marked as it stands now.
    """
    names = {entity.id: (entity.name, *entity.aliases) for entity in dataset.records("entities")}
    sources = {source.id: source for source in dataset.records("sources")}
    labels = {relation.id: relation.label for relation in dataset.records("relations")}
    readings = _readings(dataset, names, labels)
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset, prefix=prefix, stack=stack):
        if unaudited and is_marked(statement, filed.get(statement.id, [])):
            continue
        yield {
            "of": statement.id,
            "digest": statement.digest,
            "kind": kind_of(statement),
            "statement": _statement(statement.record, names, labels),
            "parts": _parts(statement, names, labels, readings),
            "evidence": [_shown(n, item, sources) for n, item in enumerate(statement.evidence, 1)],
        }


def sheet_text(item: dict[str, Any]) -> str:
    """Return one statement of a sheet as text.

    >>> print(sheet_text({"of": "a", "digest": "0" * 12, "kind": "link", "statement": "A is B.",
    ...     "parts": [{"part": "text: CLAUSE", "says": "A is B."}], "evidence": [{"n": 1, "quote": "A is a B."}]}))
    === a
    digest 000000000000
    <BLANKLINE>
      A is B.
    <BLANKLINE>
      text: CLAUSE  A is B.
    <BLANKLINE>
      [1] “A is a B.”
    <BLANKLINE>
    """
    lines = [f"=== {item['of']}", f"digest {item['digest']}", "", f"  {item['statement']}", ""]
    width = max(len(part["part"]) for part in item["parts"])
    for part in item["parts"]:
        names = f"  (named: {' | '.join(part['names'])})" if "names" in part else ""
        lines.append(f"  {part['part']:<{width}}  {part['says']}{names}")
    lines.append("")
    for shown in item["evidence"]:
        if "quote" in shown:
            lines.append(f"  [{shown['n']}] “{shown['quote']}”")
            place = [shown[key] for key in ("heading", "page", "publisher") if key in shown]
            if place:
                lines.append(f"      {' · '.join(place)}")
        else:
            lines.append(f"  [{shown['n']}] a recorded run of the witness {shown['witness']}")
    return "\n".join([*lines, ""])


def kind_of(statement: Auditable) -> str:
    """Return what a statement is: a step, stage, link, misconception, fact and so on."""
    name = type(statement.record).__name__
    return _KINDS.get(name, name.lower())


def filed_by_statement(dataset: Dataset) -> dict[str, list[records.AuditEntry]]:
    """Return all judgements that are filed, by the id of the statement."""
    filed: dict[str, list[records.AuditEntry]] = {}
    for entry in dataset.records("audits"):
        filed.setdefault(entry.of, []).append(entry)
    return filed


def is_marked(statement: Auditable, entries: list[records.AuditEntry]) -> bool:
    """Tell whether a second reader marked the statement as it stands now."""
    found = verdict(statement, entries)
    return found is not None and any(entry.marks for entry in found.entries)


def _readings(dataset: Dataset, names: dict[str, tuple[str, ...]], labels: dict[str, str]) -> dict[str, str]:
    """Return how ids are read that parts name: steps, devices, options, choices and entities."""
    found = {key: spelt[0] for key, spelt in names.items()}
    found |= {device.id: device.label for device in dataset.records("devices")}
    found |= {option.id: option.name for option in dataset.records("options")}
    for stack in dataset.records("stacks"):
        for step in stack.steps:
            ends = names[step.from_][0], names[step.to][0]
            found[step.id_in(stack.id)] = f"{ends[0]} {labels[step.relation]} {ends[1]}"
    return found


#: Parts whose value is an id, or ends in one.
_OF_IDS = frozenset({"device", "option", "unless", "among", "order", "default", "fallback", "overridden_by", "effect"})


def _parts(
    statement: Auditable, names: dict[str, tuple[str, ...]], labels: dict[str, str], readings: dict[str, str]
) -> list[dict[str, Any]]:
    titles = {f"mode/{mode.id}": f"{mode.title} ({mode.id})" for mode in getattr(statement.located.record, "modes", ())}
    found = []
    for part in parts_of(statement.record):
        shown: dict[str, Any] = {"part": f"{part.name}: CLAUSE" if part.kind == "clauses" else part.name}
        if part.kind == "end":
            shown |= {"says": names[part.value][0], "names": list(dict.fromkeys(names[part.value]))}
        elif part.kind == "relation":
            shown["says"] = labels.get(part.value, part.value)
        else:
            shown["says"] = titles.get(part.name, part.value)
            head, _, last = part.value.rpartition(" ")
            if part.name.partition("/")[0] in _OF_IDS and last in readings:
                shown["says"] = f"{head} {readings[last]}".strip()
        found.append(shown)
    return found


def _statement(record: Any, names: dict[str, tuple[str, ...]], labels: dict[str, str]) -> str:
    if isinstance(record, records.Step | records.Link):
        limit = f" ({record.qualifier})" if record.qualifier else ""
        return f"{names[record.from_][0]} — {labels[record.relation]}{limit} → {names[record.to][0]}. {record.text}"
    if isinstance(record, records.Stage):
        return f"{names[record.entity][0]}: {record.note}"
    if isinstance(record, records.Misconception):
        return f"Wrong: {record.claim} Right: {record.correction}"
    if isinstance(record, choices.Choice):
        return f"{names[record.chooser][0]} chooses. {record.text}"
    if isinstance(record, choices.Option):
        return f"{' or '.join((record.name, *record.aliases))}: an option ({record.kind}). {record.text}"
    if isinstance(record, records.Fact):
        qualifiers = ", ".join(f"{key} {value}" for key, value in sorted(record.qualifiers.items()))
        limits = f" ({qualifiers})" if qualifiers else ""
        unit = f" {record.unit}" if record.unit else ""
        return f"{names[record.subject][0]}: {record.property} = {record.value}{unit}{limits}"
    return str(record.text)


def _shown(number: int, evidence: records.Evidence, sources: dict[str, records.Source]) -> dict[str, Any]:
    source = sources.get(evidence.source or "")
    shown = {
        "n": number,
        "id": evidence.quote_id,
        "quote": evidence.quote,
        "heading": evidence.section,
        "page": source.title if source else None,
        "publisher": source.publisher if source else None,
        "witness": evidence.witness,
    }
    return {key: value for key, value in shown.items() if value is not None}


def sample(items: list[dict[str, Any]], count: int, seed: str) -> list[dict[str, Any]]:
    """Return ``count`` statements drawn at random, in their order: the same ones for the same seed and statements.

    A statement's place in the draw depends on its id alone, so that a change of one does not move the others.
    """
    lots = sorted(items, key=lambda item: sha256(f"{seed}\x1f{item['of']}".encode()).hexdigest())
    chosen = {item["of"] for item in lots[: max(count, 0)]}
    return [item for item in items if item["of"] in chosen]
