"""What people type and what they see: names in every call, a line for what a thing is, and the short view."""

from __future__ import annotations

import collections.abc
import io
from collections.abc import Callable
from typing import Any

import pytest

import atlas_graph as ag
from atlas_graph.graph.value import Frozen, Value
from atlas_graph.render.brief import path_brief
from atlas_graph.render.terminal import Terminal

ATLAS = ag.load()
SPEC = "pytorch:compile:amd-gpu"

ANSWERS: dict[str, Callable[[], Any]] = {
    "path": lambda: ATLAS.path(SPEC),
    "explanation": lambda: ATLAS.explain(SPEC),
    "comparison": lambda: ATLAS.compare("jax", "pytorch", device="nvidia-gpu"),
    "routes": lambda: ATLAS.routes("xla", "ptx"),
    "no routes": lambda: ATLAS.routes("cpu", "ptx"),
    "route": lambda: ATLAS.routes("xla", "ptx")[0],
    "why not": lambda: ATLAS.why_not("jax", "amd-gpu"),
    "here": lambda: ATLAS.here(),
    "hits": lambda: ATLAS.search("who turns PTX into machine code"),
    "no hits": lambda: ATLAS.search("zzzzzz"),
    "card": lambda: ATLAS.show("ptx"),
    "collection": lambda: ATLAS.steps,
    "empty collection": lambda: ATLAS.facts(stack="numpy"),
    "table": lambda: ATLAS.rows("quotes"),
    "coverage": lambda: ATLAS.coverage(),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_turns_into_plain_values_and_a_table(name: str) -> None:
    """``to_dict``, ``to_records`` and ``to_pandas``, whose columns are those of the records, also where none is."""
    pytest.importorskip("pandas")
    answer = ANSWERS[name]()
    records = answer.to_records()
    assert isinstance(answer.to_dict(), dict)
    assert list(answer.to_pandas().columns) == list(answer.columns)
    assert all(tuple(record) == tuple(answer.columns) for record in records)
    assert len(answer.to_pandas()) == len(records)


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_a_line_in_a_session_and_a_screen_in_print(name: str) -> None:
    """Nothing says kilobytes of itself unasked."""
    answer = ANSWERS[name]()
    assert len(repr(answer)) < 400
    assert "\n" not in repr(answer)
    assert len(str(answer)) < 8_000


def walked(thing: Any, found: dict[type, Any]) -> dict[type, Any]:
    """Everything of ours that is reached from a thing by public attributes, one of each class."""
    if isinstance(thing, (tuple, list)):
        for item in thing[:3]:
            walked(item, found)
    elif isinstance(thing, (Value, Frozen)) and type(thing) not in found:
        found[type(thing)] = thing
        for name in dir(thing):
            if not name.startswith("_"):
                walked(getattr(thing, name), found)
    return found


def test_everything_that_is_handed_out_says_what_it_is_in_a_line() -> None:
    """Each class that the answers and the collections lead to."""
    found: dict[type, Any] = {}
    for make in ANSWERS.values():
        walked(make(), found)
    for name in ("entities", "facts", "choices", "options", "questions", "witnesses", "quotes", "publishers", "forks"):
        walked(getattr(ATLAS, name)[0], found)
    assert len(found) > 25
    for kind, thing in found.items():
        assert repr(thing).startswith(f"<{kind.__name__} ")
        assert len(repr(thing)) < 400
        assert "\n" not in repr(thing)


def test_print_gives_the_short_view_of_the_command_line() -> None:
    """At a hundred columns."""
    stream = io.StringIO()
    print(ATLAS.path(SPEC), file=stream)
    assert stream.getvalue() == path_brief(ATLAS.path(SPEC), Terminal(100)) + "\n"


def test_a_path_is_a_sequence_of_its_steps() -> None:
    """Counted, sliced, searched, and asked by id."""
    path = ATLAS.path("jax:jit:cpu")
    assert isinstance(path, collections.abc.Sequence)
    assert path[0] == path.steps[0] == path[path[0].id]
    assert path[-2:] == path.steps[-2:]
    assert path.index(path[3]) == 3
    with pytest.raises(ag.UnknownIdError, match="there is no step of jax:jit:cpu"):
        path["nope"]


def test_stack_mode_and_device_name_a_path_in_every_call() -> None:
    """In one text, as on the command line."""
    path = ATLAS.path("pytorch", mode="compile", device="amd-gpu")
    assert ATLAS.get(SPEC) == path == ATLAS.show(SPEC).thing == ATLAS.explain(SPEC).path
    assert ATLAS.get("PyTorch:torch.compile:amd-gpu") == path
    routes = ATLAS.routes(SPEC, "amd-gpu")
    assert {(route.stacks, route.legs[0].conditions) for route in routes} == {(("pytorch",), (("compile", "amd-gpu"),))}
    assert ATLAS.why_not(SPEC, "amd-gpu").verdict == "documented"
    other = ATLAS.why_not("pytorch:eager:cpu", "amd-gpu")
    assert other.verdict == "conditions-differ"
    assert other.why.endswith("But under pytorch:eager:cpu no step leads there.")
    sides = ATLAS.compare("jax", "pytorch", device="nvidia-gpu")
    assert sides == ATLAS.compare("jax::nvidia-gpu", "pytorch::nvidia-gpu")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: ATLAS.show("gpu"), "amd-gpu, apple-gpu, intel-gpu, mobile-gpu or nvidia-gpu; name one"),
        (lambda: ATLAS.show("compile"), "it is a mode of pytorch; write pytorch:compile"),
        (lambda: ATLAS.routes("gpu", "ptx"), "intel-gpu, mobile-gpu or nvidia-gpu; name one"),
        (lambda: ATLAS.path("pytorch", device="gpu"), "amd-gpu, apple-gpu, intel-gpu or nvidia-gpu; name one"),
        (lambda: ATLAS.path("pytorch", device="tpu"), "pytorch-xla describes it; write pytorch-xla::tpu"),
        (lambda: ATLAS.path("torch.compile"), "it is a mode of pytorch; write pytorch:compile"),
        (lambda: ATLAS.path("triton"), "'triton' is an entity that jax-pallas and pytorch pass"),
        (lambda: ATLAS.facts("nope"), "there is no entity 'nope'"),
        (lambda: ATLAS.links("nope"), "there is no entity 'nope'"),
        (lambda: ATLAS.why_not("jaxx:jit", "ptx"), "there is no stack 'jaxx'; did you mean jax"),
    ],
)  # fmt: skip
def test_a_name_that_is_not_clear_or_belongs_elsewhere_is_said_so(ask: Callable[[], object], said: str) -> None:
    """With all that it may be, or where it belongs."""
    with pytest.raises(ag.UnknownIdError) as caught:
        ask()
    assert said in str(caught.value)


def test_a_word_that_was_taken_for_something_is_noted() -> None:
    """By a warning that names both."""
    with pytest.warns(ag.AtlasWarning, match="'xpu' was taken for the device 'intel-gpu'"):
        assert ATLAS.path("pytorch", device="xpu").device == "intel-gpu"


@pytest.mark.parametrize("what", ["quotes", "evidence", "publishers", "modes", "forks", "devices", "looked", "steps"])
def test_an_id_that_is_listed_is_shown(what: str) -> None:
    """Also of what is no record of its own."""
    key = getattr(ATLAS, what).keys()[0]
    assert ATLAS.show(key).id == key
    assert str(ATLAS.show(key))
    assert ATLAS.show(key).to_dict()["record"]


def test_routes_inside_a_stack_come_first_and_the_main_line_before_side_tracks() -> None:
    """Those of the stack that was asked for first; a limited step makes a side track."""
    routes = ATLAS.routes("pytorch", "nvidia-gpu")
    assert routes[0].stacks == ("pytorch",)
    inside = [len(route.stacks) == 1 for route in routes]
    assert inside == sorted(inside, reverse=True)
    limited = [any(step.qualifier for step in route) for route in routes if route.stacks == ("pytorch",)]
    assert not limited[0]
    assert limited == sorted(limited)
    stitched = next(route for route in routes if len(route.stacks) > 1)
    assert "changes stack at ATen, from Keras to PyTorch" in str(stitched)
    answer = ATLAS.why_not("pytorch", "amd-gpu")
    assert answer.route is not None
    assert "in training" not in {step.qualifier for step in answer.route}  # every way there has a limit of some kind


def test_the_fields_of_an_entity_are_attributes() -> None:
    """As released."""
    entity = ATLAS.entity("jax")
    assert entity.homepage == entity.raw["homepage"]
    assert entity.licence == "Apache-2.0"
    assert entity.identifiers["purl"] == ["pkg:pypi/jax"]
    assert (entity.status, entity.status_reason, entity.replaced_by) == ("current", None, None)
    backed = next(one for one in ATLAS.entities if one.raw["evidence"])
    assert [one.quote for one in backed.evidence] == [raw["quote"] for raw in backed.raw["evidence"]]
    old = next(one for one in (*ATLAS.steps, *ATLAS.entities, *ATLAS.options) if one.status != "current")
    assert old.status_reason


def test_the_graph_can_be_written_as_graphml(tmp_path: Any) -> None:
    """Whole, and of a path."""
    networkx = pytest.importorskip("networkx")
    for thing in (ATLAS, ATLAS.path("jax"), ATLAS.path(SPEC)):
        graph = thing.to_networkx()
        networkx.write_graphml(graph, tmp_path / "atlas.graphml")
        again = networkx.read_graphml(tmp_path / "atlas.graphml", force_multigraph=True)
        assert again.number_of_edges() == graph.number_of_edges() > 0


def test_the_latest_release_is_the_one_here_and_another_version_says_so() -> None:
    """Without the network for the first."""
    assert ag.load("latest").version == ag.__version__
    with pytest.raises(ag.ReleaseError, match=rf"release 0\.0\.9 is not here, {ag.__version__} is"):
        ag.load("0.0.9")
