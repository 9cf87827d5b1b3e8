"""A small dataset that keeps every rule, and the overlay that turns a rule's example into a dataset folder.

An overlay is YAML: collection -> list of partial records. A record is merged into the one with the same id (for
steps: the same ends and relation; for stages: the same entity); lists of records merge item by item, every other
value is replaced, and null removes a key.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import yaml

QUOTE = "Alpha calls Beta for all the work that there is."

BASE: dict[str, Any] = yaml.safe_load(f"""
devices:
- {{id: cpu, label: CPU, entity: chip, aliases: [processor]}}
relations:
- {{id: calls, label: calls, inverse: called by, role: flow, definition: One invokes the other.}}
- {{id: runs-on, label: runs on, inverse: runs, role: flow, definition: One executes on the other.}}
- {{id: part-of, label: part of, inverse: has part, role: structure, definition: One belongs to the other.}}
entities:
- {{id: alpha, name: Alpha, kind: framework-component, summary: The first of them.}}
- {{id: beta, name: Beta, kind: runtime, summary: The second of them.}}
- {{id: chip, name: Chip, kind: hardware, summary: Where it all ends.}}
- {{id: omega, name: Omega, kind: compiler, summary: The last of them.}}
sources:
- id: doc
  title: Guide
  publisher: Example
  kind: project-docs
  licence: MIT
  url: https://example.org/doc
  pinned: {{url: https://example.org/raw/0000000000000000000000000000000000000000/doc.md, sha256: "{"0" * 64}"}}
stacks:
- id: demo
  title: Demo
  summary: Two things and a chip.
  entry: alpha
  modes: [{{id: slow, title: Slow}}, {{id: fast, title: Fast}}]
  devices: [cpu]
  scope: All of it.
  excludes: []
  stages:
  - {{entity: alpha, note: It begins here.}}
  - {{entity: beta, note: It goes on here.}}
  - {{entity: chip, note: It ends here.}}
  steps:
  - {{from: alpha, relation: calls, to: beta, phase: run, text: Work goes from one to the other.,
     evidence: [{{source: doc, quote: {QUOTE}}}]}}
  - {{from: beta, relation: runs-on, to: chip, phase: run, text: The work reaches the chip.,
     evidence: [{{source: doc, quote: Beta runs on a Chip and on nothing else.}}]}}
""")

_FOUND = {
    "verdict": "match",
    "reason": "Found.",
    "date": "2026-01-01",
    "url": "https://example.org/raw/0000000000000000000000000000000000000000/doc.md",
    "sha256": "0" * 64,
}


def overlaid(overlay: dict[str, Any]) -> dict[str, Any]:
    """Return the base dataset with an overlay merged in and, unless it has a ledger, all quotes but one checked.

    The quote that says "nobody has looked it up" stays unchecked.
    """
    return _merge(copy.deepcopy(BASE), overlay)


def write(records: dict[str, Any], root: Path, files: dict[str, str] | None = None) -> Path:
    """Write records as a dataset folder, with a ledger in which every quote stands; return the folder."""
    from atlas_graph.model.identifiers import quote_id

    folder = root / "dataset"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dataset.yaml").write_text(
        "name: demo\ntitle: Demo\nversion: 1.0.0\ndate: '2026-01-01'\nlicence: CC-BY-4.0\ndescription: A demo.\n"
    )
    records = dict(records)
    misplaced = records.pop("file", None)
    split = records.pop("split", None)
    ledger = {entry["id"]: entry for entry in records.pop("ledger", [])}
    for collection, items in records.items():
        for item in items:
            path = folder / f"{collection}/{item.get('id', 'all')}.yaml"
            if misplaced and collection in misplaced and item["id"] == "gamma":
                path = folder / misplaced
            path.parent.mkdir(exist_ok=True)
            existing = yaml.safe_load(path.read_text()) if path.exists() else []
            value = [*(existing if isinstance(existing, list) else [existing]), item]
            path.write_text(yaml.safe_dump(value if len(value) > 1 else item, sort_keys=False, allow_unicode=True))
    if split:
        _split(folder / "stacks", split)
    for evidence in _evidence(records):
        if "nobody has looked it up" not in evidence["quote"]:
            key = quote_id(evidence["source"], evidence["quote"], evidence.get("section"))
            ledger.setdefault(key, {"id": key, "pinned": _FOUND})
    lines = [json.dumps(ledger[key]) + "\n" for key in sorted(ledger)]
    (folder / "ledger.jsonl").write_text("".join(lines))
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def _split(stacks: Path, steps: str) -> None:
    """Make the stack ``demo`` a folder, with all its steps in the file of that name."""
    stack = yaml.safe_load((stacks / "demo.yaml").read_text())
    (stacks / "demo.yaml").unlink()
    (stacks / "demo").mkdir()
    for name, part in (("stages.yaml", stack.pop("stages")), (steps, stack.pop("steps")), ("stack.yaml", stack)):
        (stacks / "demo" / name).write_text(yaml.safe_dump(part, sort_keys=False, allow_unicode=True))


def _evidence(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        found = [item for child in value.values() for item in _evidence(child)]
        return [value, *found] if "quote" in value and "source" in value else found  # marks name quotes too
    if isinstance(value, list):
        return [item for child in value for item in _evidence(child)]
    return []


def _name(item: Any) -> Any:
    if not isinstance(item, dict):
        return None
    if "id" in item:
        return item["id"]
    if "entity" in item:
        return item["entity"]
    return (item["from"], item["relation"], item["to"]) if "from" in item else None


def _merge(base: Any, overlay: Any) -> Any:
    if isinstance(base, dict) and isinstance(overlay, dict):
        for key, value in overlay.items():
            if value is None:
                base.pop(key, None)
            else:
                base[key] = _merge(base[key], value) if key in base else value
        return base
    if isinstance(base, list) and isinstance(overlay, list) and all(_name(item) for item in overlay):
        for item in overlay:
            match = next((old for old in base if _name(old) == _name(item)), None)
            if match is None:
                base.append(item)
            else:
                _merge(match, item)
        return base
    return overlay
