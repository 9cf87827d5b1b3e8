"""What a stream can show: width, colour, and characters beyond ASCII."""

from __future__ import annotations

import os

from ..escapes import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

_STYLES = {
    "bold": "1", "dim": "2", "italic": "3", "underline": "4", "green": "32", "yellow": "33", "red": "31", "cyan": "36",
}  # fmt: skip
_ASCII = {
    "→": "->", "←": "<-", "·": "-", "—": "--", "–": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...",
    "✓": "yes", "✗": "no",
}  # fmt: skip


class Terminal:
    """How to write to a stream.

    ``width`` is in columns; ``colour`` says whether ANSI styles are used, ``unicode`` whether the stream's
    ``encoding`` takes arrows and quotation marks, ``links`` whether a text can open an address. ``uncut`` says that
    nobody reads it at a width: what has a line of its own is not cut or wrapped.
    """

    def __init__(
        self,
        width: int = 80,
        colour: bool = False,
        unicode: bool = True,
        encoding: str | None = None,
        links: bool = False,
        uncut: bool = False,
    ) -> None:
        self.links, self.uncut = links, uncut
        self.width, self.colour, self.unicode = width, colour, unicode
        self.encoding = encoding or ("utf-8" if unicode else "ascii")

    @classmethod
    def of(cls, stream: TextIO) -> Terminal:
        """Look at a stream: colour only on a terminal, never with ``NO_COLOR`` or ``TERM=dumb``."""
        tty = stream.isatty()
        asked = os.environ.get("COLUMNS", "")
        width = int(asked) if asked.isascii() and asked.isdecimal() else 0
        uncut = not tty and not width
        if tty and not width:
            from shutil import get_terminal_size  # loads archive formats; a pipe needs none

            width = get_terminal_size((_WIDTH, 24)).columns
        width = min(max(width or _WIDTH, _NARROWEST), _WIDEST)
        colour = tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        encoding = stream.encoding or "ascii"
        try:
            "→“”✓".encode(encoding)
            unicode = True
        except UnicodeEncodeError:
            unicode = False
        except LookupError:
            unicode, encoding = False, "ascii"
        return cls(width, colour, unicode, encoding, links=colour and _has_links(), uncut=uncut)

    def style(self, text: str, *styles: str) -> str:
        """Return ``text`` in ANSI styles ("bold", "dim", "green" …), or as it is without colour."""
        if not self.colour or not text or not styles:
            return text
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}\x1b[0m"

    def link(self, text: str, address: str | None) -> str:
        """Return a text that opens an address, where the terminal has such links (OSC 8); else as it is.

        >>> Terminal().link("the guide", "https://example.org")
        'the guide'
        """
        if not self.links or not address:
            return text
        return f"\x1b]8;;{_address(address)}\x1b\\{text}\x1b]8;;\x1b\\"

    def plain(self, text: str) -> str:
        """Return ``text`` with control characters escaped and, where needed, arrows and quotes in ASCII.

        What else the encoding does not take is escaped as well.

        >>> Terminal(unicode=False).plain("jaxpr → “StableHLO”")
        'jaxpr -> "StableHLO"'
        >>> Terminal().plain("red \\x1b[31m")
        'red \\\\x1b[31m'
        """
        text = escaped(text, lines=True)
        if self.unicode or text.isascii():
            return text
        for character, plain in _ASCII.items():
            text = text.replace(character, plain)
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def wrap(self, text: str, first: str = "", rest: str = "", *styles: str) -> list[str]:
        """Return ``text`` in lines of at most ``width`` columns, indented by ``first`` and then ``rest``, styled.

        Words are never broken, so that a link stays whole. Own code: importing textwrap costs as much as the
        whole query.

        >>> Terminal(width=20).wrap("StableHLO is compiled by XLA", "1. ", "   ")
        ['1. StableHLO is', '   compiled by XLA']
        """
        lines: list[str] = []
        line = first
        empty = True
        used = len(first)
        for word in self.plain(text).split():
            wide = len(word) if word.isascii() or max(word) < _WIDE else columns(word)
            if not empty and used + 1 + wide > self.width:
                lines.append(line)
                line, empty, used = rest, True, len(rest)
            line += word if empty else f" {word}"
            used += wide + (not empty)
            empty = False
        if not empty or not lines:
            lines.append(line)
        return [self.style(line, *styles) for line in lines] if styles else lines

    def wrap_pieces(
        self, pieces: Iterable[tuple[str, bool]], first: str = "", rest: str = "", *styles: str
    ) -> list[str]:
        """Return pieces of a text in lines, as :meth:`wrap` does, those that are marked in bold and underlined.

        >>> Terminal(width=20).wrap_pieces([("JAX", True), (" is traced to a jaxpr", False)], "1. ", "   ")
        ['1. JAX is traced to', '   a jaxpr']
        """
        shown = [(self.plain(text), marked) for text, marked in pieces]
        lines = self.wrap("".join(text for text, _ in shown), first, rest)
        if not self.colour:
            return lines
        flags = _flags(shown)
        return [
            self._emphasised(line, first if number == 0 else rest, flags, styles) for number, line in enumerate(lines)
        ]

    def _emphasised(self, line: str, indent: str, flags: list[tuple[bool, bool]], styles: tuple[str, ...]) -> str:
        """Style a line; takes from ``flags`` those of its characters."""
        runs: list[tuple[str, bool]] = [(indent, False)]
        after = False
        for one in line[len(indent) :]:
            marked = after
            if not one.isspace():
                marked, after = flags.pop(0)
            if marked == runs[-1][1]:
                runs[-1] = (runs[-1][0] + one, marked)
            else:
                runs.append((one, marked))
        return "".join(self.style(text, *styles, *(("bold", "underline") if marked else ())) for text, marked in runs)


def _address(address: str) -> str:
    """Return an address in the characters that a terminal's link may hold: ASCII that prints, the rest escaped."""
    return "".join(one if "!" <= one <= "~" else "".join(f"%{byte:02X}" for byte in one.encode()) for one in address)


def _has_links() -> bool:
    """Tell whether the terminal opens links in text, by what terminals that do say of themselves.

    There is no way to ask a terminal. ``FORCE_HYPERLINK`` decides, as it does in other programs.
    """
    get = os.environ.get
    forced = get("FORCE_HYPERLINK")
    if forced is not None:
        return forced not in ("", "0")
    vte = get("VTE_VERSION", "")
    return (
        (vte.isdecimal() and int(vte) >= _VTE)
        or any(get(name) for name in ("WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM"))
        or get("TERM_PROGRAM") in ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "zed")
        or get("TERM", "").partition("-")[0] in ("foot", "alacritty")
    )


#: Columns where nothing says how many there are, and the fewest and most that are used for text.
_WIDTH, _NARROWEST, _WIDEST = 80, 20, 1_000
#: The first version of VTE (0.50) whose links are safe to print.
_VTE = 5_000


def _flags(pieces: list[tuple[str, bool]]) -> list[tuple[bool, bool]]:
    """Return for each character that is no space whether it is marked, and whether the space after it is."""
    flags: list[tuple[bool, bool]] = []
    for text, marked in pieces:
        for one in text:
            if not one.isspace():
                flags.append((marked, False))
            elif flags:
                flags[-1] = (flags[-1][0], marked)
    return flags


#: From here on in Unicode a character may take two columns.
_WIDE = "\u2e80"


def columns(text: str) -> int:
    """Return how many columns a terminal gives to a text.

    >>> columns("XLA"), columns("编译器"), columns("🧠")
    (3, 6, 2)
    """
    from unicodedata import combining, east_asian_width  # a module of tables, which JSON needs not

    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)
