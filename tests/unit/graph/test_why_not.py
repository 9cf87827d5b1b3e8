"""Why not: each of the ways in which there can be no route is told from the others."""

from __future__ import annotations

from typing import Any

import pytest

from atlas_graph.graph.why_not import VERDICTS

from .small import atlas, entity, stack, step

LIMIT = {"topic": "AMD GPUs", "reason": "They are the subject of another stack.", "concerns": ["amd-gpu"], "modes": []}
ON_CPU = stack("s", step("code", "ir"), step("ir", "cpu"), out_of_scope=[LIMIT])


def test_a_route_after_all_is_documented_and_given() -> None:
    """The answer is then false: there is no reason why not."""
    answer = atlas(ON_CPU).why_not("code", "cpu")
    assert (answer.verdict, bool(answer)) == ("documented", False)
    assert answer.route.stage_ids == ("code", "ir", "cpu")
    assert answer.why == "S documents it: CODE → IR → CPU."


def test_a_route_that_is_deprecated_says_so() -> None:
    """It exists, with the reason why it should not be relied on."""
    old = {"state": "deprecated", "reason": "The delegate is to be removed."}
    answer = atlas(stack("s", step("code", "cpu", status=old))).why_not("code", "cpu")
    assert (answer.verdict, bool(answer)) == ("deprecated", False)
    assert "The delegate is to be removed." in answer.why


@pytest.mark.parametrize("start", ["s", "code", "ir"])
@pytest.mark.parametrize("concerned", ["chip-device", "hw"])
def test_what_a_stack_declares_out_of_scope_is_said_with_its_reason(start: str, concerned: str) -> None:
    """Asked of the stack or of a stage of it, and whether the limit names the device or its hardware."""
    record = {**ON_CPU, "out_of_scope": [{**LIMIT, "concerns": [concerned]}]}
    devices = [
        {"id": "cpu", "label": "CPU", "entity": "cpu"},
        {"id": "chip-device", "label": "Chip", "entity": "hw"},
    ]
    answer = atlas(record, entities=[entity("hw")], devices=devices).why_not(start, "chip-device")
    assert (answer.verdict, bool(answer)) == ("out-of-scope", True)
    assert answer.why == "S does not cover “AMD GPUs”: They are the subject of another stack."
    assert [limit.stack for limit in answer.limits] == ["s"]


def test_out_of_scope_here_and_documented_elsewhere_gives_both() -> None:
    """The stack that was asked for declines, and the route of the other is shown."""
    other = stack("t", step("code", "amd-gpu"), devices=("amd-gpu",))
    answer = atlas(ON_CPU, other).why_not("s", "amd-gpu")
    assert answer.verdict == "out-of-scope"
    assert answer.route.stacks == ("t",)
    assert answer.why.endswith("T documents a route: CODE → AMD-GPU.")


def test_an_id_of_both_a_stack_and_an_entity_is_asked_as_the_stack() -> None:
    """A stack's limits count before what another stack does with the entity of that name."""
    named = {**ON_CPU, "id": "ir"}
    named["steps"] = [{**item, "id": item["id"].replace("s/", "ir/")} for item in ON_CPU["steps"]]
    other = stack("t", step("ir", "amd-gpu"), devices=("amd-gpu",))
    answer = atlas(named, other).why_not("ir", "amd-gpu")
    assert answer.verdict == "out-of-scope"
    assert answer.route.stage_ids == ("ir", "amd-gpu")


def test_a_withdrawn_step_is_named_with_its_reason() -> None:
    """There was a route; why it is no more is told from there never having been one."""
    gone = {"state": "withdrawn", "reason": "The page described a removed design."}
    answer = atlas(stack("s", step("code", "ir"), step("ir", "cpu", status=gone), step("code", "x"))).why_not(
        "code", "cpu"
    )
    assert answer.verdict == "withdrawn"
    assert answer.why == "The step IR → CPU has been withdrawn: The page described a removed design."


def test_a_withdrawn_entity_is_named_with_its_reason() -> None:
    """The same for an end of the question."""
    old = entity("old", status={"state": "withdrawn", "reason": "It never existed."})
    small = atlas(ON_CPU, entities=[old])
    with pytest.warns(UserWarning, match="It never existed"):
        answer = small.why_not("code", "old")
    assert (answer.verdict, answer.why) == ("withdrawn", "OLD is withdrawn: It never existed.")


def test_what_no_stack_has_as_a_stage_has_not_been_looked_at() -> None:
    """An entity that is only described is not said to be unreachable."""
    answer = atlas(ON_CPU, entities=[entity("lonely")]).why_not("lonely", "cpu")
    assert answer.verdict == "not-looked-at"
    assert answer.why.startswith("LONELY is a stage of no stack yet")


def test_a_stack_that_says_it_leaves_the_start_out_is_quoted() -> None:
    """Where nobody looked at the start, a stack may have said that it will not."""
    record = {**ON_CPU, "out_of_scope": [{**LIMIT, "topic": "Lonely things", "concerns": ["lonely"]}]}
    answer = atlas(record, entities=[entity("lonely")]).why_not("lonely", "cpu")
    assert answer.verdict == "out-of-scope"
    assert "Lonely things" in answer.why


def test_halves_that_hold_under_different_devices_meet_but_make_no_route() -> None:
    """The answer names the stage at which they would meet and the stack that leads on."""
    other = stack("t", step("ir", "amd-gpu"), devices=("amd-gpu",))
    answer = atlas({**ON_CPU, "out_of_scope": []}, other).why_not("code", "amd-gpu")
    assert (answer.verdict, answer.nearest) == ("conditions-differ", ("ir",))
    assert answer.why == (
        "CODE reaches IR, and T leads from there to AMD-GPU, but under no mode and device that the two have in common."
    )


def test_halves_that_hold_under_different_modes_of_one_stack_meet_but_make_no_route() -> None:
    """The same inside one stack."""
    record = stack("s", step("code", "ir", modes=["a"]), step("ir", "cpu", modes=["b"]), modes=("a", "b"))
    assert atlas(record).why_not("code", "cpu").verdict == "conditions-differ"


def test_no_documented_step_names_the_nearest_stages_that_are_reached() -> None:
    """Asked for hardware, it names the hardware that is reached; else what comes furthest."""
    other = stack("t", step("x", "amd-gpu"), devices=("amd-gpu",))
    small = atlas({**ON_CPU, "out_of_scope": []}, other)
    answer = small.why_not("code", "amd-gpu")
    assert (answer.verdict, answer.nearest) == ("no-documented-step", ("cpu",))
    assert answer.why == "No documented step leads from CODE to AMD-GPU; it reaches CPU."
    assert small.why_not("cpu", "code").why == "No documented step leaves CPU."


@pytest.mark.parametrize(("start", "end"), [("cod", "cpu"), ("code", "cpuu")])
def test_an_id_that_the_atlas_does_not_have_is_an_answer_too(start: str, end: str) -> None:
    """It is told from "no documented step", with the nearest ids."""
    answer = atlas(ON_CPU).why_not(start, end)
    assert answer.verdict == "not-in-atlas"
    assert answer.nearest in (("code",), ("cpu",))
    assert "did you mean" in answer.why


def test_every_answer_has_a_known_verdict_and_turns_into_json() -> None:
    """The keys are the contract's."""
    values: dict[str, Any] = atlas(ON_CPU).why_not("code", "amd-gpu").to_dict()
    assert set(values) == {"from", "to", "verdict", "why", "limits", "nearest", "route"}
    assert values["verdict"] in VERDICTS
    assert values["limits"] == [{"stack": "s", "topic": LIMIT["topic"], "reason": LIMIT["reason"]}]


def test_a_thing_and_itself_have_no_route() -> None:
    """And it is said that they are the same, not that nothing leaves it."""
    answer = atlas(stack("s", step("code", "cpu"))).why_not("cpu", "cpu")
    assert (answer.verdict, answer.why) == (
        "no-documented-step",
        "Both are CPU; a route leads from one thing to another.",
    )
