"""Gathers runs of text into blocks under their headings: the same for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from atlas_graph.verify.document import Block, Label, Run
from atlas_graph.verify.extract.offsets import OffsetMap, Placed

NO_LABELS: frozenset[Label] = frozenset()
# A run that no reader sees as part of the text: its block is one of these only if every run is
_FADED = (Label.HIDDEN, Label.DELETED)
_BLANK_LINES = re.compile(r"\n(?:[ \t\f\v]*\n)+")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What an extractor makes of a text; ``extract`` adds what is known of the document beside it."""

    blocks: tuple[Block, ...]
    raw_blocks: tuple[Block, ...] = ()
    title: str = ""
    problem: str | None = None
    raw: str | None = None  # where the raw text is not the decoded document (PDF)


class BlockBuilder:
    """Builds :class:`Block` records in reading order and keeps the path of headings."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        #: Blocks as the other rendering of the same source has them: see :meth:`add`.
        self.others: list[Block] = []
        self._runs: list[Run] = []
        self._other: list[Run] | None = None
        self._path: list[tuple[int, str]] = []
        self._heading: int | None = None
        self._maps: list[OffsetMap] = []

    @contextmanager
    def within(self, offsets: OffsetMap) -> Iterator[None]:
        """While this holds, offsets are those of a text inside another and are led back by ``offsets``."""
        self._maps.append(offsets)
        try:
            yield
        finally:
            self._maps.pop()

    def add(
        self,
        pieces: Iterable[Placed | Run],
        labels: frozenset[Label] = NO_LABELS,
        *,
        instead: Iterable[Placed | Run] | None = None,
    ) -> None:
        """Append text to the open block; ``instead`` is what its other rendering has in that place."""
        runs = self._led_back(pieces, labels)
        if instead is not None and self._other is None:
            self._other = list(self._runs)
        if self._other is not None:
            self._other.extend(runs if instead is None else self._led_back(instead, labels))
        self._runs.extend(runs)

    def _led_back(self, pieces: Iterable[Placed | Run], labels: frozenset[Label]) -> list[Run]:
        runs = [
            Run(piece.text, piece.start, piece.end, labels | piece.labels if isinstance(piece, Run) else labels)
            for piece in pieces
            if piece.text
        ]
        for offsets in reversed(self._maps):
            runs = [back for run in runs for back in offsets.run(run)]
        return runs

    def close(self, labels: frozenset[Label] = NO_LABELS) -> None:
        """End the open block; a block of white space alone is no block."""
        runs, other = self._runs, self._other
        if not runs:
            return
        self._runs, self._other = [], None
        runs = _joined(_trimmed(runs))
        if not runs:
            return
        shown = [run.labels for run in runs if run.text.strip()]
        faded = [label for label in _FADED if all(label in own for own in shown)]
        if self._heading is not None:
            labels |= {Label.HEADING}
        self.blocks.append(Block(tuple(runs), self.headings, labels.union(faded)))
        if other is not None and not faded:
            seen = [run for run in other if not run.labels.intersection(_FADED)]
            self.others.append(Block(tuple(_joined(_trimmed(seen))), self.headings, labels | {Label.RAW}))

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings above the open block, outermost first."""
        return tuple(text for _, text in self._path)

    def open_heading(self, level: int) -> None:
        """End the open block; what follows, up to :meth:`close_heading`, is a heading of that level."""
        self.close()
        while self._path and self._path[-1][0] >= level:
            self._path.pop()
        self._heading = level

    def close_heading(self, labels: frozenset[Label] = NO_LABELS) -> None:
        """End the heading; it is above everything until the next of its level or a higher one."""
        before = len(self.blocks)
        self.close(labels)
        level, self._heading = self._heading, None
        if level is None or Label.NAVIGATION in labels:
            return
        text = " ".join(block.text for block in self.blocks[before:])
        if text:
            self._path.append((level, _SPACE.sub(" ", text).strip()))

    def done(self) -> tuple[Block, ...]:
        """All blocks, the open one closed."""
        self.close()
        return tuple(self.blocks)


def _trimmed(runs: list[Run]) -> list[Run]:
    """The runs less those of white space at both ends."""
    while runs and not runs[-1].text.strip():
        runs.pop()
    first = next((index for index, run in enumerate(runs) if run.text.strip()), len(runs))
    return runs[first:]


def _joined(runs: list[Run]) -> list[Run]:
    """Neighbours that continue each other in the raw text as one run, in linear time."""
    out: list[Run] = []
    group: list[Run] = []
    for run in runs:
        if group and not (
            group[-1].end == run.start
            and group[-1].labels == run.labels
            and len(run.text) == run.end - run.start
            and len(group[-1].text) == group[-1].end - group[-1].start
        ):
            out.append(_one(group))
            group = []
        group.append(run)
    if group:
        out.append(_one(group))
    return out


def _one(group: list[Run]) -> Run:
    if len(group) == 1:
        return group[0]
    return Run("".join(run.text for run in group), group[0].start, group[-1].end, group[0].labels)


def raw_view(raw: str, unseen: Iterable[tuple[int, int]] = ()) -> tuple[Block, ...]:
    """The raw text cut at blank lines, each block labelled :attr:`Label.RAW`, less the spans that nobody sees.

    >>> [block.text for block in raw_view("one\\ntwo\\n\\n\\nthree\\n")]
    ['one\\ntwo', 'three\\n']
    >>> [block.text for block in raw_view("one % two", [(4, 9)])]
    ['one ']
    """
    labels = frozenset({Label.RAW})
    blocks: list[Block] = []
    at = 0
    for start, end in (*sorted(unseen), (len(raw), len(raw))):
        if start > at:
            blocks.extend(paragraphs(raw[at:start], labels, offset=at))
        at = max(at, end)
    return tuple(blocks)


def paragraphs(
    text: str, labels: frozenset[Label] = NO_LABELS, headings: tuple[str, ...] = (), offset: int = 0
) -> list[Block]:
    """``text`` cut at blank lines into blocks of one run each; ``offset`` is where it starts in the raw text."""
    out = []
    start = 0
    ends = [(found.start(), found.end()) for found in _BLANK_LINES.finditer(text)]
    for stop, behind in (*ends, (len(text), len(text))):
        if not text[start:stop].isspace() and stop > start:
            run = Run(text[start:stop], offset + start, offset + stop)
            out.append(Block((run,), headings, labels))
        start = behind
    return out
