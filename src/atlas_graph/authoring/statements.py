"""The walk over a dataset: everything that carries evidence, with its id and its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..model.collections import WRITTEN
from ..model.identifiers import stage_id
from ..model.records import Evidence, Record
from .dataset import Dataset, Located, record_key
from .positions import Key


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that evidence stands behind.

    ``id`` is what audits and the release call it: steps, links, misconceptions, facts and entities go by their ids,
    stages by ``STACK/stage/ENTITY``. ``path`` leads to it within the ``located`` record, ``audited`` tells whether
    an auditor judges it.
    """

    id: str
    record: Any
    located: Located
    path: Key
    audited: bool


def statements(dataset: Dataset) -> Iterator[Statement]:
    """Yield everything in a dataset that carries evidence."""
    for row in WRITTEN:
        if row.evidence:
            for located in dataset.all(row.name):
                yield Statement(record_key(located.record), located.record, located, (), row.audited)
        elif row.name == "stacks":
            for located in dataset.all(row.name):
                yield from _of_stack(located)


def citations(dataset: Dataset) -> Iterator[tuple[Statement, Key, Evidence]]:
    """Yield each use of a piece of evidence: the statement, the path to it within the located record, and itself."""
    for statement in statements(dataset):
        for path, evidence in parts_of(statement.record, statement.path, Evidence):
            yield statement, path, evidence


def parts_of(value: Any, path: Key, wanted: type[Record]) -> Iterator[tuple[Key, Any]]:
    """Yield every record of a type in a value, itself included and however deep, with the path to it."""
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from parts_of(item, (*path, index), wanted)
    elif isinstance(value, Record):
        if isinstance(value, wanted):
            yield path, value
        for name, field in type(value).model_fields.items():
            inner = getattr(value, name)
            if isinstance(inner, tuple | Record):
                yield from parts_of(inner, (*path, field.alias or name), wanted)


def _of_stack(located: Located) -> Iterator[Statement]:
    stack = located.record
    for number, stage in enumerate(stack.stages):
        yield Statement(stage_id(stack.id, stage.entity), stage, located, ("stages", number), True)
    for number, step in enumerate(stack.steps):
        yield Statement(step.id_in(stack.id), step, located, ("steps", number), True)
