"""Where the pieces of text on a page of a PDF begin and end, which pypdf does not tell.

pypdf gives text in pieces, each with the place at which its line was begun. A piece's own place takes the pen: how
wide every glyph is, and how the operators move it. Without the widths of a font (pypdf keeps them in a module of its
own, and older ones do not have it) ends are unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

_SHOWS = (b"Tj", b"TJ", b"'", b'"')
_MOVES = (b"BT", b"Td", b"TD", b"Tm", b"T*", b"'", b'"')


class Piece(NamedTuple):
    """A piece of text: its left end, its right end if it is known, its baseline and its size, in points."""

    text: str
    left: float
    right: float | None
    up: float
    size: float


class _State(NamedTuple):
    """What ``q`` keeps and ``Q`` brings back."""

    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    rise: float = 0.0


class _Shown(NamedTuple):
    strings: Sequence[Any]
    state: _State
    place: tuple[float, float]
    matrix: tuple[float, float]  # how much wider and higher a unit of text is than a point
    moved: bool


class Places:
    """Hears what pypdf reads of a page, and keeps the pieces of text with their places."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        #: Where each operator that shows text begins to.
        self.starts: list[tuple[float, float]] = []
        self._state = _State()
        self._kept: list[_State] = []
        self._shown: list[_Shown] = []
        self._moved = True
        self._pen: float | None = None
        self._fonts: dict[int, Any] = {}

    def operator(self, name: bytes, operands: Any, user: Sequence[float], matrix: Sequence[float]) -> None:
        """Hear an operator, before it is carried out (pypdf's ``visitor_operand_before``)."""
        if name in _MOVES:
            self._moved = True
        if name in _SHOWS:
            place = _place(user, matrix)
            self.starts.append(place)
            strings = operands[-1:] if name != b"TJ" else operands[0] if operands else ()
            scale = (matrix[0] * user[0], abs(matrix[3] * user[3]))
            self._shown.append(_Shown(strings, self._state, place, scale, self._moved))
            self._moved = False
        elif name == b"q":
            self._kept.append(self._state)
        elif name == b"Q":
            self._state = self._kept.pop() if self._kept else _State()
        elif name in (b"Tc", b"Tw", b"Tz", b"Ts") and operands and isinstance(operands[0], (int, float)):
            value = float(operands[0])
            if name == b"Tc":
                self._state = self._state._replace(spacing=value)
            elif name == b"Tw":
                self._state = self._state._replace(word_spacing=value)
            elif name == b"Tz":
                self._state = self._state._replace(stretch=value / 100)
            else:
                self._state = self._state._replace(rise=value)

    def text(self, text: str, user: Sequence[float], matrix: Sequence[float], font: Any, size: float) -> None:
        """Hear a piece of text, after the operators that show it (pypdf's ``visitor_text``)."""
        shown, self._shown = self._shown, []
        left, up = _place(user, matrix)
        rise = 0.0
        for index, part in enumerate(shown):
            start = part.place[0] if part.moved else self._pen
            if not index:
                rise = part.state.rise * part.matrix[1]
                if start is not None:
                    left = start
            width = self._width(part, font, abs(size or 0.0))
            self._pen = None if start is None or width is None else start + width
        if text and text.strip():
            scale = abs(matrix[3] * user[3]) or abs(matrix[1] * user[1]) or 1.0
            right = self._pen if shown else None
            self.pieces.append(Piece(text, left, right, up + rise, abs(size or 10.0) * scale))

    def _width(self, part: _Shown, font: Any, size: float) -> float | None:
        widths = self._widths(font)
        if widths is None or part.matrix[0] <= 0:
            return None
        total = 0.0
        for string in part.strings:
            if isinstance(string, (int, float)):
                total -= float(string) * size / 1000
            elif isinstance(string, (str, bytes)):
                chars = _characters(string, widths)
                for char in chars:
                    is_space = char == widths.space_char
                    width = widths.space_width if is_space else widths.get_text_width(char)
                    total += float(width) * size / 1000 + part.state.spacing
                    total += part.state.word_spacing if is_space else 0.0
        return total * part.state.stretch * part.matrix[0]

    def _widths(self, font: Any) -> Any:
        if font is None:
            return None
        key = id(font)
        if key not in self._fonts:
            # the font is kept too, so that its id stays its own
            self._fonts[key] = (font, _read_font(font))
        return self._fonts[key][1]


def _read_font(font: Any) -> Any:
    try:
        from pypdf.generic._font import Font

        return Font.from_font_resource(font)
    except Exception:
        return None  # an older pypdf, or a broken font


def _characters(string: str | bytes, font: Any) -> str:
    """The glyphs of a string, by which pypdf keeps their widths."""
    if isinstance(string, str):
        return string
    if isinstance(font.encoding, str):
        return string.decode(font.encoding, "replace")
    return string.decode("latin-1")


def _place(user: Sequence[float], matrix: Sequence[float]) -> tuple[float, float]:
    x, y = matrix[4], matrix[5]
    return x * user[0] + y * user[2] + user[4], x * user[1] + y * user[3] + user[5]
