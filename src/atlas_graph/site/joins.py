"""A release joined the other way round: what stands where, who cites what, what was seen running."""

from __future__ import annotations

from functools import cached_property

from ..graph.path import find_path
from ..model.collections import citations
from .addresses import Condition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..atlas import Atlas
    from ..graph.choices import Choice, Option
    from ..graph.evidence import Evidence
    from ..graph.parts import Step
    from ..graph.path import Path
    from ..graph.stack import Stack


class Joins:
    """An atlas with what its pages need, found once."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas

    @cached_property
    def wholes(self) -> dict[str, Path]:
        """Each stack as a whole."""
        return {stack.id: find_path(self.atlas, stack.id) for stack in self.atlas.stacks}

    @cached_property
    def paths(self) -> dict[Condition, Path]:
        """Every path that holds a step, by stack, mode and device."""
        found = {}
        for stack in self.atlas.stacks:
            for mode, device in stack.conditions:
                path = find_path(self.atlas, stack.id, mode, device)
                if path:
                    found[stack.id, mode, device] = path
        return found

    @cached_property
    def steps(self) -> dict[str, Step]:
        """Every step by its id, those too that no path reaches."""
        return {
            raw["id"]: self.atlas.make_step(stack, raw)
            for stack in self.atlas.release["stacks"]
            for raw in stack["steps"]
        }

    @cached_property
    def paths_of_step(self) -> dict[str, list[Condition]]:
        """The paths on which each step lies."""
        found: dict[str, list[Condition]] = {}
        for condition, path in self.paths.items():
            for raw in path.raw_steps:
                found.setdefault(raw["id"], []).append(condition)
        return found

    @cached_property
    def paths_of_entity(self) -> dict[str, list[Condition]]:
        """The paths that pass each entity."""
        found: dict[str, list[Condition]] = {}
        for condition, path in self.paths.items():
            for entity in path.stage_ids:
                found.setdefault(entity, []).append(condition)
        return found

    @cached_property
    def citing(self) -> dict[str, list[tuple[str, Evidence]]]:
        """What cites each source: the statement's id, and the evidence."""
        found: dict[str, list[tuple[str, Evidence]]] = {}
        for key, record, raw in citations(self.atlas.release):
            if "source" in raw:
                made = self.atlas.make_evidence([raw], record.get("audit"))[0]
                found.setdefault(raw["source"], []).append((key, made))
        return found

    @cached_property
    def witnessed(self) -> dict[str, list[dict[str, Any]]]:
        """The witnesses that have run, by each step that they saw or contradicted."""
        found: dict[str, list[dict[str, Any]]] = {}
        for witness in self.atlas.release.get("witnesses", ()):
            if witness.get("run"):
                for step in (*witness["steps"], *witness.get("contradicts", ())):
                    found.setdefault(step, []).append(witness)
        return found

    def runs_of(self, steps: Iterable[Step]) -> list[dict[str, Any]]:
        """Return the witnesses that saw any of the steps, each once."""
        found = {seen.witness: None for step in steps for seen in step.observed}
        table = self.atlas.table("witnesses")
        return [table[name] for name in found]

    @cached_property
    def choices_of(self) -> dict[str, list[Choice]]:
        """The choices that each stack meets: its own, and those that one of its paths makes."""
        found = {stack.id: {one.id: one for one in self.atlas.choices(stack.id)} for stack in self.atlas.stacks}
        for (stack, _, _), path in self.paths.items():
            for decision in path.choices:
                found[stack].setdefault(decision.choice.id, decision.choice)
        return {stack: list(choices.values()) for stack, choices in found.items()}

    @cached_property
    def options_of(self) -> dict[str, tuple[Option, ...]]:
        """The options that have an effect in each stack."""
        return {stack.id: self.atlas.options(stack.id).values() for stack in self.atlas.stacks}

    @cached_property
    def stacks_of_choice(self) -> dict[str, list[str]]:
        """The stacks that meet each choice."""
        found: dict[str, list[str]] = {}
        for stack, choices in self.choices_of.items():
            for choice in choices:
                found.setdefault(choice.id, []).append(stack)
        return found

    def mode_title(self, stack: str, mode: str) -> str:
        """Return the title of a mode of a stack."""
        modes = self.atlas.table("stacks")[stack]["modes"]
        return str(next((one["title"] for one in modes if one["id"] == mode), mode))

    def label(self, condition: Condition) -> str:
        """Return a path's conditions in words, such as "jax.jit on an NVIDIA GPU"."""
        stack, mode, device = condition
        return f"{self.mode_title(stack, mode)} on {article(self.atlas.device_label(device))}"

    def default(self, stack: Stack) -> Condition | None:
        """Return the path that a stack's page shows first: on the best known device, in the mode declared last.

        A stack declares the plain way of running first, and the one that people ask about after it.
        """
        here = [condition for condition in self.paths if condition[0] == stack.id]
        if not here:
            return None
        modes, devices = list(stack.modes), ["nvidia-gpu", *stack.devices]
        return max(
            here,
            key=lambda condition: (
                -devices.index(condition[2]) if condition[2] in devices else -len(devices),
                len(self.paths[condition].stage_ids),
                modes.index(condition[1]),
            ),
        )


def article(label: str) -> str:
    """Return a device with the article that English wants before it.

    >>> article("NVIDIA GPU"), article("CPU"), article("TPU")
    ('an NVIDIA GPU', 'a CPU', 'a TPU')
    """
    first, word = label[:1], label.split()[0] if label.split() else ""
    spelt = word.isupper() and len(word) > 1
    vowel = first in ("AEFHILMNORSX" if spelt and word not in ("CPU", "GPU", "TPU") else "AEIOaeio")
    return f"{'an' if vowel else 'a'} {label}"
