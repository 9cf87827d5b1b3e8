"""Text from a document, made safe to print: nothing in it steers the terminal or reorders what is read."""

from __future__ import annotations

import re

# C0 and C1 controls, line and paragraph separators; marks, embeddings, overrides and isolates of direction; the
# byte order mark, tag characters, noncharacters and lone surrogates. A line feed is let through on request only.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escaped(text: str, *, lines: bool = False) -> str:
    """The text with every control character and direction override written out.

    ``lines`` lets line feeds through, for text that is printed as a block.

    >>> escaped("a\\x1b[2Jb\\u202ec")
    'a\\\\x1b[2Jb\\\\u202ec'
    """
    if lines:
        return "\n".join(_UNSAFE.sub(_escape, line) for line in text.split("\n"))
    return _UNSAFE.sub(_escape, text)


def json_escaped(text: str) -> str:
    r"""JSON text with the same characters written as ``\uXXXX``, which says the same to whoever reads JSON.

    >>> print(json_escaped('"a\x9b\u202eb"'))
    "a\u009b\u202eb"
    """
    return _UNSAFE_IN_JSON.sub(_json_escape, text)


def _json_escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


# Line feeds are JSON's own layout; inside its strings they are written out already.
_UNSAFE_IN_JSON = re.compile(_UNSAFE.pattern.replace("\x00-\x1f", "\x00-\x09\x0b-\x1f"))
