"""A stack in a folder: the same stack as in one file, with problems named in the file that they stand in."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.problems import DatasetError
from atlas_graph.rules import check
from atlas_graph.rules.names import LONGEST_FILE

from ..rules.example_dataset import overlaid, write


def _folder(tmp_path: Path, **overlay: object) -> Path:
    return write({**overlaid({}), "split": "steps-run.yaml", **overlay}, tmp_path)


def test_a_stack_in_a_folder_is_the_stack_in_one_file(tmp_path: Path) -> None:
    """Where its parts are written makes no difference to the release."""
    whole = compile_release(read_dataset(write(overlaid({}), tmp_path / "whole")))
    assert compile_release(read_dataset(_folder(tmp_path / "split"))) == whole


def test_steps_of_one_device_may_have_a_file_of_their_own(tmp_path: Path) -> None:
    """Where there is a file for a phase and device, it holds the steps that hold on that device alone."""
    folder = _folder(tmp_path)
    steps = yaml.safe_load((folder / "stacks/demo/steps-run.yaml").read_text())
    steps[1]["when"] = {"devices": ["cpu"]}
    (folder / "stacks/demo/steps-run.yaml").write_text(yaml.safe_dump(steps[:1], sort_keys=False))
    (folder / "stacks/demo/steps-run-cpu.yaml").write_text(yaml.safe_dump(steps[1:], sort_keys=False))
    assert check(read_dataset(folder)) == []
    (folder / "stacks/demo/steps-run.yaml").write_text(yaml.safe_dump(steps[1:], sort_keys=False))
    (folder / "stacks/demo/steps-run-cpu.yaml").write_text(yaml.safe_dump(steps[:1], sort_keys=False))
    found = {(problem.file, problem.code) for problem in check(read_dataset(folder))}
    assert found == {("stacks/demo/steps-run.yaml", "AG122"), ("stacks/demo/steps-run-cpu.yaml", "AG122")}


def test_a_problem_names_the_file_and_line_of_the_part(tmp_path: Path) -> None:
    """A dangling id in the second step is found in the steps' file."""
    folder = _folder(tmp_path)
    path = folder / "stacks/demo/steps-run.yaml"
    path.write_text(path.read_text().replace("relation: runs-on", "relation: runs-onn"))
    (problem,) = check(read_dataset(folder))
    assert problem.file == "stacks/demo/steps-run.yaml"
    assert "runs-onn" in path.read_text().splitlines()[problem.line - 1]


def test_a_file_longer_than_can_be_read_is_told(tmp_path: Path) -> None:
    """More lines than a reader keeps an overview of are a problem, with the way to split them."""
    folder = write(overlaid({}), tmp_path)
    path = folder / "stacks/demo.yaml"
    path.write_text(path.read_text() + "# more\n" * LONGEST_FILE)
    (problem,) = check(read_dataset(folder))
    assert problem.code == "AG122"
    assert "make it a folder, stacks/demo/" in problem.message


def test_files_that_nothing_reads_are_told(tmp_path: Path) -> None:
    """A misspelt file of a stack's folder, or a folder without its header, would be lost in silence."""
    folder = _folder(tmp_path)
    (folder / "stacks/demo/steps-runn.yaml").write_text("[]\n")
    (folder / "stacks/lost").mkdir()
    (folder / "stacks/lost/stages.yaml").write_text("[]\n")
    with pytest.raises(DatasetError) as raised:
        read_dataset(folder)
    assert [(problem.file, problem.code) for problem in raised.value.problems] == [
        ("stacks/demo/steps-runn.yaml", "AG004"),
        ("stacks/lost/stages.yaml", "AG004"),
    ]


def test_a_list_stands_in_one_place(tmp_path: Path) -> None:
    """Stages both in the header and in their file are told, and neither is lost."""
    folder = _folder(tmp_path)
    header = folder / "stacks/demo/stack.yaml"
    header.write_text(header.read_text() + "stages: []\n")
    with pytest.raises(DatasetError) as raised:
        read_dataset(folder)
    told = {problem.file: problem.message for problem in raised.value.problems}
    assert told["stacks/demo/stages.yaml"] == "'stages' stands in stacks/demo/stack.yaml as well; keep it in one place"
