"""Whether a quote stands in a document: the one question that the rest of this package serves.

*Fuzzy similarity never passes a quote.* A quote stands when its own run of words, normalised, stands in the
normalised document between two token boundaries, and in no other way (but for an ellipsis that leaves out nothing
of weight, which stands loosely). Similarity finds the nearest passage of a quote that does not stand; a word diff
and the guards of meaning then say how the two differ.
"""

from __future__ import annotations

from rapidfuzz import fuzz

from atlas_graph.verify.document import Extraction, Finding, Flag, Verdict
from atlas_graph.verify.matching.context import risk, sentence_span
from atlas_graph.verify.matching.drift import drifted
from atlas_graph.verify.matching.ellipsis import gapped, has_ellipsis, pieces
from atlas_graph.verify.matching.standing import (
    Standing,
    agrees,
    in_section,
    rank,
    standings,
    surroundings,
)
from atlas_graph.verify.matching.views import DocumentIndex, Place, index
from atlas_graph.verify.normalise import normalise

__all__ = ["DocumentIndex", "check", "index"]


def check(
    document: Extraction | DocumentIndex,
    quote: str,
    *,
    prefix: str | None = None,
    suffix: str | None = None,
    section: str | None = None,
) -> Finding:
    """What is found out about one quote in one extracted document.

    ``document`` is an extraction, or its :func:`index`, which is worth making for more than one quote.
    ``prefix`` and ``suffix`` are the words around the quote and pick one of several places. ``section`` is the
    heading (or a path of headings joined by " > ") under which it is cited: where the quote stands only under
    others, it has ``moved``. No input raises; a quote that has no text is ``unverifiable``.
    """
    known = document if isinstance(document, DocumentIndex) else index(document)
    asked = normalise(quote)
    if not asked:
        return Finding(Verdict.UNVERIFIABLE, "The quote has no text to look for.")
    elsewhere: tuple[Standing, Place] | None = None
    for found in standings(known, quote):
        places = list(found.places)
        if section:
            places = [place for place in places if in_section(known, found.view, place, section)]
            if not places:
                elsewhere = elsewhere or (found, min(found.places, key=lambda place: rank(found.view, place)))
                continue
        return _stands(known, asked, found, places, prefix, suffix)
    if elsewhere is not None:
        return _moved(known, *elsewhere, section or "")
    if has_ellipsis(quote) and (shortened := _shortened(known, quote, prefix, suffix, section)) is not None:
        return shortened
    return drifted(known, quote)


def _stands(
    document: DocumentIndex,
    asked: str,
    found: Standing,
    places: list[Place],
    prefix: str | None,
    suffix: str | None,
) -> Finding:
    view = found.view
    turned = {place: word for place in places if (word := _begun_anew(found, place, asked))}
    places = [place for place in places if place not in turned]
    if not places:
        return _begins_inside(document, found, *next(iter(turned.items())), asked)
    chosen = [place for place in places if agrees(view, place, prefix, suffix)] if prefix or suffix else places
    context_lost = not chosen
    chosen = chosen or places
    best = min(rank(view, place) for place in chosen)
    chosen = [place for place in chosen if rank(view, place) == best]
    place = chosen[0]
    around = surroundings(document, view, place)
    flags = set(around.flags)
    extra = dict(around.extra)
    notes: list[str] = []
    if len(chosen) > 1:
        flags.add(Flag.AMBIGUOUS)
        extra["occurrences"] = str(len(chosen))
        notes.append(f"it stands {len(chosen)} times and no context picks one")
    if context_lost:
        extra["context"] = "differs"
        notes.append("the words around it are not the ones given")
    if Flag.SPANS_BLOCKS in flags:
        notes.append("it runs on from one paragraph or item to the next")
    if Flag.HIDDEN_TEXT in flags:
        notes.append("a reader is not shown all of it")
    if Flag.BOILERPLATE in flags:
        notes.append("it is in the navigation only")
    if Flag.IN_CODE in flags:
        notes.append("it is in a code block")
    if around.risk is not None:
        notes.append(f"its sentence also says “{around.risk}”")
    head = "The quote stands in the document" + (", but for typography or capitals" if found.loose else "")
    reason = head + ("; " + "; ".join(notes) if notes else "") + "."
    text, start, end = view.strict(place)
    score = round(fuzz.ratio(asked, text[start:end]), 1) if found.loose else 100.0
    return Finding(
        Verdict.LOOSE if found.loose else Verdict.MATCH,
        reason,
        frozenset(flags),
        score=score,
        heading=around.heading,
        sentence=around.sentence,
        extra=extra,
    )


def _begun_anew(found: Standing, place: Place, asked: str) -> str | None:
    """The word before a place that turns it round, where the quote has the place begin a sentence.

    Of "Do not call it twice." the words "call it twice" may be quoted, with a warning; "Call it twice" is another
    sentence.
    """
    if not found.loose or not asked[0].isupper():
        return None
    text, start, end = found.view.strict(place)
    if not text[start].islower():
        return None
    begin, _ = sentence_span(text, start, end)
    return risk(text[begin:end], start - begin, end - begin)


def _begins_inside(document: DocumentIndex, found: Standing, place: Place, word: str, asked: str) -> Finding:
    around = surroundings(document, found.view, place)
    text, start, end = found.view.strict(place)
    begin, _ = sentence_span(text, start, end)
    return Finding(
        Verdict.DRIFT_MEANING,
        f"The quote begins a sentence with what in the document comes after “{word}”.",
        around.flags,
        f"{{+{text[begin:start].strip()}+}} {text[start:end]}",
        text[begin:end],
        round(fuzz.ratio(asked, text[begin:end]), 1),
        around.heading,
        around.sentence,
        around.extra,
    )


def _moved(document: DocumentIndex, found: Standing, place: Place, section: str) -> Finding:
    around = surroundings(document, found.view, place)
    text, start, end = found.view.strict(place)
    there = f"under “{around.heading}”" if around.heading else "before the first heading"
    return Finding(
        Verdict.MOVED,
        f"The quote stands {there}, no longer under “{section}”.",
        around.flags,
        nearest=text[start:end],
        score=100.0,
        heading=around.heading,
        sentence=around.sentence,
        extra=around.extra,
    )


def _shortened(
    document: DocumentIndex, quote: str, prefix: str | None, suffix: str | None, section: str | None
) -> Finding | None:
    """The finding for a quote with an ellipsis, None where nothing is shortened so."""
    parts = pieces(quote)
    if len(parts) == 1 and normalise(parts[0]):
        # At its ends an ellipsis only says that the sentence goes on.
        inner = check(document, parts[0], prefix=prefix, suffix=suffix, section=section)
        if inner.verdict is not Verdict.MATCH:
            return inner
        return Finding(
            Verdict.LOOSE,
            inner.reason,
            inner.flags,
            None,
            None,
            inner.score,
            inner.heading,
            inner.sentence,
            inner.extra,
        )
    found = gapped(document, quote)
    if found is None:
        return None
    around = surroundings(document, found.view, found.place)
    text, start, end = found.view.strict(found.place)
    passage = text[start:end]
    score = round(fuzz.ratio(normalise(quote), passage), 1)
    if found.weighty is not None:
        return Finding(
            Verdict.DRIFT_MEANING,
            f"What the ellipsis leaves out holds a {found.weighty.kind}: “{found.weighty.shown}”.",
            around.flags,
            found.diff,
            passage,
            score,
            around.heading,
            around.sentence,
            around.extra,
        )
    if section and not in_section(document, found.view, found.place, section):
        return Finding(
            Verdict.MOVED,
            f"The shortened quote stands under “{around.heading or ''}”, no longer under “{section}”.",
            around.flags,
            nearest=passage,
            score=score,
            heading=around.heading,
            sentence=around.sentence,
            extra=around.extra,
        )
    return Finding(
        Verdict.LOOSE,
        "The quote stands in the document, but for the words that its ellipsis leaves out.",
        around.flags,
        score=score,
        heading=around.heading,
        sentence=around.sentence,
        extra=around.extra,
    )
