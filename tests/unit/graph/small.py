"""Small releases made by hand, with no more in them than a test is about."""

from __future__ import annotations

from typing import Any

from atlas_graph.atlas import Atlas

DEVICES = [
    {"id": "cpu", "label": "CPU", "entity": "cpu"},
    {"id": "nvidia-gpu", "label": "NVIDIA GPU", "entity": "nvidia-gpu"},
    {"id": "amd-gpu", "label": "AMD GPU", "entity": "amd-gpu"},
]
RELATIONS = [
    {"id": "calls", "label": "calls", "inverse": "called by", "role": "flow", "definition": "One calls the other."},
    {"id": "emits", "label": "emits", "inverse": "emitted by", "role": "flow", "definition": "One writes the other."},
    {
        "id": "corresponds-to",
        "label": "corresponds to",
        "inverse": "corresponds to",
        "role": "structure",
        "definition": "The two play the same part.",
    },
]
SOURCE = {
    "id": "guide",
    "title": "The guide",
    "publisher": "Makers",
    "kind": "project-docs",
    "licence": "MIT",
    "url": "https://example.org/guide",
    "pinned": {"none": "made for a test"},
}
OTHER_SOURCE = {
    **SOURCE,
    "id": "manual",
    "title": "The manual",
    "publisher": "Vendor",
    "url": "https://example.org/manual",
}


def quote(name: str = "one", source: str = "guide", **more: Any) -> dict[str, Any]:
    """A piece of evidence whose ledger id is ``SOURCE#NAME``."""
    text = f"Here the guide says {name} in a sentence of its own."
    return {"id": f"{source}#{name}", "class": "quote", "source": source, "quote": text, **more}


def standing(*ids: str, verdict: str = "match") -> list[dict[str, Any]]:
    """Ledger entries under which the quotes have a verdict."""
    check = {"verdict": verdict, "reason": "found", "date": "2026-11-01", "url": "https://example.org"}
    return [{"id": name, "pinned": check} for name in ids]


def step(
    start: str, end: str, *, modes: Any = None, devices: Any = None, slug: str = "", **more: Any
) -> dict[str, Any]:
    """A step without its stack; ``stack`` puts the id in front."""
    when = {key: value for key, value in (("modes", modes), ("devices", devices)) if value}
    return {
        "from": start,
        "relation": "calls",
        "to": end,
        "when": when,
        "phase": "run",
        "status": {"state": "current"},
        "text": f"{start} calls {end}.",
        "evidence": [quote(f"{start}-{end}")],
        "slug": slug,
        **more,
    }


def stack(
    name: str, *steps: dict[str, Any], modes: Any = ("on",), devices: Any = ("cpu",), **more: Any
) -> dict[str, Any]:
    """A stack whose stages are the ends of its steps, in the order in which they occur."""
    stages = dict.fromkeys(end for item in steps for end in (item["from"], item["to"]))
    made = []
    for item in steps:
        slug = item.get("slug")
        key = f"{name}/{item['from']}--{item['relation']}--{item['to']}" + (f"--{slug}" if slug else "")
        made.append({"id": key, **item})
    return {
        "id": name,
        "title": name.upper(),
        "summary": f"The stack {name}.",
        "entry": made[0]["from"] if made else "start",
        "modes": [{"id": mode, "title": mode.title()} for mode in modes],
        "devices": list(devices),
        "scope": "Everything.",
        "out_of_scope": [],
        "excludes": [],
        "continues": [],
        "stages": [{"entity": item, "note": f"{item} here", "evidence": [quote()]} for item in stages],
        "steps": made,
        **more,
    }


def option(key: str, name: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An option with its effects, which the framework reads from the environment."""
    return {
        "id": key,
        "name": name,
        "kind": "environment-variable",
        "whose": "code",
        "effects": list(effects),
        "text": f"What {key} does.",
        "evidence": [quote(key)],
        **more,
    }


def choice(key: str, *among: str, **more: Any) -> dict[str, Any]:
    """A choice among steps or entities, made by the code."""
    return {
        "id": key,
        "chooser": "code",
        "among": list(among),
        "text": f"What {key} is about.",
        "evidence": [quote(key)],
        **more,
    }


def entity(name: str, /, **more: Any) -> dict[str, Any]:
    """An entity called as its id with capitals."""
    kind = "hardware" if name in ("cpu", "nvidia-gpu", "amd-gpu") else "framework-component"
    return {"id": name, "name": name.upper(), "kind": kind, "summary": f"What {name} is.", **more}


def atlas(*stacks: dict[str, Any], entities: Any = (), **more: Any) -> Atlas:
    """An atlas of stacks; entities that they name and that are not given are made up."""
    given = {item["id"]: item for item in entities}
    for item in stacks:
        for name in (item["entry"], *(stage["entity"] for stage in item["stages"])):
            given.setdefault(name, entity(name))
    for device in DEVICES:
        given.setdefault(device["entity"], entity(device["entity"]))
    return Atlas(
        {
            "format": 1,
            "name": "small",
            "version": "0.0.1",
            "date": "2026-11-01",
            "devices": DEVICES,
            "relations": RELATIONS,
            "entities": sorted(given.values(), key=lambda item: item["id"]),
            "sources": [SOURCE, OTHER_SOURCE],
            "stacks": list(stacks),
            "links": [],
            "misconceptions": [],
            "facts": [],
            "witnesses": [],
            "questions": [],
            "ledger": [],
            **more,
        }
    )
