"""Finding a record by its id, its address or what it is an end of."""

from __future__ import annotations

from ..model.collections import RELEASED
from ..model.identifiers import BASE_IRI
from .resolve import asked_for, follow, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .catalog import Catalog

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
    raise unknown("id", asked, _every_id(catalog, kinds))


def _every_id(catalog: Catalog, kinds: list[str]) -> set[str]:
    known = {name for kind in kinds for name in catalog.table(COLLECTIONS[kind])}
    if len(kinds) != 1:
        known |= {step["id"] for stack in catalog.table("stacks").values() for step in stack["steps"]}
    return known


def endpoint(catalog: Catalog, asked: str) -> str:
    """Return the entity that one end of a question means: an entity, a device's hardware, or a stack's entry.

    An entity that is no stage of any stack cannot be on a route; where a stack has its id, that is meant.

    Raises:
        UnknownIdError: with the nearest ids.
    """
    entities = catalog.table("entities")
    devices, stacks = catalog.table("devices"), catalog.table("stacks")
    if asked_for("entity", asked) in entities:
        found = str(follow(entities, asked)["id"])
        if asked not in stacks or catalog.network.at.get(found):
            return found
    elif asked in devices:
        return str(devices[asked]["entity"])
    if asked in stacks:
        return str(stacks[asked]["entry"])
    raise unknown("entity", asked, {*entities, *devices, *stacks})
