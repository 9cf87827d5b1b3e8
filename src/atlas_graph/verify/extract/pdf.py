"""PDF to blocks, by pypdf: paragraphs in reading order, columns one after the other.

A PDF has no words, only glyphs in places. Lines whose gap is wider than that of their neighbours end a block.
A hyphen at the end of a line may belong to the word or to the line end, and nothing here tells which: it stays, with
its line end, and the matcher tries both.
"""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pypdf import PageObject, PdfReader

from atlas_graph.verify.document import Block, Label, Run
from atlas_graph.verify.extract.blocks import Parsed
from atlas_graph.verify.extract.pdfplaces import Piece, Places
from atlas_graph.verify.extract.scripts import Script, plain

_MAX_PAGES = 3_000
_LONGEST_HEAD = 100
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_NAVIGATION = frozenset({Label.NAVIGATION})
_NONE: frozenset[Label] = frozenset()
_GAP = 1.45  # of the usual distance between two lines: more is a new block

_SMALLER = 0.88  # of its line's size: what is at most so high, and above or below, is a script
_SPACE = 0.15  # of the size: a wider gap is a space

# a library that says on stderr what it had to put up with
logging.getLogger("pypdf").addHandler(logging.NullHandler())


class _Line(NamedTuple):
    text: str
    left: float
    top: float
    size: float
    right: float | None = None
    script: bool = False  # it ends in one


def extract(content: bytes, max_chars: int) -> Parsed:
    """The blocks of a PDF; ``no-text`` for a scan and for a file that wants a password."""
    pages: list[list[str]] = []
    title = ""
    size = 0
    problem = None
    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return Parsed((), problem="no-text", raw="")
        title = str((reader.metadata and reader.metadata.title) or "").strip()
        for number in range(min(len(reader.pages), _MAX_PAGES)):
            try:
                paragraphs = _paragraphs(reader.pages[number])
            except (Exception, RecursionError):
                continue  # one page that cannot be read is not the whole document
            size += sum(map(len, paragraphs))
            pages.append(paragraphs)
            if size > max_chars:
                problem = "too-large"
                break
    except (Exception, RecursionError):
        # pypdf raises what its many parts raise on a broken file
        if not pages:
            return Parsed((), problem="undecodable", raw="")
    heads = _running_heads(pages)
    paragraphs = _continued(pages, heads)
    raw = "\n\n".join(paragraphs)
    blocks = []
    at = 0
    for text in paragraphs:
        blocks.append(Block((Run(text, at, at + len(text)),), labels=_NAVIGATION if _key(text) in heads else _NONE))
        at += len(text) + 2
    return Parsed(tuple(blocks), (), title, problem or (None if blocks else "no-text"), raw)


def _key(text: str) -> str:
    """A short line less its numbers: page numbers and running heads have the same on every page."""
    return _NUMBERS.sub("", text).strip().lower() if len(text) <= _LONGEST_HEAD else text


def _running_heads(pages: list[list[str]]) -> frozenset[str]:
    """What stands first or last on page after page, and is no part of what the pages say."""
    seen = Counter(key for page in pages for key in {_key(text) for text in (*page[:2], *page[-2:])})
    return frozenset(key for key, count in seen.items() if count >= 3 and len(key) <= _LONGEST_HEAD)


def _continued(pages: list[list[str]], heads: frozenset[str]) -> list[str]:
    """All paragraphs, one that a page end cuts in two put together again; running heads come last."""
    out: list[str] = []
    apart: list[str] = []
    for page in pages:
        first = True
        for text in page:
            if _key(text) in heads:
                apart.append(text)
                continue
            if first and out and _goes_on(out[-1], text):
                out[-1] = f"{out[-1]}\n{text}"
            else:
                out.append(text)
            first = False
    return out + apart


def _goes_on(before: str, after: str) -> bool:
    last = before.rstrip()[-1:]
    return bool(last) and last not in '.!?:;”")]}' and after.lstrip()[:1].islower()


def _paragraphs(page: PageObject) -> list[str]:
    lines, starts = _lines(page)
    if _interleaved(starts) and (columns := _columns(page)):
        return columns
    if not lines:
        return []
    return _blocks(lines)


def _lines(page: PageObject) -> tuple[list[_Line], list[tuple[float, float]]]:
    """The lines of a page in the order of its content stream, and where each piece of text starts."""
    places = Places()
    page.extract_text(visitor_text=places.text, visitor_operand_before=places.operator)
    lines: list[_Line] = []
    for piece in places.pieces:
        # pypdf ends a piece at a change of font too: what is on one height is one line
        for index, part in enumerate(piece.text.strip("\n").split("\n")):
            height = piece.up - index * 1.2 * piece.size
            if index == 0 and lines and (added := _on_line(lines[-1], part, piece)):
                lines[-1] = added
            elif part.strip():
                lines.append(_Line(part, piece.left, height, piece.size, piece.right))
    return lines, places.starts


def _on_line(line: _Line, part: str, piece: Piece) -> _Line | None:
    """The line with a piece of text behind it, or None where that is not on it."""
    rise = piece.up - line.top
    script = _script(line, piece, rise)
    if script is None and (abs(rise) >= 0.3 * piece.size or piece.left < line.left):
        return None
    size = line.size if script else max(line.size, piece.size)
    right = piece.right
    if script:
        before = line.text[-2:]
        if line.script and before[-1:].isdecimal() and part[:1].isdecimal():
            part = f" {part}"
        return line._replace(text=line.text + plain(part, before, "", script), right=right, script=True)
    glue = ""
    if not (line.text[-1:].isspace() or part[:1].isspace()) and (
        _apart(line, piece) or (line.script and line.text[-1:].isdecimal() and part[:1].isdecimal())
    ):
        glue = " "
    return _Line(line.text + glue + part, line.left, line.top, size, right)


def _script(line: _Line, piece: Piece, rise: float) -> Script | None:
    """Whether a piece is smaller than its line, beside its end, and above or below it."""
    if piece.size > _SMALLER * line.size or not 0.05 * line.size < abs(rise) < 0.7 * line.size:
        return None
    if line.right is None:
        if piece.left < line.left:
            return None
    elif not -0.5 * line.size < piece.left - line.right < 0.4 * line.size:
        return None
    return Script.UP if rise > 0 else Script.DOWN


def _apart(line: _Line, piece: Piece) -> bool:
    """Whether a space is missing: pypdf gives one where it sees the gap."""
    if line.right is not None:
        return piece.left - line.right > _SPACE * max(line.size, piece.size)
    # half an em is a glyph's usual width
    return piece.left - line.left > 0.62 * piece.size * len(line.text)


def _interleaved(starts: Sequence[tuple[float, float]]) -> bool:
    """Whether the page was written line by line across two columns: half of its lines go on at one same place."""
    heights = 0
    again: Counter[int] = Counter()
    last: float | None = None
    for x, y in starts:
        if last is None or abs(last - y) > 2:
            heights += 1
        else:
            again[round(x / 4)] += 1
        last = y
    return bool(again) and again.most_common(1)[0][1] >= max(4, heights // 2)


def _columns(page: PageObject) -> list[str]:
    """The paragraphs of the left column, then those of the right; none where no gutter parts them."""
    lines = page.extract_text(extraction_mode="layout").split("\n")
    width = min(max(map(len, lines), default=0), 400)
    both = [line for line in lines if line.strip()]
    gutter, most = 0, 0
    for at in range(8, width - 8):
        parted = sum(line[at - 2 : at] == "  " and bool(line[:at].strip()) and bool(line[at:].strip()) for line in both)
        crossed = sum(bool(line[at - 1 : at].strip()) for line in both)
        if parted - 2 * crossed > most:
            gutter, most = at, parted - 2 * crossed
    if most < max(4, len(both) // 2):
        return []
    out: list[str] = []
    for column in ([line[:gutter].strip() for line in lines], [line[gutter:].strip() for line in lines]):
        out.extend(part.strip("\n") for part in re.split(r"\n{2,}", "\n".join(column)) if part.strip())
    return out


def _blocks(lines: list[_Line]) -> list[str]:
    gaps = sorted(before.top - after.top for before, after in pairwise(lines) if before.top - after.top > 0.1)
    usual = gaps[(len(gaps) - 1) // 3] if gaps else 0.0  # most are between lines, on a page of any length
    out: list[list[str]] = []
    last: _Line | None = None
    for line in lines:
        new = last is None or (
            not 0 <= last.top - line.top <= max(_GAP * usual, 0.1)
            or abs(last.size - line.size) > 0.15 * line.size + 0.5
        )
        # from the foot of one column to the head of the next the text goes on
        if new and last is not None and line.top > last.top and _goes_on(last.text, line.text):
            new = False
        if new:
            out.append([])
        out[-1].append(line.text.rstrip())
        last = line
    return ["\n".join(part) for part in out]
