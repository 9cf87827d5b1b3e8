"""Two paths side by side: what they share, where they part, and where they meet again."""

from __future__ import annotations

from typing import Any

from .as_json import step_values
from .catalog import Catalog
from .display import drawn
from .interop import Recorded
from .parts import Stage, Step
from .path import Path, find_path
from .statements import Link
from .value import Value

Side = Path | str | tuple[str, ...] | tuple[str, str | None, str | None]


class Comparison(Recorded, Value):
    """What two paths share.

    ``shared_stages`` stand in the left path's order, ``shared_steps`` are pairs of a left and a right step with
    the same ends. At the stages of ``parts`` the two go on differently; at those of ``meets`` they come
    together from different stages. ``links`` are the ``corresponds-to`` links that join a stage of one path to
    a stage of the other. ``parts_of`` are pairs of a left and a right stage of which one is a part of the other: the
    two stacks tell the same thing apart to different depths.
    """

    columns = ("id", "name", "kind", "left", "right")

    __slots__ = (
        "left",
        "left_stages",
        "left_steps",
        "links",
        "meets",
        "parts",
        "parts_of",
        "right",
        "right_stages",
        "right_steps",
        "shared_stages",
        "shared_steps",
    )
    left: Path
    left_stages: tuple[Stage, ...]
    left_steps: tuple[Step, ...]
    links: tuple[Link, ...]
    meets: tuple[Stage, ...]
    parts: tuple[Stage, ...]
    parts_of: tuple[tuple[Stage, Stage], ...]
    right: Path
    right_stages: tuple[Stage, ...]
    right_steps: tuple[Step, ...]
    shared_stages: tuple[Stage, ...]
    shared_steps: tuple[tuple[Step, Step], ...]

    def __bool__(self) -> bool:
        return bool(self.shared_stages)

    @property
    def rows(self) -> tuple[tuple[Stage, bool, bool], ...]:
        """A table of it: each stage, whether the left path passes it, whether the right one does. Shared ones first."""
        groups = ((self.shared_stages, True, True), (self.left_stages, True, False), (self.right_stages, False, True))
        return tuple((stage, left, right) for stages, left, right in groups for stage in stages)

    def __repr__(self) -> str:
        return f"<Comparison {self.left.name} and {self.right.name}: {len(self.shared_stages)} stages shared>"

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a stage: its id, name and kind, and whether the left and the right path pass it."""
        return [
            {"id": stage.id, "name": stage.name, "kind": stage.kind, "left": left, "right": right}
            for stage, left, right in self.rows
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as the JSON that ``compare --format json`` prints.

        Shared steps are pairs of the left step's id and the right one's; ``receipts`` has both in full.
        """
        return {
            "release": self.left.release,
            "left": _side_values(self.left),
            "right": _side_values(self.right),
            "shared": {
                "stages": [stage.id for stage in self.shared_stages],
                "steps": [[left.id, right.id] for left, right in self.shared_steps],
            },
            "only_left": _only(self.left_stages, self.left_steps),
            "only_right": _only(self.right_stages, self.right_steps),
            "parts": [stage.id for stage in self.parts],
            "meets": [stage.id for stage in self.meets],
            "parts_of": [[left.id, right.id] for left, right in self.parts_of],
            "corresponds": [
                {"id": link.id, "from": link.from_, "to": link.to, "text": link.text} for link in self.links
            ],
            "choices": _chosen(self.left, self.right),
            "receipts": [{"left": step_values(left), "right": step_values(right)} for left, right in self.shared_steps],
        }

    def _repr_html_(self) -> str:
        return drawn("html", self)


def compare(
    catalog: Catalog, left: Side, right: Side, mode: str | None = None, device: str | None = None
) -> Comparison:
    """Compare two paths; see :meth:`Atlas.compare`."""
    one, other = side(catalog, left, mode, device), side(catalog, right, mode, device)
    in_one, in_other = set(one.stage_ids), set(other.stage_ids)
    pairs, alone, others_alone = _matched(one.steps, other.steps)
    shared = in_one & in_other
    onwards = [_neighbours(path, "from", "to") for path in (one, other)]
    backwards = [_neighbours(path, "to", "from") for path in (one, other)]
    left_alone = tuple(stage for stage in one.stages if stage.id not in shared)
    right_alone = tuple(stage for stage in other.stages if stage.id not in shared)
    return Comparison(
        left=one,
        right=other,
        left_stages=left_alone,
        right_stages=right_alone,
        parts_of=tuple(
            (left, right)
            for left in left_alone
            for right in right_alone
            if right.id in _wholes(catalog, left.id) or left.id in _wholes(catalog, right.id)
        ),
        left_steps=alone,
        right_steps=others_alone,
        shared_stages=tuple(stage for stage in one.stages if stage.id in shared),
        shared_steps=pairs,
        parts=_differing(one, shared, onwards),
        meets=_differing(one, shared, backwards),
        links=_corresponding(catalog, one, other),
    )


def _wholes(catalog: Catalog, entity: str) -> set[str]:
    """Return everything that an entity is a part of, through however many wholes."""
    entities = catalog.table("entities")
    found: set[str] = set()
    todo = [entity]
    while todo:
        for whole in entities[todo.pop()].get("part_of", ()):
            if whole not in found:
                found.add(whole)
                todo.append(whole)
    return found


def side(catalog: Catalog, given: Side, mode: str | None = None, device: str | None = None) -> Path:
    """Return the path that one side of a comparison names; ``mode`` and ``device`` are those of one that names none.

    Raises:
        UnknownIdError: for a stack, mode or device that the atlas does not have.
        ValueError: for more than three parts.
    """
    if isinstance(given, Path):
        return given
    options: list[str] = []
    if isinstance(given, str):
        given, *options = given.split("+")
    parts = tuple(given.split(":")) if isinstance(given, str) else tuple(given)
    if not 1 <= len(parts) <= 3:
        raise ValueError(f"a side is STACK:MODE:DEVICE, of which the last two may be left out; not '{given}'")
    stack, own_mode, own_device = (*parts, None, None)[:3]
    return find_path(catalog, str(stack), own_mode or mode, own_device or device, options)


def _matched(
    left: tuple[Step, ...], right: tuple[Step, ...]
) -> tuple[tuple[tuple[Step, Step], ...], tuple[Step, ...], tuple[Step, ...]]:
    """Pair the steps that join the same stages, those with the same relation first, each used once."""
    waiting: dict[tuple[str, str], list[Step]] = {}
    for step in right:
        waiting.setdefault((step.from_, step.to), []).append(step)
    partner: dict[str, Step] = {}
    for same_relation in (True, False):
        for step in left:
            found = [
                candidate
                for candidate in waiting.get((step.from_, step.to), ())
                if not same_relation or candidate.relation == step.relation
            ]
            if step.id not in partner and found:
                partner[step.id] = found[0]
                waiting[step.from_, step.to].remove(found[0])
    paired = {step.id for step in partner.values()}
    return (
        tuple((step, partner[step.id]) for step in left if step.id in partner),
        tuple(step for step in left if step.id not in partner),
        tuple(step for step in right if step.id not in paired),
    )


def _neighbours(path: Path, here: str, there: str) -> dict[str, set[str]]:
    neighbours: dict[str, set[str]] = {stage: set() for stage in path.stage_ids}
    for step in path.raw_steps:
        neighbours[step[here]].add(step[there])
    return neighbours


def _differing(path: Path, shared: set[str], neighbours: list[dict[str, set[str]]]) -> tuple[Stage, ...]:
    one, other = neighbours
    return tuple(stage for stage in path.stages if stage.id in shared and one[stage.id] != other[stage.id])


def _side_values(path: Path) -> dict[str, Any]:
    return {
        "stack": path.stack,
        "mode": path.mode,
        "device": path.device,
        "title": path.title,
        "options": list(path.options),
    }


def _chosen(left: Path, right: Path) -> dict[str, list[str]]:
    """Return the ids of the choices that are made on both paths, and on one alone."""
    one, other = ([decision.choice.id for decision in path.choices] for path in (left, right))
    return {
        "shared": [name for name in one if name in other],
        "only_left": [name for name in one if name not in other],
        "only_right": [name for name in other if name not in one],
    }


def _only(stages: tuple[Stage, ...], steps: tuple[Step, ...]) -> dict[str, list[str]]:
    return {"stages": [stage.id for stage in stages], "steps": [step.id for step in steps]}


def _corresponding(catalog: Catalog, left: Path, right: Path) -> tuple[Link, ...]:
    """Return the ``corresponds-to`` links that join a stage of one path to a stage of the other."""
    here, there = set(left.stage_ids), set(right.stage_ids)
    return tuple(
        catalog.make_link(raw)
        for raw in catalog.release.get("links", ())
        if raw["relation"] == "corresponds-to"
        and ((raw["from"] in here and raw["to"] in there) or (raw["from"] in there and raw["to"] in here))
    )
