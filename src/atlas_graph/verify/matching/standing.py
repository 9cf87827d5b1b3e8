"""Where a quote stands: every place, in the first way of looking that has one, and the place that is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atlas_graph.verify.document import Flag, Label
from atlas_graph.verify.matching import context
from atlas_graph.verify.matching.sections import heading_key, under
from atlas_graph.verify.matching.views import DocumentIndex, Place, Sight, View
from atlas_graph.verify.normalise import WRAP, Tier, normalise

# Formats in which a word may really be cut at the end of a line; elsewhere a hyphen there belongs to the word.
_CUT_WORDS = frozenset({"application/pdf", "text/plain"})


@dataclass(frozen=True, slots=True)
class Standing:
    """The places at which a quote stands in one view."""

    view: View
    places: Sequence[Place]
    loose: bool


def standings(document: DocumentIndex, quote: str) -> Iterator[Standing]:
    """The ways in which a quote stands, the best first; none where it does not stand."""
    for loose in (False, True):
        tier = Tier.LOOSE if loose else Tier.STRICT
        needle = normalise(quote, tier)
        if not needle:
            return
        for sight in (Sight.VISIBLE, Sight.HIDDEN, Sight.RAW):
            view = document.view(sight, tier)
            if view is None:
                continue
            places: list[Place] = list(view.find(needle))
            if document.wraps:
                places = [place for place in places if not _beside_wrap(view, place)]
            if sight is Sight.RAW:
                places = [place for place in places if not _struck(document, view, place)]
            if places:
                yield Standing(view, places, loose)
            if sight is Sight.VISIBLE and document.wraps:
                yield from _wrapped(document, needle, loose)


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


def _struck(document: DocumentIndex, view: View, place: Place) -> bool:
    """Whether a place of the raw view is, even in part, what the document strikes out."""
    spans = document.labelled(Label.DELETED)
    return bool(spans) and _overlaps(view, place, spans)


def _overlaps(view: View, place: Place, spans: Sequence[tuple[int, int]]) -> bool:
    return any(run.start < end and start < run.end for run in view.runs(place) for start, end in spans)


def headings(document: DocumentIndex, view: View, place: Place) -> tuple[str, ...]:
    """The headings above a place; for the raw view those of the block that is shown there."""
    block = view.blocks[place.first]
    if view.sight is Sight.RAW and not block.headings and block.runs:
        runs = view.runs(place)
        shown = document.block_before(runs[0].start if runs else block.runs[0].start)
        return shown.headings if shown is not None else ()
    return block.headings


def in_section(document: DocumentIndex, view: View, place: Place, section: str) -> bool:
    """Whether a place is under a heading, is it, or cannot be said not to be, the document having no headings."""
    if not document.has_headings:
        return True
    found = headings(document, view, place)
    if document.extraction.title:
        found = (document.extraction.title, *found)
    if under(found, section):
        return True
    block = view.blocks[place.first]
    return Label.HEADING in block.labels and heading_key(block.text) == heading_key(section)


def agrees(view: View, place: Place, prefix: str | None, suffix: str | None) -> bool:
    """Whether the text around a place is what the quote's context says it is."""
    if prefix:
        wanted = normalise(prefix, Tier.LOOSE).strip()
        before = view.spaced[max(0, place.start - 2 * len(prefix) - 20) : place.start]
        if not normalise(before, Tier.LOOSE).endswith(wanted):
            return False
    if suffix:
        wanted = normalise(suffix, Tier.LOOSE).strip()
        after = view.spaced[place.end : place.end + 2 * len(suffix) + 20]
        if not normalise(after, Tier.LOOSE).startswith(wanted):
            return False
    return True


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
    extra: dict[str, str]


def surroundings(document: DocumentIndex, view: View, place: Place) -> Surroundings:
    """Flags, heading, sentence and raw offsets of a place."""
    flags: set[Flag] = set()
    if place.first != place.last:
        flags.add(Flag.SPANS_BLOCKS)
    if _any(view, place, Label.CODE):
        flags.add(Flag.IN_CODE)
    if _all(view, place, Label.NAVIGATION):
        flags.add(Flag.BOILERPLATE)
    if view.sight is Sight.HIDDEN or (
        view.sight is Sight.RAW and _overlaps(view, place, document.labelled(Label.HIDDEN))
    ):
        flags.add(Flag.HIDDEN_TEXT)
    text, start, end = view.strict(place)
    begin, finish = context.sentence_span(text, start, end)
    sentence = text[begin:finish]
    risk = context.risk(sentence, start - begin, end - begin)
    if risk is None and view.sight is Sight.VISIBLE:
        risk = _hidden_risk(view, place)
    if risk is not None:
        flags.add(Flag.CONTEXT_RISK)
    runs = [run for run in view.runs(place) if run.end > run.start]  # a line break that was made has no place
    extra = {"view": view.sight.value}
    if runs:
        extra["start"] = str(min(run.start for run in runs))
        extra["end"] = str(max(run.end for run in runs))
    return Surroundings(
        frozenset(flags), " > ".join(headings(document, view, place)) or None, sentence or None, risk, extra
    )


def _hidden_risk(view: View, place: Place) -> str | None:
    """A word in the hidden parts of the blocks that would turn the passage round, were it shown."""
    for number in range(place.first, place.last + 1):
        for run in view.blocks[number].runs:
            if Label.HIDDEN in run.labels and (word := context.risk(run.text, 0, 0)):
                return word
    return None
