"""Which steps hold under a mode and a device, and in what order they are read."""

from __future__ import annotations

from .order import topological

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .network import StackIndex

    RawStep = dict[str, Any]


def reach(index: StackIndex, start: str, wanted: int) -> set[str]:
    """Return the entities that steps of a stack lead to from ``start``, itself among them.

    ``wanted`` are the bits of the conditions, of which a step must hold under one. Time is linear in the steps.
    """
    outgoing = index.outgoing
    reached = {start}
    todo = [start]
    while todo:
        for end, bits, _ in outgoing.get(todo.pop(), ()):
            if bits & wanted and end not in reached:
                reached.add(end)
                todo.append(end)
    return reached


def select(index: StackIndex, mode: str | None, device: str | None) -> tuple[list[str], list[RawStep]]:
    """Return the stages (entity ids) and steps that a program of a stack passes under the conditions.

    Both are in topological order from the entry; stages that are not ordered by any step stand in the order
    in which the stack declares them. Steps that hold but cannot be reached from the entry are left out, and so
    are withdrawn ones. Without mode and device it is the whole stack. Time is linear in the steps, but for
    sorting the stages.
    """
    wanted = index.wanted(mode, device)
    outgoing = index.outgoing
    reached = reach(index, index.record["entry"], wanted)
    place = index.place
    if place is None:  # some cycle over all conditions; under these there may be none
        held = {stage: [hop for hop in outgoing.get(stage, ()) if hop[1] & wanted] for stage in reached}
        place = topological(index.record, reached, held) or _as_declared(index.record)
    order = sorted(reached, key=place.__getitem__)
    steps = [step for stage in order for _, bits, step in outgoing.get(stage, ()) if bits & wanted]
    if index.place is None:
        steps.sort(key=lambda step: (place[step["from"]], place[step["to"]]))
    return order, steps


def _as_declared(stack: dict[str, Any]) -> dict[str, int]:
    """Return the order of declaration, for a stack that goes round in a circle when it is read as a whole."""
    place = {stage["entity"]: number for number, stage in enumerate(stack["stages"])}
    for step in stack["steps"]:
        for end in (step["from"], step["to"]):
            place.setdefault(end, len(place))
    return place
