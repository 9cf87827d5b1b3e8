"""The report for a terminal."""

from __future__ import annotations

from ...escapes import escaped
from ..outcome import Outcome, tally
from .groups import grouped
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
    lines = [
        f"  {outcome.claim.id}  {finding.verdict}{flags}",
        f"    {escaped(finding.reason)}",
        f"    quote:   {escaped(outcome.claim.quote)}",
    ]
    if finding.diff:
        lines.append(f"    diff:    {escaped(finding.diff)}")
    elif finding.nearest:
        lines.append(f"    nearest: {escaped(finding.nearest)}")
    if outcome.note:
        lines.append(f"    note:    {escaped(outcome.note)}")
    lines.append(f"    read:    {escaped(outcome.url)}")
    lines.append(f"    used by: {', '.join(outcome.claim.used_by)}")
    return lines
