"""The difference of two releases: what changed, what version it asks for, which answers it changed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.atlas import Atlas
from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.changes.diff import MEANING, diff
from atlas_graph.cli.main import main
from atlas_graph.model import records
from atlas_graph.model.collections import RELEASED
from atlas_graph.model.record_types import record_type
from atlas_graph.model.release import Release, released

from ..unit.rules.example_dataset import BASE, write

QUESTION = {
    "id": "where-to",
    "question": "Where does Alpha lead?",
    "ask": "path",
    "arguments": {"stack": "demo"},
    "answer": "To the chip.",
    "expect": {"stages": ["chip"]},
}


@pytest.fixture
def release(tmp_path: Path) -> dict[str, Any]:
    return compile_release(read_dataset(write({**BASE, "questions": [QUESTION]}, tmp_path)))


def changed(release: dict[str, Any], version: str, change) -> dict[str, Any]:
    new = copy.deepcopy(release)
    new["version"] = version
    change(new)
    return new


def _reword(new: dict[str, Any]) -> None:
    new["stacks"][0]["steps"][0]["text"] = "Work passes on."


def _check_again(new: dict[str, Any]) -> None:
    new["ledger"][0]["pinned"]["date"] = "2026-02-02"


def _add_entity(new: dict[str, Any]) -> None:
    new["entities"].append({**new["entities"][0], "id": "zeta"})


def _narrow_step(new: dict[str, Any]) -> None:
    new["stacks"][0]["steps"][1]["when"] = {"modes": ["fast"]}


def _drop_step(new: dict[str, Any]) -> None:
    del new["stacks"][0]["steps"][1]


def _other_kind(new: dict[str, Any]) -> None:
    new["entities"][0]["kind"] = "compiler"


def _drop_mode(new: dict[str, Any]) -> None:
    del new["stacks"][0]["modes"][0]


def _nothing(new: dict[str, Any]) -> None:
    pass


CASES = [
    (_nothing, "none", "1.0.0"),
    (_reword, "patch", "1.0.1"),
    (_check_again, "patch", "1.0.1"),
    (_add_entity, "minor", "1.1.0"),
    (_narrow_step, "major", "2.0.0"),
    (_drop_step, "major", "2.0.0"),
    (_other_kind, "major", "2.0.0"),
    (_drop_mode, "major", "2.0.0"),
]


@pytest.mark.parametrize(("change", "bump", "version"), CASES, ids=lambda value: getattr(value, "__name__", None))
def test_a_change_asks_for_its_step(release: dict[str, Any], change, bump: str, version: str) -> None:
    """Wording is a patch, an addition minor, an id lost or changed in meaning major."""
    new = Atlas(changed(release, version, change))
    found = diff(Atlas(release), new)
    assert (found.bump, found.expected, found.kept) == (bump, version, True)
    assert diff(Atlas(release), Atlas({**new.release, "version": "1.0.0"})).kept is (bump == "none")


def test_before_one_a_break_is_a_minor_step(release: dict[str, Any]) -> None:
    """A release 0.x may change meaning with a minor step, as Semantic Versioning has it."""
    found = diff(Atlas({**release, "version": "0.1.0"}), Atlas(changed(release, "0.2.0", _other_kind)))
    assert (found.bump, found.expected, found.kept) == ("major", "0.2.0", True)


def test_an_answer_that_changed_is_named(release: dict[str, Any]) -> None:
    """A golden question whose path lost a step is listed with both answers."""
    (item,) = diff(Atlas(release), Atlas(changed(release, "2.0.0", _drop_step))).answers
    assert item.before is not None
    assert item.after is not None
    assert ("chip" in item.before["stages"], "chip" in item.after["stages"]) == (True, False)


def test_every_collection_is_compared() -> None:
    """A collection that the release gains is not left out of the comparison."""
    lists = {name for name, field in Release.model_fields.items() if "tuple" in str(field.annotation)}
    assert lists <= set(MEANING)


def test_what_changes_meaning_is_a_field() -> None:
    """The fields that carry meaning exist on their records."""
    types: dict[str, Any] = {row.name: released(record_type(row.record)) for row in RELEASED if row.written}
    types |= {"steps": records.Step, "stages": records.Stage}
    for name, fields in MEANING.items():
        assert set(fields) <= set(types[name].model_fields if name in types else ()), name


def test_the_command_prints_and_writes(release: dict[str, Any], tmp_path: Path, capsys) -> None:
    """Text, JSON and Markdown say the same; changes.json is the JSON; a version too low is status 1."""
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(release))
    new.write_text(json.dumps(changed(release, "1.0.1", _add_entity)))
    assert main(["diff", str(old), str(new), "--format", "json", "--write", str(tmp_path / "out")]) == 1
    value = json.loads(capsys.readouterr().out)
    assert value["collections"]["entities"]["added"] == ["zeta"]
    assert json.loads((tmp_path / "out" / "changes.json").read_text()) == value
    assert main(["diff", str(old), str(new)]) == 1
    assert "1.0.1 is too low" in capsys.readouterr().out
    assert main(["diff", str(old), str(new), "--format", "markdown"]) == 1
    assert "#### Added: entities (1)\n\n- `zeta`" in capsys.readouterr().out
    assert main(["diff", str(old), str(old)]) == 0
    assert "nothing changed" in capsys.readouterr().out
