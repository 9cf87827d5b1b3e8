"""Options, versions and choices on the command line, with the bundled release."""

from __future__ import annotations

import pytest

from .commands import Command


def test_an_option_changes_the_path(command: Command) -> None:
    """CUDA graphs are on the path of torch.compile with the option that turns them on, and not without."""
    words = ("path", "pytorch:compile:nvidia-gpu", "--format", "json")
    default, with_it = command(*words).json, command(*words, "--option", "reduce-overhead").json
    assert "cuda-graphs" not in [stage["id"] for stage in default["stages"]]
    assert "cuda-graphs" in [stage["id"] for stage in with_it["stages"]]
    assert with_it["options"] == ["torch-compile-reduce-overhead"]
    switches = {switch["id"]: switch for switch in default["switches"]}
    assert switches["torch-compile-reduce-overhead"]["does"][0]["does"] == "adds"


def test_a_choice_is_shown_where_the_path_forks(command: Command) -> None:
    """In the short view by a few words, in the long one with its receipt."""
    assert "chosen by XLA" in command("path", "jax", "--mode", "jit", "--device", "nvidia-gpu").out
    assert "XLA chooses" in command("path", "jax", "--mode", "jit", "--device", "nvidia-gpu", "--quotes").out
    choices = command("path", "jax:jit:nvidia-gpu", "--format", "json").json["choices"]
    (at_xla, *_) = [choice for choice in choices if choice["at"] == "xla"]
    assert at_xla["chooser"] == "xla"
    assert all(evidence["quote"] and evidence["verdict"] for evidence in at_xla["evidence"])


def test_the_counts_of_the_contract_are_those_of_the_default_configuration(command: Command) -> None:
    """Twelve stages and thirteen steps."""
    path = command("path", "jax", "--mode", "jit", "--device", "nvidia-gpu", "--format", "json").json
    assert (len(path["stages"]), len(path["steps"])) == (12, 13)


def test_an_unknown_option_is_refused_with_the_nearest(command: Command) -> None:
    """On standard error."""
    done = command("path", "pytorch", "--option", "reduce-overhed")
    assert done.status == 2
    assert "did you mean" in done.err
    assert "reduce-overhead" in done.err.partition("did you mean")[2]


@pytest.mark.parametrize("at", ["torch", "pkg:pypi/torch"])
def test_what_is_no_version_is_refused(command: Command, at: str) -> None:
    """With what to write."""
    done = command("path", "pytorch", "--at", at)
    assert done.status == 2
    assert "write pkg:TYPE/NAME@VERSION" in done.err


def test_a_version_of_which_nothing_is_known_is_not_guessed(command: Command) -> None:
    """The path is that of today, and says so."""
    done = command("path", "jax:jit:cpu", "--at", "pkg:pypi/no-such-package@1.0", "--format", "json").json
    assert done["history"]["known"] == done["history"]["absent"] == []
    assert done["history"]["note"].startswith("Nothing here is dated by pkg:pypi/no-such-package")


def test_options_are_taken_by_explain_routes_and_compare(command: Command) -> None:
    """The same words everywhere."""
    explained = command("explain", "pytorch:compile:nvidia-gpu", "--option", "reduce-overhead", "--format", "json").json
    assert explained["options"] == ["torch-compile-reduce-overhead"]
    words = ("routes", "torchinductor", "cuda-graphs", "--format", "json")
    assert command(*words).json["routes"] == []
    assert command(*words, "--option", "max-autotune").json["routes"]
    side = "pytorch:compile:nvidia-gpu"
    compared = command("compare", side, f"{side}+reduce-overhead", "--format", "json").json
    assert compared["only_right"]["stages"] == ["cuda-graphs"]


def test_open_forks_come_first(command: Command) -> None:
    """So that a curator sees what is missing."""
    forks = command("list", "forks", "--format", "json").json
    left = [bool(fork["open"]) for fork in forks]
    assert left == sorted(left, reverse=True)
    covered = {fork["id"]: fork["choices"] for fork in forks if not fork["open"]}
    assert covered["jax/stage/xla#1"]


@pytest.mark.parametrize("pair", [("pytorch", "onnx"), ("litert", "qualcomm-hexagon"), ("onnx", "cpu")])
def test_nobody_is_told_no_where_nobody_looked(command: Command, pair: tuple[str, str]) -> None:
    """Whatever is found later, "no documented step" takes a recorded look."""
    answer = command("why-not", *pair, "--format", "json").json
    assert answer["verdict"] != "no-documented-step" or answer["looked"]
