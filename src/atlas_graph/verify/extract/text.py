"""Plain text to blocks, by what a reader makes of its spaces: paragraphs, items, headings, columns, quoted mail, pages.

Nothing but white space and a few old habits say what belongs together. Where they say nothing lines that follow each
other are one paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise

from ..document import Block, Label, Run
from .blocks import Parsed

_NONE: frozenset[Label] = frozenset()
_NAVIGATION = frozenset({Label.NAVIGATION})
_GUTTER = 2  # columns that are blank on every line
_CLEAR_GAP = 3  # and on one of them as many at least
_LONE_GAP = 4  # spaces that part the cells of a line by itself
_LONG = 50  # characters: a line as long is not the last of its paragraph by design

_ITEM = re.compile(r"\s*(?:[-*+•‣◦▪o]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+\S")
_QUOTED = re.compile(r"((?:>[ \t]?)+)(.*)")
_UNDERLINE = re.compile(r"\s*([=\-~^*#\"'`+_.:])\1{2,}\s*")
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*\.?|Appendix [A-Z]\.?)\s+\S.*")
_PAGE_NUMBER_OF_RFC = re.compile(r".*\S\s{3,}\[Page \w+\]\s*")
_PAGE_NUMBER = re.compile(r".*\[?\bPage\s+\S+\]?\s*|\s*[-–]?\s*\d+\s*[-–]?\s*", re.I)
_INNER_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_TERMINAL = ".!?:;"


def extract(raw: str) -> Parsed:
    """The blocks of a plain text; running heads and feet of its pages are navigation.

    >>> [block.text for block in extract("one line\\n\\nanother").blocks]
    ['one line', 'another']
    >>> [block.text for block in extract("JAX compiles the    PyTorch runs the\\ngraph with XLA      operators").blocks]
    ['JAX compiles the\\ngraph with XLA', 'PyTorch runs the\\noperators']
    """
    lines, heads = _without_pages([line.expandtabs() for line in raw.split("\n")])
    blocks = [*_Reader().blocks(lines), *(Block((Run(head),), labels=_NAVIGATION) for head in heads)]
    return Parsed(tuple(blocks), problem=None if blocks else "no-text")


class _Reader:
    """Makes blocks of lines, and keeps the headings above them."""

    def __init__(self) -> None:
        self._path: list[tuple[str, str]] = []  # how a heading is set, and what it says

    def blocks(self, lines: list[str]) -> Iterator[Block]:
        """The blocks of a text."""
        for blank, group in groupby(lines, key=lambda line: not line.strip()):
            if not blank:
                yield from self._group(list(group))

    def _group(self, lines: list[str]) -> Iterator[Block]:
        """The blocks of lines without a blank one between them."""
        for depth, quoted in groupby(lines, key=_depth):
            inner = list(quoted)
            if depth:
                yield from self.blocks([_QUOTED.sub(r"\2", line) for line in inner])
                continue
            for columns in _columns(inner):
                for column in columns if len(columns) > 1 else ():
                    yield from self.blocks(column)
                if len(columns) == 1:
                    yield from self._column(columns[0])

    def _column(self, lines: list[str]) -> Iterator[Block]:
        paragraph: list[str] = []
        is_list = bool(lines) and _ITEM.match(lines[0]) is not None
        for number, line in enumerate(lines):
            after = lines[number + 1] if number + 1 < len(lines) else ""
            if _UNDERLINE.fullmatch(line) and paragraph:
                title, paragraph = paragraph[-1], paragraph[:-1]
                yield from self._paragraph(paragraph)
                yield self._heading(title, line.strip()[0])
                paragraph = []
                continue
            if not paragraph and (style := _heading_style(line, after, alone=len(lines) == 1)):
                yield self._heading(line, style)
                continue
            begins = _ITEM.match(line) and (is_list or (paragraph and paragraph[-1].rstrip()[-1:] in _TERMINAL))
            if begins and paragraph:
                yield from self._paragraph(paragraph)
                paragraph = []
            is_list = is_list or bool(begins)
            paragraph.append(line)
        yield from self._paragraph(paragraph)

    def _paragraph(self, lines: list[str]) -> Iterator[Block]:
        text = "\n".join(line.strip() for line in lines).replace("\f", "")
        if text.strip():
            yield Block((Run(text),), tuple(title for _, title in self._path))

    def _heading(self, line: str, style: str) -> Block:
        """A heading; one that is set as another before it was stands beside that, not below it."""
        known = [one for one, _ in self._path]
        if style in known:
            del self._path[known.index(style) :]
        block = Block((Run(line.strip()),), tuple(title for _, title in self._path), frozenset({Label.HEADING}))
        self._path.append((style, line.strip()))
        return block


def _depth(line: str) -> int:
    found = _QUOTED.match(line)
    return found[1].count(">") if found else 0


def _heading_style(line: str, after: str, *, alone: bool) -> str:
    """How a line is set that is a heading without being underlined; empty for any other."""
    text = line.strip()
    if text[-1:] in _TERMINAL:
        return ""
    if text.isupper() and " " in text and (alone or (after and not after.isupper())):
        return "capitals"
    if alone and line == line.lstrip() and _NUMBERED.fullmatch(text):
        return f"numbered {text.split()[0].rstrip('.').count('.')}"
    return ""


# -- columns


def _columns(lines: list[str]) -> Iterator[list[list[str]]]:
    """The lines in runs, each in as many columns as gutters part it in: two at most, which may have more inside."""
    at = 0
    plain: list[str] = []
    while at < len(lines):
        end, gutter = _gutter(lines, at)
        if gutter is None:
            plain.append(lines[at])
            at += 1
            continue
        if plain:
            yield [plain]
            plain = []
        yield [[line[:gutter] for line in lines[at:end]], [line[gutter:] for line in lines[at:end]]]
        at = end
    if plain:
        yield [plain]


def _gutter(lines: list[str], start: int) -> tuple[int, int | None]:
    """Up to which line a gutter goes on that begins on line ``start``, and where its right column begins."""
    first = [found.span() for found in _INNER_GAP.finditer(lines[start])]
    best: tuple[int, int | None] = (start + 1, None)
    for gap in first:
        low, high = gap
        widest, parted, end = high - low, 1, start + 1
        for line in lines[start + 1 :]:
            shared = next(
                (
                    (max(low, a), min(high, b), b - a, inner)
                    for a, b, inner in _gaps(line)
                    if min(high, b) - max(low, a) >= _GUTTER
                ),
                None,
            )
            if shared is None:
                break
            low, high = shared[0], shared[1]
            parted += shared[3]
            widest = max(widest, shared[2] if shared[3] else 0)
            end += 1
        clear = widest >= _CLEAR_GAP if parted > 1 else widest >= _LONE_GAP and end == start + 1
        if clear and (best[1] is None or end > best[0]):
            best = (end, high)
    return best


def _gaps(line: str) -> Iterator[tuple[int, int, bool]]:
    """Where a line is blank, and whether text stands on both sides of that."""
    indent = len(line) - len(line.lstrip())
    yield 0, indent, False
    for found in _INNER_GAP.finditer(line):
        yield *found.span(), True
    yield len(line.rstrip()), 1 << 30, False


# -- pages


def _without_pages(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines less the ends of pages, so that a paragraph goes on over them; and the heads and feet of the pages."""
    out: list[str] = []
    heads: list[str] = []
    at = 0
    for end, following, running in _page_ends(lines):
        body = lines[at:end]
        while body and not body[-1].strip():
            body.pop()
        out += body
        heads += running
        at = following
        if not (body and at < len(lines) and _goes_on(body[-1], lines[at])):
            out.append("")
    return [*out, *lines[at:]], heads


def _page_ends(lines: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """For each end of a page where its text ends, where that of the next begins, and the foot and head between."""
    said = [number for number, line in enumerate(lines) if line.strip(" \f")]
    ends: list[int] = []  # in what is said: the last before each end
    for index, (number, following) in enumerate(pairwise(said)):
        fed = any("\f" in line for line in lines[number + 1 : following + 1])
        if fed or _PAGE_NUMBER_OF_RFC.fullmatch(lines[number]):
            ends.append(index)
    feet = Counter(_less_numbers(lines[said[index]]) for index in ends)
    heads = Counter(_less_numbers(lines[said[index + 1]]) for index in ends)
    taken = 0
    for index in ends:
        if index < taken:
            continue  # a page with nothing but the head that it began with
        last, first, running = index, index + 1, []
        if feet[_less_numbers(lines[said[last]])] > 1 or _is_running(lines[said[last]]):
            running.append(_shown(lines[said[last]]))
            last -= 1
        if heads[_less_numbers(lines[said[first]])] > 1 or _is_running(lines[said[first]]):
            running.append(_shown(lines[said[first]]))
            first += 1
        taken, end = first, said[last] + 1 if last >= 0 else 0
        yield end, said[first] if first < len(said) else len(lines), running


def _shown(line: str) -> str:
    return line.replace("\f", "").strip()


def _less_numbers(line: str) -> str:
    return _NUMBERS.sub("", _shown(line))


def _is_running(line: str) -> bool:
    """Whether a line at a page's edge is a head or a foot: a page number, or parts set to both sides."""
    text = line.replace("\f", "").rstrip()
    return _PAGE_NUMBER.fullmatch(text) is not None or any(
        len(found[0]) >= _LONE_GAP for found in _INNER_GAP.finditer(text)
    )


def _goes_on(before: str, after: str) -> bool:
    """Whether the text of a page goes on in the same paragraph on the next one."""
    last, first = before.rstrip(), after.replace("\f", "").strip()
    if not last or not first or last[-1] in _TERMINAL:
        return False
    same_indent = len(before) - len(before.lstrip()) == len(after) - len(after.lstrip())
    return first[0].islower() or (same_indent and len(last) >= _LONG)
