"""Finding linear ways through the stacks, shortest first, without walking into what cannot lead to the end.

A way is walked with the set of conditions (pairs of mode and device, as bits) under which all its steps inside
the current stack hold together. Backwards from the end, one length at a time, it is worked out which conditions
at which stage leave exactly that many steps to go; the walk forwards takes only steps that keep some of them.
So under conditions without a cycle every step taken leads to an answer, and the time goes with the answers given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from .network import Network
from .value import Value

Place = tuple[str, str]  # stack, entity
_Taken = tuple[str, str, int, bool, dict[str, Any]]  # stack, entity reached, bits, declared change, step

#: Steps looked at before a search gives up, some seconds' worth.
BUDGET = 3_000_000


class RoutePiece(Value):
    """The part of a trail inside one stack: its raw steps, and the bits under which they hold together.

    ``declared`` says that the stack before names this one as its continuation, so that the device may change.
    """

    __slots__ = ("bits", "declared", "stack", "steps")
    bits: int
    declared: bool
    stack: str
    steps: tuple[dict[str, Any], ...]


class _Spent(Exception):
    """The budget is used up."""


class RouteSearch:
    """One search for trails from ``start`` to any of ``ends``.

    ``allowed`` maps each stack that may be walked to the bits of its conditions that may be used. A trail changes
    stack at most ``changes`` times: where its stack does not itself lead to an end under the conditions it came
    by, and to a stack that it declares as its continuation anywhere. After iteration ``complete`` is false where the
    budget ended first.
    """

    def __init__(
        self,
        network: Network,
        allowed: dict[str, int],
        start: str,
        ends: Collection[str],
        changes: int,
        budget: int = BUDGET,
    ) -> None:
        self.network, self.start, self.ends, self.changes = network, start, frozenset(ends), changes
        self.allowed = {stack: bits for stack, bits in allowed.items() if bits}
        self.left = budget
        self.complete = True
        self.home: dict[Place, int] = {}
        self.exact: list[dict[Place, int]] = []  # exact[n]: conditions that leave n steps, the first in that stack
        self.after: list[dict[Place, int]] = []  # after[n]: the same, where the stack may change first

    def by_length(self) -> Iterator[Iterator[tuple[RoutePiece, ...]]]:
        """Yield, length by length from the shortest, the trails of that length."""
        try:
            if self.changes:
                self.home = self._at_home()
            ahead = self.reachable()
            names = {entity for _, entity in ahead}
            if not names & self.ends:
                return
            self.exact.append({})
            self.after.append({place: bits for place, bits in ahead.items() if place[1] in self.ends})
            for length in range(1, len(names)):  # a way that passes nothing twice has fewer steps than there are stages
                exact = self._one_back(self.after[-1], ahead)
                if not exact:
                    return
                self.exact.append(exact)
                self.after.append(self._with_changes(exact, ahead))
                yield self._of_length(length)
                if not self.complete:
                    return
        except _Spent:
            self.complete = False

    def reachable(self) -> dict[Place, int]:
        """Return every place that can be reached from the start, with the conditions under which it can."""
        found: dict[Place, int] = {}
        todo: list[Place] = []

        def put(place: Place, bits: int) -> None:
            before = found.get(place, 0)
            if bits & ~before:
                found[place] = before | bits
                todo.append(place)

        for stack in self._at(self.start):
            put((stack, self.start), self.allowed[stack])
        while todo:
            stack, entity = todo.pop()
            bits = found[stack, entity]
            hops = self.network.index(stack).outgoing.get(entity, ())
            self._spend(len(hops) + 1)
            for end, held, _ in hops:
                if bits & held:
                    put((stack, end), bits & held)
            if self.changes and entity != self.start:
                for other in self._at(entity):
                    if other != stack:
                        put((other, entity), self._across(stack, other, entity, bits))
        return found

    # ------------------------------------------------------------------------------------------------------

    def _at(self, entity: str) -> list[str]:
        return [stack for stack in self.network.at.get(entity, ()) if stack in self.allowed]

    def _spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise _Spent

    def _declared(self, before: str, after: str) -> bool:
        return after in self.network.records[before].get("continues", ())

    def _across(self, before: str, after: str, entity: str, bits: int) -> int:
        """Return the conditions of ``after`` under which a way can go on that held in ``before`` under ``bits``.

        Both hold on one device; a declared continuation that does not describe the device is free to use its own.
        """
        there = self.network.index(after)
        if not self._declared(before, after):
            bits &= ~self.home.get((before, entity), 0)
            return self.allowed[after] & there.on(self.network.index(before).devices(bits))
        devices = self.network.index(before).devices(bits)
        if any(device not in there.by_device for device in devices):
            return self.allowed[after]
        return self.allowed[after] & there.on(devices)

    def _back_across(self, before: str, after: str, entity: str, bits: int) -> int:
        """Return the conditions of ``before`` that can lead on to ``after`` under ``bits``."""
        here, there = self.network.index(before), self.network.index(after)
        devices = there.devices(bits)
        if not self._declared(before, after):
            return self.allowed[before] & here.on(devices) & ~self.home.get((before, entity), 0)
        free = [device for device in here.by_device if device not in there.by_device]
        return self.allowed[before] & here.on([*devices, *free])

    def _at_home(self) -> dict[Place, int]:
        """Return the conditions under which each place leads to an end without a change of stack."""
        found: dict[Place, int] = {}
        todo = [(stack, end) for end in self.ends for stack in self._at(end)]
        for place in todo:
            found[place] = self.allowed[place[0]]
        while todo:
            stack, entity = todo.pop()
            bits = found[stack, entity]
            hops = self.network.index(stack).incoming.get(entity, ())
            self._spend(len(hops) + 1)
            for start, held, _ in hops:
                place = (stack, start)
                new = bits & held & ~found.get(place, 0)
                if new:
                    found[place] = found.get(place, 0) | new
                    todo.append(place)
        return found

    def _one_back(self, after: dict[Place, int], ahead: dict[Place, int]) -> dict[Place, int]:
        exact: dict[Place, int] = {}
        for (stack, entity), bits in after.items():
            hops = self.network.index(stack).incoming.get(entity, ())
            self._spend(len(hops) + 1)
            for start, held, _ in hops:
                place = (stack, start)
                kept = bits & held & ahead.get(place, 0)
                if kept and start not in self.ends:
                    exact[place] = exact.get(place, 0) | kept
        return exact

    def _with_changes(self, exact: dict[Place, int], ahead: dict[Place, int]) -> dict[Place, int]:
        if not self.changes:
            return exact
        after = dict(exact)
        for (stack, entity), bits in exact.items():
            if entity == self.start:
                continue
            others = self._at(entity)
            if len(others) > 1:
                self._spend(len(others))
                for other in others:
                    if other == stack:
                        continue
                    kept = self._back_across(other, stack, entity, bits) & ahead.get((other, entity), 0)
                    if kept:
                        after[other, entity] = after.get((other, entity), 0) | kept
        return after

    def _of_length(self, length: int) -> Iterator[tuple[RoutePiece, ...]]:
        try:
            for stack in self._at(self.start):
                bits = self.exact[length].get((stack, self.start), 0)
                if bits:
                    yield from self._walk(stack, bits, length)
        except _Spent:
            self.complete = False

    def _walk(self, stack: str, bits: int, length: int) -> Iterator[tuple[RoutePiece, ...]]:
        """Walk forwards from the start, depth first, and yield each trail of exactly ``length`` steps."""
        taken: list[_Taken] = []
        seen = {self.start}
        open_ = [self._onward(stack, bits, self.start, length, taken)]
        while open_:
            following = next(open_[-1], None)
            if following is None:
                open_.pop()
                if taken:
                    seen.discard(taken.pop()[1])
                continue
            entity = following[1]
            if entity in seen:
                continue
            if len(taken) + 1 == length:
                yield _pieces([*taken, following])
                continue
            taken.append(following)
            seen.add(entity)
            open_.append(self._onward(following[0], following[2], entity, length - len(taken), taken))

    def _onward(self, stack: str, bits: int, entity: str, remaining: int, taken: list[_Taken]) -> Iterator[_Taken]:
        """Yield the steps that can be taken from ``entity``: first in the same stack, then by changing to another."""
        after = self.after[remaining - 1]
        served: dict[str, int] = {}
        hops = self.network.index(stack).outgoing.get(entity, ())
        self._spend(len(hops) + 1)
        for end, held, step in hops:
            kept = bits & held & after.get((stack, end), 0)
            if kept:
                served[end] = served.get(end, 0) | kept
                yield stack, end, kept, False, step
        if not self.changes or not taken:
            return
        others = self._at(entity)
        if len(others) < 2:
            return
        been = {step[0] for step in taken}
        if len(been) > self.changes:
            return
        exact = self.exact[remaining]
        for other in others:
            if other in been or (other, entity) not in exact:
                continue
            entered = self._across(stack, other, entity, bits) & exact[other, entity]
            if not entered:
                continue
            declared = self._declared(stack, other)
            hops = self.network.index(other).outgoing.get(entity, ())
            self._spend(len(hops) + 1)
            for end, held, step in hops:
                kept = entered & held & after.get((other, end), 0)
                if kept and end in served:  # where the stack itself goes there, a change is no other route
                    kept &= self._across(stack, other, entity, bits & ~served[end])
                if kept:
                    yield other, end, kept, declared, step


def _pieces(taken: list[_Taken]) -> tuple[RoutePiece, ...]:
    """Gather steps into pieces; the bits of a piece are those of its last step, which all before it share."""
    pieces: list[RoutePiece] = []
    steps: list[dict[str, Any]] = []
    declared = False
    for number, (stack, _, bits, continuing, step) in enumerate(taken):
        if not steps:
            declared = continuing
        steps.append(step)
        if number + 1 == len(taken) or taken[number + 1][0] != stack:
            pieces.append(RoutePiece(bits=bits, declared=declared, stack=stack, steps=tuple(steps)))
            steps = []
    return tuple(pieces)


def settled(network: Network, pieces: tuple[RoutePiece, ...]) -> tuple[RoutePiece, ...]:
    """Return the pieces of a finished trail with only those conditions that agree with each other.

    Neighbouring pieces hold on the same device, unless the later one is of a declared continuation that does not
    describe the devices of the earlier; what a piece rules out is taken from those before and after it.
    """
    groups: list[list[RoutePiece]] = []
    for piece in pieces:
        if not groups or (piece.declared and not _same_device(network, groups[-1][-1], piece)):
            groups.append([])
        groups[-1].append(piece)
    result: list[RoutePiece] = []
    for group in groups:
        shared = set(network.index(group[0].stack).devices(group[0].bits))
        for piece in group[1:]:
            shared.intersection_update(network.index(piece.stack).devices(piece.bits))
        for piece in group:
            bits = piece.bits & network.index(piece.stack).on(shared)
            result.append(RoutePiece(bits=bits, declared=piece.declared, stack=piece.stack, steps=piece.steps))
    return tuple(result)


def _same_device(network: Network, before: RoutePiece, after: RoutePiece) -> bool:
    devices = network.index(before.stack).devices(before.bits)
    return any(device in network.index(after.stack).by_device for device in devices)
