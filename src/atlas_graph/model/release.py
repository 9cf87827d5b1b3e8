"""The release: the records of the dataset as they are published, with the ids and audits that compiling adds.

``scripts/generate_schema.py`` publishes this model as ``schema/release.schema.json``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from . import records as r
from .records import Record, Text


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Linked(Record):
    """A record of the release with what makes it JSON-LD: its IRI and its class.

    Whoever reads the release as JSON can pass over every key that starts with ``@``.
    """

    iri: Text = Field(alias="@id", description="the record's IRI, relative to the base IRI")


class ReleasedEvidence(Linked, r.Evidence):
    """Evidence with its quote's id, under which the ledger speaks of it."""

    type_: Literal["Evidence"] = Field(alias="@type")
    id: Text | None = Field(default=None, description="SOURCE#HEX; absent for an observation")


class ReleasedAudit(Linked, r.Audit):
    """An audit, a node of its own."""

    type_: Literal["Audit"] = Field(alias="@type")


Released = Annotated[tuple[ReleasedEvidence, ...], BeforeValidator(_tuple)]


class ReleasedDevice(Linked, r.Device):
    """A device, a concept of its scheme."""

    type_: Literal["Device"] = Field(alias="@type")


class ReleasedRelation(Linked, r.Relation):
    """A relation, which is a property of the vocabulary."""

    type_: Literal["Relation"] = Field(alias="@type")


class ReleasedEntity(Linked, r.Entity):
    """An entity whose evidence has ids."""

    type_: Literal["Entity"] = Field(alias="@type")
    evidence: Released = ()


class ReleasedPinned(Linked, r.Pinned):
    """The pinned copy of a source."""

    type_: Literal["PinnedCopy"] = Field(alias="@type")


class ReleasedSource(Linked, r.Source):
    """A source and its pinned copy."""

    type_: Literal["Source"] = Field(alias="@type")
    pinned: ReleasedPinned


class Quote(Linked):
    """A distinct quote of the release: what is looked for in a source."""

    type_: Literal["TextQuoteSelector"] = Field(alias="@type")
    id: Text = Field(description="SOURCE#HEX, the id that evidence and ledger use")
    source: r.Id
    exact: Text = Field(description="the words of the quote")
    section: Text | None = None
    prefix: Text | None = None
    suffix: Text | None = None


class ReleasedMode(Linked, r.Mode):
    """A mode as a stack declares it."""

    type_: Literal["DeclaredMode"] = Field(alias="@type")


class ReleasedOutOfScope(Linked, r.OutOfScope):
    """Something a stack does not cover."""

    type_: Literal["OutOfScope"] = Field(alias="@type")


class ReleasedExclusion(Linked, r.Exclusion):
    """Modes and devices that do not go together."""

    type_: Literal["Exclusion"] = Field(alias="@type")


class ReleasedStage(Linked, r.Stage):
    """A stage whose evidence has ids."""

    type_: Literal["Stage"] = Field(alias="@type")
    evidence: Released = Field(min_length=1)
    audit: ReleasedAudit | None = None


class ReleasedStep(Linked, r.Step):
    """A step with its id."""

    type_: Literal["Step"] = Field(alias="@type")
    id: Text
    evidence: Released = Field(min_length=1)
    audit: ReleasedAudit | None = None


class ReleasedStack(Linked, r.Stack):
    """A stack of released stages and steps."""

    type_: Literal["Stack"] = Field(alias="@type")
    modes: Annotated[tuple[ReleasedMode, ...], BeforeValidator(_tuple)] = Field(min_length=1)
    out_of_scope: Annotated[tuple[ReleasedOutOfScope, ...], BeforeValidator(_tuple)] = ()
    excludes: Annotated[tuple[ReleasedExclusion, ...], BeforeValidator(_tuple)] = ()
    stages: Annotated[tuple[ReleasedStage, ...], BeforeValidator(_tuple)] = Field(min_length=1)
    steps: Annotated[tuple[ReleasedStep, ...], BeforeValidator(_tuple)] = Field(min_length=1)


class ReleasedLink(Linked, r.Link):
    """A link with its id."""

    type_: Literal["Link"] = Field(alias="@type")
    id: Text
    evidence: Released = Field(min_length=1)
    audit: ReleasedAudit | None = None


class ReleasedMisconception(Linked, r.Misconception):
    """A misconception whose evidence has ids."""

    type_: Literal["Misconception"] = Field(alias="@type")
    evidence: Released = Field(min_length=1)
    audit: ReleasedAudit | None = None


class ReleasedFact(Linked, r.Fact):
    """A fact whose evidence has ids."""

    type_: Literal["Fact"] = Field(alias="@type")
    evidence: Released = Field(min_length=1)
    audit: ReleasedAudit | None = None


class ReleasedArtefact(Linked, r.Artefact):
    """An artefact of a run."""

    type_: Literal["Artefact"] = Field(alias="@type")


class ReleasedControl(Linked, r.Control):
    """A negative control of a run."""

    type_: Literal["Control"] = Field(alias="@type")


class ReleasedRun(Linked, r.Run):
    """A run of a witness."""

    type_: Literal["Run"] = Field(alias="@type")
    artefacts: Annotated[tuple[ReleasedArtefact, ...], BeforeValidator(_tuple)] = Field(min_length=1)
    controls: Annotated[tuple[ReleasedControl, ...], BeforeValidator(_tuple)] = Field(min_length=1)


class ReleasedWitness(Linked, r.Witness):
    """A witness and its runs."""

    type_: Literal["Witness"] = Field(alias="@type")
    run: ReleasedRun | None = None
    previous: Annotated[tuple[ReleasedRun, ...], BeforeValidator(_tuple)] = ()


class ReleasedQuestion(Linked, r.Question):
    """A golden question."""

    type_: Literal["Question"] = Field(alias="@type")


class ReleasedCheck(Linked, r.Check):
    """The outcome of looking for a quote."""

    type_: Literal["Check"] = Field(alias="@type")


class ReleasedLedgerEntry(Linked, r.LedgerEntry):
    """What is known of one quote; the same node as the quote."""

    type_: Literal["CheckedQuote"] = Field(alias="@type")
    pinned: ReleasedCheck | None = None
    live: ReleasedCheck | None = None


class Release(Linked):
    """Everything in one file, which is JSON and JSON-LD at once."""

    context: dict[Text, Any] = Field(alias="@context", description="the JSON-LD context, in full")
    schema_: r.HttpUrl = Field(alias="$schema")
    type_: Literal["Release"] = Field(alias="@type")
    format: int = Field(description="version of this layout; a reader refuses what is newer than it knows")
    name: Text
    title: Text
    version: Text
    date: r.Date
    licence: Text
    base: Text
    description: Text
    devices: Annotated[tuple[ReleasedDevice, ...], BeforeValidator(_tuple)]
    relations: Annotated[tuple[ReleasedRelation, ...], BeforeValidator(_tuple)]
    entities: Annotated[tuple[ReleasedEntity, ...], BeforeValidator(_tuple)]
    sources: Annotated[tuple[ReleasedSource, ...], BeforeValidator(_tuple)]
    quotes: Annotated[tuple[Quote, ...], BeforeValidator(_tuple)]
    stacks: Annotated[tuple[ReleasedStack, ...], BeforeValidator(_tuple)]
    links: Annotated[tuple[ReleasedLink, ...], BeforeValidator(_tuple)]
    misconceptions: Annotated[tuple[ReleasedMisconception, ...], BeforeValidator(_tuple)]
    facts: Annotated[tuple[ReleasedFact, ...], BeforeValidator(_tuple)]
    witnesses: Annotated[tuple[ReleasedWitness, ...], BeforeValidator(_tuple)]
    questions: Annotated[tuple[ReleasedQuestion, ...], BeforeValidator(_tuple)]
    ledger: Annotated[tuple[ReleasedLedgerEntry, ...], BeforeValidator(_tuple)]
