"""The difference of two releases written out: text, Markdown for the changelog, and ``changes.json``."""

from __future__ import annotations

import json
from pathlib import Path

from ..escapes import json_escaped
from ..files import write_files
from .diff import Change, Diff

_WORDS = {"added": "Added", "removed": "Removed", "changed": "Changed"}


def as_text(diff: Diff) -> str:
    """Return the difference for a terminal."""
    lines = [f"{diff.old} → {diff.new}: {_summary(diff)}"]
    for title, changes in _grouped(diff):
        lines += ["", f"{title} ({len(changes)})" if changes else title]
        lines += [f"  {change.id}{_fields(change)}" for change in changes]
    if diff.answers:
        lines += ["", f"Answers that changed ({len(diff.answers)})"]
        lines += [f"  {item.id}: {item.question}" for item in diff.answers]
    return "\n".join(lines)


def as_markdown(diff: Diff) -> str:
    """Return the changelog's data section (Keep a Changelog)."""
    lines = [f"### Data: {diff.old} → {diff.new}", "", f"{_summary(diff)[0].upper()}{_summary(diff)[1:]}."]
    for title, changes in _grouped(diff):
        lines += ["", f"#### {title} ({len(changes)})" if changes else f"#### {title}", ""]
        lines += [f"- `{change.id}`{_fields(change)}" for change in changes]
    if diff.answers:
        lines += ["", f"#### Answers that changed ({len(diff.answers)})", ""]
        lines += [f"- `{item.id}`: {item.question}" for item in diff.answers]
    return "\n".join(lines)


def as_json(diff: Diff) -> str:
    """Return the difference as JSON."""
    return json_escaped(json.dumps(diff.to_dict(), ensure_ascii=False, indent=1))


def write_changes(diff: Diff, folder: Path) -> list[Path]:
    """Write ``changes.json`` and ``changes.md`` into ``folder`` and return their paths.

    Raises:
        OSError: where the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "changes.json", folder / "changes.md"]
    texts = (as_json(diff), as_markdown(diff))
    write_files([(path, f"{text}\n".encode()) for path, text in zip(written, texts, strict=True)])
    return written


def _summary(diff: Diff) -> str:
    if diff.bump == "none":
        return "nothing changed"
    kept = "" if diff.kept else f", and {diff.new} is too low"
    return f"{len(diff.changes)} changes, a {diff.bump} step: at least {diff.expected}{kept}"


def _grouped(diff: Diff) -> list[tuple[str, list[Change]]]:
    """Return the changes under titles; quotes and what the ledger says of them are counted, not listed."""
    groups: dict[str, list[Change]] = {}
    for kind in ("removed", "added", "changed"):
        for change in diff.changes:
            if change.kind == kind and change.collection not in ("ledger", "quotes"):
                groups.setdefault(f"{_WORDS[kind]}: {change.collection}", []).append(change)
    for collection, title in (("quotes", "Quotes that came, went or changed"), ("ledger", "Checks in the ledger")):
        count = sum(change.collection == collection for change in diff.changes)
        if count:
            groups[f"{title}: {count}"] = []
    return list(groups.items())


def _fields(change: Change) -> str:
    meaning = ", in meaning" if change.kind == "changed" and change.bump == "major" else ""
    return f" ({', '.join(change.fields)}{meaning})" if change.fields else ""
