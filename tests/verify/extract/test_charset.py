"""From bytes to text."""

from __future__ import annotations

import codecs

import pytest

from atlas_graph.verify.document import Flag
from atlas_graph.verify.extract import extract
from atlas_graph.verify.extract.charset import codec_name, decode, looks_binary


@pytest.mark.parametrize(
    ("content", "header", "text", "charset", "fallback"),
    [
        ("naïve".encode(), None, "naïve", "utf-8", False),
        (codecs.BOM_UTF8 + "naïve".encode(), "latin-1", "naïve", "utf-8", False),
        (codecs.BOM_UTF16_BE + "naïve".encode("utf-16-be"), "utf-8", "naïve", "utf-16-be", False),
        ("naïve".encode("latin-1"), "iso-8859-1", "naïve", "cp1252", False),
        ("naïve".encode("latin-1"), None, "naïve", "cp1252", True),
        ("naïve “x”".encode("cp1252"), "utf-8", "naïve “x”", "cp1252", True),
        (b"<meta charset=latin1>na\xefve", None, "<meta charset=latin1>naïve", "cp1252", False),
        (b"<meta charset=latin1>na\xc3\xafve", "utf-8", "<meta charset=latin1>naïve", "utf-8", False),
        (b"# -*- coding: cp1252 -*-\n# na\xefve", None, "# -*- coding: cp1252 -*-\n# naïve", "cp1252", False),
        ("日本語".encode("shift_jis"), "Shift_JIS", "日本語", "cp932", False),
        ("naïve".encode(), "no-such-charset", "naïve", "utf-8", False),
        ("naïve".encode("utf-16-le"), None, "naïve", "utf-16-le", False),
    ],
)
def test_the_charset_is_told_as_a_browser_tells_it(
    content: bytes, header: str | None, text: str, charset: str, fallback: bool
) -> None:
    """Mark, then header, then what the document says, then what fits."""
    decoded = decode(content, header=header)
    assert (decoded.text, decoded.charset, decoded.fallback) == (text, charset, fallback)


def test_a_few_broken_bytes_leave_utf8_what_it_is() -> None:
    """One bad byte in a UTF-8 document does not turn all its accents into rubbish."""
    decoded = decode("äöü äöü äöü".encode() + b" \xff ", header="utf-8")
    assert (decoded.text, decoded.charset, decoded.fallback) == ("äöü äöü äöü \ufffd ", "utf-8", True)


def test_newlines_are_plain() -> None:
    """Offsets do not depend on how a system ends its lines."""
    assert decode(b"a\r\nb\rc\n").text == "a\nb\nc\n"


@pytest.mark.parametrize("label", ["rot13", "zip", "idna", "punycode", "utf-7", "unicode_escape", "", None, "\0"])
def test_codecs_that_are_no_charset_are_not_used(label: str | None) -> None:
    """A server cannot pick a transformation of Python's in place of a character set."""
    assert codec_name(label) is None


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"PK\x03\x04\0\0\0\0\0\0", bytes(range(256)) * 8]
)
def test_what_is_no_text_is_undecodable(content: bytes) -> None:
    """An image or archive is reported and not read as text."""
    assert looks_binary(content)
    assert extract(content, name="x.md").problem == "undecodable"


def test_no_flag_where_the_declared_charset_fits() -> None:
    """The flag means that the document is not in the character set it claims."""
    assert Flag.CHARSET_FALLBACK not in extract("naïve".encode(), charset="utf-8", name="x.txt").flags
