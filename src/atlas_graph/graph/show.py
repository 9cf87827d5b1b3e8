"""One thing of the catalog, and everything that is said of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..errors import UnknownIdError
from ..model.collections import citations
from ..model.identifiers import BASE_IRI
from ..model.status import BOUNDS
from .as_json import evidence_values, misconception_values, stage_values, step_values
from .catalog import Catalog
from .choices import Choice, Option
from .decisions import meant
from .display import drawn
from .evidence import Evidence, Source
from .forks import Fork
from .interop import Recorded
from .lookup import find
from .parts import Entity, Stage, Step
from .path import Path, find_path
from .path_names import path_named
from .stack import Stack
from .statements import Fact, Link, Misconception, Relation
from .things import Citation, Device, Looked, Publisher, Question, Quote, Witness
from .value import Value

Shown: TypeAlias = (
    "Entity | Stack | Source | Step | Relation | Misconception | Fact | Link | Choice | Option | Looked | Device | "
    "Witness | Question | Path | Quote | Citation | Fork | Publisher"
)


class Card(Recorded, Value):
    """A thing and what is said of it.

    ``dates`` are the quotes that say since or until when it, or its status, holds: by "since", "until",
    "status_since" and "status_until".

    ``kind`` is what it is ("entity", "stack", "step" …) and ``thing`` the object. For an entity ``roles`` are the
    stacks in which it is a stage, with the stage, and ``arriving`` and ``leaving`` the steps at it; for a stack
    ``leaving`` holds its steps; for a source ``cited`` are the ids that cite it. ``stack`` is the stack of the
    same id where an entity has one. ``choices`` are those that an entity makes, that are between a step and others,
    or that an option decides; ``options`` those that an entity reads, or that act upon a step or choice.
    """

    columns = ("kind", "id", "text")

    __slots__ = (
        "arriving",
        "choices",
        "cited",
        "dates",
        "facts",
        "id",
        "kind",
        "leaving",
        "links",
        "misconceptions",
        "options",
        "roles",
        "stack",
        "thing",
    )
    arriving: tuple[Step, ...]
    choices: tuple[Choice, ...]
    cited: tuple[str, ...]
    dates: tuple[tuple[str, tuple[Evidence, ...]], ...]
    facts: tuple[Fact, ...]
    id: str
    kind: str
    leaving: tuple[Step, ...]
    links: tuple[Link, ...]
    misconceptions: tuple[Misconception, ...]
    options: tuple[Option, ...]
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
            "dates": {bound: evidence_values(evidence) for bound, evidence in self.dates},
            "receipts": [receipt.to_dict() for receipt in getattr(self.thing, "receipts", ())],
            "grade": self.thing.grade.name if isinstance(self.thing, Step) else None,
            "roles": [{"stack": stack.id, **stage_values(stage)} for stack, stage in self.roles],
            "arriving": [step_values(step) for step in self.arriving],
            "leaving": [step_values(step) for step in self.leaving],
            "links": [{"id": link.id, "text": link.text} for link in self.links],
            "facts": [fact.raw for fact in self.facts],
            "misconceptions": [misconception_values(item) for item in self.misconceptions],
            "choices": [{"id": choice.id, "text": choice.text} for choice in self.choices],
            "options": [{"id": option.id, "name": option.name, "text": option.text} for option in self.options],
            "cited": list(self.cited),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict for each statement that the card holds: its kind, its id and what it says."""
        groups = (
            ("step", self.arriving), ("step", self.leaving), ("choice", self.choices), ("option", self.options),
            ("fact", self.facts), ("link", self.links), ("misconception", self.misconceptions),
        )  # fmt: skip
        return [
            {"kind": kind, "id": item.id, "text": getattr(item, "text", None) or str(item)}
            for kind, items in groups
            for item in items
        ]

    def __repr__(self) -> str:
        return f"<Card {self.kind}/{self.id}>"

    def _repr_html_(self) -> str:
        return drawn("html", self)


def get(catalog: Catalog, asked: str) -> Shown:
    """Return what has an id; see :meth:`Atlas.get`.

    Raises:
        UnknownIdError: with the nearest ids.
    """
    stack, mode, device = path_named(catalog, asked)
    if stack is not None:
        return find_path(catalog, stack, mode, device)
    if type(asked) is str and "#" in asked and not asked.startswith(BASE_IRI) and (cited := _cited(catalog, asked)):
        return cited  # an IRI leads to what it is a part of
    try:
        return get_record(catalog, *find(catalog, asked))
    except UnknownIdError:
        publisher: Publisher | None = catalog.collection("publishers").get(asked.removeprefix("publisher/"))
        if publisher is None:
            raise
        return publisher


def _cited(catalog: Catalog, asked: str) -> Quote | Citation | Fork | None:
    """Return the quote, the use of one, or the fork that has an id with a number sign."""
    quote = catalog.collection("quotes").get(asked.removeprefix("quote/").removeprefix("source/"))
    return (
        quote
        or catalog.collection("evidence").get(asked)
        or catalog.collection("forks").get(asked.removeprefix("fork/"))
    )


def get_record(catalog: Catalog, kind: str, raw: dict[str, Any]) -> Shown:
    """Return the object of a released record, of which ``kind`` says what it is called."""
    if kind == "entity":
        return catalog.make_entity(raw["id"])
    if kind == "step":
        return catalog.make_step(catalog.table("stacks")[raw["id"].partition("/")[0]], raw)
    if kind == "question":
        return Question(catalog, raw)
    if kind == "looked":
        return Looked(evidence=catalog.make_evidence(raw.get("evidence", [])), id=raw["id"], raw=raw)
    if kind in _PLAIN:
        return _PLAIN[kind](raw)
    made: Misconception | Fact | Link | Choice | Option = getattr(catalog, f"make_{kind}")(raw)
    return made


#: What is made of its record alone.
_PLAIN: dict[str, Callable[[dict[str, Any]], Shown]] = {
    "device": Device.of,
    "relation": Relation.of,
    "source": Source.of,
    "stack": Stack.of,
    "witness": Witness.of,
}


def card(catalog: Catalog, asked: str) -> Card:
    """Return the card of what has an id; see :meth:`Atlas.show`."""
    thing = get(catalog, asked)
    kind = type(thing).__name__.lower()
    entity = thing.id if isinstance(thing, Entity) else None
    touching = _steps_at(catalog, thing)
    stack = catalog.table("stacks").get(thing.id) if entity else None
    return Card(
        arriving=tuple(step for step in touching if step.to == entity) if entity else (),
        choices=tuple(choice for choice in catalog.collection("choices")() if _chosen(catalog, thing, choice)),
        cited=_citing(catalog, thing.id) if isinstance(thing, Source) else (),
        dates=_dates(catalog, thing),
        facts=tuple(catalog.collection("facts")(entity)) if entity else (),
        id=thing.id,
        kind=kind,
        leaving=tuple(step for step in touching if step.from_ == entity) if entity else tuple(touching),
        links=tuple(catalog.collection("links")(entity)) if entity else (),
        misconceptions=_misconceptions(catalog, thing),
        options=tuple(option for option in catalog.collection("options")() if _acts(thing, option)),
        roles=_roles(catalog, entity) if entity else (),
        stack=Stack.of(stack) if stack else None,
        thing=thing,
    )


def _dates(catalog: Catalog, thing: Shown) -> tuple[tuple[str, tuple[Evidence, ...]], ...]:
    raw = getattr(thing, "raw", None) or {}
    return tuple((bound, catalog.make_evidence(raw[bound]["evidence"])) for bound in BOUNDS if bound in raw)


def _steps_at(catalog: Catalog, thing: Shown) -> list[Step]:
    if isinstance(thing, Stack):
        return list(find_path(catalog, thing.id).steps)
    if isinstance(thing, Path):
        return list(thing.steps)
    if isinstance(thing, Relation):
        return [
            catalog.make_step(stack, raw)
            for stack in catalog.release["stacks"]
            for raw in stack["steps"]
            if raw["relation"] == thing.id
        ]
    if not isinstance(thing, Entity):
        return []
    return [
        catalog.make_step(catalog.table("stacks")[name], raw)
        for name in catalog.network.at.get(thing.id, ())
        for raw in catalog.table("stacks")[name]["steps"]
        if thing.id in (raw["from"], raw["to"])
    ]


def _chosen(catalog: Catalog, thing: Shown, choice: Choice) -> bool:
    """Tell whether a choice is told of with a thing."""
    if isinstance(thing, Entity):
        return thing.id in (choice.chooser.id, *choice.among)
    if isinstance(thing, Step):
        steps = catalog.table("stacks")[thing.stack]["steps"]
        return any(raw["id"] == thing.id for raw in meant(choice.raw, thing.stack, steps))
    if isinstance(thing, Option):
        return any(name == choice.id for _, name in thing.effects)
    return isinstance(thing, Stack) and (
        choice.stack == thing.id or any(name.startswith(f"{thing.id}/") for name in choice.among)
    )


def _acts(thing: Shown, option: Option) -> bool:
    """Tell whether an option is told of with a thing."""
    if isinstance(thing, Entity):
        return option.owner.id == thing.id
    if isinstance(thing, Stack):
        return any(name.startswith(f"{thing.id}/") for _, name in option.effects)
    return isinstance(thing, Step | Choice) and any(name == thing.id for _, name in option.effects)


def _misconceptions(catalog: Catalog, thing: Shown) -> tuple[Misconception, ...]:
    if isinstance(thing, Entity):
        return tuple(catalog.collection("misconceptions")(concerns=thing.id))
    return tuple(catalog.collection("misconceptions")(thing.id)) if isinstance(thing, Stack) else ()


def _roles(catalog: Catalog, entity: str) -> tuple[tuple[Stack, Stage], ...]:
    stacks = catalog.table("stacks")
    return tuple(
        (Stack.of(stacks[name]), catalog.make_stage(raw))
        for name in catalog.network.at.get(entity, ())
        for raw in stacks[name]["stages"]
        if raw["entity"] == entity
    )


def _citing(catalog: Catalog, source: str) -> tuple[str, ...]:
    """Return the ids of everything that cites a source: steps, stages as STACK/stage/ENTITY, links and others."""
    citing = (key for key, _, evidence in citations(catalog.release) if evidence.get("source") == source)
    return tuple(dict.fromkeys(citing))


def _plain(thing: Any) -> dict[str, Any]:
    if hasattr(thing, "to_dict"):
        return dict(thing.to_dict())
    return {name: getattr(thing, name) for name in thing.__slots__}
