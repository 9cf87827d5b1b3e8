"""Reports of a verification run, one format a module; :func:`write_report` chooses.

Every text that came from a document is printed safe: control characters and bidirectional overrides escaped.
"""

from __future__ import annotations

from collections.abc import Callable

from .verification import Verification


def write_report(run: Verification, name: str) -> str:
    """Return the report of a run in one of :data:`FORMATS`."""
    return FORMATS[name](run)


def _text(run: Verification) -> str:
    from .table import text_report

    return text_report(run)


def _json(run: Verification) -> str:
    from .machine import json_report

    return json_report(run)


def _jsonl(run: Verification) -> str:
    from .machine import jsonl_report

    return jsonl_report(run)


def _markdown(run: Verification) -> str:
    from .markdown import markdown_report

    return markdown_report(run)


def _sarif(run: Verification) -> str:
    from .sarif import sarif_report

    return sarif_report(run)


def _junit(run: Verification) -> str:
    from .junit import junit_report

    return junit_report(run)


def _csv(run: Verification) -> str:
    from .machine import csv_report

    return csv_report(run)


FORMATS: dict[str, Callable[[Verification], str]] = {
    "text": _text,
    "json": _json,
    "jsonl": _jsonl,
    "csv": _csv,
    "markdown": _markdown,
    "sarif": _sarif,
    "junit": _junit,
}
