"""Which of several places is meant, and what is said of a place beside the verdict."""

from __future__ import annotations

import pytest

from atlas_graph.verify.document import Flag, Label, Verdict
from atlas_graph.verify.match import check, index
from atlas_graph.verify.matching.boundaries import cuts
from atlas_graph.verify.matching.context import sentence_span
from atlas_graph.verify.matching.quotes import Quote
from atlas_graph.verify.matching.sections import under

from .documents import HIDDEN, document, para


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


def test_sentence_of_a_loose_match() -> None:
    """The sentence is shown as the document has it, also where the match is loose."""
    finding = check(document("First. The “fast path” isn’t on. Last."), "fast path\" isn't")
    assert finding.sentence == "The “fast path” isn’t on."


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
        # powers, fractions, ranges, tolerances, percentages, units, money, comparisons, however they are spaced
        "2|**10", "2*|*10", "10|⁻³", "√|2", "1|∕2", "1|⁄2", "5|±2", "5±|2", "∓|25", "1|~10", "$5|-$10", "5GB|–10GB",
        "0|..10", "0|…10", "⩾|8", "≲|8", "5| ± 2", "≤ |8", "n| < 64", "n < |64", "5 GB| – 10 GB", "5 GB – |10 GB",
        "50| %", "50 |%", "50| €", "10| °C", "about 5| GB", "5 |GB", "1| to 10", "1 to |10", "2 |× 3", "= -|1", "x =|5",
        "10| 000 x", "10 |000 x", "10|\u202f000", "10\u202f|000", "2 |000 000",
        # negations, contractions, names, signs
        "non–|supported", "non−|supported", "(un)|supported", "can|`t", "can|’t", "!|enabled", "¬|enabled", "*|pointer",
        "f|(x)", "f(|x)", "--|fast", "#|5", "pre|- and", "->|5", "三|十", "3|万",
    ],
)  # fmt: skip
def test_cuts(text: str) -> None:
    """These places are inside a number, quantity, word, name, negation or comparison."""
    at = text.index("|")
    assert cuts(f"w {text.replace('|', '')} w", at + 2)


@pytest.mark.parametrize(
    "text",
    [
        "a| b",
        "(|a",
        "a|)",
        "a|.",
        "“|a",
        "a|—b",
        "用|JAX",
        "漢|字",
        "a|, b",
        "5|. ",
        "50%|. ",
        "C++|. ",
        "version 12| of",
        "4| 128-bit",
        "JAX| – XLA",
        "in 2023| and XLA",
        "A |→ B",
        "Foo – |10 items",
        "30| threads",
        "3\n|000 x",
        "users|’ code",
        "2023|... it",
    ],
)
def test_does_not_cut(text: str) -> None:
    """These places are between tokens."""
    at = text.index("|")
    assert not cuts(f"w {text.replace('|', '')} w", at + 2)


def test_the_source_explains_and_lets_nothing_stand() -> None:
    """Text that only the source has does not stand, and the reason says where it is."""
    raw = "It runs.\n\n% the quoted words of a comment of it\n\nMore of it."
    doc = document("It runs.", "More of it.", media_type="text/markdown", raw=raw)
    finding = check(doc, "the quoted words of a comment of it")
    assert finding.verdict is Verdict.GONE
    assert "source has the words where a reader is not shown them" in finding.reason


def test_flags_that_bar_are_allowed_by_name() -> None:
    """What runs across blocks, or is hidden, stands only where a person allows just that."""
    doc = document("It ends here.", "It starts there.", para("It is ", ("not ", HIDDEN), "supported at all."))
    across, hidden = "It ends here. It starts there.", "It is not supported at all."
    for quote, flag in ((across, Flag.SPANS_BLOCKS), (hidden, Flag.HIDDEN_TEXT)):
        finding = check(doc, quote)
        assert finding.verdict.falls_short
        assert flag in finding.flags
        allowed = check(doc, quote, allow={flag})
        assert (allowed.verdict, flag in allowed.flags) == (Verdict.MATCH, True)
        assert check(doc, quote, allow={Flag.IN_CODE}).verdict.falls_short


@pytest.mark.parametrize(
    ("blocks", "quote"),
    [
        (["Is it true that XLA supports dynamic shapes?"], "XLA supports dynamic shapes"),
        (["We asked whether XLA supports dynamic shapes."], "XLA supports dynamic shapes"),
        (["It would be nice if XLA supported dynamic shapes."], "XLA supported dynamic shapes"),
        (["Not supported:", "dynamic shapes of arrays"], "dynamic shapes of arrays"),
        (["Myth", "XLA supports dynamic shapes."], "XLA supports dynamic shapes."),
        ([para("XLA supports it.", headings=("Common misconceptions",))], "XLA supports it."),
        ([para("XLA supports it.", headings=("Wishlist",))], "XLA supports it."),
        ([para("XLA reads the old format.", headings=("Guide", "Removed in 2.0"))], "XLA reads the old format."),
    ],
)
def test_context_that_denies_or_doubts(blocks: list[str], quote: str) -> None:
    """A question, a condition, a wish, and what a heading or a list's lead denies, are flagged."""
    finding = check(document(*blocks), quote)
    assert (finding.verdict, finding.flags) == (Verdict.MATCH, frozenset({Flag.CONTEXT_RISK}))


@pytest.mark.parametrize(
    ("document_text", "quote", "stands"),
    [
        ("It has 1,048,576 cores and 128,256 rows.", "has 1048576 cores and 128256 rows", True),
        ("The tile is 128,256 in this version.", "The tile is 128256 in this version.", False),
        ("It takes 1,250 s and 3,5 s there.", "It takes 1250 s", False),
        ("It has 16,384 cores in it.", "It has 16384 cores in it.", True),
        ("It has 16,384 cores, 3,5 of them new.", "It has 16384 cores", False),
        ("It has 16\u202f384 cores in it.", "It has 16384 cores in it.", True),
    ],
)
def test_numbers_with_commas(document_text: str, quote: str, stands: bool) -> None:
    """A number is another without its commas only where the document's own numbers do not say otherwise."""
    assert check(document(document_text), quote).verdict.stands is stands


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


def test_a_digit_ends_where_a_script_without_spaces_goes_on() -> None:
    """Two numerals that touch are one number; a digit beside another character of such a script is whole."""
    assert cuts("三十个", 1)
    assert not cuts("有3个", 2)
    assert not cuts("有3个", 1)


def test_the_first_word_is_folded_behind_a_mark() -> None:
    """What opens a quote may be a bracket or a quotation mark: the first letter is what may be a capital."""
    assert Quote("(The compiler runs.)").loose == ("(the compiler runs.)", "(The compiler runs.)")
