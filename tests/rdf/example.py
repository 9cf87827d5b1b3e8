"""A small release in which every field of every record occurs, and text that is awkward to serialise."""

from __future__ import annotations

import copy
import functools
import tempfile
from pathlib import Path
from typing import Any

from atlas_graph.authoring.audits import auditables
from atlas_graph.authoring.checkout import Commit
from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.authoring.located import Located
from atlas_graph.model import records
from atlas_graph.model.ledger_records import LedgerEntry

from ..unit.rules.example_dataset import QUOTE, overlaid, write

#: Quotes, backslashes, a right-to-left word, an emoji, a tab and a line separator.
AWKWARD = "He said \"no\"\\n \\ שלום 🚀\tthen\u2028left =1+1 </p> 'x' %0A é"

_RUN = {
    "date": "2026-01-02",
    "command": "python demo.py",
    "packages": {"demo": "1.0", "other-package": "2.0b1"},
    "python": "3.11.4",
    "platform": "Linux x86-64",
    "device": "cpu",
    "artefacts": [
        {"stage": "beta", "name": "out.txt", "kind": "text", "size": 12, "sha256": "1" * 64,
         "excerpt": "-> beta", "check": "names beta", "passed": True},
    ],
    "controls": [{"description": "without the flag nothing is written", "passed": True}],
}  # fmt: skip

_CHECK = {
    "verdict": "loose",
    "reason": "Found with other dashes.",
    "flags": ["ambiguous", "in-code"],
    "date": "2026-01-01",
    "url": "https://example.org/raw/doc.md",
    "revision": "abc",
    "sha256": "0" * 64,
    "extractor": "markdown 1",
    "heading": "Start",
    "sentence": "Alpha calls Beta.",
    "diff": "[-a-]{+b+}",
    "nearest": "Alpha called Beta.",
    "first_missing": "2025-12-31",
}


def _since() -> dict[str, Any]:
    return {"version": "pkg:pypi/alpha@1.0", "evidence": [{"source": "doc", "quote": QUOTE}]}


def _until() -> dict[str, Any]:
    quote = {"source": "archive", "quote": AWKWARD, "section": "Ends"}
    return {"version": "pkg:npm/%40scope/alpha@2.0", "inclusive": True, "evidence": [quote]}


def _overlay() -> dict[str, Any]:
    seen = {"class": "observation", "witness": "demo-run"}
    return {
        "relations": [{"id": "calls", "from_kinds": ["framework-component", "concept"], "to_kinds": ["runtime"]}],
        "entities": [
            {
                "id": "alpha",
                "aliases": ["Alpha library", AWKWARD],
                "homepage": "https://example.org/alpha?a=b&c=d",
                "licence": "Apache-2.0 OR MIT",
                "identifiers": {
                    "purl": ["pkg:pypi/alpha", "pkg:npm/%40scope/alpha"],
                    "wikidata": "Q42",
                    "repository": "https://example.org/alpha.git",
                },
                "makers": ["Example", AWKWARD],
                "part_of": ["omega"],
                "implemented_in": ["omega"],
                "evidence": [{"source": "doc", "quote": QUOTE}],
            },
            {"id": "beta", "summary": AWKWARD, "licence": "Apache-2.0", "since": _since(), "until": _until()},
            {
                "id": "gone",
                "name": "Gone",
                "kind": "concept",
                "summary": "It moved away.",
                "status": {
                    "state": "moved",
                    "replaced_by": "omega",
                    "reason": "It was renamed.",
                    "since": {"date": "2025-01-02", "evidence": [{"source": "doc", "quote": QUOTE}]},
                    "until": _until(),
                },
            },
        ],
        "sources": [
            {
                "id": "archive",
                "title": AWKWARD,
                "publisher": "Other",
                "kind": "vendor-docs",
                "licence": "LicenseRef-proprietary",
                "url": "https://example.org/archive#part",
                "pinned": {"purl": "pkg:pypi/alpha@1.0", "path": "README.md", "sha256": "2" * 64},
            },
            {
                "id": "live",
                "title": "Live",
                "publisher": "Other",
                "kind": "paper",
                "licence": "CC-BY-4.0",
                "url": "https://example.org/live",
                "pinned": {"none": "it exists only live"},
            },
        ],
        "stacks": [
            {
                "id": "demo",
                "modes": [{"id": "slow", "note": "All of it, line by line."}],
                "out_of_scope": [
                    {"topic": "Omega", "reason": "Later.", "concerns": ["omega", "cpu"], "modes": ["fast"]}
                ],
                "excludes": [{"modes": ["fast"], "devices": ["cpu"], "reason": "There is no fast on it."}],
                "continues": ["other"],
                "stages": [{"entity": "beta", "since": _since(), "until": _until()}],
                "steps": [
                    {
                        "from": "alpha",
                        "relation": "calls",
                        "to": "beta",
                        "slug": "often",
                        "when": {"modes": ["slow"], "devices": ["cpu"], "unless": ["exact"]},
                        "since": _since(),
                        "until": _until(),
                        "qualifier": "for some kernels",
                        "text": AWKWARD,
                        "inferred": "That it holds on the chip.",
                        "evidence": [
                            {
                                "source": "doc",
                                "quote": QUOTE,
                                "section": "Start",
                                "prefix": "Before it. ",
                                "suffix": " After it.",
                                "when": {"modes": ["slow"]},
                                "supports": "partial",
                                "doubt": "It says 'all'.",
                                "exception": "Both are named in the heading.",
                                "allow": {"flags": ["spans-blocks"], "reason": "The list reads on."},
                            },
                            {"source": "archive", "quote": AWKWARD},
                            seen,
                        ],
                    }
                ],
            },
            {
                "id": "other",
                "title": "Other",
                "summary": "The rest.",
                "entry": "beta",
                "modes": [{"id": "slow", "title": "Slow"}],
                "devices": ["cpu"],
                "scope": "The rest.",
                "stages": [
                    {"entity": "beta", "note": "Here.", "evidence": [{"source": "doc", "quote": QUOTE}]},
                    {"entity": "chip", "note": "There.", "evidence": [{"source": "doc", "quote": QUOTE}]},
                ],
                "steps": [
                    {"from": "beta", "relation": "runs-on", "to": "chip", "phase": "run", "text": "It runs there.",
                     "status": {"state": "deprecated", "reason": "Old.", "since": _since(), "until": _until()},
                     "evidence": [{"source": "live", "quote": QUOTE}]},
                ],
            },
        ],
        "links": [
            {"from": "alpha", "relation": "part-of", "to": "omega", "text": "One is in the other.",
             "qualifier": "mostly", "evidence": [{"source": "doc", "quote": QUOTE}],
             "status": {"state": "deprecated", "reason": "Old.", "since": _since(),
                        "until": {"date": "2026-02-03", "evidence": [{"source": "doc", "quote": QUOTE}]}}},
        ],
        "choices": [
            {"id": "which-way", "stack": "demo", "chooser": "alpha", "rule": AWKWARD, "fallback": "It stops.",
             "among": ["demo/beta--runs-on--chip", "demo/alpha--calls--beta--often"],
             "order": ["demo/alpha--calls--beta--often", "demo/beta--runs-on--chip"],
             "default": "demo/beta--runs-on--chip", "overridden_by": ["exact"], "text": "It depends.",
             "when": {"modes": ["slow"], "devices": ["cpu"], "options": ["quick"], "unless": ["exact"]},
             "status": {"state": "deprecated", "reason": "Old.", "since": _since(), "until": _until()},
             "since": _since(), "until": _until(), "evidence": [{"source": "doc", "quote": QUOTE}]},
            {"id": "both", "chooser": "alpha", "among": ["beta", "chip"], "all": True, "text": "Both are met.",
             "evidence": [{"source": "doc", "quote": QUOTE}]},
        ],
        "options": [
            {"id": "quick", "name": "--quick=\"yes\"", "aliases": [AWKWARD], "kind": "argument", "whose": "alpha",
             "default": "off", "effects": [{"does": "changes", "step": "demo/alpha--calls--beta--often"}],
             "status": {"state": "deprecated", "reason": "Old.", "since": _since(), "until": _until(),
                        "replaced_by_option": "exact"},
             "since": _since(), "until": _until(), "text": "It is quicker.", "stacks": ["demo"],
             "evidence": [{"source": "doc", "quote": QUOTE}]},
            {"id": "exact", "name": "EXACT=1", "kind": "environment-variable", "whose": "alpha",
             "effects": [{"does": "decides", "choice": "which-way"},
                         {"does": "removes", "step": "demo/alpha--calls--beta--often"}],
             "text": "It is exact.", "evidence": [{"source": "doc", "quote": QUOTE}]},
        ],
        "looked": [
            {"of": {"from": "alpha", "to": "omega"}, "read": ["doc", "https://example.org/more"], "found": "Nothing.",
             "date": "2026-01-05", "evidence": [{"source": "doc", "quote": QUOTE}]},
            {"of": {"stack": "demo"}, "read": ["doc"], "found": "All of it.", "date": "2026-01-05"},
        ],
        "misconceptions": [
            {"id": "alpha-is-beta", "claim": "Alpha is Beta.", "correction": "It is not.", "stacks": ["demo"],
             "concerns": ["alpha"], "evidence": [{"source": "doc", "quote": QUOTE}]},
        ],
        "facts": [
            {"id": "chip-memory", "subject": "chip", "property": "memory", "value": 16, "unit": "GB",
             "as_printed": "16 GB", "qualifiers": {"per": "chip", "unit": "a qualifier named like a key"},
             "evidence": [{"source": "doc", "quote": QUOTE}]},
            {"id": "chip-speed", "subject": "chip", "property": "speed", "value": 0.1, "as_printed": "0.1",
             "evidence": [{"source": "doc", "quote": QUOTE}]},
            {"id": "chip-pace", "subject": "chip", "property": "pace", "value": 2.0, "as_printed": "2.0",
             "evidence": [{"source": "doc", "quote": QUOTE}]},
            {"id": "chip-name", "subject": "chip", "property": "name", "value": "-1 or so", "as_printed": "-1",
             "evidence": [{"source": "doc", "quote": QUOTE}]},
        ],
        "witnesses": [
            {"id": "demo-run", "title": "A run", "program": "demo.py", "steps": ["demo/alpha--calls--beta--often"],
             "contradicts": ["demo/beta--runs-on--chip"], "when": {"modes": ["slow"]}, "needs": "nothing",
             "run": _RUN, "previous": [{**copy.deepcopy(_RUN), "date": "2025-12-01"}]},
        ],
        "questions": [
            {"id": "what-is-it", "question": AWKWARD, "asked_as": ["And what is that?", AWKWARD], "asked_at": ["https://example.org/q?x=%22y%22"],
             "stacks": ["demo"], "ask": "path", "answer": "It is it.",
             "arguments": {"z": [1, 2.5, None, True], "a": {"ä": AWKWARD}},
             "expect": {"count": 2.0, "small": 0.5}},
        ],
    }  # fmt: skip


@functools.cache
def example() -> dict[str, Any]:
    """Return the release; callers must not change it."""
    with tempfile.TemporaryDirectory() as folder:
        root = write(copy.deepcopy(overlaid(_overlay())), Path(folder))
        dataset = read_dataset(root)
    for key in dataset.ledger:
        dataset.ledger[key] = LedgerEntry.model_validate({"id": key, "pinned": _CHECK, "live": _CHECK})
    for statement in auditables(dataset):
        audit = {"of": statement.id, "by": "round-one", "digest": statement.digest, "date": "2026-01-03"}
        quote = next(iter(statement.quotes), None)
        marks = [{"part": "from", "quote": quote, "words": "all the work", "refers": "Alpha"}] if quote else []
        marks.append({"part": "relation", "witness": "demo-run"})
        for by, to in (("round-one", {"none": "Not all."}), ("round-two", {"general": "It is so."})):
            entry = {**audit, "by": by, "marks": [*marks, {"part": "to", **to}]}
            dataset.collections["audits"].append(
                Located(records.AuditEntry.model_validate(entry), "audits/all.yaml", {})
            )
    return compile_release(dataset, commit=Commit("c" * 40, modified=True))
