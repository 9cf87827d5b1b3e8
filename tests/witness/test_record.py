"""The record of a run: what is written, what moves to the runs before, and what changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.errors import AtlasError, UnknownIdError
from atlas_graph.model.witness_records import Run, Witness
from atlas_graph.witness.compare import changes
from atlas_graph.witness.record import demand_steps, read_record, witness_record, write_record
from atlas_graph.witness.run import run_witness

from .fakes import GOOD, HEADER, write_program

DATASET = Path(__file__).parents[2] / "dataset"


def run_of(packages: dict[str, str] | None = None, **changed: Any) -> Run:
    artefacts = [
        {
            "stage": stage,
            "name": f"{stage}.txt",
            "kind": "k",
            "size": 3,
            "sha256": "0" * 64,
            "check": "c",
            "passed": True,
        }
        for stage in ("jaxpr", "stablehlo")
    ]
    base: dict[str, Any] = {
        "date": "2026-01-01",
        "command": "atlas-graph witness run fake",
        "packages": packages or {"JAX": "0.10"},
        "python": "CPython 3.11.7",
        "platform": "Linux x86_64",
        "device": "CPU",
        "artefacts": artefacts,
        "controls": [{"description": "none without jit", "passed": True}],
    }
    return Run.model_validate({**base, **changed})


def artefacts_of(run: Run, **changed: Any) -> list[dict[str, Any]]:
    first, *rest = (artefact.model_dump() for artefact in run.artefacts)
    return [{**first, **changed}, *rest]


def test_written_record_reads_back(tmp_path: Path) -> None:
    """What is written is a record of the dataset, with the run's date, versions, artefacts and control."""
    outcome = run_witness(write_program(tmp_path), cache=tmp_path / "cache")
    written = witness_record(outcome, date="2026-01-01")
    path = write_record(tmp_path, written)
    assert path == tmp_path / "witnesses" / "fake-thing" / "record.yaml"
    read = read_record(tmp_path, "fake-thing")
    assert read == written
    assert read is not None
    assert read.run is not None
    assert read.steps == ("jax/jax--traces-to--jaxpr", "jax/pjrt--runs-on--cpu")
    assert read.run.command == "atlas-graph witness run fake-thing"
    assert [artefact.stage for artefact in read.run.artefacts] == ["jaxpr", "cpu"]
    assert read.run.controls[0].passed


def test_the_same_observation_replaces_another_moves(tmp_path: Path) -> None:
    """A run that saw the very same only renews the date; one that saw something else keeps the old one before it."""
    outcome = run_witness(write_program(tmp_path), cache=tmp_path / "cache")
    first = witness_record(outcome, date="2026-01-01")
    again = witness_record(outcome, first, date="2026-01-02")
    assert again.run is not None
    assert (again.run.date, again.previous) == ("2026-01-02", ())
    other = run_witness(write_program(tmp_path, GOOD.replace("FORM of f", "FORM of g")), cache=tmp_path / "cache")
    third = witness_record(other, again, date="2026-01-03")
    fourth = witness_record(outcome, third, date="2026-01-04")
    assert [run.date for run in third.previous] == ["2026-01-02"]
    assert [run.date for run in fourth.previous] == ["2026-01-03", "2026-01-02"]


def test_broken_record_is_not_overwritten(tmp_path: Path) -> None:
    """A file that is not a record is named, not replaced."""
    path = tmp_path / "witnesses" / "fake-thing" / "record.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("id: [")
    with pytest.raises(AtlasError, match="remove it"):
        read_record(tmp_path, "fake-thing")


def test_new_version_with_the_same_stages() -> None:
    """A newer version that passes through the same stages says so in one line."""
    assert changes(run_of(), run_of({"JAX": "0.12"})) == ["JAX 0.10 → 0.12: same stages"]


def test_stage_that_is_no_longer_seen() -> None:
    """A stage that fails or is gone, and one that is new, are named."""
    old = run_of()
    failing = run_of({"JAX": "0.12"}, artefacts=artefacts_of(old, passed=False, check="it is not there"))
    assert changes(old, failing) == [
        "JAX 0.10 → 0.12: no longer seen: jaxpr; jaxpr.txt fails now: it is not there",
    ]
    renamed = run_of({"JAX": "0.12"}, artefacts=artefacts_of(old, stage="tracer", name="new.txt"))
    assert changes(old, renamed) == ["JAX 0.10 → 0.12: no longer seen: jaxpr; newly seen: tracer"]


def test_same_version_with_other_bytes() -> None:
    """Under the same versions other bytes are told, and another size or surroundings too."""
    old = run_of()
    assert changes(old, old) == ["same versions: same stages"]
    assert changes(old, run_of(artefacts=artefacts_of(old, sha256="1" * 64)))[1:] == ["jaxpr.txt: other bytes, 3 → 3"]
    assert changes(old, run_of(artefacts=artefacts_of(old, sha256=None, size=5)))[1:] == ["jaxpr.txt: 3 → 5 bytes"]
    assert changes(old, run_of(platform="Darwin arm64"))[1:] == ["platform: Linux x86_64 → Darwin arm64"]
    assert changes(run_of({"a": "1", "b": "1"}), run_of({"a": "1", "c": "2"})) == [
        "c 2 added, b 1 removed: same stages"
    ]
    lost = run_of(controls=[{"description": "none without jit", "passed": False}])
    assert changes(old, lost) == ["same versions: same stages; the control fails now: none without jit"]


def test_claims_are_held_against_the_dataset(tmp_path: Path) -> None:
    """A claimed step that the dataset has not, or that cannot hold where the program ran, is refused."""
    stacks = list(read_dataset(DATASET).records("stacks"))
    outcome = run_witness(write_program(tmp_path), cache=tmp_path / "cache")
    demand_steps(outcome, stacks)
    misspelt = HEADER.format(more="").replace("jax--traces-to--jaxpr", "jax--traces-to--japr")
    with pytest.raises(UnknownIdError, match="did you mean jax/jax--traces-to--jaxpr"):
        demand_steps(run_witness(write_program(tmp_path, header=misspelt), cache=tmp_path / "cache"), stacks)
    elsewhere = HEADER.format(more='when = { devices = ["tpu"] }')
    with pytest.raises(AtlasError, match="holds for the devices cpu, and fake-thing ran with tpu"):
        demand_steps(run_witness(write_program(tmp_path, header=elsewhere), cache=tmp_path / "cache"), stacks)


def test_records_in_the_dataset_were_written_by_runs() -> None:
    """Every record belongs to a registered program, claims what its header claims, and every check in it held."""
    from atlas_graph.witness.registry import programs

    known = programs(DATASET)
    for record in read_dataset(DATASET).records("witnesses"):
        assert isinstance(record, Witness)
        assert record.id in known, f"{record.id} has no program"
        header = known[record.id].header
        assert set(record.steps) <= set(header.steps), f"run {record.id} again with --write"
        assert record.run is not None
        assert [artefact.name for artefact in record.run.artefacts] == [spec.file for spec in header.artefacts]
