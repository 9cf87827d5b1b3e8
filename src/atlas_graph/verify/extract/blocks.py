"""Gathers runs of text into blocks under their headings: the same for every format."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..document import Block, Label, Run
from .scripts import INVISIBLE, Script, Table, lowered, reading

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
    variants: tuple[Block, ...] = ()
    title: str = ""
    problem: str | None = None
    raw: str | None = None  # where the raw text is not the decoded document (PDF)


@dataclass(slots=True)
class _Open:
    """A stretch that has begun: a script, or text that another rendering shows otherwise."""

    script: Script | None
    first: int  # where it begins among the runs, and among those of the other rendering
    other: int | None
    nested: bool = False  # inside another of its kind, which it says nothing beside


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
        #: Blocks as the other rendering of the same source has them: see :meth:`open_other`.
        self.others: list[Block] = []
        self._runs: list[Run] = []
        self._other: list[Run] | None = None
        self._path: list[tuple[int, str]] = []
        self._heading: int | None = None
        self._opened: list[_Open] = []
        self._script: _Open | None = None  # the outermost of each kind
        self._instead: _Open | None = None
        self._joint: _Joint | None = None

    def add(self, text: str, labels: frozenset[Label] = NO_LABELS, instead: str | None = None) -> None:
        """Append text to the open block; ``instead`` is what its other rendering has in that place."""
        if not text:
            return
        run = Run(text, labels)
        if self._joint is not None and (head := _head([run])):
            self._join(head)
        if instead is not None and self._other is None:
            self._other = list(self._runs)
        if self._other is not None:
            self._other.append(run if instead is None else replace(run, text=instead))
        self._runs.append(run)

    def apart(self) -> None:
        """Keep what is added next from making another number or name of what stands before it."""
        self._joined_to().apart = True

    def open_script(self, script: Script) -> None:
        """What follows, up to :meth:`close_last`, stands above or below the line; see ``scripts.py``."""
        if self._script is not None:
            self.apart()  # a script within a script
        self._open(script, self._script is not None)

    def open_other(self) -> None:
        """What follows, up to :meth:`close_last`, is what another rendering shows otherwise, or not at all."""
        self._open(None, self._instead is not None)

    def _open(self, script: Script | None, nested: bool) -> None:
        other = None if self._other is None else len(self._other)
        opened = _Open(script, len(self._runs), other, nested)
        self._opened.append(opened)
        if not nested and script is None:
            self._instead = opened
        elif not nested:
            self._script = opened

    def close_last(self, instead: str = "") -> None:
        """End what was opened last; nothing, where its block has ended before it."""
        opened = self._opened.pop() if self._opened else None
        if opened is None or opened.nested:
            return
        first, other = opened.first, opened.first if opened.other is None else opened.other
        if opened.script is None:
            self._instead = None
            if self._other is None:
                self._other = list(self._runs)
            del self._other[other:]
            if instead:
                self._other.append(Run(instead))
            else:
                self._joined_to().mark = True
            return
        self._script = None
        marked = _set(self._runs, first, opened.script)
        if self._other is not None:
            _set(self._other, other, opened.script)
        joint = self._joined_to()
        joint.script, joint.marked, joint.first, joint.other = opened.script, marked, first, other

    def _joined_to(self) -> _Joint:
        if self._joint is None:
            self._joint = _Joint()
        return self._joint

    def _join(self, head: str) -> None:
        """See to what the text that begins with ``head`` is not to join."""
        joint, self._joint = self._joint, None
        assert joint is not None
        if self._script is not None and self._script.first == len(self._runs):
            return  # a script that begins here is told from its base as it is
        _part(self._runs, head, joint, joint.first, mark=False)
        if self._other is not None:
            if joint.mark and head in _CLOSING and self._other and self._other[-1].text[-1:].isspace():
                self._other[-1] = replace(self._other[-1], text=self._other[-1].text.rstrip())
            first = joint.first if joint.other is None else joint.other
            _part(self._other, head, joint, first, mark=joint.mark)

    def close(self, labels: frozenset[Label] = NO_LABELS) -> None:
        """End the open block; a block of white space alone is no block."""
        while self._opened:  # the block ends within a script
            self.close_last()
        self._joint = None
        runs, other = self._runs, self._other
        self._runs, self._other = [], None
        if not runs or not (runs := _trimmed(runs)):
            return
        shown = [run.labels for run in runs if run.text.strip()]
        faded = [label for label in _FADED if all(label in own for own in shown)]
        if self._heading is not None:
            labels |= {Label.HEADING}
        self.blocks.append(Block(tuple(runs), self.headings, labels.union(faded)))
        seen = _trimmed([run for run in other or () if _is_seen(run)])
        if seen and not faded:
            self.others.append(Block(tuple(seen), self.headings, labels))

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
        text = " ".join(_seen(block) for block in self.blocks[before:])
        if text.strip():
            self._path.append((level, _SPACE.sub(" ", text).strip()))

    def done(self, title: str = "") -> Parsed:
        """All that was gathered, the open block closed; the title is the first heading if none is given."""
        self.close()
        blocks = tuple(self.blocks)
        title = title or next((_seen(block).strip() for block in blocks if Label.HEADING in block.labels), "")
        return Parsed(blocks, tuple(self.others), _SPACE.sub(" ", title), None if blocks else "no-text")


def _is_seen(run: Run) -> bool:
    return not run.labels.intersection(_FADED)


def _seen(block: Block) -> str:
    return "".join(run.text for run in block.runs if _is_seen(run))


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
        own = next(run.labels for run in inner if _is_seen(run))
        runs[first:] = [Run(lead, own), *inner, *([Run(behind, own)] if behind else [])]
    return bool(lead)


def _translated(runs: list[Run], table: Table) -> list[Run]:
    return [replace(run, text=run.text.translate(table)) for run in runs]


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
        runs.append(Run(" "))


def _trimmed(runs: list[Run]) -> list[Run]:
    """The runs less those of white space at both ends, neighbours of the same labels as one."""
    while runs and not runs[-1].text.strip():
        runs.pop()
    out: list[Run] = []
    group: list[str] = []
    labels = NO_LABELS
    for run in runs:
        if not group and not out and not run.text.strip():
            continue
        if group and run.labels != labels:
            out.append(Run("".join(group), labels))
            group = []
        labels = run.labels
        group.append(run.text)
    return [*out, Run("".join(group), labels)] if group else out


def paragraphs(text: str, labels: frozenset[Label] = NO_LABELS) -> list[Block]:
    """``text`` cut at blank lines into blocks of one run each.

    >>> [block.text for block in paragraphs("one\\ntwo\\n\\n\\nthree")]
    ['one\\ntwo', 'three']
    """
    return [Block((Run(part),), (), labels) for part in _BLANK_LINES.split(text) if part.strip()]
