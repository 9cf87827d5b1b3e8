"""Plain text to blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.verify.document import Extraction, Flag, Label, Verdict
from atlas_graph.verify.match import check
from tests.verify.extract.reading import labelled, read, texts

QUOTE = "XLA compiles graphs for many kinds of hardware."


def _read(text: str) -> Extraction:
    return read(text.encode(), "guide.txt")


def _joined(text: str, quote: str) -> bool:
    """Whether a quote passes without a flag that a person should see."""
    found = check(_read(text), quote)
    return found.verdict.stands and Flag.SPANS_BLOCKS not in found.flags


@pytest.mark.parametrize("gap", [3, 6, 12])
@pytest.mark.parametrize("above", ["", "A line that runs across the whole of the page before the columns begin.\n"])
@pytest.mark.parametrize("count", [2, 3, 9])
def test_two_columns_are_two_texts(gap: int, above: str, count: int) -> None:
    """Columns of two lines or more are read one after the other, below a line across the page too."""
    left = [f"left words number {n} that"[: 24 - n % 3] for n in range(count)]
    right = [f"right words number {n} then" for n in range(count)]
    text = above + "".join(f"{a:<24}{' ' * gap}{b}\n" for a, b in zip(left, right, strict=True))
    assert _joined(text, " ".join(left))
    assert _joined(text, " ".join(right))
    assert not _joined(text, f"{left[0]} {right[0]}")
    assert not _joined(text, f"{right[0]} {left[1]}")


def test_a_column_that_ends_before_the_other() -> None:
    """A longer column goes on below a shorter one, on either side."""
    text = (
        "alpha beta gamma    the first of them\ndelta epsilon       and the second\n                    and the third\n"
    )
    assert _joined(text, "the first of them and the second and the third")
    assert _joined(text, "alpha beta gamma delta epsilon")


def test_a_row_of_a_table_is_no_sentence() -> None:
    """Cells that wide gaps part do not run together."""
    text = "Name        Limit     Unit\nthreads     1024      per block\nblocks      65535     per grid\n"
    assert not _joined(text, "threads 1024 per block")
    assert not _joined("threads     1024 per block of the grid\n", "threads 1024 per block of the grid")


def test_two_spaces_after_a_full_stop_are_no_gutter() -> None:
    """Sentences set apart by two spaces, one below the other too, are one text."""
    text = "One two three.  Four five six\nten two three.  Then five six\n"
    assert _joined(text, "Four five six ten two three.")


@pytest.mark.parametrize("mark", ["-", "*", "•", "1.", "(a)"])
def test_items_are_parted(mark: str) -> None:
    """Each item of a list is a text, whose next lines hang below it."""
    text = f"{mark} The compiler emits PTX\n   for each kernel\n{mark} for TPUs nothing at all\n"
    assert _joined(text, "The compiler emits PTX for each kernel")
    assert not _joined(text, "for each kernel for TPUs nothing at all")
    assert not _joined(text, f"for each kernel {mark} for TPUs nothing at all")


def test_a_dash_at_a_lines_beginning_is_no_item() -> None:
    """Within a sentence a dash may come first on a line."""
    assert _joined(
        "The compiler emits PTX\n- for each kernel - and more.\n", "The compiler emits PTX - for each kernel"
    )


@pytest.mark.parametrize("sign", ["=", "-", "~", "*"])
def test_headings(sign: str) -> None:
    """An underlined line, or one in capitals, stands above what follows it and is not part of it."""
    text = f"Not supported\n{sign * 13}\n{QUOTE}\n\nFEATURES THAT ARE GONE\nThe GPU kernels run on every device.\n"
    found = _read(text)
    assert [block.headings for block in found.blocks if block.text == QUOTE] == [("Not supported",)]
    assert not _joined(text, "GONE The GPU kernels run on every device.")
    assert labelled(found, Label.HEADING) == ["Not supported", "FEATURES THAT ARE GONE"]


def test_numbered_headings_have_levels() -> None:
    """A numbered line by itself is a heading of as many levels as it has numbers."""
    found = _read("1.  Introduction\n\n   Some text.\n\n1.1.  Scope\n\n   More text.\n\n2.  Rules\n\n   Last text.\n")
    assert [block.headings for block in found.blocks if Label.HEADING not in block.labels] == [
        ("1.  Introduction",),
        ("1.  Introduction", "1.1.  Scope"),
        ("2.  Rules",),
    ]


def test_quoted_mail_is_read_without_its_marks() -> None:
    """What somebody quotes is a text, apart from the answer."""
    text = "> XLA compiles graphs\n> for many kinds of hardware.\n>> Is that so\n>> at all?\nIt is.\n"
    assert texts(_read(text)) == [QUOTE, "Is that so at all?", "It is."]


FOOT = "Doe & Roe                   Standards Track                    [Page {}]"
HEAD = "RFC 9999                     A Protocol                    November 2026"


@pytest.mark.parametrize("feed", ["\f", "\n\f\n", "\n"])
@pytest.mark.parametrize("pages", [1, 3])
def test_a_sentence_goes_on_over_the_pages_of_an_rfc(feed: str, pages: int) -> None:
    """Feet and heads of pages part no sentence, and end no paragraph that goes on."""
    before = "   The compiler takes the graph of the program and lowers it\n   to XLA compiles graphs for many kinds of"
    ends = "".join(f"\n\n{FOOT.format(n)}\n{feed}{HEAD}\n\n   hardware {n} and" for n in range(1, pages + 1))
    text = f"{before}{ends} ends here.\n\n   Another paragraph.\n"
    assert _joined(text, "for many kinds of hardware 1 and")
    assert _joined(text, f"hardware {pages} and ends here.")
    found = _read(text)
    assert texts(found)[1] == "Another paragraph."
    assert len(labelled(found, Label.NAVIGATION)) == 2 * pages


def test_a_paragraph_that_ends_with_its_page_ends_there() -> None:
    """After a full stop the next page begins a paragraph of its own."""
    text = f"   It ends here.\n\n{FOOT.format(1)}\n\f\n{HEAD}\n\n   It starts there.\n"
    assert texts(_read(text))[:2] == ["It ends here.", "It starts there."]
    assert not _joined(text, "It ends here. It starts there.")


def test_a_form_feed_without_heads_loses_nothing() -> None:
    """Where pages have neither head nor foot no line is taken for one."""
    assert texts(_read("one line that goes on\n\f\nand ends.\n")) == ["one line that goes on and ends."]


@given(st.lists(st.text(alphabet="ab .>-1\t\f=A", max_size=30), max_size=12))
def test_no_word_is_lost(lines: list[str]) -> None:
    """Every letter of a text is in some block."""
    text = "\n".join(lines)
    found = "".join(block.text for block in _read(text).blocks)
    for char in "abA1":
        assert found.count(char) == text.count(char)


def test_a_guess_of_utf16_is_read() -> None:
    """A text in UTF-16 without its mark is read, and nothing is called gone from it."""
    found = read(QUOTE.encode("utf-16-le"), "guide.txt")
    assert check(found, QUOTE).verdict is Verdict.MATCH
    assert found.problem == "charset"
