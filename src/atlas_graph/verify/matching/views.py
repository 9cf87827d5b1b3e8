"""The text of a document as one string to search in, and the way back from there to its blocks.

A document is seen three ways: as a reader sees it (``VISIBLE``), with the parts that are hidden from the reader
(``HIDDEN``), with the parts that it strikes out (``STRUCK``), and as its source is written (``RAW``). Each view is
made when it is first asked for, in each tier of normalisation, and kept for the next quote.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from atlas_graph.verify.document import Block, Extraction, Label, Run
from atlas_graph.verify.matching.boundaries import ends_inside, starts_inside
from atlas_graph.verify.matching.unseen import unseen_spans
from atlas_graph.verify.normalise import CJK, OffsetMap, Tier, has_wraps, is_cjk, normalise, normalise_mapped

_MOST_OCCURRENCES = 200  # more are not told apart; a quote that stands so often is ambiguous long before


#: What words are made of: a run of letters and digits, or a character of a script without spaces.
ATOM = re.compile(f"[{CJK}]|[^\\W_{CJK}]+")


class Sight(Enum):
    """Which parts of a document are looked at."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    STRUCK = "struck"
    RAW = "raw"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a view: ``start`` and ``end`` in its text, ``first`` and ``last`` of the blocks it touches."""

    start: int
    end: int
    first: int
    last: int


class View:
    """The normalised blocks of a document, joined by line feeds, of which a normalised block has none."""

    __slots__ = ("_atoms", "_shown", "blocks", "sight", "spaced", "starts", "text", "tier")

    def __init__(self, sight: Sight, tier: Tier, blocks: list[Block], shown: Callable[[Block], list[Run]]) -> None:
        self.sight = sight
        self.tier = tier
        self.blocks: list[Block] = []
        self.starts: list[int] = []
        self._shown = shown
        self._atoms: dict[str, list[int]] | None = None
        parts: list[str] = []
        at = 0
        for block in blocks:
            text = normalise("".join([run.text for run in shown(block)]), self._tier_of(block))
            if text:
                self.blocks.append(block)
                self.starts.append(at)
                parts.append(text)
                at += len(text) + 1
        self.text = "\n".join(parts)
        #: The same with spaces for line feeds, so that a quote may run on from one block to the next.
        self.spaced = self.text.replace("\n", " ")

    def _tier_of(self, block: Block) -> Tier:
        return Tier.LOOSE_CODE if self.tier is Tier.LOOSE and Label.CODE in block.labels else self.tier

    def block_at(self, position: int) -> int:
        """The number of the block that holds the position."""
        return max(0, bisect_right(self.starts, position) - 1)

    def place(self, start: int, end: int) -> Place:
        """The place of a span that is not empty."""
        return Place(start, end, self.block_at(start), self.block_at(end - 1))

    @property
    def atoms(self) -> dict[str, list[int]]:
        """Where each run of letters and digits stands, in lower case."""
        if self._atoms is None:
            self._atoms = {}
            lower = self.spaced.lower()
            for found in ATOM.finditer(lower if len(lower) == len(self.spaced) else self.spaced):
                self._atoms.setdefault(found[0], []).append(found.start())
        return self._atoms

    def find(self, needle: str, start: int = 0, end: int | None = None) -> Iterator[Place]:
        """Where ``needle``, not empty, stands inside a span, bounded by tokens; the first 200 places."""
        spaced, length = self.spaced, len(needle)
        end = len(spaced) if end is None else end
        hops = needle[0].isalnum() and not is_cjk(needle[0])
        found = 0
        at = spaced.find(needle, start, end)
        while at >= 0 and found < _MOST_OCCURRENCES:
            if starts_inside(spaced, at):
                # Inside a long word every further start is inside it too: "aaaa" costs one step, not four.
                step = _after_word(spaced, at) if hops else at + 1
            else:
                if not ends_inside(spaced, at + length):
                    found += 1
                    yield self.place(at, at + length)
                step = at + 1
            at = spaced.find(needle, step, end)

    def search(self, pattern: re.Pattern[str]) -> Iterator[Place]:
        """Where a pattern matches, bounded by tokens; the first 200 places."""
        found = 0
        for match in pattern.finditer(self.spaced):
            if not starts_inside(self.spaced, match.start()) and not ends_inside(self.spaced, match.end()):
                found += 1
                yield self.place(*match.span())
                if found == _MOST_OCCURRENCES:
                    return

    def source(self, number: int) -> tuple[str, str, OffsetMap]:
        """Of one block: its text as shown, the same normalised, and the way from there to here."""
        block = self.blocks[number]
        text = "".join([run.text for run in self._shown(block)])
        return text, *normalise_mapped(text, self._tier_of(block))

    def strict(self, place: Place) -> tuple[str, int, int]:
        """The blocks of a place as the strict tier has them, joined by spaces, and the place in that text."""
        if self.tier is Tier.STRICT:
            begin = self.starts[place.first]
            last = self.starts[place.last + 1] - 1 if place.last + 1 < len(self.starts) else len(self.spaced)
            return self.spaced[begin:last], place.start - begin, place.end - begin
        parts: list[str] = []
        start = end = at = 0
        for number in range(place.first, place.last + 1):
            text, normal, back = self.source(number)
            strict, forth = normalise_mapped(text)
            begin, finish = place.start - self.starts[number], place.end - self.starts[number]
            if number == place.first:
                start = at + forth.forward(back.span(begin, begin + 1)[0])
            if number == place.last:
                end = at + forth.forward(back.span(min(finish, len(normal)) - 1, min(finish, len(normal)))[1])
            parts.append(strict)
            at += len(strict) + 1
        return " ".join(parts), start, max(end, start + 1)

    def runs(self, place: Place) -> list[Run]:
        """The runs that a place touches, cut to it where they correspond to the raw text by character."""
        touched: list[Run] = []
        for number in range(place.first, place.last + 1):
            _, normal, back = self.source(number)
            begin = max(0, place.start - self.starts[number])
            end = min(len(normal), place.end - self.starts[number])
            if begin >= end:
                continue
            begin, end = back.span(begin, end)
            at = 0
            for run in self._shown(self.blocks[number]):
                lower, upper = max(begin - at, 0), min(end - at, len(run.text))
                if lower < upper:
                    if len(run.text) == run.end - run.start:
                        touched.append(Run(run.text[lower:upper], run.start + lower, run.start + upper, run.labels))
                    else:
                        touched.append(run)
                at += len(run.text)
        return touched


_WORD_END = re.compile(r"[^\w]|\Z")


def _after_word(text: str, at: int) -> int:
    end = _WORD_END.search(text, at)
    assert end is not None
    return end.end() if end.end() > at else at + 1


def visible_runs(block: Block) -> list[Run]:
    """What a reader sees of a block and takes as what it says."""
    return [run for run in block.runs if Label.HIDDEN not in run.labels and Label.DELETED not in run.labels]


def _with_hidden(block: Block) -> list[Run]:
    return [run for run in block.runs if Label.DELETED not in run.labels]


def _with_struck(block: Block) -> list[Run]:
    return [run for run in block.runs if Label.HIDDEN not in run.labels]


def _all_runs(block: Block) -> list[Run]:
    return list(block.runs)


class DocumentIndex:
    """One extracted document, ready to be asked for many quotes. Make it with :func:`index`."""

    def __init__(self, extraction: Extraction) -> None:
        self.extraction = extraction
        self._views: dict[tuple[Sight, Tier], View | None] = {}
        self._has: dict[Label, bool] = {
            label: any(
                label in block.labels or any(label in run.labels for run in block.runs) for block in extraction.blocks
            )
            for label in (Label.HIDDEN, Label.DELETED)
        }
        self.has_headings = any(b.headings or Label.HEADING in b.labels for b in extraction.blocks)
        self._wraps: bool | None = None
        self._positions: tuple[list[int], list[Block]] | None = None
        self._spans: dict[Label, list[tuple[int, int]]] = {}

    @property
    def wraps(self) -> bool:
        """Whether some line of the shown text ends in a hyphen."""
        if self._wraps is None:
            self._wraps = any(has_wraps(block.text) for block in self.extraction.blocks)
        return self._wraps

    def view(self, sight: Sight, tier: Tier) -> View | None:
        """The document seen so, or None where this sight shows nothing that ``VISIBLE`` does not."""
        asked = (sight, tier)
        if asked not in self._views:
            self._views[asked] = self._make(sight, tier)
        return self._views[asked]

    def _make(self, sight: Sight, tier: Tier) -> View | None:
        blocks = list(self.extraction.blocks)
        if sight is Sight.RAW:
            if not self.extraction.raw_blocks:
                return None
            return View(sight, tier, _without_comments(self.extraction), _all_runs)
        if sight is Sight.VISIBLE:
            shown = [b for b in blocks if not b.labels & {Label.HIDDEN, Label.DELETED}]
            return View(sight, tier, shown, visible_runs)
        if sight is Sight.HIDDEN:
            if not self._has[Label.HIDDEN]:
                return None
            return View(sight, tier, [b for b in blocks if Label.DELETED not in b.labels], _with_hidden)
        if not self._has[Label.DELETED]:
            return None
        return View(sight, tier, [b for b in blocks if Label.HIDDEN not in b.labels], _with_struck)

    def block_before(self, raw_offset: int) -> Block | None:
        """The last block, in the order of the source, that starts at or before an offset of the raw text."""
        if self._positions is None:
            placed = sorted(
                (min(run.start for run in block.runs if run.end > run.start), n)
                for n, block in enumerate(self.extraction.blocks)
                if any(run.end > run.start for run in block.runs)
            )
            self._positions = [at for at, _ in placed], [self.extraction.blocks[n] for _, n in placed]
        at = bisect_right(self._positions[0], raw_offset) - 1
        return self._positions[1][at] if at >= 0 else None

    def labelled(self, label: Label) -> list[tuple[int, int]]:
        """The spans of the raw text that carry a label."""
        if label not in self._spans:
            self._spans[label] = [
                (run.start, run.end)
                for block in self.extraction.blocks
                for run in block.runs
                if label in run.labels or label in block.labels
            ]
        return self._spans[label]


def index(extraction: Extraction) -> DocumentIndex:
    """Prepare a document for :func:`atlas_graph.verify.match.check`; worth it from the second quote on."""
    return DocumentIndex(extraction)


def _without_comments(extraction: Extraction) -> list[Block]:
    """The blocks of the raw view with their comments cut out."""
    unseen = unseen_spans(extraction.raw, rst="rst" in extraction.media_type, myst="markdown" in extraction.media_type)
    if not unseen:
        return list(extraction.raw_blocks)
    # What shows a comment as an example of one is a code block of the visible view, and is found there.
    return [cut for block in extraction.raw_blocks for cut in _cut(block, unseen)]


def _cut(block: Block, unseen: list[tuple[int, int]]) -> Iterator[Block]:
    """The block, or its parts between what is unseen: a quote does not run across a comment."""
    pieces: list[list[Run]] = [[]]
    for run in block.runs:
        at = run.start
        for start, end in unseen[max(0, bisect_right(unseen, (run.start, -1)) - 1) :]:
            if start >= run.end:
                break
            if end <= at:
                continue
            if len(run.text) != run.end - run.start:
                at = run.end  # an inexact run cannot be cut
                break
            if start > at:
                pieces[-1].append(Run(run.text[at - run.start : start - run.start], at, start, run.labels))
            pieces.append([])
            at = min(end, run.end)
        if at == run.start:
            pieces[-1].append(run)
        elif at < run.end:
            pieces[-1].append(Run(run.text[at - run.start :], at, run.end, run.labels))
    for runs in pieces:
        if runs:
            yield Block(tuple(runs), block.headings, block.labels)
