"""Routes: linear ways inside a stack and across stacks, under conditions that hold together."""

from __future__ import annotations

import pickle
import time
from itertools import pairwise

import pytest

import atlas_graph as ag

from .small import atlas, stack, step


def routes(found: ag.Routes) -> list[str]:
    return [" ".join(route.stage_ids) for route in found]


DIAMOND = stack(
    "s",
    step("code", "a"),
    step("a", "b"),
    step("b", "cpu"),
    step("code", "c"),
    step("c", "cpu"),
    step("a", "cpu"),
)


def test_routes_come_shortest_first_and_all_of_them() -> None:
    """Every simple route is there once, by length."""
    assert routes(atlas(DIAMOND).routes("code", "cpu")) == ["code a cpu", "code c cpu", "code a b cpu"]


def test_a_route_holds_together_under_one_mode_and_device() -> None:
    """Two steps that hold under different modes make no route, and the leg says what a route holds under."""
    apart = stack(
        "s",
        step("code", "a", modes=["jit"]),
        step("a", "cpu", modes=["eager"]),
        step("code", "b", devices=["cpu"]),
        step("b", "cpu", modes=["jit"]),
        modes=("eager", "jit"),
        devices=("cpu", "nvidia-gpu"),
    )
    found = atlas(apart).routes("code", "cpu")
    assert routes(found) == ["code b cpu"]
    assert found[0].legs[0].conditions == (("jit", "cpu"),)


def test_an_excluded_pair_carries_no_route() -> None:
    """A route that holds only under a pair that the stack excludes is none."""
    only = stack(
        "s", step("code", "cpu", modes=["jit"], devices=["cpu"]), modes=("jit", "eager"), devices=("cpu", "amd-gpu")
    )
    assert len(atlas(only).routes("code", "cpu")) == 1
    excludes = [{"modes": ["jit"], "devices": ["cpu"], "reason": "No."}]
    assert not atlas({**only, "excludes": excludes}).routes("code", "cpu")


FRONT = stack(
    "front", step("code", "ir", modes=["jit"]), step("ir", "tool"), modes=("jit",), devices=("cpu", "amd-gpu")
)
BACK = stack("back", step("other", "ir"), step("ir", "amd-gpu", devices=["amd-gpu"]), devices=("nvidia-gpu", "amd-gpu"))


def test_a_route_changes_stack_at_a_shared_entity_and_says_so() -> None:
    """The step that is in another stack than the one before says where and from what to what."""
    found = atlas(FRONT, BACK).routes("code", "amd-gpu")
    assert routes(found) == ["code ir amd-gpu"]
    route = found[0]
    assert route.stacks == ("front", "back")
    assert [(change.at.id, change.leaves, change.enters, change.index) for change in route.changes] == [
        ("ir", "front", "back", 1)
    ]
    assert str(route.changes[0]) == "at IR, from FRONT to BACK"
    marks = [item["changes_stack"] for item in route.to_dict()["steps"]]
    assert marks[0] is None
    assert marks[1] == {"from": "front", "to": "back", "at": "ir", "declared": False, "text": str(route.changes[0])}


def test_the_stacks_of_a_route_hold_on_one_device_and_each_leg_says_which() -> None:
    """What the second stack rules out is taken from the first one's conditions."""
    route = atlas(FRONT, BACK).routes("code", "amd-gpu")[0]
    assert [leg.conditions for leg in route.legs] == [(("jit", "amd-gpu"),), (("on", "amd-gpu"),)]


def test_stacks_without_a_device_in_common_are_not_joined() -> None:
    """A CPU front end does not flow into a GPU back end by sharing a representation with it."""
    on_cpu = {**FRONT, "devices": ["cpu"]}
    assert not atlas(on_cpu, BACK).routes("code", "amd-gpu")


def test_a_declared_continuation_may_have_devices_of_its_own() -> None:
    """Where a stack names another as its continuation, that one's devices count if it does not know the first's."""
    on_cpu = {**FRONT, "devices": ["cpu"], "continues": ["back"]}
    route = atlas(on_cpu, BACK).routes("code", "amd-gpu")[0]
    assert route.changes[0].declared
    assert str(route.changes[0]) == "at IR, from FRONT to BACK, its declared continuation"
    assert [leg.conditions for leg in route.legs] == [(("jit", "cpu"),), (("on", "amd-gpu"),)]


def test_a_declared_continuation_that_knows_the_device_keeps_it() -> None:
    """A route does not slip to another device at a continuation that describes its own."""
    nvidia = {**FRONT, "devices": ["nvidia-gpu"], "continues": ["back"]}
    assert not atlas(nvidia, BACK).routes("code", "amd-gpu")


def test_a_route_stays_in_a_stack_that_leads_on_by_itself() -> None:
    """Borrowing a stretch from another stack that shares it is no further route; a declared continuation is."""
    whole = stack("whole", step("code", "ir"), step("ir", "lib"), step("lib", "cpu"))
    beside = stack("beside", step("entry", "ir"), step("ir", "cpu"))
    assert routes(atlas(whole, beside).routes("code", "cpu")) == ["code ir lib cpu"]
    declared = {**whole, "continues": ["beside"]}
    assert routes(atlas(declared, beside).routes("code", "cpu")) == ["code ir lib cpu", "code ir cpu"]


def test_no_route_returns_to_a_stack_that_it_left() -> None:
    """Ping-pong between two stacks is not a way that a program takes."""
    one = stack("one", step("code", "a"), step("b", "cpu"), entry="code")
    two = stack("two", step("a", "b"))
    assert not atlas(one, two).routes("code", "cpu")
    three = stack("three", step("b", "cpu"))
    assert atlas(one, two, three).routes("code", "cpu")[0].stacks == ("one", "two", "three")


def test_the_number_of_changes_is_limited() -> None:
    """With fewer changes allowed, routes that need more are not given."""
    chain = [stack(f"s{number}", step(f"e{number}", f"e{number + 1}")) for number in range(4)]
    small = atlas(*chain)
    assert not small.routes("e0", "e4")
    assert len(small.routes("e0", "e4", changes=3)) == 1
    assert not small.routes("e0", "e2", changes=0)


def test_a_mode_limits_the_stacks_that_have_it_and_the_others_say_that_they_do_not() -> None:
    """A stack without the mode is taken under any of its own, which its leg tells."""
    front = stack("front", step("code", "ir", modes=["jit"]), modes=("jit", "eager"))
    back = stack("back", step("ir", "cpu"), modes=("default",))
    found = atlas(front, back).routes("code", "cpu", mode="jit")
    assert [leg.limited for leg in found[0].legs] == [True, False]
    assert not atlas(front, back).routes("code", "cpu", mode="eager")


def test_of_the_stacks_of_a_route_one_at_least_has_the_mode_that_was_asked_for() -> None:
    """A mode of some other stack altogether leaves nothing."""
    small = atlas(DIAMOND, stack("t", step("x", "y"), modes=("jit",)))
    assert not small.routes("code", "cpu", mode="jit")


def test_a_device_leaves_out_the_stacks_that_do_not_describe_it() -> None:
    """A device is the same thing everywhere, so that a stack without it does not count."""
    assert not atlas(DIAMOND).routes("code", "cpu", device="amd-gpu")
    assert len(atlas(DIAMOND).routes("code", "cpu", device="cpu")) == 3


def test_ends_can_be_devices_and_stacks() -> None:
    """A device means its hardware, a stack its entry."""
    small = atlas(FRONT, BACK)
    assert routes(small.routes("front", "amd-gpu")) == ["code ir amd-gpu"]


def test_more_routes_than_the_limit_are_capped_and_said() -> None:
    """The cap is told as a flag and as a sentence; at exactly the limit there is none."""
    small = atlas(DIAMOND)
    found = small.routes("code", "cpu", limit=2)
    assert (len(found), found.capped, found.complete) == (2, True, True)
    assert found.cap == "There are more than these 2; raise the limit to see them."
    assert repr(found) == "<Routes code → cpu: 2+>"
    assert not small.routes("code", "cpu", limit=3).capped


def test_a_thing_has_no_route_to_itself() -> None:
    """A route has at least one step and passes nothing twice."""
    assert not atlas(DIAMOND).routes("code", "code")


def test_deprecated_steps_are_part_of_routes_and_withdrawn_ones_are_not() -> None:
    """What is withdrawn is walked by nothing."""
    old = {"state": "deprecated", "reason": "It goes away."}
    gone = {"state": "withdrawn", "reason": "It was wrong."}
    small = atlas(stack("s", step("code", "a", status=old), step("a", "cpu"), step("code", "cpu", status=gone)))
    assert routes(small.routes("code", "cpu")) == ["code a cpu"]


def test_two_steps_between_the_same_stages_make_two_routes() -> None:
    """Parallel steps are told apart by their ids."""
    double = stack("s", step("code", "cpu"), step("code", "cpu", slug="other"))
    assert [route.step_ids for route in atlas(double).routes("code", "cpu")] == [
        ("s/code--calls--cpu",),
        ("s/code--calls--cpu--other",),
    ]


def test_the_routes_of_a_path_are_its_linear_readings() -> None:
    """They lead from the entry to each stage that no step leaves, under the path's conditions alone."""
    forked = stack(
        "s",
        step("code", "a"),
        step("a", "cpu", devices=["cpu"]),
        step("a", "nvidia-gpu", devices=["nvidia-gpu"]),
        devices=("cpu", "nvidia-gpu"),
    )
    small = atlas(forked)
    assert routes(small.path("s", device="cpu").routes()) == ["code a cpu"]
    whole = small.path("s").routes()
    assert routes(whole) == ["code a cpu", "code a nvidia-gpu"]
    assert whole.end is None
    assert small.path("s", device="cpu").routes().end == "cpu"


def test_a_dense_graph_keeps_to_the_cap_and_does_not_hang() -> None:
    """Twenty layers of twenty stages, each joined to all of the next, hold more routes than can be counted."""
    names = [[f"l{layer}n{number}" for number in range(20)] for layer in range(20)]
    steps = [step("code", name) for name in names[0]]
    for layer, following in pairwise(names):
        steps += [step(one, other) for one in layer for other in following]
    steps += [step(name, "cpu") for name in names[-1]]
    small = atlas(stack("s", *steps))
    began = time.perf_counter()
    found = small.routes("code", "cpu", limit=50)
    assert time.perf_counter() - began < 5
    assert (len(found), found.capped) == (50, True)
    assert {len(route) for route in found} == {21}


def test_a_dense_graph_with_circles_and_no_route_gives_an_answer() -> None:
    """Where conditions rule every route out, that is found without trying them one by one."""
    names = [f"n{number}" for number in range(60)]
    steps = [step("code", names[0], modes=["a"]), step(names[-1], "cpu", modes=["b"])]
    steps += [step(one, other) for one in names for other in names if one != other]
    small = atlas(stack("s", *steps, modes=("a", "b")))
    began = time.perf_counter()
    assert not small.routes("code", "cpu")
    assert time.perf_counter() - began < 5


def test_a_search_that_runs_out_of_budget_says_that_it_is_not_complete() -> None:
    """What was found so far is given, and that there may be more."""
    from atlas_graph.graph.route_search import RouteSearch

    small = atlas(DIAMOND)
    search = RouteSearch(small.network, {"s": 1}, "code", ("cpu",), 0, budget=8)
    list(search.by_length())
    assert not search.complete


def test_routes_and_a_route_behave_as_sequences() -> None:
    """Indexing, slicing, membership, equality, hashing and pickling work as of a tuple."""
    found = atlas(DIAMOND).routes("code", "cpu")
    assert found[0] in found
    assert found[:2] == (found[0], found[1])
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again[0]) == hash(found[0])
    route = found[-1]
    assert len(route) == 3
    assert [item.to for item in route] == ["a", "b", "cpu"]
    assert "b" in route
    assert "s/a--calls--b" in route
    assert route.steps[0] in route
    assert "c" not in route
    assert str(route) == "CODE → A → B → CPU"
    assert repr(route) == "<Route code → a → b → cpu in s>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"start": "cod", "end": "cpu"}, "there is no entity 'cod'; did you mean code?"),
        ({"start": "code", "end": "cpu", "mode": "jit"}, "there is no mode of any stack 'jit'; use one of on."),
        ({"start": "code", "end": "cpu", "device": "cpus"}, "there is no device 'cpus'; did you mean cpu?"),
    ],
)
def test_unknown_ids_are_named_with_the_nearest(arguments: dict[str, str], message: str) -> None:
    """Ends, modes and devices that do not exist are errors, not empty answers."""
    with pytest.raises(ag.UnknownIdError) as raised:
        atlas(DIAMOND).routes(**arguments)
    assert str(raised.value) == message


def test_a_limit_below_one_is_refused() -> None:
    """Asking for no route at all is a mistake of the caller."""
    with pytest.raises(ValueError, match="limit must be at least 1"):
        atlas(DIAMOND).routes("code", "cpu", limit=0)


def test_a_change_is_found_where_the_first_stack_goes_on_under_another_device_only() -> None:
    """On the CPU the first stack itself goes to the next stage; on the GPU only the second one does."""
    one = stack("one", step("a", "b"), step("b", "c", devices=["cpu"]), devices=("cpu", "nvidia-gpu"))
    two = stack(
        "two", step("b", "c"), step("c", "d"), step("c", "e"), step("d", "z", devices=["cpu"]),
        step("e", "z", devices=["nvidia-gpu"]), devices=("cpu", "nvidia-gpu"),
    )  # fmt: skip
    found = {route.stage_ids: route.legs[-1].conditions for route in atlas(one, two).routes("a", "z")}
    assert found == {("a", "b", "c", "d", "z"): (("on", "cpu"),), ("a", "b", "c", "e", "z"): (("on", "nvidia-gpu"),)}
