"""Options: what is on a path by default, what is with them, and how they may be named."""

from __future__ import annotations

from typing import Any

import pytest

from atlas_graph import Atlas, AtlasError, UnknownIdError

from .small import atlas, option, stack, step


def when(start: str, end: str, **conditions: list[str]) -> dict[str, Any]:
    """A step under conditions."""
    return {**step(start, end), "when": conditions}


STACK = stack(
    "s",
    step("code", "ir"),
    when("ir", "wrapper", unless=["cpp"]),
    when("ir", "cpp-wrapper", options=["cpp", "aot"]),
    step("wrapper", "cpu"),
    step("cpp-wrapper", "cpu"),
)
OPTIONS = [
    option(
        "cpp",
        "CPP_WRAPPER=1",
        {"does": "removes", "step": "s/ir--calls--wrapper"},
        {"does": "adds", "step": "s/ir--calls--cpp-wrapper"},
        aliases=["config.cpp_wrapper = True"],
        default="Off.",
    ),
    option("aot", "--aot", {"does": "adds", "step": "s/ir--calls--cpp-wrapper"}),
    option("trace", "TRACE=1", {"does": "changes", "step": "s/code--calls--ir"}),
]


@pytest.fixture(scope="module")
def small() -> Atlas:
    return atlas(STACK, options=OPTIONS)


def test_a_path_without_options_is_the_default_configuration(small: Atlas) -> None:
    """What needs an option is not on it, what an option takes away is."""
    path = small.path("s", mode="on", device="cpu")
    assert path.stage_ids == ("code", "ir", "wrapper", "cpu")
    assert path.options == ()
    assert small.path("s", device="cpu") == small.path("s", device="cpu", options=[])


def test_an_option_adds_and_removes(small: Atlas) -> None:
    """The path with it, and its title, which says so."""
    path = small.path("s", mode="on", device="cpu", options=["cpp"])
    assert path.stage_ids == ("code", "ir", "cpp-wrapper", "cpu")
    assert path.title == "S · On · CPU · with CPP_WRAPPER=1"
    assert path != small.path("s", mode="on", device="cpu")
    assert [str(route) for route in path.routes()] == ["CODE → IR → CPP-WRAPPER → CPU"]


def test_one_of_several_options_is_enough(small: Atlas) -> None:
    """And what only another takes away stays."""
    assert small.path("s:on:cpu", options=["aot"]).stage_ids == ("code", "ir", "wrapper", "cpp-wrapper", "cpu")


def test_the_whole_stack_holds_every_step(small: Atlas) -> None:
    """Without mode, device and options; with options it is what holds with them."""
    assert len(small.path("s")) == 5
    assert len(small.path("s", options=["cpp"])) == 3


@pytest.mark.parametrize(
    "name",
    [
        "cpp",
        "option/cpp",
        "CPP_WRAPPER=1",
        "cpp_wrapper=1",
        "CPP_WRAPPER",
        "config.cpp_wrapper=True",
        "config.cpp_wrapper",
    ],
)
def test_an_option_is_named_as_it_is_typed(small: Atlas, name: str) -> None:
    """By its id, its name or an alias, in any case, with or without its value."""
    assert small.path("s", options=[name]).options == ("cpp",)
    assert small.path("s", options=name).options == ("cpp",)


@pytest.mark.parametrize("name", ["CPP_WRAPPER=0", "CP_WRAPPER"])
def test_another_value_is_another_option(small: Atlas, name: str) -> None:
    """It is not taken for the one that is known, which is named."""
    with pytest.raises(UnknownIdError, match=r"there is no option of s .* did you mean CPP_WRAPPER=1"):
        small.path("s", options=[name])


def test_a_name_of_several_options_is_that_of_the_stack() -> None:
    """Where that does not decide it, their ids are asked for."""
    other = stack("t", step("code", "cpu"))
    fast = {"does": "changes", "step": "t/code--calls--cpu"}
    small = atlas(
        STACK, other, options=[*OPTIONS, option("t-trace", "TRACE=1", fast), option("t-too", "TRACE=1", fast)]
    )
    assert small.path("s", options=["TRACE"]).options == ("trace",)
    with pytest.raises(AtlasError, match="'TRACE' names more than one option; write t-too or t-trace"):
        small.path("t", options=["TRACE"])


def test_the_default_path_says_what_would_change_it(small: Atlas) -> None:
    """With what each option would do there; one that is set would change nothing more."""
    path = small.path("s:on:cpu")
    assert [(switch.option.id, switch.does) for switch in path.switches] == [
        ("cpp", (("removes", "s/ir--calls--wrapper"), ("adds", "s/ir--calls--cpp-wrapper"))),
        ("aot", (("adds", "s/ir--calls--cpp-wrapper"),)),
        ("trace", (("changes", "s/code--calls--ir"),)),
    ]
    assert [switch.option.id for switch in small.path("s:on:cpu", options=["cpp"]).switches] == ["trace"]


def test_the_json_has_the_options_of_path_and_step(small: Atlas) -> None:
    """New keys beside those of the contract."""
    values = small.path("s:on:cpu", options=["cpp"]).to_dict()
    assert values["options"] == ["cpp"]
    assert [step["options"] for step in values["steps"]] == [[], ["cpp", "aot"], []]
    default = small.path("s:on:cpu").to_dict()
    assert default["switches"][0]["does"][0] == {"does": "removes", "step": "s/ir--calls--wrapper"}
    assert [step["unless"] for step in default["steps"]] == [[], ["cpp"], []]


def test_an_option_that_does_nothing_here_is_said_to_do_nothing(small: Atlas) -> None:
    """It is not refused: it may act elsewhere."""
    other = stack("t", step("code", "cpu"))
    path = atlas(STACK, other, options=OPTIONS).path("t:on:cpu", options=["cpp"])
    assert path.without_effect == ("cpp",)
    assert small.path("s:on:cpu", options=["cpp"]).without_effect == ()


def test_routes_take_options(small: Atlas) -> None:
    """By default those of the default configuration."""
    assert [route.stage_ids[2] for route in small.routes("code", "cpu")] == ["wrapper"]
    assert [route.stage_ids[2] for route in small.routes("code", "cpu", options=["cpp"])] == ["cpp-wrapper"]


def test_a_side_of_a_comparison_sets_options(small: Atlas) -> None:
    """Behind a plus sign."""
    comparison = small.compare("s:on:cpu", "s:on:cpu+CPP_WRAPPER=1")
    assert [stage.id for stage in comparison.left_stages] == ["wrapper"]
    assert comparison.right.options == ("cpp",)
    assert comparison.to_dict()["right"]["options"] == ["cpp"]


def test_a_stack_names_mode_and_device(small: Atlas) -> None:
    """STACK:MODE:DEVICE, of which each may be left out; one that is named twice is refused."""
    assert small.path("s:on").mode == "on"
    assert small.path("s::cpu").device == "cpu"
    assert small.path("s:on", device="cpu").device == "cpu"
    with pytest.raises(AtlasError, match="names the mode 'on', and 'off' is asked for as well"):
        small.path("s:on", mode="off")
    with pytest.raises(AtlasError, match="a path is STACK:MODE:DEVICE"):
        small.path("s:on:cpu:x")


def test_a_card_shows_options_and_whose_they_are(small: Atlas) -> None:
    """Of the entity that reads them, of the step that they change, and of themselves."""
    assert [item.id for item in small.show("entity/code").options] == ["cpp", "aot", "trace"]
    assert [item.id for item in small.show("s/ir--calls--wrapper").options] == ["cpp"]
    card = small.show("option/cpp")
    assert (card.kind, str(card.thing)) == ("option", "CPP_WRAPPER=1")
    assert small.get("aot").effects == (("adds", "s/ir--calls--cpp-wrapper"),)
