"""The command ``verify``: reports, the ledger, selections, interruptions and exit statuses."""

from __future__ import annotations

import copy
import csv
import hashlib
import io
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from atlas_graph.cli.main import main
from atlas_graph.verify.fetch import mirror
from atlas_graph.verify.ledger import read_ledger

from ..unit.rules.example_dataset import BASE, QUOTE, write

PAGE = f"# Guide\n\n{QUOTE} Beta runs on a Chip and on nothing else.\n"
DRIFTED = PAGE.replace("runs on a Chip", "may run on a Chip")


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A dataset of two quotes whose pinned copy is in a mirror; the current folder is above both."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "cache"))
    return given(tmp_path, PAGE)


def given(folder: Path, page: str) -> Path:
    copied = folder / "mirror" / "example.org" / "raw" / ("0" * 40) / "doc.md"
    copied.parent.mkdir(parents=True, exist_ok=True)
    copied.write_text(page, encoding="utf-8", newline="\n")
    records = copy.deepcopy(BASE)
    records["sources"][0]["pinned"]["sha256"] = hashlib.sha256(page.encode()).hexdigest()
    shutil.rmtree(folder / "dataset", ignore_errors=True)
    root = write(records, folder)
    (root / "ledger.jsonl").unlink(missing_ok=True)
    return root


def verify(*arguments: str) -> int:
    return main(["verify", "--dataset", "dataset", "--mirror", "mirror", *arguments])


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv", "markdown", "sarif", "junit"])
def test_all_green(dataset: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every quote stands: exit 0, a report that its reader can parse, and nothing on standard error."""
    assert verify("--format", form) == 0
    out, err = capsys.readouterr()
    assert err == ""
    match form:
        case "json":
            assert json.loads(out)["verdicts"] == {"match": 2}
        case "jsonl":
            assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["match", "match"]
        case "csv":
            assert [row["verdict"] for row in csv.DictReader(io.StringIO(out))] == ["match", "match"]
        case "sarif":
            assert json.loads(out)["runs"][0]["results"] == []
        case "junit":
            assert ElementTree.fromstring(out).get("failures") == "0"
        case _:
            assert "2" in out


def test_what_drifted_and_what_is_not_there(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A quote that means something else is exit 1, and a copy that is not in the mirror exit 3."""
    given(dataset.parent, DRIFTED)
    assert verify("--format", "json") == 1
    assert json.loads(capsys.readouterr().out)["verdicts"] == {"match": 1, "drift-meaning": 1}
    (dataset.parent / "mirror" / "example.org" / "raw" / ("0" * 40) / "doc.md").unlink()
    assert verify("--format", "json", "--no-cache") == 3
    assert json.loads(capsys.readouterr().out)["verdicts"] == {"unreachable": 2}


def test_write_then_only_failed(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--write`` fills the ledger, by which ``--only-failed`` and ``--since`` then choose."""
    given(dataset.parent, DRIFTED)
    assert verify("--write") == 1
    ledger = read_ledger(dataset / "ledger.jsonl")
    assert sorted(entry["pinned"]["verdict"] for entry in ledger.values()) == ["drift-meaning", "match"]
    capsys.readouterr()
    assert verify("--only-failed", "--format", "json") == 1
    assert json.loads(capsys.readouterr().out)["checked"] == 1
    assert verify("--since", "2000-01-01", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["checked"] == 0
    before = (dataset / "ledger.jsonl").read_bytes()
    assert verify("--write") == 1
    assert (dataset / "ledger.jsonl").read_bytes() == before


def test_a_ledger_that_cannot_be_written(
    dataset: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found is printed all the same, and a sentence says what to do."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert verify("--write", "--no-cache") == 2
    out, err = capsys.readouterr()
    assert "2 quotes looked up" in out
    assert "cannot be written (No space left on device)" in err
    monkeypatch.setattr("os.access", lambda *_: False)
    assert verify("--write", "--no-cache") == 2
    assert capsys.readouterr().out == ""


def test_an_interruption(dataset: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130 and the way to go on; the ledger is as it was."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mirror.Mirror, "fetch", interrupted)
    assert verify("--write") == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert "give the same command again" in err
    assert read_ledger(dataset / "ledger.jsonl") == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--stack", "dem"], "did you mean demo"),
        (["--source", "docs"], "did you mean doc"),
        (["--since", "2024-13-01"], "is not a date"),
        (["--deadline", "0"], "more than 0"),
        (["--deadline", "nan"], "more than 0"),
        (["--mirror", "nowhere"], "there is no folder nowhere"),
    ],
)
def test_usage(dataset: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage is exit 2 and one sentence that says what to do."""
    assert verify(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
