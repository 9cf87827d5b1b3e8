"""Paths: what holds under a mode and a device, in what order, and how a path behaves as a Python object."""

from __future__ import annotations

import copy
import pickle

import pytest

import atlas_graph as ag

from .small import atlas, entity, stack, step

BRANCHING = stack(
    "s",
    step("code", "lib"),
    step("lib", "ir", modes=["jit"]),
    step("lib", "run", modes=["eager"]),
    step("ir", "run", modes=["jit"]),
    step("run", "cpu", devices=["cpu"]),
    step("run", "nvidia-gpu", devices=["nvidia-gpu"]),
    modes=("eager", "jit"),
    devices=("cpu", "nvidia-gpu"),
)


def test_a_path_holds_the_steps_of_its_mode_and_device_and_those_of_any() -> None:
    """Steps without conditions hold under all; a step with some holds under these alone."""
    path = atlas(BRANCHING).path("s", mode="jit", device="nvidia-gpu")
    assert [step.to for step in path] == ["lib", "ir", "run", "nvidia-gpu"]
    assert path.stage_ids == ("code", "lib", "ir", "run", "nvidia-gpu")


def test_a_condition_left_open_holds_all_its_values() -> None:
    """Without a device the steps of every device are there; without both the whole stack is."""
    small = atlas(BRANCHING)
    assert {step.to for step in small.path("s", mode="eager")} == {"lib", "run", "cpu", "nvidia-gpu"}
    assert len(small.path("s")) == len(BRANCHING["steps"])


def test_every_step_of_a_path_leads_forward() -> None:
    """Stages stand in topological order even where the stack declares them in another."""
    steps = [step("code", "z"), step("z", "m"), step("m", "a"), step("code", "a"), step("a", "cpu")]
    shuffled = stack("s", steps[0], steps[3], steps[4], steps[2], steps[1])
    path = atlas(shuffled).path("s")
    place = {stage: index for index, stage in enumerate(path.stage_ids)}
    assert all(place[item.from_] < place[item.to] for item in path)
    assert path.stage_ids == ("code", "z", "m", "a", "cpu")


def test_a_stack_that_is_a_circle_over_all_modes_is_in_order_under_each() -> None:
    """Modes may run through two stages in opposite order; each mode's path is still topological."""
    circle = stack(
        "s",
        step("code", "a", modes=["up"]),
        step("a", "b", modes=["up"]),
        step("b", "cpu", modes=["up"]),
        step("code", "b", modes=["down"]),
        step("b", "a", modes=["down"]),
        step("a", "cpu", modes=["down"]),
        modes=("up", "down"),
    )
    small = atlas(circle)
    assert small.path("s", mode="up").stage_ids == ("code", "a", "b", "cpu")
    assert small.path("s", mode="down").stage_ids == ("code", "b", "a", "cpu")
    assert len(small.path("s")) == 6


def test_steps_that_cannot_be_reached_from_the_entry_are_left_out() -> None:
    """A step that holds but to which nothing leads is not on the path."""
    cut = stack("s", step("code", "a", modes=["x"]), step("a", "cpu"), step("code", "cpu"), modes=("x", "y"))
    assert [item.id for item in atlas(cut).path("s", mode="y")] == ["s/code--calls--cpu"]


@pytest.mark.parametrize("state", ["withdrawn", "moved"])
def test_retired_steps_are_on_no_path(state: str) -> None:
    """A withdrawn step stays in the release and is walked by nothing."""
    status = {"state": state, "reason": "It was wrong.", "replaced_by": "cpu"}
    with_retired = stack("s", step("code", "cpu"), step("code", "old", status=status), step("old", "cpu"))
    assert [item.to for item in atlas(with_retired).path("s")] == ["cpu"]


def test_deprecated_steps_are_on_the_path_and_say_so() -> None:
    """A deprecated step still happens."""
    status = {"state": "deprecated", "reason": "It goes away."}
    path = atlas(stack("s", step("code", "cpu", status=status))).path("s")
    assert [item.status for item in path] == ["deprecated"]


def test_a_mode_and_a_device_that_do_not_go_together_give_an_empty_path_with_the_reason() -> None:
    """The path is false and holds the stack's reason."""
    excludes = [{"modes": ["jit"], "devices": ["cpu"], "reason": "There is no such back end."}]
    path = atlas({**BRANCHING, "excludes": excludes}).path("s", mode="jit", device="cpu")
    assert not path
    assert (path.stages, path.steps, path.excluded) == ((), (), "There is no such back end.")


def test_the_whole_stack_holds_a_step_whose_conditions_are_all_excluded() -> None:
    """Nothing is dropped from the whole stack in silence."""
    excludes = [{"modes": ["jit"], "devices": ["cpu", "nvidia-gpu"], "reason": "Gone."}]
    small = atlas({**BRANCHING, "excludes": excludes})
    assert len(small.path("s")) == 6
    assert "s/lib--calls--ir" not in small.path("s", device="cpu")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"stack": "t"}, "there is no stack 't'; use one of s."),
        ({"stack": "s", "mode": "jitt"}, "there is no mode of s 'jitt'; did you mean jit?"),
        ({"stack": "s", "device": "nvidia"}, "there is no device of s 'nvidia'; did you mean nvidia-gpu?"),
    ],
)
def test_an_unknown_id_names_the_nearest(arguments: dict[str, str], message: str) -> None:
    """The error says what was looked for and what comes closest."""
    with pytest.raises(ag.UnknownIdError) as raised:
        atlas(BRANCHING).path(**arguments)
    assert str(raised.value) == message


def test_a_path_behaves_as_a_collection_of_its_steps() -> None:
    """Length, iteration and membership are those of the steps; stages and ids are found too."""
    path = atlas(BRANCHING).path("s", mode="eager", device="cpu")
    assert len(path) == 3
    assert list(path) == list(path.steps)
    assert path.steps[0] in path
    assert path.stages[0] in path
    assert "s/run--calls--cpu" in path
    assert "run" in path
    assert "ir" not in path
    assert 3 not in path


def test_equal_paths_are_equal_and_hash_alike_after_pickling_and_copying() -> None:
    """Equality is by release, stack, conditions and steps; pickling and copying keep it."""
    small = atlas(BRANCHING)
    path = small.path("s", mode="jit", device="cpu")
    again = pickle.loads(pickle.dumps(path))
    assert again == path == copy.deepcopy(path)
    assert hash(again) == hash(path)
    assert path != small.path("s", mode="eager", device="cpu")
    assert path != "s"
    assert {path, again} == {path}


def test_the_parts_of_a_path_are_immutable_compare_and_pickle() -> None:
    """Stages, steps, entities and evidence are values."""
    path = atlas(BRANCHING).path("s", mode="jit", device="cpu")
    for value in (path.stages[0], path.steps[0], path.stages[0].entity, path.steps[0].evidence[0]):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert hash(again) == hash(value)
        with pytest.raises(AttributeError):
            value.id = "other"
        with pytest.raises(AttributeError):
            del value.raw


def test_a_step_writes_out_its_conditions() -> None:
    """A step without conditions lists every mode and device of its stack."""
    first, *_, last = atlas(BRANCHING).path("s", device="cpu").steps
    assert first.modes == ("eager", "jit")
    assert last.devices == ("cpu",)
    assert str(first) == "CODE calls LIB"


def test_a_path_names_itself() -> None:
    """The title has the titles of stack, mode and device; the repr has the ids and counts."""
    path = atlas(BRANCHING, entities=[entity("code")]).path("s", mode="jit", device="nvidia-gpu")
    assert path.title == "S · Jit · NVIDIA GPU"
    assert repr(path) == "<Path s mode=jit device=nvidia-gpu: 5 stages, 4 steps>"


def test_a_path_knows_the_publishers_that_stand_behind_its_steps() -> None:
    """Each once, sorted, and none where there is no step."""
    path = ag.load().path("jax:jit:nvidia-gpu")
    assert path.publishers == tuple(sorted({name for step in path for name in step.publishers}))
    assert {"JAX", "OpenXLA"} <= set(path.publishers)
    assert ag.load().path("jax-pallas:mosaic:cpu").publishers == ()
