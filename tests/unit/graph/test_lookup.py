"""Looking things up: any id, what has moved, what is withdrawn, what is misspelt; and the cards of what is found."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import pytest

import atlas_graph as ag

from .small import atlas, entity, quote, stack, step

MOVED = entity("old", status={"state": "moved", "replaced_by": "new", "reason": "It was renamed"})
AGAIN = entity("older", status={"state": "moved", "replaced_by": "old", "reason": "It was split."})
FACT = {
    "id": "cpu-cores",
    "subject": "cpu",
    "property": "cores",
    "value": 8,
    "unit": "core",
    "as_printed": "8 cores",
    "qualifiers": {"per": "chip"},
    "evidence": [quote("fact")],
}
WRONG = {
    "id": "wrong",
    "claim": "It runs on a GPU.",
    "correction": "It runs on a CPU.",
    "stacks": ["s"],
    "concerns": ["cpu"],
    "evidence": [quote("wrong", "manual")],
}
ABOUT_ALL = {**WRONG, "id": "about-all", "concerns": []}
ELSEWHERE = {**WRONG, "id": "elsewhere", "concerns": ["new"]}
LINK = {
    "id": "code--corresponds-to--new",
    "from": "code",
    "relation": "corresponds-to",
    "to": "new",
    "text": "They are alike.",
    "evidence": [quote("link")],
}


@pytest.fixture
def small() -> ag.Atlas:
    return atlas(
        stack("s", step("code", "cpu")),
        stack("code", step("code", "cpu")),
        entities=[MOVED, AGAIN, entity("new")],
        facts=[FACT],
        misconceptions=[WRONG, ABOUT_ALL, ELSEWHERE],
        links=[LINK],
        witnesses=[{"id": "w", "title": "Shows it", "program": "w.py", "steps": ["s/code--calls--cpu"]}],
    )


def test_a_moved_entity_leads_to_its_successor_with_a_warning_for_each_hop(small: ag.Atlas) -> None:
    """Two moves are two warnings, and the last entity is the one returned."""
    with pytest.warns(ag.AtlasWarning) as told:
        assert small.entity("older").id == "new"
    assert [str(item.message) for item in told] == [
        "'older' is moved: It was split. 'old' is shown in its place.",
        "'old' is moved: It was renamed. 'new' is shown in its place.",
    ]
    assert told[0].filename == __file__


@pytest.mark.parametrize("asked", ["older", "entity/older", "OLDER", "https://w3id.org/atlas-graph/entity/older"])
def test_whatever_names_a_moved_entity_leads_to_its_successor(small: ag.Atlas, asked: str) -> None:
    """Its id, its id with the kind, its name, or its IRI."""
    with pytest.warns(ag.AtlasWarning, match="is moved"):
        assert small.get(asked).id == "new"


def test_what_is_no_entity_is_itself_whatever_its_status(small: ag.Atlas) -> None:
    """A stack is found by its title as well, and nothing is followed from it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert small.get("stack/s").id == small.get("s").id == "s"


def test_routes_take_a_moved_end_by_its_successor(small: ag.Atlas) -> None:
    """An old id in a script keeps working."""
    with pytest.warns(ag.AtlasWarning, match="renamed"):
        assert small.routes("code", "old").end == "new"


def test_a_deprecated_entity_is_still_itself_and_the_warning_names_what_to_use() -> None:
    """It exists until it does not."""
    status = {"state": "deprecated", "replaced_by": "new", "reason": "It goes away."}
    small = atlas(stack("s", step("code", "cpu")), entities=[entity("old", status=status), entity("new")])
    with pytest.warns(ag.AtlasWarning, match=r"'old' is deprecated: It goes away\. Use 'new'\."):
        found = small.entity("old")
    assert (found.id, found.status) == ("old", "deprecated")


def test_withdrawn_without_a_successor_is_itself_and_a_circle_of_moves_ends() -> None:
    """Neither can make a lookup fail or hang."""
    one = entity("one", status={"state": "moved", "replaced_by": "two", "reason": "r."})
    two = entity("two", status={"state": "moved", "replaced_by": "one", "reason": "r."})
    gone = entity("gone", status={"state": "withdrawn", "reason": "It never was."})
    small = atlas(stack("s", step("code", "cpu")), entities=[one, two, gone])
    with pytest.warns(ag.AtlasWarning):
        assert small.entity("one").id == "two"
    with pytest.warns(ag.AtlasWarning, match=r"'gone' is withdrawn: It never was\.$"):
        assert small.entity("gone").id == "gone"


def test_a_path_through_a_moved_entity_does_not_warn() -> None:
    """Only what a caller looks up is followed; what a stack names is shown as it stands."""
    small = atlas(stack("s", step("code", "old")), entities=[MOVED, entity("new")])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert small.path("s").steps[0].to == "old"


@pytest.mark.parametrize(
    ("asked", "kind", "name"),
    [
        ("code", "Entity", "code"),
        ("stack/code", "Stack", "code"),
        ("s", "Stack", "s"),
        ("s/code--calls--cpu", "Step", "s/code--calls--cpu"),
        ("step/s/code--calls--cpu", "Step", "s/code--calls--cpu"),
        ("https://w3id.org/atlas-graph/entity/code", "Entity", "code"),
        ("guide", "Source", "guide"),
        ("calls", "Relation", "calls"),
        ("cpu", "Entity", "cpu"),
        ("device/cpu", "Device", "cpu"),
        ("cpu-cores", "Fact", "cpu-cores"),
        ("wrong", "Misconception", "wrong"),
        ("code--corresponds-to--new", "Link", "code--corresponds-to--new"),
        ("w", "Witness", "w"),
    ],
)
def test_any_id_is_found_bare_with_its_kind_or_as_an_iri(small: ag.Atlas, asked: str, kind: str, name: str) -> None:
    """An id of several kinds is the entity's before the stack's before the device's, and what is found pickles."""
    found = small.get(asked)
    assert (type(found).__name__, found.id) == (kind, name)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)


def test_get_gives_the_default_and_show_an_error_for_an_unknown_id(small: ag.Atlas) -> None:
    """As a dict's get does; the error names the nearest of all kinds."""
    assert small.get("cod/e") is None
    assert small.get("nope", 0) == 0
    with pytest.raises(ag.UnknownIdError, match="there is no id 'cpu-core'; did you mean cpu-cores"):
        small.show("cpu-core")
    with pytest.raises(ag.UnknownIdError, match="there is no id 'entity/stak'"):
        small.show("entity/stak")


def test_the_card_of_an_entity_gathers_what_is_said_of_it(small: ag.Atlas) -> None:
    """Roles, steps at it, facts, links, misconceptions, and the stack of the same id."""
    card = small.show("cpu")
    assert [(stack_.id, stage.note) for stack_, stage in card.roles] == [("s", "cpu here"), ("code", "cpu here")]
    assert [item.id for item in card.arriving] == ["s/code--calls--cpu", "code/code--calls--cpu"]
    assert card.leaving == ()
    assert [item.id for item in card.facts] == ["cpu-cores"]
    assert [item.id for item in card.misconceptions] == ["wrong"]
    code = small.show("code")
    assert code.stack.id == "code"
    assert [item.id for item in code.links] == ["code--corresponds-to--new"]
    assert code.to_dict()["record"]["name"] == "CODE"


def test_the_cards_of_other_things_gather_theirs(small: ag.Atlas) -> None:
    """A stack has its steps, a relation its uses, a source what cites it."""
    assert [item.id for item in small.show("stack/s").leaving] == ["s/code--calls--cpu"]
    assert len(small.show("calls").leaving) == 2
    cited = small.show("manual").cited
    assert cited == ("wrong", "about-all", "elsewhere")
    assert "s/stage/code" in small.show("guide").cited
    assert "s/code--calls--cpu" in small.show("guide").cited
    assert small.show("device/cpu").to_dict()["record"] == {
        "aliases": (),
        "entity": "cpu",
        "id": "cpu",
        "label": "CPU",
    }


def test_collections_are_filtered_by_what_they_are_about(small: ag.Atlas) -> None:
    """Links by an end and a relation, misconceptions by stack and entity, facts by subject and property."""
    assert len(small.links("new")) == len(small.links(relation="corresponds-to")) == 1
    assert small.links("cpu") == small.links(relation="calls") == ()
    assert [item.id for item in small.misconceptions("s", concerns="new")] == ["elsewhere"]
    assert small.misconceptions("code") == ()
    assert [str(item) for item in small.facts("cpu", property="cores")] == ["CPU: cores 8 core (per chip)"]
    assert small.facts("code") == ()
    assert [item.id for item in small.stacks] == ["s", "code"]
    assert {item.id for item in small.sources} == {"guide", "manual"}


def test_the_misconceptions_of_a_path_are_of_its_stack_and_about_its_stages_or_all(small: ag.Atlas) -> None:
    """One about what the stack has no stage for, such as an idea, is about all of it."""
    assert [item.id for item in small.path("s").misconceptions] == ["wrong", "about-all", "elsewhere"]
    assert small.path("code").misconceptions == ()
    assert [item.id for item in small.path("s").links] == ["code--corresponds-to--new"]
    values: dict[str, Any] = small.path("s").to_dict()
    assert values["misconceptions"][0]["evidence"][0]["publisher"] == "Vendor"


def test_a_misconception_about_a_stage_that_the_path_does_not_pass_is_left_out() -> None:
    """Under another mode it is shown."""
    record = stack("s", step("code", "lib", modes=["b"]), step("code", "cpu"), step("lib", "cpu"), modes=("a", "b"))
    made = atlas(record, misconceptions=[{**WRONG, "concerns": ["lib", "cpu-cache"]}])
    assert made.path("s", mode="a").misconceptions == ()
    assert [item.id for item in made.path("s", mode="b").misconceptions] == ["wrong"]


def test_a_stack_says_what_it_declares(small: ag.Atlas) -> None:
    """Modes, devices, the pairs that go together and the reason why others do not."""
    excludes = [{"modes": ["b"], "devices": ["cpu"], "reason": "No back end."}]
    record = stack("s", step("code", "cpu"), modes=("a", "b"), devices=("cpu", "amd-gpu"), excludes=excludes)
    found = atlas(record).stack("s")
    assert found.conditions == (("a", "cpu"), ("a", "amd-gpu"), ("b", "amd-gpu"))
    assert (found.excluded("b", "cpu"), found.excluded("a", "cpu")) == ("No back end.", None)
    assert (found.entry, found.modes, found.devices, str(found)) == ("code", ("a", "b"), ("cpu", "amd-gpu"), "S")


def test_two_atlases_of_one_release_are_equal_and_pickle(small: ag.Atlas) -> None:
    """Equality is the release's."""
    again = pickle.loads(pickle.dumps(small))
    assert again == small
    assert repr(again) == "<Atlas 0.0.1: 2 stacks, 7 entities>"


def test_every_iri_of_a_release_leads_to_what_it_is_or_is_a_part_of() -> None:
    """Records by their own, a mode, a limit or a piece of evidence to what it is of, a stage to its entity."""
    release = ag.load()
    stack = release.release["stacks"][0]
    step, stage = stack["steps"][0], stack["stages"][0]
    for record, found in (
        (stack, stack["id"]),
        (stack["modes"][0], stack["id"]),
        (step, step["id"]),
        (step["evidence"][0], step["id"]),
        (stage, stage["entity"]),
        (release.release["quotes"][0], release.release["quotes"][0]["source"]),
        *((kind[0], kind[0]["id"]) for kind in map(release.release.__getitem__, ("entities", "relations", "links"))),
        *((kind[0], kind[0]["id"]) for kind in map(release.release.__getitem__, ("sources", "devices", "facts"))),
    ):
        assert release.show(f"https://w3id.org/atlas-graph/{record['@id']}").id == found


def test_an_id_of_a_stack_that_is_also_an_entity_without_a_stage_is_the_stack() -> None:
    """As "numpy" is the package, which is no stage of its own stack: a route from it begins at the stack's entry."""
    made = atlas(stack("lib", step("lib-code", "cpu")), entities=[entity("lib")])
    assert made.routes("lib", "cpu")[0].stage_ids == ("lib-code", "cpu")
    staged = atlas(stack("lib", step("lib-code", "lib"), step("lib", "cpu")))
    assert staged.routes("lib", "cpu")[0].stage_ids == ("lib", "cpu")
