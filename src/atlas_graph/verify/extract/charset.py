"""From bytes to text: which character set a document is in, and what to do where it says the wrong one.

The order is that of a browser: a byte-order mark beats the server's header, which beats what the document says
of itself. Bytes that are not what they claim to be are read by the first of UTF-8 and Windows-1252 that fits,
and the document is flagged.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What browsers read under these labels (WHATWG Encoding), where Python's codec of that name is narrower
_BROWSER = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "latin-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
    "utf-8-sig": "utf-8",
}
# Python codecs that no document is served in; some of them take quadratic time
_NOT_A_CHARSET = frozenset(
    {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "utf_7", "mbcs", "oem"}
)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s{0,8}=\s{0,8}[\"']?\s{0,8}([A-Za-z0-9_:.-]{1,40})", re.I)
_XML = re.compile(rb"<\?xml[^>]{0,100}?encoding\s{0,8}=\s{0,8}[\"']([A-Za-z0-9_:.-]{1,40})")
_CODING = re.compile(rb"^[ \t\f]*(?:#|//|\.\.|<!--|%).{0,80}?coding[:=][ \t]*([-\w.]{1,40})", re.M)
# The five bytes that Windows-1252 leaves open are control characters to a browser
_CP1252 = {
    byte: bytes([byte]).decode("cp1252") for byte in range(0x80, 0xA0) if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
_NEWLINES = re.compile("\r\n?")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the character set that it was read in, and whether the declared one did not fit."""

    text: str
    charset: str
    fallback: bool = False


def codec_name(label: str | None) -> str | None:
    """The codec that a browser would use for ``label``; None where the label names no character set.

    >>> codec_name("ISO-8859-1"), codec_name(" UTF8 "), codec_name("rot13"), codec_name("no-such")
    ('cp1252', 'utf-8', None, None)
    """
    if not label:
        return None
    try:
        info = codecs.lookup(label.strip(" \t\n\r\f\"'").lower())
    except (LookupError, ValueError, UnicodeError):
        return None
    if info.name.replace("-", "_") in _NOT_A_CHARSET or not getattr(info, "_is_text_encoding", True):
        return None
    return _BROWSER.get(info.name, info.name)


def decode(content: bytes, *, header: str | None = None) -> Decoded:
    """Read ``content`` as text with plain newlines and without a byte-order mark. Never raises.

    ``header`` is the character set that the server, or the user, said.
    """
    for mark, marked in _BOMS:
        if content.startswith(mark):
            text, fitted = _read(content[len(mark) :], marked)
            return Decoded(_tidy(text), marked, not fitted)
    named = codec_name(header) or _declared(content)
    for charset in (named, "utf-8"):
        if charset is None:
            continue
        text, fitted = _read(content, charset)
        if fitted:
            return Decoded(_tidy(text), charset, named not in (None, charset))
    text, _ = _read(content, "utf-8")
    bad = text.count("\ufffd")
    if sum(char > "\x7f" for char in text) > 2 * bad:
        return Decoded(_tidy(text), "utf-8", True)  # UTF-8 with a few broken places
    return Decoded(_tidy(_windows_1252(content)), "cp1252", True)


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


def _declared(content: bytes) -> str | None:
    head = content[:2048]
    for pattern in (_META, _XML, _CODING):
        if found := pattern.search(head):
            named = codec_name(found[1].decode("ascii"))
            # a document that can be read so far is not in UTF-16, whatever it says
            return "utf-8" if named is not None and named.startswith("utf-16") else named
    if b"\0" in head and b"\0\0\0" not in head:
        return "utf-16-le" if head[1:2] == b"\0" else "utf-16-be"
    return None


def _read(content: bytes, charset: str) -> tuple[str, bool]:
    if charset == "cp1252":
        return _windows_1252(content), True
    try:
        return content.decode(charset), True
    except (UnicodeError, ValueError, LookupError):
        return content.decode(charset, "replace"), False


def _windows_1252(content: bytes) -> str:
    return content.decode("latin-1").translate(_CP1252)


def _tidy(text: str) -> str:
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = _NEWLINES.sub("\n", text)
    return text.replace("\0", "\ufffd")
