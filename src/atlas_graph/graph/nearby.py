"""What is known around a way that is not there: how far it goes, what comes before its end, who looked, who ran it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..model.status import RETIRED, state
from .catalog import Catalog
from .evidence import Evidence
from .route_search import RouteSearch
from .value import Value

#: How many stages are named.
_NEAREST = 5
_BEFORE = 3
#: Kinds of what is made on the way, and can be looked at.
_MADE = {"intermediate-representation", "machine-code", "file-format"}


class Look(Value):
    """That someone looked for a way: on which day, in which documents (ids of sources or addresses), what was found.

    ``evidence`` is the sentence that denies it, where there is one.
    """

    __slots__ = ("date", "evidence", "found", "id", "read")
    date: str
    evidence: tuple[Evidence, ...]
    found: str
    id: str
    read: tuple[str, ...]


class Nearby:
    """What is known around the way from ``first`` to ``last``, two entities; ``own`` are the stacks of the first."""

    def __init__(self, catalog: Catalog, first: str, last: str, own: tuple[str, ...]) -> None:
        self.catalog, self.first, self.last, self.own = catalog, first, last, own

    @cached_property
    def reached(self) -> list[str]:
        """What the start reaches inside each of its stacks, nearest first."""
        network = self.catalog.network
        found: dict[str, None] = {}
        for stack in self.own:
            index = network.index(stack)
            within = RouteSearch(network, {stack: index.everywhere}, self.first, (), 0).reachable()
            found.update((entity, None) for _, entity in within if entity != self.first)
        return list(found)

    @property
    def nearest(self) -> tuple[str, ...]:
        """The stages reached that come closest: those of the end's kind, or of its sort, or else the hardware."""
        kind = self.catalog.make_entity(self.last).kind
        for kinds in ({kind}, _MADE if kind in _MADE else set(), {"hardware"}):
            alike = [entity for entity in self.reached if self.catalog.make_entity(entity).kind in kinds]
            if alike:
                return tuple(alike[:_NEAREST])
        return tuple(self.reached[::-1][:_NEAREST])

    @property
    def before(self) -> tuple[str, ...]:
        """The stages from which, in whatever stack, a step leads to the end."""
        network = self.catalog.network
        found = dict.fromkeys(
            start
            for stack in network.at.get(self.last, ())
            for start, _, _ in network.index(stack).incoming.get(self.last, ())
        )
        return tuple(found)[:_BEFORE]

    def onward(self, entity: str) -> list[str]:
        """Return the stacks that lead from an entity to the end, each by itself."""
        network = self.catalog.network
        found = []
        for stack in network.at.get(entity, ()):
            within = RouteSearch(network, {stack: network.index(stack).everywhere}, entity, (), 0).reachable()
            if (stack, self.last) in within and entity != self.last:
                found.append(stack)
        return found

    def looked(self) -> tuple[Look, ...]:
        """Return the recorded looks that speak for this way, the latest first.

        One speaks for it that was for these two things, or one for each stack that has the start.
        """
        of_pair: list[dict[str, Any]] = []
        of_stack: dict[str, dict[str, Any]] = {}
        for raw in self.catalog.release.get("looked", ()):
            of = raw["of"]
            if "stack" in of:
                of_stack[of["stack"]] = max(raw, of_stack.get(of["stack"], raw), key=lambda look: str(look["date"]))
            elif of["to"] == self.last and of["from"] in (self.first, *self.own):
                of_pair.append(raw)
        found = sorted(of_pair, key=lambda look: str(look["date"]), reverse=True)
        if not found and self.own and all(stack in of_stack for stack in self.own):
            found = [of_stack[stack] for stack in self.own]
        return tuple(self._look(raw) for raw in found)

    def witnesses(self) -> tuple[str, ...]:
        """Return the ids of recorded runs that passed and reach the end, those that pass the start first.

        Hardware is reached by every run, so there only those that pass the start count.
        """
        catalog = self.catalog
        devices, hardware = catalog.table("devices"), catalog.make_entity(self.last).kind == "hardware"
        found = []
        for raw in catalog.release.get("witnesses", ()):
            run = raw.get("run")
            if not run or not all(part["passed"] for key in ("artefacts", "controls") for part in run[key]):
                continue
            steps = [step.partition("/")[2].split("--") for step in raw["steps"]]
            touched = {end for step in steps for end in (step[0], step[2])}
            touched |= {artefact["stage"] for artefact in run["artefacts"]}
            if run["device"] in devices:
                touched.add(devices[run["device"]]["entity"])
            passed = self.first in touched
            if self.last in touched and (passed or not hardware):
                stacks = {step.partition("/")[0] for step in raw["steps"]}
                found.append((not passed, stacks.isdisjoint(self.own), raw["id"]))
        return tuple(name for _, _, name in sorted(found))

    def retired(self) -> list[dict[str, Any]]:
        """Return the retired steps of the own stacks that a way from the start to the end would take."""
        stacks = self.catalog.table("stacks")
        for stack in self.own:
            steps = stacks[stack]["steps"]
            if not any(state(step) in RETIRED for step in steps):
                continue
            forward: dict[str, list[dict[str, Any]]] = {}
            for step in steps:
                forward.setdefault(step["from"], []).append(step)
            came_by: dict[str, dict[str, Any] | None] = {self.first: None}
            todo = [self.first]
            for entity in todo:
                for step in forward.get(entity, ()):
                    if step["to"] not in came_by:
                        came_by[step["to"]] = step
                        todo.append(step["to"])
            way: list[dict[str, Any]] = []
            step_to = came_by.get(self.last)
            while step_to is not None:
                way.append(step_to)
                step_to = came_by[step_to["from"]]
            retired = [step for step in reversed(way) if state(step) in RETIRED]
            if retired:
                return retired
        return []

    def _look(self, raw: dict[str, Any]) -> Look:
        evidence = self.catalog.make_evidence(raw.get("evidence", []))
        return Look(date=raw["date"], evidence=evidence, found=raw["found"], id=raw["id"], read=tuple(raw["read"]))
