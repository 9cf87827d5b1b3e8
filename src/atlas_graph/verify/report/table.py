"""The report for a terminal."""

from __future__ import annotations

from ...escapes import escaped
from ..outcome import Outcome, tally
from .groups import details, grouped
from .verification import Verification


def text_report(run: Verification) -> str:
    """Return the counts, and under each heading the quotes that somebody has to act on."""
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally(run.outcomes).items()) or "nothing to check"
    lines = [f"{run.which}: {len(run.outcomes)} quotes looked up: {counts}"]
    if run.without_pinned:
        lines.append(f"{len(run.without_pinned)} more have no pinned copy and took no part; check them with --live")
    for title, advice, members in grouped(run.outcomes):
        lines += ["", f"{title} ({len(members)}): {advice}"]
        for outcome in members:
            lines += _outcome_lines(outcome)
    return "\n".join(lines)


def _outcome_lines(outcome: Outcome) -> list[str]:
    finding = outcome.finding
    flags = f" [{', '.join(sorted(finding.flags))}]" if finding.flags else ""
    return [
        f"  {outcome.claim.id}  {finding.verdict}{flags}",
        f"    {escaped(finding.reason)}",
        *(f"    {line}" for line in details(outcome)),
        f"    used by: {', '.join(outcome.claim.used_by)}",
    ]
