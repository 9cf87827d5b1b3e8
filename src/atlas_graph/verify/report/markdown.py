"""The report as the body of one issue that is updated, not multiplied."""

from __future__ import annotations

import re

from ...escapes import escaped
from ..outcome import Outcome, tally
from .groups import grouped
from .verification import Verification

#: The first line of the body: a bot finds the open issue by it and edits that one.
MARKER = "<!-- atlas-graph: verification report -->"


def markdown_report(run: Verification) -> str:
    """Return the report; texts from documents stand in fences longer than any in them, and mention nobody."""
    lines = [MARKER, "", f"# Quotes, {run.which}: release {run.release}, {run.today}", ""]
    lines += ["| verdict | quotes |", "|---|---:|"]
    lines += [f"| {verdict} | {count} |" for verdict, count in tally(run.outcomes).items()]
    if run.without_pinned:
        lines += ["", f"{len(run.without_pinned)} more have no pinned copy and took no part."]
    groups = grouped(run.outcomes)
    for title, advice, members in groups:
        lines += ["", f"## {title} ({len(members)})", "", f"{advice[0].upper()}{advice[1:]}.", ""]
        for outcome in members:
            lines += _outcome_lines(outcome)
    if not groups:
        lines += ["", "Every quote stands."]
    return "\n".join(lines)


def _outcome_lines(outcome: Outcome) -> list[str]:
    finding = outcome.finding
    text = [f"reason:  {finding.reason}", f"quote:   {outcome.claim.quote}"]
    if finding.diff:
        text.append(f"diff:    {finding.diff}")
    elif finding.nearest:
        text.append(f"nearest: {finding.nearest}")
    if outcome.note:
        text.append(f"note:    {outcome.note}")
    text.append(f"read:    {outcome.url}")
    flags = f", {', '.join(sorted(finding.flags))}" if finding.flags else ""
    used = ", ".join(f"`{user}`" for user in outcome.claim.used_by)
    return [f"- **{finding.verdict}**{flags} `{outcome.claim.id}`, used by {used}", *_fenced(text)]


def _fenced(lines: list[str]) -> list[str]:
    """Return the lines inside a fence longer than any in them, indented under their list item."""
    shown = [escaped(line) for line in lines]
    longest = max((len(run) for line in shown for run in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"  {line}" for line in (f"{fence}text", *shown, fence)]
