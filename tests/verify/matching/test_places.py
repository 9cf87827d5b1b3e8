"""Which of several places is meant, and what is said of a place beside the verdict."""

from __future__ import annotations

import pytest

from atlas_graph.verify.document import Flag, Label, Verdict
from atlas_graph.verify.match import check, index
from atlas_graph.verify.matching.boundaries import ends_inside, starts_inside
from atlas_graph.verify.matching.context import sentence_span
from atlas_graph.verify.matching.sections import under

from .documents import DELETED, HIDDEN, document, para


def test_context_picks_one() -> None:
    """A prefix or a suffix picks one of several places, typography aside."""
    doc = document(
        para("On a “GPU”, it compiles the graph. Then more.", headings=("A",)),
        para("On a TPU, it compiles the graph. Then less.", headings=("B",)),
    )
    assert Flag.AMBIGUOUS in check(doc, "it compiles the graph.").flags
    for context in ({"prefix": "On a TPU, "}, {"suffix": "Then less"}):
        finding = check(doc, "it compiles the graph.", **context)
        assert (finding.verdict, finding.flags, finding.heading) == (Verdict.MATCH, frozenset(), "B")
    assert check(doc, "it compiles the graph.", prefix='a "GPU", ').heading == "A"


def test_context_that_is_nowhere() -> None:
    """A context that fits no place leaves the quote standing, and the reason says so."""
    finding = check(document("It compiles the graph."), "compiles the graph", prefix="XLA")
    assert finding.verdict is Verdict.MATCH
    assert "the words around it are not the ones given" in finding.reason


def test_section_picks_one() -> None:
    """The cited section picks one of several places."""
    doc = document(para("The same words.", headings=("A",)), para("The same words.", headings=("B",)))
    finding = check(doc, "The same words.", section="B")
    assert (finding.verdict, finding.flags, finding.heading) == (Verdict.MATCH, frozenset(), "B")


def test_section_in_a_document_without_headings() -> None:
    """Where a document has no headings, nothing can have moved from under one."""
    assert check(document("The same words."), "The same words.", section="B").verdict is Verdict.MATCH


def test_loose_in_the_section_goes_before_exact_outside() -> None:
    """What stands loosely where it is cited has not moved."""
    doc = document(para("It isn't it.", headings=("A",)), para("It isn’t it.", headings=("B",)))
    assert check(doc, "It isn't it.", section="B").verdict is Verdict.LOOSE


@pytest.mark.parametrize(
    ("headings", "section", "is_under"),
    [
        (("Guide", "1.2. Just-in-time"), "Just-in-time", True),
        (("Guide", "Just-in-time ¶"), "just-in-time", True),
        (("Guide", "The `jit` function"), "The jit function", True),
        (("Guide", "A", "B"), "Guide > B", True),
        (("Guide", "B", "A"), "A > B", False),
        (("Guide", "2D arrays"), "D arrays", False),
        (("Guide",), "Guide to JAX", False),
    ],
)
def test_under(headings: tuple[str, ...], section: str, is_under: bool) -> None:
    """Headings are compared without numbering, permalinks, markup and case, and whole."""
    assert under(headings, section) is is_under


def test_prose_goes_before_code_and_navigation() -> None:
    """Of several places the one that the page says in prose is meant."""
    doc = document(
        para("the jit function", labels=[Label.NAVIGATION]),
        para("the jit function", labels=[Label.CODE]),
        "Call the jit function.",
    )
    assert check(doc, "the jit function").flags == frozenset()


def test_offsets_lead_back() -> None:
    """A finding says where in the raw text the quote stands, to the character."""
    doc = document("Some  words before.", para("The eﬃcient\n", "ker\u00adnel", " runs."))
    finding = check(doc, "efficient kernel")
    start, end = int(finding.extra["start"]), int(finding.extra["end"])
    assert doc.raw[start:end] == "eﬃcient\nker\u00adnel"


def test_sentence_of_a_loose_match() -> None:
    """The sentence is shown as the document has it, also where the match is loose."""
    finding = check(document("First. The “Fast Path” isn’t on. Last."), "fast path\" isn't")
    assert finding.sentence == "The “Fast Path” isn’t on."


@pytest.mark.parametrize(
    ("text", "quote", "sentence"),
    [
        ("One. Two is 3.1 long. Three.", "is 3.1", "Two is 3.1 long."),
        ("One. Use e.g. LLVM here. Three.", "LLVM", "Use e.g. LLVM here."),
        ("By J. Smith, who wrote it. Next.", "wrote", "By J. Smith, who wrote it."),
        ("It runs X on Y. It stops.", "stops", "It stops."),
        ("Is it so? Yes! It is.", "Yes", "Yes!"),
        ("甲。乙是乙。丙。", "是", "乙是乙。"),
        ("no stop at all", "stop", "no stop at all"),
        ("Ops etc. The rest.", "rest", "The rest."),
    ],
)
def test_sentence_span(text: str, quote: str, sentence: str) -> None:
    """A sentence ends at a full stop, not at an abbreviation, an initial or a decimal point."""
    at = text.index(quote)
    start, end = sentence_span(text, at, at + len(quote))
    assert text[start:end] == sentence


@pytest.mark.parametrize(
    "text",
    [
        "3.1|0", "3|.10", "-|5", "3-|5", "3–|5", "1|,000", "≤|5", "~|5", "$|5", "5|%", "3.9|+", "jax|lib", "jax|.jit",
        "jax.|jit", "x86|-64", "x86|_64", "can|'t", "GB|/s", "C|++", "std|::vector", "non-|supported", "4|³", "-|-x",
        "x|\u0301", "10|:30", "a@|b", "2|*3", "１|２",
    ],
)  # fmt: skip
def test_cuts(text: str) -> None:
    """These places are inside a token, whichever side of them the quote is on."""
    at = text.index("|")
    whole = f"w {text.replace('|', '')} w"
    assert starts_inside(whole, at + 2)
    assert ends_inside(whole, at + 2)


@pytest.mark.parametrize(
    "text",
    [
        "a| b",
        "(|a",
        "a|)",
        "a|.",
        "“|a",
        "a|—b",
        "pre|- and",
        "f|(x)",
        "f(|x)",
        "用|JAX",
        "漢|字",
        "x =|5",
        "->|5",
        "a|, b",
    ],
)
def test_does_not_cut(text: str) -> None:
    """These places are between tokens."""
    at = text.index("|")
    whole = f"w {text.replace('|', '')} w"
    assert not starts_inside(whole, at + 2)
    assert not ends_inside(whole, at + 2)


def test_raw_view_says_nothing_of_what_is_struck_out() -> None:
    """What the document strikes out does not stand by being in its source."""
    raw = "It ~~needs 3.8 today~~ runs."
    doc = document(
        para("It ", ("needs 3.8 today", DELETED), " runs."), media_type="text/markdown", raw=raw, raw_blocks=[raw]
    )
    # offsets of the hand-made runs, moved to where the source has them
    struck = doc.blocks[0].runs[1]
    assert raw[struck.start + 2 : struck.end + 2] == struck.text
    assert check(doc, "needs 3.8 today").verdict is Verdict.DRIFT_MEANING


def test_raw_view_is_flagged_where_its_text_is_hidden() -> None:
    """Text of the source that the reader is not shown is flagged as hidden."""
    raw = "It is a*b*c now."
    doc = document(para(("It is abc now.", HIDDEN)), media_type="text/markdown", raw=raw, raw_blocks=[raw])
    finding = check(doc, "It is a*b*c now.")
    assert (finding.verdict, finding.flags) == (Verdict.MATCH, frozenset({Flag.HIDDEN_TEXT}))


def test_index_answers_as_the_extraction_does() -> None:
    """A document that was indexed once gives every quote the same answer."""
    doc = document("The compiler may fuse the two loops.", "It needs 16 GB of memory.")
    known = index(doc)
    for quote in ("may fuse", "must fuse the two loops", "16 GiB of memory", "16 GB", "nothing of the sort here"):
        assert check(known, quote) == check(doc, quote) == check(known, quote)


def test_nearest_passage_is_shown() -> None:
    """What is gone comes with the passage that is nearest to it."""
    finding = check(
        document("The wine is red.", "The graph is compiled by XLA for the TPU."), "The graph was run there"
    )
    assert finding.verdict is Verdict.GONE
    assert finding.nearest is not None
    assert finding.nearest.startswith("The graph")
    assert finding.score is not None
    assert finding.score < 80


@pytest.mark.parametrize("quote", ["", "   ", "\u200b"])
def test_empty_quote(quote: str) -> None:
    """A quote without text cannot be checked."""
    assert check(document("Something."), quote).verdict is Verdict.UNVERIFIABLE


def test_empty_document() -> None:
    """In a document without text a quote is gone."""
    assert check(document(), "Something.").verdict is Verdict.GONE


def test_a_comment_that_the_page_leaves_out_is_not_found_in_its_source() -> None:
    """What MyST takes for a comment or a block break is no text, unless the page shows it all the same."""
    raw = 'Text of it.\n\n% the quoted words of a comment\n\n+++ {"tags": "the quoted words of a break"}\n\nMore.'
    lines = raw.split("\n\n")
    hidden = document("Text of it.", "More.", media_type="text/markdown", raw=raw, raw_blocks=lines)
    assert check(hidden, "the quoted words of a comment").verdict is Verdict.GONE
    assert check(hidden, "the quoted words of a break").verdict is Verdict.GONE
    shown = document(*lines, media_type="text/markdown", raw=raw, raw_blocks=lines)
    assert check(shown, "the quoted words of a comment").verdict is Verdict.MATCH
