"""What weakens a step is shown with it: doubts in words, partial support, and what two stacks tell apart otherwise."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

import atlas_graph as ag
from atlas_graph.cli.main import main

ATLAS = ag.load()
CONTRADICTED = next(
    (stack["id"], step, evidence)
    for stack in ATLAS.release["stacks"]
    for step in stack["steps"]
    for evidence in step["evidence"]
    if evidence.get("supports") == "contradicts"
)


def words(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_the_doubt_of_a_contradicting_quote_is_shown(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reads a quote that contradicts also reads why the atlas does not follow it."""
    stack, _, evidence = CONTRADICTED
    assert main(["path", stack, "--format", form, *(["--quotes"] if form == "text" else [])]) == 0
    assert words(evidence["doubt"])[:60] in words(capsys.readouterr().out)


def test_a_partial_step_says_so_in_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A step whose evidence carries a part of it does not look like one that is documented whole."""
    release = copy.deepcopy(ATLAS.release)
    step = next(step for stack in release["stacks"] if stack["id"] == "jax" for step in stack["steps"])
    step["audit"] = {"supports": "partial", "doubt": "No sentence names the program."}
    altered = tmp_path / "release.json"
    altered.write_text(json.dumps(release))
    assert main(["path", "jax", "--quotes", "--release", str(altered)]) == 0
    assert words(step["audit"]["doubt"]) in words(capsys.readouterr().out)


def test_a_comparison_knows_a_part_from_a_stranger() -> None:
    """cuBLAS on one side and "cuBLAS and cuDNN" on the other are not two different things."""
    both = ATLAS.compare("jax:jit:nvidia-gpu", "pytorch:compile:nvidia-gpu").to_dict()
    assert both["parts_of"] == [["cublas-cudnn", "cublas"], ["cublas-cudnn", "cudnn"]]


def observers(device: str, step: str) -> set[str]:
    steps = ATLAS.path("jax", mode="jit", device=device).steps
    return {seen.witness for found in steps if found.id == step for seen in found.observed}


def test_a_run_on_one_device_is_not_shown_on_the_way_to_another() -> None:
    """A step that holds on any device was observed where a run saw it, and nowhere else."""
    step = "jax/jaxpr--lowers-to--stablehlo"
    assert "jax-cpu" in observers("cpu", step)
    assert "jax-cpu" not in observers("nvidia-gpu", step)
    assert "jax-nvidia-compile" in observers("nvidia-gpu", "jax/llvm-ir--lowers-to--ptx")
