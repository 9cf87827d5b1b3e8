"""The dataset's record of a witness, made from a run and never by hand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from ..errors import AtlasError, UnknownIdError
from ..files import write_file
from ..model.records import Stack
from ..model.suggest import nearest
from ..model.witness_records import Artefact, Control, Run, Witness
from .compare import same_observation
from .registry import FOLDER, PROGRAM, RECORD
from .run import RunResult


def run_record(outcome: RunResult, date: str | None = None) -> Run:
    """Return the record of a run; ``date`` is the UTC date, today's by default."""
    return Run(
        date=date or datetime.now(UTC).date().isoformat(),
        command=f"atlas-graph witness run {outcome.program.id}",
        packages=outcome.environment.packages,
        python=outcome.environment.python,
        platform=outcome.environment.platform,
        device=outcome.program.header.device,
        artefacts=tuple(
            Artefact(
                stage=seen.spec.stage,
                name=seen.spec.file,
                kind=seen.spec.kind,
                size=seen.size,
                sha256=seen.sha256,
                excerpt=seen.excerpt,
                check=seen.said,
                passed=seen.passed,
            )
            for seen in outcome.artefacts
        ),
        controls=tuple(
            Control(description=f"{seen.spec.description} ({seen.said})", passed=seen.passed)
            for seen in outcome.controls
        ),
    )


def witness_record(outcome: RunResult, old: Witness | None = None, date: str | None = None) -> Witness:
    """Return the witness's record: this run, and before it the runs of ``old`` that saw something else."""
    program, run = outcome.program, run_record(outcome, date)
    previous: tuple[Run, ...] = old.previous if old else ()
    if old is not None and old.run is not None and not same_observation(old.run, run):
        previous = (old.run, *previous)
    return Witness(
        id=program.id,
        title=program.header.title,
        program=f"{FOLDER}/{program.id}/{PROGRAM}",
        steps=outcome.steps,
        contradicts=outcome.contradicts,
        when=program.header.when,
        needs=program.header.needs,
        run=run,
        previous=previous,
    )


def read_record(dataset: Path, witness: str) -> Witness | None:
    """Return the record in a dataset folder, None where there is none yet.

    Raises:
        AtlasError: when the file there is not a record.
    """
    path = _path(dataset, witness)
    if not path.is_file():
        return None
    try:
        return Witness.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (ValueError, yaml.YAMLError) as error:
        raise AtlasError(f"{path} is not a witness's record; remove it and run the witness again") from error


def write_record(dataset: Path, record: Witness) -> Path:
    """Write a record into a dataset folder and return its file."""
    path = _path(dataset, record.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = record.model_dump(mode="json", exclude_defaults=True)
    head = f"# Written by `atlas-graph witness run {record.id} --write`; not edited by hand.\n"
    text = yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    write_file(path, (head + text).encode())
    return path


def demand_steps(outcome: RunResult, stacks: Iterable[Stack]) -> None:
    """Check that every step that the program claims is in the dataset and can hold where the program ran.

    Raises:
        UnknownIdError: when a step is not there; it names the nearest.
        AtlasError: when a step does not hold under the header's modes or devices.
    """
    steps = {step.id_in(stack.id): step for stack in stacks for step in stack.steps}
    header = outcome.program.header
    for claimed in (*header.steps, *header.contradicts):
        if claimed not in steps:
            raise UnknownIdError("step", claimed, tuple(nearest(claimed, steps)), ())
        for what in ("modes", "devices"):
            ran, holds = getattr(header.when, what), getattr(steps[claimed].when, what)
            if ran and holds and not set(ran) & set(holds):
                raise AtlasError(
                    f"{claimed} holds for the {what} {', '.join(holds)}, and {outcome.program.id} ran with "
                    f"{', '.join(ran)}; take it out of the program's header"
                )


class _Dumper(yaml.SafeDumper):
    """Text of several lines as a block, so that a record's excerpts can be read and compared line by line."""

    def represent_text(self, text: str) -> Any:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _Dumper.represent_text)


def _path(dataset: Path, witness: str) -> Path:
    return dataset / FOLDER / witness / RECORD
