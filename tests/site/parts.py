"""Parts of a release, and what tests look for in pages."""

from __future__ import annotations

import json

import atlas_graph as ag


def portion(atlas: ag.Atlas, *stacks: str) -> ag.Atlas:
    """Return an atlas with some stacks only, and what belongs to them."""
    release = dict(atlas.release)
    release["choices"] = [dict(one) for one in release["choices"]]
    kept = [stack for stack in release["stacks"] if stack["id"] in stacks]
    held = {step["id"] for stack in kept for step in stack["steps"]}
    release["stacks"] = kept
    release["misconceptions"] = [
        {**item, "stacks": [one for one in item["stacks"] if one in stacks]}
        for item in release["misconceptions"]
        if set(item["stacks"]) & set(stacks)
    ]
    release["questions"] = [
        item for item in release["questions"] if item["stacks"] and set(item["stacks"]) <= set(stacks)
    ]
    release["witnesses"] = [
        {**item, "steps": [one for one in item["steps"] if one in held], "contradicts": []}
        for item in release["witnesses"]
        if set(item["steps"]) & held
    ]
    release["choices"] = [
        one
        for one in release["choices"]
        if one.get("stack", stacks[0]) in stacks and all("/" not in name or name in held for name in one["among"])
    ]
    choices = {one["id"] for one in release["choices"]}
    release["options"] = [
        one
        for one in release["options"]
        if all(effect.get("step") in held or effect.get("choice") in choices for effect in one["effects"])
    ]
    options = {one["id"] for one in release["options"]}
    for choice in release["choices"]:
        choice["overridden_by"] = [name for name in choice["overridden_by"] if name in options]
    release["looked"] = []
    return ag.Atlas(release)


def copies(atlas: ag.Atlas, stack: str, count: int) -> ag.Atlas:
    """Return an atlas with that many copies of one of its stacks, which pass the same things under other names."""
    release = dict(portion(atlas, stack).release)
    text = json.dumps(release["stacks"][0])
    made = []
    for number in range(count):
        name = f"{stack}-{number}"
        copy = json.loads(text.replace(f'"{stack}/', f'"{name}/').replace(f"/{stack}/", f"/{name}/"))
        made.append({**copy, "@id": f"stack/{name}", "id": name, "title": name})
    release["stacks"] = made
    release |= {"choices": [], "misconceptions": [], "options": [], "questions": [], "witnesses": []}
    return ag.Atlas(release)
