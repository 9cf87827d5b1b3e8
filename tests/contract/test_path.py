"""``atlas-graph path``: the JSON that others rely on, the formats, and how it ends."""

from __future__ import annotations

import pytest

import atlas_graph as ag
from atlas_graph.render.brief import path_brief
from atlas_graph.render.terminal import Terminal

from .commands import Command

STEP_KEYS = {"id", "from", "relation", "to", "text", "qualifier", "modes", "devices", "evidence"}
EVIDENCE_KEYS = {"source", "url", "link", "quote", "verdict", "checked"}


def test_the_json_has_the_keys_of_the_contract(command: Command) -> None:
    """Keys may be added, never changed."""
    values = command("path", "jax", "--mode", "jit", "--device", "nvidia-gpu", "--format", "json").json
    assert set(values) >= {"release", "stack", "mode", "device", "stages", "steps"}
    assert (values["stack"], values["mode"], values["device"]) == ("jax", "jit", "nvidia-gpu")
    assert len(values["stages"]) == 12
    assert len(values["steps"]) == 13
    assert all(set(stage) >= {"id", "name", "kind", "note"} for stage in values["stages"])
    for step in values["steps"]:
        assert set(step) >= STEP_KEYS
        assert "jit" in step["modes"]
        assert "nvidia-gpu" in step["devices"]
        for evidence in step["evidence"]:
            assert set(evidence) >= EVIDENCE_KEYS
            if evidence["witness"]:  # a recorded run, which no page shows
                assert evidence["link"] is None
                continue
            assert evidence["link"].startswith(evidence["url"].partition("#")[0])
            assert ":~:text=" in evidence["link"]


def test_without_mode_and_device_the_json_holds_the_whole_stack(command: Command) -> None:
    """All fifteen stages and nineteen steps, with the conditions left null."""
    values = command("path", "jax", "--format", "json").json
    assert (values["mode"], values["device"]) == (None, None)
    assert (len(values["stages"]), len(values["steps"])) == (15, 19)


def test_the_text_begins_with_the_title_and_the_counts(command: Command) -> None:
    """As a person reads it with the quotes, at no more than 80 columns but for addresses."""
    done = command("path", "jax", "--mode", "jit", "--device", "nvidia-gpu", "--quotes")
    lines = done.out.splitlines()
    assert (done.status, done.err) == (0, "")
    assert lines[:2] == ["JAX · jax.jit · NVIDIA GPU", "12 stages, 13 steps"]
    assert "1. JAX program → JAX" in lines
    assert all(len(line) <= 80 for line in lines if "http" not in line)
    assert "\x1b" not in done.out


def test_the_text_is_a_numbered_line_a_step(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole in a pipe, with the id of the step; at most as wide as COLUMNS where that is set."""
    path = ag.load().path("jax:jit:nvidia-gpu")
    monkeypatch.delenv("COLUMNS", raising=False)
    lines = command("path", path.name).out.splitlines()
    assert lines[:3] == ["JAX · jax.jit · NVIDIA GPU", "12 stages, 13 steps", ""]
    for number, (step, line) in enumerate(zip(path, lines[3:], strict=False), 1):
        assert line.split()[0] == f"{number}."
        assert str(step) in line
        assert line.endswith(f" · {step.id}")
    monkeypatch.setenv("COLUMNS", "72")
    assert all(len(line) <= 72 for line in command("path", path.name).out.splitlines())


def test_every_path_fits_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every stack, mode and device: the steps and at most a dozen lines besides, forty in all."""
    for stack in ag.load().stacks:
        for mode, device in stack.conditions:
            path = ag.load().path(stack.id, mode=mode, device=device)
            assert len(path_brief(path, Terminal()).splitlines()) <= min(len(path) + 12, 48), path.name


def test_one_step_is_shown_by_its_number(command: Command) -> None:
    """With its id and quotes; a number that no step has is an error in a sentence."""
    (first, *_) = ag.load().path("jax:jit:tpu")
    done = command("path", "jax:jit:tpu", "--step", "1")
    assert first.id in done.out
    assert first.evidence[0].source.title in done.out
    wrong = command("path", "jax:jit:tpu", "--step", "99")
    assert (wrong.status, wrong.err) == (2, "atlas-graph: there is no step 99; name one from 1 to 8\n")


@pytest.mark.parametrize(
    ("format", "begin"),
    [
        ("markdown", "# JAX · jax.jit · CPU"),
        ("mermaid", "flowchart TD"),
        ("dot", 'digraph "jax" {'),
        ("html", "<!DOCTYPE html>"),
    ],
)
def test_each_document_format_is_printed_whole(command: Command, format: str, begin: str) -> None:
    """They go to stdout and end in one line end."""
    done = command("path", "jax", "--mode", "jit", "--device", "cpu", "--format", format)
    assert done.status == 0
    assert done.out.startswith(begin)
    assert done.out.endswith("\n")
    assert not done.out.endswith("\n\n")


@pytest.mark.parametrize("format", ["text", "json", "html"])
def test_a_mode_and_a_device_that_do_not_go_together_end_with_1_and_the_reason(
    small_command: Command, format: str
) -> None:
    """The answer is "no"; only JSON prints the empty path."""
    done = small_command("path", "left", "--mode", "slow", "--device", "amd-gpu", "--format", format)
    assert done.status == 1
    assert done.err == "atlas-graph: LEFT · Slow · AMD GPU is not a path: The back end is too new.\n"
    if format == "json":
        assert (done.json["stages"], done.json["steps"]) == ([], [])
    else:
        assert done.out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lefft"], "there is no stack 'lefft'; did you mean left?"),
        (["left", "--mode", "fsat"], "there is no mode of left 'fsat'; did you mean fast?"),
        (["left", "--device", "amd"], "there is no device of left 'amd'; did you mean amd-gpu?"),
    ],
)
def test_an_unknown_id_ends_with_2_and_the_nearest(small_command: Command, words: list[str], message: str) -> None:
    """One sentence on stderr, nothing on stdout."""
    done = small_command("path", *words)
    assert (done.status, done.out, done.err) == (2, "", f"atlas-graph: {message}\n")
