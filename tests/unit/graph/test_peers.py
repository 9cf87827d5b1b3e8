"""Paths, routes and reachability give what networkx, rustworkx and a plain enumeration give, on random graphs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_graph.graph.select import reach

from .small import atlas, stack, step

MODES, DEVICES = ("m1", "m2"), ("cpu", "nvidia-gpu", "amd-gpu")
NAMES = [f"n{number}" for number in range(7)]


def some(values: tuple[str, ...]) -> st.SearchStrategy[list[str] | None]:
    return st.none() | st.lists(st.sampled_from(values), min_size=1, unique=True)


@st.composite
def steps(draw: Any, names: list[str], forward: bool) -> list[dict[str, Any]]:
    """Steps among stages, each at most once in each direction; ``forward`` allows no circle."""
    pairs = [(one, other) for one in names for other in names if (names.index(one) < names.index(other)) or not forward]
    chosen = draw(st.lists(st.sampled_from([pair for pair in pairs if pair[0] != pair[1]]), unique=True, max_size=16))
    return [step(one, other, modes=draw(some(MODES)), devices=draw(some(DEVICES))) for one, other in chosen]


@st.composite
def stacks(draw: Any, name: str = "s", forward: bool = False) -> dict[str, Any]:
    made = stack(name, step(NAMES[0], NAMES[1]), *draw(steps(NAMES, forward)), modes=MODES, devices=DEVICES)
    unique = {item["id"]: item for item in made["steps"]}
    return {**made, "steps": list(unique.values())}


def holding(record: dict[str, Any], mode: str | None, device: str | None) -> list[dict[str, Any]]:
    """The steps of a stack that hold, worked out from the record alone."""
    return [
        item
        for item in record["steps"]
        if (mode is None or mode in item["when"].get("modes", MODES))
        and (device is None or device in item["when"].get("devices", DEVICES))
    ]


def pairs_of(record: dict[str, Any]) -> list[tuple[str, str]]:
    return [(mode["id"], device) for mode in record["modes"] for device in record["devices"]]


@given(stacks(), st.sampled_from([None, *MODES]), st.sampled_from([None, *DEVICES]))
@settings(max_examples=80)
def test_a_path_reaches_what_networkx_and_rustworkx_reach(
    record: dict[str, Any], mode: str | None, device: str | None
) -> None:
    """The stages of a path are the descendants of its entry among the steps that hold, and its steps all of theirs."""
    held = holding(record, mode, device)
    graph = networkx.DiGraph([(item["from"], item["to"]) for item in held])
    graph.add_node(record["entry"])
    expected = networkx.descendants(graph, record["entry"]) | {record["entry"]}
    compiled = rustworkx.PyDiGraph()
    place = {name: compiled.add_node(name) for name in graph}
    compiled.add_edges_from_no_data([(place[one], place[other]) for one, other in graph.edges])
    also = {compiled[node] for node in rustworkx.descendants(compiled, place[record["entry"]])} | {record["entry"]}
    small = atlas(record)
    path = small.path("s", mode=mode, device=device)
    index = small.network.index("s")
    assert set(path.stage_ids) == expected == also == reach(index, record["entry"], index.wanted(mode, device))
    assert {item["id"] for item in path.raw_steps} == {item["id"] for item in held if item["from"] in expected}


@given(stacks(forward=True), st.sampled_from([None, *MODES]), st.sampled_from([None, *DEVICES]))
@settings(max_examples=80)
def test_a_path_without_circles_is_in_topological_order(
    record: dict[str, Any], mode: str | None, device: str | None
) -> None:
    """Every step leads from an earlier stage to a later one."""
    path = atlas(record).path("s", mode=mode, device=device)
    place = {stage: index for index, stage in enumerate(path.stage_ids)}
    assert all(place[item["from"]] < place[item["to"]] for item in path.raw_steps)


@given(stacks())
@settings(max_examples=80)
def test_routes_inside_a_stack_are_the_simple_paths_of_networkx_under_each_pair(record: dict[str, Any]) -> None:
    """Together the pairs of mode and device give the routes, each with exactly the pairs under which it is a path."""
    expected: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for pair in pairs_of(record):
        graph = networkx.DiGraph([(item["from"], item["to"]) for item in holding(record, *pair)])
        if NAMES[0] in graph and NAMES[-1] in graph:
            for nodes in networkx.all_simple_paths(graph, NAMES[0], NAMES[-1]):
                expected.setdefault(tuple(nodes), set()).add(pair)
    found = atlas(record, entities=[]).routes(NAMES[0], NAMES[-1], limit=10_000) if stage_of(record, NAMES[-1]) else []
    assert {route.stage_ids: set(route.legs[0].conditions) for route in found} == expected
    assert [len(route) for route in found] == sorted(len(nodes) - 1 for nodes in expected)


def stage_of(record: dict[str, Any], name: str) -> bool:
    return any(stage["entity"] == name for stage in record["stages"])


@given(stacks(), st.integers(1, 5))
@settings(max_examples=60)
def test_a_limit_gives_the_first_routes_and_says_whether_there_are_more(record: dict[str, Any], limit: int) -> None:
    """The capped answer is the beginning of the whole one."""
    if not stage_of(record, NAMES[-1]):
        return
    small = atlas(record)
    whole, first = small.routes(NAMES[0], NAMES[-1], limit=10_000), small.routes(NAMES[0], NAMES[-1], limit=limit)
    assert tuple(first) == whole[:limit]
    assert first.capped == (len(whole) > limit)


@given(stacks("one", forward=True), stacks("two", forward=True), st.booleans())
@settings(max_examples=80)
def test_routes_across_stacks_are_those_of_a_plain_enumeration(
    one: dict[str, Any], two: dict[str, Any], declared: bool
) -> None:
    """Every way by the stated rules, walked without any pruning, is found with its conditions, and no other is."""
    one = {**one, "continues": ["two"] if declared else []}
    records = {"one": one, "two": two}
    last = NAMES[-1]
    if not any(stage_of(record, last) for record in records.values()):
        return
    expected = {nodes for nodes, _ in plain_ways(records, NAMES[0], last)}
    found = atlas(one, two).routes(NAMES[0], last, limit=10_000)
    assert {route.stage_ids for route in found} == expected
    for route in found:
        assert len({leg.stack for leg in route.legs}) == len(route.legs) == len(route.changes) + 1
        for leg in route.legs:
            own = [item.raw for item in route if item.stack == leg.stack]
            for pair in leg.conditions:
                assert all(item in holding(records[leg.stack], *pair) for item in own)
        devices = [{device for _, device in leg.conditions} for leg in route.legs]
        assert all(here == there for here, there in pairwise(devices))


def plain_ways(records: dict[str, Any], start: str, end: str) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Walk every way from start to end: one pair a stack, the device kept, at most two changes of stack.

    A change is made where the stack does not itself lead to the end under the pair, or declares the other.
    """
    home: dict[tuple[str, tuple[str, str], str], bool] = {}
    for name, record in records.items():
        for pair in pairs_of(record):
            graph = networkx.DiGraph([(item["from"], item["to"]) for item in holding(record, *pair)])
            graph.add_nodes_from([*NAMES, end])
            for node in graph:
                home[name, pair, node] = node == end or networkx.has_path(graph, node, end)
    ways: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()

    def walk(nodes: tuple[str, ...], used: tuple[str, ...], pair: tuple[str, str]) -> None:
        here = nodes[-1]
        if here == end:
            ways.add((nodes, used))
            return
        name = used[-1]
        for item in holding(records[name], *pair):
            if item["from"] == here and item["to"] not in nodes:
                walk((*nodes, item["to"]), used, pair)
        if len(nodes) == 1:
            return
        for other, record in records.items():
            if other in used or not stage_of(record, here):
                continue
            if home[name, pair, here] and other not in records[name]["continues"]:
                continue
            for following in pairs_of(record):
                if following[1] != pair[1]:
                    continue
                for item in holding(record, *following):
                    if item["from"] == here and item["to"] not in nodes:
                        walk((*nodes, item["to"]), (*used, other), following)

    for name, record in records.items():
        if stage_of(record, start):
            for pair in pairs_of(record):
                walk((start,), (name,), pair)
    return ways
