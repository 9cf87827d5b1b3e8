"""The text of a document as one string to search in, and the way back from there to its blocks.

A document is seen in several ways: as a reader sees it (``VISIBLE``), as one sees it where the site's builder is set
otherwise (``VARIANT``), with the parts that are hidden from the reader (``HIDDEN``), with the parts that it strikes
out (``STRUCK``). Each view is made when it is first asked for, in each tier of normalisation, and kept for the next
quote.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from ..document import Block, Extraction, Label, Run
from ..normalise import CJK, Origins, Tier, has_wraps, is_cjk, normalise, normalise_mapped
from .boundaries import cuts
from .numbers import Grouping, grouping

_MOST_OCCURRENCES = 200  # more are not told apart; a quote that stands so often is ambiguous long before


#: What words are made of: a run of letters and digits, or a character of a script without spaces.
ATOM = re.compile(f"[{CJK}]|[^\\W_{CJK}]+")


class Sight(Enum):
    """Which parts of a document are looked at."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    STRUCK = "struck"
    VARIANT = "variant"


_UNSEEN = frozenset({Label.HIDDEN, Label.DELETED})
# Of each way of looking, what is left out: blocks, and runs of them.
_LEFT_OUT = {
    Sight.VISIBLE: _UNSEEN,
    Sight.VARIANT: _UNSEEN,
    Sight.HIDDEN: frozenset({Label.DELETED}),
    Sight.STRUCK: frozenset({Label.HIDDEN}),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a view: ``start`` and ``end`` in its text, ``first`` and ``last`` of the blocks it touches."""

    start: int
    end: int
    first: int
    last: int


class View:
    """The normalised blocks of a document, joined by line feeds, of which a normalised block has none."""

    __slots__ = ("_atoms", "_left_out", "blocks", "sight", "spaced", "starts", "text", "tier")

    def __init__(self, sight: Sight, tier: Tier, blocks: Iterable[Block]) -> None:
        self.sight = sight
        self.tier = tier
        self.blocks: list[Block] = []
        self.starts: list[int] = []
        self._left_out = _LEFT_OUT[sight]
        self._atoms: dict[str, list[int]] | None = None
        parts: list[str] = []
        at = 0
        for block in blocks:
            if not self._left_out.isdisjoint(block.labels):
                continue
            text = normalise("".join([run.text for run in self._shown(block)]), self._tier_of(block))
            if text:
                self.blocks.append(block)
                self.starts.append(at)
                parts.append(text)
                at += len(text) + 1
        self.text = "\n".join(parts)
        #: The same with spaces for line feeds, so that a quote may run on from one block to the next.
        self.spaced = self.text.replace("\n", " ")

    def _tier_of(self, block: Block) -> Tier:
        return Tier.STRICT if Label.CODE in block.labels else self.tier

    def _shown(self, block: Block) -> list[Run]:
        return [run for run in block.runs if self._left_out.isdisjoint(run.labels)]

    def block_at(self, position: int) -> int:
        """The number of the block that holds the position."""
        return max(0, bisect_right(self.starts, position) - 1)

    def block_text(self, number: int) -> str:
        """The text of one block, normalised."""
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]

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

    def find(self, needle: str) -> Iterator[Place]:
        """Where ``needle``, not empty, stands, bounded by tokens; the first 200 places."""
        spaced, text, length = self.spaced, self.text, len(needle)
        hops = needle[0].isalnum() and not is_cjk(needle[0])
        found = 0
        at = spaced.find(needle)
        while at >= 0 and found < _MOST_OCCURRENCES:
            if cuts(text, at):
                # Inside a long word every further start is inside it too: "aaaa" costs one step, not four.
                step = _after_word(spaced, at) if hops else at + 1
            else:
                if not cuts(text, at + length):
                    found += 1
                    yield self.place(at, at + length)
                step = at + 1
            at = spaced.find(needle, step)

    def search(self, pattern: re.Pattern[str]) -> Iterator[Place]:
        """Where a pattern matches, bounded by tokens; the first 200 places."""
        found = 0
        for match in pattern.finditer(self.spaced):
            if not cuts(self.text, match.start()) and not cuts(self.text, match.end()):
                found += 1
                yield self.place(*match.span())
                if found == _MOST_OCCURRENCES:
                    return

    def source(self, number: int) -> tuple[str, str, Origins]:
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
        """The runs that a place touches."""
        touched: list[Run] = []
        for number in range(place.first, place.last + 1):
            _, normal, back = self.source(number)
            begin = max(0, place.start - self.starts[number])
            end = min(len(normal), place.end - self.starts[number])
            begin, end = back.span(begin, end) if begin < end else (0, 0)
            at = 0
            for run in self._shown(self.blocks[number]):
                if max(begin, at) < min(end, at + len(run.text)):
                    touched.append(run)
                at += len(run.text)
        return touched


_WORD_END = re.compile(r"[^\w]|\Z")


def _after_word(text: str, at: int) -> int:
    end = _WORD_END.search(text, at)
    assert end is not None
    return end.end() if end.end() > at else at + 1


class DocumentIndex:
    """One extracted document, ready to be asked for many quotes."""

    def __init__(self, extraction: Extraction) -> None:
        self.extraction = extraction
        self.has_headings = any(b.headings or Label.HEADING in b.labels for b in extraction.blocks)
        self._views: dict[tuple[Sight, Tier], View | None] = {}

    @cached_property
    def wraps(self) -> bool:
        """Whether some line of the shown text ends in a hyphen."""
        return any(has_wraps(block.text) for block in self.extraction.blocks)

    @cached_property
    def grouping(self) -> Grouping:
        """What a comma between two digits is in this document."""
        return grouping("\n".join(block.text for block in self.extraction.blocks))

    @cached_property
    def source(self) -> str:
        """The document as its source has it, normalised: what explains why a quote does not stand."""
        return normalise(self.extraction.raw)

    @cached_property
    def _labels(self) -> set[Label]:
        blocks = (*self.extraction.blocks, *self.extraction.variants)
        return {label for b in blocks for labels in (b.labels, *(run.labels for run in b.runs)) for label in labels}

    def view(self, sight: Sight, tier: Tier) -> View | None:
        """The document seen so, or None where this sight shows nothing that ``VISIBLE`` does not."""
        asked = (sight, tier)
        if asked not in self._views:
            blocks = self.extraction.variants if sight is Sight.VARIANT else self.extraction.blocks
            self._views[asked] = View(sight, tier, blocks) if self._shows_more(sight) else None
        return self._views[asked]

    def _shows_more(self, sight: Sight) -> bool:
        needs = {Sight.HIDDEN: Label.HIDDEN, Sight.STRUCK: Label.DELETED}
        return (
            needs[sight] in self._labels if sight in needs else sight is Sight.VISIBLE or bool(self.extraction.variants)
        )


def index(extraction: Extraction) -> DocumentIndex:
    """Prepare a document for :func:`atlas_graph.verify.match.check`; worth it from the second quote on."""
    return DocumentIndex(extraction)
