"""The records of witnesses: programs of ours that make a framework show its steps, and what they saw."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from .records import Date, Id, Record, Sha256, Text, When, as_tuple


class Artefact(Record):
    """One thing that a witness saw."""

    stage: Id
    name: Text
    kind: Text
    size: int = Field(ge=0, description="bytes")
    sha256: Sha256 | None = Field(default=None, description="only where it is deterministic")
    excerpt: Annotated[str, Field(max_length=300)] | None = None
    check: Text
    passed: bool


class Control(Record):
    """The negative control of a witness: what must be absent without the flag, mode or device."""

    description: Text
    passed: bool


class Run(Record):
    """The recorded run of a witness. Written by the runner, never by hand."""

    date: Date
    command: Text
    packages: dict[Text, Text]
    python: Text
    platform: Text
    device: Text
    artefacts: Annotated[tuple[Artefact, ...], BeforeValidator(as_tuple)] = Field(min_length=1)
    controls: Annotated[tuple[Control, ...], BeforeValidator(as_tuple)] = Field(min_length=1)


class Witness(Record):
    """A program of ours that makes a real framework show its steps, and the record of its last run."""

    id: Id
    title: Text
    program: Text = Field(description="file of the dataset, witnesses/ID/program.py")
    steps: Annotated[tuple[Text, ...], BeforeValidator(as_tuple)] = Field(description="ids of the steps seen")
    contradicts: Annotated[tuple[Text, ...], BeforeValidator(as_tuple)] = ()
    when: When = When()
    needs: Text | None = Field(default=None, description="a device or platform it cannot do without")
    run: Run | None = None
    previous: Annotated[tuple[Run, ...], BeforeValidator(as_tuple)] = ()
