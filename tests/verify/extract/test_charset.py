"""From bytes to text."""

from __future__ import annotations

import codecs

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Flag, Verdict
from atlas_graph.verify.extract import extract
from atlas_graph.verify.extract.charset import charset_of, decode, looks_binary


@pytest.mark.parametrize(
    ("content", "header", "text", "charset", "fallback"),
    [
        ("naïve".encode(), None, "naïve", "utf-8", False),
        (codecs.BOM_UTF8 + "naïve".encode(), "latin-1", "naïve", "utf-8", False),
        (codecs.BOM_UTF16_BE + "naïve".encode("utf-16-be"), "utf-8", "naïve", "utf-16be", False),
        ("naïve".encode("latin-1"), "iso-8859-1", "naïve", "windows-1252", False),
        ("naïve".encode("latin-1"), None, "naïve", "windows-1252", True),
        ("naïve “x”".encode("cp1252"), "utf-8", "naïve “x”", "windows-1252", True),
        (b"<meta charset=latin1>na\xefve", None, "<meta charset=latin1>naïve", "windows-1252", False),
        (b"<meta charset=latin1>na\xc3\xafve", "utf-8", "<meta charset=latin1>naïve", "utf-8", False),
        (b"# -*- coding: cp1252 -*-\n# na\xefve", None, "# -*- coding: cp1252 -*-\n# naïve", "windows-1252", False),
        ("日本語".encode("shift_jis"), "Shift_JIS", "日本語", "shift_jis", False),
        ("naïve".encode(), "no-such-charset", "naïve", "utf-8", False),
        ("naïve".encode("utf-16-le"), None, "naïve", "utf-16le", False),
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
    assert charset_of(label) is None


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


RUSSIAN = "Этот проход переписывает каждую область в один плоский список."


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("x-sjis", "cp932", "この処理はすべての領域を①つの一覧に書き換える。"),
        ("Windows-31J", "cp932", "この処理はすべての領域を一覧に書き換える。"),
        ("x-euc-jp", "euc_jp", "この処理はすべての領域を一覧に書き換える。"),
        ("csISO2022JP", "iso2022_jp", "この処理はすべての領域を一覧に書き換える。"),
        ("dos-874", "cp874", "ขั้นตอนนี้เขียนทุกส่วนใหม่"),
        ("x-cp1251", "cp1251", RUSSIAN),
        ("koi", "koi8_r", RUSSIAN),
        ("koi8-ru", "koi8_u", RUSSIAN),
        ("x-mac-ukrainian", "mac_cyrillic", RUSSIAN),
        ("cp866", "cp866", RUSSIAN),
        ("ks_c_5601-1987", "cp949", "이 단계는 모든 영역을 목록으로 바꾼다. 뷁"),
        ("chinese", "gb18030", "这个步骤把每个区域改写成一个列表，㐀。"),
        ("x-x-big5", "big5hkscs", "這個步驟把每個區域改寫成一個列表。"),
        ("logical", "iso8859_8", "המעבר הזה כותב מחדש כל אזור"),
        ("sun_eu_greek", "iso8859_7", "Το πέρασμα ξαναγράφει κάθε περιοχή"),
        ("x-cp1254", "cp1254", "Geçiş her bölgeyi düz bir listeye yazar ı"),
    ],
)
@pytest.mark.parametrize("place", ["header", "meta", "http-equiv", "xml"])
def test_labels_are_those_of_the_standard(label: str, codec: str, text: str, place: str) -> None:
    """Every label of the WHATWG table is known wherever it stands, and the text was surely read."""
    head = {
        "header": "",
        "meta": f"<meta charset='{label}'>",
        "http-equiv": f'<meta http-equiv="Content-Type" content="text/html; charset={label}">',
        "xml": f'<?xml version="1.0" encoding="{label}"?>',
    }[place]
    content = (head + "<p>" + text).encode(codec)
    found = extract(content, media_type="text/html", charset=label if place == "header" else None)
    assert (found.blocks[-1].text, found.problem, found.flags) == (text, None, frozenset())


@pytest.mark.parametrize(
    ("content", "header"),
    [
        (RUSSIAN.encode("cp1251"), None),
        (RUSSIAN.encode("cp1251"), "utf-8"),
        (RUSSIAN.encode("cp1251"), "x-nobody-knows"),
        (RUSSIAN.encode(), "windows-1251"),
        ("この処理は一覧に書き換える。".encode("cp932"), "iso-8859-1"),
        ("この処理は一覧に書き換える。".encode("iso2022_jp"), None),
        ("이 단계는 목록으로 바꾼다.".encode("iso2022_kr"), "iso-2022-kr"),
        ("äöü äöü äöü".encode() + b" \xff ", "utf-8"),
    ],
)
def test_a_guess_never_loses_a_quote(content: bytes, header: str | None) -> None:
    """Of a text that was perhaps read in another character set than its own nothing is gone, and nothing differs."""
    page = b"<p>" + content + b"<p>The kernel runs with 30 threads in each block of the grid."
    found = extract(page, media_type="text/html", charset=header)
    assert found.problem == "charset"
    fetched = Fetched("x", "x", page)
    gone = Document(fetched, found).check("A sentence that stands nowhere in this document at all.")
    other = Document(fetched, found).check("The kernel runs with 60 threads in each block of the grid.")
    there = Document(fetched, found).check("The kernel runs with 30 threads in each block of the grid.")
    assert (gone.verdict, other.verdict) == (Verdict.UNVERIFIABLE, Verdict.UNVERIFIABLE)
    assert there.verdict.stands


def test_what_stands_in_a_comment_or_a_text_about_pages_is_no_declaration() -> None:
    """Only a page's own ``meta`` says what it is in."""
    page = "<!-- <meta charset=utf-8> --><meta charset=windows-1251><p>" + RUSSIAN
    assert extract(page.encode("cp1251"), media_type="text/html").blocks[-1].text == RUSSIAN
    guide = f'# Guide\n\nWrite `<meta charset="shift_jis">`. {RUSSIAN}\n'
    assert RUSSIAN in extract(guide.encode(), name="guide.md").blocks[-1].text
