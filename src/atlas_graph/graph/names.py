"""What people call things: one resolver of names, for every query and command.

Imported where a word is no id as it stands, so that ids cost nothing.
"""

from __future__ import annotations

from ..errors import UnknownIdError
from ..model.collections import RELEASED
from ..model.identifiers import BASE_IRI
from .resolve import asked_for, unknown, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any, Protocol

    from .network import Network

    Record = dict[str, Any]

    class Records(Protocol):
        """What a name is looked up in: the catalog, which itself asks here."""

        release: Record

        @property
        def network(self) -> Network:
            """The index that the queries walk."""

        def table(self, collection: str) -> dict[str, Record]:
            """Return the records of a collection by id."""


#: What a record is called -> the collection of the release.
COLLECTIONS = {row.kind: row.name for row in RELEASED if row.rank}
#: Collection of the release -> what one of its records is called in addresses.
KINDS = {row.name: row.kind for row in RELEASED}


def folded(text: str) -> str:
    """Return a name without case, and without what people put between words.

    >>> folded("torch.compile") == folded("Torch Compile") == folded("torch-compile")
    True
    >>> folded("CUDA C++") == folded("CUDA C")
    False
    """
    return "".join(one for one in text.casefold() if one not in " -_.®™")


def resolved(catalog: Records, collection: str, kind: str, asked: str) -> str:
    """Return the id of the record that is called so: by its id in any spelling, by its name, or by an alias.

    What was taken for something else than it says is noted, by an ``AtlasWarning``.

    Raises:
        UnknownIdError: where nothing is called so, with the nearest ids and where the word belongs; where several are,
            with all of them.
    """
    table = catalog.table(collection)
    asked = _id_in(asked_for(kind, asked), collection)
    found = [asked] if asked in table else _called(catalog, collection, asked, table)
    if len(found) == 1:
        return _noted(asked, kind, found[0], *_own(table[found[0]]))
    if found:
        raise _ambiguous(kind, asked, found)
    if collection == "stacks" and (hint := _elsewhere(catalog, asked)):
        raise UnknownIdError(kind, asked, hint=hint)
    if collection == "entities" and len(devices := _called(catalog, "devices", asked, catalog.table("devices"))) == 1:
        return _noted(asked, kind, catalog.table("devices")[devices[0]]["entity"])
    raise unknown(kind, asked, table)


def device_of(catalog: Records, asked: str, stack: str | None = None) -> str:
    """Return the id of a device that a stack describes, or that any does.

    Raises:
        UnknownIdError: with the nearest; with all where it may be several; with the stacks that describe it instead.
    """
    kind = f"device of {stack}" if stack else "device"
    table = catalog.table("devices")
    asked = _id_in(asked_for(kind, asked), "devices")
    here = catalog.table("stacks")[stack]["devices"] if stack else list(table)
    found = [asked] if asked in table else _called(catalog, "devices", asked, table)
    found = [name for name in found if name in here] or found
    if len(found) == 1 and found[0] in here:
        return _noted(asked, "device", found[0], *_own(table[found[0]]))
    if len(found) == 1 and stack:
        raise UnknownIdError(kind, asked, hint=_described(catalog, stack, found[0], here))
    wide = found or [name for name in here if folded(asked) in map(folded, table[name]["label"].split())]
    if len(wide) > 1:
        raise _ambiguous(kind, asked, wide)
    raise UnknownIdError(kind, asked, tuple(wide)) if wide else unknown(kind, asked, here)


def mode_of(catalog: Records, asked: str, stack: str | None = None) -> str:
    """Return the id of a mode that a stack tells apart, or that any does.

    Raises:
        UnknownIdError: with the nearest; with all where it may be several; with where the word belongs instead.
    """
    kind = f"mode of {stack}" if stack else "mode of any stack"
    stacks = [catalog.table("stacks")[stack]] if stack else catalog.release["stacks"]
    known = {mode["id"]: mode for record in stacks for mode in record["modes"]}
    wanted = folded(asked_for(kind, asked))
    found = [name for name in known if folded(name) == wanted] or sorted({
        mode["id"] for record in stacks for mode in record["modes"] if folded(mode["title"]) == wanted
    })  # fmt: skip
    if len(found) == 1:
        return _noted(asked, "mode", found[0], *_own(known[found[0]]))
    if found:
        raise _ambiguous(kind, asked, found)
    if stack and (hint := _elsewhere(catalog, asked)):
        raise UnknownIdError(kind, asked, hint=f"use one of {', '.join(sorted(known))}; {hint}")
    raise unknown(kind, asked, known)


def called(catalog: Records, collection: str, kind: str, asked: str) -> str | None:
    """Return the id of the one record of a collection that is called so, None where there is none or several are."""
    found = _called(catalog, collection, asked, catalog.table(collection))
    return _noted(asked, kind, found[0], *_own(catalog.table(collection)[found[0]])) if len(found) == 1 else None


def named(catalog: Records, kinds: Iterable[str], asked: str) -> tuple[str, str] | None:
    """Return kind and id of what a word calls in one of several collections, in their order; None where nothing.

    Raises:
        UnknownIdError: where it calls several of one kind, with all of them; or a mode, or several devices.
    """
    several: list[str] = []
    for kind in kinds:
        found = _called(catalog, COLLECTIONS[kind], asked, catalog.table(COLLECTIONS[kind]))
        if len(found) == 1:
            return kind, _noted(asked, kind, found[0], *_own(catalog.table(COLLECTIONS[kind])[found[0]]))
        several += [f"{kind}/{name}" for name in found]
    devices = catalog.table("devices")
    wide = several or [name for name, raw in devices.items() if folded(asked) in map(folded, raw["label"].split())]
    if len(wide) > 1:
        raise _ambiguous("id", asked, wide)
    if (hint := _elsewhere(catalog, asked)) is not None:
        raise UnknownIdError("id", asked, hint=hint)
    return None


def _id_in(asked: str, collection: str) -> str:
    """Return the id in an address, ``KIND/ID`` or an IRI, of a record of a collection; other words as they are."""
    return asked.removeprefix(BASE_IRI).removeprefix(f"{KINDS[collection]}/")


def _called(catalog: Records, collection: str, asked: str, table: dict[str, Record]) -> list[str]:
    """Return the ids of what is called so, of the nearest way of calling alone: id, name, alias."""
    wanted = folded(asked)
    ways: tuple[list[str], ...] = ([], [], [])
    for name, record in table.items():
        for way, spellings in zip(ways, _spellings(catalog, collection, record), strict=True):
            if wanted and wanted in map(folded, spellings):
                way.append(name)
    return next((sorted(way) for way in ways if way), [])


def _spellings(catalog: Records, collection: str, record: Record) -> Iterator[Collection[str]]:
    """Yield the ids, names and aliases of a record: a stack has those of its like-named entity, a device its own."""
    entities = catalog.table("entities")
    behind = record["entity"] if collection == "devices" else record["id"] if collection == "stacks" else None
    entity = entities.get(behind, {}) if behind else {}
    yield (record["id"],)
    yield _own(record)
    yield [*record.get("aliases", ()), *([entity["name"], *entity.get("aliases", ())] if entity else ())]


def _own(record: Record) -> list[str]:
    """Return the names that a record has of its own."""
    return [record[key] for key in ("name", "title", "label") if isinstance(record.get(key), str)]


def _noted(asked: str, kind: str, found: str, *names: str) -> str:
    """Say what a word was taken for, unless it is the id or the name of that in another spelling."""
    if folded(asked) not in map(folded, (found, *names)):
        warn(f"'{asked}' was taken for the {kind} '{found}'")
    return found


def _ambiguous(kind: str, asked: str, found: Iterable[str]) -> UnknownIdError:
    names = tuple(sorted(found))
    return UnknownIdError(kind, asked, names, hint=f"it may be {_listed(names)}; name one.")


def _elsewhere(catalog: Records, asked: str) -> str | None:
    """Say what a word is that names no stack: a mode of one, or a thing that code passes in some."""
    wanted = folded(asked)
    modes = [
        (stack["id"], mode["id"])
        for stack in catalog.release["stacks"]
        for mode in stack["modes"]
        if wanted in (folded(mode["id"]), folded(mode["title"]))
    ]
    thing = _thing(catalog, asked)
    if modes:
        of = _listed([stack for stack, _ in modes], "and")
        hint = f"it is a mode of {of}; write {_listed([':'.join(pair) for pair in modes])}."
        return f"{hint} {thing[0].upper()}{thing[1:]}" if thing else hint
    return thing


def _thing(catalog: Records, asked: str) -> str | None:
    """Say which entity or device a word names, and which stacks pass it; None where it names none."""
    for collection, kind in (("entities", "an entity"), ("devices", "a device")):
        found = _called(catalog, collection, asked, catalog.table(collection))
        if len(found) == 1:
            stacks = sorted(catalog.network.at.get(catalog.table(collection)[found[0]].get("entity", found[0]), ()))
            where = f" that {_listed(stacks, 'and')} {'passes' if len(stacks) == 1 else 'pass'}" if stacks else ""
            return f"'{found[0]}' is {kind}{where}; for that, see: atlas-graph show {found[0]}"
    return None


def _described(catalog: Records, stack: str, device: str, here: Iterable[str]) -> str:
    """Say which stacks of the same program describe a device that one does not, else which devices it has."""
    stacks = catalog.table("stacks")
    others = [
        name
        for name, record in stacks.items()
        if record["entry"] == stacks[stack]["entry"] and device in record["devices"]
    ]
    if others:
        said = f"{_listed(sorted(others), 'and')} {'describes' if len(others) == 1 else 'describe'} it"
        return f"{said}; write {_listed(f'{name}::{device}' for name in sorted(others))}."
    return f"use one of {', '.join(sorted(here))}."


def _listed(names: Iterable[str], word: str = "or") -> str:
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last
