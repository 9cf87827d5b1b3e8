"""A path: the part of a stack that holds under a mode and a device."""

from __future__ import annotations

from .parts import Stage, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .atlas import Atlas


class Path:
    """The stages and steps that a program passes under one mode and device, in topological order.

    It is a graph that may branch; its linear readings are its routes. Iterating gives the steps, ``len`` their
    number; ``in`` takes a step, a step's id, a stage or an entity's id. Two paths are equal if they are of the
    same release, stack and conditions.
    """

    __slots__ = ("_atlas", "_stages", "_steps", "device", "mode", "raw_steps", "record", "stage_ids")

    def __init__(
        self,
        atlas: Atlas,
        record: dict[str, Any],
        mode: str | None,
        device: str | None,
        stage_ids: list[str],
        raw_steps: list[dict[str, Any]],
    ) -> None:
        self._atlas, self.record, self.mode, self.device = atlas, record, mode, device
        self.stage_ids, self.raw_steps = tuple(stage_ids), tuple(raw_steps)
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
            self._steps = tuple(self._atlas.make_step(self.record, step) for step in self.raw_steps)
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

    def to_dict(self) -> dict[str, Any]:
        """Return the path as the JSON that ``path --format json`` prints."""
        return {
            "release": self.release,
            "stack": self.stack,
            "mode": self.mode,
            "device": self.device,
            "title": self.title,
            "stages": [
                {"id": stage.id, "name": stage.name, "kind": stage.kind, "note": stage.note}
                for stage in self.stages
            ],
            "steps": [step_to_dict(step) for step in self.steps],
        }


def step_to_dict(step: Step) -> dict[str, Any]:
    """Return a step as JSON values, with its receipts."""
    return {
        "id": step.id,
        "from": step.from_,
        "relation": step.relation,
        "to": step.to,
        "text": step.text,
        "qualifier": step.qualifier,
        "modes": list(step.modes),
        "devices": list(step.devices),
        "phase": step.phase,
        "status": step.status,
        "supports": step.supports,
        "evidence": [
            {
                "source": evidence.source.id if evidence.source else None,
                "url": evidence.url,
                "link": evidence.link,
                "quote": evidence.quote,
                "verdict": evidence.verdict,
                "checked": evidence.checked,
                "witness": evidence.witness,
                "supports": evidence.supports,
            }
            for evidence in step.evidence
        ],
    }
