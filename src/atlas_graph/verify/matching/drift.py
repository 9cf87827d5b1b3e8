"""What is said of a quote that does not stand: reworded, saying something else, or gone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from ..diff import render
from ..document import Finding, Label, Verdict
from ..guards import Change, changes, features
from ..normalise import Tier
from .locate import Nearest, nearest
from .standing import surroundings
from .views import DocumentIndex, Sight, View


def _floor(length: int) -> float:
    """Below which similarity, in per cent, the nearest passage is another sentence.

    80 for quotes of 40 characters and more, and higher the shorter they are, since chance likens short ones.
    """
    return 80.0 + max(0, 40 - length) / 3


def drifted(document: DocumentIndex, asked: str) -> Finding:
    """The finding for a quote, normalised, that stands nowhere in the document."""
    struck = _struck_out(document, asked)
    near, found = _nearest(document, asked)
    if near is not None and found is not None:
        verdict, reason = found
        around = surroundings(near.view, near.place)
        diff = render(near.quote, near.passage, near.hunks)
        if struck is not None and verdict is not Verdict.DRIFT_MEANING:
            verdict, reason = Verdict.DRIFT_MEANING, _STRUCK
        return around.finding(verdict, reason, diff=diff, nearest=near.text, score=near.score)
    if struck is not None:
        return Finding(Verdict.DRIFT_MEANING, _STRUCK, nearest=struck, score=100.0)
    if (capitals := _other_capitals(document, asked)) is not None:
        return Finding(
            Verdict.DRIFT_WORDING, "The passage is worded otherwise now: only its capitals differ.", nearest=capitals
        )
    if near is None:
        return Finding(Verdict.GONE, "The quote is not in the document, nor is anything near it.")
    around = surroundings(near.view, near.place)
    reason = f"The quote is not in the document; the nearest passage is only {near.score:.0f} % alike."
    return around.finding(Verdict.GONE, reason, flags=frozenset(), nearest=near.text, score=near.score)


_STRUCK = "The document strikes the quoted words out: they are no longer what it says."


def _struck_out(document: DocumentIndex, asked: str) -> str | None:
    """The quote, where it stands with words that the document strikes out, else None."""
    view = document.view(Sight.STRUCK, Tier.STRICT)
    if view is None:
        return None
    for place in view.find(asked):
        blocks = view.blocks[place.first : place.last + 1]
        if any(Label.DELETED in block.labels for block in blocks) or any(
            Label.DELETED in run.labels for run in view.runs(place)
        ):
            return view.spaced[place.start : place.end]
    return None


def _other_capitals(document: DocumentIndex, asked: str) -> str | None:
    """The quote as the document has it in other capitals, such as a sentence in nothing but capitals, else None."""
    view = document.view(Sight.VISIBLE, Tier.STRICT)
    if view is None:
        return None
    lower, wanted = view.spaced.lower(), asked.lower()
    if len(lower) != len(view.spaced):
        return None
    at = lower.find(wanted)
    return view.spaced[at : at + len(wanted)] if at >= 0 else None


def _nearest(document: DocumentIndex, asked: str) -> tuple[Nearest | None, tuple[Verdict, str] | None]:
    """The nearest passage that anyone is shown, and what is said of it where it is near enough."""
    best: Nearest | None = None
    for sight in (Sight.VISIBLE, Sight.HIDDEN):
        view = document.view(sight, Tier.STRICT)
        near = nearest(view, asked, _cut_places(view, asked)) if view is not None else None
        if near is None:
            continue
        if (found := _judged(asked, near)) is not None:
            return near, found
        if best is None or near.score > best.score:
            best = near
    return best, None


def _cut_places(view: View, asked: str) -> list[int]:
    """Where the letters of the quote stand, though they cut a word: the "3.1" of "3.10"."""
    return [found.start() for found in islice(re.finditer(re.escape(asked), view.spaced), 3)]


def _judged(asked: str, near: Nearest) -> tuple[Verdict, str] | None:
    differing = changes(near.quote, near.passage, near.hunks)
    near_enough = near.score >= _floor(len(asked)) or _same_words(near)
    if not near_enough and not (len(asked) < 40 and _anchored(near, differing)):
        return None
    if differing and not _only_spacing(near):
        said = "; ".join(change.sentence() for change in differing[:3])
        return Verdict.DRIFT_MEANING, f"The nearest passage says something else: {said}."
    return Verdict.DRIFT_WORDING, f"The passage is worded otherwise now: {_what(near)}."


def _same_words(near: Nearest) -> bool:
    """Whether the two are the same words in another order: "A calls B", "B calls A"."""
    return sorted(word.key for word in near.quote) == sorted(word.key for word in near.passage)


def _what(near: Nearest) -> str:
    gone = [w for part in near.hunks if not part.equal for w in near.quote[part.a : part.b]]
    new = [w for part in near.hunks if not part.equal for w in near.passage[part.c : part.d]]
    if not gone and not new:
        return "it differs in spacing or in what it is cut from"
    if not any(char.isalnum() for word in [*gone, *new] for char in word.text):
        return "only its punctuation differs"
    if [w.text.lower() for w in gone] == [w.text.lower() for w in new]:
        return "only its capitals differ"
    return f"of the quote’s words {len(gone)} gave way to {len(new)} others"


def _only_spacing(near: Nearest) -> bool:
    """Whether the two are the same letters with other spaces, no digits concerned: "alphabeta", "alpha beta"."""
    differing = [part for part in near.hunks if not part.equal]
    gone = "".join(w.text for part in differing for w in near.quote[part.a : part.b])
    new = "".join(w.text for part in differing for w in near.passage[part.c : part.d])
    return gone == new and not any(char.isdigit() for char in gone)


def _anchored(near: Nearest, differing: Sequence[Change]) -> bool:
    """Whether a short quote differs in nothing but what the guards know, its other words standing in order.

    "waits 30 s" and "waits 60 s" are less alike than the floor asks of strings so short.
    """
    if not differing:
        return False
    shared = sum(part.b - part.a for part in near.hunks if part.equal)
    if near.score >= 75 and shared >= max(2, 0.6 * len(near.quote)):
        return True
    weighty = features(near.quote)
    covered = {number for feature in weighty for number in range(feature.i, feature.j)}
    opposite = {change.quote for change in differing if change.kind == "word"}
    equal = 0
    for part in near.hunks:
        for number in range(part.a, part.b):
            word = near.quote[number].text
            if part.equal:
                equal += any(char.isalnum() for char in word)
            elif number not in covered and word not in opposite and any(char.isalnum() for char in word):
                return False
    inserted = sum(part.d - part.c for part in near.hunks if not part.equal)
    return inserted <= 6 and (equal > 0 or near.score >= 60)
