"""The verification ledger: what was found, quote by quote, in the pinned copy and on the live page."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from .document import Verdict
from .outcome import Outcome

#: Characters of a document's text that the ledger keeps at most.
_LONGEST = 300

#: What a live page must say on two days before anyone acts on it.
_PERHAPS_GONE = (Verdict.GONE, Verdict.MISSING)


def read_ledger(path: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a ledger file by quote id; empty where there is no file."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {entry["id"]: entry for entry in map(json.loads, filter(str.strip, lines))}


def noted(outcome: Outcome, ledger: dict[str, dict[str, Any]], which: str) -> Outcome:
    """Return the outcome with a note on what changed since the ledger's last check, if that needs saying.

    The same bytes under another extractor version with another verdict are a change of the tool, not a drift of
    the source. A live page that lost a quote for the first time is only remembered.
    """
    before = ledger.get(outcome.claim.id, {}).get(which)
    if before and _only_the_tool_changed(before, outcome):
        note = f"tool change, not drift: {before.get('extractor')} said {before['verdict']} of the same bytes"
        return replace(outcome, note=note)
    if which == "live" and outcome.verdict in _PERHAPS_GONE:
        first = _first_missing(before, outcome)
        if first == outcome.checked:
            return replace(outcome, note="missing for the first time; check again on another day before acting on it")
        return replace(outcome, note=f"missing since {first}")
    return outcome


def _only_the_tool_changed(before: dict[str, Any], outcome: Outcome) -> bool:
    same_bytes = outcome.sha256 is not None and before.get("sha256") == outcome.sha256
    return same_bytes and before["verdict"] != outcome.verdict and before.get("extractor") != outcome.extractor


def updated(
    ledger: dict[str, dict[str, Any]], outcomes: list[Outcome], which: str, cited: set[str]
) -> dict[str, dict[str, Any]]:
    """Return the ledger with the outcomes entered on their side; quotes that nobody cites any more are dropped.

    A document that could not be read says nothing about the quote: where an earlier check did, that one is kept.
    """
    result = {key: dict(entry) for key, entry in ledger.items() if key in cited}
    for outcome in outcomes:
        entry = result.setdefault(outcome.claim.id, {"id": outcome.claim.id})
        before = entry.get(which)
        if not outcome.verdict.checked and before is not None:
            continue
        entry[which] = _check(outcome, before, which)
    return result


def write_ledger(path: Path, ledger: dict[str, dict[str, Any]]) -> None:
    """Write a ledger, one line an entry, sorted by quote id. What is interrupted leaves the old one whole.

    :raises OSError: if the folder or the file may not be written.
    """
    lines = [json.dumps(_ordered(ledger[key]), ensure_ascii=False) + "\n" for key in sorted(ledger)]
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        partial.write_text("".join(lines), encoding="utf-8", newline="\n")
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def _ordered(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: entry[key] for key in ("id", "pinned", "live") if key in entry}


def _check(outcome: Outcome, before: dict[str, Any] | None, which: str) -> dict[str, Any]:
    finding = outcome.finding
    check: dict[str, Any] = {
        "verdict": str(finding.verdict),
        "reason": finding.reason,
        "flags": sorted(str(flag) for flag in finding.flags),
        "date": outcome.checked,
        "url": outcome.url,
        "revision": outcome.revision,
        "sha256": outcome.sha256,
        "extractor": outcome.extractor,
        "heading": finding.heading,
        "sentence": _cited(finding.sentence) if finding.sentence != outcome.claim.quote else None,
        "diff": _cited(finding.diff),
        "nearest": _cited(finding.nearest),
    }
    if which == "live" and finding.verdict in _PERHAPS_GONE:
        check["first_missing"] = _first_missing(before, outcome)
    filled = {key: value for key, value in check.items() if value not in (None, "", [])}
    # A check that finds the same again in the same bytes keeps its date: the ledger changes only when something does.
    if before and {**before, "date": ""} == {**filled, "date": ""} and which == "pinned":
        return before
    return filled


def _cited(text: str | None) -> str | None:
    """Return at most as much of a document's text as a quote may have: the ledger is published."""
    if text is None or len(text) <= _LONGEST:
        return text
    return text[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _first_missing(before: dict[str, Any] | None, outcome: Outcome) -> str:
    if before and before.get("verdict") in _PERHAPS_GONE and before.get("first_missing"):
        return str(before["first_missing"])
    return outcome.checked
