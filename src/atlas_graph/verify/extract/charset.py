"""From bytes to text: which character set a document is in, and whether it was surely that one.

The order is that of a browser: a byte-order mark beats the server's header, which beats what the document says
of itself; labels mean what the WHATWG Encoding Standard says. Bytes that are not what they claim to be are read by
the first of UTF-8 and Windows-1252 that fits, and the document is flagged. A text that was read by a guess, or that
shows what no text has, may be another one than its author wrote: nothing is lost from it for certain.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

import webencodings

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# The standard reads GBK as its superset, whose Python codec is the wider one too.
_WIDER = {"gbk": "gb18030"}
_COMMENT = re.compile(rb"<!--.*?-->", re.S)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s{0,8}=\s{0,8}[\"']?\s{0,8}([A-Za-z0-9_:.-]{1,40})", re.I)
_XML = re.compile(rb"<\?xml[^>]{0,100}?encoding\s{0,8}=\s{0,8}[\"']([A-Za-z0-9_:.-]{1,40})")
_CODING = re.compile(rb"^[ \t\f]*(?:#|//|\.\.|<!--|%).{0,80}?coding[:=][ \t]*([-\w.]{1,40})", re.M)
# The escapes of ISO-2022 in a text that was not read as such, and control characters that a misread text is full of
_ESCAPES = re.compile("\x1b[$(]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x80-\x84\x86-\x9f\ufffd]")
_NEWLINES = re.compile("\r\n?")


def _as_control(problem: UnicodeError) -> tuple[str, int]:
    """A byte that a Windows character set leaves open, as the control character that it is to a browser."""
    if isinstance(problem, UnicodeDecodeError) and 0x80 <= (byte := problem.object[problem.start]) <= 0x9F:
        return chr(byte), problem.start + 1
    raise problem


codecs.register_error("atlas_graph.control", _as_control)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the character set that it was read in, and how far that is to be relied on.

    ``fallback``: whether the declared character set did not fit. ``sure``: whether the text was surely read: neither
    by a guess nor against what its bytes look like.
    """

    text: str
    charset: str
    fallback: bool = False
    sure: bool = True


def charset_of(label: str | None) -> str | None:
    """The character set that a browser reads under ``label``; None where the label names none.

    >>> charset_of("ISO-8859-1"), charset_of(" UTF8 "), charset_of("x-sjis"), charset_of("rot13")
    ('windows-1252', 'utf-8', 'shift_jis', None)
    """
    known = webencodings.lookup(label.strip(" \t\n\r\f\"'")) if label else None
    return known.name if known is not None else None


def decode(content: bytes, *, header: str | None = None, markup: bool = True) -> Decoded:
    """Read ``content`` as text with plain newlines and without a byte-order mark. Never raises.

    ``header`` is the character set that the server, or the user, said; ``markup`` says whether the document's own
    ``<meta>`` or ``<?xml?>`` counts, as in a Markdown text it does not.
    """
    for mark, marked in _BOMS:
        if content.startswith(mark):
            text, fitted = _read(content[len(mark) :], marked)
            return _decoded(text, marked, fallback=not fitted)
    named = charset_of(header) or _declared(content, markup)
    if named is None and (wide := _utf_16(content)) is not None:
        text, fitted = _read(content, wide)
        return _decoded(text, wide, fallback=not fitted, sure=False)
    utf8, is_utf8 = _read(content, "utf-8")
    if named is not None and named != "utf-8":
        text, fitted = _read(content, named)
        if fitted:
            # What is UTF-8 to the last byte was hardly written in anything else.
            return _decoded(text, named, sure=content.isascii() or not is_utf8)
    if is_utf8:
        return _decoded(utf8, "utf-8", fallback=named not in (None, "utf-8"))
    bad = utf8.count("\ufffd")
    if sum(char > "\x7f" for char in utf8) > 2 * bad:
        return _decoded(utf8, "utf-8", fallback=True)  # UTF-8 with a few broken places
    return _decoded(_read(content, "windows-1252")[0], "windows-1252", fallback=True, sure=False)


def looks_binary(content: bytes) -> bool:
    """Whether these are not the bytes of a text in any character set that :func:`decode` would try."""
    if any(content.startswith(mark) for mark, _ in _BOMS):
        return False
    head = content[:8192]
    if b"\0" in head:
        # UTF-16 without its mark has a NUL in every second place; anything else with NULs is no text
        few, many = sorted((head[::2].count(0), head[1::2].count(0)))
        if many <= len(head) // 4 or few > len(head) // 50:
            return True
    controls = sum(head.count(byte) for byte in (*range(1, 9), *range(14, 27), *range(28, 32)))
    return controls > len(head) // 10 + 2


def _declared(content: bytes, markup: bool) -> str | None:
    head = content[:2048]
    if markup:
        seen = _COMMENT.sub(b"", head)
        for pattern in (_META, _XML):
            if found := pattern.search(seen):
                named = charset_of(found[1].decode("ascii"))
                # a document that can be read so far is not in UTF-16, whatever it says
                return "utf-8" if named is not None and named.startswith("utf-16") else named
    found = _CODING.search(head)
    return _of_cookie(found[1].decode("ascii")) if found else None


def _of_cookie(name: str) -> str | None:
    """The character set of a source file's coding line, where Python's own names for the same sets stand."""
    try:
        return charset_of(name) or charset_of(codecs.lookup(name).name)
    except (LookupError, ValueError):
        return None


def _utf_16(content: bytes) -> str | None:
    """The byte order of a text in UTF-16 without its mark, which has a NUL in every second place."""
    head = content[:2048]
    if b"\0" not in head or b"\0\0\0" in head:
        return None
    return "utf-16le" if head[1:2] == b"\0" else "utf-16be"


def _read(content: bytes, charset: str) -> tuple[str, bool]:
    """The text, and whether all of it was in that character set."""
    known = webencodings.lookup(_WIDER.get(charset, charset))
    read: Callable[..., tuple[str, int]] = (known.codec_info if known else codecs.lookup(charset)).decode
    try:
        return read(content, "atlas_graph.control" if charset.startswith("windows-") else "strict")[0], True
    except (UnicodeError, ValueError, LookupError):
        return read(content, "replace")[0], False


def _decoded(text: str, charset: str, *, fallback: bool = False, sure: bool = True) -> Decoded:
    misread = _ESCAPES if charset == "utf-8" and not fallback else _CONTROLS
    sure = sure and not misread.search(text)
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = _NEWLINES.sub("\n", text)
    return Decoded(text.replace("\0", "\ufffd"), charset, fallback, sure)
