"""``routes``, ``compare``, ``explain`` and ``why-not``: their JSON, their texts, and how they end."""

from __future__ import annotations

import pytest

from .commands import Command

# routes -----------------------------------------------------------------------------------------------------


def test_routes_are_printed_with_their_conditions_those_of_one_stack_without_limits_and_short_ones_first(
    command: Command,
) -> None:
    """On the real data; the JSON says what the text does."""
    done = command("routes", "jaxpr", "ptx", "--mode", "jit", "--device", "nvidia-gpu", "--changes", "0")
    assert done.status == 0
    assert "1. jaxpr → StableHLO → XLA → LLVM IR → PTX" in done.out
    assert "JAX with jit on nvidia-gpu" in done.out
    values = command("routes", "jaxpr", "ptx", "--device", "nvidia-gpu", "--format", "json").json
    assert (values["from"], values["to"], values["capped"], values["complete"]) == ("jaxpr", "ptx", False, True)
    order = [
        (len(route["legs"]) > 1, any(step["qualifier"] for step in route["steps"]), route["length"])
        for route in values["routes"]
    ]
    assert order == sorted(order)
    first = values["routes"][0]
    assert first["stages"] == ["jaxpr", "stablehlo", "xla", "llvm-ir", "ptx"]
    assert [step["from"] for step in first["steps"]] == first["stages"][:-1]
    assert {"mode": "jit", "device": "nvidia-gpu"} in first["legs"][0]["conditions"]


def test_a_change_of_stack_is_said_at_the_step(small_command: Command) -> None:
    """In the text and in the JSON."""
    assert "changes stack at IR, from LEFT to RIGHT" in small_command("routes", "l-code", "amd-gpu").out
    step = small_command("routes", "l-code", "amd-gpu", "--format", "json").json["routes"][0]["steps"][1]
    assert step["changes_stack"]["to"] == "right"


def test_a_cap_is_said(command: Command) -> None:
    """JAX reaches an NVIDIA GPU in more ways than one."""
    done = command("routes", "jax-code", "nvidia-gpu", "--limit", "1")
    assert "There are more than these 1; raise the limit to see them." in done.out.splitlines()
    values = command("routes", "jax-code", "nvidia-gpu", "--limit", "1", "--format", "json").json
    assert (len(values["routes"]), values["capped"], values["limit"]) == (1, True, 1)


def test_no_route_ends_with_1_and_says_what_to_ask_next(small_command: Command) -> None:
    """The JSON is an empty list of routes."""
    done = small_command("routes", "l-code", "nvidia-gpu")
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        "atlas-graph: no route from l-code to nvidia-gpu; atlas-graph why-not l-code nvidia-gpu says why.\n"
    )
    assert small_command("routes", "l-code", "nvidia-gpu", "--format", "json").json["routes"] == []


def test_a_moved_end_is_followed_with_a_note(small_command: Command) -> None:
    """On stderr, so that the result stays clean."""
    done = small_command("routes", "l-code", "old")
    assert done.status == 0
    assert done.err == "atlas-graph: note: 'old' is moved: It was renamed. 'ir' is shown in its place.\n"


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "²"])
def test_a_limit_that_is_no_number_is_a_usage_error(small_command: Command, number: str) -> None:
    """argparse says what is wrong."""
    done = small_command("routes", "l-code", "cpu", f"--limit={number}")
    assert done.status == 2
    assert "is not a whole number from 1 on" in done.err


# compare ----------------------------------------------------------------------------------------------------


def test_the_json_of_a_comparison_has_the_keys_of_the_contract(command: Command) -> None:
    """What both share, and what only one has."""
    values = command("compare", "jax:no-jit:cpu", "jax:jit:cpu", "--format", "json").json
    assert set(values) >= {"left", "right", "shared", "only_left", "only_right"}
    assert values["shared"]["stages"] == ["jax-code", "jax", "pjrt", "cpu"]
    assert all(left == right for left, right in values["shared"]["steps"])
    assert "jaxpr" in values["only_right"]["stages"]
    assert values["only_left"]["steps"] == ["jax/jax--dispatches-each-op-through--pjrt"]


def test_a_comparison_is_printed_with_the_receipts_of_both_sides(small_command: Command) -> None:
    """As text; the table has a mark for each side."""
    text = small_command("compare", "left:fast:cpu", "right")
    assert text.status == 0
    assert "Both pass IR." in text.out
    assert "They part at IR." in text.out
    assert "Documented only for RIGHT" in text.out
    table = small_command("compare", "left:fast:cpu", "right", "--format", "table")
    assert "stage" in table.out
    assert table.out.count("✓") == 6
    assert small_command("compare", "left", "right", "--format", "mermaid").out.startswith("flowchart TD\n")
    assert small_command("compare", "left", "right", "--format", "markdown").out.startswith("| stage |")


def test_sides_that_are_misspelt_end_with_2(small_command: Command) -> None:
    """An unknown id and a fourth part."""
    assert "did you mean left?" in small_command("compare", "lef", "right").err
    done = small_command("compare", "left:fast:cpu:more", "right")
    assert (done.status, done.out) == (2, "")
    assert "STACK:MODE:DEVICE" in done.err


def test_a_side_that_is_no_path_says_why_nothing_is_shared(small_command: Command) -> None:
    """The reason stands on stderr, and the answer is no."""
    done = small_command("compare", "left:slow:amd-gpu", "right")
    assert done.status == 1
    assert "They share no stage." in done.out
    assert done.err == "atlas-graph: LEFT · Slow · AMD GPU is not a path: The back end is too new.\n"


# explain ----------------------------------------------------------------------------------------------------


def test_the_receipts_name_the_grade_and_the_weakest_step(command: Command) -> None:
    """Per step grade, reason, publishers and evidence."""
    values = command("explain", "jax", "--mode", "jit", "--device", "tpu", "--format", "json").json
    assert values["grade"] in {step["grade"] for step in values["steps"]}
    assert values["weakest"]["id"] in {step["id"] for step in values["steps"]}
    for step in values["steps"]:
        assert {"grade", "why", "independent", "publishers", "doubt", "evidence"} <= set(step)
        assert step["independent"] == len(step["publishers"])
    assert "Weakest step: " in command("explain", "jax", "--mode", "jit", "--device", "tpu").out
    text = command("explain", "jax", "--mode", "jit", "--device", "tpu", "--quotes").out
    assert "Weakest step: " in text
    assert "independent publisher" in text


def test_receipts_of_no_path_end_with_1(small_command: Command) -> None:
    """With the stack's reason."""
    done = small_command("explain", "left", "--mode", "slow", "--device", "amd-gpu")
    assert (done.status, done.out) == (1, "")
    assert "The back end is too new." in done.err


# why-not ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "verdict", "status"),
    [
        (["left", "nvidia-gpu"], "out-of-scope", 0),
        (["left", "cpu"], "documented", 1),
        (["cpu", "left"], "no-documented-step", 0),
        (["lefft", "cpu"], "not-in-atlas", 2),
    ],
)
def test_why_not_ends_by_its_verdict(small_command: Command, words: list[str], verdict: str, status: int) -> None:
    """0 with a reason, 1 where there is a route after all, 2 for an id that does not exist."""
    done = small_command("why-not", *words, "--format", "json")
    assert (done.json["verdict"], done.status) == (verdict, status)
    text = small_command("why-not", *words)
    assert text.status == status
    assert text.out.startswith(verdict.replace("-", " "))


def test_jax_on_amd_gpus_is_out_of_the_base_stack_s_scope(command: Command) -> None:
    """The example of the documentation."""
    done = command("why-not", "jax", "amd-gpu", "--format", "json")
    assert done.json["verdict"] == "out-of-scope"
    assert done.json["limits"][0]["stack"] == "jax"


def test_routes_say_how_an_id_of_two_things_was_read(command: Command) -> None:
    """From the entity there is no way back to what comes before it; the stack of that name begins there."""
    done = command("routes", "jax-export", "jaxpr")
    assert done.status == 1
    assert "'jax-export' is the entity here; the stack of that name begins at 'jax-code'" in done.err
