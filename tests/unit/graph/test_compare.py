"""Comparisons: what two paths share, where they part and meet, and what corresponds."""

from __future__ import annotations

import pytest

import atlas_graph as ag

from .small import atlas, quote, stack, step

LEFT = stack("left", step("l-code", "ir"), step("ir", "mid"), step("mid", "cpu"), step("ir", "cpu", slug="direct"))
RIGHT = stack(
    "right", step("r-code", "ir"), step("ir", "mid", relation="emits"), step("mid", "own"), step("own", "cpu")
)


def link(start: str, end: str, relation: str = "corresponds-to") -> dict[str, object]:
    key = f"{start}--{relation}--{end}"
    return {"id": key, "from": start, "relation": relation, "to": end, "text": "They are alike.", "evidence": [quote()]}


def test_shared_stages_and_steps_are_found_and_the_rest_is_said_to_be_of_one_side() -> None:
    """Steps are shared where they join the same stages, whatever relation either side gives."""
    found = atlas(LEFT, RIGHT).compare("left", "right")
    assert [stage.id for stage in found.shared_stages] == ["ir", "mid", "cpu"]
    assert [(one.id, other.id) for one, other in found.shared_steps] == [
        ("left/ir--calls--mid", "right/ir--emits--mid")
    ]
    assert [stage.id for stage in found.left_stages] == ["l-code"]
    assert [stage.id for stage in found.right_stages] == ["r-code", "own"]
    assert [item.id for item in found.left_steps] == [
        "left/l-code--calls--ir",
        "left/ir--calls--cpu--direct",
        "left/mid--calls--cpu",
    ]


def test_paths_part_where_they_go_on_differently_and_meet_where_they_come_from_different_stages() -> None:
    """Parting looks at the stages after a shared one, meeting at those before."""
    found = atlas(LEFT, RIGHT).compare("left", "right")
    assert [stage.id for stage in found.parts] == ["ir", "mid"]
    assert [stage.id for stage in found.meets] == ["ir", "cpu"]


def test_parallel_steps_are_paired_once_each_the_same_relation_first() -> None:
    """Two steps on one side and one on the other make one pair and leave one over."""
    one = stack("one", step("a", "cpu", relation="emits"), step("a", "cpu"))
    other = stack("other", step("a", "cpu"))
    found = atlas(one, other).compare("one", "other")
    assert [(left.id, right.id) for left, right in found.shared_steps] == [("one/a--calls--cpu", "other/a--calls--cpu")]
    assert [item.id for item in found.left_steps] == ["one/a--emits--cpu"]


def test_links_that_join_the_two_paths_are_mentioned() -> None:
    """A corresponds-to link counts in either direction, other relations and other ends do not."""
    links = [link("r-code", "l-code"), link("ir", "elsewhere"), link("l-code", "own", "calls")]
    small = atlas(
        LEFT, RIGHT, entities=[{"id": "elsewhere", "name": "E", "kind": "compiler", "summary": "."}], links=links
    )
    found = small.compare("left", "right")
    assert [item.id for item in found.links] == ["r-code--corresponds-to--l-code"]
    assert found.to_dict()["corresponds"][0]["text"] == "They are alike."


def test_its_rows_say_of_each_stage_which_path_passes_it() -> None:
    """Shared stages first, then those of the left path, then those of the right one."""
    found = atlas(LEFT, RIGHT).compare("left", "right")
    assert [(stage.id, left, right) for stage, left, right in found.rows] == [
        ("ir", True, True), ("mid", True, True), ("cpu", True, True),
        ("l-code", True, False), ("r-code", False, True), ("own", False, True),
    ]  # fmt: skip
    assert found.to_records()[3] == {
        "id": "l-code", "name": "L-CODE", "kind": "framework-component", "left": True, "right": False
    }  # fmt: skip


def test_the_json_is_the_contract() -> None:
    """Both sides, what is shared as ids and pairs of ids, and what only one side has."""
    values = atlas(LEFT, RIGHT).compare("left:on:cpu", ("right", "on", "cpu")).to_dict()
    side = {"stack": "left", "mode": "on", "device": "cpu", "title": "LEFT · On · CPU", "options": []}
    assert values["left"] == side
    assert values["shared"] == {
        "stages": ["ir", "mid", "cpu"],
        "steps": [["left/ir--calls--mid", "right/ir--emits--mid"]],
    }
    assert values["only_right"]["stages"] == ["r-code", "own"]
    assert values["only_left"]["steps"][0] == "left/l-code--calls--ir"
    assert values["receipts"][0]["right"]["evidence"][0]["quote"].startswith("Here the guide says")


def test_a_path_compared_with_itself_has_nothing_of_its_own() -> None:
    """Everything is shared, nothing parts or meets."""
    small = atlas(LEFT)
    path = small.path("left")
    found = small.compare(path, path)
    assert len(found.shared_steps) == len(path)
    assert (found.left_stages, found.right_steps, found.parts, found.meets) == ((), (), (), ())


def test_paths_that_share_nothing_give_a_false_comparison() -> None:
    """The answer to "do they share anything" is no."""
    one, other = stack("one", step("a", "b")), stack("other", step("c", "d"))
    assert not atlas(one, other).compare("one", "other")


def test_sides_may_leave_out_mode_and_device_and_no_more_than_three_parts_are_taken() -> None:
    """Empty parts are open conditions; a fourth part is a mistake."""
    small = atlas(LEFT)
    assert small.compare("left::cpu", ("left", None, "cpu")).left.mode is None
    with pytest.raises(ValueError, match="STACK:MODE:DEVICE"):
        small.compare("left:on:cpu:more", "left")
    with pytest.raises(ag.UnknownIdError, match="did you mean left"):
        small.compare("lef", "left")


def test_jax_with_and_without_jit_share_the_program_the_runtime_and_the_chip() -> None:
    """On the real data: the two modes part at JAX and meet at PJRT."""
    found = ag.load().compare(("jax", "no-jit", "cpu"), ("jax", "jit", "cpu"))
    assert [stage.id for stage in found.shared_stages] == ["jax-code", "jax", "pjrt", "cpu"]
    assert [stage.id for stage in found.parts] == ["jax"]
    assert [stage.id for stage in found.meets] == ["pjrt"]
