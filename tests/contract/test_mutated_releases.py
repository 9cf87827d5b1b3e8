"""A release that is spoilt, however, gets a sentence or an answer from every command, and never an internal error."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.cli.main import main

from ..rdf.example import example
from .mutations import mutated

COMMANDS = (
    "path demo", "path demo --format json", "path demo --format markdown --quotes", "path demo --format html",
    "path demo --format mermaid", "path demo --format dot", "routes alpha chip", "compare demo demo", "explain demo",
    "why-not alpha chip", "show alpha", "show demo", "search alpha", "here", "stats", "stats --format json",
    "list stacks", "list entities --format csv", "list steps --format json", "list facts", "list misconceptions",
    "list witnesses", "export turtle -o out", "export jsonld -o out", "export nquads -o out", "export trig -o out",
    "export graphml -o out", "export cypher -o out", "export csv -o folder", "witness list", "verify --mirror .",
)  # fmt: skip
#: Mutations in a run of the tests, and commands for each.
MUTATIONS, TRIED = 60, 4


@pytest.fixture(scope="module")
def release() -> dict[str, Any]:
    return json.loads(json.dumps(example()))  # type: ignore[no-any-return]


@pytest.mark.parametrize("block", range(4))
def test_a_spoilt_release_is_no_internal_error(
    block: int,
    release: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """Under commands chosen by the same seed, and under ``diff`` on either side."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "cache"))
    Path("good.json").write_text(json.dumps(release))
    for seed in range(block * MUTATIONS // 4, (block + 1) * MUTATIONS // 4):
        Path("bad.json").write_text(json.dumps(mutated(release, seed)))
        chosen = random.Random(seed).sample(COMMANDS, TRIED)
        runs = [f"{command} --release bad.json" for command in chosen] + ["diff good.json bad.json"]
        for words in (*runs, "diff bad.json good.json --format json"):
            status = main(words.split())
            err = capsysbinary.readouterr().err.decode()
            assert status in (0, 1, 2, 3), (seed, words, err)
            assert "internal error" not in err


def test_a_spoilt_release_is_named_where_it_is_compared(
    release: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``diff`` says which of the two it is, and what is wrong with it."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(release))
    release = json.loads(good.read_text())
    release["stacks"][0]["steps"] = None
    bad.write_text(json.dumps(release))
    for pair in ((good, bad), (bad, good)):
        assert main(["diff", *map(str, pair)]) == 2
        err = capsys.readouterr().err
        assert f"{bad} is not a valid release: 'stacks.0.steps': this must be a list" in err


def test_standard_input_that_is_closed_is_a_sentence(
    release: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a query or a batch was to be read from it."""
    path = tmp_path / "release.json"
    path.write_text(json.dumps(release))
    monkeypatch.setattr("sys.stdin", None)
    for words in (["sparql", "-", "--release", str(path)], ["quote", "--batch", "-"]):
        assert main(words) == 2
        assert "standard input is closed" in capsys.readouterr().err


@pytest.mark.parametrize("time", ["inf", "-inf", "nan", "-1", "0", "1e400", "x"])
@pytest.mark.parametrize(
    "words",
    ["sparql x --timeout", "serve --timeout", "verify --deadline", "quote a b --deadline", "witness run x --timeout"],
)
def test_a_time_that_is_none_is_refused(words: str, time: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without end, before now, or no number: wrong usage, in every command that takes one."""
    assert main([*words.split(), time]) == 2
    assert "is no time; give seconds" in capsys.readouterr().err.replace(
        "expected one argument", "is no time; give seconds"
    )


class _Leaves(io.RawIOBase):
    """A pipe whose reader has left."""

    def writable(self) -> bool:
        return True

    def write(self, _: Any) -> int:
        raise BrokenPipeError


def test_a_reader_who_leaves_does_not_change_the_status(
    release: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``| head`` ends the output, and what the command found stays found."""
    good, other = tmp_path / "good.json", tmp_path / "other.json"
    good.write_text(json.dumps(release))
    other.write_text(
        json.dumps({**release, "entities": [*release["entities"], {**release["entities"][0], "id": "new"}]})
    )
    leaves = io.TextIOWrapper(_Leaves(), encoding="utf-8", write_through=True)  # type: ignore[arg-type]
    for words, status in ((["diff", str(good), str(other)], 1), (["path", "demo", "--release", str(good)], 0)):
        assert main(words) == status
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdout", leaves)
            assert main(words) == status
