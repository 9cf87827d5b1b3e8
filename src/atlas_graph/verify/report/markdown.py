"""The report as the body of one issue that is updated, not multiplied."""

from __future__ import annotations

import re

from ...escapes import escaped
from ..outcome import Outcome, tally
from .groups import details, grouped
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
    text = [f"reason:  {escaped(finding.reason)}", *details(outcome)]
    flags = f", {', '.join(sorted(finding.flags))}" if finding.flags else ""
    used = ", ".join(f"`{user}`" for user in outcome.claim.used_by)
    return [f"- **{finding.verdict}**{flags} `{outcome.claim.id}`, used by {used}", *_fenced(text)]


def _fenced(lines: list[str]) -> list[str]:
    """Return the lines inside a fence longer than any in them, indented under their list item."""
    fence = "`" * max(3, 1 + max(len(run) for line in lines for run in re.findall("`*", line)))
    return [f"  {line}" for line in (f"{fence}text", *lines, fence)]
