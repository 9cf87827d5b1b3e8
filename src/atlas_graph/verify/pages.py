"""Whether an extracted page is the document at all, or a page that a site shows in its place.

Asked only when a quote was not found: where the quote stands, the page is the document, whatever else it says.
What decides is little text and a plain saying in it; a page with much to say is a real one, even one about logins,
about status 404 or a changelog that says what "has been removed".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import page_phrases
from .document import Extraction, Flag, Label, Verdict
from .normalise import Tier, normalise

_LITTLE = 1_500  # characters of text outside the navigation
_VERY_LITTLE = 400
_MARGIN = 4_000  # with a title that says "not found", as much may stand around it
_LARGEST_WALL = 200_000  # characters of source; a page that says so little and weighs more is none of these

_PASSWORD_FIELD = re.compile(r"<input\b[^>]{0,300}\btype\s*=\s*[\"']?password\b", re.I)


@dataclass(frozen=True, slots=True)
class Substitute:
    """What stands in the document's stead: the verdict, a clause for a person, and a flag if there is one."""

    verdict: Verdict
    reason: str
    flags: frozenset[Flag] = frozenset()


def substitute_for(extraction: Extraction) -> Substitute | None:
    """What stands here instead of the document, None where the page may be taken for the document itself."""
    blocks, headings = _said(extraction)
    text = " ".join(blocks)
    title = _folded(extraction.title)
    heads = [part for part in (title, *headings[:2]) if part]
    shown = _shown(heads, text)
    if len(text) <= _LITTLE:
        source = extraction.raw[:_LARGEST_WALL] if "html" in extraction.media_type else ""
        if any(mark in source for mark in page_phrases.MACHINERY) or page_phrases.is_challenge(heads, text):
            return Substitute(Verdict.BLOCKED, f"the site answers with a challenge page ({shown})")
        asks_password = _PASSWORD_FIELD.search(source) is not None
        if page_phrases.is_login(heads, blocks, asks_password=asks_password):
            return Substitute(Verdict.BLOCKED, f"the site asks for a login ({shown})")
        if len(text) <= _LITTLE // 2 and page_phrases.is_consent(heads, blocks):
            return Substitute(Verdict.BLOCKED, f"the site asks for consent first ({shown})")
    if len(text) <= _MARGIN and page_phrases.is_not_there(heads, text, briefly=len(text) <= _VERY_LITTLE):
        return Substitute(Verdict.MISSING, f"the page says that it is not there ({shown})", frozenset({Flag.SOFT_404}))
    if len(text) <= _VERY_LITTLE:
        if page_phrases.asks_to_slow_down(text):
            return Substitute(Verdict.DEFERRED, f"the site asks to slow down ({shown})")
        if page_phrases.is_down(heads):
            return Substitute(Verdict.UNREACHABLE, f"the site says that it is out of order ({shown})")
        if text and page_phrases.needs_script(text):
            return Substitute(Verdict.UNVERIFIABLE, "the page shows its text only to a browser that runs its scripts")
    if not text:
        return Substitute(Verdict.UNVERIFIABLE, "the page has no text without its scripts")
    return None


def _said(extraction: Extraction) -> tuple[list[str], list[str]]:
    """What the page says outside its navigation, folded, up to a little more than matters; and its headings."""
    parts: list[str] = []
    headings: list[str] = []
    length = 0
    for block in extraction.blocks:
        if block.labels & {Label.NAVIGATION, Label.HIDDEN} or (
            block.runs and all(run.labels & {Label.NAVIGATION, Label.HIDDEN} for run in block.runs)
        ):
            continue
        text = _folded(block.text)
        if Label.HEADING in block.labels and len(headings) < 3:
            headings.append(text)
        if text:
            parts.append(text)
            length += len(text) + 1
        if length > _MARGIN:
            break
    return parts, headings


def _folded(text: str) -> str:
    return normalise(text[: _MARGIN + 100], Tier.LOOSE).lower()


def _shown(heads: list[str], text: str) -> str:
    shown = heads[0] if heads else text
    return f"“{shown[:60]}”"
