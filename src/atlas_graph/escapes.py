"""Text of data, made safe for who reads it: a terminal, a reader of JSON, XML or Turtle, a spreadsheet.

No character of data steers a terminal, hides, or turns the direction of what stands beside it. Which characters those
are is Unicode's to say: controls, format characters, separators of lines and paragraphs, lone surrogates, and what is
private or not assigned. Spaces of any width and the two joiners are how languages are written, and stay.

The fast commands import this: no regular expressions.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Not printable by Python's account, and harmless: spaces of other widths, and the joiners of several scripts.
_HARMLESS = frozenset("\u00a0\u1680\u202f\u205f\u3000\u200c\u200d" + "".join(map(chr, range(0x2000, 0x200B))))
_FORMULA = frozenset("=+-@")


def is_safe(text: str, keep: str = "") -> bool:
    """Say whether a text may go out as it is; ``keep`` are control characters that may stand in it."""
    for character in keep:
        text = text.replace(character, "")
    return text.isprintable() or all(one.isprintable() or one in _HARMLESS for one in text)


def _written(text: str, keep: str, write: Callable[[str], str]) -> str:
    if is_safe(text, keep):
        return text
    return "".join(
        [one if one.isprintable() or one in _HARMLESS or one in keep else write(one) for one in text]
    )  # a list: joining one is faster


def escaped(text: str, *, lines: bool = False) -> str:
    """Return text whose harmful characters are written out.

    ``lines`` lets line feeds through, for text that is printed as a block.

    >>> print(escaped("a\\x1b[2Jb\\u202ec"))
    a\\x1b[2Jb\\u202ec
    """
    return _written(text, "\n" if lines else "", _backslash)


def _backslash(one: str) -> str:
    code = ord(one)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def json_escaped(text: str) -> str:
    """Return JSON with harmful characters as its own escapes, which says the same to whoever reads JSON.

    >>> print(json_escaped('"a\\x9b\\u202eb"'))
    "a\\u009b\\u202eb"
    """
    return _written(text, "\n", _utf_16)


def _utf_16(one: str) -> str:
    code = ord(one)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def rdf_escaped(text: str) -> str:
    """Return N-Triples, Turtle or tab-separated results with harmful characters as the escapes of their grammar.

    >>> print(rdf_escaped('"a\\x9b\\u202eb"'))
    "a\\u009B\\u202Eb"
    """
    return _written(text, "\n\t", lambda one: f"\\u{ord(one):04X}" if ord(one) < 0x10000 else f"\\U{ord(one):08X}")


def xml_escaped(text: str) -> str:
    """Return XML, or text for it, with harmful characters as references.

    >>> xml_escaped("a\\x9bb\\r")
    'a&#x9B;b&#xD;'

    Raises:
        ValueError: for a character that XML 1.0 cannot hold, whichever way it is written.
    """
    return _written(text, "\n\t", _reference)


def _reference(one: str) -> str:
    code = ord(one)
    if (code < 0x20 and one not in "\t\n\r") or 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF):
        raise ValueError(f"XML cannot hold the character U+{code:04X}")
    return f"&#x{code:X};"


def csv_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula: one that would be has a ' before it.

    A spreadsheet looks beyond white space and what is invisible, and takes the wide and small forms of the marks for
    the marks. A text with a ' of its own gets another, so that one can always be taken off.

    >>> csv_cell("=1+1"), csv_cell("＝1+1"), csv_cell("\\u00a0=1"), csv_cell("'a"), csv_cell("a=1")
    ("'=1+1", "'＝1+1", "'\\xa0=1", "''a", 'a=1')
    """
    if text.startswith("'") or text[:1].isspace() or text[-1:].isspace():
        return f"'{text}"
    first = next((one for one in text if one.isprintable() and not one.isspace()), "")
    if not first.isascii():
        from unicodedata import normalize  # a module of tables; ASCII needs none

        first = normalize("NFKC", first)[:1]
    return f"'{text}" if first in _FORMULA else text


def csv_line(cells: Iterable[str]) -> str:
    """Return cells as a line of CSV, quoted where RFC 4180 wants it; an empty one never is: importers read no value.

    >>> csv_line(["a", "", "b,c"])
    'a,,"b,c"\\n'
    """
    quoted = ('"' + cell.replace('"', '""') + '"' if any(mark in cell for mark in ',"\r\n') else cell for cell in cells)
    return ",".join(quoted) + "\n"
