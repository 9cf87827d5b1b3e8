from __future__ import annotations

import pytest

from atlas_graph.verify.diff import hunks, render, words
from atlas_graph.verify.guards import changes


def differing(quote: str, passage: str) -> list[str]:
    q, p = words(quote), words(passage)
    return [change.sentence() for change in changes(q, p, hunks(q, p))]


@pytest.mark.parametrize(
    ("quote", "passage", "diff"),
    [
        ("waits 30 s.", "waits 60 s.", "waits [-30-] {+60+} s."),
        ("is supported", "is not supported", "is {+not+} supported"),
        ("it is, in fact, so", "it is so", "it is[-, in fact,-] so"),
        ("a (b) c", "a (x) c", "a ([-b-] {+x+}) c"),
        ("same “words”", 'same "words"', 'same "words"'),
    ],
)
def test_render(quote: str, passage: str, diff: str) -> None:
    """A word diff shows what went and what came, and never typography."""
    q, p = words(quote), words(passage)
    assert render(q, p, hunks(q, p)) == diff


@pytest.mark.parametrize(
    ("quote", "passage", "said"),
    [
        ("waits 30 s", "waits 60 s", "the number differs: the quote has “30”, the document “60”"),
        ("is 5 V", "is -5 V", "the sign differs: the quote has “5”, the document “-5”"),
        ("Python 3.1 runs", "Python 3.10 runs", "the version differs: the quote has “3.1”, the document “3.10”"),
        ("has 16 GB of it", "has 16 GiB of it", "the unit differs: the quote has “GB”, the document “GiB”"),
        ("is supported", "is not supported", "the document has a negation that the quote lacks: “not”"),
        ("JAX must run", "JAX may run", "the modal verb differs: the quote has “must”, the document “may”"),
        ("JAX MUST run", "JAX must run", "the modal verb differs: the quote has “MUST”, the document “must”"),
        ("at least 4", "at most 4", "the comparison differs: the quote has “at least”, the document “at most”"),
        ("all ops run", "some ops run", "the word of quantity differs: the quote has “all”, the document “some”"),
        ("run before it", "run after it", "the word differs: the quote has “before”, the document “after”"),
        ("in FP16 now", "in BF16 now", "the name differs: the quote has “FP16”, the document “BF16”"),
        ("the API runs", "the deprecated API runs", "the document has a status that the quote lacks: “deprecated”"),
    ],
)
def test_changes_are_named(quote: str, passage: str, said: str) -> None:
    """A difference of meaning is named in words that a person can check."""
    assert said in differing(quote, passage)


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("do not run", "don't run"),
        ("cannot run", "can not run"),
        ("not supported", "unsupported"),
        ("at least 4 GB", "no fewer than 4 GB"),
        ("at least 4 GB", "4 GB or more"),
        ("up to 4 GB", "at most 4 GB"),
        ("1,000 times", "1000 times"),
        ("two times", "2 times"),
        ("30 s", "30 seconds"),
        ("x86-64 chips", "x86_64 chips"),
        ("XLA lowers it", "the compiler lowers it"),
        ("every op", "each op"),
        ("builds the graph", "creates the graph"),
        ("has to run", "needs to run"),
    ],
)
def test_same_meaning(quote: str, passage: str) -> None:
    """Two ways of saying one thing are not a difference of meaning."""
    assert differing(quote, passage) == []
