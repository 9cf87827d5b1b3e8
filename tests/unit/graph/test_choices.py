"""Choices: shown where a path forks, and missed where no choice covers a fork."""

from __future__ import annotations

from typing import Any

import pytest

from .small import atlas, choice, option, stack, step

FORK = stack(
    "s",
    step("code", "ir"),
    step("ir", "cublas"),
    step("ir", "triton"),
    step("ir", "pass", devices=["nvidia-gpu"]),
    step("cublas", "cpu"),
    step("triton", "cpu"),
    step("pass", "cpu"),
    devices=("cpu", "nvidia-gpu"),
)
LIBRARY, TEMPLATE, PASS = "s/ir--calls--cublas", "s/ir--calls--triton", "s/ir--calls--pass"
RULED = {"rule": "By measuring.", "default": LIBRARY, "overridden_by": ["tune"], "fallback": "It fails."}
TUNE = option("tune", "TUNE=1", {"does": "decides", "choice": "gemm"})


def test_a_choice_stands_where_the_path_forks() -> None:
    """With the stage, the candidates on the path, and those that are not."""
    small = atlas(FORK, choices=[choice("gemm", LIBRARY, TEMPLATE, PASS, **RULED)], options=[TUNE])
    (decision,) = small.path("s:on:cpu").choices
    assert (decision.at, decision.taken, decision.left) == ("ir", (LIBRARY, TEMPLATE), (PASS,))
    assert small.path("s:on:nvidia-gpu").choices[0].left == ()
    values = small.path("s:on:cpu").to_dict()["choices"][0]
    assert {key: values[key] for key in ("id", "at", "chooser", "rule", "default", "fallback", "all")} == {
        "id": "gemm", "at": "ir", "chooser": "code", "rule": "By measuring.", "default": LIBRARY,
        "fallback": "It fails.", "all": False,
    }  # fmt: skip
    assert values["overridden_by"] == [{"id": "tune", "name": "TUNE=1"}]
    assert values["evidence"][0]["quote"]


def test_an_option_that_decides_it_is_named_when_it_is_set() -> None:
    """And among what would change the path while it is not."""
    small = atlas(FORK, choices=[choice("gemm", LIBRARY, TEMPLATE, **RULED)], options=[TUNE])
    assert small.path("s:on:cpu", options=["TUNE"]).choices[0].set == ("tune",)
    assert small.path("s:on:cpu", options=["TUNE"]).without_effect == ()
    (switch,) = small.path("s:on:cpu").switches
    assert switch.does == (("decides", "gemm"),)


@pytest.mark.parametrize(
    "more",
    [
        {"when": {"devices": ["nvidia-gpu"]}},
        {"when": {"options": ["tune"]}},
        {"stack": "t"},
        {"status": {"state": "withdrawn", "reason": "Gone."}},
    ],
)
def test_a_choice_that_does_not_hold_here_is_not_shown(more: dict[str, Any]) -> None:
    """Of another device, with an option that is not set, of another stack, or withdrawn."""
    small = atlas(FORK, stack("t", step("code", "cpu")), choices=[choice("gemm", LIBRARY, TEMPLATE, **more)])
    assert small.path("s:on:cpu").choices == ()


def test_entities_are_candidates_where_steps_of_one_stage_lead_to_them() -> None:
    """In every stack, where none is named; a single one of them is no choice."""
    other = stack("t", step("go", "cublas"), step("cublas", "cpu"))
    small = atlas(FORK, other, choices=[choice("gemm", "cublas", "triton", **RULED)])
    assert small.path("s:on:cpu").choices[0].taken == (LIBRARY, TEMPLATE)
    assert small.path("t:on:cpu").choices == ()


def test_a_fork_without_a_choice_is_open() -> None:
    """Each set of steps that leave a stage together is a fork, with the conditions under which they do."""
    forks = atlas(FORK).forks()
    assert [(fork.id, fork.steps, fork.open, fork.conditions) for fork in forks] == [
        ("s/stage/ir#1", (LIBRARY, TEMPLATE), (LIBRARY, TEMPLATE), (("on", "cpu"),)),
        ("s/stage/ir#2", (LIBRARY, TEMPLATE, PASS), (LIBRARY, TEMPLATE, PASS), (("on", "nvidia-gpu"),)),
    ]


def test_a_fork_is_covered_where_each_of_its_steps_is_a_candidate_beside_another() -> None:
    """Several choices may do so together: one among some, one that says that the rest happens as well."""
    gemm = choice("gemm", LIBRARY, TEMPLATE, **RULED)
    also = choice("also", LIBRARY, PASS, all=True)
    alone, both = (atlas(FORK, choices=found).forks("s") for found in ([gemm], [gemm, also]))
    assert [fork.open for fork in alone] == [(PASS,), ()]  # the open ones first
    assert [(fork.open, fork.choices) for fork in both] == [((), ("gemm",)), ((), ("gemm", "also"))]


def test_a_step_that_needs_an_option_makes_no_fork() -> None:
    """By default there is one way only."""
    fast = {**step("ir", "triton"), "when": {"options": ["tune"]}}
    small = atlas(
        stack("s", step("code", "ir"), step("ir", "cublas"), fast, step("cublas", "cpu"), step("triton", "cpu"))
    )
    assert small.forks() == ()


def test_cards_show_choices() -> None:
    """Of the chooser, of a step, of an option that decides, of the stack, and of itself."""
    small = atlas(FORK, choices=[choice("gemm", LIBRARY, TEMPLATE, **RULED)], options=[TUNE])
    for name in ("entity/code", LIBRARY, "option/tune", "stack/s"):
        assert [item.id for item in small.show(name).choices] == ["gemm"], name
    assert small.show("choice/gemm").thing.fallback == "It fails."
    assert small.show(PASS).choices == ()


def test_a_comparison_says_which_choices_both_make() -> None:
    """By their ids."""
    small = atlas(FORK, choices=[choice("gemm", LIBRARY, TEMPLATE), choice("gpu", LIBRARY, PASS)])
    chosen = small.compare("s:on:cpu", "s:on:nvidia-gpu").to_dict()["choices"]
    assert chosen == {"shared": ["gemm", "gpu"], "only_left": [], "only_right": []}
