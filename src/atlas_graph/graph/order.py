"""The order in which stages are read: every step leads forward."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def topological(
    stack: dict[str, Any], stages: Iterable[str], outgoing: dict[str, list[tuple[str, int, Any]]]
) -> dict[str, int] | None:
    """Return the place of every stage in an order in which every step leads forward, by Kahn's method.

    Among stages that are free, the one that the stack declares first comes first. Returns None where the steps
    go round in a circle.
    """
    declared = {stage["entity"]: index for index, stage in enumerate(stack["stages"])}
    waiting = dict.fromkeys(stages, 0)
    for stage in list(waiting):
        for hop in outgoing.get(stage, ()):
            waiting[hop[0]] = waiting.get(hop[0], 0) + 1
    last = len(declared)
    free = [(declared.get(stage, last), stage) for stage, count in waiting.items() if count == 0]
    heapify(free)
    place: dict[str, int] = {}
    while free:
        _, stage = heappop(free)
        place[stage] = len(place)
        for hop in outgoing.get(stage, ()):
            waiting[hop[0]] -= 1
            if waiting[hop[0]] == 0:
                heappush(free, (declared.get(hop[0], last), hop[0]))
    return place if len(place) == len(waiting) else None
