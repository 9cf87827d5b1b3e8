"""Outcomes grouped as a person acts on them."""

from __future__ import annotations

from ...escapes import escaped
from ..outcome import Outcome

#: Heading, and what to do, for each group in the order of urgency.
GROUPS = (
    ("Fell short", "the document was read and the quote does not stand as cited: correct the record or its source"),
    ("Not checked", "the document could not be read; nothing is known of these quotes: try again later"),
    ("Look again", "these stand, with something a curator should see"),
)

_WORTH_A_LOOK = ("context-risk", "ambiguous", "hidden-text", "boilerplate", "in-code", "url-moved")


def grouped(outcomes: list[Outcome]) -> list[tuple[str, str, list[Outcome]]]:
    """Return the groups that are not empty; what stands without a remark is in none."""
    short = [outcome for outcome in outcomes if outcome.verdict.falls_short]
    unknown = [outcome for outcome in outcomes if not outcome.verdict.checked]
    look = [
        outcome
        for outcome in outcomes
        if outcome.verdict.stands and any(str(flag) in _WORTH_A_LOOK for flag in outcome.finding.flags)
    ]
    filled = zip(GROUPS, (short, unknown, look), strict=True)
    return [(title, advice, members) for (title, advice), members in filled if members]


def details(outcome: Outcome) -> list[str]:
    """Return what was asked and found, a line each, with its name before it and safe to print."""
    finding = outcome.finding
    told = {
        "quote": outcome.claim.quote,
        "diff": finding.diff,
        "nearest": None if finding.diff else finding.nearest,
        "note": outcome.note,
        "read": outcome.url,
    }
    return [f"{name + ':':9}{escaped(value)}" for name, value in told.items() if value]
