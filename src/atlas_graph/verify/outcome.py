"""What came of one check, as the reports and the ledger take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .claims import Claim
from .document import Finding, Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    """A claim, what was found, and in which copy of the document.

    ``checked`` is the UTC date. ``note`` says what the reader of a report should know beside the reason, such as
    that an upgraded extractor, not the source, changed the verdict.
    """

    claim: Claim
    finding: Finding
    checked: str
    url: str
    revision: str | None = None
    sha256: str | None = None
    extractor: str | None = None
    note: str | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict of the finding."""
        return self.finding.verdict

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as a quote of ``verify --format json``."""
        finding = self.finding
        return {
            "id": self.claim.id,
            "source": self.claim.source,
            "url": self.claim.url,
            "verdict": str(finding.verdict),
            "reason": finding.reason,
            "flags": sorted(str(flag) for flag in finding.flags),
            "diff": finding.diff,
            "nearest": finding.nearest,
            "score": finding.score,
            "checked": self.checked,
            "quote": self.claim.quote,
            "read": self.url,
            "revision": self.revision,
            "sha256": self.sha256,
            "extractor": self.extractor,
            "heading": finding.heading,
            "sentence": finding.sentence,
            "used_by": list(self.claim.used_by),
            "note": self.note,
            "extra": dict(sorted(finding.extra.items())),
        }


def exit_status(outcomes: list[Outcome]) -> int:
    """Return 1 where a quote falls short, else 3 where one was not checked, else 0."""
    if any(outcome.verdict.falls_short for outcome in outcomes):
        return 1
    return 0 if all(outcome.verdict.checked for outcome in outcomes) else 3


def tally(outcomes: list[Outcome]) -> dict[str, int]:
    """Return how many outcomes have each verdict that occurs, in the order in which verdicts are listed."""
    counts = {str(verdict): 0 for verdict in Verdict}
    for outcome in outcomes:
        counts[str(outcome.verdict)] += 1
    return {verdict: count for verdict, count in counts.items() if count}
