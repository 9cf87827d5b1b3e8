"""The atlas: a release in memory, and the way in to everything that can be asked of it."""

from __future__ import annotations

from ..model.vocabulary import UNCHECKED
from .lookup import follow, unknown
from .parts import Entity, Evidence, Source, Stage, Step
from .path import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    from .compare import Comparison, Side
    from .explain import Explanation
    from .here import Here
    from .network import Network
    from .routes import Routes
    from .search import Hit
    from .show import Card, Shown
    from .stack import Stack
    from .statements import Fact, Link, Misconception, Relation
    from .why_not import WhyNot

    Default = TypeVar("Default")


class Atlas:
    """One release of the atlas.

    Made by :func:`atlas_graph.load`. Objects are made when they are asked for; the release itself stays as the
    plain JSON values in ``release``, which must not be changed.

    >>> import atlas_graph as ag
    >>> path = ag.load().path("jax", mode="jit", device="nvidia-gpu")
    >>> len(path.stages), len(path.steps)
    (12, 13)
    """

    def __init__(self, release: dict[str, Any], origin: str = "memory") -> None:
        self.release = release
        self.origin = origin
        self._tables: dict[str, dict[str, dict[str, Any]]] = {}
        self._network: Network | None = None
        self._observed: dict[str, Any] | None = None

    @property
    def version(self) -> str:
        """The release's version."""
        return str(self.release["version"])

    def __repr__(self) -> str:
        counts = f"{len(self.release['stacks'])} stacks, {len(self.release['entities'])} entities"
        return f"<Atlas {self.version}: {counts}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atlas) and self.release == other.release

    def __hash__(self) -> int:
        return hash((self.release["version"], len(self.release["entities"])))

    def __reduce__(self) -> tuple[Any, ...]:
        return Atlas, (self.release, self.origin)

    def table(self, collection: str) -> dict[str, dict[str, Any]]:
        """Return the released records of a collection ("entities", "stacks", "sources" …) by id."""
        if collection not in self._tables:
            self._tables[collection] = {record["id"]: record for record in self.release.get(collection, ())}
        return self._tables[collection]

    @property
    def network(self) -> Network:
        """The index that the queries walk."""
        if self._network is None:
            from .network import Network

            self._network = Network(self.table("stacks"))
        return self._network

    # Looking up -------------------------------------------------------------------------------------------

    def entity(self, entity: str) -> Entity:
        """Return an entity; one that has moved leads to what replaces it, with an ``AtlasWarning``.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        self.record("entities", "entity", entity)
        return Entity.of(follow(self.table("entities"), entity))

    def stack(self, stack: str) -> Stack:
        """Return a stack.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        from .stack import Stack

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
        from .statements import Relation

        return Relation.of(self.record("relations", "relation", relation))

    def device_label(self, device: str) -> str:
        """Return the label of a device, such as "NVIDIA GPU".

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return str(self.record("devices", "device", device)["label"])

    def record(self, collection: str, kind: str, asked: str) -> dict[str, Any]:
        """Return a released record as it is, without following its status; ``kind`` names it in the error.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        table = self.table(collection)
        if type(asked) is str and asked in table:
            return table[asked]
        raise unknown(kind, asked, table)

    if TYPE_CHECKING:

        @overload
        def get(self, asked: str) -> Shown | None: ...
        @overload
        def get(self, asked: str, default: Default) -> Shown | Default: ...

    def get(self, asked: str, default: Any = None) -> Any:
        """Return whatever has an id (entity, stack, step, source, fact …), or ``default``.

        Takes a bare id, ``KIND/ID`` or an IRI of the atlas. A bare id that is both an entity's and a stack's is
        the entity's; ``stack/jax`` is the stack.

        >>> import atlas_graph as ag
        >>> atlas = ag.load()
        >>> print(atlas.get("jaxpr"), "|", atlas.get("stack/jax").entry, "|", atlas.get("no-such-id"))
        jaxpr | jax-code | None
        """
        from ..errors import UnknownIdError
        from .show import get

        try:
            return get(self, asked)
        except UnknownIdError:
            return default

    def show(self, asked: str) -> Card:
        """Return a card: what has the id, and everything the atlas says of it.

        Raises:
            UnknownIdError: with the nearest ids of every kind.
        """
        from .show import card

        return card(self, asked)

    def search(self, text: str, *, limit: int = 20) -> list[Hit]:
        """Return what best fits a text, best first: names, aliases, summaries, steps and quotes.

        Misspelt words are forgiven. ``limit`` is the largest number of hits.

        >>> import atlas_graph as ag
        >>> ag.load().search("stable hlo")[0].id
        'stablehlo'
        """
        from .search import search

        return search(self, text, limit)

    # Collections ------------------------------------------------------------------------------------------

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """Every stack, by id."""
        from .stack import Stack

        return tuple(Stack.of(record) for record in self.release["stacks"])

    @property
    def entities(self) -> tuple[Entity, ...]:
        """Every entity, by id."""
        return tuple(Entity.of(record) for record in self.release["entities"])

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every source, by id."""
        return tuple(Source.of(record) for record in self.release["sources"])

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Every relation, in the order of the vocabulary."""
        from .statements import Relation

        return tuple(Relation.of(record) for record in self.release["relations"])

    @property
    def concepts(self) -> tuple[Entity, ...]:
        """The entities that are ideas, not things: what is needed to speak of the others."""
        return tuple(entity for entity in self.entities if entity.kind == "concept")

    def links(self, entity: str | None = None, *, relation: str | None = None) -> tuple[Link, ...]:
        """Return the structural links, of which an entity is one end and a relation the kind, where given."""
        return tuple(
            self.make_link(raw)
            for raw in self.release.get("links", ())
            if (entity is None or entity in (raw["from"], raw["to"]))
            and (relation is None or relation == raw["relation"])
        )

    def misconceptions(self, stack: str | None = None, *, concerns: str | None = None) -> tuple[Misconception, ...]:
        """Return the misconceptions, of a stack and about an entity, where given."""
        return tuple(
            self.make_misconception(raw)
            for raw in self.release.get("misconceptions", ())
            if (stack is None or stack in raw["stacks"]) and (concerns is None or concerns in raw.get("concerns", ()))
        )

    def facts(self, subject: str | None = None, *, property: str | None = None) -> tuple[Fact, ...]:
        """Return the facts, of an entity and of one property, where given."""
        return tuple(
            self.make_fact(raw)
            for raw in self.release.get("facts", ())
            if (subject is None or subject == raw["subject"]) and (property is None or property == raw["property"])
        )

    # Questions --------------------------------------------------------------------------------------------

    def path(self, stack: str, *, mode: str | None = None, device: str | None = None) -> Path:
        """Return the part of a stack that holds under a mode and a device.

        Without ``mode`` or ``device`` that condition is left open; without both it is the whole stack. Where
        the stack declares that the two do not go together, the path is empty (and false).

        Raises:
            UnknownIdError: for a stack, mode or device that the atlas does not have, with the nearest ids.
        """
        record = self.record("stacks", "stack", stack)
        index = self.network.index(stack)
        if mode is not None and (type(mode) is not str or mode not in index.by_mode):
            raise unknown(f"mode of {stack}", mode, index.by_mode)
        if device is not None and (type(device) is not str or device not in index.by_device):
            raise unknown(f"device of {stack}", device, index.by_device)
        if not index.wanted(mode, device):
            return Path(self, record, mode, device, [], [])
        from .select import select

        stages, steps = select(index, mode, device)
        return Path(self, record, mode, device, stages, steps)

    def routes(
        self,
        start: str,
        end: str,
        *,
        mode: str | None = None,
        device: str | None = None,
        limit: int = 20,
        changes: int = 2,
    ) -> Routes:
        """Return the linear routes from one entity to another, inside a stack or across stacks, shortest first.

        The steps of a route inside one stack hold together under at least one mode and device that the stack
        declares; the route's legs say which. A route changes stack only at an entity that both have, at most
        ``changes`` times, and says so. Both stacks then hold on one device, but for a stack that the first
        declares as its continuation. Per stack, ``mode`` limits the steps if the stack has that mode, and at
        least one stack of a route must; ``device`` leaves out the stacks that do not describe the device.

        At most ``limit`` routes are returned, and ``capped`` says whether there are more.

        Raises:
            UnknownIdError: for an end, mode or device that the atlas does not have, with the nearest ids.

        >>> import atlas_graph as ag
        >>> found = ag.load().routes("xla", "ptx", device="nvidia-gpu")
        >>> print(found[0], found[0].legs[0].conditions[0])
        XLA → LLVM IR → PTX ('jit', 'nvidia-gpu')
        """
        from .routes import find_routes

        return find_routes(self, start, end, mode=mode, device=device, limit=limit, changes=changes)

    def compare(self, left: Side, right: Side) -> Comparison:
        """Return what two paths share, where they part, and where they meet again.

        A side is a :class:`Path`, a tuple ``(stack, mode, device)`` whose last two may be None or left out, or
        the text ``"stack:mode:device"``.

        Raises:
            UnknownIdError: for a stack, mode or device that the atlas does not have, with the nearest ids.
        """
        from .compare import compare

        return compare(self, left, right)

    def explain(self, stack: str, *, mode: str | None = None, device: str | None = None) -> Explanation:
        """Return the receipts of a path: per step the quotes, verdicts and grade, and the weakest step.

        Raises:
            UnknownIdError: for a stack, mode or device that the atlas does not have, with the nearest ids.
        """
        from .explain import explain

        return explain(self.path(stack, mode=mode, device=device))

    def why_not(self, start: str, end: str) -> WhyNot:
        """Return why the atlas has no route between two things, or the route if it has one.

        Each end is an entity, a device or a stack. See :class:`WhyNot` for the verdicts.
        """
        from .why_not import why_not

        return why_not(self, start, end)

    def here(self) -> Here:
        """Return the paths that apply to the packages and devices of this machine. Sends nothing anywhere."""
        from .here import here

        return here(self)

    def stats(self) -> dict[str, Any]:
        """Return the counts of the release, as ``stats --format json`` prints them."""
        from .stats import stats

        return stats(self)

    def sparql(self, query: str, *, timeout: float | None = 30.0, engine: str = "auto") -> Any:
        """Return the answer of a SPARQL 1.1 query over the release.

        SELECT gives rows of Python values, ASK a bool, CONSTRUCT and DESCRIBE triples; see
        :func:`atlas_graph.rdf.sparql.sparql`. A query is ended after ``timeout`` seconds (None: never).

        Raises:
            QueryError: for what is no query or is refused, with line and column; QueryTimeout where it is ended.
            MissingExtraError: where no SPARQL engine is installed.
        """
        from ..rdf.sparql import sparql

        return sparql(self, query, timeout=timeout, engine=engine)

    def to_networkx(self) -> Any:
        """Return every step of every stack as a ``networkx.MultiDiGraph``, keyed by step id.

        Raises:
            MissingExtraError: where networkx is not installed.
        """
        from .interop import atlas_to_networkx

        return atlas_to_networkx(self)

    # Making objects ---------------------------------------------------------------------------------------

    def make_entity(self, entity: str) -> Entity:
        """Make an entity as a part of something, without following its status."""
        return Entity.of(self.record("entities", "entity", entity))

    def make_stage(self, raw: dict[str, Any]) -> Stage:
        """Make a stage from its released record."""
        return Stage(self.make_entity(raw["entity"]), self.make_evidence(raw["evidence"]), raw["note"], raw)

    def make_step(
        self, stack: dict[str, Any], raw: dict[str, Any], mode: str | None = None, device: str | None = None
    ) -> Step:
        """Make a step of ``stack`` from its released record, with the runs that saw it under a mode and device."""
        when = raw.get("when", {})
        return Step(
            tuple(when.get("devices") or stack["devices"]),
            self.make_entity(raw["to"]),
            self.make_evidence(raw["evidence"]),
            raw["id"],
            self.record("relations", "relation", raw["relation"])["label"],
            tuple(when.get("modes") or (mode["id"] for mode in stack["modes"])),
            tuple(seen for seen in self._observations().get(raw["id"], ()) if seen.speaks_for(mode, device)),
            raw,
            stack["id"],
            self.make_entity(raw["from"]),
        )

    def make_link(self, raw: dict[str, Any]) -> Link:
        """Make a link from its released record."""
        from .statements import Link

        label = self.record("relations", "relation", raw["relation"])["label"]
        ends = self.make_entity(raw["to"]), self.make_entity(raw["from"])
        return Link(ends[0], self.make_evidence(raw["evidence"]), raw["id"], label, raw, ends[1])

    def make_misconception(self, raw: dict[str, Any]) -> Misconception:
        """Make a misconception from its released record."""
        from .statements import Misconception

        return Misconception(raw["claim"], raw["correction"], self.make_evidence(raw["evidence"]), raw["id"], raw)

    def make_fact(self, raw: dict[str, Any]) -> Fact:
        """Make a fact from its released record."""
        from .statements import Fact

        evidence, subject = self.make_evidence(raw["evidence"]), self.make_entity(raw["subject"])
        return Fact(evidence, raw["id"], raw["property"], raw, subject, raw.get("unit"), raw["value"])

    def make_evidence(self, raw: list[dict[str, Any]]) -> tuple[Evidence, ...]:
        """Make evidence from its released records, with what the ledger says of each quote."""
        ledger = self.table("ledger")
        made = []
        for item in raw:
            entry = ledger.get(item.get("id", ""), {})
            check = entry.get("pinned") or entry.get("live") or {}
            made.append(
                Evidence(
                    check.get("date"),
                    item.get("id"),
                    item.get("quote"),
                    item,
                    item.get("section"),
                    self.source(item["source"]) if "source" in item else None,
                    check.get("verdict", UNCHECKED),
                    item.get("witness"),
                )
            )
        return tuple(made)

    def _observations(self) -> dict[str, Any]:
        if self._observed is None:
            if self.release.get("witnesses"):
                from .witnesses import observations

                self._observed = observations(self.release)
            else:
                self._observed = {}
        return self._observed
