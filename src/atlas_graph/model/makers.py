"""Whether a source speaks of its own maker's thing.

A piece of evidence is *first-party* where the publisher of its source is a maker of what the statement is about: of
one of the two ends of a step or link, the subject of a fact, the reader of an option, the chooser of a choice, the
things that a misconception is about (or those its stacks begin with), the ends of a look. The makers of an entity are
those that it names, or where it names none those of what it is part of. Of a thing that nobody makes, such as an
idea, no evidence is first-party.
"""

from __future__ import annotations

from typing import Any

from .collections import receipts, statements


def say_whose(release: dict[str, Any]) -> None:
    """Write ``first_party`` on every quote that a release cites."""
    makers = makers_of(release["entities"])
    publishers = {source["id"]: source["publisher"] for source in release["sources"]}
    entries = {stack["id"]: stack["entry"] for stack in release["stacks"]}
    for _, kind, record in statements(release):
        own = {maker for name in _subjects(kind, record, entries) for maker in makers.get(name, ())}
        for evidence in receipts(record):
            if "source" in evidence:
                evidence["first_party"] = publishers.get(evidence["source"]) in own


def makers_of(entities: list[dict[str, Any]]) -> dict[str, frozenset[str]]:
    """Return the makers of each entity by its id: its own, or those of what it is part of, however far up."""
    records = {entity["id"]: entity for entity in entities}
    found: dict[str, frozenset[str]] = {}

    def makers(name: str, seen: frozenset[str]) -> frozenset[str]:
        if name not in found:
            record = records.get(name, {})
            wholes = [whole for whole in record.get("part_of", ()) if whole not in seen]
            inherited = (maker for whole in wholes for maker in makers(whole, seen | {name}))
            found[name] = frozenset(record.get("makers") or inherited)
        return found[name]

    for name in records:
        makers(name, frozenset({name}))
    return found


def _subjects(kind: str, record: dict[str, Any], entries: dict[str, str]) -> list[str]:
    match kind:
        case "entity":
            return [record["id"]]
        case "stage":
            return [record["entity"]]
        case "step" | "link":
            return [record["from"], record["to"]]
        case "fact":
            return [record["subject"]]
        case "option":
            return [record["whose"]]
        case "choice":
            return [record["chooser"]]
        case "misconception":
            return record.get("concerns") or [entries[stack] for stack in record["stacks"] if stack in entries]
        case "looked":
            of = record["of"]
            return [entries[of["stack"]]] if of.get("stack") in entries else [of.get("from", ""), of.get("to", "")]
    raise AssertionError(kind)
