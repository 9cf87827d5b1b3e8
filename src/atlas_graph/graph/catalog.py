"""The catalog of a release: its records by id, and the objects that are made of them."""

from __future__ import annotations

from ..model.collections import RELEASED
from ..model.vocabulary import UNCHECKED
from .choices import Choice, Option
from .evidence import Evidence, Source
from .marks import marks_of
from .network import Network
from .parts import Entity, Stage, Step
from .resolve import follow
from .stack import Stack
from .statements import Fact, Link, Misconception, Relation
from .witnesses import observations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .records import Records
    from .search.index import Index
    from .witnesses import Observation


class Catalog:
    """The records of one release, looked up, and handed out as objects.

    Objects are made when they are asked for; the release itself stays as the plain JSON values in ``release``, which
    must not be changed. ``origin`` says where it was read from.
    """

    def __init__(self, release: dict[str, Any], origin: str = "memory") -> None:
        self.release = release
        self.origin = origin
        #: Opens the index of the release, where whoever loaded it knows of a place for one.
        self.find_index: Callable[[dict[str, Any]], Index | None] | None = None
        self._tables: dict[str, dict[str, dict[str, Any]]] = {}
        self._network: Network | None = None
        self._with_options: dict[frozenset[str], Network] = {}
        self._observed: dict[str, tuple[Observation, ...]] | None = None
        self._index: Index | None = None

    @property
    def version(self) -> str:
        """The release's version."""
        return str(self.release["version"])

    def table(self, collection: str) -> dict[str, dict[str, Any]]:
        """Return the released records of a collection ("entities", "stacks", "sources" …) by id."""
        if collection not in self._tables:
            self._tables[collection] = {record["id"]: record for record in self.release.get(collection, ())}
        return self._tables[collection]

    @property
    def network(self) -> Network:
        """The index that the queries walk, of the default configuration."""
        if self._network is None:
            self._network = Network(self.table("stacks"))
        return self._network

    def network_with(self, options: frozenset[str]) -> Network:
        """Return the index under options that are set; without any it is that of the default configuration."""
        if not options:
            return self.network
        if options not in self._with_options:
            self._with_options[options] = Network(self.table("stacks"), options)
        return self._with_options[options]

    @property
    def index(self) -> Index:
        """The index that search asks: what ``find_index`` opened, else one made in memory."""
        if self._index is None:
            from .search.index import index_in_memory  # loads SQLite

            self._index = self.find_index(self.release) if self.find_index else None
            self._index = self._index or index_in_memory(self.release)
        return self._index

    # Looking up -------------------------------------------------------------------------------------------

    def entity(self, entity: str) -> Entity:
        """Return an entity; one that has moved leads to what replaces it, with an ``AtlasWarning``.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return self._entity(follow(self.table("entities"), self.record("entities", "entity", entity)["id"]))

    def stack(self, stack: str) -> Stack:
        """Return a stack.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return Stack.of(self.record("stacks", "stack", stack))

    def source(self, source: str) -> Source:
        """Return a source.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return Source.of(self.record("sources", "source", source))

    def relation(self, relation: str) -> Relation:
        """Return a relation.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return Relation.of(self.record("relations", "relation", relation))

    def device_label(self, device: str) -> str:
        """Return the label of a device, such as "NVIDIA GPU".

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return str(self.record("devices", "device", device)["label"])

    def record(self, collection: str, kind: str, asked: str) -> dict[str, Any]:
        """Return a released record as it is, without following its status; ``kind`` names it in the error.

        Takes its id, or its name or alias, in any case.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        table = self.table(collection)
        if type(asked) is str and asked in table:
            return table[asked]
        from .names import resolved  # for what is no id as it stands

        return table[resolved(self, collection, kind, asked)]

    def statement(self, kind: str, key: str) -> dict[str, Any] | None:
        """Return the released record of what a search names: also of a step, stage, or limit of a stack's scope."""
        if kind in ("step", "stage", "out-of-scope"):
            stack = self.table("stacks").get(key.partition("#")[0].partition("/")[0])
            if stack is None:
                return None
            if kind == "out-of-scope":
                number = key.rpartition("-")[2]
                limits: list[dict[str, Any]] = stack.get("out_of_scope", [])
                return limits[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(limits) else None
            name, field = (key, "id") if kind == "step" else (key.partition("/")[2], "entity")
            return next((record for record in stack[f"{kind}s"] if record[field] == name), None)
        collection = next((row.name for row in RELEASED if row.kind == kind), None)
        return self.table(collection).get(key) if collection else None

    def _id(self, collection: str, kind: str, asked: str | None) -> str | None:
        """Return the id of what is asked for, None where nothing is."""
        return None if asked is None else str(self.record(collection, kind, asked)["id"])

    # Collections ------------------------------------------------------------------------------------------

    def collection(self, name: str) -> Records[Any]:
        """Return all records of a kind ("stacks", "steps", "quotes" …); the atlas, which stands above, makes them.

        Raises:
            UnknownIdError: for what is not collected, with the nearest.
        """
        raise NotImplementedError

    # Making objects ---------------------------------------------------------------------------------------

    def make_entity(self, entity: str) -> Entity:
        """Make an entity as a part of something, without following its status."""
        return self._entity(self.record("entities", "entity", entity))

    def _entity(self, raw: dict[str, Any]) -> Entity:
        return Entity.of(raw, self.make_evidence(raw["evidence"]) if raw.get("evidence") else ())

    def make_stage(self, raw: dict[str, Any]) -> Stage:
        """Make a stage from its released record."""
        return Stage(
            entity=self.make_entity(raw["entity"]),
            evidence=self.make_evidence(raw["evidence"], raw.get("audit")),
            note=raw["note"],
            raw=raw,
        )

    def make_step(
        self,
        stack: dict[str, Any],
        raw: dict[str, Any],
        mode: str | None = None,
        device: str | None = None,
        options: frozenset[str] | None = None,
    ) -> Step:
        """Make a step of ``stack`` from its released record, with the runs that saw it under these conditions."""
        when = raw.get("when", {})
        return Step(
            devices=tuple(when.get("devices") or stack["devices"]),
            end=self.make_entity(raw["to"]),
            evidence=self.make_evidence(raw["evidence"], raw.get("audit")),
            id=raw["id"],
            label=self.record("relations", "relation", raw["relation"])["label"],
            modes=tuple(when.get("modes") or (mode["id"] for mode in stack["modes"])),
            observed=tuple(
                seen for seen in self._observations().get(raw["id"], ()) if seen.speaks_for(mode, device, options)
            ),
            raw=raw,
            stack=stack["id"],
            start=self.make_entity(raw["from"]),
        )

    def make_link(self, raw: dict[str, Any]) -> Link:
        """Make a link from its released record."""
        label = self.record("relations", "relation", raw["relation"])["label"]
        ends = self.make_entity(raw["to"]), self.make_entity(raw["from"])
        return Link(
            end=ends[0],
            evidence=self.make_evidence(raw["evidence"], raw.get("audit")),
            id=raw["id"],
            label=label,
            raw=raw,
            start=ends[1],
        )

    def make_misconception(self, raw: dict[str, Any]) -> Misconception:
        """Make a misconception from its released record."""
        return Misconception(
            claim=raw["claim"],
            correction=raw["correction"],
            evidence=self.make_evidence(raw["evidence"], raw.get("audit")),
            id=raw["id"],
            raw=raw,
        )

    def make_choice(self, raw: dict[str, Any]) -> Choice:
        """Make a choice from its released record."""
        evidence = self.make_evidence(raw["evidence"], raw.get("audit"))
        return Choice(chooser=self.make_entity(raw["chooser"]), evidence=evidence, id=raw["id"], raw=raw)

    def make_option(self, raw: dict[str, Any]) -> Option:
        """Make an option from its released record."""
        evidence, owner = self.make_evidence(raw["evidence"], raw.get("audit")), self.make_entity(raw["whose"])
        return Option(evidence=evidence, id=raw["id"], name=raw["name"], owner=owner, raw=raw)

    def make_fact(self, raw: dict[str, Any]) -> Fact:
        """Make a fact from its released record."""
        evidence, subject = self.make_evidence(raw["evidence"], raw.get("audit")), self.make_entity(raw["subject"])
        return Fact(
            evidence=evidence,
            id=raw["id"],
            property=raw["property"],
            raw=raw,
            subject=subject,
            unit=raw.get("unit"),
            value=raw["value"] if "value" in raw else raw["value_text"],
        )

    def make_evidence(self, raw: list[dict[str, Any]], audit: dict[str, Any] | None = None) -> tuple[Evidence, ...]:
        """Make evidence from its released records, with what the ledger says of each quote, and the marks in it."""
        ledger = self.table("ledger")
        made = []
        for item in raw:
            entry = ledger.get(item.get("id", ""), {})
            check = entry.get("pinned") or entry.get("live") or {}
            made.append(
                Evidence(
                    checked=check.get("date"),
                    id=item.get("id"),
                    marks=marks_of(audit, item.get("id")),
                    quote=item.get("quote"),
                    raw=item,
                    section=item.get("section"),
                    source=self.source(item["source"]) if "source" in item else None,
                    verdict=check.get("verdict", UNCHECKED),
                    witness=item.get("witness"),
                )
            )
        return tuple(made)

    def _observations(self) -> dict[str, tuple[Observation, ...]]:
        if self._observed is None:
            self._observed = observations(self.release)
        return self._observed
