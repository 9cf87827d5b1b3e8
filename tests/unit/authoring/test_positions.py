"""YAML is read as it is written, with the line of every part."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.authoring.positions import YamlError, read_yaml

words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_json_is_read_as_json(value: object) -> None:
    """Every JSON text of printable characters is YAML and gives the same value."""
    assert read_yaml(json.dumps(value, ensure_ascii=False))[0] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("2026-11-29", "2026-11-29"),
        ("12:30", "12:30"),
        ("0o17", "0o17"),
        ("012", "012"),
        ("1_000", "1_000"),
        ("true", True),
        ("~", None),
        ("-1", -1),
        ("1.5e3", 1500.0),
        ("'1'", "1"),
    ],
)
def test_plain_words_stay_words(text: str, value: object) -> None:
    """Only null, true, false and decimal numbers are more than text."""
    assert read_yaml(text)[0] == value
    assert type(read_yaml(text)[0]) is type(value)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "stands twice"),
        ("a: &x [1]\nb: *x\n", 2, "aliases"),
        ("a: [1\n", 2, "YAML"),
        ("? [a]\n: 1\n", 1, "plain word"),
    ],
)
def test_errors_name_the_line(text: str, line: int, sentence: str) -> None:
    """What is not taken is reported at its line."""
    with pytest.raises(YamlError, match=sentence) as caught:
        read_yaml(text)
    assert caught.value.line == line


def test_every_part_has_a_line() -> None:
    """Keys and items are found again by their path."""
    _, lines = read_yaml("steps:\n- from: a\n  evidence:\n  - quote: >-\n      long\n      text\n    section: x\n")
    assert lines[("steps", 0, "evidence", 0, "quote")] == 4
    assert lines[("steps", 0, "evidence", 0, "section")] == 7
