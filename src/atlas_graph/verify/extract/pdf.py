"""PDF to blocks: lines, paragraphs and columns by where the words stand on the page, in reading order.

A PDF has no words, only glyphs in places. Words on one height make a line, unless a gutter parts them; lines below
each other make a paragraph, unless a wider gap, another size or an indent ends it. A hyphen at the end of a line may
belong to the word or to the line end, and nothing here tells which: it stays, with its line end, and the matcher
tries both.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile

from ..document import Block, Label
from .blocks import BlockBuilder, Parsed
from .pdfwords import UNKNOWN, Word, words
from .scripts import Script, plain

try:
    import pypdfium2 as pdfium
except ImportError:  # the extra is not installed
    pdfium = None

_MAX_PAGES = 3_000
_LONGEST_HEAD = 100
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_FOOTNOTE = re.compile(r"(?:\d{1,3}|[*†‡§¶⁰-⁹¹²³])\s*\S")

_MARK = re.compile(r"[^\w\s]|\(?\w{1,3}[.)]")  # of an item of a list

_NEXT_LINE = 1.45  # of the usual distance between two lines: more is a new block
_SAME_SIZE = 0.15
_SMALLER = 0.88  # of its line's size: what is at most so high, and above or below, is a script
_SPACE = 0.15  # of the size: a wider gap is a space
_WORD_GAP = 0.6  # of the size: a wider gap may be a gutter,
_GUTTER = 1.1  # is one unless the lines above and below run across it,
_WIDE_GUTTER = 2.2  # or is one in any case
_INDENT = 0.8  # of the size
_FOOTNOTE_SIZE = 0.92  # of the page's usual size
_HEADING_SIZE = 1.15
_BOTTOM = 0.4  # of the page's height

_Pieces = tuple[tuple[str, frozenset[Label]], ...]
_LOCK = threading.Lock()  # pdfium is one library for one thread


@dataclass(slots=True)
class _Line:
    pieces: list[tuple[str, frozenset[Label]]]
    left: float
    right: float
    up: float
    size: float
    script: bool = False  # it ends in one
    item: bool = False  # it begins with a list item's mark

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)


@dataclass(slots=True)
class _Paragraph:
    lines: list[_Line]
    aside: bool = False  # a running head, a page number, a watermark: shown, but not what the page says
    footnote: bool = False
    headings: tuple[str, ...] = ()
    more: list[_Line] = field(default_factory=list)  # what it goes on with on the next page

    @property
    def left(self) -> float:
        return min(line.left for line in self.lines)

    @property
    def right(self) -> float:
        return max(line.right for line in self.lines)

    @property
    def top(self) -> float:
        return self.lines[0].up + self.lines[0].size

    @property
    def bottom(self) -> float:
        return self.lines[-1].up

    @property
    def size(self) -> float:
        return self.lines[0].size

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(slots=True)
class _Page:
    paragraphs: list[_Paragraph]  # in reading order
    height: float
    step: float  # the usual distance between two lines


def extract(content: bytes, max_chars: int) -> Parsed:
    """The blocks of a PDF; ``no-text`` for a scan and for a file that wants a password."""
    if pdfium is None:
        return Parsed((), problem="needs-pdf", raw="")
    with _LOCK:
        return _extract(content, max_chars)


def _extract(content: bytes, max_chars: int) -> Parsed:
    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as refusal:
        return Parsed((), problem="no-text" if "assword" in str(refusal) else "undecodable", raw="")
    pages: list[_Page] = []
    problem: str | None = None
    size = 0
    with document:
        title = str(document.get_metadata_dict().get("Title") or "").strip()
        for number in range(min(len(document), _MAX_PAGES)):
            try:
                drawn = document[number]
            except pdfium.PdfiumError:
                problem = "glyphs"  # one page that cannot be read is not the whole document
                continue
            pages.append(_page(words(drawn), drawn.get_height()))
            drawn.close()
            size += sum(len(part.text) for part in pages[-1].paragraphs)
            if size > max_chars:
                problem = "too-large"
                break
    _set_aside_heads(pages)
    _set_headings(pages)
    _continue_over_pages(pages)
    paragraphs = [paragraph for page in pages for paragraph in page.paragraphs]
    blocks, text = _blocks(sorted(paragraphs, key=lambda paragraph: paragraph.aside))
    if problem is None and UNKNOWN in text:
        problem = "glyphs"
    return Parsed(blocks, (), title, problem or (None if blocks else "no-text"), text)


def _blocks(paragraphs: Iterable[_Paragraph]) -> tuple[tuple[Block, ...], str]:
    builder = BlockBuilder()
    for paragraph in paragraphs:
        for number, line in enumerate((*paragraph.lines, *paragraph.more)):
            builder.add("\n" if number else "")
            for text, labels in line.pieces:
                builder.add(text, labels)
        before = len(builder.blocks)
        builder.close(frozenset({Label.NAVIGATION}) if paragraph.aside else frozenset())
        builder.blocks[before:] = [replace(block, headings=paragraph.headings) for block in builder.blocks[before:]]
    return tuple(builder.blocks), "\n\n".join(block.text for block in builder.blocks)


# -- words to lines


def _page(found: list[Word], height: float) -> _Page:
    lines = _lines([word for word in found if not word.askew])
    smallest = min((line.size for line in lines), default=0.0)
    watermark = [line for line in lines if line.size > 1.5 * smallest and _lies_over(line, lines)]
    lines = [line for line in lines if line not in watermark] if watermark else lines
    lines = _parted(lines)
    step = _usual_step(lines)
    paragraphs = _ordered(_paragraphs(lines, step))
    apart = [*watermark, *_lines([word._replace(askew=False) for word in found if word.askew])]
    usual = Counter[float]()
    for line in lines:
        usual[round(line.size, 1)] += len(line.text)
    body = usual.most_common(1)[0][0] if usual else 0.0
    for number, paragraph in enumerate(paragraphs):
        below = paragraphs[number + 1 :]
        paragraph.footnote = (
            paragraph.size <= _FOOTNOTE_SIZE * body
            and paragraph.bottom < height / 2
            and not any(other.size > _FOOTNOTE_SIZE * body and _is_above(paragraph, other) for other in below)
        )
    return _Page([*paragraphs, *(_Paragraph([line], aside=True) for line in apart)], height, step)


def _lines(found: list[Word]) -> list[_Line]:
    """The lines as the page draws them, each as far as it goes on without a step aside."""
    lines: list[_Line] = []
    for word in found:
        if not lines or not _add(lines[-1], word):
            lines.append(_Line([(word.text, word.labels)], word.left, word.right, word.up, word.size))
    return [line for line in lines if line.text.strip()]


def _add(line: _Line, word: Word) -> bool:
    """Add a word to the end of a line, if it stands there."""
    rise, gap = word.up - line.up, word.left - line.right
    script = _script(line, word, rise, gap)
    if script is not None:
        before = line.text[-2:]
        text = plain(word.text.lstrip(), before, "", script)
        if line.script and before[-1:].isdecimal() and text[:1].isdecimal():
            text = f" {text}"
        line.pieces.append((text, word.labels))
        line.right, line.script = word.right, True
        return True
    if abs(rise) >= 0.15 * word.size or not -0.5 * line.size < gap <= _WORD_GAP * max(line.size, word.size):
        return False
    line.pieces.append((_glue(line, word.text, gap, word.size) + word.text, word.labels))
    line.right, line.size, line.script = word.right, max(line.size, word.size), False
    return True


def _script(line: _Line, word: Word, rise: float, gap: float) -> Script | None:
    """Whether a word is smaller than its line, beside its end, and above or below it."""
    if word.size > _SMALLER * line.size or not 0.05 * line.size < abs(rise) < 0.7 * line.size:
        return None
    if not -0.5 * line.size < gap < 0.4 * line.size:
        return None
    return Script.UP if rise > 0 else Script.DOWN


def _glue(line: _Line, text: str, gap: float, size: float) -> str:
    if line.text[-1:].isspace() or text[:1].isspace():
        return ""
    digits = line.script and line.text[-1:].isdecimal() and text[:1].isdecimal()
    return " " if gap > _SPACE * max(line.size, size) or digits else ""


def _lies_over(line: _Line, lines: list[_Line]) -> bool:
    """Whether a line is a large text under or over others: the word "DRAFT" across a page."""
    return any(
        other.size < line.size / 1.5
        and line.up - 0.2 * line.size < other.up < line.up + 0.8 * line.size
        and min(line.right, other.right) - max(line.left, other.left) > other.size
        for other in lines
    )


def _parted(lines: list[_Line]) -> list[_Line]:
    """Lines of one height joined where no gutter parts them, whatever order they were drawn in, from the top."""
    lines = sorted(lines, key=lambda line: (-line.up, line.left))
    out: list[_Line] = []
    for line in lines:
        before = next((one for one in _level(out, line) if _may_join(one, line, lines)), None)
        if before is None:
            out.append(line)
            continue
        first, *rest = line.pieces
        glue = _glue(before, first[0], line.left - before.right, line.size)
        before.pieces += [(glue + first[0], first[1]), *rest]
        before.item = before.item or _MARK.fullmatch(before.text[: -len(glue + line.text)].strip()) is not None
        before.right, before.script = line.right, line.script
    return out


def _level(lines: list[_Line], line: _Line) -> Iterator[_Line]:
    """Those of the lines so far that are no higher than ``line``, the last first."""
    return takewhile(lambda one: one.up - line.up <= 0.2 * line.size, reversed(lines))


def _may_join(before: _Line, line: _Line, lines: list[_Line]) -> bool:
    size, gap = max(before.size, line.size), line.left - before.right
    if abs(before.up - line.up) > 0.1 * size or not -0.5 * size < gap <= _WIDE_GUTTER * size:
        return False
    if abs(before.size - line.size) > _SAME_SIZE * size + 0.5:
        return False
    if gap <= _WORD_GAP * size or _MARK.fullmatch(before.text.strip()):
        return True
    middle = (before.right + line.left) / 2
    near = [one for one in lines if 0.5 * size < abs(one.up - line.up) < 1.8 * size]
    around = [one for one in near if one.right > before.left and one.left < line.right]
    crossing = [one for one in around if one.left < middle < one.right]
    return bool(crossing) and len(crossing) == len(around) if gap > _GUTTER * size else bool(crossing) or not around


# -- lines to paragraphs


def _usual_step(lines: list[_Line]) -> float:
    gaps = sorted(filter(None, (_step_above(lines, index) for index in range(len(lines)))))
    return gaps[(len(gaps) - 1) // 3] if gaps else 0.0  # most are between lines, on a page of any length


def _step_above(lines: list[_Line], index: int) -> float | None:
    """How far above a line the next one of its column stands; those of the columns beside it lie between the two."""
    line = lines[index]
    above = (before.up - line.up for before in reversed(lines[max(0, index - 60) : index]) if _overlap(before, line))
    return next((drop for drop in above if drop > 0.1), None)


def _overlap(one: _Line, other: _Line) -> bool:
    return min(one.right, other.right) > max(one.left, other.left)


def _paragraphs(lines: list[_Line], step: float) -> list[_Paragraph]:
    """Each line below the paragraph that it goes on with, where nothing else is next to either."""
    above: list[list[int]] = [[] for _ in lines]
    below: list[list[int]] = [[] for _ in lines]
    for index, line in enumerate(lines):
        nearest: float | None = None
        for other in range(index - 1, max(-1, index - 60), -1):
            drop = lines[other].up - line.up
            if drop <= 0.1 * line.size or not _overlap(lines[other], line):
                continue
            if nearest is not None and drop > nearest + 0.5 * line.size:
                break
            nearest = drop if nearest is None else nearest
            above[index].append(other)
            below[other].append(index)
    made: dict[int, _Paragraph] = {}
    out: list[_Paragraph] = []
    for index, line in enumerate(lines):
        if len(above[index]) == 1 and len(below[above[index][0]]) == 1:
            paragraph = made[above[index][0]]
            if _begins_before(paragraph.lines, line):
                paragraph = _Paragraph([paragraph.lines.pop()])
                out.append(paragraph)
            if _goes_below(paragraph.lines, line, step):
                paragraph.lines.append(line)
                made[index] = paragraph
                continue
        made[index] = _Paragraph([line])
        out.append(made[index])
    return out


def _goes_below(lines: list[_Line], line: _Line, step: float) -> bool:
    last = lines[-1]
    if (
        line.item
        or last.up - line.up > max(_NEXT_LINE * step, 0.1)
        or abs(last.size - line.size) > _SAME_SIZE * line.size + 0.5
    ):
        return False
    # after the first line, which may be indented or the others may hang, all begin at one place
    return len(lines) == 1 or abs(line.left - last.left) <= _INDENT * line.size


def _begins_before(lines: list[_Line], line: _Line) -> bool:
    """Whether the last line is the indented first one of the paragraph that ``line`` goes on with."""
    if len(lines) < 2 or abs(lines[0].left - lines[-1].left) > _INDENT * line.size:
        return False
    return line.left < lines[-1].left - _INDENT * line.size and lines[-2].text.rstrip()[-1:] in ".!?:"


# -- paragraphs in reading order


def _is_above(one: _Paragraph, other: _Paragraph) -> bool:
    return one.bottom > other.top - other.size * 0.5 and min(one.right, other.right) > max(one.left, other.left)


def _ordered(paragraphs: list[_Paragraph]) -> list[_Paragraph]:
    """The columns one after the other, what goes across them above and below; a text goes on from foot to head."""
    if len(paragraphs) < 2:
        return paragraphs
    columns = _cut(paragraphs, lambda part: (part.left, part.right))
    if len(columns) > 1:
        out: list[_Paragraph] = []
        for column in columns:
            inner = _ordered(column)
            if out and _foot_to_head(out[-1], inner[0], min(part.bottom for part in inner)):
                out[-1].lines += inner.pop(0).lines
            out += inner
        return out
    bands = _cut(paragraphs, lambda part: (-part.top, -part.bottom))
    if len(bands) == 1:
        return sorted(paragraphs, key=lambda part: (-part.top, part.left))
    merged: list[list[_Paragraph]] = []
    for band in bands:
        both = [*merged[-1], *band] if merged else []
        if both and len(band) + len(merged[-1]) > 2 and len(_cut(both, lambda part: (part.left, part.right))) > 1:
            merged[-1] = both
        else:
            merged.append(band)
    return [part for band in merged for part in _ordered(band)]


def _cut(paragraphs: list[_Paragraph], span: Callable[[_Paragraph], tuple[float, float]]) -> list[list[_Paragraph]]:
    """The paragraphs in groups whose spans do not touch, in the order of their spans."""
    groups: list[list[_Paragraph]] = []
    end = 0.0
    for paragraph in sorted(paragraphs, key=span):
        begin, stop = span(paragraph)
        if not groups or begin > end:
            groups.append([])
            end = stop
        groups[-1].append(paragraph)
        end = max(end, stop)
    return groups


def _foot_to_head(before: _Paragraph, after: _Paragraph, lowest: float) -> bool:
    """Whether a paragraph goes on at the head of the next column, which the one before it must reach down to."""
    return _goes_on(before, after) and before.bottom <= lowest + 2 * before.size


def _goes_on(before: _Paragraph, after: _Paragraph) -> bool:
    last = before.text.rstrip()[-1:]
    return (
        bool(last)
        and last not in '.!?:;”")]}'
        and after.text.lstrip()[:1].islower()
        and abs(before.size - after.size) <= _SAME_SIZE * after.size
    )


# -- pages to a document


def _set_aside_heads(pages: list[_Page]) -> None:
    """What stands first or last on page after page, or is a page's number, is no part of what the pages say."""
    edges: list[tuple[_Page, _Paragraph, tuple[str, int]]] = []
    for page in pages:
        flow = sorted((part for part in page.paragraphs if not part.aside), key=lambda part: -part.top)
        for paragraph in {id(part): part for part in (*flow[:2], *flow[-2:])}.values():
            if len(paragraph.text) <= _LONGEST_HEAD:
                text = _NUMBERS.sub("", paragraph.text).strip().lower()
                edges.append((page, paragraph, (text, round(paragraph.bottom / 4))))
    same_place = Counter(key for _, _, key in edges)
    anywhere = Counter(text for _, _, (text, _) in edges)
    for page, paragraph, key in edges:
        if same_place[key] >= 2 or anywhere[key[0]] >= 3 or (len(pages) > 1 and _is_number(paragraph, page)):
            paragraph.aside = True


def _is_number(paragraph: _Paragraph, page: _Page) -> bool:
    """Whether a paragraph is the page's number: nothing but a number, at the very head or foot."""
    at_edge = paragraph.bottom < 0.1 * page.height or paragraph.top > 0.93 * page.height
    return at_edge and not _NUMBERS.sub("", paragraph.text).strip(" -–—|")


def _set_headings(pages: list[_Page]) -> None:
    """Short lines in a larger size stand above all that follows them, up to the next of that size or a larger one."""
    sizes = Counter[float]()
    for page in pages:
        for paragraph in page.paragraphs:
            sizes[round(paragraph.size, 1)] += 0 if paragraph.aside else len(paragraph.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    path: list[tuple[float, str]] = []
    for page in pages:
        for paragraph in page.paragraphs:
            if paragraph.aside:
                continue
            larger = paragraph.size > _HEADING_SIZE * body and len(paragraph.text) <= 2 * _LONGEST_HEAD
            if larger:
                while path and path[-1][0] <= paragraph.size * 1.02:
                    path.pop()
            paragraph.headings = tuple(text for _, text in path)
            if larger:
                path.append((paragraph.size, " ".join(paragraph.text.split())))


def _continue_over_pages(pages: list[_Page]) -> None:
    """Put a paragraph together again that the end of a page cuts in two, past the footnotes at its foot."""
    ends = [_last_in_flow(page) for page in pages]
    bottoms = [end.bottom if end is not None else None for end in ends]
    feet = sorted(bottom for bottom in bottoms if bottom is not None)
    for number in range(len(pages) - 1):
        page, last, bottom = pages[number], ends[number], bottoms[number]
        first = next((part for part in pages[number + 1].paragraphs if not part.aside and not part.footnote), None)
        if last is None or first is None or bottom is None:
            continue
        same_foot = sum(abs(foot - bottom) <= 1.5 * last.size for foot in feet) >= 3
        low = bottom <= min(feet[len(feet) // 4] + 3 * max(page.step, last.size), _BOTTOM * page.height)
        if (same_foot or low) and _goes_on(_tail(last), first):
            last.more += first.lines
            pages[number + 1].paragraphs.remove(first)
            if ends[number + 1] is first:  # one paragraph may go on over many pages
                ends[number + 1] = last


def _tail(paragraph: _Paragraph) -> _Paragraph:
    return _Paragraph(paragraph.more) if paragraph.more else paragraph


def _last_in_flow(page: _Page) -> _Paragraph | None:
    """The last paragraph of what a page says, before its footnotes."""
    flow = [part for part in page.paragraphs if not part.aside and not part.footnote]
    while len(flow) > 1 and _FOOTNOTE.match(flow[-1].text) and flow[-1].text.rstrip()[-1:] in ".!?":
        flow.pop()
    return flow[-1] if flow else None
