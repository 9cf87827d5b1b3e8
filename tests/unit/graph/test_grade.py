"""Grades: what an audit, the ledger and recorded runs make of a step, and of a path."""

from __future__ import annotations

from typing import Any

import pytest

from atlas_graph.graph.grade import Grade
from atlas_graph.model.vocabulary import GRADES

from .small import atlas, entity, quote, stack, standing, step

FULL = {"supports": "full", "digest": "0" * 12, "date": "2026-11-02"}
PARTIAL = {**FULL, "supports": "partial", "doubt": "It names one end only."}
NONE = {**FULL, "supports": "none", "doubt": "It speaks of something else."}
RUN = {
    "date": "2026-12-01",
    "command": "python program.py",
    "packages": {"alpha-lib": "0.12.0", "helper": "1.0"},
    "python": "3.11",
    "platform": "linux",
    "device": "cpu",
    "artefacts": [{"stage": "cpu", "name": "a", "kind": "text", "size": 1, "check": "c", "passed": True}],
    "controls": [{"description": "absent without the flag", "passed": True}],
}
STEP = "s/code--calls--cpu"


def witness(run: dict[str, Any] | None = RUN, steps: Any = (STEP,), contradicts: Any = ()) -> dict[str, Any]:
    return {
        "id": "w",
        "title": "W",
        "program": "w.py",
        "steps": list(steps),
        "contradicts": list(contradicts),
        "run": run,
    }


def grade(
    audit: dict[str, str] | None = None,
    ledger: Any = ("guide#one",),
    evidence: Any = None,
    witnesses: Any = (),
) -> Grade:
    return one_step(audit, ledger, evidence, witnesses).grade


def one_step(audit: Any = None, ledger: Any = ("guide#one",), evidence: Any = None, witnesses: Any = ()) -> Any:
    more = {"audit": audit} if audit else {}
    small = atlas(
        stack("s", step("code", "cpu", evidence=evidence or [quote("one")], **more)),
        entities=[entity("code", identifiers={"purl": ["pkg:pypi/Alpha_Lib"]})],
        ledger=standing(*ledger),
        witnesses=list(witnesses),
    )
    return small.path("s").steps[0]


def test_a_full_audit_with_standing_quotes_documents_a_step() -> None:
    """Nothing less than both does."""
    assert grade(FULL).name == "documented"


def test_a_recorded_run_lifts_a_documented_step() -> None:
    """Documented and observed is the highest grade, and the run is named."""
    found = grade(FULL, witnesses=[witness()])
    assert found.name == "documented-and-observed"
    assert "CODE 0.12.0, CPU, 2026-12-01" in found.why


@pytest.mark.parametrize(
    ("audit", "ledger", "evidence", "why"),
    [
        (None, ("guide#one",), None, "no second reader has judged it"),
        (FULL, (), None, "none of its quotes has been checked yet"),
        (NONE, ("guide#one",), None, "It speaks of something else."),
        (FULL, (), [{"class": "observation", "witness": "w"}], "no document is cited for it"),
    ],
)
def test_a_step_that_nobody_judged_or_whose_quotes_do_not_stand_is_unaudited(
    audit: Any, ledger: Any, evidence: Any, why: str
) -> None:
    """The reason says which of these it is."""
    found = grade(audit, ledger, evidence)
    assert found.name == "unaudited"
    assert why in found.why


def test_a_quote_that_was_looked_for_and_is_gone_is_told_from_one_never_checked() -> None:
    """A broken quote is not called unchecked."""
    small = atlas(
        stack("s", step("code", "cpu", evidence=[quote("one")], audit=FULL)),
        ledger=standing("guide#one", verdict="gone"),
    )
    assert small.path("s").steps[0].grade.why == "none of its quotes stands any more"


def test_a_doubt_or_a_fallen_quote_makes_a_step_partial() -> None:
    """The audit judged the quotes together, so that one that fell leaves less than it judged."""
    assert grade(PARTIAL).why == "a second reader's doubt: It names one end only."
    both = [quote("one"), quote("two")]
    found = grade(FULL, ("guide#one",), both)
    assert (found.name, found.why) == ("partial", "1 of its 2 quotes stand where they are cited")


@pytest.mark.parametrize("audit", [None, PARTIAL, NONE])
def test_a_run_alone_makes_a_step_observed(audit: Any) -> None:
    """Where the documents fall short, a run still shows it; why they do is said too."""
    found = grade(audit, witnesses=[witness()])
    assert found.name == "observed"
    assert "of its documents" in found.why


@pytest.mark.parametrize("part", ["artefacts", "controls"])
def test_a_run_with_a_failed_check_or_control_shows_nothing(part: str) -> None:
    """A witness whose negative control fails would pass on anything."""
    failed = {**RUN, part: [{**RUN[part][0], "passed": False}]}
    found = one_step(FULL, witnesses=[witness(failed)])
    assert found.grade.name == "documented"
    assert [str(seen) for seen in found.observed] == ["not confirmed (CODE 0.12.0, CPU, 2026-12-01)"]


def test_a_witness_that_was_never_run_shows_nothing() -> None:
    """A program alone is no observation."""
    assert one_step(FULL, witnesses=[witness(None)]).observed == ()


def test_a_run_that_shows_otherwise_contradicts_the_best_document() -> None:
    """Both are kept; the grade says that they disagree."""
    found = grade(FULL, witnesses=[witness(steps=(), contradicts=(STEP,))])
    assert found.name == "contradicted"
    assert "a recorded run shows otherwise" in found.why


def test_a_sentence_that_the_atlas_does_not_follow_takes_nothing_from_the_others() -> None:
    """One quote marked as contradicting leaves the grade to the rest; where all are, the step is contradicted."""
    against = quote("two", supports="contradicts", doubt="It is older.")
    assert grade(FULL, evidence=[quote("one"), against]).name == "documented"
    assert grade(FULL, evidence=[{**against, "id": "guide#one"}]).name == "contradicted"


def test_independent_publishers_are_counted_among_standing_quotes_that_do_not_contradict() -> None:
    """Two quotes of one publisher are one witness; a fallen or contradicting one is none."""
    evidence = [
        quote("one"),
        quote("two"),
        quote("three", "manual"),
    ]
    assert one_step(FULL, ("guide#one", "guide#two"), evidence).publishers == ("Makers",)
    assert one_step(FULL, ("guide#one", "manual#three"), evidence).publishers == ("Makers", "Vendor")
    evidence[2] = {**evidence[2], "supports": "contradicts", "doubt": "Older."}
    assert one_step(FULL, ("guide#one", "manual#three"), evidence).publishers == ("Makers",)


def test_a_path_is_as_good_as_its_weakest_step_and_says_which() -> None:
    """Of equally weak steps the first decides."""
    steps = [
        step("code", "a", audit=FULL),
        step("a", "b", audit=PARTIAL),
        step("b", "c", audit=PARTIAL),
        step("c", "cpu", audit=FULL),
    ]
    ids = [item["evidence"][0]["id"] for item in steps]
    found = atlas(stack("s", *steps), ledger=standing(*ids)).explain("s")
    assert (found.grade.name, found.weakest.id) == ("partial", "s/a--calls--b")
    values = found.to_dict()
    assert values["grade"] == "partial"
    assert values["weakest"] == {"id": "s/a--calls--b", "why": "a second reader's doubt: It names one end only."}
    assert [item["grade"] for item in values["steps"]] == ["documented", "partial", "partial", "documented"]
    assert [item["independent"] for item in values["steps"]] == [1, 1, 1, 1]
    assert str(found).splitlines()[:2] == ["S", "Grade: partial, a second reader's doubt: It names one end only."]
    assert (len(found), next(iter(found)).id) == (4, "s/code--calls--a")


def test_an_empty_path_has_no_weakest_step() -> None:
    """Nothing is claimed of nothing."""
    excludes = [{"modes": ["on"], "devices": ["cpu"], "reason": "No."}]
    small = atlas(stack("s", step("code", "cpu"), excludes=excludes))
    found = small.explain("s", mode="on", device="cpu")
    assert (found.weakest, found.grade.name) == (None, "unaudited")
    assert small.path("s").grade.name == "unaudited"


def test_grades_sort_strongest_first() -> None:
    """The order is that of the vocabulary."""
    shuffled = [Grade(name=name, why="") for name in reversed(GRADES)]
    assert [item.name for item in sorted(shuffled)] == list(GRADES)


def test_the_ledger_speaks_for_the_pinned_copy_before_the_live_page() -> None:
    """A quote that stands in its pinned copy stands, whatever the living page has become."""
    entry = {**standing("guide#one")[0], "live": {"verdict": "gone", "date": "2026-11-20"}}
    small = atlas(stack("s", step("code", "cpu", evidence=[quote("one")])), ledger=[entry])
    evidence = small.path("s").steps[0].evidence[0]
    assert (evidence.verdict, evidence.checked, evidence.stands) == ("match", "2026-11-01", True)
