"""The walk over a dataset: everything that carries evidence, with its id and its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..model.collections import WRITTEN
from ..model.identifiers import stage_id
from ..model.records import Evidence, Stack, WrittenEvidence
from .dataset import Dataset, record_key
from .located import Located
from .nested_records import nested_records
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
        for path, evidence in nested_records(statement.record, statement.path, Evidence):
            yield statement, path, evidence


def _of_stack(located: Located) -> Iterator[Statement]:
    stack = located.record
    for number, stage in enumerate(stack.stages):
        yield Statement(stage_id(stack.id, stage.entity), stage, located, ("stages", number), True)
    for number, step in enumerate(stack.steps):
        yield Statement(step.id_in(stack.id), step, located, ("steps", number), True)


@dataclass(frozen=True, slots=True)
class Written:
    """One piece of evidence as it is written: what it is evidence of, its place, and itself."""

    statement: Statement
    path: Key
    evidence: Any

    @property
    def kind(self) -> str:
        """Return what it is evidence of: a step, a stage, or a record of a collection in lower case."""
        return type(self.statement.record).__name__.lower()

    @property
    def stack(self) -> str:
        """Return the stack that it is written in, empty outside any."""
        record = self.statement.located.written
        return record.id if isinstance(record, Stack) else ""


def written(dataset: Dataset) -> Iterator[Written]:
    """Yield the evidence of a dataset as it is written, in the order of the files."""
    for statement in statements(dataset):
        own = statement.located.written
        for part in statement.path:
            own = own[part] if isinstance(part, int) else getattr(own, part)
        for path, evidence in nested_records(own, statement.path, WrittenEvidence):
            yield Written(statement, path, evidence)
