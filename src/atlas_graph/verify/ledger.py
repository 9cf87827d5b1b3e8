"""The verification ledger: what was found, quote by quote, in the pinned copy and on the live page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..files import write_files
from ..model.ledger_lines import DOCUMENTS, parted, whole
from .document import Verdict
from .outcome import Outcome

#: Characters of a document's text that the ledger keeps at most.
_LONGEST = 300

#: What a live page must say on two days before anyone acts on it.
_PERHAPS_GONE = (Verdict.GONE, Verdict.MISSING)


def read_ledger(path: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a ledger file, and of the documents' file beside it, by quote id; empty without a file."""
    documents = {line["source"]: line for line in _lines(path.with_name(DOCUMENTS))}
    return {line["id"]: whole(line, documents) for line in _lines(path)}


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    # Split at line feeds alone: sentences of the web hold other characters that Python takes for line ends.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


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
    """Write a ledger, and the file of its documents beside it. What is interrupted leaves each old file whole.

    Raises:
        OSError: if the folder or a file may not be written.
    """
    quotes, documents = parted(ledger.values())
    written = ((path.with_name(DOCUMENTS), documents), (path, quotes))
    write_files(
        [
            (target, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode())
            for target, lines in written
        ]
    )


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
