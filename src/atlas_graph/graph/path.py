"""A path: the part of a stack that holds under a mode and a device."""

from __future__ import annotations

from .parts import Stage, Step
from .value import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .atlas import Atlas
    from .explain import Explanation
    from .grade import Grade
    from .routes import Routes
    from .statements import Link, Misconception


class Path(Frozen):
    """The stages and steps that a program passes under one mode and device, in topological order.

    It is a graph that may branch; its linear readings are its routes. Iterating gives the steps, ``len`` their
    number; ``in`` takes a step, a step's id, a stage or an entity's id. Two paths are equal if they are of the
    same release, stack and conditions.
    """

    __slots__ = ("_atlas", "_stages", "_steps", "device", "mode", "raw_steps", "record", "stage_ids")
    device: str | None
    mode: str | None
    raw_steps: tuple[dict[str, Any], ...]
    record: dict[str, Any]
    stage_ids: tuple[str, ...]

    def __init__(
        self,
        atlas: Atlas,
        record: dict[str, Any],
        mode: str | None,
        device: str | None,
        stage_ids: list[str],
        raw_steps: list[dict[str, Any]],
    ) -> None:
        self._atlas = atlas
        self._put(record=record, mode=mode, device=device, stage_ids=tuple(stage_ids), raw_steps=tuple(raw_steps))
        self._stages: tuple[Stage, ...] | None = None
        self._steps: tuple[Step, ...] | None = None

    @property
    def stack(self) -> str:
        """Id of the stack."""
        return str(self.record["id"])

    @property
    def release(self) -> str:
        """Version of the release it was read from."""
        return self._atlas.version

    @property
    def title(self) -> str:
        """The stack's title with the mode's and the device's, such as "JAX · jax.jit · NVIDIA GPU"."""
        parts = [self.record["title"]]
        if self.mode is not None:
            parts.append(next(mode["title"] for mode in self.record["modes"] if mode["id"] == self.mode))
        if self.device is not None:
            parts.append(self._atlas.device_label(self.device))
        return " · ".join(parts)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages, in topological order."""
        if self._stages is None:
            notes = {stage["entity"]: stage for stage in self.record["stages"]}
            self._stages = tuple(self._atlas.make_stage(notes[stage]) for stage in self.stage_ids)
        return self._stages

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, by the order of their stages."""
        if self._steps is None:
            self._steps = tuple(
                self._atlas.make_step(self.record, step, self.mode, self.device) for step in self.raw_steps
            )
        return self._steps

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.raw_steps)

    def __bool__(self) -> bool:
        return bool(self.raw_steps)

    def __contains__(self, item: object) -> bool:
        name = item if isinstance(item, str) else getattr(item, "id", None)
        return name in self.stage_ids or any(step["id"] == name for step in self.raw_steps)

    def _identity(self) -> tuple[object, ...]:
        return (self.stack, self.mode, self.device, self.release)

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

    # What can be asked of it ------------------------------------------------------------------------------

    @property
    def excluded(self) -> str | None:
        """The reason why the mode and the device do not go together in this stack, None if they do."""
        from .stack import Stack

        return Stack.of(self.record).excluded(self.mode, self.device)

    @property
    def grade(self) -> Grade:
        """The grade of its weakest step; ``unaudited`` for an empty path."""
        return self.explain().grade

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """What is often said of this path and wrong: of its stack, about one of its stages or the whole."""
        from .related import misconceptions_of

        return misconceptions_of(self._atlas, self)

    @property
    def links(self) -> tuple[Link, ...]:
        """The structural links that have a stage of the path at one end at least."""
        from .related import links_of

        return links_of(self._atlas, self)

    def routes(self, *, limit: int = 100) -> Routes:
        """Return its linear readings, from the entry to each stage that no step leaves, shortest first.

        >>> import atlas_graph as ag
        >>> for route in ag.load().path("jax", mode="no-jit", device="cpu").routes(): print(route)
        JAX program → JAX → PJRT → CPU
        """
        from .routes import routes_inside

        return routes_inside(self._atlas, self, limit)

    def explain(self) -> Explanation:
        """Return its receipts, step by step, with the grade of each and which step is the weakest."""
        from .explain import explain

        return explain(self)

    # As other things --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the path as the JSON that ``path --format json`` prints."""
        from .as_json import path_values

        return path_values(self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a step, for a table: ids, names, conditions, text and the first quote."""
        from .interop import path_to_records

        return path_to_records(self)

    def to_pandas(self) -> Any:
        """Return the records as a ``pandas.DataFrame``.

        Raises:
            MissingExtraError: where pandas is not installed.
        """
        from .interop import records_to_pandas

        return records_to_pandas(self.to_records())

    def to_networkx(self) -> Any:
        """Return the path as a ``networkx.MultiDiGraph``: nodes are entity ids, edges are keyed by step id.

        Raises:
            MissingExtraError: where networkx is not installed.
        """
        from .interop import path_to_networkx

        return path_to_networkx(self)

    def _repr_html_(self) -> str:
        from ..render.html import path_fragment

        return path_fragment(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        from ..render.html import path_fragment
        from ..render.markdown import path_markdown

        return {
            "text/plain": repr(self),
            "text/html": path_fragment(self),
            "text/markdown": path_markdown(self),
            "application/json": self.to_dict(),
        }
