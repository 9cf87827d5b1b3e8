"""Every registered witness, without running it: what holds of its header."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from atlas_graph.authoring.dataset import Dataset, read_dataset
from atlas_graph.witness.collect import judge
from atlas_graph.witness.header import Program
from atlas_graph.witness.registry import programs
from atlas_graph.witness.run import judge_control

DATASET = Path(__file__).parents[2] / "dataset"
PROGRAMS = programs(DATASET)


@cache
def dataset() -> Dataset:
    """The dataset, read once."""
    return read_dataset(DATASET)


every_program = pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())


@every_program
def test_nothing_passes_on_an_empty_directory(program: Program, tmp_path: Path) -> None:
    """No check and no control of a witness holds in an empty directory."""
    assert [spec.file for spec in program.header.artefacts if judge(spec, tmp_path)[0]] == []
    assert [spec.variant for spec in program.header.controls if judge_control(program, spec, tmp_path)[0]] == []


@every_program
@pytest.mark.parametrize("content", [b"", b"\0", b"ok\n", b"{}", b"\x7fELF", b"not a module, a kernel or a graph\n"])
def test_nothing_passes_on_junk(program: Program, content: bytes, tmp_path: Path) -> None:
    """No check of a witness holds for a file of the right name with the wrong content."""
    for spec in program.header.artefacts:
        path = tmp_path / spec.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert [spec.file for spec in program.header.artefacts if judge(spec, tmp_path)[0]] == []


@every_program
def test_every_claim_is_about_the_dataset(program: Program) -> None:
    """Every step that a witness claims is in the dataset, and holds in the modes and on the devices it ran with."""
    steps = {step.id_in(stack.id): step for stack in dataset().records("stacks") for step in stack.steps}
    header = program.header
    for claimed in (*header.steps, *header.contradicts):
        assert claimed in steps, f"{claimed} is not in the dataset; correct the header of {program.id}"
        for what in ("modes", "devices"):
            ran, holds = getattr(header.when, what), getattr(steps[claimed].when, what)
            assert not (ran and holds) or set(ran) & set(holds), f"{claimed} does not hold for {what} {ran}"


@every_program
def test_every_stage_is_an_entity(program: Program) -> None:
    """Every artefact of a witness is filed under an entity of the dataset."""
    known = {entity.id for entity in dataset().records("entities")}
    assert {spec.stage for spec in program.header.artefacts} <= known


@every_program
def test_every_control_takes_away_what_steps_rest_on(program: Program) -> None:
    """Each step rests on an artefact that some control shows to be absent otherwise, or on the value computed."""
    absent = {file for control in program.header.controls for file in control.absent}
    kinds = {spec.file: spec.checks[0]["is"] for spec in program.header.artefacts}
    for step, files in program.header.steps.items():
        assert absent & set(files) or all(kinds[file] == "result" for file in files), step


@every_program
def test_program_stands_alone(program: Program) -> None:
    """A program imports nothing of this package, since it runs where this package is not installed."""
    tree = ast.parse(program.path.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in found if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in found if isinstance(node, ast.ImportFrom)}
    assert not {name for name in names if name.partition(".")[0] in ("", "atlas_graph", "tests")}
    assert ast.get_docstring(tree)


def test_documentation_lists_every_witness() -> None:
    """The page on witnesses has a row for each registered one, and no other."""
    page = (Path(__file__).parents[2] / "docs" / "witnesses.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"(?m)^\| `([a-z0-9-]+)` \|", page)) == sorted(PROGRAMS)
