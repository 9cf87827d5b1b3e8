"""The command, from arguments to exit status."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from atlas_graph.cli.main import main

from .fakes import GOOD, write_program

DATASET = Path(__file__).parents[2] / "dataset"


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the dataset with the fake program as its only witness, and a cache of its own."""
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "cache"))
    shutil.copytree(DATASET, tmp_path / "dataset")
    for folder in ("witnesses", "audits"):  # marks point at the runs of the real ones
        shutil.rmtree(tmp_path / "dataset" / folder, ignore_errors=True)
    for file in (tmp_path / "dataset" / "stacks").rglob("*.yaml"):  # and so does some evidence
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"(?m)^ *- \{class: observation, .*\n", "", text), encoding="utf-8")
    write_program(tmp_path / "dataset" / "witnesses")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_run_prints_stage_by_stage(fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run prints each artefact with its size, check and first lines, then the control and the steps."""
    assert main(["witness", "run", "fake-thing"]) == 0
    out = capsys.readouterr().out
    assert "ok   jaxpr: form.txt, 9 bytes: it has its form\n     | FORM of f\n" in out
    assert "ok   control: without the compiler there is no form (no form.txt)\n" in out
    assert "shows jax/jax--traces-to--jaxpr\n" in out


def test_written_run_is_listed_and_shown(fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What --write enters, the other actions read, and the next run compares with."""
    assert main(["witness", "run", "fake-thing", "--write"]) == 0
    assert "written: dataset/witnesses/fake-thing/record.yaml" in capsys.readouterr().err.replace("\\", "/")
    assert main(["witness", "list", "--dataset", "dataset", "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["id"], row["steps"], row["device"]) == ("fake-thing", 2, "CPU")
    assert main(["witness", "show", "fake-thing", "--dataset", "dataset"]) == 0
    assert "ok   jaxpr: form.txt, 9 bytes: it has its form" in capsys.readouterr().out
    assert main(["witness", "run", "fake-thing", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["changes"] == ["same versions: same stages"]
    assert result["run"]["artefacts"][0]["stage"] == "jaxpr"


def test_run_that_falls_short_says_no(fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A failed check is exit status 1, with the reason."""
    write_program(fake / "dataset" / "witnesses", GOOD.replace("FORM of f", "junk"))
    assert main(["witness", "run", "fake-thing"]) == 1
    assert "FAIL jaxpr: form.txt, 4 bytes: form of the function: the words FORM not found" in capsys.readouterr().out


def test_crash_is_not_recorded(fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that crashes is no observation: exit status 1, and nothing is written."""
    write_program(fake / "dataset" / "witnesses", "raise SystemExit('broken')")
    assert main(["witness", "run", "fake-thing", "--write"]) == 1
    assert "ended with status 1: broken" in capsys.readouterr().err
    assert not (fake / "dataset" / "witnesses" / "fake-thing" / "record.yaml").exists()


def test_timeout_is_incomplete(fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that runs out of time is exit status 3."""
    write_program(fake / "dataset" / "witnesses", "import time; time.sleep(60)")
    assert main(["witness", "run", "fake-thing", "--timeout", "0.5"]) == 3
    assert "allow more with --timeout" in capsys.readouterr().err


def test_missing_device_is_incomplete(fake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A witness that cannot be run here is exit status 3, in one sentence."""
    write_program(fake / "dataset" / "witnesses", more='needs = "a TPU"\nneeds_file = "/nowhere/accel0"')
    assert main(["witness", "run", "fake-thing"]) == 3
    assert capsys.readouterr().err == (
        "atlas-graph: fake-thing needs a TPU, and none is seen here; run it where there is one\n"
    )


@pytest.mark.parametrize(
    "words",
    [["run", "other"], ["run", "fake-thing", "--timeout", "0"], ["run", "fake-thing", "--write", "--dataset", "x"]],
)
def test_wrong_use_is_said(fake: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong id, limit or folder is exit status 2 in one sentence."""
    assert main(["witness", *words]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("atlas-graph")


def test_without_a_checkout_only_the_records_are_there(
    fake: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is a release and no dataset, runs are listed and shown, and 'run' says where programs lie."""
    assert main(["witness", "run", "fake-thing", "--write"]) == 0
    assert main(["build", "--dataset", "dataset", "-o", "built"]) == 0
    (release,) = (fake / "built").glob("atlas-graph-*.json")
    monkeypatch.setattr("atlas_graph.loading._TREE", str(fake / "nowhere"))
    (fake / "away").mkdir()
    monkeypatch.chdir(fake / "away")
    capsys.readouterr()
    assert main(["witness", "list", "--release", str(release)]) == 0
    assert capsys.readouterr().out.startswith("fake-thing  A fake framework  (run ")
    assert main(["witness", "show", "fake-thing", "--release", str(release)]) == 0
    assert "ok   jaxpr: form.txt, 9 bytes: it has its form" in capsys.readouterr().out
    assert main(["witness", "show", "fake-thin", "--release", str(release)]) == 2
    assert "did you mean fake-thing" in capsys.readouterr().err
    assert main(["witness", "run", "fake-thing", "--release", str(release)]) == 2
    assert "there is no dataset here, and a witness's program lies in one; name the" in capsys.readouterr().err
