"""PDF to blocks, by pypdf: paragraphs in reading order, columns one after the other.

A PDF has no words, only glyphs in places. Lines whose gap is wider than that of their neighbours end a block.
A hyphen at the end of a line may belong to the word or to the line end, and nothing here tells which: it stays, with
its line end, and the matcher tries both.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pypdf import PageObject, PdfReader

from atlas_graph.verify.document import Block, Run
from atlas_graph.verify.extract.blocks import Parsed

_MAX_PAGES = 3_000
_GAP = 1.45  # of the usual distance between two lines: more is a new block

# a library that says on stderr what it had to put up with
logging.getLogger("pypdf").addHandler(logging.NullHandler())


class _Line(NamedTuple):
    text: str
    left: float
    right: float
    top: float
    size: float


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
    paragraphs = _continued(pages)
    raw = "\n\n".join(paragraphs)
    blocks = []
    at = 0
    for text in paragraphs:
        blocks.append(Block((Run(text, at, at + len(text)),)))
        at += len(text) + 2
    return Parsed(tuple(blocks), (), title, problem or (None if blocks else "no-text"), raw)


def _continued(pages: list[list[str]]) -> list[str]:
    """All paragraphs, one that a page end cuts in two put together again."""
    out: list[str] = []
    for page in pages:
        for index, text in enumerate(page):
            if index == 0 and out and _goes_on(out[-1], text):
                out[-1] = f"{out[-1]}\n{text}"
            else:
                out.append(text)
    return out


def _goes_on(before: str, after: str) -> bool:
    last = before.rstrip()[-1:]
    return bool(last) and last not in '.!?:;”")]}' and after.lstrip()[:1].islower()


def _paragraphs(page: PageObject) -> list[str]:
    lines = _lines(page)
    if not lines:
        # no places to go by: pypdf's own order
        text = page.extract_text()
        return [part.strip("\n") for part in re.split(r"\n[ \t]*\n", text) if part.strip()]
    out: list[str] = []
    for column in _columns(lines):
        out.extend(_blocks(column))
    return out


def _lines(page: PageObject) -> list[_Line]:
    """The lines of a page in the order of its content stream, with their places."""
    pieces: list[tuple[str, float, float, float]] = []

    def visit(text: str, user: Sequence[float], matrix: Sequence[float], font: object, size: float) -> None:
        if text and text.strip("\n"):
            x = matrix[4] * user[0] + matrix[5] * user[2] + user[4]
            y = matrix[4] * user[1] + matrix[5] * user[3] + user[5]
            scale = abs(matrix[3] * user[3]) or abs(matrix[1] * user[1]) or 1.0
            pieces.append((text, x, y, abs(size or 10.0) * scale))

    page.extract_text(visitor_text=visit)
    lines: list[_Line] = []
    for text, x, y, size in pieces:
        for index, part in enumerate(text.strip("\n").split("\n")):
            if not part.strip():
                continue
            width = 0.5 * size * len(part)
            same = index == 0 and lines and abs(lines[-1].top - y) < 0.5 * size and x >= lines[-1].left
            if same and x - lines[-1].right < 3 * size:
                last = lines[-1]
                glue = (
                    ""
                    if last.text.endswith((" ", "\t")) or part.startswith(" ") or x - last.right < 0.12 * size
                    else " "
                )
                lines[-1] = _Line(
                    last.text + glue + part, last.left, max(last.right, x + width), last.top, max(last.size, size)
                )
            else:
                lines.append(_Line(part, x, x + width, y - index * 1.2 * size, size))
    return lines


def _columns(lines: list[_Line]) -> list[list[_Line]]:
    """The lines in reading order: as they come, unless two columns were written line by line across the page."""
    jumps = sum(
        1
        for before, after in pairwise(lines)
        if abs(before.top - after.top) < 0.5 * after.size and after.left > before.left + 8 * after.size
    )
    if len(lines) < 6 or jumps < len(lines) // 4:
        return [lines]
    lefts = sorted(line.left for line in lines)
    middle = (lefts[0] + max(line.right for line in lines)) / 2
    right = [line for line in lines if line.left > middle - 2 * line.size]
    if not right:
        return [lines]
    edge = min(line.left for line in right) - 1
    return [[line for line in lines if line.left < edge], [line for line in lines if line.left >= edge]]


def _blocks(lines: list[_Line]) -> list[str]:
    gaps = sorted(before.top - after.top for before, after in pairwise(lines) if before.top - after.top > 0.1)
    usual = gaps[len(gaps) // 2] if gaps else 0.0
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
