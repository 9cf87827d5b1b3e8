"""Why not: each of the ways in which there can be no route is told from the others."""

from __future__ import annotations

from typing import Any

import pytest

from atlas_graph.graph.why_not import VERDICTS

from .small import atlas, entity, option, quote, stack, step

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


OPEN = {**ON_CPU, "out_of_scope": []}
ELSEWHERE = stack("t", step("x", "amd-gpu"), devices=("amd-gpu",))


def look(**of: str) -> dict[str, Any]:
    """A recorded look in the guide and on one page."""
    key = "--".join([*of.values(), "2026-11-02"])
    read = ["guide", "https://example.org/page"]
    return {
        "id": key,
        "of": of,
        "read": read,
        "date": "2026-11-02",
        "found": "No such thing.",
        "evidence": [quote("no")],
    }


@pytest.mark.parametrize(
    "of", [{"from": "code", "to": "amd-gpu"}, {"from": "s", "to": "amd-gpu"}, {"stack": "s"}], ids=["pair", "of", "all"]
)
def test_none_is_documented_only_where_someone_looked(of: dict[str, str]) -> None:
    """The look was for the pair, for the pair by the stack's name, or for all that leads out of the stack."""
    answer = atlas(OPEN, ELSEWHERE, looked=[look(**of)]).why_not("code", "amd-gpu")
    assert (answer.verdict, answer.nearest) == ("no-documented-step", ("cpu",))
    assert answer.why == (
        "No documented step leads from CODE to AMD-GPU; it reaches CPU. Looked for on 2026-11-02 in “The guide” and "
        "https://example.org/page: No such thing."
    )
    assert answer.to_dict()["looked"][0]["evidence"][0]["quote"].startswith("Here the guide says no")


@pytest.mark.parametrize("of", [{"from": "ir", "to": "amd-gpu"}, {"from": "code", "to": "x"}, {"stack": "t"}])
def test_where_nobody_looked_it_is_not_known(of: dict[str, str]) -> None:
    """A look for something else does not count; the nearest on both sides is named."""
    answer = atlas(OPEN, ELSEWHERE, looked=[look(**of)]).why_not("code", "amd-gpu")
    assert (answer.verdict, bool(answer), answer.looked) == ("not-looked-at", True, ())
    assert answer.why == (
        "Nobody has looked for a way from CODE to AMD-GPU; whether there is one is not known here. CODE is known to "
        "reach CPU. AMD-GPU is known to be reached from X."
    )


def test_a_look_at_one_of_the_stacks_that_have_the_start_is_not_a_look_at_all() -> None:
    """Another of them may lead there."""
    other = stack("u", step("code", "other"), step("other", "cpu"))
    small = atlas(OPEN, other, ELSEWHERE, looked=[look(stack="s")])
    assert small.why_not("code", "amd-gpu").verdict == "not-looked-at"
    assert small.why_not("s", "amd-gpu").verdict == "no-documented-step"


def run_of(name: str, *stages: str, steps: tuple[str, ...] = (), passed: bool = True) -> dict[str, Any]:
    """A witness whose run saw some stages."""
    artefacts = [{"stage": stage, "passed": passed} for stage in stages]
    run = {"date": "2026-11-01", "device": "cpu", "packages": {}, "artefacts": artefacts, "controls": []}
    return {"id": name, "title": f"The run {name}", "steps": list(steps), "run": run}


def test_a_recorded_run_that_reaches_the_end_is_mentioned() -> None:
    """It passes the start as well, or at least the end; one that failed or passes neither is not named."""
    witnesses = [run_of("end", "x"), run_of("both", "ir", "x"), run_of("none", "ir"), run_of("bad", "x", passed=False)]
    answer = atlas(OPEN, ELSEWHERE, witnesses=witnesses).why_not("ir", "x")
    assert answer.witnesses == ("both", "end")
    assert "A recorded run reaches X: The run both (atlas-graph show both)." in answer.why


def test_a_run_reaches_its_own_hardware_but_says_so_only_of_what_it_passed() -> None:
    """Every run ends on some chip; only one that passed the start says anything of the pair."""
    other = stack("t", step("x", "amd-gpu"), devices=("amd-gpu",))
    answer = atlas(ON_CPU, other, witnesses=[run_of("x-run", "x"), run_of("ir-run", "ir")]).why_not("x", "cpu")
    assert answer.witnesses == ("x-run",)


def test_another_stacks_route_is_no_answer_for_the_stack_that_was_asked_for() -> None:
    """It is told apart from what the stack does, also where the two share a stage on the way."""
    other = stack("t", step("code", "ir"), step("ir", "x"), step("x", "amd-gpu"), devices=("amd-gpu",))
    answer = atlas(OPEN, other).why_not("s", "x")
    assert (answer.verdict, answer.route.stacks) == ("not-looked-at", ("t",))
    assert "a way in S from CODE to X" in answer.why
    assert answer.why.endswith("Another stack has a route from CODE: T documents CODE → IR → X.")
    assert atlas(OPEN, other).why_not("code", "x").verdict == "documented"


def test_a_route_that_goes_on_in_another_stack_answers_for_the_one_in_which_it_begins() -> None:
    """The first steps are the stack's own."""
    other = stack("t", step("ir", "x"), step("x", "cpu"))
    answer = atlas(OPEN, other).why_not("s", "x")
    assert (answer.verdict, answer.route.stacks) == ("documented", ("s", "t"))


def test_a_limit_that_has_nothing_to_do_with_the_question_is_not_attached() -> None:
    """That another stack's programs do not reach a device says nothing of a thing that several stacks share."""
    other = stack("u", step("go", "ir"), step("ir", "cpu"), out_of_scope=[LIMIT])
    small = atlas(ON_CPU, other, ELSEWHERE)
    answer = small.why_not("ir", "amd-gpu")
    assert (answer.verdict, answer.limits) == ("not-looked-at", ())
    assert small.why_not("go", "amd-gpu").verdict == "out-of-scope"
    assert small.why_not("code", "cpu").limits == ()


def test_a_limit_that_several_stacks_declare_alike_is_said_once() -> None:
    """With the first of them."""
    other = stack("t", step("code", "x"), step("x", "cpu"), out_of_scope=[LIMIT])
    answer = atlas(ON_CPU, other).why_not("code", "amd-gpu")
    assert [limit.stack for limit in answer.limits] == ["s"]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("entity/code", "entity/cpu"),
        ("stack/s", "device/cpu"),
        ("https://w3id.org/atlas-graph/entity/code", "cpu"),
        ("CODE", "Cpu"),
    ],
)
def test_an_end_is_named_as_everywhere(start: str, end: str) -> None:
    """By KIND/ID, by an IRI, and by a name in any case."""
    assert atlas(ON_CPU).why_not(start, end).verdict == "documented"


def test_an_id_with_its_kind_means_that_kind() -> None:
    """An id that a stack and an entity share is the stack's alone, and the entity's when that is said."""
    named = {**OPEN, "id": "ir"}
    named["steps"] = [{**item, "id": item["id"].replace("s/", "ir/")} for item in ON_CPU["steps"]]
    small = atlas(named, ELSEWHERE)
    assert small.why_not("entity/ir", "x").why.startswith("Nobody has looked for a way from IR")
    assert small.why_not("ir", "x").why.startswith("Nobody has looked for a way in S from CODE")
    assert small.why_not("stack/nothing", "x").verdict == "not-in-atlas"


def test_a_route_that_needs_an_option_names_it() -> None:
    """It is there, and not on the default path."""
    direct = step("ir", "x")
    direct["when"] = {"options": ["fast"]}
    options = [option("fast", "FAST=1", {"does": "adds", "step": "s/ir--calls--x"})]
    answer = atlas(stack("s", step("code", "ir"), step("ir", "cpu"), direct), options=options).why_not("s", "x")
    assert (answer.verdict, bool(answer), answer.options) == ("with-option", False, ("fast",))
    assert answer.why == "S documents it, with FAST=1 set: CODE → IR → X."


def test_every_path_ends_at_hardware() -> None:
    """Nobody need look for a way on from there."""
    answer = atlas(OPEN).why_not("cpu", "code")
    assert (answer.verdict, answer.why) == ("no-documented-step", "CPU is hardware, at which every path ends.")


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
    assert set(values) == {
        *("from", "to", "verdict", "why", "limits", "nearest", "route"),
        *("options", "looked", "witnesses"),
    }
    assert values["verdict"] in VERDICTS
    assert values["limits"] == [{"stack": "s", "topic": LIMIT["topic"], "reason": LIMIT["reason"]}]


def test_a_thing_and_itself_have_no_route() -> None:
    """And it is said that they are the same, not that nothing leaves it."""
    answer = atlas(stack("s", step("code", "cpu"))).why_not("cpu", "cpu")
    assert (answer.verdict, answer.why) == (
        "no-documented-step",
        "Both are CPU; a route leads from one thing to another.",
    )
