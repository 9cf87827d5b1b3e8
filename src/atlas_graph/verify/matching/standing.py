"""Where a quote stands: every place, in the first way of looking that has one, and the place that is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..document import Finding, Flag, Label, Verdict
from ..normalise import WRAP, Tier, normalise
from . import context
from .boundaries import cuts
from .numbers import may_regroup
from .quotes import Quote
from .sections import heading_key, under
from .views import DocumentIndex, Place, Sight, View

_MAYBE_SHOWN = frozenset({Label.HIDDEN, Label.UNSURE})
# Formats in which a word may really be cut at the end of a line; elsewhere a hyphen there belongs to the word.
_CUT_WORDS = frozenset({"application/pdf", "text/plain"})


@dataclass(frozen=True, slots=True)
class Standing:
    """The places at which a quote stands in one view."""

    view: View
    places: Sequence[Place]
    loose: bool


def standings(document: DocumentIndex, quote: Quote) -> Iterator[Standing]:
    """The ways in which a quote stands, the best first; none where it does not stand."""
    for loose in (False, True):
        for sight in (Sight.VISIBLE, Sight.VARIANT, Sight.HIDDEN):
            view = document.view(sight, Tier.LOOSE if loose else Tier.STRICT)
            if view is None:
                continue
            if places := _places(document, view, quote, loose):
                yield Standing(view, places, loose)
            if sight is Sight.VISIBLE and document.wraps:
                for needle in quote.loose if loose else (quote.text,):
                    yield from _wrapped(document, needle, loose)


def _places(document: DocumentIndex, view: View, quote: Quote, loose: bool) -> list[Place]:
    places = [place for needle in (quote.loose if loose else (quote.text,)) for place in view.find(needle)]
    if loose:
        places += [
            place
            for needle in quote.regrouped
            for place in view.find(needle)
            if may_regroup(view.spaced, place.start, place.end, quote.text, document.grouping)
        ]
        places = [place for place in places if _is_whole(view, place)]
    if document.wraps:
        places = [place for place in places if not _beside_wrap(view, place)]
    return places


def _is_whole(view: View, place: Place) -> bool:
    """Whether a place cuts nothing as the document writes it either: folded, "non–supported" is two words."""
    text, start, end = view.strict(place)
    return not (cuts(text, start) or cuts(text, end))


def _wrapped(document: DocumentIndex, needle: str, loose: bool) -> Iterator[Standing]:
    joins = document.extraction.media_type in _CUT_WORDS
    if not (joins or loose):
        return
    view = document.view(Sight.VISIBLE, Tier.WRAPPED_LOOSE if loose else Tier.WRAPPED)
    if view is None or WRAP not in view.text:
        return
    pattern = "".join(
        f"[-{WRAP}]" if char == "-" else re.escape(char) + (f"{WRAP}?" if joins and char.isalpha() else "")
        for char in needle
    )
    places = list(view.search(re.compile(pattern)))
    if places:
        yield Standing(view, places, loose)


def _beside_wrap(view: View, place: Place) -> bool:
    """Whether a place starts or ends inside a word that a line break cut in two: the "supported" of "un-⏎supported"."""
    text, start, end = view.spaced, place.start, place.end
    before = text[start - 3 : start] if start >= 3 else ""
    cut = before.endswith("- ") and before[0].isalpha() and text[start].islower()
    if cut and _breaks(view, place.first, start - 2, start):
        return True
    after = text[end : end + 3]
    return (
        len(after) == 3
        and after.startswith("- ")
        and after[2].islower()
        and text[end - 1].isalpha()
        and _breaks(view, place.last, end, end + 2)
    )


def _breaks(view: View, number: int, start: int, end: int) -> bool:
    """Whether the source of a span of one block holds a line break."""
    begin = view.starts[number]
    source, normal, back = view.source(number)
    if start < begin or end > begin + len(normal):
        return False
    start, end = back.span(start - begin, end - begin)
    return "\n" in source[start:end]


def in_section(document: DocumentIndex, view: View, place: Place, section: str) -> bool:
    """Whether a place is under a heading, is it, or cannot be said not to be, the document having no headings."""
    if not document.has_headings:
        return True
    found = view.blocks[place.first].headings
    if document.extraction.title:
        found = (document.extraction.title, *found)
    if under(found, section):
        return True
    block = view.blocks[place.first]
    return Label.HEADING in block.labels and heading_key(block.text) == heading_key(section)


def agrees(view: View, place: Place, prefix: str | None, suffix: str | None) -> bool:
    """Whether the text around a place is what the quote's context says it is."""
    if prefix:
        before = view.spaced[max(0, place.start - 2 * len(prefix) - 20) : place.start]
        if not _folded(before).endswith(_folded(prefix)):
            return False
    if suffix:
        after = view.spaced[place.end : place.end + 2 * len(suffix) + 20]
        if not _folded(after).startswith(_folded(suffix)):
            return False
    return True


def _folded(text: str) -> str:
    return normalise(text, Tier.LOOSE).casefold()


def rank(view: View, place: Place) -> tuple[bool, bool, bool]:
    """What is preferred, least first: one block, what the page says over its navigation, prose over code."""
    return (place.first != place.last, _all(view, place, Label.NAVIGATION), _any(view, place, Label.CODE))


def _any(view: View, place: Place, label: Label) -> bool:
    return any(label in view.blocks[number].labels for number in range(place.first, place.last + 1))


def _all(view: View, place: Place, label: Label) -> bool:
    def has(number: int) -> bool:
        block = view.blocks[number]
        return label in block.labels or (bool(block.runs) and all(label in run.labels for run in block.runs))

    return all(has(number) for number in range(place.first, place.last + 1))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a finding says about a place besides its verdict."""

    flags: frozenset[Flag]
    heading: str | None
    sentence: str | None
    risk: str | None  # the word that makes the context a risk

    def finding(self, verdict: Verdict, reason: str, **more: Any) -> Finding:
        """A finding about the place."""
        about: dict[str, Any] = {"flags": self.flags, "heading": self.heading, "sentence": self.sentence}
        return Finding(verdict, reason, **about | more)


def surroundings(view: View, place: Place) -> Surroundings:
    """Flags, heading and sentence of a place."""
    text, start, end = view.strict(place)
    begin, finish = context.sentence_span(text, start, end)
    sentence = text[begin:finish]
    risk = context.risk(sentence, start - begin, end - begin) or _risk_above(view, place)
    if risk is None and view.sight is Sight.VISIBLE:
        risk = _hidden_risk(view, place)
    holds = {
        Flag.SPANS_BLOCKS: place.first != place.last,
        Flag.IN_CODE: _any(view, place, Label.CODE),
        Flag.BOILERPLATE: _all(view, place, Label.NAVIGATION),
        Flag.HIDDEN_TEXT: view.sight is Sight.HIDDEN or _is_unsure(view, place),
        Flag.CONTEXT_RISK: risk is not None,
    }
    flags = frozenset(flag for flag, held in holds.items() if held)
    return Surroundings(flags, " > ".join(view.blocks[place.first].headings) or None, sentence or None, risk)


_NAME = 3  # words of a term, or of a row's head
_LEAD = 12  # blocks above a list's item among which its lead is looked for


def _risk_above(view: View, place: Place) -> str | None:
    """A word that denies a place: of the headings, of the term or row's head before it, of the line above its list."""
    own = view.blocks[place.first]
    for heading in own.headings if Label.HEADING not in own.labels else ():
        if (word := context.denial(heading)) is not None:
            return word
    name = view.block_text(place.first - 1) if place.first else ""
    if len(name.split()) <= _NAME and name[-1:].isalpha() and (word := context.denial(name)) is not None:
        return word
    for number in range(place.first - 1, max(-1, place.first - 1 - _LEAD), -1):
        above = view.blocks[number]
        if above.headings != own.headings or Label.HEADING in above.labels:
            return None
        if (text := view.block_text(number)).endswith(":"):
            return context.denial(text)
    return None


def _is_unsure(view: View, place: Place) -> bool:
    """Whether a place holds words that not every reader is shown."""
    if all(Label.UNSURE not in run.labels for n in range(place.first, place.last + 1) for run in view.blocks[n].runs):
        return False
    return any(Label.UNSURE in run.labels and _has_words(run.text) for run in view.runs(place))


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _hidden_risk(view: View, place: Place) -> str | None:
    """A word in the parts of a block that are hidden, or may be, that would turn the passage round, were it shown."""
    for number in range(place.first, place.last + 1):
        for run in view.blocks[number].runs:
            if run.labels & _MAYBE_SHOWN and (word := context.risk(run.text, 0, 0) or context.denial(run.text.strip())):
                return word
            if Label.UNSURE in run.labels and len(run.text.split()) > 1:  # more than the name of a picture
                return run.text.strip()
    return None
