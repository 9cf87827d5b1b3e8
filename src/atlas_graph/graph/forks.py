"""Where the paths of a stack fork, and which choices say what decides there."""

from __future__ import annotations

from typing import Any

from ..model.identifiers import stage_id
from .catalog import Catalog
from .decisions import meant
from .value import Value

RawStep = dict[str, Any]


class Fork(Value):
    """Two or more steps that leave one stage under the same mode and device.

    ``id`` is ``STACK/stage/ENTITY#N``, the N-th set of steps that leave the stage together. ``conditions`` are the
    pairs of mode and device, ``choices`` the ids of what covers it, ``open`` the steps that no choice covers: none
    where the fork is covered.
    """

    __slots__ = ("at", "choices", "conditions", "id", "open", "stack", "steps")
    at: str
    choices: tuple[str, ...]
    conditions: tuple[tuple[str, str], ...]
    id: str
    open: tuple[str, ...]
    stack: str
    steps: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fork as the JSON that ``list forks --format json`` prints."""
        return {
            "id": self.id,
            "stack": self.stack,
            "at": self.at,
            "open": list(self.open),
            "steps": list(self.steps),
            "choices": list(self.choices),
            "conditions": [{"mode": mode, "device": device} for mode, device in self.conditions],
        }


def forks(catalog: Catalog) -> list[Fork]:
    """Return the forks of all stacks, in the default configuration, each set of steps once."""
    choices = [raw for raw in catalog.release.get("choices", ()) if _in_force(raw)]
    found = []
    for record in catalog.release["stacks"]:
        name = record["id"]
        index = catalog.network.index(name)
        covering = [(raw["id"], meant(raw, name, record["steps"])) for raw in choices]
        for stage in (item["entity"] for item in record["stages"]):
            hops = index.outgoing.get(stage, ())
            under: dict[tuple[str, ...], list[tuple[str, str]]] = {}
            for number, pair in enumerate(index.pairs):
                leaving = tuple(step["id"] for _, bits, step in hops if bits >> number & 1)
                if len(leaving) > 1:
                    under.setdefault(leaving, []).append(pair)
            for number, (leaving, pairs) in enumerate(under.items(), 1):
                found.append(_fork(f"{stage_id(name, stage)}#{number}", leaving, tuple(pairs), covering))
    return found


def _in_force(raw: dict[str, Any]) -> bool:
    return raw.get("status", {}).get("state", "current") in ("current", "deprecated")


def _fork(
    key: str,
    leaving: tuple[str, ...],
    pairs: tuple[tuple[str, str], ...],
    covering: list[tuple[str, list[RawStep]]],
) -> Fork:
    covered: set[str] = set()
    choices = []
    for name, candidates in covering:
        here = {step["id"] for step in candidates}.intersection(leaving)
        if len(here) > 1:
            covered |= here
            choices.append(name)
    stack, _, rest = key.partition("/stage/")
    left = tuple(step for step in leaving if step not in covered)
    return Fork(
        at=rest.partition("#")[0],
        choices=tuple(choices),
        conditions=pairs,
        id=key,
        open=left,
        stack=stack,
        steps=leaving,
    )
