"""Gathers runs of text into blocks under their headings: the same for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from atlas_graph.verify.document import Block, Label, Run
from atlas_graph.verify.extract.offsets import OffsetMap, Placed
from atlas_graph.verify.extract.scripts import INVISIBLE, Script, Table, lowered, reading

NO_LABELS: frozenset[Label] = frozenset()
# A run that no reader sees as part of the text: its block is one of these only if every run is
_FADED = (Label.HIDDEN, Label.DELETED)
_BLANK_LINES = re.compile(r"\n(?:[ \t\f\v]*\n)+")
_SPACE = re.compile(r"\s+")
_CLOSING = frozenset(".,;:!?)]}")  # what stands without a space behind a footnote's mark
_LOOK_BACK = 8  # runs


@dataclass(frozen=True, slots=True)
class Parsed:
    """What an extractor makes of a text; ``extract`` adds what is known of the document beside it."""

    blocks: tuple[Block, ...]
    raw_blocks: tuple[Block, ...] = ()
    title: str = ""
    problem: str | None = None
    raw: str | None = None  # where the raw text is not the decoded document (PDF)


@dataclass(slots=True)
class _Joint:
    """What the next text is not to join: seen to when it comes."""

    apart: bool = False  # letters and digits stay apart from digits
    mark: bool = False  # a footnote's mark was left out of the other rendering
    script: Script | None = None
    marked: bool = False  # the script has a mark before it ("2^k")
    first: int = 0  # where the script begins among the runs, and among those of the other rendering
    other: int | None = None


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
        #: Labels of all that is added while they stand here.
        self.ambient = NO_LABELS
        self._opened: list[tuple[Script | None, int, int | None] | None] = []
        self._script_first: int | None = None  # the run with which the outermost script begins
        self._in_mark = False
        self._joint: _Joint | None = None

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
        labels |= self.ambient
        runs = self._led_back(pieces, labels)
        if self._joint is not None and (head := _head(runs)):
            self._join(head)
        if instead is not None and self._other is None:
            self._other = list(self._runs)
        if self._other is not None:
            self._other.extend(runs if instead is None else self._led_back(instead, labels))
        self._runs.extend(runs)

    def apart(self) -> None:
        """Keep what is added next from making another number or name of what stands before it."""
        self._joined_to().apart = True

    def open_script(self, script: Script) -> None:
        """What follows, up to :meth:`close_script`, stands above or below the line; see ``scripts.py``."""
        if self._script_first is not None:
            self.apart()  # a script within a script
            self._opened.append(None)
        else:
            self._script_first = len(self._runs)
            self._opened.append((script, len(self._runs), None if self._other is None else len(self._other)))

    def close_script(self) -> None:
        """End the script; nothing, where its block has ended before it."""
        opened = self._opened.pop() if self._opened else None
        if opened is None or opened[0] is None:
            return
        script, first, other = opened[0], opened[1], opened[2]
        self._script_first = None
        marked = _set(self._runs, first, script)
        if self._other is not None:
            other = first if other is None else other
            _set(self._other, other, script)
        joint = self._joined_to()
        joint.script, joint.marked, joint.first, joint.other = script, marked, first, other

    def open_mark(self) -> None:
        """What follows, up to :meth:`close_mark`, is a footnote's mark, which the other rendering goes without."""
        if self._in_mark:
            self._opened.append(None)
        else:
            self._in_mark = True
            self._opened.append((None, len(self._runs), None if self._other is None else len(self._other)))

    def close_mark(self) -> None:
        """End the mark; nothing, where its block has ended before it."""
        opened = self._opened.pop() if self._opened else None
        if opened is None or opened[0] is not None:
            return
        _, first, other = opened
        self._in_mark = False
        if self._other is None:
            self._other = self._runs[:first]
        else:
            del self._other[first if other is None else other :]
        self._joined_to().mark = True

    def _joined_to(self) -> _Joint:
        if self._joint is None:
            self._joint = _Joint()
        return self._joint

    def _join(self, head: str) -> None:
        """See to what the text that begins with ``head`` is not to join."""
        joint, self._joint = self._joint, None
        assert joint is not None
        if self._script_first == len(self._runs):
            return  # a script that begins here is told from its base as it is
        _part(self._runs, head, joint, joint.first, mark=False)
        if self._other is not None:
            if joint.mark and head in _CLOSING and self._other and self._other[-1].text[-1:].isspace():
                self._other.append(_stripped(self._other.pop()))
            first = joint.first if joint.other is None else joint.other
            _part(self._other, head, joint, first, mark=joint.mark)

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
        while self._opened:  # the block ends within a script
            opened = self._opened[-1]
            if opened is not None and opened[0] is None:
                self.close_mark()
            else:
                self.close_script()
        self._joint = None
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
        seen = _joined(_trimmed([run for run in other or () if _is_seen(run)]))
        if seen and not faded:
            self.others.append(Block(tuple(seen), self.headings, labels | {Label.RAW}))

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


def _is_seen(run: Run) -> bool:
    return not run.labels.intersection(_FADED)


def _head(runs: list[Run]) -> str:
    """The first character of ``runs`` that a reader sees."""
    for run in runs:
        if _is_seen(run) and (text := run.text.lstrip(INVISIBLE)):
            return text[0]
    return ""


def _tail(runs: list[Run], end: int) -> str:
    """The last two characters that a reader sees before the run number ``end``, or fewer."""
    said = ""
    for at in range(end - 1, max(-1, end - 1 - _LOOK_BACK), -1):
        if _is_seen(runs[at]):
            said = runs[at].text.rstrip(INVISIBLE)[-2:] + said
            if len(said) > 1:
                return said[-2:]
    # nobody knows what stands further back: a digit, for all that is known
    return said if said or end <= _LOOK_BACK else "0"


def _set(runs: list[Run], first: int, script: Script) -> bool:
    """Rewrite the runs from ``first`` on as a script reads; whether it took a mark to tell it from its base."""
    inner = runs[first:]
    lead, table, behind = reading("".join(run.text for run in inner if _is_seen(run)), _tail(runs, first), script)
    if table:
        runs[first:] = _translated(inner, table)
    elif lead:
        start, end = inner[0].start, inner[-1].end
        own = next(run.labels for run in inner if _is_seen(run))
        runs[first:] = [Run(lead, start, start, own), *inner, *([Run(behind, end, end, own)] if behind else [])]
    return bool(lead)


def _translated(runs: list[Run], table: Table) -> list[Run]:
    """The runs with characters replaced; those have no extent, so as not to look exact."""
    out = []
    for run in runs:
        text = run.text.translate(table)
        out.append(run if text == run.text else Run(text, run.start, run.start, run.labels))
    return out


def _part(runs: list[Run], head: str, joint: _Joint, first: int, *, mark: bool) -> None:
    """Keep the end of ``runs`` from joining a text that begins with ``head``."""
    tail = _tail(runs, len(runs))[-1:]
    if not tail.isalnum() or not head.isalnum():
        return
    digits = tail.isdecimal() and head.isdecimal()
    if joint.script is Script.DOWN and digits and not mark:
        inner = runs[first:]
        if table := lowered("".join(run.text for run in inner if _is_seen(run))):
            runs[first:] = _translated(inner, table)
            return
    if (
        (digits and (joint.script is not None or mark))
        or joint.marked
        or (joint.apart and (tail.isdecimal() or head.isdecimal()))
    ):
        at = runs[-1].end
        runs.append(Run(" ", at, at))


def _stripped(run: Run) -> Run:
    text = run.text.rstrip()
    exact = len(run.text) == run.end - run.start
    return Run(text, run.start, run.start + len(text) if exact else run.start, run.labels)


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
