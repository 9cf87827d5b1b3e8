"""Which steps hold under a mode and a device, and in what order they are read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    RawStep = dict[str, Any]


def holds(step: RawStep, mode: str | None, device: str | None) -> bool:
    """Tell whether a released step holds under ``mode`` and ``device`` (None: under any)."""
    when = step.get("when")
    if not when:
        return True
    modes, devices = when.get("modes"), when.get("devices")
    return (mode is None or modes is None or mode in modes) and (
        device is None or devices is None or device in devices
    )


def select(stack: dict[str, Any], mode: str | None, device: str | None) -> tuple[list[str], list[RawStep]]:
    """Return the stages (entity ids) and steps that a program of ``stack`` passes under the conditions.

    Both are in topological order from the entry; stages that are not ordered by any step stand in the order
    in which the stack declares them. Steps that hold but cannot be reached from the entry are left out. Without
    mode and device it is the whole stack. Time is linear in the steps, but for sorting.
    """
    outgoing: dict[str, list[RawStep]] = {}
    for step in stack["steps"]:
        if holds(step, mode, device):
            outgoing.setdefault(step["from"], []).append(step)
    entry = stack["entry"]
    reached = {entry}
    todo = [entry]
    while todo:
        for step in outgoing.get(todo.pop(), ()):
            if step["to"] not in reached:
                reached.add(step["to"])
                todo.append(step["to"])
    order = topological(stack, reached, outgoing)
    place = {stage: index for index, stage in enumerate(order)}
    steps = [step for stage in order for step in outgoing.get(stage, ())]
    steps.sort(key=lambda step: (place[step["from"]], place[step["to"]]))
    return order, steps


def topological(
    stack: dict[str, Any], reached: set[str], outgoing: dict[str, list[RawStep]]
) -> list[str]:
    """Order the reached stages so that every step leads forward, by Kahn's method.

    Among stages that are free, the one declared first comes first. Where the whole stack, over all its modes,
    has a cycle, the rest follows in the order of declaration.
    """
    from heapq import heapify, heappop, heappush

    declared = {stage["entity"]: index for index, stage in enumerate(stack["stages"])}
    waiting = dict.fromkeys(reached, 0)
    for stage in reached:
        for step in outgoing.get(stage, ()):
            waiting[step["to"]] += 1
    free = [(declared.get(stage, len(declared)), stage) for stage, count in waiting.items() if count == 0]
    heapify(free)
    order: list[str] = []
    while free:
        _, stage = heappop(free)
        order.append(stage)
        for step in outgoing.get(stage, ()):
            waiting[step["to"]] -= 1
            if waiting[step["to"]] == 0:
                heappush(free, (declared.get(step["to"], len(declared)), step["to"]))
    if len(order) < len(reached):
        placed = set(order)
        order += sorted(reached - placed, key=lambda stage: (declared.get(stage, len(declared)), stage))
    return order
