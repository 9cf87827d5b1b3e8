"""PDF to blocks."""

from __future__ import annotations

import itertools

import pytest

from atlas_graph.verify.document import Label, Verdict
from atlas_graph.verify.extract import pdfplaces
from atlas_graph.verify.match import check
from tests.verify.extract.pdfs import column, pdf, written
from tests.verify.extract.reading import assert_offsets, labelled, read, texts

LEFT = column(72, 700, "The kernel is com-", "piled once for each", "of the well-", "known devices.")
RIGHT = column(320, 700, "The other column", "speaks of memory", "and of what it", "costs to copy.")


def test_lines_make_paragraphs() -> None:
    """Lines that follow each other closely are one block, a wider gap ends it."""
    found = read(pdf(column(72, 700, "one line", "two lines") + column(72, 640, "another part", "of it")), "a.pdf")
    assert texts(found) == ["one line two lines", "another part of it"]
    assert_offsets(found, placed=1)


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("interleaved", [False, True])
def test_columns_are_read_one_after_the_other(compressed: bool, interleaved: bool) -> None:
    """Two columns are two texts, in whichever order the file has their lines."""
    lines = list(itertools.chain(*zip(LEFT, RIGHT, strict=True))) if interleaved else LEFT + RIGHT
    found = read(pdf(lines, compressed=compressed), "a.pdf")
    assert check(found, "The other column speaks of memory and of what it costs to copy.").verdict is Verdict.MATCH
    assert check(found, "once for each of the").verdict is Verdict.MATCH


def test_a_hyphen_at_the_line_end_is_tried_both_ways() -> None:
    """ "com-" and "piled" may be one word, "well-" and "known" may keep their hyphen."""
    found = read(pdf(LEFT), "a.pdf")
    assert check(found, "The kernel is compiled once for each").verdict.stands
    assert check(found, "each of the well-known devices.").verdict.stands


def test_a_paragraph_goes_on_over_the_page() -> None:
    """A sentence that a page end cuts in two is one."""
    found = read(pdf(column(72, 100, "It begins here and"), column(72, 700, "ends on the next page.")), "a.pdf")
    assert texts(found) == ["It begins here and ends on the next page."]


def test_running_heads_do_not_cut_a_sentence() -> None:
    """Page numbers and heads that stand on every page are navigation, and the text goes on between them."""
    lines = [
        "the first page",
        "is followed by",
        "another one that",
        "does not end with",
        "a full stop and",
        "so goes on to",
    ]
    pages = [
        column(72, 750, f"Chapter {number}: Memory")
        + column(72, 700, *lines[2 * number - 2 : 2 * number])
        + column(72, 40, str(number))
        for number in range(1, 4)
    ]
    found = read(pdf(*pages), "a.pdf")
    said = " ".join(lines)
    assert texts(found)[0] == said
    heads = [text for number in range(1, 4) for text in (f"Chapter {number}: Memory", str(number))]
    assert labelled(found, Label.NAVIGATION) == heads


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (pdf([]), "no-text"),
        (pdf(column(72, 700, "secret"), encrypted=True), "no-text"),
        (b"%PDF-1.7\nnothing of it", "undecodable"),
        (b"%PDF-1.4\n" + b"1 0 obj\n" * 50, "undecodable"),
    ],
)
def test_a_pdf_without_readable_text_says_so(content: bytes, problem: str) -> None:
    """A scan, a locked file and a broken one are told from a text."""
    found = read(content, "a.pdf")
    assert (found.problem, found.blocks) == (problem, ())


# as wide as Helvetica has them at 10 points
WIDTHS = {"The": 17.23, "run": 14.46, "is": 7.22, "kernel": 27.23, "A": 6.67, "V": 6.67} | dict.fromkeys(
    "0123456789", 5.56
)


def placed(*words: str, gap: float) -> bytes:
    """A page on which every word is drawn on its own, ``gap`` points behind the one before."""
    drawn = []
    left = 72.0
    for word in words:
        drawn.append(f"BT 1 0 0 1 {left:.2f} 700 Tm /F1 10 Tf 12 TL ({word}) Tj T* ET")
        left += WIDTHS[word] + gap
    return written("\n".join(drawn))


@pytest.mark.parametrize(
    ("words", "gap", "shown"),
    [
        (("The", "kernel", "is", "run"), 2.78, "The kernel is run"),
        (("The", "kernel", "is", "run"), 1.7, "The kernel is run"),
        (("1", "2", "3"), 0.0, "123"),
        (("A", "V", "A"), -0.7, "AVA"),
        (("1", "2", "3"), 2.78, "1 2 3"),
    ],
)
def test_words_and_letters_drawn_one_by_one(words: tuple[str, ...], gap: float, shown: str) -> None:
    """A gap of about a space's width is a space, whatever the words' own widths, and less is none."""
    assert texts(read(placed(*words, gap=gap), "a.pdf")) == [shown]


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [
        ("(in 4) Tj 4 Ts /F1 7 Tf (3) Tj 0 Ts /F1 10 Tf ( of them) Tj", "in 4³ of them"),
        ("(in 4) Tj /F1 7 Tf 12.78 4 Td (3) Tj /F1 10 Tf 4 -4 Td ( of them) Tj", "in 4³ of them"),
        ("(in 10) Tj 4 Ts /F1 7 Tf (-3) Tj 0 Ts /F1 10 Tf ( of) Tj", "in 10⁻³ of"),
        ("(in 2) Tj -2 Ts /F1 7 Tf (16) Tj 0 Ts /F1 10 Tf (.) Tj", "in 2₁₆."),
        ("(log) Tj -2 Ts /F1 7 Tf (2) Tj 0 Ts /F1 10 Tf (8) Tj", "log2 8"),
        ("(2) Tj 4 Ts /F1 7 Tf (k) Tj 0 Ts /F1 10 Tf ( and 1) Tj 4 Ts /F1 7 Tf (st) Tj", "2^k and 1st"),
        ("q 4 Ts Q (4) Tj /F1 7 Tf (3) Tj", "43"),
        ("[(4) -20 (3)] TJ /F1 8 Tf (5) Tj", "435"),
    ],
)
def test_scripts_make_no_other_number(drawn: str, shown: str) -> None:
    """Smaller digits above or below the line are not digits of the number that they stand at."""
    assert texts(read(written(f"BT 1 0 0 1 72 700 Tm /F1 10 Tf {drawn} ET"), "a.pdf")) == [shown]


def test_without_widths_lines_are_put_together_as_well_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pypdf that keeps no widths where this one does still gives text, with its scripts told apart."""
    monkeypatch.setattr(pdfplaces, "_read_font", lambda font: None)
    drawn = "(in 4) Tj 4 Ts /F1 7 Tf (3) Tj 0 Ts /F1 10 Tf ( of them) Tj"
    assert texts(read(written(f"BT 1 0 0 1 72 700 Tm /F1 10 Tf {drawn} ET"), "a.pdf")) == ["in 4³ of them"]
