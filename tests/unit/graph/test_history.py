"""Versions: a path as of one, what is known of it, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from atlas_graph import AtlasError

from .small import atlas, choice, entity, option, quote, stack, step


def bound(version: str, **more: Any) -> dict[str, Any]:
    """A version of a package, with the sentence that names it."""
    return {"version": f"pkg:pypi/{version}", "evidence": [quote(version)], **more}


OLD = {
    **step("ir", "old"),
    "status": {"state": "withdrawn", "reason": "Replaced."},
    "until": bound("lib@2.10"),
}
STACK = stack(
    "s",
    step("code", "ir"),
    OLD,
    step("old", "cpu"),
    {**step("ir", "new"), "since": bound("lib@2.9")},
    step("new", "cpu"),
)


def ids(at: str | None, record: dict[str, Any] = STACK, **more: Any) -> tuple[str, ...]:
    """The stages of the path as of a version."""
    return atlas(record, **more).path("s:on:cpu", at=at).stage_ids


@pytest.mark.parametrize(
    ("at", "between"),
    [
        (None, ("new",)),
        ("pkg:pypi/lib@2.8.4", ("old",)),
        ("pkg:pypi/lib@2.9rc1", ("old",)),
        ("pkg:pypi/lib@2.9", ("old", "new")),
        ("pkg:pypi/lib@2.9.9", ("old", "new")),
        ("pkg:pypi/lib@2.10", ("new",)),
        ("pkg:pypi/lib@3", ("new",)),
    ],
)
def test_a_path_is_as_of_a_version(at: str | None, between: tuple[str, ...]) -> None:
    """What came later is left out, what went later is brought back; 2.10 comes after 2.9."""
    assert set(ids(at)) == {"code", "ir", "cpu", *between}


def test_an_inclusive_end_is_the_last_version_with_it() -> None:
    """The next does without."""
    record = stack(
        "s", step("code", "ir"), {**step("ir", "x"), "until": bound("lib@2.17", inclusive=True)}, step("ir", "cpu")
    )
    assert "x" in ids("pkg:pypi/lib@2.17", record)
    assert "x" not in ids("pkg:pypi/lib@2.17.1", record)


def test_what_is_known_and_what_is_not_is_said() -> None:
    """Step by step, and in a sentence."""
    path = atlas(STACK).path("s:on:cpu", at="pkg:pypi/lib@2.8")
    values = path.to_dict()["history"]
    assert values["absent"] == [{"step": "s/ir--calls--new", "why": "it came with pkg:pypi/lib@2.9"}]
    assert values["known"] == ["s/ir--calls--old"]
    assert values["unknown"] == ["s/code--calls--ir", "s/old--calls--cpu"]
    assert path.title == "S · On · CPU · at pkg:pypi/lib@2.8"
    assert path.history.note == (
        "1 step is known to hold at pkg:pypi/lib@2.8 and 1 step is known not to hold; of 2 more nothing is known: "
        "shown as documented today."
    )


@pytest.mark.parametrize("at", ["pkg:pypi/other@1.0", "pkg:github/lib@1.0", "2020-01-01"])
def test_another_package_is_not_guessed_from(at: str) -> None:
    """Nor is a day: the path is that of today, and it is said that nothing is known."""
    path = atlas(STACK).path("s:on:cpu", at=at)
    assert path.stage_ids == ids(None)
    assert path.history.known == path.history.absent == ()
    assert path.history.note.startswith("Nothing here is dated by")


def test_a_day_is_compared_with_days() -> None:
    """Where there are no versions."""
    came = {"date": "2024-05-14", "evidence": [quote("came")]}
    record = stack("s", step("code", "ir"), {**step("ir", "x"), "since": came}, step("ir", "cpu"))
    assert "x" not in ids("2024-05-13", record)
    assert "x" in ids("2024-05-14", record)


def test_a_stage_or_entity_that_came_later_takes_its_steps_with_it() -> None:
    """A step does not hold before both of its ends are there."""
    late = {"entity": "new", "note": "Here.", "evidence": [quote()], "since": bound("lib@3")}
    record = {**STACK, "stages": [late if item["entity"] == "new" else item for item in STACK["stages"]]}
    assert "new" not in ids("pkg:pypi/lib@2.9", record)
    assert "new" not in ids("pkg:pypi/lib@2.9", entities=[entity("new", since=bound("lib@3"))])


def test_a_status_that_came_later_is_not_yet() -> None:
    """What is deprecated since a version was current before."""
    step_ = {
        **step("code", "cpu"),
        "status": {"state": "deprecated", "reason": "Old."},
        "status_since": bound("lib@2.0"),
    }
    small = atlas(stack("s", step_))
    assert small.path("s", at="pkg:pypi/lib@1.9").steps[0].status == "current"
    assert small.path("s", at="pkg:pypi/lib@2.0").steps[0].status == "deprecated"


def test_options_and_choices_are_of_their_versions_too() -> None:
    """One that came later changes nothing yet, and cannot be set."""
    later = option("fast", "FAST=1", {"does": "changes", "step": "s/code--calls--ir"}, since=bound("lib@3"))
    both = choice("both", "s/ir--calls--old", "s/ir--calls--new", since=bound("lib@2.9"), all=True)
    small = atlas(STACK, options=[later], choices=[both])
    assert small.path("s:on:cpu", at="pkg:pypi/lib@2.9").switches == ()
    assert [switch.option.id for switch in small.path("s:on:cpu", at="pkg:pypi/lib@3").switches] == ["fast"]
    assert small.path("s:on:cpu", at="pkg:pypi/lib@2.8").choices == ()
    assert len(small.path("s:on:cpu", at="pkg:pypi/lib@2.9").choices) == 1
    with pytest.raises(AtlasError, match=r"there is no FAST=1 at pkg:pypi/lib@2\.9: it came with pkg:pypi/lib@3"):
        small.path("s", options=["fast"], at="pkg:pypi/lib@2.9")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("lib 2.9", "is no package URL"),
        ("pkg:pypi/lib", "names no version"),
        ("pkg:pypi/lib@two", "is not a version that can be compared among packages of the type 'pypi'"),
    ],
)
def test_what_is_no_version_is_refused(at: str, said: str) -> None:
    """With what to write."""
    with pytest.raises(AtlasError, match=said):
        atlas(STACK).path("s", at=at)


def test_bounds_are_in_the_json_of_steps_and_stages() -> None:
    """New keys beside those of the contract; None where nothing is known."""
    values = atlas(STACK).path("s:on:cpu").to_dict()
    since = {step["id"]: step["since"] for step in values["steps"]}
    assert since["s/ir--calls--new"] == {"version": "pkg:pypi/lib@2.9"}
    assert since["s/code--calls--ir"] is None
    assert values["stages"][0]["until"] is None
