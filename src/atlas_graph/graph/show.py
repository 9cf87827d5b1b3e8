"""One thing of the atlas, and everything that is said of it."""

from __future__ import annotations

from ..model.collections import citations
from .as_json import evidence_values, misconception_values, stage_values, step_values
from .lookup import find
from .parts import Entity, Source, Step
from .stack import Stack
from .statements import Fact, Link, Misconception, Relation
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from .atlas import Atlas
    from .parts import Stage

Shown: TypeAlias = "Entity | Stack | Source | Step | Relation | Misconception | Fact | Link | Device | Witness"


class Device(Value):
    """A target that steps can be limited to, and the hardware that it stands for."""

    __slots__ = ("entity", "id", "label")
    entity: str
    id: str
    label: str


class Witness(Value):
    """A program that makes a real framework show its steps; ``raw`` holds the record of its last run."""

    __slots__ = ("id", "raw", "title")
    id: str
    raw: dict[str, Any]
    title: str

    def __hash__(self) -> int:
        return hash(("Witness", self.id))


class Card(Value):
    """A thing and what is said of it.

    ``kind`` is what it is ("entity", "stack", "step" …) and ``thing`` the object. For an entity ``roles`` are the
    stacks in which it is a stage, with the stage, and ``arriving`` and ``leaving`` the steps at it; for a stack
    ``leaving`` holds its steps; for a source ``cited`` are the ids that cite it. ``stack`` is the stack of the
    same id where an entity has one.
    """

    __slots__ = (
        "arriving",
        "cited",
        "facts",
        "id",
        "kind",
        "leaving",
        "links",
        "misconceptions",
        "roles",
        "stack",
        "thing",
    )
    arriving: tuple[Step, ...]
    cited: tuple[str, ...]
    facts: tuple[Fact, ...]
    id: str
    kind: str
    leaving: tuple[Step, ...]
    links: tuple[Link, ...]
    misconceptions: tuple[Misconception, ...]
    roles: tuple[tuple[Stack, Stage], ...]
    stack: Stack | None
    thing: Shown

    def to_dict(self) -> dict[str, Any]:
        """Return the card as the JSON that ``show --format json`` prints."""
        return {
            "id": self.id,
            "kind": self.kind,
            "record": self.thing.raw if hasattr(self.thing, "raw") else _plain(self.thing),
            "evidence": evidence_values(getattr(self.thing, "evidence", ())),
            "grade": self.thing.grade.name if isinstance(self.thing, Step) else None,
            "roles": [{"stack": stack.id, **stage_values(stage)} for stack, stage in self.roles],
            "arriving": [step_values(step) for step in self.arriving],
            "leaving": [step_values(step) for step in self.leaving],
            "links": [{"id": link.id, "text": link.text} for link in self.links],
            "facts": [fact.raw for fact in self.facts],
            "misconceptions": [misconception_values(item) for item in self.misconceptions],
            "cited": list(self.cited),
        }

    def _repr_html_(self) -> str:
        from ..render.card import card_html

        return card_html(self)


def get(atlas: Atlas, asked: str) -> Shown:
    """Return what has an id; see :meth:`Atlas.get`.

    Raises:
        UnknownIdError: with the nearest ids.
    """
    kind, raw = find(atlas, asked)
    if kind == "entity":
        return Entity.of(raw)
    if kind == "stack":
        return Stack.of(raw)
    if kind == "source":
        return Source.of(raw)
    if kind == "step":
        return atlas.make_step(atlas.table("stacks")[raw["id"].partition("/")[0]], raw)
    if kind == "device":
        return Device(raw["entity"], raw["id"], raw["label"])
    if kind == "relation":
        return Relation.of(raw)
    if kind == "witness":
        return Witness(raw["id"], raw, raw["title"])
    made: Misconception | Fact | Link = getattr(atlas, f"make_{kind}")(raw)
    return made


def card(atlas: Atlas, asked: str) -> Card:
    """Return the card of what has an id; see :meth:`Atlas.show`."""
    thing = get(atlas, asked)
    kind = type(thing).__name__.lower()
    entity = thing.id if isinstance(thing, Entity) else None
    touching = _steps_at(atlas, thing)
    stack = atlas.table("stacks").get(thing.id) if entity else None
    return Card(
        arriving=tuple(step for step in touching if step.to == entity) if entity else (),
        cited=_citing(atlas, thing.id) if isinstance(thing, Source) else (),
        facts=atlas.facts(entity) if entity else (),
        id=thing.id,
        kind=kind,
        leaving=tuple(step for step in touching if step.from_ == entity) if entity else tuple(touching),
        links=atlas.links(entity) if entity else (),
        misconceptions=_misconceptions(atlas, thing),
        roles=_roles(atlas, entity) if entity else (),
        stack=Stack.of(stack) if stack else None,
        thing=thing,
    )


def _steps_at(atlas: Atlas, thing: Shown) -> list[Step]:
    if isinstance(thing, Stack):
        return list(atlas.path(thing.id).steps)
    if isinstance(thing, Relation):
        return [
            atlas.make_step(stack, raw)
            for stack in atlas.release["stacks"]
            for raw in stack["steps"]
            if raw["relation"] == thing.id
        ]
    if not isinstance(thing, Entity):
        return []
    return [
        atlas.make_step(atlas.table("stacks")[name], raw)
        for name in atlas.network.at.get(thing.id, ())
        for raw in atlas.table("stacks")[name]["steps"]
        if thing.id in (raw["from"], raw["to"])
    ]


def _misconceptions(atlas: Atlas, thing: Shown) -> tuple[Misconception, ...]:
    if isinstance(thing, Entity):
        return atlas.misconceptions(concerns=thing.id)
    return atlas.misconceptions(thing.id) if isinstance(thing, Stack) else ()


def _roles(atlas: Atlas, entity: str) -> tuple[tuple[Stack, Stage], ...]:
    stacks = atlas.table("stacks")
    return tuple(
        (Stack.of(stacks[name]), atlas.make_stage(raw))
        for name in atlas.network.at.get(entity, ())
        for raw in stacks[name]["stages"]
        if raw["entity"] == entity
    )


def _citing(atlas: Atlas, source: str) -> tuple[str, ...]:
    """Return the ids of everything that cites a source: steps, stages as STACK/stage/ENTITY, links and others."""
    citing = (key for key, _, evidence in citations(atlas.release) if evidence.get("source") == source)
    return tuple(dict.fromkeys(citing))


def _plain(thing: Value) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__slots__}
