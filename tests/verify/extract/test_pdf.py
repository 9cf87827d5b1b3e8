"""PDF to blocks."""

from __future__ import annotations

import itertools

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Flag, Label, Verdict
from atlas_graph.verify.match import check
from tests.verify.extract.pdfs import Line, column, pdf, written
from tests.verify.extract.reading import labelled, read, texts

LEFT = column(72, 700, "The kernel is com-", "piled once for each", "of the well-", "known devices.")
RIGHT = column(320, 700, "The other column", "speaks of memory", "and of what it", "costs to copy.")


def test_lines_make_paragraphs() -> None:
    """Lines that follow each other closely are one block, a wider gap ends it."""
    found = read(pdf(column(72, 700, "one line", "two lines") + column(72, 640, "another part", "of it")), "a.pdf")
    assert texts(found) == ["one line two lines", "another part of it"]


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


# -- columns

WIDE = (
    "Across the whole page these words go on and on so that no gutter",
    "could be where they are, and another line of them follows it here.",
)


@pytest.mark.parametrize("order", ["by column", "by line", "upwards"])
@pytest.mark.parametrize("above", [0, 2])
@pytest.mark.parametrize("count", [3, 8])
def test_columns_of_any_length_on_mixed_pages(order: str, above: int, count: int) -> None:
    """Columns of three lines or more, under lines across the page, in whichever order they are drawn."""
    left = column(72, 660, *(f"left words number {n} that" for n in range(count)))
    right = column(320, 660, *(f"right words number {n} that" for n in range(count)))
    drawn = {
        "by column": left + right,
        "by line": list(itertools.chain(*zip(left, right, strict=True))),
        "upwards": [*reversed(right), *reversed(left)],
    }[order]
    found = read(pdf(column(72, 686, *WIDE[:above]) + drawn), "a.pdf")
    assert check(found, "left words number 0 that left words number 1 that").verdict is Verdict.MATCH
    assert check(found, "right words number 1 that right words number 2 that").verdict is Verdict.MATCH
    across = check(found, "left words number 1 that right words number 1 that")
    assert not (across.verdict.stands and Flag.SPANS_BLOCKS not in across.flags)


def test_cells_of_a_row_are_not_one_text() -> None:
    """A table's row is no sentence, however it is drawn."""
    rows = [("Name", "Limit", "Unit"), ("threads", "1024", "per block"), ("blocks", "65535", "per grid")]
    lines = [
        (72.0 + 120 * at, 700.0 - 14 * row, cell) for row, cells in enumerate(rows) for at, cell in enumerate(cells)
    ]
    found = read(pdf(lines), "a.pdf")
    across = check(found, "threads 1024 per block")
    assert not across.verdict.stands or Flag.SPANS_BLOCKS in across.flags


# -- what is drawn over, beside and below a sentence

SENTENCE = "XLA compiles graphs for many kinds of hardware."
FILLER = "".join(
    f"BT /F1 10 Tf 1 0 0 1 72 {400 - 14 * n} Tm (Filler line number {n} of the page with plain words.) Tj ET\n"
    for n in range(6)
)
SHOWN = f"BT /F1 10 Tf 1 0 0 1 72 650 Tm ({SENTENCE}) Tj ET\n"


def _flags(drawn: str) -> frozenset[Flag]:
    found = check(read(written(FILLER + drawn), "a.pdf"), SENTENCE, allow={Flag.HIDDEN_TEXT})
    assert found.verdict.stands
    return found.flags


@pytest.mark.parametrize(
    "drawn",
    [
        f"1 1 1 rg {SHOWN}",
        f"0.99 0.99 1 rg {SHOWN}",
        f"{SHOWN} 1 1 1 rg 60 640 400 30 re f",
        f"{SHOWN} 0 0 0 rg 60 640 400 30 re f",
        f"q 0 0 10 10 re W n {SHOWN} Q",
        SHOWN.replace("/F1 10 Tf", "/F1 10 Tf 3 Tr"),
        SHOWN.replace("72 650 Tm", "72 900 Tm"),
    ],
    ids=["white", "near white", "covered", "blackened", "clipped", "not painted", "off the page"],
)
def test_text_that_no_reader_sees_is_hidden(drawn: str) -> None:
    """What the page as it is drawn does not show is hidden text, in whatever way it is kept from showing."""
    assert Flag.HIDDEN_TEXT in _flags(drawn)


def test_a_layer_that_is_switched_off_is_hidden() -> None:
    """Text of a layer is seen where the document says that the layer is on."""
    drawn = f"{FILLER}/OC /L BDC {SHOWN} EMC"
    assert Flag.HIDDEN_TEXT in check(read(written(drawn, layer="OFF"), "a.pdf"), SENTENCE).flags
    assert check(read(written(drawn), "a.pdf"), SENTENCE).flags == frozenset()


def test_an_annotation_strikes_out() -> None:
    """Text that a reviewer has struck out is struck, whether the annotation brings its own picture or not."""
    place = "/Rect [72 648 320 662] /QuadPoints [72 662 320 662 72 648 320 648]"
    found = read(written(FILLER + SHOWN, annotations=f"<< /Type /Annot /Subtype /StrikeOut {place} >>"), "a.pdf")
    assert SENTENCE in [text.strip() for text in labelled(found, Label.DELETED)]


@pytest.mark.parametrize(
    "drawn",
    [SHOWN, f"0 0 0 rg 60 640 400 30 re f 1 1 1 rg {SHOWN}", f"0.6 g {SHOWN}", f"{SHOWN} 72 648 m 320 648 l S"],
    ids=["plain", "white on black", "grey", "underlined"],
)
def test_text_that_a_reader_sees_is_not_hidden(drawn: str) -> None:
    """White on black, grey and underlined text is seen."""
    assert _flags(drawn) == frozenset()


@pytest.mark.parametrize(
    "line", ["72 653 m 320 653 l S", "72 652.5 250 1 re f", "2 w 70 653 m 330 653 l S"], ids=["line", "bar", "thick"]
)
def test_text_with_a_line_through_it_is_struck(line: str) -> None:
    """A line through a sentence deletes it, whatever draws the line."""
    found = read(written(FILLER + SHOWN + line), "a.pdf")
    assert SENTENCE in [text.strip() for text in labelled(found, Label.DELETED)]


@pytest.mark.parametrize("size", [30, 60])
@pytest.mark.parametrize("matrix", ["0.7 0.7 -0.7 0.7 200 300", "1 0 0 1 80 630"])
def test_a_watermark_parts_no_sentence(size: int, matrix: str) -> None:
    """A word drawn large across the text is beside it."""
    drawn = (
        "BT /F1 10 Tf 1 0 0 1 72 650 Tm (XLA compiles graphs for many) Tj ET\n"
        f"BT /F1 {size} Tf {matrix} Tm (DRAFT) Tj ET\n"
        "BT /F1 10 Tf 1 0 0 1 72 638 Tm (kinds of hardware.) Tj ET\n"
    )
    assert _flags(drawn) == frozenset()


FULL = column(72, 700, *(f"line {n} of a paragraph that fills the page and" for n in range(40)), step=14)


@pytest.mark.parametrize("footnote", [[], [(72.0, 90.0, "1 A footnote of the page.")]])
@pytest.mark.parametrize("pages", [2, 3])
@pytest.mark.parametrize("last", [False, True])
def test_a_sentence_goes_on_past_footnotes_and_page_numbers(footnote: list[Line], pages: int, last: bool) -> None:
    """What stands at a page's foot and head does not part a sentence that the page's end cuts in two."""
    sheets = []
    for number in range(1, pages + 1):
        around = [(300.0, 30.0, f"- {number} -"), (72.0, 770.0, "A guide to compilers")]
        body = [*FULL, *(footnote if number == 1 else [])]
        sheets.append(body + around if last else around + body)
    found = read(pdf(*sheets), "a.pdf")
    assert check(found, "line 39 of a paragraph that fills the page and line 0 of a paragraph").verdict is Verdict.MATCH


def test_a_caption_does_not_go_on_with_the_next_page() -> None:
    """Below a line in the middle of a page there was room: what begins the next page is something else."""
    first = [*FULL[:3], (72.0, 500.0, "Figure: the compiler emits PTX")]
    found = read(pdf(first, [(72.0, 700.0, "for TPUs there is another back end."), *FULL[4:]]), "a.pdf")
    across = check(found, "the compiler emits PTX for TPUs there is another back end")
    assert not across.verdict.stands or Flag.SPANS_BLOCKS in across.flags


# -- characters


def test_a_soft_hyphen_is_a_hyphen() -> None:
    """Lines are broken already, so that a hyphen of any kind is seen."""
    found = read(pdf(column(72, 700, "a well\xadknown and multi\xadthreaded lower\xad", "ing pass.")), "a.pdf")
    assert check(found, "a well-known and multi-threaded lowering pass.").verdict.stands
    assert not check(found, "a wellknown and multithreaded lowering pass.").verdict.stands


@pytest.mark.parametrize("code", ["0000", "FFFD", "E001"])
def test_a_glyph_without_a_character_is_unknown(code: str) -> None:
    """Of a document with unknown letters nothing is gone and nothing differs; what can be read stands."""
    content = written(f"BT 1 0 0 1 72 700 Tm /F1 10 Tf (The ƒrst pass. {SENTENCE}) Tj ET", mapped={0x83: code})
    found = read(content, "a.pdf")
    fetched = Fetched("a.pdf", "a.pdf", content)
    assert Document(fetched, found).check("The first pass of all that there are").verdict is Verdict.UNVERIFIABLE
    assert Document(fetched, found).check(SENTENCE).verdict is Verdict.MATCH


def test_a_private_character_by_itself_is_no_letter() -> None:
    """The bullets of symbol fonts leave a document readable."""
    found = read(written("BT 1 0 0 1 72 700 Tm /F1 10 Tf (ƒ One item.) Tj ET", mapped={0x83: "F0B7"}), "a.pdf")
    assert found.problem is None


def test_a_pdf_that_opens_without_a_password_is_read() -> None:
    """A file whose owner restricts printing is no locked one."""
    assert texts(read(pdf(column(72, 700, SENTENCE), owned=True), "a.pdf")) == [SENTENCE]


def test_larger_lines_are_headings() -> None:
    """A line in a larger size stands above what follows it."""
    drawn = "BT /F1 16 Tf 1 0 0 1 72 650 Tm (Not supported) Tj ET\n" + SHOWN.replace("650", "630")
    found = read(written(drawn + FILLER), "a.pdf")
    assert next(block.headings for block in found.blocks if block.text == SENTENCE) == ("Not supported",)
