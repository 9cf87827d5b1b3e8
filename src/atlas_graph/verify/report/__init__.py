"""Reports of a verification, one format a module; :func:`write_report` chooses.

Every text that came from a document is printed safe: control characters and bidirectional overrides escaped.
"""

from __future__ import annotations

from collections.abc import Callable

from .junit import junit_report
from .machine import csv_report, json_report, jsonl_report
from .markdown import markdown_report
from .sarif import sarif_report
from .table import text_report
from .verification import Verification

FORMATS: dict[str, Callable[[Verification], str]] = {
    "text": text_report,
    "json": json_report,
    "jsonl": jsonl_report,
    "csv": csv_report,
    "markdown": markdown_report,
    "sarif": sarif_report,
    "junit": junit_report,
}


def write_report(run: Verification, name: str) -> str:
    """Return the report of a verification in one of :data:`FORMATS`."""
    return FORMATS[name](run)
