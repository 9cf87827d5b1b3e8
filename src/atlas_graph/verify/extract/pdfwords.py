"""The words on a page of a PDF: where pdfium puts each of their characters, and whether a reader sees them.

A PDF draws; what it draws may be white on white, clipped, covered, in a layer that is switched off or struck through,
in more ways than can be listed. So the page is drawn, and the picture is asked.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ..document import Label

_NONE: frozenset[Label] = frozenset()
_HIDDEN = frozenset({Label.HIDDEN})
_DELETED = frozenset({Label.DELETED})

UNKNOWN = "\ufffd"  # a glyph that the document gives no character for
_NO_CHARACTER = ("\0", UNKNOWN, "\uffff")
_HYPHENS = ("\u00ad", "\x02")  # drawn as a hyphen; the second is pdfium's mark of one at a line's end

_SCALE = 2  # pixels a point
_LARGEST_SIDE = 4_000  # pixels; a poster is drawn smaller
_CONTRAST = 16  # of 255: fainter than this nobody sees
_CLEAR = 3 * _CONTRAST
_STRUCK = (0.18, 0.40)  # of the size above the baseline: where a line through a word goes, and no crossbar of a letter
_SPACE = 0.15  # of the size: a wider gap is a space
_OVERLAP = 0.35  # of the size: as far as letters are drawn into each other


_Box = tuple[float, float, float, float]  # left, bottom, right, top, in points of the page as it is


class Word(NamedTuple):
    """Characters drawn one after the other in one size: their place on the page turned upright, in points."""

    text: str
    left: float
    right: float
    up: float  # the baseline
    size: float
    labels: frozenset[Label]
    askew: bool = False  # not in the direction of the page's text


class _Glyph(NamedTuple):
    char: str
    box: _Box
    left: float  # as the page is turned upright
    right: float
    up: float
    size: float
    angle: int  # degrees


def words(page: pdfium.PdfPage) -> list[Word]:
    """The words of a page in the order in which it draws them; a space before one is part of it."""
    page.set_rotation(0)
    glyphs = list(_glyphs(page))
    if not glyphs:
        return []
    upright = Counter(glyph.angle for glyph in glyphs).most_common(1)[0][0]
    picture = _Picture(page)
    struck = list(_struck_out(page))
    found = [_word(group, upright, picture, struck) for group in _grouped(glyphs)]
    for row in (range(1, len(found)), range(len(found) - 2, -1, -1)):
        # whether a word of two letters is struck shows only beside one that is
        for index in row:
            word, beside = found[index], found[index - row.step]
            if word.labels == _NONE and beside.labels == _DELETED and abs(word.up - beside.up) < 0.1 * word.size:
                box = (word.left, word.up, word.right, word.up + word.size)
                if picture.strikes(box, word.up, word.size):
                    found[index] = word._replace(labels=_DELETED)
    return found


def _glyphs(page: pdfium.PdfPage) -> Iterator[_Glyph]:
    text = page.get_textpage()
    handle = text.raw
    x, y = ctypes.c_double(), ctypes.c_double()
    matrix, loose, tight = raw.FS_MATRIX(), raw.FS_RECTF(), [ctypes.c_double() for _ in range(4)]
    for index in range(text.count_chars()):
        if raw.FPDFText_IsGenerated(handle, index) == 1:
            continue
        char = _character(chr(raw.FPDFText_GetUnicode(handle, index)), raw.FPDFText_HasUnicodeMapError(handle, index))
        raw.FPDFText_GetCharOrigin(handle, index, x, y)
        raw.FPDFText_GetLooseCharBox(handle, index, loose)
        raw.FPDFText_GetCharBox(handle, index, *tight)
        box = (tight[0].value, tight[2].value, tight[1].value, tight[3].value)
        raw.FPDFText_GetMatrix(handle, index, matrix)
        angle = round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        size = abs(raw.FPDFText_GetFontSize(handle, index)) * math.hypot(matrix.c, matrix.d) or 1.0
        if angle == 90:
            place = (loose.bottom, loose.top, -x.value)
        elif angle == 180:
            place = (-loose.right, -loose.left, -y.value)
        elif angle == 270:
            place = (-loose.top, -loose.bottom, x.value)
        else:
            place = (min(x.value, loose.left) if angle == 0 else loose.left, loose.right, y.value)
        yield _Glyph(char, box, *place, size, angle)
    text.close()


def _character(char: str, no_map: int) -> str:
    if char in _HYPHENS:
        return "-"
    if char in _NO_CHARACTER or (no_map == 1 and not char.isspace()):
        return UNKNOWN
    return " " if char.isspace() else char


def _grouped(glyphs: list[_Glyph]) -> Iterator[list[_Glyph]]:
    """Neighbours on one line, in one size and without a space between them."""
    group: list[_Glyph] = []
    for glyph in glyphs:
        if group and not _goes_on(group, glyph):
            yield group
            group = []
        group.append(glyph)
    yield group


def _goes_on(group: list[_Glyph], glyph: _Glyph) -> bool:
    last = group[-1]
    if glyph.box == last.box and glyph.left == last.left and glyph.up == last.up:
        return True  # the second letter of a ligature
    return (
        not (glyph.char == " " and last.char != " ")
        and glyph.angle == last.angle
        and abs(glyph.size - last.size) <= 0.02 * last.size
        and abs(glyph.up - last.up) <= 0.03 * last.size
        and -_OVERLAP * last.size < glyph.left - last.right <= (_SPACE * last.size if last.char != " " else last.size)
    )


def _word(group: list[_Glyph], upright: int, picture: _Picture, struck: list[_Box]) -> Word:
    drawn = [glyph for glyph in group if glyph.char != " "]
    text = "".join(glyph.char for glyph in group)
    first, last = (drawn[0], drawn[-1]) if drawn else (group[0], group[-1])
    labels = _NONE
    if drawn:
        boxes = list(zip(*(glyph.box for glyph in drawn), strict=True))
        box = (min(boxes[0]), min(boxes[1]), max(boxes[2]), max(boxes[3]))
        if not picture.shows(box):
            labels = _HIDDEN
        elif _is_within(box, struck) or (_is_long(text, box, first) and picture.strikes(box, first.up, first.size)):
            labels = _DELETED
    return Word(_known(text), first.left, last.right, first.up, first.size, labels, first.angle != upright)


def _is_long(text: str, box: tuple[float, ...], first: _Glyph) -> bool:
    """Whether no letter of a word, and no dash, could itself be the line through it."""
    return first.angle == 0 and box[2] - box[0] >= first.size and sum(map(str.isalnum, text)) >= 2


def _known(text: str) -> str:
    """The text with a private character among its letters as unknown; by itself it is a bullet or its like."""
    if not any("\ue000" <= char <= "\uf8ff" for char in text) or not any(char.isalnum() for char in text):
        return text
    return "".join(UNKNOWN if "\ue000" <= char <= "\uf8ff" else char for char in text)


def _struck_out(page: pdfium.PdfPage) -> Iterator[_Box]:
    """The places that annotations strike out."""
    quad = raw.FS_QUADPOINTSF()
    for number in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, number)
        if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_STRIKEOUT:
            for index in range(raw.FPDFAnnot_CountAttachmentPoints(annotation)):
                raw.FPDFAnnot_GetAttachmentPoints(annotation, index, quad)
                xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
                yield min(xs), min(ys), max(xs), max(ys)
        raw.FPDFPage_CloseAnnot(annotation)


def _is_within(box: tuple[float, ...], places: list[_Box]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(left <= x <= right and bottom <= y <= top for left, bottom, right, top in places)


class _Picture:
    """A page as it is drawn, in shades of grey."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self._left, bottom, right, self._top = page.get_cropbox()
        side = max(right - self._left, self._top - bottom, 1.0)
        self._scale = min(_SCALE, _LARGEST_SIDE / side)
        bitmap = page.render(scale=self._scale, grayscale=True)
        self._width, self._height, self._stride = bitmap.width, bitmap.height, bitmap.stride
        self._pixels = bytes(bitmap.buffer)
        bitmap.close()

    def _rows(self, left: float, bottom: float, right: float, top: float) -> list[bytes]:
        x0 = max(0, math.floor((left - self._left) * self._scale))
        x1 = min(self._width, math.ceil((right - self._left) * self._scale))
        y0 = max(0, math.floor((self._top - top) * self._scale))
        y1 = min(self._height, math.ceil((self._top - bottom) * self._scale))
        return [self._pixels[y * self._stride + x0 : y * self._stride + x1] for y in range(y0, y1)] if x1 > x0 else []

    def shows(self, box: _Box) -> bool:
        """Whether anything stands out from its ground there."""
        margin = 1 / self._scale
        seen = set().union(*self._rows(box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin))
        return bool(seen) and max(seen) - min(seen) >= _CONTRAST

    def strikes(self, box: _Box, up: float, size: float) -> bool:
        """Whether a line is drawn through the whole width of a word."""
        drawn = b"".join(self._rows(*box))
        if not drawn:
            return False
        darkest, lightest = min(drawn), max(drawn)
        rows = self._rows(box[0], up + _STRUCK[0] * size, box[2], up + _STRUCK[1] * size)
        if drawn.count(lightest) >= drawn.count(darkest):
            return any(max(row) <= lightest - _CLEAR for row in rows)
        return any(min(row) >= darkest + _CLEAR for row in rows)
