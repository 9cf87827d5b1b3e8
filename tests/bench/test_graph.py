"""Reachability, paths and routes beside networkx, rustworkx and a bare walk over dicts, in one run.

``pytest tests/bench/test_graph.py --benchmark-disable-gc`` prints the times; the table of ratios is written to
``.benchmarks/graph.md``. Everyone is given the release as the same parsed JSON and may prepare an index once; a
question is then asked with its mode and device, and all give the same answer.
"""

from __future__ import annotations

import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Any

import networkx
import pytest
import rustworkx

import atlas_graph as ag
from atlas_graph.graph.network import StackIndex
from atlas_graph.graph.select import reach, select

from .ratios import Ratios
from .synthetic import release

SIZES = {
    "today": None,
    "10,000 steps": (2_000, 10_000),
    "50,000 steps": (10_000, 50_000),
    "100,000 steps": (20_000, 100_000),
}
PEERS = ("bare", "atlas", "networkx", "rustworkx")
#: Routes are asked for this many at a time.
LIMIT = 20


class Case:
    """One release with one stack that is asked about, and everyone's own index of it."""

    def __init__(self, data: dict[str, Any], stack: str, mode: str, device: str) -> None:
        self.atlas = ag.Atlas(data)
        self.mode, self.device = mode, device
        self.record = self.atlas.table("stacks")[stack]
        self.entry = self.record["entry"]
        self.steps = len(self.record["steps"])
        self.index = self.atlas.network.index(stack)
        self.outgoing: dict[str, list[dict[str, Any]]] = {}
        self.networkx = networkx.DiGraph()
        self.rustworkx = rustworkx.PyDiGraph()
        self.place = {stage["entity"]: self.rustworkx.add_node(stage["entity"]) for stage in self.record["stages"]}
        for step in self.record["steps"]:
            self.outgoing.setdefault(step["from"], []).append(step)
            self.networkx.add_edge(step["from"], step["to"], step=step)
            self.rustworkx.add_edge(self.place[step["from"]], self.place[step["to"]], step)
        self.end = self.atlas.path(stack, mode=mode, device=device).stage_ids[-1]

    def holds(self, step: dict[str, Any]) -> bool:
        when = step["when"]
        return self.mode in when.get("modes", (self.mode,)) and self.device in when.get("devices", (self.device,))


@pytest.fixture(scope="module", params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def case(size: str) -> Case:
    numbers = SIZES[size]
    if numbers is None:
        return Case(ag.load().release, "jax", "jit", "nvidia-gpu")
    return Case(release(*numbers), "s0000", "jit", "nvidia-gpu")


@pytest.fixture(scope="module")
def ratios() -> Iterator[Ratios]:
    collected = Ratios()
    yield collected
    collected.write("graph", "bare")


# Reachability -----------------------------------------------------------------------------------------------


def bare_reach(case: Case) -> set[str]:
    mode, device, outgoing = case.mode, case.device, case.outgoing
    reached, todo = {case.entry}, deque([case.entry])
    while todo:
        for step in outgoing.get(todo.popleft(), ()):
            if step["to"] not in reached:
                when = step["when"]
                if mode in when.get("modes", (mode,)) and device in when.get("devices", (device,)):
                    reached.add(step["to"])
                    todo.append(step["to"])
    return reached


def atlas_reach(case: Case) -> set[str]:
    return reach(case.index, case.entry, case.index.wanted(case.mode, case.device))


def networkx_reach(case: Case) -> set[str]:
    graph = case.networkx
    view = networkx.subgraph_view(graph, filter_edge=lambda one, other: case.holds(graph.edges[one, other]["step"]))
    return networkx.descendants(view, case.entry) | {case.entry}


def rustworkx_reach(case: Case) -> set[str]:
    graph = case.rustworkx
    kept = [graph.get_edge_endpoints_by_index(index) for index in graph.filter_edges(case.holds)]
    held = rustworkx.PyDiGraph()
    held.add_nodes_from(graph.nodes())
    held.add_edges_from_no_data(kept)
    return {graph[node] for node in rustworkx.descendants(held, case.place[case.entry])} | {case.entry}


# Paths: the same, with the steps among what is reached and the stages in topological order -------------------


def bare_path(case: Case) -> tuple[set[str], int]:
    reached = bare_reach(case)
    held = [step for stage in reached for step in case.outgoing.get(stage, ()) if case.holds(step)]
    waiting = dict.fromkeys(reached, 0)
    onward: dict[str, list[str]] = {}
    for step in held:
        waiting[step["to"]] += 1
        onward.setdefault(step["from"], []).append(step["to"])
    order = deque(stage for stage, count in waiting.items() if count == 0)
    done = []
    while order:
        stage = order.popleft()
        done.append(stage)
        for end in onward.get(stage, ()):
            waiting[end] -= 1
            if waiting[end] == 0:
                order.append(end)
    return set(done), len(held)


def atlas_path(case: Case) -> tuple[set[str], int]:
    path = case.atlas.path(case.record["id"], mode=case.mode, device=case.device)
    return set(path.stage_ids), len(path)


def networkx_path(case: Case) -> tuple[set[str], int]:
    graph = case.networkx
    reached = networkx_reach(case)
    held = networkx.DiGraph((one, other) for one, other, step in graph.edges(reached, data="step") if case.holds(step))
    held.add_node(case.entry)
    return set(networkx.topological_sort(held)), held.number_of_edges()


def rustworkx_path(case: Case) -> tuple[set[str], int]:
    graph = case.rustworkx
    reached = rustworkx_reach(case)
    part = graph.subgraph([case.place[stage] for stage in reached])
    kept = part.filter_edges(case.holds)
    held = rustworkx.PyDiGraph()
    held.add_nodes_from(part.nodes())
    held.add_edges_from_no_data([part.get_edge_endpoints_by_index(index) for index in kept])
    return {held[node] for node in rustworkx.topological_sort(held)}, held.num_edges()


# Routes: the first so many, shortest first ------------------------------------------------------------------


def bare_routes(case: Case) -> list[int]:
    """Grow partial ways breadth first, only through what leads to the end."""
    backward: dict[str, list[str]] = {}
    for steps in case.outgoing.values():
        for step in steps:
            if case.holds(step):
                backward.setdefault(step["to"], []).append(step["from"])
    useful, todo = {case.end}, [case.end]
    while todo:
        for stage in backward.get(todo.pop(), ()):
            if stage not in useful:
                useful.add(stage)
                todo.append(stage)
    found: list[int] = []
    ways = deque([(case.entry,)])
    while ways and len(found) < LIMIT:
        way = ways.popleft()
        for step in case.outgoing.get(way[-1], ()):
            if step["to"] in useful and case.holds(step) and step["to"] not in way:
                if step["to"] == case.end:
                    found.append(len(way))
                else:
                    ways.append((*way, step["to"]))
    return sorted(found)[:LIMIT]


def atlas_routes(case: Case) -> list[int]:
    found = case.atlas.routes(case.entry, case.end, mode=case.mode, device=case.device, limit=LIMIT, changes=0)
    return [len(route) for route in found]


def networkx_routes(case: Case) -> list[int]:
    graph = case.networkx
    held = networkx.DiGraph((one, other) for one, other, step in graph.edges(data="step") if case.holds(step))
    ways = networkx.shortest_simple_paths(held, case.entry, case.end)
    return [len(way) - 1 for way in islice(ways, LIMIT)]


def measured(benchmark: Any, ratios: Ratios, question: str, size: str, who: str, run: Callable[[], Any]) -> Any:
    benchmark.group = f"{question}, {size}"
    answer = benchmark(run)
    ratios.add(question, size, who, benchmark.stats.stats.min)
    return answer


@pytest.mark.parametrize("who", PEERS)
def test_reachability(case: Case, size: str, who: str, benchmark: Any, ratios: Ratios) -> None:
    """Everyone reaches the same stages under a mode and a device."""
    run = {"bare": bare_reach, "atlas": atlas_reach, "networkx": networkx_reach, "rustworkx": rustworkx_reach}[who]
    assert measured(benchmark, ratios, "reachability", size, who, lambda: run(case)) == bare_reach(case)


@pytest.mark.parametrize("who", PEERS)
def test_path(case: Case, size: str, who: str, benchmark: Any, ratios: Ratios) -> None:
    """Everyone finds the same stages in a topological order, and as many steps among them."""
    run = {"bare": bare_path, "atlas": atlas_path, "networkx": networkx_path, "rustworkx": rustworkx_path}[who]
    assert measured(benchmark, ratios, "path", size, who, lambda: run(case)) == bare_path(case)


@pytest.mark.parametrize("who", ["bare", "atlas", "networkx"])
def test_routes(case: Case, size: str, who: str, benchmark: Any, ratios: Ratios) -> None:
    """The first routes are as long as everyone else's, and each is a way that holds."""
    nearest = _some_way_off(case)
    run = {"bare": bare_routes, "atlas": atlas_routes, "networkx": networkx_routes}[who]
    case.end, before = nearest, case.end
    try:
        assert measured(benchmark, ratios, "routes", size, who, lambda: run(case)) == bare_routes(case)
        for route in case.atlas.routes(
            case.entry, case.end, mode=case.mode, device=case.device, limit=LIMIT, changes=0
        ):
            assert all(one.to == other.from_ for one, other in pairwise(route))
            assert all(case.holds(step.raw) for step in route)
    finally:
        case.end = before


def _some_way_off(case: Case) -> str:
    """A stage that ten steps lead to, or the last: what lies at the end of a large graph has routes of hundreds."""
    reached, layer = {case.entry}, [case.entry]
    for _ in range(10):
        following = [
            step["to"]
            for stage in layer
            for step in case.outgoing.get(stage, ())
            if case.holds(step) and step["to"] not in reached
        ]
        if not following:
            break
        layer = list(dict.fromkeys(following))
        reached.update(layer)
    return layer[0]


def test_the_first_question_pays_for_the_index(case: Case, size: str, benchmark: Any, ratios: Ratios) -> None:
    """Building the index of a stack, which happens once, takes time linear in its steps."""
    index = measured(benchmark, ratios, "index", size, "atlas", lambda: StackIndex(case.record))
    assert sum(len(hops) for hops in index.outgoing.values()) == case.steps


def test_a_dense_graph_stays_within_the_cap(benchmark: Any, ratios: Ratios) -> None:
    """Thirty layers of thirty stages hold 30^30 routes; asking for fifty takes what fifty take."""
    data = release(2, 1)
    stack = data["stacks"][0]
    template = stack["steps"][0]
    names = [[f"l{layer}n{number}" for number in range(30)] for layer in range(30)]
    pairs = [("first", name) for name in names[0]] + [(name, "last") for name in names[-1]]
    pairs += [(one, other) for here, there in pairwise(names) for one in here for other in there]
    stages = ["first", *(name for layer in names for name in layer), "last"]
    data["entities"] = [{**data["entities"][0], "id": stage, "name": stage} for stage in stages]
    stack["entry"] = "first"
    stack["stages"] = [{**stack["stages"][0], "entity": stage} for stage in stages]
    stack["steps"] = [{**template, "id": f"s0000/{one}--calls--{two}", "from": one, "to": two} for one, two in pairs]
    atlas = ag.Atlas(data)
    found = measured(
        benchmark, ratios, "routes, dense", "27,060 steps", "atlas", lambda: atlas.routes("first", "last", limit=50)
    )
    assert (len(found), found.capped) == (50, True)


def test_memory_for_each_step(case: Case, size: str, ratios: Ratios) -> None:
    """The index adds less than 300 bytes a step to the parsed release, at any size."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        index = StackIndex(case.record)
        index.incoming  # noqa: B018
        used = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    print(f"\nindex, both directions, {size}: {used / case.steps:.0f} bytes a step")
    if case.steps > 1000:
        assert used / case.steps < 300


class Counted(list):  # type: ignore[type-arg]
    """A list that counts the items that walks over it look at."""

    looked_at = 0

    def __iter__(self) -> Iterator[Any]:
        Counted.looked_at += len(self)
        return super().__iter__()


def test_the_work_is_linear_in_the_steps(case: Case) -> None:
    """Reachability looks at no step twice, and a path at none three times, at any size.

    Counted, not timed: on a machine that does other things, and past the caches of its processor, twice the steps take
    more or less than twice the time.
    """
    index = StackIndex(case.record)
    index.outgoing = {start: Counted(hops) for start, hops in index.outgoing.items()}
    Counted.looked_at = 0
    reach(index, case.entry, index.wanted(case.mode, case.device))
    assert 0 < Counted.looked_at <= case.steps
    Counted.looked_at = 0
    select(index, case.mode, case.device)
    assert 0 < Counted.looked_at <= 2 * case.steps


def test_the_ratios_are_as_promised(ratios: Ratios) -> None:
    """Paths and reachability within twice the bare walk at every size. Runs last: it reads what was measured."""
    if len(ratios.times) < 10:
        pytest.skip("needs the whole file to have run")
    for question in ("reachability", "path"):
        for size in SIZES:
            assert ratios.of(question, size, "atlas", "bare") <= 2.0, (question, size)
