"""Every id that a record names exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..authoring.nested_records import nested_records
from ..authoring.statements import citations, written
from ..model.records import When
from ..model.suggest import nearest
from .rule import Found, Rule

Path = tuple[str | int, ...]
Named = tuple[Path, str, str]  # path in the record, collection, id


def _find(dataset: Dataset) -> Iterator[Found]:
    known = {
        name: {record.id for record in dataset.records(name)}
        for name in ("entities", "sources", "stacks", "devices", "relations", "witnesses", "choices", "options")
    }
    known["steps"] = {step.id_in(stack.id) for stack in dataset.records("stacks") for step in stack.steps}
    known["entities or devices"] = known["entities"] | known["devices"]
    known["steps or entities"] = known["entities"] | known["steps"]
    for located, path, target, name in _all_named(dataset):
        if name not in known[target]:
            close = nearest(name, known[target])
            hint = f"did you mean {' or '.join(close)}?" if close else "add it, or correct the id"
            yield located, path, f"there is no '{name}' among the {target}; {hint}"


def _all_named(dataset: Dataset) -> Iterator[tuple[Located, Path, str, str]]:
    for statement, path, evidence in citations(dataset):
        if evidence.source is not None:
            yield statement.located, (*path, "source"), "sources", evidence.source
        if evidence.witness is not None:
            yield statement.located, (*path, "witness"), "witnesses", evidence.witness
    for collection in dataset.collections:
        for located in dataset.all(collection):
            for path, target, name in _named(collection, located):
                yield located, path, target, name


def _named(collection: str, located: Located) -> Iterator[Named]:
    record = located.record
    yield from _conditions(record)
    status = getattr(record, "status", None)
    if status is not None:
        yield from _instead((), status)
    for key, target in _FIELDS.get(collection, {}).items():
        value = getattr(record, "from_" if key == "from" else key)
        if isinstance(value, str):
            yield (key,), target, value
        else:
            yield from _each((key,), target, value)
    if collection in _OTHERS:
        yield from _OTHERS[collection](record)


#: Of each collection: the fields that name records, one or several, and the collection of those.
_FIELDS = {
    "entities": {"part_of": "entities", "implemented_in": "entities"},
    "devices": {"entity": "entities"},
    "links": {"from": "entities", "to": "entities", "relation": "relations"},
    "options": {"whose": "entities", "stacks": "stacks"},
    "misconceptions": {"stacks": "stacks", "concerns": "entities"},
    "facts": {"subject": "entities"},
    "questions": {"stacks": "stacks"},
    "witnesses": {"steps": "steps", "contradicts": "steps"},
}


def _option(record: Any) -> Iterator[Named]:
    for index, effect in enumerate(record.effects):
        if effect.step is not None:
            yield ("effects", index, "step"), "steps", effect.step
        else:
            yield ("effects", index, "choice"), "choices", effect.choice


def _looked(record: Any) -> Iterator[Named]:
    for key, target, name in (
        ("stack", "stacks", record.of.stack),
        ("from", "entities", record.of.from_),
        ("to", "entities", record.of.to),
    ):
        if name is not None:
            yield ("of", key), target, name
    for index, name in enumerate(record.read):
        if not name.startswith(("https://", "http://", "pkg:")):
            yield ("read", index), "sources", name


def _witness(record: Any) -> Iterator[Named]:
    for index, artefact in enumerate(record.run.artefacts if record.run else ()):
        yield ("run", "artefacts", index, "stage"), "entities", artefact.stage


def _cites(dataset: Dataset) -> Iterator[Found]:
    keys = {f"{item.evidence.source}/{item.evidence.key}" for item in written(dataset) if item.evidence.key}
    for item in written(dataset):
        cite = item.evidence.cite
        if cite is not None and cite not in keys:
            close = nearest(cite, keys)
            hint = f"did you mean {' or '.join(close)}?" if close else "write the quote here in full"
            yield item.statement.located, (*item.path, "cite"), f"no quote has the key '{cite}'; {hint}"


def _conditions(record: Any) -> Iterator[Named]:
    """Yield the options that conditions name, each once: a stage has the conditions of its steps' evidence as well."""
    seen: set[str] = set()
    for path, when in sorted(nested_records(record, (), When), key=lambda part: part[0][:1] == ("stages",)):
        for key in ("options", "unless"):
            for index, name in enumerate(getattr(when, key) or ()):
                if name not in seen:
                    seen.add(name)
                    yield (*path, key, index), "options", name


def _stack(stack: Any) -> Iterator[Named]:
    yield ("entry",), "entities", stack.entry
    yield from _each(("devices",), "devices", stack.devices)
    yield from _each(("continues",), "stacks", stack.continues)
    for index, item in enumerate(stack.out_of_scope):
        yield from _each(("out_of_scope", index, "concerns"), "entities or devices", item.concerns)
    for index, stage in enumerate(stack.stages):
        yield ("stages", index, "entity"), "entities", stage.entity
    for index, step in enumerate(stack.steps):
        yield ("steps", index, "from"), "entities", step.from_
        yield ("steps", index, "to"), "entities", step.to
        yield ("steps", index, "relation"), "relations", step.relation
        yield from _instead(("steps", index), step.status)


def _instead(path: Path, status: Any) -> Iterator[Named]:
    """Yield what has taken the place of something."""
    for key, target in (("replaced_by", "entities"), ("replaced_by_option", "options")):
        name = getattr(status, key)
        if name:
            yield (*path, "status", key), target, name


def _each(path: tuple[str | int, ...], target: str, names: tuple[str, ...]) -> Iterator[Named]:
    for index, name in enumerate(names):
        yield (*path, index), target, name


def _choice(choice: Any) -> Iterator[Named]:
    yield ("chooser",), "entities", choice.chooser
    if choice.stack is not None:
        yield ("stack",), "stacks", choice.stack
    yield from _each(("among",), "steps or entities", choice.among)
    yield from _each(("overridden_by",), "options", choice.overridden_by)
    yield from _each(("when", "devices"), "devices", choice.when.devices or ())


RULES = (
    Rule("AG101", "dangling-id", _find),
    Rule("AG121", "cite-dangling", _cites),
)


#: What names other records elsewhere than in a field of its own.
_OTHERS: dict[str, Callable[[Any], Iterator[Named]]] = {
    "choices": _choice,
    "options": _option,
    "looked": _looked,
    "witnesses": _witness,
    "stacks": _stack,
}
