from __future__ import annotations

from dataclasses import replace

import pytest

from atlas_graph.verify import extract as extraction
from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Flag, Verdict

from .documents import document

DOCUMENT = document("The compiler lowers the graph to LLVM IR.")
FETCHED = Fetched("https://a.example/x", "https://a.example/x", b"-", "text/html")


@pytest.mark.parametrize("verdict", [v for v in Verdict if not v.checked])
def test_no_document(verdict: Verdict) -> None:
    """What kept the document away is the finding, with its reason and flags."""
    fetched = Fetched("u", "u", verdict=verdict, reason="Because.", flags=frozenset({Flag.URL_MOVED}))
    finding = Document(fetched, None).check("lowers the graph")
    assert (finding.verdict, finding.reason, finding.flags) == (verdict, "Because.", fetched.flags)


def test_page_that_moved() -> None:
    """A quote that stands on the page to which its address leads now stands, flagged."""
    fetched = replace(FETCHED, url="https://b.example/x", flags=frozenset({Flag.URL_MOVED}))
    finding = Document(fetched, DOCUMENT).check("lowers the graph")
    assert (finding.verdict, finding.flags) == (Verdict.MATCH, frozenset({Flag.URL_MOVED}))
    assert "https://b.example/x" in finding.reason


def test_flags_of_the_extraction() -> None:
    """How the document was read is told beside what was found in it."""
    read = replace(DOCUMENT, flags=frozenset({Flag.CHARSET_FALLBACK}))
    assert Document(FETCHED, read).check("lowers the graph").flags == frozenset({Flag.CHARSET_FALLBACK})


@pytest.mark.parametrize(
    ("problem", "verdict"),
    [
        ("script-only", Verdict.UNVERIFIABLE),
        ("no-text", Verdict.UNVERIFIABLE),
        ("undecodable", Verdict.UNREACHABLE),
        ("something new", Verdict.UNVERIFIABLE),
    ],
)
def test_problem_of_the_extraction(problem: str, verdict: Verdict) -> None:
    """A document that could not be read says nothing about the quote."""
    finding = Document(FETCHED, replace(document(), problem=problem)).check("lowers the graph")
    assert finding.verdict is verdict
    assert finding.reason.endswith(".")


def test_document_over_the_cap() -> None:
    """Of a document that is read in part, what was read counts; the rest may hold what was not found."""
    cut = replace(DOCUMENT, problem="too-large")
    assert Document(FETCHED, cut).check("lowers the graph").verdict is Verdict.MATCH
    assert Document(FETCHED, cut).check("The compiler raises the graph to LLVM IR.").verdict is Verdict.UNVERIFIABLE
    assert Document(FETCHED, cut).check("nothing of the sort is in it").verdict is Verdict.UNVERIFIABLE


def test_content_that_nobody_read() -> None:
    """A document without an extraction cannot be checked."""
    assert Document(FETCHED, None).check("lowers the graph").verdict is Verdict.UNVERIFIABLE


def test_a_document_that_a_parser_stumbles_over_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing stands by the source of a document that could not be taken apart, and nothing is gone from it."""

    def stumble(*given: object) -> None:
        raise RecursionError

    monkeypatch.setattr(extraction, "_parsed", stumble)
    read = extraction.extract(b"<!-- The compiler lowers the graph to LLVM IR. -->", media_type="text/html")
    assert Document(FETCHED, read).check("The compiler lowers the graph to LLVM IR.").verdict is Verdict.UNVERIFIABLE
