"""The words of marks: where they stand, what they name, what hedges them, and how they are written down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.authoring.judgements import entry_text
from atlas_graph.authoring.mark_words import hedges, is_name, occurrences, points, sentence_at
from atlas_graph.authoring.positions import read_yaml
from atlas_graph.authoring.statement_parts import PARTS
from atlas_graph.graph.marks import Mark, pieces
from atlas_graph.model import records
from atlas_graph.model.collections import COLLECTIONS
from atlas_graph.model.record_types import record_type

LINES = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=40).filter(
    str.strip
)


@given(LINES, LINES, LINES)
def test_what_is_written_is_read_back(by: str, words: str, clause: str) -> None:
    """Whatever characters a quote, a clause or a name holds, the file gives them back; one line a mark."""
    marks = [
        {"part": f"text: {clause}", "quote": "doc#6eb9dfc6", "words": words, "at": 2, "hedge": clause},
        {"part": "from", "none": words},
    ]
    given_ = {"of": "demo/a--calls--b", "by": by, "date": "2026-01-01", "digest": "722334633e41", "marks": marks}
    entry = records.AuditEntry.model_validate(given_)
    text = entry_text(entry)
    value, _ = read_yaml(text)
    assert records.AuditEntry.model_validate(value[0]) == entry
    assert len(text.splitlines()) == 7


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 29), st.integers(1, 30)), max_size=5))
def test_pieces_joined_are_always_the_quote(quote: str, spans: list[tuple[int, int]]) -> None:
    """However marks overlap, the pieces are the quote, and each mark's pieces are its words."""
    marks = [
        Mark(end=end, part=f"part-{number}", start=start, words=quote[start:end])
        for number, (start, end) in enumerate(spans)
        if start < end <= len(quote)
    ]
    cut = pieces(quote, marks)
    assert "".join(text for text, _ in cut) == quote
    for mark in marks:
        assert "".join(text for text, labels in cut if mark.label in labels) == mark.words


@pytest.mark.parametrize(
    ("text", "words", "places"),
    [
        ("XLA hands it to its runtime", "it", [(10, 12)]),
        ("within it, it is", "it", [(7, 9), (11, 13)]),
        ("jit(f) calls jit", "jit(f)", [(0, 6)]),
        ("kernels", "kernel", []),
        ("naïve 編譯器 text", "編譯器", [(6, 9)]),
    ],
)
def test_words_stand_as_whole_words(text: str, words: str, places: list[tuple[int, int]]) -> None:
    """A piece of a longer word is not there."""
    assert occurrences(text, words) == places


@pytest.mark.parametrize(
    ("words", "name", "same"),
    [
        ("the XLA compiler", "XLA compiler", True),
        ("Kernel libraries", "kernel library", True),
        ("CUDA Graphs", "CUDA graph", True),
        ("XLA's", "XLA", True),
        ("xla", "XLA", False),
        ("XLA runtime", "XLA", False),
        ("pass", "pas", False),
        ("caches", "cache", True),
    ],
)
def test_what_names_an_entity(words: str, name: str, same: bool) -> None:
    """Articles, plurals, possessives and the capitals of titles aside, the words are the name."""
    assert is_name(words, [name]) is same


def test_what_points_back() -> None:
    """Pronouns and phrases that begin with a determiner point; other nouns do not."""
    assert all(map(points, ("it", "Its", "this graph", "the compiler", "which", "You")))
    assert not any(map(points, ("Kernels", "graph", "XLA")))


def test_hedges_are_of_the_sentence_of_the_mark() -> None:
    """Only the sentence in which the words stand counts, and each hedge has its family."""
    text = "It may fail. JAX usually calls XLA; by default it waits."
    start, end = sentence_at(text, text.index("JAX"))
    assert text[start:end] == "JAX usually calls XLA;"
    assert list(hedges(text[start:end])) == [("usually", "frequency")]
    assert list(hedges("Not only fast, it is provided by several tools.")) == []
    assert list(hedges("It is fast, provided that it fits.")) == [("provided", "condition")]
    assert list(hedges("It runs in eager mode and in its other mode.", ["Eager mode"])) == [("mode", "mode")]
    assert list(hedges("By default, some may.")) == [("default", "default"), ("some", "part"), ("may", "possibility")]


def test_every_record_that_is_audited_has_its_parts() -> None:
    """A new kind of statement is given a row in the table, and every row is of a record and of fields that it has."""
    audited = {row.record for row in COLLECTIONS if row.audited} | {"Step", "Stage"}
    assert set(PARTS) == audited
    for name, rows in PARTS.items():
        fields = record_type(name).model_fields
        for row in rows:
            assert row.field.partition(".")[0] in fields, (name, row.field)
