"""The atlas: a release in memory, and the way in to everything that can be asked of it."""

from __future__ import annotations

from .errors import UnknownIdError
from .graph import display
from .graph.catalog import Catalog
from .graph.path import Path, find_path
from .render.notebook import draw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeVar, overload

    import networkx

    from .graph.choices import Choice, Option
    from .graph.collection import Collection
    from .graph.compare import Comparison, Side
    from .graph.evidence import Source
    from .graph.forks import Fork
    from .graph.here import Here
    from .graph.parts import Entity, Step
    from .graph.path import Explanation
    from .graph.routes import Routes
    from .graph.search.hits import Hits
    from .graph.show import Card, Shown
    from .graph.stack import Stack
    from .graph.statements import Fact, Link, Misconception, Relation
    from .graph.tables import Coverage, Table
    from .graph.things import Citation, Device, Looked, Mode, Publisher, Question, Quote, Witness
    from .graph.why_not import WhyNot
    from .rdf.results import Rows, Triples

    Default = TypeVar("Default")

display.draw_with(draw)


class Atlas(Catalog):
    """One release of the atlas.

    Made by :func:`atlas_graph.load`. Objects are made when they are asked for; the release itself stays as the
    plain JSON values in ``release``, which must not be changed.

    >>> import atlas_graph as ag
    >>> path = ag.load().path("jax", mode="jit", device="nvidia-gpu")
    >>> len(path.stages), len(path.steps)
    (12, 13)
    """

    # Each question is answered by a module that is loaded when it is asked: `path`, which most programs ask alone,
    # starts without the others.

    def __init__(self, release: dict[str, Any], origin: str = "memory") -> None:
        super().__init__(release, origin)
        self._collections: dict[str, Collection[Any]] = {}

    def __repr__(self) -> str:
        counts = f"{len(self.release['stacks'])} stacks, {len(self.release['entities'])} entities"
        return f"<Atlas {self.version}: {counts}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atlas) and self.release == other.release

    def __hash__(self) -> int:
        return hash((self.release["version"], len(self.release["entities"])))

    def __reduce__(self) -> tuple[Any, ...]:
        return Atlas, (self.release, self.origin)

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
        from .graph.show import get

        try:
            return get(self, asked)
        except UnknownIdError:
            return default

    def show(self, asked: str) -> Card:
        """Return a card: what has the id, and everything the atlas says of it.

        Raises:
            UnknownIdError: with the nearest ids of every kind.
        """
        from .graph.show import card

        return card(self, asked)

    def search(self, text: str, *, limit: int = 20) -> Hits:
        """Return what best fits a text, best first, from all that the release says.

        Any wording will do: no word is required, rare ones weigh more, forms of a word are one, and misspelt names
        are forgiven. A golden question that fits comes first, with its answer and receipts. ``limit`` is the largest
        number of hits. The hits' ``unknown`` are the words that nothing knows, also where there is no hit.

        >>> import atlas_graph as ag
        >>> ag.load().search("stable hlo")[0].id
        'stablehlo'
        """
        from .graph.search.asked import search

        return search(self, text, limit)

    # Collections ------------------------------------------------------------------------------------------

    def collection(self, name: str) -> Collection[Any]:
        """Return all records of a kind ("stacks", "steps", "quotes" …) as a collection.

        Raises:
            UnknownIdError: for what is not collected, with the nearest.
        """
        if name not in self._collections:
            from .graph.collection import Collection, things
            from .graph.resolve import unknown
            from .graph.tables import COLUMNS

            if name not in COLUMNS:
                raise unknown("list", name, COLUMNS)
            self._collections[name] = Collection(self, name, things(self, name))
        return self._collections[name]

    @property
    def stacks(self) -> Collection[Stack]:
        """Every stack."""
        return self.collection("stacks")

    @property
    def entities(self) -> Collection[Entity]:
        """Every entity."""
        return self.collection("entities")

    @property
    def steps(self) -> Collection[Step]:
        """Every step of every stack."""
        return self.collection("steps")

    @property
    def sources(self) -> Collection[Source]:
        """Every document that is cited."""
        return self.collection("sources")

    @property
    def quotes(self) -> Collection[Quote]:
        """Every sentence that is quoted, once."""
        return self.collection("quotes")

    @property
    def evidence(self) -> Collection[Citation]:
        """Every use of a quote by a statement."""
        return self.collection("evidence")

    @property
    def publishers(self) -> Collection[Publisher]:
        """Who publishes the documents."""
        return self.collection("publishers")

    @property
    def devices(self) -> Collection[Device]:
        """Every device that steps can be limited to."""
        return self.collection("devices")

    @property
    def modes(self) -> Collection[Mode]:
        """Every mode of every stack."""
        return self.collection("modes")

    @property
    def relations(self) -> Collection[Relation]:
        """Every kind of statement about two entities."""
        return self.collection("relations")

    @property
    def links(self) -> Collection[Link]:
        """The statements about entities outside paths."""
        return self.collection("links")

    @property
    def facts(self) -> Collection[Fact]:
        """The properties of entities."""
        return self.collection("facts")

    @property
    def misconceptions(self) -> Collection[Misconception]:
        """What is often said and wrong."""
        return self.collection("misconceptions")

    @property
    def choices(self) -> Collection[Choice]:
        """Where something chooses between steps."""
        return self.collection("choices")

    @property
    def options(self) -> Collection[Option]:
        """The switches."""
        return self.collection("options")

    @property
    def forks(self) -> Collection[Fork]:
        """Where the paths of stacks fork by default, those that no choice covers first."""
        return self.collection("forks")

    @property
    def witnesses(self) -> Collection[Witness]:
        """The recorded runs of real frameworks."""
        return self.collection("witnesses")

    @property
    def questions(self) -> Collection[Question]:
        """The golden questions."""
        return self.collection("questions")

    @property
    def looked(self) -> Collection[Looked]:
        """Where someone looked for a way."""
        return self.collection("looked")

    @property
    def concepts(self) -> Collection[Entity]:
        """The entities that are ideas, not things: what is needed to speak of the others."""
        return self.entities(kind="concept")

    # Questions --------------------------------------------------------------------------------------------

    def path(
        self,
        stack: str,
        *,
        mode: str | None = None,
        device: str | None = None,
        options: Iterable[str] = (),
        at: str | None = None,
    ) -> Path:
        """Return the part of a stack that holds under a mode and a device.

        ``stack`` is an id, or ``"STACK:MODE:DEVICE"``. Without mode or device that condition is left open; without
        both it is the whole stack. Where the stack declares that the two do not go together, the path is empty (and
        false).

        ``options`` are set: by id, as they are typed, or by an alias. Without any it is the default configuration, and
        its ``switches`` are the options that would change it. ``at``, a package URL with a version
        (``pkg:pypi/torch@2.9``) or a date, leaves out what that version is known not to have, and brings back what it
        is known to have had; the path's ``history`` says of which steps nothing is known.

        Raises:
            UnknownIdError: for a stack, mode, device or option that the atlas does not have, with the nearest ids.
            AtlasError: for a version that cannot be compared, or that an option came after.

        >>> import atlas_graph as ag
        >>> len(ag.load().path("jax:jit:nvidia-gpu"))
        13
        """
        return find_path(self, stack, mode, device, options, at)

    def routes(
        self,
        start: str,
        end: str,
        *,
        mode: str | None = None,
        device: str | None = None,
        limit: int = 20,
        changes: int = 2,
        options: Iterable[str] = (),
    ) -> Routes:
        """Return the linear routes from one entity to another, inside a stack or across stacks.

        Those inside one stack come first, of these the ones without limited steps, and of equals the shorter.
        The steps of a route inside one stack hold together under at least one mode and device that the stack
        declares; the route's legs say which. A route changes stack only at an entity that both have, at most
        ``changes`` times, and says so. Both stacks then hold on one device, but for a stack that the first
        declares as its continuation. Per stack, ``mode`` limits the steps if the stack has that mode, and at
        least one stack of a route must; ``device`` leaves out the stacks that do not describe the device. ``options``
        are set, as for a path; without any, the routes are those of the default configuration.

        At most ``limit`` routes are returned, and ``capped`` says whether there are more.

        Raises:
            UnknownIdError: for an end, mode or device that the atlas does not have, with the nearest ids.

        >>> import atlas_graph as ag
        >>> found = ag.load().routes("xla", "ptx", device="nvidia-gpu")
        >>> print(found[0], found[0].legs[0].conditions[0])
        XLA → LLVM IR → PTX ('jit', 'nvidia-gpu')
        """
        from .graph.routes import find_routes

        return find_routes(self, start, end, mode=mode, device=device, limit=limit, changes=changes, options=options)

    def compare(self, left: Side, right: Side, *, mode: str | None = None, device: str | None = None) -> Comparison:
        """Return what two paths share, where they part, and where they meet again.

        A side is a :class:`Path`, a tuple ``(stack, mode, device)`` whose last two may be None or left out, or
        the text ``"stack:mode:device"``, behind which ``+OPTION`` sets an option. ``mode`` and ``device`` are those of
        a side that names none.

        Raises:
            UnknownIdError: for a stack, mode or device that the atlas does not have, with the nearest ids.
        """
        from .graph.compare import compare

        return compare(self, left, right, mode, device)

    def explain(
        self,
        stack: str,
        *,
        mode: str | None = None,
        device: str | None = None,
        options: Iterable[str] = (),
        at: str | None = None,
    ) -> Explanation:
        """Return the receipts of a path: per step the quotes, verdicts and grade, and the weakest step.

        The arguments are those of :meth:`path`.

        Raises:
            UnknownIdError: for a stack, mode, device or option that the atlas does not have, with the nearest ids.
            AtlasError: for a version that cannot be compared, or that an option came after.
        """
        return self.path(stack, mode=mode, device=device, options=options, at=at).explain()

    def why_not(self, start: str, end: str) -> WhyNot:
        """Return why the atlas has no route between two things, or the route if it has one.

        Each end is an entity, a device or a stack. See :class:`WhyNot` for the verdicts.
        """
        from .graph.why_not import why_not

        return why_not(self, start, end)

    def here(self) -> Here:
        """Return the paths that apply to the packages and devices of this machine. Sends nothing anywhere."""
        from .graph.here import here

        return here(self)

    def rows(self, what: str, **filters: str | None) -> Table:
        """Return what ``atlas-graph list`` prints, as flat records; the filters are those of the collection.

        Raises:
            UnknownIdError: for what cannot be listed, and the value of a filter that nothing has, with the nearest.
            AtlasError: for a filter that this kind of record does not have.

        >>> import atlas_graph as ag
        >>> {row["publisher"] for row in ag.load().rows("sources", publisher="AMD")}
        {'AMD'}
        """
        found: Table = self.collection(what)(**filters).to_table()
        return found

    def coverage(self) -> Coverage:
        """Return a record for each stack, mode and device, with the number of steps and what is known of it.

        ``state`` is ``documented``, ``excluded`` (the two do not go together), ``out of scope`` (the stack says that it
        does not cover the device) or ``not looked at``; ``why`` is the reason of the second and the third.
        """
        from .graph.tables import coverage

        return coverage(self)

    def stats(self) -> dict[str, Any]:
        """Return the counts of the release, as ``stats --format json`` prints them."""
        from .graph.stats import stats

        return stats(self)

    def sparql(self, query: str, *, timeout: float | None = 30.0, engine: str = "auto") -> Rows | bool | Triples:
        """Return the answer of a SPARQL 1.1 query over the release.

        SELECT gives rows of Python values, ASK a bool, CONSTRUCT and DESCRIBE triples; see
        :func:`atlas_graph.rdf.sparql.sparql`. A query is ended after ``timeout`` seconds (None: never).

        Raises:
            QueryError: for what is no query or is refused, with line and column; QueryTimeout where it is ended.
            MissingExtraError: where no SPARQL engine is installed.
        """
        from .rdf.sparql import sparql

        return sparql(self, query, timeout=timeout, engine=engine)

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """Return every step of every stack as a ``networkx.MultiDiGraph``, keyed by step id.

        Raises:
            MissingExtraError: where networkx is not installed.
        """
        from .graph.interop import to_networkx

        stacks = self.release["stacks"]
        steps = (self.make_step(stack, raw) for stack in stacks for raw in stack["steps"])
        return to_networkx(self.entities, steps, {"release": self.version})
