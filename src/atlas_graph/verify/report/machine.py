"""JSON, JSON Lines and CSV: the outcomes as data."""

from __future__ import annotations

import csv
import io
import json

from ...escapes import csv_cell, escaped, json_escaped
from ..outcome import tally
from .verification import Verification

_COLUMNS = ("id", "source", "url", "verdict", "reason", "flags", "diff", "nearest", "checked")


def json_report(run: Verification) -> str:
    """Return ``{"checked", "verdicts", "quotes"}``: how many were looked up, how many got each verdict, and each."""
    report = {
        "checked": len(run.outcomes),
        "verdicts": tally(run.outcomes),
        "quotes": [outcome.to_dict() for outcome in run.outcomes],
        "which": run.which,
        "release": run.release,
        "date": run.today,
        "without_pinned": [claim.id for claim in run.without_pinned],
    }
    return json_escaped(json.dumps(report, ensure_ascii=False, indent=2))


def jsonl_report(run: Verification) -> str:
    """Return a JSON object a line for every outcome."""
    return "\n".join(json_escaped(json.dumps(outcome.to_dict(), ensure_ascii=False)) for outcome in run.outcomes)


def csv_report(run: Verification) -> str:
    """Return a table for a spreadsheet; no cell starts a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n", quoting=csv.QUOTE_ALL)  # a lone \r would break an unquoted row
    writer.writerow(_COLUMNS)
    for outcome in run.outcomes:
        value = outcome.to_dict()
        value["flags"] = " ".join(value["flags"])
        writer.writerow([cell(value[column]) for column in _COLUMNS])
    return buffer.getvalue().rstrip("\n")


def cell(value: object) -> str:
    """Return a CSV cell's text, controls escaped; an apostrophe before what a spreadsheet would run as a formula.

    >>> cell("=1+1"), cell(None), cell("plain")
    ("'=1+1", '', 'plain')
    """
    text = "" if value is None else escaped(str(value))
    return csv_cell(text)
