"""Finding a record by its id: what has moved is followed, what is withdrawn is said, what is misspelt is named."""

from __future__ import annotations

from ..errors import AtlasWarning, UnknownIdError
from ..model.collections import RELEASED
from ..model.identifiers import BASE_IRI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .atlas import Atlas

#: Where no more ids than this are known, an error names them all: the stacks, the modes of one, the devices.
_LISTED = 20

#: Kind of record, as an IRI names it, -> collection of the release. The order in which a bare id is looked for.
COLLECTIONS = {row.kind: row.name for row in sorted(RELEASED, key=lambda row: row.rank) if row.rank}


def asked_for(kind: str, asked: object) -> str:
    """Return an id that a caller gave.

    Raises:
        TypeError: for what is no text, before it is looked up as if it were some id.
    """
    if not isinstance(asked, str):
        raise TypeError(f"a {kind} is asked for in a str, and not in {type(asked).__name__}")
    return asked


def unknown(kind: str, asked: str, known: Iterable[str]) -> UnknownIdError:
    """Return the error for an id that is not among ``known``, with the nearest that are.

    Raises:
        TypeError: for what is no text.
    """
    from .suggest import nearest

    known = sorted(known)
    shown = tuple(known) if len(known) <= _LISTED else ()
    return UnknownIdError(kind, asked_for(kind, asked), nearest(asked, known), shown)


def follow(entities: dict[str, dict[str, Any]], asked: str) -> dict[str, Any]:
    """Return the entity that is meant by an id today, with a warning where that takes a word.

    A ``moved`` or ``withdrawn`` entity leads to the one that replaces it, if any; a ``deprecated`` one is still
    itself, and the warning names what replaces it.
    """
    record = entities[asked]
    seen = {asked}
    while True:
        status = record.get("status")
        if not status or status["state"] == "current":
            return record
        state, instead, reason = status["state"], status.get("replaced_by"), status.get("reason", "")
        text = f"'{record['id']}' is {state}: {reason}"
        leads_on = state != "deprecated" and instead in entities and instead not in seen
        if instead is not None:
            text += f"{'' if text.endswith('.') else '.'} " + (
                f"'{instead}' is shown in its place." if leads_on else f"Use '{instead}'."
            )
        warn(text)
        if not leads_on:
            return record
        seen.add(instead)
        record = entities[instead]


def warn(text: str) -> None:
    """Emit an :class:`~atlas_graph.errors.AtlasWarning` that points at the caller of the package."""
    import os
    import sys
    import warnings

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, AtlasWarning, stacklevel=level)


def find(atlas: Atlas, asked: str) -> tuple[str, dict[str, Any]]:
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
        table = atlas.table(COLLECTIONS[candidate])
        if name in table:
            return candidate, follow(table, name) if candidate == "entity" else table[name]
    stack = name.partition("/")[0]
    for record in atlas.table("stacks").get(stack, {}).get("steps", ()):
        if record["id"] == name:
            return "step", record
    raise unknown("id", asked, _every_id(atlas, kinds))


def _every_id(atlas: Atlas, kinds: list[str]) -> set[str]:
    known = {name for kind in kinds for name in atlas.table(COLLECTIONS[kind])}
    if len(kinds) != 1:
        known |= {step["id"] for stack in atlas.table("stacks").values() for step in stack["steps"]}
    return known


def endpoint(atlas: Atlas, asked: str) -> str:
    """Return the entity that one end of a question means: an entity, a device's hardware, or a stack's entry.

    An entity that is no stage of any stack cannot be on a route; where a stack has its id, that is meant.

    Raises:
        UnknownIdError: with the nearest ids.
    """
    entities = atlas.table("entities")
    devices, stacks = atlas.table("devices"), atlas.table("stacks")
    if asked_for("entity", asked) in entities:
        found = str(follow(entities, asked)["id"])
        if asked not in stacks or atlas.network.at.get(found):
            return found
    elif asked in devices:
        return str(devices[asked]["entity"])
    if asked in stacks:
        return str(stacks[asked]["entry"])
    raise unknown("entity", asked, {*entities, *devices, *stacks})
