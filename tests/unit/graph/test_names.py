"""What people type is understood, everywhere alike, and said; what it cannot be is said with where it belongs."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import atlas_graph as ag
from atlas_graph.graph.names import folded

from .small import atlas, entity, stack, step

ATLAS = ag.load()


@pytest.mark.parametrize("spelling", ["pytorch", "PyTorch", "PYTORCH"])
def test_the_case_of_a_name_does_not_matter_and_needs_no_note(spelling: str) -> None:
    """The warning that a note is would fail the test."""
    assert ATLAS.path(spelling).stack == "pytorch"
    assert ATLAS.path(f"{spelling}:Torch.Compile:NVIDIA GPU").name == "pytorch:compile:nvidia-gpu"


@pytest.mark.parametrize(
    ("typed", "device"),
    [
        ("cuda", "nvidia-gpu"), ("rocm", "amd-gpu"), ("HIP", "amd-gpu"), ("metal", "apple-gpu"), ("mps", "apple-gpu"),
        ("xpu", "intel-gpu"),
    ],
)  # fmt: skip
def test_a_platform_names_its_device_with_a_note(typed: str, device: str) -> None:
    """In a path, a comparison and across stacks."""
    with pytest.warns(ag.AtlasWarning, match=f"'{typed}' was taken for the device '{device}'"):
        assert ATLAS.path("pytorch", mode="eager", device=typed).device == device
    with pytest.warns(ag.AtlasWarning, match=device):
        assert ATLAS.compare("pytorch:eager", "pytorch:compile", device=typed).right.device == device
    with pytest.warns(ag.AtlasWarning, match=device):
        assert ATLAS.routes("pytorch-code", device, device=typed).device == device


def test_a_stack_has_the_names_of_the_thing_that_it_is_about() -> None:
    """As people abbreviate it."""
    with pytest.warns(ag.AtlasWarning, match="'tf' was taken for the stack 'tensorflow'"):
        assert ATLAS.explain("tf:eager:cpu").path.stack == "tensorflow"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"stack": "torch.compile"}, "it is a mode of pytorch; write pytorch:compile. 'torch-compile' is an entity"),
        ({"stack": "triton"}, "it is a mode of jax-pallas; write jax-pallas:triton. 'triton' is an entity"),
        ({"stack": "ptxas"}, "there is no stack 'ptxas'; 'ptxas' is an entity that "),
        ({"stack": "xpu"}, "there is no stack 'xpu'; 'intel-gpu' is a device that "),
        ({"stack": "pytorch", "device": "tpu"}, "pytorch-xla describes it; write pytorch-xla::tpu."),
        ({"stack": "pytorch", "device": "gpu"}, "it may be amd-gpu, apple-gpu, intel-gpu or nvidia-gpu; name one."),
        ({"stack": "jax", "device": "xpu"}, "there is no device of jax 'xpu'; use one of cpu, nvidia-gpu, tpu."),
        ({"stack": "jax", "device": "gpu"}, "there is no device of jax 'gpu'; did you mean nvidia-gpu?"),
        (
            {"stack": "pytorch", "mode": "jit"},
            "use one of compile, eager; it is a mode of jax and jax-amd; write jax:jit",
        ),
        ({"stack": "pytorch", "mode": "inductor"}, "use one of compile, eager; 'torchinductor' is an entity"),
        ({"stack": "pytorch", "mode": "nope"}, "there is no mode of pytorch 'nope'; use one of compile, eager."),
    ],
)
def test_a_word_that_is_something_else_is_told_where_it_belongs(call: dict[str, Any], said: str) -> None:
    """In one sentence, which survives pickling."""
    with pytest.raises(ag.UnknownIdError) as raised:
        ATLAS.path(**call)
    assert said in str(raised.value)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_a_name_of_a_device_is_one_of_the_hardware_that_it_stands_for() -> None:
    """Where an entity is asked for, with a note."""
    with pytest.warns(ag.AtlasWarning, match="'xpu' was taken for the entity 'intel-gpu'"):
        assert ATLAS.entity("xpu").id == "intel-gpu"
    with pytest.warns(ag.AtlasWarning, match="intel-gpu"):
        assert ATLAS.entities["XPU"] == ATLAS.entity("intel-gpu")


def test_things_are_found_by_name_wherever_an_id_is_taken() -> None:
    """``get``, ``entity``, ``show``, ``facts``, ``links`` and the ends of routes."""
    assert ATLAS.get("XLA") == ATLAS.entity("xla") == ATLAS.show("Xla").thing
    assert ATLAS.entity("PTX").id == "ptx"
    assert ATLAS.links("StableHLO") == ATLAS.links("stablehlo")
    assert ATLAS.routes("XLA", "PTX").end == "ptx"


@pytest.mark.parametrize("call", [ATLAS.facts, ATLAS.links, ATLAS.choices, ATLAS.options, ATLAS.misconceptions])
def test_a_filter_that_names_nothing_is_an_error(call: Any) -> None:
    """An empty answer would say that nothing is known of something."""
    with pytest.raises(ag.UnknownIdError, match="'nope-nope'"):
        call("nope-nope")
    with pytest.raises(ag.UnknownIdError, match="'nope-nope'"):
        ATLAS.facts(property="nope-nope")


def test_an_id_goes_before_a_name_and_a_name_before_an_alias() -> None:
    """Only within one way of calling is a word ambiguous, and then all are named."""
    small = atlas(
        stack("s", step("code", "cpu")),
        entities=[
            entity("one", name="Two", aliases=["both", "three"]),
            entity("two", name="Other", aliases=["both", "Two"]),
            entity("four", name="Three"),
        ],
    )
    assert [small.entity(word).id for word in ("TWO", "three", "other")] == ["two", "four", "two"]
    with pytest.raises(ag.UnknownIdError, match="it may be one or two; name one"):
        small.entity("Both")


def test_a_thing_that_has_moved_is_followed_by_its_name_as_by_its_id() -> None:
    """With a warning either way, where it is shown and where it is an end of a route."""
    moved = {"state": "moved", "reason": "Renamed.", "replaced_by": "new"}
    small = atlas(stack("s", step("new", "cpu")), entities=[entity("old", name="Former", status=moved), entity("new")])
    for word in ("old", "Former", "former"):
        with pytest.warns(ag.AtlasWarning, match="'old' is moved: Renamed"):
            assert small.show(word).id == "new"


def test_every_name_of_a_stack_mode_and_device_leads_to_it() -> None:
    """Of the whole atlas: ids, titles and labels, as they are and in capitals."""
    for record in ATLAS.stacks:
        for word in (record.id, record.title, record.title.upper()):
            assert ATLAS.stack(word).id == record.id
        for mode in record.raw["modes"]:
            for word in (mode["id"].upper(), mode["title"]):
                assert ATLAS.path(record.id, mode=word).mode == mode["id"]
        for device in record.devices:
            assert ATLAS.path(record.id, device=ATLAS.device_label(device).lower()).device == device


def test_folding_keeps_what_tells_names_apart() -> None:
    """Case and separators go; letters, digits and signs stay."""
    assert folded("tf.function(jit_compile=True)") == "tffunction(jitcompile=true)"
    assert folded("C++") != folded("C")
