"""The release: the records of the dataset as they are published, with the ids and audits that compiling adds.

``scripts/generate_schema.py`` publishes this model as ``schema/release.schema.json``.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from . import records as r
from .records import Record, Text


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class ReleasedEvidence(r.Evidence):
    """Evidence with its quote's id, under which the ledger speaks of it."""

    id: Text | None = Field(default=None, description="SOURCE#HEX; absent for an observation")


Released = Annotated[tuple[ReleasedEvidence, ...], BeforeValidator(_tuple)]


class ReleasedEntity(r.Entity):
    """An entity whose evidence has ids."""

    evidence: Released = ()


class ReleasedStage(r.Stage):
    """A stage whose evidence has ids."""

    evidence: Released = Field(min_length=1)


class ReleasedStep(r.Step):
    """A step with its id."""

    id: Text
    evidence: Released = Field(min_length=1)


class ReleasedStack(r.Stack):
    """A stack of released stages and steps."""

    stages: Annotated[tuple[ReleasedStage, ...], BeforeValidator(_tuple)] = Field(min_length=1)
    steps: Annotated[tuple[ReleasedStep, ...], BeforeValidator(_tuple)] = Field(min_length=1)


class ReleasedLink(r.Link):
    """A link with its id."""

    id: Text
    evidence: Released = Field(min_length=1)


class ReleasedMisconception(r.Misconception):
    """A misconception whose evidence has ids."""

    evidence: Released = Field(min_length=1)


class ReleasedFact(r.Fact):
    """A fact whose evidence has ids."""

    evidence: Released = Field(min_length=1)


class Release(Record):
    """Everything in one file."""

    format: int = Field(description="version of this layout; a reader refuses what is newer than it knows")
    name: Text
    title: Text
    version: Text
    date: r.Date
    licence: Text
    base: Text
    description: Text
    devices: Annotated[tuple[r.Device, ...], BeforeValidator(_tuple)]
    relations: Annotated[tuple[r.Relation, ...], BeforeValidator(_tuple)]
    entities: Annotated[tuple[ReleasedEntity, ...], BeforeValidator(_tuple)]
    sources: Annotated[tuple[r.Source, ...], BeforeValidator(_tuple)]
    stacks: Annotated[tuple[ReleasedStack, ...], BeforeValidator(_tuple)]
    links: Annotated[tuple[ReleasedLink, ...], BeforeValidator(_tuple)]
    misconceptions: Annotated[tuple[ReleasedMisconception, ...], BeforeValidator(_tuple)]
    facts: Annotated[tuple[ReleasedFact, ...], BeforeValidator(_tuple)]
    witnesses: Annotated[tuple[r.Witness, ...], BeforeValidator(_tuple)]
    questions: Annotated[tuple[r.Question, ...], BeforeValidator(_tuple)]
    ledger: Annotated[tuple[r.LedgerEntry, ...], BeforeValidator(_tuple)]
