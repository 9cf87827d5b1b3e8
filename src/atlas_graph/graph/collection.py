"""The collections of an atlas: each a sequence of objects that is asked by id, filtered, and turned into a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from ..errors import AtlasError, UnknownIdError
from ..model.collections import RELEASED, citations
from ..model.vocabulary import GRADES
from .display import drawn
from .interop import Recorded
from .names import device_of, mode_of, resolved
from .on_path import ids_on
from .path import find_path
from .path_names import parts_of_name
from .show import get_record
from .tables import COLUMNS, FILTERS, SHOWN, Table, ordered_forks, rows
from .things import Citation, Mode, Publisher, Quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .catalog import Catalog
    from .path import Path
    from .tables import Row

T = TypeVar("T")
D = TypeVar("D")

#: Collection -> the filter that its call takes without a name.
_FIRST = {"facts": "subject", "links": "entity"}
#: Filters whose value is the id of a record -> its collection and what it is called.
_OF_RECORDS = {
    "chooser": ("entities", "entity"),
    "concerns": ("entities", "entity"),
    "entity": ("entities", "entity"),
    "relation": ("relations", "relation"),
    "source": ("sources", "source"),
    "subject": ("entities", "entity"),
    "whose": ("entities", "entity"),
}


class Collection(Recorded, Sequence[T]):
    """All records of one kind, or those that a filter left: a sequence of objects that also goes by their ids.

    Iterating gives the objects, ``len`` their number; ``collection["jax"]`` takes an id, a name or an alias and
    ``collection[0]`` a place, ``in`` an object or an id. Calling it filters, as :meth:`filter` does. ``keys``,
    ``values`` and ``items`` are those of a mapping.

    >>> import atlas_graph as ag
    >>> atlas = ag.load()
    >>> atlas.stacks["jax"], "jax" in atlas.stacks, atlas.stacks.get("no-such-stack")
    (<Stack jax>, True, None)
    >>> {step.stack for step in atlas.steps(stack="jax", device="cpu")}
    {'jax'}
    """

    def __init__(self, catalog: Catalog, name: str, things: dict[str, T], rows: dict[str, Row] | None = None) -> None:
        self._catalog, self._things, self._known_rows = catalog, things, rows
        #: What is collected: "stacks", "entities", "steps" …
        self.name = name
        self.columns = COLUMNS[name]  # type: ignore[misc]  # each kind has its own

    # As a sequence and a mapping --------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things.values())

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str):
            return self._key(item) is not None
        return any(item == thing for thing in self)

    @overload
    def __getitem__(self, asked: str) -> T: ...
    @overload
    def __getitem__(self, asked: int) -> T: ...
    @overload
    def __getitem__(self, asked: slice) -> Collection[T]: ...

    def __getitem__(self, asked: str | int | slice) -> T | Collection[T]:
        if isinstance(asked, str):
            key = self._key(asked)
            return self._things[self._missing(asked) if key is None else key]
        keys = list(self._things)[asked]
        return self._of([keys])[0] if isinstance(keys, str) else self._kept(keys)

    @overload
    def get(self, asked: str) -> T | None: ...
    @overload
    def get(self, asked: str, default: D) -> T | D: ...

    def get(self, asked: str, default: Any = None) -> Any:
        """Return what has an id, a name or an alias, or ``default``."""
        key = self._key(asked)
        return default if key is None else self._things[key]

    def keys(self) -> tuple[str, ...]:
        """Return the ids, in order."""
        return tuple(self._things)

    def values(self) -> tuple[T, ...]:
        """Return the objects, in order."""
        return tuple(self._things.values())

    def items(self) -> tuple[tuple[str, T], ...]:
        """Return ids and objects, in order."""
        return tuple(self._things.items())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (tuple, list)):
            return list(self) == list(other)
        return isinstance(other, Collection) and self.name == other.name and self._things == other._things

    def __hash__(self) -> int:
        return hash(self.values())

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._catalog, self.name, self.keys())

    # Filtering --------------------------------------------------------------------------------------------

    def __call__(
        self,
        first: str | None = None,
        *,
        chooser: str | None = None,
        concerns: str | None = None,
        device: str | None = None,
        entity: str | None = None,
        grade: str | None = None,
        kind: str | None = None,
        mode: str | None = None,
        property: str | None = None,
        publisher: str | None = None,
        relation: str | None = None,
        source: str | None = None,
        stack: str | None = None,
        status: str | None = None,
        subject: str | None = None,
        verdict: str | None = None,
        whose: str | None = None,
    ) -> Collection[T]:
        """Return those that have all that is given, as a collection; see :attr:`filters` for what this one takes.

        ``first`` is the subject of facts, the entity at an end of links, and the stack of all others. ``stack`` may be
        ``"STACK:MODE:DEVICE"``: then it is what that path passes.

        Raises:
            UnknownIdError: for a value that nothing has, with the nearest.
            AtlasError: for a filter that this kind of record does not have.
        """
        given = {
            "chooser": chooser, "concerns": concerns, "device": device, "entity": entity, "grade": grade, "kind": kind,
            "mode": mode, "property": property, "publisher": publisher, "relation": relation, "source": source,
            "stack": stack, "status": status, "subject": subject, "verdict": verdict, "whose": whose,
        }  # fmt: skip
        if first is not None:
            name = _FIRST.get(self.name, "stack")
            if given[name] is not None:
                raise AtlasError(f"the {name} is given twice, '{first}' and '{given[name]}'; name one")
            given[name] = first
        return self._filtered({name: value for name, value in given.items() if value is not None})

    filter = __call__

    @property
    def filters(self) -> tuple[str, ...]:
        """What it can be filtered by."""
        return FILTERS.get(self.name, ())

    def _filtered(self, given: dict[str, str]) -> Collection[T]:
        for name in given:
            if name not in self.filters:
                can = ", ".join(self.filters) or "nothing"
                raise AtlasError(f"{self.name} are not filtered by {name}; they can be by {can}")
        path = self._path(given)
        wanted = {name: self._meant(name, value, given.get("stack")) for name, value in given.items()}
        here = None if path is None else ids_on(self._catalog, path, self.name)
        rows = self._rows if wanted else {}
        kept = [key for key in self._things if all(_has(rows[key], name, value) for name, value in wanted.items())]
        return self._kept(kept if here is None else [key for key in kept if key in here])

    def _path(self, given: dict[str, str]) -> Path | None:
        """Take ``STACK:MODE:DEVICE`` apart; return the path where mode and device are no filters of their own."""
        if "stack" not in given:
            return None
        stack, mode, device = parts_of_name(given["stack"], given.get("mode"), given.get("device"))
        given["stack"] = stack
        conditions = {"mode": mode, "device": device}
        own = {name: value for name, value in conditions.items() if value is not None and name in self.filters}
        given.update(own)
        if own or (mode is None and device is None):
            return None
        return find_path(self._catalog, stack, mode, device)

    def _meant(self, name: str, value: str, stack: str | None) -> str:
        """Return the value of a filter that is meant."""
        if name in _OF_RECORDS:
            return resolved(self._catalog, *_OF_RECORDS[name], value)
        within = None if stack is None else resolved(self._catalog, "stacks", "stack", stack)
        if name == "stack":
            return str(within)
        if name == "device":
            return device_of(self._catalog, value, within)
        if name == "mode":
            return mode_of(self._catalog, value, within)
        return _known(name, value, GRADES if name == "grade" else self._values(name))

    def _values(self, name: str) -> set[str]:
        """Return the values that a filter's column has in the whole atlas."""
        if name == "publisher":
            return {source["publisher"] for source in self._catalog.release["sources"]}
        return {row[name] for row in self._whole()._rows.values() if row.get(name)}

    # As other things --------------------------------------------------------------------------------------

    def to_table(self) -> Table:
        """Return the records as a :class:`Table`."""
        return Table(self.columns, self._rows.values(), SHOWN.get(self.name, ()))

    def to_records(self) -> list[Row]:
        """Return a flat dict for each, with the same keys."""
        return self.to_table().to_records()

    def to_dict(self) -> dict[str, Row]:
        """Return the records by id."""
        return dict(zip(self._things, self.to_table(), strict=True))

    def __repr__(self) -> str:
        few = ", ".join(list(self._things)[:3])
        return f"<{len(self)} {self.name}{f': {few}' if few else ''}{', …' if len(self) > 3 else ''}>"

    def __str__(self) -> str:
        return drawn("text", self.to_table())

    # ------------------------------------------------------------------------------------------------------

    @property
    def _rows(self) -> dict[str, Row]:
        if self._known_rows is None:
            whole = self._whole()
            made = rows(self._catalog, self.name) if whole is self else whole._rows
            self._known_rows = {key: made[key] for key in self._things}
        return self._known_rows

    def _whole(self) -> Collection[T]:
        return cast("Collection[T]", self._catalog.collection(self.name))

    def _of(self, keys: Iterable[str]) -> list[T]:
        return [self._things[key] for key in keys]

    def _kept(self, keys: Iterable[str]) -> Collection[T]:
        rows = self._known_rows
        kept = {key: self._things[key] for key in keys}
        return Collection(self._catalog, self.name, kept, None if rows is None else {key: rows[key] for key in kept})

    def _key(self, asked: str) -> str | None:
        """Return the id of what is called so and is here, None where nothing is."""
        if asked in self._things:
            return asked
        kind = _KINDS.get(self.name)
        if kind is None:
            alike = [key for key in self._things if key.casefold() == asked.casefold()]
            return alike[0] if len(alike) == 1 else None
        try:
            found = resolved(self._catalog, self.name, kind, asked)
        except UnknownIdError:
            return None
        return found if found in self._things else None

    def _missing(self, asked: str) -> str:
        """Raise the error for what is not here.

        Raises:
            UnknownIdError: always, with the nearest that are.
        """
        from ..model.suggest import nearest  # off the common path: what compares spellings is slow to import

        kind = _KINDS.get(self.name, self.name)
        if kind in _KINDS.values():
            found = resolved(self._catalog, self.name, kind, asked)  # says it best
            raise UnknownIdError(kind, found, hint="the filter left it out.")
        raise UnknownIdError(f"id among the {self.name}", asked, nearest(asked, self._things))


#: Collection -> what one of its records is called, where the release has it as a collection of its own.
_KINDS = {row.name: row.kind for row in RELEASED if row.rank}


def _again(catalog: Catalog, name: str, keys: tuple[str, ...]) -> Collection[Any]:
    """Make a collection again from its pickle."""
    whole = cast("Collection[Any]", catalog.collection(name))
    return whole if keys == whole.keys() else whole._kept(keys)


def _known(name: str, value: str, known: Iterable[str]) -> str:
    """Return the value that is meant, in any case."""
    values = sorted(known)
    if value in values:
        return value
    alike = [one for one in values if one.casefold() == value.casefold()]
    if len(alike) != 1:
        from ..model.suggest import nearest

        raise UnknownIdError(name, value, nearest(value, values), tuple(values) if len(values) <= 20 else ())
    return alike[0]


def _has(row: Row, name: str, value: str) -> bool:
    """Tell whether a row has a value: among those of the column in the plural, or in its column."""
    found = row.get(f"{name}s", row.get(name))
    if isinstance(found, str) and name in ("device", "mode"):
        found = found.split()
    return value in found if isinstance(found, (list, tuple)) else value == found


# What is in them -------------------------------------------------------------------------------------------


def things(catalog: Catalog, name: str) -> dict[str, Any]:
    """Return every object of a collection, by id."""
    make = _MAKERS.get(name, _released)
    return make(catalog, name)


def _released(catalog: Catalog, name: str) -> dict[str, Any]:
    kind = _KINDS[name]
    return {key: get_record(catalog, kind, raw) for key, raw in catalog.table(name).items()}


def _steps(catalog: Catalog, name: str) -> dict[str, Any]:
    return {raw["id"]: catalog.make_step(stack, raw) for stack in catalog.release["stacks"] for raw in stack["steps"]}


def _modes(catalog: Catalog, name: str) -> dict[str, Any]:
    modes = (Mode.of(stack["id"], raw) for stack in catalog.release["stacks"] for raw in stack["modes"])
    return {mode.id: mode for mode in modes}


def _forks(catalog: Catalog, name: str) -> dict[str, Any]:
    return {fork.id: fork for fork in ordered_forks(catalog)}


def _evidence(catalog: Catalog, name: str) -> dict[str, Any]:
    stacks = catalog.table("stacks")
    found = {}
    for key, record, raw in citations(catalog.release):
        if "quote" not in raw:
            continue
        (made,) = catalog.make_evidence([raw], record.get("audit"))
        stack = key.partition("/")[0] if "/" in key else None
        citation = Citation(
            receipt=made,
            id=raw.get("evidence_id", f"{key}~{made.id}"),  # of what it joins, so that it stays
            of=key,
            stack=stack if stack in stacks else None,
        )
        found[citation.id] = citation
    return found


def _quotes(catalog: Catalog, name: str) -> dict[str, Any]:
    uses: dict[str, list[Citation]] = {}
    for citation in catalog.collection("evidence"):
        uses.setdefault(str(citation.receipt.id), []).append(citation)
    return {key: _quote(key, uses[key]) for key in sorted(uses)}


def _quote(key: str, uses: list[Citation]) -> Quote:
    return Quote(
        receipt=uses[0].receipt,
        id=key,
        of=tuple(dict.fromkeys(citation.of for citation in uses)),
        stacks=tuple(dict.fromkeys(citation.stack for citation in uses if citation.stack)),
    )


def _publishers(catalog: Catalog, name: str) -> dict[str, Any]:
    sources: dict[str, list[str]] = {}
    for source in catalog.release["sources"]:
        sources.setdefault(source["publisher"], []).append(source["id"])
    quotes = [quote.publisher for quote in catalog.collection("quotes")]
    return {one: Publisher(id=one, quotes=quotes.count(one), sources=tuple(sources[one])) for one in sorted(sources)}


_MAKERS: dict[str, Callable[[Catalog, str], dict[str, Any]]] = {
    "evidence": _evidence,
    "forks": _forks,
    "modes": _modes,
    "publishers": _publishers,
    "quotes": _quotes,
    "steps": _steps,
}
