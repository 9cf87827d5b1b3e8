"""Every id that a record names exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..authoring.parts import parts_of
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
    if status is not None and status.replaced_by:
        yield ("status", "replaced_by"), "entities", status.replaced_by
    if collection == "entities":
        for key in ("part_of", "implemented_in"):
            yield from _each((key,), "entities", getattr(record, key))
    elif collection == "devices":
        yield ("entity",), "entities", record.entity
    elif collection == "links":
        yield ("from",), "entities", record.from_
        yield ("to",), "entities", record.to
        yield ("relation",), "relations", record.relation
    elif collection == "choices":
        yield from _choice(record)
    elif collection == "options":
        yield ("whose",), "entities", record.whose
        for index, effect in enumerate(record.effects):
            if effect.step is not None:
                yield ("effects", index, "step"), "steps", effect.step
            else:
                yield ("effects", index, "choice"), "choices", effect.choice
    elif collection == "looked":
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
    elif collection == "misconceptions":
        yield from _each(("stacks",), "stacks", record.stacks)
        yield from _each(("concerns",), "entities", record.concerns)
    elif collection == "facts":
        yield ("subject",), "entities", record.subject
    elif collection == "questions":
        yield from _each(("stacks",), "stacks", record.stacks)
    elif collection == "witnesses":
        yield from _each(("steps",), "steps", record.steps)
        yield from _each(("contradicts",), "steps", record.contradicts)
        for index, artefact in enumerate(record.run.artefacts if record.run else ()):
            yield ("run", "artefacts", index, "stage"), "entities", artefact.stage
    elif collection == "stacks":
        yield from _stack(record)


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
    for path, when in sorted(parts_of(record, (), When), key=lambda part: part[0][:1] == ("stages",)):
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
        if step.status.replaced_by:
            yield ("steps", index, "status", "replaced_by"), "entities", step.status.replaced_by


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


_FULL = (
    "stacks:\n- id: demo\n  steps:\n  - {from: alpha, relation: calls, to: beta, evidence: [{source: doc, "
    "key: beta-calls, quote: Alpha calls Beta for all the work that there is.}]}\n"
)

RULES = (
    Rule(
        "AG101",
        "dangling-id",
        "Every id that a record names exists: entities, sources, stacks, devices, relations, witnesses, steps, "
        "choices, options.",
        "entities:\n- {id: alpha, part_of: [omega]}\n",
        "entities:\n- {id: alpha, part_of: [omgea]}\n",
        _find,
    ),
    Rule(
        "AG121",
        "cite-dangling",
        "What a 'cite' refers to stands in full somewhere, with that key.",
        _FULL + "entities:\n- {id: alpha, evidence: [{cite: doc/beta-calls}]}\n",
        _FULL + "entities:\n- {id: alpha, evidence: [{cite: doc/beta-cals}]}\n",
        _cites,
    ),
)
