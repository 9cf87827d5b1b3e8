"""Releases of any size, the same for the same numbers: for benchmarks and for tests of what must stay linear."""

from __future__ import annotations

import random
from typing import Any

MODES = ("eager", "jit", "export")
DEVICES = ("cpu", "nvidia-gpu", "amd-gpu", "tpu")
_WORDS = [
    "the", "compiler", "hands", "every", "traced", "function", "of", "its", "program", "on", "to", "a", "back", "end",
    "that", "writes", "code", "for", "one", "device",
]  # fmt: skip


def release(entities: int, steps: int, stacks: int = 1, seed: int = 1) -> dict[str, Any]:
    """Make a release of that many entities and steps, the steps spread evenly over the stacks.

    Each stack takes an equal share of the entities as its stages. Its steps lead forward, so that there is no
    cycle; every stage can be reached; two steps in three have conditions. Each step has two quotes, each quote
    its entry in the ledger.
    """
    chance = random.Random(seed)
    names = [f"e{number:06}" for number in range(entities)]
    share, per_stack = entities // stacks, steps // stacks
    made = [
        _stack(f"s{number:04}", names[number * share : (number + 1) * share], per_stack, chance)
        for number in range(stacks)
    ]
    evidence = [item for stack in made for step in stack["steps"] for item in step["evidence"]]
    return {
        "format": 1,
        "name": "synthetic",
        "title": "Synthetic",
        "version": "0.0.0",
        "date": "2026-11-01",
        "licence": "CC0-1.0",
        "base": "https://w3id.org/atlas-graph/",
        "description": "Made for measuring.",
        "devices": [{"id": device, "label": device.upper(), "entity": names[0]} for device in DEVICES],
        "relations": [
            {
                "id": "calls",
                "label": "calls",
                "inverse": "called by",
                "role": "flow",
                "definition": "One calls the other.",
            }
        ],
        "entities": [
            {
                "id": name,
                "name": name.upper(),
                "kind": "framework-component",
                "summary": _sentence(chance),
                "aliases": [f"{name} library"],
                "status": {"state": "current"},
            }
            for name in names
        ],
        "sources": [
            {
                "id": f"doc{number:03}",
                "title": f"Document {number}",
                "publisher": f"Publisher {number % 40}",
                "kind": "project-docs",
                "licence": "Apache-2.0",
                "url": f"https://example.org/docs/{number}.html",
                "pinned": {"none": "made for measuring"},
            }
            for number in range(200)
        ],
        "stacks": made,
        "links": [],
        "misconceptions": [],
        "facts": [],
        "witnesses": [],
        "questions": [],
        "ledger": [
            {"id": item["id"], "pinned": {"verdict": "match", "reason": "found", "date": "2026-11-01", "url": "x"}}
            for item in evidence
        ],
    }


def _stack(name: str, stages: list[str], steps: int, chance: random.Random) -> dict[str, Any]:
    pairs = [
        (stages[chance.randrange(max(0, number - 20), number)], stages[number]) for number in range(1, len(stages))
    ]
    known = set(pairs)
    while len(pairs) < steps:
        start = chance.randrange(len(stages) - 1)
        end = min(start + 1 + int(chance.expovariate(1 / 30)), len(stages) - 1)
        pair = (stages[start], stages[end])
        if pair not in known:
            known.add(pair)
            pairs.append(pair)
    return {
        "id": name,
        "title": name.upper(),
        "summary": _sentence(chance),
        "entry": stages[0],
        "modes": [{"id": mode, "title": mode} for mode in MODES],
        "devices": list(DEVICES),
        "scope": _sentence(chance),
        "out_of_scope": [],
        "excludes": [],
        "continues": [],
        "stages": [{"entity": stage, "note": _sentence(chance), "evidence": [_quote(chance)]} for stage in stages],
        "steps": [_step(name, number < len(stages) - 1, *pair, chance) for number, pair in enumerate(pairs)],
    }


def _step(stack: str, always: bool, start: str, end: str, chance: random.Random) -> dict[str, Any]:
    when: dict[str, list[str]] = {}
    if not always and chance.random() < 0.8:
        when["modes"] = chance.sample(MODES, chance.randrange(1, 3))
    if not always and chance.random() < 0.5:
        when["devices"] = chance.sample(DEVICES, chance.randrange(1, 4))
    return {
        "id": f"{stack}/{start}--calls--{end}",
        "from": start,
        "relation": "calls",
        "to": end,
        "when": when,
        "phase": "run",
        "status": {"state": "current"},
        "text": _sentence(chance),
        "evidence": [_quote(chance), _quote(chance)],
    }


def _quote(chance: random.Random) -> dict[str, Any]:
    source = f"doc{chance.randrange(200):03}"
    return {
        "id": f"{source}#{chance.getrandbits(32):08x}",
        "class": "quote",
        "source": source,
        "section": "A heading of the page",
        "quote": f"{_sentence(chance)} {_sentence(chance)}",
    }


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=14)).capitalize() + "."
