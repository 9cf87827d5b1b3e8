"""The golden questions: each is answered by the atlas as its record says."""

from __future__ import annotations

import pytest

import atlas_graph as ag
from atlas_graph.graph.questions import answer

ATLAS = ag.load()


def unmet(given: dict, expect: dict) -> list[str]:
    """Return a sentence for everything that ``expect`` wants and an answer does not hold.

    A list must be contained in the answer's list of that name, ``without_NAME`` must have nothing in common with
    it, and anything else must be equal.
    """
    found = []
    for key, wanted in expect.items():
        name = key.removeprefix("without_")
        if name not in given:
            found.append(f"the answer has no '{name}', only {', '.join(sorted(given))}")
        elif key != name:
            found += [f"'{name}' has {item}, which it must not" for item in wanted if item in given[name]]
        elif isinstance(wanted, list):
            found += [f"'{name}' lacks {item}" for item in wanted if item not in given[name]]
        elif given[name] != wanted:
            found.append(f"'{name}' is {given[name]!r} and must be {wanted!r}")
    return found


@pytest.mark.parametrize("question", ATLAS.release["questions"], ids=lambda question: question["id"])
def test_the_answer_holds_what_it_must(question: dict) -> None:
    """What the question expects stands in what the atlas answers."""
    assert unmet(answer(ATLAS, question), question["expect"]) == []


def test_there_are_forty() -> None:
    """The questions that people ask first are covered, those asked in public among them."""
    questions = ATLAS.release["questions"]
    assert len(questions) >= 40
    assert sum(bool(question["asked_at"]) for question in questions) >= 7


def test_a_wrong_expectation_is_noticed() -> None:
    """A missing stage, a forbidden one, another value and a misspelt key are each told."""
    given = {"stages": ["a", "b"], "verdict": "documented"}
    expect = {"stages": ["a", "c"], "without_stages": ["b"], "verdict": "out-of-scope", "stagse": []}
    assert unmet(given, expect) == [
        "'stages' lacks c",
        "'stages' has b, which it must not",
        "'verdict' is 'documented' and must be 'out-of-scope'",
        "the answer has no 'stagse', only stages, verdict",
    ]


def test_an_unknown_way_to_ask_is_an_error() -> None:
    """A question that asks in no known way says which ways there are."""
    with pytest.raises(ValueError, match="is no way to ask"):
        answer(ATLAS, {"ask": "divine"})
