from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.escapes import escaped


def test_escapes_are_written_out() -> None:
    """Terminal sequences, line feeds and direction overrides are shown, not obeyed."""
    assert (
        escaped("\x1b[2J\r\n\u202e\u2066\u200f\x9b\U000e0041")
        == "\\x1b[2J\\x0d\\x0a\\u202e\\u2066\\u200f\\x9b\\U000e0041"
    )


def test_lines_on_request() -> None:
    """A block of text keeps its line feeds and nothing else."""
    assert escaped("a\nb\rc", lines=True) == "a\nb\\x0dc"


def test_ordinary_text_is_left_alone() -> None:
    """Text of any script passes as it is."""
    assert escaped("naïve – 漢字 עברית 👩‍👧") == "naïve – 漢字 עברית 👩‍👧"


@given(st.text())
def test_nothing_unsafe_is_left(text: str) -> None:
    """Whatever comes in, what goes out has no control character and can be encoded."""
    out = escaped(text)
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in out)
    out.encode("utf-8")
