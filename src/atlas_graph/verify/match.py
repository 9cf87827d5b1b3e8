"""Whether a quote stands in a document: the one question that the rest of this package serves.

*Fuzzy similarity never passes a quote.* A quote stands when its own run of words, normalised, stands in the
normalised document between two token boundaries, in one block, where a reader sees it, and in no other way.
Similarity finds the nearest passage of a quote that does not stand; a word diff and the guards of meaning then say
how the two differ. The document's source may explain why a quote does not stand; it never lets one stand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from .document import Extraction, Finding, Flag, Verdict
from .matching.context import risk, sentence_span
from .matching.drift import drifted
from .matching.quotes import Quote
from .matching.standing import (
    Standing,
    Surroundings,
    agrees,
    in_section,
    rank,
    standings,
    surroundings,
)
from .matching.views import DocumentIndex, Place, Sight, index
from .normalise import Tier

__all__ = ["DocumentIndex", "check", "index"]

#: Flags with which a quote falls short unless a person allows them, and why it then does.
BARRING = {
    Flag.SPANS_BLOCKS: "it runs on from one paragraph, item or cell to the next, which no reader reads as one sentence",
    Flag.HIDDEN_TEXT: "not every reader is shown all of it",
}
# What is said of the other flags beside a verdict.
_REMARKS = {
    Flag.BOILERPLATE: "it is in the navigation only",
    Flag.IN_CODE: "it is in a code block",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A quote and where it is cited: the words around it, the heading above it, the flags that are allowed."""

    quote: Quote
    prefix: str | None
    suffix: str | None
    section: str | None
    allow: frozenset[Flag]


def check(
    document: Extraction | DocumentIndex,
    quote: str,
    *,
    prefix: str | None = None,
    suffix: str | None = None,
    section: str | None = None,
    allow: Collection[str] = (),
) -> Finding:
    """What is found out about one quote in one extracted document.

    ``document`` is an extraction, or its :func:`index`, which is worth making for more than one quote.
    ``prefix`` and ``suffix`` are the words around the quote and pick one of several places. ``section`` is the
    heading (or a path of headings joined by " > ") under which it is cited: where the quote stands only under
    others, it has ``moved``. ``allow`` are the flags of ``document.BARRING_FLAGS`` with which it stands all the
    same. No text raises; a quote that has none is ``unverifiable``.
    """
    known = document if isinstance(document, DocumentIndex) else index(document)
    asked = Asked(Quote(quote), prefix, suffix, section, frozenset(Flag(name) for name in allow))
    if not asked.quote.text:
        return Finding(Verdict.UNVERIFIABLE, "The quote has no text to look for.")
    short: Finding | None = None
    for found in standings(known, asked.quote):
        finding = _judged(known, asked, found)
        if finding.verdict.stands:
            return finding
        short = short or finding
    return short or _with_a_gap(known, asked.quote) or _absent(known, asked.quote)


def _judged(document: DocumentIndex, asked: Asked, found: Standing) -> Finding:
    """The finding for a quote whose words are there, in one way of looking."""
    places = list(found.places)
    if asked.section:
        places = [place for place in places if in_section(document, found.view, place, asked.section)]
        if not places:
            return _moved(found, min(found.places, key=lambda place: rank(found.view, place)), asked.section)
    turned = {place: word for place in places if (word := _begun_anew(found, place, asked.quote))}
    places = [place for place in places if place not in turned]
    if not places:
        return _begins_inside(found, *next(iter(turned.items())), asked.quote)
    agreeing = [place for place in places if agrees(found.view, place, asked.prefix, asked.suffix)]
    chosen = agreeing or places
    best = min(rank(found.view, place) for place in chosen)
    chosen = [place for place in chosen if rank(found.view, place) == best]
    around = surroundings(found.view, chosen[0])
    if barred := [flag for flag in BARRING if flag in around.flags - asked.allow]:
        return _barred(document, asked.quote, found, chosen[0], around, barred)
    return _stands(asked.quote, found, chosen, around, context_lost=not agreeing)


def _stands(quote: Quote, found: Standing, chosen: list[Place], around: Surroundings, *, context_lost: bool) -> Finding:
    flags, extra, notes = set(around.flags), {}, []
    if len(chosen) > 1:
        flags.add(Flag.AMBIGUOUS)
        extra["occurrences"] = str(len(chosen))
        notes.append(f"it stands {len(chosen)} times and no context picks one")
    if context_lost:
        extra["context"] = "differs"
        notes.append("the words around it are not the ones given")
    notes += [note for flag, note in (BARRING | _REMARKS).items() if flag in flags]
    if around.risk is not None:
        notes.append(f"what stands around it says “{around.risk}”")
    head = "The quote stands in the document" + (", but for typography or capitals" if found.loose else "")
    text, start, end = found.view.strict(chosen[0])
    return around.finding(
        Verdict.LOOSE if found.loose else Verdict.MATCH,
        head + ("; " + "; ".join(notes) if notes else "") + ".",
        flags=frozenset(flags),
        score=round(fuzz.ratio(quote.text, text[start:end]), 1) if found.loose else 100.0,
        extra=extra,
    )


def _barred(
    document: DocumentIndex, quote: Quote, found: Standing, place: Place, around: Surroundings, barred: list[Flag]
) -> Finding:
    """The finding for words that are there, though not as a sentence that a reader reads."""
    said = "; ".join(BARRING[flag] for flag in barred)
    if Flag.HIDDEN_TEXT in barred and found.view.sight is Sight.HIDDEN:
        visible = drifted(document, quote.text)
        reason = f"{visible.reason.rstrip('.')}; hidden text has its words: {said}."
        return replace(visible, flags=visible.flags | around.flags, reason=reason)
    text, start, end = found.view.strict(place)
    reason = f"The words of the quote are there, but {said}."
    return around.finding(Verdict.DRIFT_WORDING, reason, nearest=text[start:end], score=100.0)


def _begun_anew(found: Standing, place: Place, quote: Quote) -> str | None:
    """The word before a place that turns it round, where the quote has the place begin a sentence.

    Of "Do not call it twice." the words "call it twice" may be quoted, with a warning; "Call it twice" is another
    sentence.
    """
    if not found.loose or not quote.text[0].isupper():
        return None
    text, start, end = found.view.strict(place)
    if not text[start].islower():
        return None
    begin, _ = sentence_span(text, start, end)
    return risk(text[begin:end], start - begin, end - begin)


def _begins_inside(found: Standing, place: Place, word: str, quote: Quote) -> Finding:
    around = surroundings(found.view, place)
    text, start, end = found.view.strict(place)
    begin, _ = sentence_span(text, start, end)
    return around.finding(
        Verdict.DRIFT_MEANING,
        f"The quote begins a sentence with what in the document comes after “{word}”.",
        diff=f"{{+{text[begin:start].strip()}+}} {text[start:end]}",
        nearest=text[begin:end],
        score=round(fuzz.ratio(quote.text, text[begin:end]), 1),
    )


def _moved(found: Standing, place: Place, section: str) -> Finding:
    around = surroundings(found.view, place)
    text, start, end = found.view.strict(place)
    there = f"under “{around.heading}”" if around.heading else "before the first heading"
    reason = f"The quote stands {there}, no longer under “{section}”."
    return around.finding(Verdict.MOVED, reason, nearest=text[start:end], score=100.0)


def _with_a_gap(document: DocumentIndex, quote: Quote) -> Finding | None:
    """The finding for a quote with an ellipsis some of whose pieces stand: what is left out, nobody has quoted."""
    if not quote.has_gap:
        return None
    there = {piece: any(standings(document, Quote(piece))) for piece in quote.pieces}
    if not any(there.values()):
        return None
    said = "; ".join(f"“{piece}” {'stands' if stands else 'does not stand'}" for piece, stands in there.items())
    return Finding(
        Verdict.DRIFT_MEANING,
        f"A quote with a gap is no evidence, whatever its pieces are: {said}. Quote one run of words.",
        extra={"pieces": str(len(there)), "standing": str(sum(there.values()))},
    )


def _absent(document: DocumentIndex, quote: Quote) -> Finding:
    """The finding for words that no reader is shown; where the source has them, the reason says so."""
    finding = drifted(document, quote.text)
    visible = document.view(Sight.VISIBLE, Tier.STRICT)
    if quote.text in document.source and (visible is None or quote.text not in visible.spaced):
        reason = f"{finding.reason.rstrip('.')}; the document’s source has the words where a reader is not shown them."
        return replace(finding, reason=reason)
    return finding
