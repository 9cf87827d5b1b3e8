"""What the version history says: who wrote a statement, what changed since a revision, what a change touches."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.authoring.audits import auditables
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.authoring.history import changed_quotes, digests_at, identity, written_by
from atlas_graph.cli.main import main
from atlas_graph.errors import AtlasError

from ..rules.example_dataset import overlaid, write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
STEP = "demo/alpha--calls--beta"
OTHER = "demo/beta--runs-on--chip"


def git(folder: Path, *words: str, by: str = "First Author") -> None:
    who = ["-c", f"user.name={by}", "-c", "user.email=author@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A dataset in a repository, with one commit."""
    made = write(overlaid({}), tmp_path)
    git(made, "init", "-q")
    git(made, "config", "user.name", "First Author")
    git(made, "add", "-A")
    git(made, "commit", "-qm", "Begin")
    return made


def changed(folder: Path, old: str, new: str) -> None:
    path = folder / "stacks/demo.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def owned(folder: Path, name: str) -> dict[str, bool]:
    dataset = read_dataset(folder)
    own = written_by(dataset, name)
    return {statement.id: own(statement) for statement in auditables(dataset)}


def test_who_wrote_a_line_of_a_statement_is_its_author(folder: Path) -> None:
    """A statement is an author's own where any of its lines is, committed or not; its neighbours are not."""
    assert identity(folder) == "First Author"
    assert all(owned(folder, "First Author").values())
    assert not any(owned(folder, "Second Author").values())
    changed(folder, "The work reaches the chip.", "All of the work reaches it.")
    assert owned(folder, "Second Author")[OTHER]
    assert not owned(folder, "Second Author")[STEP]
    git(folder, "commit", "-qam", "Change", by="Second Author")
    assert owned(folder, "Second Author") == {name: name == OTHER for name in owned(folder, "Second Author")}


def test_judgements_without_a_round_are_by_who_works_here(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --by the name is that of the version history, and what is the author's own counts as none."""
    assert main(["audit", "sheet", "--dataset", str(folder), "--prefix", STEP, "--format", "jsonl"]) == 0
    item = json.loads(capsys.readouterr().out)
    marks: list[dict[str, Any]] = [{"part": name, "none": "Not read."} for name in ("from", "relation", "to")]
    marks.append({"part": "text: Work goes from one to the other", "none": "Not read."})
    path = folder.parent / "judgements.jsonl"
    path.write_text(json.dumps({"of": item["of"], "digest": item["digest"], "marks": marks}), encoding="utf-8")
    assert main(["audit", "file", str(path), "--dataset", str(folder)]) == 0
    written = (folder / "audits/demo.yaml").read_text(encoding="utf-8")
    assert "by: First Author\n" in written
    assert "own: true\n" in written


def test_a_sheet_of_what_changed_since_a_revision(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is new, or says something else than it did, is on the sheet."""
    assert digests_at(folder, "HEAD") == {one.id: one.digest for one in auditables(read_dataset(folder))}
    changed(folder, "The work reaches the chip.", "All of the work reaches it.")
    words = ["audit", "sheet", "--dataset", str(folder), "--changed-since", "HEAD", "--format", "jsonl"]
    assert main(words) == 0
    assert [json.loads(line)["of"] for line in capsys.readouterr().out.splitlines()] == [OTHER]


def test_quotes_that_a_change_touches(folder: Path) -> None:
    """A line of the ledger that is new or other than it was names its quote; nothing else does."""
    assert changed_quotes(folder, "HEAD") == frozenset()
    ledger = folder / "ledger.jsonl"
    lines = ledger.read_text(encoding="utf-8").splitlines()
    forged = lines[0].replace("Found.", "Found it.")
    ledger.write_text("\n".join([forged, *lines[1:]]) + "\n", encoding="utf-8")
    assert changed_quotes(folder, "HEAD") == frozenset({json.loads(forged)["id"]})
    with pytest.raises(AtlasError, match="no such revision"):
        changed_quotes(folder, "nowhere")
