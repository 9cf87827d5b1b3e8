"""Linear routes between two entities, inside a stack or across stacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, overload

from .as_json import step_values
from .catalog import Catalog
from .interop import STEP_COLUMNS, Recorded, step_record
from .lookup import bare, endpoint
from .names import device_of, mode_of
from .network import Network
from .options import resolved
from .parts import Entity, Step
from .path_names import path_named
from .route_search import RoutePiece, RouteSearch, settled
from .value import Frozen, Value

#: Of routes that change stack, how many are looked at within one length for each that is wanted.
_CANDIDATES = 10
#: Routes that are found beyond those that are wanted, so that the main line is among them.
_BESIDE = 20


class Leg(Value):
    """The part of a route inside one stack.

    ``conditions`` are the pairs of mode and device under which all its steps hold together. ``limited`` is false
    where a mode was asked for that this stack does not have, so that its steps were taken under any of its own.
    """

    __slots__ = ("conditions", "limited", "stack", "steps", "title")
    conditions: tuple[tuple[str, str], ...]
    limited: bool
    stack: str
    steps: int
    title: str


class StackChange(Value):
    """Where a route leaves one stack for another: at an entity that both have, before its step number ``index``.

    ``declared`` is true where the first stack names the second as its continuation.
    """

    __slots__ = ("at", "declared", "enters", "index", "leaves", "text")
    at: Entity
    declared: bool
    enters: str
    index: int
    leaves: str
    text: str

    def __str__(self) -> str:
        return self.text


class Route(Recorded, Frozen, Sequence["Step"]):
    """One linear way from an entity to another. Iterating gives its steps, ``len`` their number.

    ``legs`` are its parts inside one stack each, ``changes`` where it goes from one to the next.
    """

    columns = STEP_COLUMNS

    __slots__ = ("_catalog", "_pieces", "_steps", "changes", "legs")
    changes: tuple[StackChange, ...]
    legs: tuple[Leg, ...]

    def __init__(self, catalog: Catalog, pieces: tuple[RoutePiece, ...], mode: str | None = None) -> None:
        self._catalog, self._pieces = catalog, pieces
        self._steps: tuple[Step, ...] | None = None
        self._set(legs=tuple(_leg(catalog, piece, mode) for piece in pieces), changes=tuple(_changes(catalog, pieces)))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, in order."""
        if self._steps is None:
            stacks = self._catalog.table("stacks")
            self._steps = tuple(
                self._catalog.make_step(stacks[piece.stack], raw) for piece in self._pieces for raw in piece.steps
            )
        return self._steps

    @property
    def stage_ids(self) -> tuple[str, ...]:
        """Ids of the entities it passes, both ends among them."""
        raw = [step for piece in self._pieces for step in piece.steps]
        return (raw[0]["from"], *(step["to"] for step in raw))

    @property
    def stages(self) -> tuple[Entity, ...]:
        """The entities it passes, both ends among them."""
        return tuple(self._catalog.make_entity(entity) for entity in self.stage_ids)

    @property
    def stacks(self) -> tuple[str, ...]:
        """Ids of the stacks it passes, in order."""
        return tuple(leg.stack for leg in self.legs)

    @property
    def step_ids(self) -> tuple[str, ...]:
        """Ids of the steps, in order."""
        return tuple(step["id"] for piece in self._pieces for step in piece.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, index: Any) -> Any:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.step_ids)

    def __contains__(self, item: object) -> bool:
        name = item if isinstance(item, str) else getattr(item, "id", None)
        return name in self.stage_ids or name in self.step_ids

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Route) and (self.step_ids, self.legs) == (other.step_ids, other.legs)

    def __hash__(self) -> int:
        return hash(self.step_ids)

    @property
    def line(self) -> str:
        """The names of what it passes, with arrows between."""
        return " → ".join(entity.name for entity in self.stages)

    def __str__(self) -> str:
        changes = "; ".join(f"changes stack {change}" for change in self.changes)
        return f"{self.line} ({changes})" if changes else self.line

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a step, in order."""
        return [step_record(step) for step in self.steps]

    def __repr__(self) -> str:
        return f"<Route {' → '.join(self.stage_ids)} in {', '.join(self.stacks)}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the route as JSON values.

        Each step says in ``changes_stack`` whether it is in another stack than the step before, and at which entity.
        """
        changes = {change.index: change for change in self.changes}
        return {
            "length": len(self),
            "stages": list(self.stage_ids),
            "legs": [
                {
                    "stack": leg.stack,
                    "conditions": [{"mode": mode, "device": device} for mode, device in leg.conditions],
                    "limited": leg.limited,
                    "steps": leg.steps,
                }
                for leg in self.legs
            ],
            "steps": [
                {**step_values(step), "changes_stack": change_values(changes.get(number))}
                for number, step in enumerate(self.steps)
            ],
        }


class Routes(Recorded, Frozen, Sequence["Route"]):
    """Routes from one place to others: a sequence, false where there is none.

    Those within one stack come first, of these the ones without limited steps, and of equals the shorter.

    ``capped`` says that there are more than ``limit``; ``complete`` is false where the search gave up before it
    had looked everywhere.
    """

    columns = ("route", "position", *STEP_COLUMNS)

    __slots__ = ("_routes", "capped", "complete", "device", "end", "limit", "mode", "start", "version")
    capped: bool
    complete: bool
    device: str | None
    end: str | None
    limit: int
    mode: str | None
    start: str
    version: str

    def __init__(
        self,
        routes: Collection[Route],
        *,
        version: str,
        start: str,
        end: str | None,
        mode: str | None,
        device: str | None,
        limit: int,
        capped: bool,
        complete: bool,
    ) -> None:
        self._routes = tuple(routes)
        self._set(version=version, start=start, end=end, mode=mode, device=device)
        self._set(limit=limit, capped=capped, complete=complete)

    def __len__(self) -> int:
        return len(self._routes)

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    @overload
    def __getitem__(self, index: int) -> Route: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Route, ...]: ...

    def __getitem__(self, index: Any) -> Any:
        return self._routes[index]

    def __contains__(self, item: object) -> bool:
        return item in self._routes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Routes) and (self._routes, self.capped) == (other._routes, other.capped)

    def __hash__(self) -> int:
        return hash(self._routes)

    @property
    def cap(self) -> str | None:
        """What was left out, in a sentence; None where these are all."""
        if not self.complete:
            return "The search gave up before it had looked everywhere; narrow it by mode, device or fewer changes."
        if self.capped:
            return f"There are more than these {len(self)}; raise the limit to see them."
        return None

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a step of each route: ``route`` is the route's number, ``position`` the step's in it."""
        return [
            {"route": number, "position": position, **step_record(step)}
            for number, route in enumerate(self, 1)
            for position, step in enumerate(route, 1)
        ]

    def __repr__(self) -> str:
        more = "+" if self.cap else ""
        return f"<Routes {self.start} → {self.end or 'the ends'}: {len(self)}{more}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the routes as the JSON that ``routes --format json`` prints."""
        return {
            "release": self.version,
            "from": self.start,
            "to": self.end,
            "mode": self.mode,
            "device": self.device,
            "limit": self.limit,
            "capped": self.capped,
            "complete": self.complete,
            "routes": [route.to_dict() for route in self],
        }


def change_values(change: StackChange | None) -> dict[str, Any] | None:
    """Return a change of stack as JSON values."""
    if change is None:
        return None
    return {
        "from": change.leaves,
        "to": change.enters,
        "at": change.at.id,
        "declared": change.declared,
        "text": change.text,
    }


def find_routes(
    catalog: Catalog,
    start: str,
    end: str,
    *,
    mode: str | None,
    device: str | None,
    limit: int,
    changes: int,
    stacks: Collection[str] | None = None,
    options: Iterable[str] = (),
) -> Routes:
    """Return the routes between two entities, see :meth:`Atlas.routes`; ``stacks`` leaves out all others."""
    network = catalog.network
    if options:
        chosen = resolved(catalog.table("options"), catalog.table("choices"), options)
        network = catalog.network_with(frozenset(chosen))
    if limit < 1 or changes < 0:
        raise ValueError("limit must be at least 1 and changes at least 0")
    stack, mode, device = path_named(catalog, start, mode, device)
    start = f"stack/{stack}" if stack else start
    first, last = endpoint(catalog, start), endpoint(catalog, end)
    if device is not None and device not in catalog.table("devices"):
        device = device_of(catalog, device)
    if mode is not None and not any(mode in catalog.network.index(name).by_mode for name in catalog.table("stacks")):
        mode = mode_of(catalog, mode)
    allowed = {name: bits for name, bits in _allowed(catalog, mode, device).items() if stacks is None or name in stacks}

    searches = tuple(RouteSearch(network, allowed, first, (last,), most) for most in dict.fromkeys((0, changes)))
    with_mode = None if mode is None else {name for name in allowed if mode in catalog.network.index(name).by_mode}
    own = stack or (named if (named := bare(catalog, start)[1]) in catalog.table("stacks") else None)
    return _collect(catalog, searches, limit, with_mode, start=first, end=last, mode=mode, device=device, own=own)


def routes_inside(
    catalog: Catalog,
    network: Network,
    stack: str,
    stages: Collection[str],
    steps: Iterable[dict[str, Any]],
    conditions: tuple[str | None, str | None],
    limit: int,
) -> Routes:
    """Return the linear readings of a path, of which ``stages`` and ``steps`` are; see :meth:`Path.routes`."""
    index = network.index(stack)
    mode, device = conditions
    leaving = {step["from"] for step in steps}
    ends = [stage for stage in stages if stage not in leaving]
    allowed = {stack: index.wanted(mode, device) & index.everywhere}
    start = str(index.record["entry"])
    search = RouteSearch(network, allowed, start, ends, 0)
    end = ends[0] if len(ends) == 1 else None
    return _collect(catalog, (search,), limit, None, start=start, end=end, mode=mode, device=device)


def _allowed(catalog: Catalog, mode: str | None, device: str | None) -> dict[str, int]:
    """Return per stack the conditions that the filters leave."""
    allowed: dict[str, int] = {}
    for name in catalog.table("stacks"):
        index = catalog.network.index(name)
        own = mode if mode in index.by_mode else None
        allowed[name] = index.wanted(own, device) & index.everywhere
    return allowed


def _collect(
    catalog: Catalog,
    searches: tuple[RouteSearch, ...],
    limit: int,
    with_mode: set[str] | None,
    *,
    start: str,
    end: str | None,
    mode: str | None,
    device: str | None,
    own: str | None = None,
) -> Routes:
    found: list[tuple[RoutePiece, ...]] = []
    inside: list[tuple[RoutePiece, ...]] = []
    capped = False
    for same_length in searches[0].by_length():
        batch, capped = _batch(same_length, limit + _BESIDE - len(inside), with_mode)
        inside += batch
        if capped:
            break
    across: list[tuple[RoutePiece, ...]] = []
    if len(inside) <= limit and len(searches) > 1:
        alone = {_passed(pieces) for pieces in inside}
        for same_length in searches[1].by_length():
            batch, more = _batch(same_length, limit + _BESIDE, with_mode)
            across += [pieces for pieces in batch if len(pieces) > 1 and _passed(pieces) not in alone]
            if more or len(inside) + len(across) > limit:
                break
    found = [
        *sorted(inside, key=lambda pieces: _order(pieces, own)),
        *sorted(across, key=lambda pieces: _order(pieces, own)),
    ]
    shown = [Route(catalog, settled(catalog.network, pieces), mode) for pieces in found[:limit]]
    return Routes(
        shown,
        version=catalog.version,
        start=start,
        end=end,
        mode=mode,
        device=device,
        limit=limit,
        capped=capped or len(found) > limit,
        complete=all(search.complete for search in searches),
    )


def _passed(pieces: tuple[RoutePiece, ...]) -> tuple[str, ...]:
    """Return the entities that a trail goes to, one after the other."""
    return tuple(step["to"] for piece in pieces for step in piece.steps)


def _order(pieces: tuple[RoutePiece, ...], own: str | None) -> tuple[bool, bool, int, int]:
    """Return by what routes stand before others: of the stack that was asked for, without limited steps, short."""
    steps = [step for piece in pieces for step in piece.steps]
    limited = any(step.get("qualifier") for step in steps)
    return pieces[0].stack != own, limited, len(steps), len(pieces)


def _batch(
    trails: Iterator[tuple[RoutePiece, ...]], wanted: int, with_mode: set[str] | None
) -> tuple[list[tuple[RoutePiece, ...]], bool]:
    """Return the trails of one length, fewest changes of stack first, and whether some were left unseen.

    Of trails that change stack and pass the same entities only the first with the fewest changes is kept: which
    of several stacks lends a stretch that they share makes no other route.
    """
    inside: list[tuple[RoutePiece, ...]] = []
    across: dict[tuple[str, ...], tuple[RoutePiece, ...]] = {}
    for count, pieces in enumerate(trails):
        if with_mode is not None and not any(piece.stack in with_mode for piece in pieces):
            continue
        if len(pieces) == 1:
            inside.append(pieces)
            if len(inside) > wanted:
                return inside, True
        else:
            entities = tuple(step["to"] for piece in pieces for step in piece.steps)
            if entities not in across or len(pieces) < len(across[entities]):
                across[entities] = pieces
        if count >= _CANDIDATES * (wanted + 10) and len(inside) + len(across) > wanted:
            return inside + sorted(across.values(), key=len), True
    alone = {tuple(step["to"] for step in pieces[0].steps) for pieces in inside}
    kept = [pieces for entities, pieces in across.items() if entities not in alone]
    return inside + sorted(kept, key=len), False


def _leg(catalog: Catalog, piece: RoutePiece, mode: str | None) -> Leg:
    index = catalog.network.index(piece.stack)
    limited = mode is None or mode in index.by_mode
    return Leg(
        conditions=index.named(piece.bits),
        limited=limited,
        stack=piece.stack,
        steps=len(piece.steps),
        title=str(index.record["title"]),
    )


def _changes(catalog: Catalog, pieces: tuple[RoutePiece, ...]) -> Iterator[StackChange]:
    stacks = catalog.table("stacks")
    index = 0
    for before, after in pairwise(pieces):
        index += len(before.steps)
        at = catalog.make_entity(after.steps[0]["from"])
        leaves, enters = stacks[before.stack]["title"], stacks[after.stack]["title"]
        how = ", its declared continuation" if after.declared else ""
        yield StackChange(
            at=at,
            declared=after.declared,
            enters=after.stack,
            index=index,
            leaves=before.stack,
            text=f"at {at.name}, from {leaves} to {enters}{how}",
        )
