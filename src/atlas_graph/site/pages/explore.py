"""The whole graph to explore, and the compact index that its page, the comparison's and the path finder load."""

from __future__ import annotations

import json

from ...model.vocabulary import ENTITY_KINDS, KIND_LABELS
from ..addresses import step_anchor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..joins import Joins
    from ..writing import Writer


def write_explore(writer: Writer, joins: Joins) -> None:
    """Write the page and its index, a script that hands the data over (which also works from a file)."""
    index = graph_index(joins)
    data = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    writer.file("assets/graph-data.js", f"atlasGraph={data};\n")
    writer.page(
        "explore",
        "explore.html",
        title="Explore the whole graph",
        about="Every step of every stack: filter by kind, and find the ways from any one thing to any other.",
        kinds=[kind for kind in ENTITY_KINDS if any(entity.kind == kind for entity in joins.atlas.entities)],
        labels=KIND_LABELS,
        hops=_hops(joins),
    )


def graph_index(joins: Joins) -> dict[str, Any]:
    """Return the graph in numbers: things, relations, stacks with modes and devices, and the steps between them.

    A step is ``[stack, from, relation, to, modes, devices, limits]`` and a slug where it has one; modes and
    devices are bits in the order in which the stack declares them, 0 for any; a
    limit is 1 for one in words, 2 for an option that it needs.
    """
    atlas = joins.atlas
    used = [entity for entity in atlas.entities if entity.id in joins.paths_of_entity]
    number = {entity.id: at for at, entity in enumerate(used)}
    kinds = list(ENTITY_KINDS)
    relations = {relation.id: at for at, relation in enumerate(atlas.relations)}
    stacks, steps = [], []
    for at, stack in enumerate(atlas.stacks):
        stacks.append(
            {
                "id": stack.id,
                "t": stack.title,
                "m": [[mode["id"], mode["title"]] for mode in stack.raw["modes"]],
                "d": [[device, atlas.device_label(device)] for device in stack.devices],
                "e": number.get(stack.entry, 0),
                "x": [
                    f"{mode}:{device}"
                    for mode in stack.modes
                    for device in stack.devices
                    if stack.excluded(mode, device)
                ],
            }
        )
        for raw in stack.raw["steps"]:
            if raw["id"] in joins.paths_of_step:
                when = raw.get("when", {})
                row: list[Any] = [
                    at,
                    number[raw["from"]],
                    relations[raw["relation"]],
                    number[raw["to"]],
                    _bits(when.get("modes"), stack.modes),
                    _bits(when.get("devices"), stack.devices),
                    int(bool(raw.get("qualifier"))) | 2 * bool(when.get("options")),
                ]
                named = f"{raw['from']}--{raw['relation']}--{raw['to']}"
                if step_anchor(raw["id"]) != named:
                    row.append(step_anchor(raw["id"]))
                steps.append(row)
    return {
        "e": [[entity.id, entity.name, kinds.index(entity.kind)] for entity in used],
        "k": kinds,
        "r": [[relation.id, relation.label] for relation in atlas.relations],
        "s": stacks,
        "t": steps,
    }


def _bits(names: list[str] | None, declared: tuple[str, ...]) -> int:
    return sum(1 << declared.index(name) for name in names or ())


def _hops(joins: Joins) -> list[tuple[Any, list[Any]]]:
    """Return each thing on a path with the steps that leave it, for those who read without the script."""
    leaving: dict[str, list[Any]] = {}
    for step in joins.steps.values():
        if step.id in joins.paths_of_step:
            leaving.setdefault(step.from_, []).append(step)
    return [(entity, leaving[entity.id]) for entity in joins.atlas.entities if entity.id in leaving]
