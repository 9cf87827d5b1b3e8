"""The index that queries walk: per stack, who hands to whom, and under which conditions.

The conditions of a stack are its declared pairs of mode and device, but for those that it excludes. Each pair is
one bit, so that "do these steps hold together?" is one ``&``.
"""

from __future__ import annotations

from ..model.status import RETIRED
from .order import topological

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    RawStep = dict[str, Any]
    Hop = tuple[str, int, RawStep]  # the entity at the other end, the conditions as bits, the step


class StackIndex:
    """One stack, ready to be walked.

    ``pairs`` are its conditions in the order of their bits; ``everywhere`` has all of these set. ``outgoing`` and
    ``incoming`` hold, per entity, the steps that are not retired. ``place`` orders the stages so that every step
    leads forward, whatever the conditions; it is None where the stack as a whole, over all its modes, has a
    cycle.

    ``options`` are those that are set. None is the default configuration: no option is, and what needs one holds only
    where the whole stack is asked for.
    """

    __slots__ = ("_incoming", "always", "by_device", "by_mode", "everywhere", "outgoing", "pairs", "place", "record")

    def __init__(self, record: dict[str, Any], options: frozenset[str] | None = None) -> None:
        self.record = record
        excluded = {
            (mode, device)
            for item in record.get("excludes", ())
            for mode in item["modes"]
            for device in item["devices"]
        }
        self.pairs: list[tuple[str, str]] = [
            (mode["id"], device)
            for mode in record["modes"]
            for device in record["devices"]
            if (mode["id"], device) not in excluded
        ]
        self.everywhere = (1 << len(self.pairs)) - 1
        self.always = 1 << len(self.pairs)  # set on every step, so that the whole stack holds them all
        self.by_mode = {mode["id"]: 0 for mode in record["modes"]}
        self.by_device = dict.fromkeys(record["devices"], 0)
        for index, (mode, device) in enumerate(self.pairs):
            self.by_mode[mode] |= 1 << index
            self.by_device[device] |= 1 << index
        self.outgoing: dict[str, list[Hop]] = {}
        self._incoming: dict[str, list[Hop]] | None = None
        known: dict[tuple[Any, ...], int] = {}
        names: dict[str, str] = {}  # one string for each entity: comparing is then looking at its address
        outgoing, under_any = self.outgoing, self.everywhere | self.always
        for step in record["steps"]:
            status, when = step.get("status"), step.get("when")
            if status and status["state"] in RETIRED:
                continue
            bits = self._bits(when, known) | self.always if when else under_any
            if when and ("options" in when or "unless" in when):
                bits &= self._by_options(when, options)
                if not bits:
                    continue
            start, end = step["from"], step["to"]
            hop = names.setdefault(end, end), bits, step
            if start in outgoing:
                outgoing[start].append(hop)
            else:
                outgoing[names.setdefault(start, start)] = [hop]
        stages = [record["entry"], *(stage["entity"] for stage in record["stages"])]
        self.place = topological(record, stages, self.outgoing)
        if self.place is not None:
            place = self.place
            for hops in self.outgoing.values():
                if len(hops) > 1:
                    hops.sort(key=lambda hop: place[hop[0]])

    def _bits(self, when: dict[str, Any], known: dict[tuple[Any, ...], int]) -> int:
        modes, devices = when.get("modes"), when.get("devices")
        key = (tuple(modes or ()), tuple(devices or ()))
        if key not in known:
            known[key] = self._any(self.by_mode, modes) & self._any(self.by_device, devices)
        return known[key]

    def held(self, when: dict[str, Any] | None, options: frozenset[str] | None) -> int:
        """Return the bits under which conditions hold with the options that are set."""
        if not when:
            return self.everywhere | self.always
        bits = self._bits(when, {}) | self.always
        return bits & self._by_options(when, options) if "options" in when or "unless" in when else bits

    def _by_options(self, when: dict[str, Any], options: frozenset[str] | None) -> int:
        """Return the bits that the options which are set leave to a step."""
        if options is None:
            return self.always if "options" in when else self.everywhere | self.always
        held = ("options" not in when or not options.isdisjoint(when["options"])) and options.isdisjoint(
            when.get("unless", ())
        )
        return self.everywhere | self.always if held else 0

    def _any(self, bits: dict[str, int], names: Iterable[str] | None) -> int:
        if names is None:
            return self.everywhere
        union = 0
        for name in names:
            union |= bits.get(name, 0)
        return union

    @property
    def incoming(self) -> dict[str, list[Hop]]:
        """Per entity, the steps that end at it, each with the entity that it comes from."""
        if self._incoming is None:
            self._incoming = {}
            for start, hops in self.outgoing.items():
                for end, bits, step in hops:
                    self._incoming.setdefault(end, []).append((start, bits, step))
        return self._incoming

    def wanted(self, mode: str | None, device: str | None) -> int:
        """Return the bits of the pairs with this mode and this device; None leaves one open.

        With both open every step holds, also one whose conditions the stack excludes.
        """
        if mode is None and device is None:
            return self.everywhere | self.always
        modes = self.everywhere if mode is None else self.by_mode.get(mode, 0)
        return modes & (self.everywhere if device is None else self.by_device.get(device, 0))

    def devices(self, bits: int) -> list[str]:
        """Return the devices that occur among the pairs of ``bits``."""
        return [device for device, of_device in self.by_device.items() if bits & of_device]

    def on(self, devices: Iterable[str]) -> int:
        """Return the bits of all pairs on any of these devices."""
        return self._any(self.by_device, devices)

    def named(self, bits: int) -> tuple[tuple[str, str], ...]:
        """Return the pairs of mode and device whose bits are set."""
        return tuple(pair for index, pair in enumerate(self.pairs) if bits >> index & 1)


class Network:
    """The indexes of all stacks of a release under a set of options, each made when it is first walked."""

    def __init__(self, stacks: dict[str, dict[str, Any]], options: frozenset[str] | None = None) -> None:
        self.records = stacks
        self.options = options
        self._indexes: dict[str, StackIndex] = {}
        self._at: dict[str, tuple[str, ...]] | None = None

    def index(self, stack: str) -> StackIndex:
        """Return the index of a stack by its id."""
        if stack not in self._indexes:
            self._indexes[stack] = StackIndex(self.records[stack], self.options)
        return self._indexes[stack]

    @property
    def at(self) -> dict[str, tuple[str, ...]]:
        """Per entity, the stacks of which it is a stage."""
        if self._at is None:
            found: dict[str, list[str]] = {}
            for name, record in self.records.items():
                for stage in record["stages"]:
                    found.setdefault(stage["entity"], []).append(name)
            self._at = {entity: tuple(names) for entity, names in found.items()}
        return self._at
