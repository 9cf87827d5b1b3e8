"""PDF to blocks."""

from __future__ import annotations

import itertools

import pytest

from atlas_graph.verify.document import Label, Verdict
from atlas_graph.verify.match import check
from tests.verify.extract.pdfs import column, pdf
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
