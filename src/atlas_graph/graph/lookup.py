"""Finding a record by its id, its address or what it is an end of."""

from __future__ import annotations

from typing import Any

from ..model.collections import RELEASED
from ..model.identifiers import BASE_IRI
from .catalog import Catalog
from .resolve import asked_for, follow, unknown

#: Kind of record, as an IRI names it, -> collection of the release. The order in which a bare id is looked for.
COLLECTIONS = {row.kind: row.name for row in sorted(RELEASED, key=lambda row: row.rank) if row.rank}


def find(catalog: Catalog, asked: str) -> tuple[str, dict[str, Any]]:
    """Return the kind (a key of ``COLLECTIONS``, or "step") and the released record of any id of the atlas.

    Takes a bare id, ``KIND/ID``, or the IRI, also that of a part: a mode or a piece of evidence leads to what it
    is of, a stage to its entity. A bare id that several kinds have is the entity's before the stack's before the
    device's; entities are followed to what replaces them.

    Raises:
        UnknownIdError: with the nearest ids of every kind.
    """
    name = asked_for("thing", asked).removeprefix(BASE_IRI)
    if name.startswith("ns#"):
        name = f"relation/{name[3:]}"
    name = name.partition("#")[0]
    kind, _, rest = name.partition("/")
    if kind == "stage":
        kind, rest = "entity", rest.partition("/")[2]
    kinds = list(COLLECTIONS)
    if rest and kind == "step":
        name, kinds = rest, []
    elif rest and kind in COLLECTIONS:
        name, kinds = rest, [kind]
    for candidate in kinds:
        table = catalog.table(COLLECTIONS[candidate])
        if name in table:
            return candidate, follow(table, name) if candidate == "entity" else table[name]
    stack = name.partition("/")[0]
    for record in catalog.table("stacks").get(stack, {}).get("steps", ()):
        if record["id"] == name:
            return "step", record
    from .names import named  # for what is no id as it stands

    if found := named(catalog, kinds, name):
        kind, key = found
        table = catalog.table(COLLECTIONS[kind])
        return kind, follow(table, key) if kind == "entity" else table[key]
    raise unknown("id", asked, _every_id(catalog, kinds))


def _every_id(catalog: Catalog, kinds: list[str]) -> set[str]:
    known = {name for kind in kinds for name in catalog.table(COLLECTIONS[kind])}
    if len(kinds) != 1:
        known |= {step["id"] for stack in catalog.table("stacks").values() for step in stack["steps"]}
    return known


def bare(catalog: Catalog, asked: str) -> tuple[str | None, str]:
    """Return the kind that an end of a question names, None where it names none, and its id.

    Takes an id, ``entity/ID``, ``stack/ID`` or ``device/ID``, an IRI of these, and an entity's name or alias in any
    case where no id is spelt so and only one entity is called that.
    """
    name = asked_for("entity", asked).removeprefix(BASE_IRI)
    kind, _, rest = name.partition("/")
    if rest and kind in _ENDS:
        return kind, rest
    if any(name in catalog.table(collection) for collection in _ENDS.values()):
        return None, name
    from .names import called  # for what is no id as it stands

    for kind, collection in _ENDS.items():
        if found := called(catalog, collection, kind, name):
            return None, found
    return None, name


#: Kinds of record that can be an end of a question -> their collections.
_ENDS = {"entity": "entities", "stack": "stacks", "device": "devices"}


def endpoint(catalog: Catalog, asked: str) -> str:
    """Return the entity that one end of a question means: an entity, a device's hardware, or a stack's entry.

    An entity that is no stage of any stack cannot be on a route; where a stack has its id, that is meant, unless
    ``entity/ID`` says otherwise. See :func:`bare` for what may be asked.

    Raises:
        UnknownIdError: with the nearest ids.
    """
    entities = catalog.table("entities")
    devices, stacks = catalog.table("devices"), catalog.table("stacks")
    kind, name = bare(catalog, asked)
    if kind in (None, "entity") and name in entities:
        found = str(follow(entities, name)["id"])
        if kind == "entity" or name not in stacks or catalog.network.at.get(found):
            return found
    if kind in (None, "device") and name in devices:
        return str(devices[name]["entity"])
    if kind in (None, "stack") and name in stacks:
        return str(stacks[name]["entry"])
    if kind is None:
        from .names import named  # says what it may be, or where it belongs

        named(catalog, _ENDS, name)
    known = {None: {*entities, *devices, *stacks}, "entity": entities, "device": devices, "stack": stacks}
    raise unknown(kind or "entity", name if kind else asked, known[kind])
