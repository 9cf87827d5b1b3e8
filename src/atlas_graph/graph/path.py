"""A path: the part of a stack that holds under a mode and a device."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.status import RETIRED, state
from .as_json import misconception_values, stage_values, step_values
from .decisions import Selection, decision_values, decisions, switch_values, switches
from .display import drawn
from .grade import Grade
from .interop import STEP_COLUMNS, Recorded, step_record, to_networkx
from .network import Network
from .options import resolved
from .path_names import conditions
from .select import select
from .stack import Stack
from .value import Frozen, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, overload

    import networkx

    from .catalog import Catalog
    from .decisions import Decision, Switch
    from .history import History
    from .parts import Stage, Step
    from .routes import Routes
    from .statements import Link, Misconception


class Path(Recorded, Frozen, Sequence["Step"]):
    """The stages and steps that a program passes under one mode and device, in topological order.

    It is a graph that may branch; its linear readings are its routes. It is the sequence of its steps, and a step is
    got by its id too; ``in`` takes a step, a step's id, a stage or an entity's id. Two paths are equal if they are of
    the same release, stack and conditions.

    ``options`` are the ids of the options that are set, none in the default configuration. ``history`` says what is
    known of the version that was asked for, None where none was.
    """

    columns = STEP_COLUMNS

    __slots__ = (
        "_catalog",
        "_choices",
        "_stages",
        "_steps",
        "device",
        "history",
        "mode",
        "network",
        "options",
        "raw_steps",
        "record",
        "stage_ids",
    )
    device: str | None
    history: History | None
    mode: str | None
    network: Network
    options: tuple[str, ...]
    raw_steps: tuple[dict[str, Any], ...]
    record: dict[str, Any]
    stage_ids: tuple[str, ...]

    def __init__(
        self,
        catalog: Catalog,
        record: dict[str, Any],
        mode: str | None,
        device: str | None,
        stage_ids: list[str],
        raw_steps: list[dict[str, Any]],
        network: Network,
        options: tuple[str, ...] = (),
        history: History | None = None,
    ) -> None:
        self._catalog = catalog
        self._set(record=record, mode=mode, device=device, stage_ids=tuple(stage_ids), raw_steps=tuple(raw_steps))
        self._set(network=network, options=options, history=history)
        self._choices: tuple[Decision, ...] | None = None
        self._stages: tuple[Stage, ...] | None = None
        self._steps: tuple[Step, ...] | None = None

    @property
    def stack(self) -> str:
        """Id of the stack."""
        return str(self.record["id"])

    @property
    def release(self) -> str:
        """Version of the release it was read from."""
        return self._catalog.version

    @property
    def name(self) -> str:
        """What it is asked for by: STACK:MODE:DEVICE, without what is left open.

        >>> import atlas_graph as ag
        >>> ag.load().path("jax", device="tpu").name
        'jax::tpu'
        """
        return f"{self.stack}:{self.mode or ''}:{self.device or ''}".rstrip(":")

    @property
    def id(self) -> str:
        """The same as its name."""
        return self.name

    @property
    def title(self) -> str:
        """The stack's title with the mode's and the device's, such as "JAX · jax.jit · NVIDIA GPU"."""
        parts = [self.record["title"]]
        if self.mode is not None:
            parts.append(next(mode["title"] for mode in self.record["modes"] if mode["id"] == self.mode))
        if self.device is not None:
            parts.append(self._catalog.device_label(self.device))
        table = self._catalog.table("options") if self.options else {}
        parts += [f"with {table[name]['name']}" for name in self.options]
        if self.history is not None:
            parts.append(f"at {self.history.at}")
        return " · ".join(parts)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages, in topological order."""
        if self._stages is None:
            notes = {stage["entity"]: stage for stage in self.record["stages"]}
            self._stages = tuple(self._catalog.make_stage(notes[stage]) for stage in self.stage_ids)
        return self._stages

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, by the order of their stages."""
        if self._steps is None:
            whole = self.mode is None and self.device is None and not self.options
            options = None if whole else frozenset(self.options)
            self._steps = tuple(
                self._catalog.make_step(self.record, step, self.mode, self.device, options) for step in self.raw_steps
            )
        return self._steps

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int | str) -> Step: ...
        @overload
        def __getitem__(self, index: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, index: Any) -> Any:
        """Return a step by its place or its id, or several by a slice."""
        if isinstance(index, str):
            return next((step for step in self.steps if step.id == index), None) or self._no_step(index)
        return self.steps[index]

    def _no_step(self, asked: str) -> Step:
        from .resolve import unknown  # off the cold path: read by those who ask for it

        raise unknown(f"step of {self.name}", asked, [step["id"] for step in self.raw_steps])

    def __len__(self) -> int:
        return len(self.raw_steps)

    def __bool__(self) -> bool:
        return bool(self.raw_steps)

    def __contains__(self, item: object) -> bool:
        name = item if isinstance(item, str) else getattr(item, "id", None)
        return name in self.stage_ids or any(step["id"] == name for step in self.raw_steps)

    def _identity(self) -> tuple[object, ...]:
        at = self.history.at if self.history else None
        return (self.stack, self.mode, self.device, self.options, at, self.release)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Path):
            return NotImplemented
        return self._identity() == other._identity() and self.raw_steps == other.raw_steps

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return (
            f"<Path {self.record['id']} mode={self.mode} device={self.device}: "
            f"{len(self.stage_ids)} stages, {len(self.raw_steps)} steps>"
        )

    # What decides it --------------------------------------------------------------------------------------

    @property
    def wanted(self) -> int:
        """The conditions that it was selected by, as bits of its stack's index."""
        return self.network.index(self.stack).wanted(self.mode, self.device)

    def in_force(self, raw: dict[str, Any]) -> bool:
        """Tell whether a released choice or option is not retired, nor known to be of other versions than this path."""
        if self.history is not None:
            return self.history.in_force(raw)
        return state(raw) not in RETIRED

    @property
    def choices(self) -> tuple[Decision, ...]:
        """The choices that are made on it, in the order of the stages at which it forks."""
        if self._choices is None:
            found = decisions(self._catalog, self._selection()) if self._catalog.release.get("choices") else ()
            self._choices = tuple(found)
        return self._choices

    @property
    def switches(self) -> tuple[Switch, ...]:
        """The options that are not set and would change it, with what each would do."""
        if not self._catalog.release.get("options"):
            return ()
        return tuple(switches(self._catalog, self._selection(), {decision.choice.id for decision in self.choices}))

    @property
    def without_effect(self) -> tuple[str, ...]:
        """Ids of the options that are set and are known to do nothing to its steps and choices."""
        here = {step["id"] for step in self.raw_steps}
        known = {step["id"]: step for step in self.record["steps"]}
        decided = {decision.choice.id for decision in self.choices}
        table = self._catalog.table("options")
        idle = []
        for name in self.options:
            effects = table[name]["effects"]
            steps = {effect["step"]: effect["does"] for effect in effects if "step" in effect}
            acts = decided.intersection(effect.get("choice", "") for effect in effects) or any(
                step in here or (does == "removes" and step in known and known[step]["from"] in self.stage_ids)
                for step, does in steps.items()
            )
            if not acts:
                idle.append(name)
        return tuple(idle)

    @property
    def declared(self) -> tuple[dict[str, Any], ...]:
        """Every step that its stack declares, as it is released, whether or not it holds here."""
        return tuple(self._catalog.table("stacks")[self.stack]["steps"])

    def entity_name(self, entity: str) -> str:
        """Return the name of an entity of its release."""
        return self._catalog.make_entity(entity).name

    def option_name(self, option: str) -> str:
        """Return how an option is typed."""
        return str(self._catalog.table("options")[option]["name"])

    def _selection(self) -> Selection:
        return Selection(
            in_force=self.in_force,
            index=self.network.index(self.stack),
            options=self.options,
            set=self.network.options,
            stage_ids=self.stage_ids,
            step_ids=frozenset(step["id"] for step in self.raw_steps),
            wanted=self.wanted,
        )

    # What can be asked of it ------------------------------------------------------------------------------

    @property
    def excluded(self) -> str | None:
        """The reason why the mode and the device do not go together in this stack, None if they do."""
        return Stack.of(self.record).excluded(self.mode, self.device)

    @property
    def grade(self) -> Grade:
        """The grade of its weakest step; ``unaudited`` for an empty path."""
        return self.explain().grade

    @property
    def publishers(self) -> tuple[str, ...]:
        """The publishers whose sentences stand for any of its steps, sorted."""
        return tuple(sorted({publisher for step in self.steps for publisher in step.publishers}))

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """What is often said of this path and wrong: of its stack, about one of its stages or the whole.

        What concerns ideas alone, or other things that the stack has no stage for, is about the whole.
        """
        stages = set(self.stage_ids)
        declared = {stage["entity"] for stage in self.record["stages"]}
        return tuple(
            self._catalog.make_misconception(raw)
            for raw in self._catalog.release.get("misconceptions", ())
            if self.stack in raw["stacks"]
            and (stages.intersection(raw.get("concerns", ())) or not declared.intersection(raw.get("concerns", ())))
        )

    @property
    def links(self) -> tuple[Link, ...]:
        """The structural links that have a stage of the path at one end at least."""
        stages = set(self.stage_ids)
        return tuple(
            self._catalog.make_link(raw)
            for raw in self._catalog.release.get("links", ())
            if raw["from"] in stages or raw["to"] in stages
        )

    def routes(self, *, limit: int = 100) -> Routes:
        """Return its linear readings, from the entry to each stage that no step leaves.

        Those without limited steps come first, and of equals the shorter.

        >>> import atlas_graph as ag
        >>> for route in ag.load().path("jax", mode="no-jit", device="cpu").routes(): print(route)
        JAX program → JAX → PJRT → CPU
        """
        from .routes import routes_inside  # more than the path itself takes to load

        conditions = self.mode, self.device
        return routes_inside(self._catalog, self.network, self.stack, self.stage_ids, self.raw_steps, conditions, limit)

    def explain(self) -> Explanation:
        """Return its receipts, step by step, with the grade of each and which step is the weakest."""
        return explain(self)

    # As other things --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the path as the JSON that ``path --format json`` prints."""
        return {
            "release": self.release,
            "stack": self.stack,
            "mode": self.mode,
            "device": self.device,
            "title": self.title,
            "options": list(self.options),
            "stages": [stage_values(stage) for stage in self.stages],
            "steps": [step_values(step) for step in self.steps],
            **self._deciding(),
            "misconceptions": [misconception_values(item) for item in self.misconceptions],
        }

    def _deciding(self) -> dict[str, Any]:
        names = {name: raw["name"] for name, raw in self._catalog.table("options").items()} if self.choices else {}
        return {
            "choices": [decision_values(decision, names) for decision in self.choices],
            "switches": [switch_values(switch) for switch in self.switches],
            "history": self.history.to_dict() if self.history is not None else None,
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a step, for a table: ids, names, conditions, text and the first quote."""
        return [step_record(step) for step in self.steps]

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """Return the path as a ``networkx.MultiDiGraph``: nodes are entity ids, edges are keyed by step id.

        Raises:
            MissingExtraError: where networkx is not installed.
        """
        entities = [stage.entity for stage in self.stages]
        attributes = {"stack": self.stack, "mode": self.mode, "device": self.device, "release": self.release}
        return to_networkx(entities, self.steps, attributes)

    def _repr_html_(self) -> str:
        return drawn("html", self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {
            "text/plain": repr(self),
            "text/html": drawn("html", self),
            "text/markdown": drawn("markdown", self),
            "application/json": self.to_dict(),
        }


def find_path(
    catalog: Catalog,
    stack: str,
    mode: str | None = None,
    device: str | None = None,
    options: Iterable[str] = (),
    at: str | None = None,
) -> Path:
    """Return the part of a stack that holds under a mode and a device; see :meth:`Atlas.path`.

    Raises:
        UnknownIdError: for a stack, mode, device or option that the atlas does not have.
        AtlasError: for a version that cannot be compared, or an option that it does not have.
    """
    record, mode, device = conditions(catalog, stack, mode, device)
    stack = record["id"]
    chosen: tuple[str, ...] = ()
    whole, network, history = record, catalog.network, None
    if options:
        chosen = resolved(catalog.table("options"), catalog.table("choices"), options, stack)
        network = catalog.network_with(frozenset(chosen))
    if at is not None:
        from .history import as_of  # loads what compares versions

        record, history = as_of(catalog, record, at, chosen)
        network = Network({stack: record}, frozenset(chosen) or None)
    index = network.index(stack)
    wanted = index.wanted(mode, device)
    stages, steps = select(index, mode, device) if wanted else ([], [])
    if history is not None:
        held = (step["id"] for step in whole["steps"] if index.held(step.get("when"), network.options) & wanted)
        history = history.narrowed({step["id"] for step in steps}, set(held))
    return Path(catalog, record, mode, device, stages, steps, network, chosen, history)


class Explanation(Recorded, Value):
    """A path with the grade of its weakest step. Iterating gives the steps; each knows its grade and publishers.

    ``weakest`` is the step that decides, the first of equals; None for an empty path.
    """

    columns = (*STEP_COLUMNS, "why", "publishers")

    __slots__ = ("grade", "path", "weakest")
    grade: Grade
    path: Path
    weakest: Step | None

    def __iter__(self) -> Iterator[Step]:
        return iter(self.path)

    def __len__(self) -> int:
        return len(self.path)

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as the JSON that ``explain --format json`` prints."""
        path = self.path
        whole = path.to_dict()
        return {
            "release": path.release,
            "stack": path.stack,
            "mode": path.mode,
            "device": path.device,
            "title": path.title,
            "options": list(path.options),
            "grade": self.grade.name,
            "weakest": {"id": self.weakest.id, "why": self.grade.why} if self.weakest else None,
            "steps": [receipt_values(step) for step in path.steps],
            **{key: whole[key] for key in ("choices", "switches", "history", "misconceptions")},
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a step, as those of a path, with why it has its grade and its publishers."""
        return [{**step_record(step), "why": step.grade.why, "publishers": list(step.publishers)} for step in self.path]

    def __repr__(self) -> str:
        return f"<Explanation {self.path.name}: {self.grade}>"


def receipt_values(step: Step) -> dict[str, Any]:
    """Return a step's values with why it has its grade, the auditor's doubt and the independent publishers."""
    audit = step.raw.get("audit", {})
    return {
        **step_values(step),
        "why": step.grade.why,
        "independent": len(step.publishers),
        "publishers": list(step.publishers),
        "audited": audit.get("date"),
        "judged_by": list(audit.get("by", ())),
        "disputed": list(audit.get("disputed", ())),
        "doubt": audit.get("doubt"),
        "inferred": step.raw.get("inferred"),
    }


def explain(path: Path) -> Explanation:
    """Return the receipts of a path."""
    found = _weakest(path.steps)
    if found is None:
        return Explanation(
            grade=Grade(name="unaudited", why="there is no step under these conditions"), path=path, weakest=None
        )
    return Explanation(grade=found[1], path=path, weakest=found[0])


def _weakest(steps: Iterable[Step]) -> tuple[Step, Grade] | None:
    """Return the step with the lowest grade, the first of equals, and that grade; None where there is no step."""
    found: tuple[Step, Grade] | None = None
    for step in steps:
        grade = step.grade
        if found is None or found[1] < grade:
            found = step, grade
    return found
