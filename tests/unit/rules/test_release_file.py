"""A release file that some other program may have written, held to the schema and to itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.rules.release_file import check_release_file

from .example_dataset import BASE, write


@pytest.fixture
def release(tmp_path: Path) -> dict[str, Any]:
    compiled = compile_release(read_dataset(write(BASE, tmp_path / "dataset")))
    return json.loads(json.dumps(compiled))


def found(release: Any, folder: Path) -> list[tuple[int, str, str]]:
    """Problems of a release that is written with an item a line."""
    path = folder / "release.json"
    path.write_text(json.dumps(release, ensure_ascii=False, indent=1), encoding="utf-8")
    return [(problem.line, problem.code, problem.message) for problem in check_release_file(path)]


def test_a_release_that_is_whole_has_no_problem(release: dict[str, Any], tmp_path: Path) -> None:
    """Also one with words of every script."""
    release["title"] = "Карта 地図 ✓"
    assert found(release, tmp_path) == []


def test_what_the_schema_refuses_is_said_before_what_dangles(release: dict[str, Any], tmp_path: Path) -> None:
    """Each at its line, the lines in order; ids are followed only in a release of the right form."""
    release["stacks"][0]["entry"] = "nobody"
    (dangling,) = found(release, tmp_path)
    assert dangling[:2] == (1, "AG101")
    assert "nobody" in dangling[2]
    release["title"] = 3
    del release["entities"][1]["name"]
    text = json.dumps(release, ensure_ascii=False, indent=1)
    assert [(line, code) for line, code, _ in found(release, tmp_path)] == sorted(
        [
            (text[: text.index('"title": 3')].count("\n") + 1, "AG003"),
            (text[: text.rindex("{", 0, text.index('"id": "beta"'))].count("\n") + 1, "AG003"),
        ]
    )


@pytest.mark.parametrize(("letters", "cut"), [(172, False), (173, True)])
def test_a_long_message_is_cut(release: dict[str, Any], tmp_path: Path, letters: int, cut: bool) -> None:
    """A value is shown whole as long as the sentence has at most 200 characters."""
    release["title"] = ["x" * letters]
    ((_, _, said),) = found(release, tmp_path)
    shown = said.removeprefix("title: ").removesuffix("; download the release again, or correct its maker")
    assert (len(shown), shown.endswith("…")) == ((201, True) if cut else (200, False))


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        (b'{"title": "\xff"}', 1, "not UTF-8"),
        (b'{"title":\n\n]', 3, "not JSON"),
        (b"[" * 100_000, 1, "nested too deeply"),
        (b"3", 1, "the file: 3 is not of type 'object'"),
    ],
)
def test_what_is_no_release_is_said_in_a_sentence(content: bytes, line: int, said: str, tmp_path: Path) -> None:
    """With the line, and what to do."""
    path = tmp_path / "release.json"
    path.write_bytes(content)
    (problem,) = check_release_file(path)
    assert (problem.file, problem.line) == ("release.json", line)
    assert problem.message.startswith(said)
    assert "download the release again" in problem.message or "name a file of the atlas" in problem.message
