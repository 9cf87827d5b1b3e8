"""Where in the raw text a piece of extracted text came from.

Parsers give trees, not offsets. But they keep the order of the text, so each piece is found by looking forward
from the one before, a bounded way, which takes linear time; what is not found is placed where the search stood.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from atlas_graph.verify.document import Run

_WINDOW = 4096  # characters that a long piece is looked for ahead: more than most link targets have
_WINDOW_STEP = 48  # and for each of its own characters, as a short one stands in many places
_WINDOW_WINDOW_LEAST = 80
_STEP = 48  # and for each of its own characters, as a short one stands in many places
_WINDOW_LEAST = 80
_STEP = 48  # characters of markup that may stand between two characters of one piece

_WORDS = re.compile(r"\s+|\S+")


class Placed(NamedTuple):
    """A piece of text and the stretch of raw text that it came from."""

    text: str
    start: int
    end: int


class Forward:
    """Places pieces of extracted text in ``raw``, each after the one before and none behind ``limit``."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.position = 0
        self.limit = len(raw)

    def skip(self, mark: str, window: int = _WINDOW) -> None:
        """Go behind the next ``mark`` if one stands within ``window`` characters."""
        found = self.raw.find(mark, self.position, min(self.limit, self.position + window))
        if found >= 0:
            self.position = found + len(mark)

    def stand_for(self, source: str, text: str) -> list[Placed]:
        """``text``, which the raw text has as ``source`` (a footnote mark, a substitution)."""
        found = self.raw.find(source, self.position, min(self.limit, self.position + len(source) + 400))
        if found < 0:
            return [Placed(text, self.position, self.position)]
        self.position = found + len(source)
        # as long as each other by chance only: then it has no extent, so as not to look exact
        return [Placed(text, found, self.position if len(source) != len(text) else found)]

    def place(self, text: str) -> list[Placed]:
        """Where ``text`` stands, in as few pieces as correspond character by character.

        >>> Forward(r"see a\\_b").place("a_b")
        [Placed(text='a', start=4, end=5), Placed(text='_b', start=6, end=8)]
        """
        if not text:
            return []
        at = self._find(text, self.position)
        if at < 0:
            return [piece for word in _WORDS.findall(text) for piece in self._place_word(word)]
        self.position = at + len(text)
        return [Placed(text, at, self.position)]

    def _find(self, text: str, at: int) -> int:
        if self.raw.startswith(text, at) and at + len(text) <= self.limit:
            return at
        window = len(text) + min(_WINDOW, _WINDOW_LEAST + _WINDOW_STEP * len(text))
        return self.raw.find(text, at, min(self.limit, at + window))

    def _place_word(self, word: str) -> list[Placed]:
        raw, at = self.raw, self.position
        if word.isspace():
            if at < self.limit and raw[at].isspace():
                # white space for other white space: the line end of a wrapped line, say
                self.position = at + 1
                return [Placed(word[0], at, at + 1), *([Placed(word[1:], at + 1, at + 1)] if word[1:] else [])]
            return [Placed(word, at, at)]
        found = self._find(word, at)
        if found >= 0:
            self.position = found + len(word)
            return [Placed(word, found, self.position)]
        placed: list[Placed] = []
        lost = 0
        limit = min(self.limit, at + 3 * len(word) + _STEP)
        for char in word:
            found = raw.find(char, at, min(limit, at + _STEP))
            if found < 0:  # an entity, a replacement: no character of its own
                lost += 1
                placed.append(Placed(char, at, at))
            else:
                placed.append(Placed(char, found, found + 1))
                at = found + 1
        if 2 * lost > len(word):
            return [Placed(word, self.position, self.position)]
        self.position = at
        return _together(placed)


def _together(placed: list[Placed]) -> list[Placed]:
    out: list[Placed] = []
    for piece in placed:
        if out and out[-1].end == piece.start and out[-1].end > out[-1].start and piece.end > piece.start:
            out[-1] = Placed(out[-1].text + piece.text, out[-1].start, piece.end)
        else:
            out.append(piece)
    return out


class OffsetMap:
    """Leads offsets in a text made of stretches of the raw text back to the raw text.

    ``pieces`` are (offset in the text, offset in the raw text, length), in the order of the text.
    """

    def __init__(self, pieces: Iterable[tuple[int, int, int]]) -> None:
        self._pieces = list(pieces) or [(0, 0, 0)]
        self._starts = [piece[0] for piece in self._pieces]

    @classmethod
    def shifted(cls, offset: int, length: int) -> OffsetMap:
        """The map of a text that is the ``length`` characters of the raw text from ``offset`` on."""
        return cls([(0, offset, length)])

    @classmethod
    def of_lines(cls, text: str, raw: str, start: int) -> OffsetMap:
        """The map of ``text``, each line of which ends a line of ``raw`` from ``start`` on, less its markers."""
        pieces = []
        at_text, at_raw = 0, start
        for line in text.split("\n"):
            end = raw.find("\n", at_raw)
            end = len(raw) if end < 0 else end
            body = line.lstrip()
            lead = len(line) - len(body)
            found = raw.find(body, at_raw, end) if body else end
            if found < 0:
                found = at_raw
            lead = min(lead, found - at_raw)
            # the last line of a file may have no end
            whole = len(body) + lead + (end < len(raw))
            pieces.append((at_text + len(line) - len(body) - lead, found - lead, whole))
            at_text += len(line) + 1
            at_raw = min(end + 1, len(raw))
        return cls(pieces)

    def at(self, offset: int) -> int:
        """The raw offset of the character at ``offset``."""
        begin, begin_raw, length = self._pieces[max(0, bisect_right(self._starts, offset) - 1)]
        return begin_raw + min(max(offset - begin, 0), length)

    def run(self, run: Run) -> list[Run]:
        """``run`` led back, cut where the text was joined, so that exact runs stay exact."""
        if run.end <= run.start:
            at = self.at(run.start)
            return [replace(run, start=at, end=at)]
        if run.end - run.start != len(run.text):
            start = self.at(run.start)
            end = max(start, self.at(run.end - 1) + 1)
            if end - start == len(run.text):  # not character by character, and must not look so
                end = start
            return [replace(run, start=start, end=end)]
        out = []
        at = run.start
        while at < run.end:
            index = max(0, bisect_right(self._starts, at) - 1)
            begin, begin_raw, length = self._pieces[index]
            stop = self._starts[index + 1] if index + 1 < len(self._starts) else run.end
            stop = min(max(stop, at + 1), run.end)
            text = run.text[at - run.start : stop - run.start]
            start = begin_raw + min(max(at - begin, 0), length)
            exact = at >= begin and stop - begin <= length
            out.append(replace(run, text=text, start=start, end=start + len(text) if exact else start))
            at = stop
        return out


def sliced(runs: Sequence[Run], start: int, end: int) -> list[Run]:
    """The runs of the characters ``start`` to ``end`` of the text that ``runs`` make."""
    out = []
    at = 0
    for run in runs:
        behind = at + len(run.text)
        if behind > start and at < end:
            lo, hi = max(0, start - at), min(len(run.text), end - at)
            if (lo, hi) == (0, len(run.text)):
                out.append(run)
            elif run.end - run.start == len(run.text):
                out.append(replace(run, text=run.text[lo:hi], start=run.start + lo, end=run.start + hi))
            elif hi > lo:
                where = run.end if run.end - run.start != hi - lo else run.start
                out.append(replace(run, text=run.text[lo:hi], start=run.start, end=where))
        at = behind
        if at >= end:
            break
    return out


def line_starts(raw: str) -> list[int]:
    """The offset of the first character of each line."""
    starts = [0]
    at = raw.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = raw.find("\n", at + 1)
    return starts
