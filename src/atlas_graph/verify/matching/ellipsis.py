"""Quotes that leave something out: "is [...] allowed".

An ellipsis may stand for a few words inside one sentence of one block. What those words are decides: a negation,
a modal verb, a number or any other word on which the meaning hangs must not be left out. Otherwise the quote
stands loosely, since it is not the document's own run of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from atlas_graph.verify.diff import words
from atlas_graph.verify.guards import Feature, features
from atlas_graph.verify.matching.context import holds_sentence_end
from atlas_graph.verify.matching.views import DocumentIndex, Place, Sight, View
from atlas_graph.verify.normalise import Tier, normalise

_MARK = re.compile(r"\s*(?:\[\s*(?:…|\.{3}|\. \. \.)\s*\]|\(\s*(?:…|\.{3})\s*\)|\.{3,}|…)\s*")
_WIDEST = 200  # characters of one gap
_MOST_PIECES = 8
_MOST_PASSAGES = 20  # looked at closely
_NEW_CLAUSE = "part of another clause"
_CLAUSE = re.compile(r"[;:]|\b(?:but|while|whereas|although|though|however|because)\b(?=.)", re.I)
# The last word before a gap's end may join two things, and one of them is left out: "CPUs and [GPUs]".
_PERHAPS_CLAUSE = re.compile(r"\b(?:and|or|so|since|before|after|until|where)\b(?=\W*\w)", re.I)
_WEIGHTY = frozenset(
    {
        "negation",
        "modal verb",
        "comparison",
        "word of quantity",
        "condition",
        "status",
        "number",
        "version",
        _NEW_CLAUSE,
    }
)


@dataclass(frozen=True, slots=True)
class Gapped:
    """A passage that has the pieces of a quote in order, with the words that it leaves out."""

    view: View
    place: Place
    gaps: tuple[str, ...]
    weighty: Feature | None  # what must not be left out, and is
    diff: str


def pieces(quote: str) -> list[str]:
    """The quoted stretches between a quote's ellipses; a single one where there is none inside the quote.

    >>> pieces("is [...] allowed"), pieces("... in general")
    (['is', 'allowed'], ['in general'])
    """
    return [piece for piece in _MARK.split(quote) if piece.strip()]


def has_ellipsis(quote: str) -> bool:
    """Whether the quote leaves something out, inside or at its ends."""
    return _MARK.search(quote) is not None


def gapped(document: DocumentIndex, quote: str) -> Gapped | None:
    """The passage that a quote with an ellipsis shortens, one that leaves out nothing of weight if there is one."""
    parts = pieces(quote)
    if not 2 <= len(parts) <= _MOST_PIECES:
        return None
    doubtful: Gapped | None = None
    for tier in (Tier.STRICT, Tier.LOOSE):
        view = document.view(Sight.VISIBLE, tier)
        needles = [normalise(part, tier) for part in parts]
        if view is None or not all(needles):
            continue
        for found in _passages(view, needles):
            if found.weighty is None:
                return found
            doubtful = doubtful or found
    return doubtful


def _passages(view: View, needles: list[str]) -> Iterator[Gapped]:
    seen = 0
    for first in view.find(needles[0]):
        block = first.last
        limit = view.starts[block + 1] - 1 if block + 1 < len(view.starts) else len(view.spaced)
        end = first.end
        gaps: list[tuple[int, int]] = []
        for needle in needles[1:]:
            following = next(view.find(needle, end, min(limit, end + _WIDEST + len(needle))), None)
            if following is None:
                break
            gaps.append((end, following.start))
            end = following.end
        else:
            seen += 1
            if seen > _MOST_PASSAGES:
                return
            if not any(_ends_sentence(view, start, stop) for start, stop in gaps if start < stop):
                yield _judged(view, view.place(first.start, end), needles, gaps)


def _ends_sentence(view: View, start: int, end: int) -> bool:
    """Whether a sentence ends in a gap, as the document writes it: folded to small letters none is seen to begin."""
    return holds_sentence_end(*view.strict(view.place(start, end)))


def _judged(view: View, place: Place, needles: list[str], gaps: list[tuple[int, int]]) -> Gapped:
    left_out = tuple(view.spaced[start:end] for start, end in gaps)
    weighty = next(
        (found for gap in left_out for found in (*features(words(gap)), *_clauses(gap)) if found.kind in _WEIGHTY),
        None,
    )
    diff = needles[0]
    for gap, needle in zip(left_out, needles[1:], strict=True):
        diff += f" [-[...]-] {{+{gap.strip()}+}} {needle}"
    return Gapped(view, place, left_out, weighty, diff)


def _clauses(gap: str) -> Iterator[Feature]:
    """The word at which another clause begins, whose subject the quote would leave out: "A lowers it, but B emits"."""
    text = gap.strip()
    set_off = text[:1] in (",", "(") and text[-1:] in (",", ")")
    found = _CLAUSE.search(text) or (None if set_off else _PERHAPS_CLAUSE.search(text))
    if found is not None:
        yield Feature(_NEW_CLAUSE, found[0], 0, 0, text)
