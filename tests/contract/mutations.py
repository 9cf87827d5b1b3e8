"""Releases spoilt at random: values of other types, nothing, too much, and text that is hostile."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

#: Values that stand where others belong.
STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 10**400, 1e308, float("nan"), float("inf"), "", "x", "\ud800", "\x1b[2J\u202e", [], [None], {},
    {"id": "x"}, [[]], ["x", "x"], "2026-99-99", "-", "a/b--c--d",
)  # fmt: skip

Place = tuple[Any, Any]


def places(value: Any) -> Iterator[Place]:
    """Yield every container and key in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield value, key
        yield from places(inner)


def mutated(release: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return a copy of a release with one to three things in it changed."""
    chance = random.Random(seed)
    spoilt = copy.deepcopy(release)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        container, key = chance.choice(list(places(spoilt)))
        match chance.randrange(5):
            case 0:
                del container[key]
            case 1 if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case 2 if isinstance(container, dict):
                container[f"{key}x"] = container.pop(key)
            case _:
                container[key] = chance.choice(STRANGE)
    return spoilt
