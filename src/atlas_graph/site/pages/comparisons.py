"""Comparisons: two paths side by side, with what they share drawn once."""

from __future__ import annotations

from collections import Counter

from markupsafe import Markup

from ...graph.compare import compare, side
from ...model.vocabulary import ENTITY_KINDS
from ...render.picture import Arrow, Node, picture
from ..addresses import Condition, compare_page, condition_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...graph.compare import Comparison
    from ...graph.parts import Stage
    from ..joins import Joins
    from ..writing import Writer

#: Of each path the others of other stacks that share most stages with it are compared.
_ELSEWHERE = 3


def chosen(joins: Joins) -> dict[Condition, list[Condition]]:
    """Return for each path the paths that it is compared with on pages of their own, which its page lists.

    They are the stack's other modes on that device, its other devices in that mode, those of other stacks on the
    device that share most stages, and what the questions compare. A path has as many as its stack has modes and
    devices, and a few more: the number of pages grows with that of the paths, however many stacks there are.
    """
    found: dict[Condition, dict[Condition, None]] = {condition: {} for condition in joins.paths}
    of_stack: dict[str, list[Condition]] = {}
    for one in joins.paths:
        of_stack.setdefault(one[0], []).append(one)
    for one in joins.paths:
        for other in of_stack[one[0]]:
            if one != other and (one[1] == other[1] or one[2] == other[2]):
                found[one][other] = None
        for other in _elsewhere(joins, one):
            found[one][other] = None
    for item in joins.atlas.release.get("questions", ()):
        if item["ask"] == "compare":
            left, right = (condition_of(side(joins.atlas, item["arguments"][name])) for name in ("left", "right"))
            if left != right and left in found and right in found:
                found[left][right] = found[right][left] = None
    return {condition: list(others) for condition, others in found.items()}


def _elsewhere(joins: Joins, one: Condition) -> list[Condition]:
    """Return of other stacks on the same device the paths that share most stages, one of each stack."""
    shared = Counter(
        other
        for entity in joins.paths[one].stage_ids
        for other in joins.paths_of_entity[entity]
        if other[0] != one[0] and other[2] == one[2]
    )
    best: dict[str, Condition] = {}
    for other, count in sorted(shared.items(), key=lambda pair: (-pair[1], pair[0])):
        if count > 1:
            best.setdefault(other[0], other)
    return list(best.values())[:_ELSEWHERE]


def write_comparisons(writer: Writer, joins: Joins, compared: dict[Condition, list[Condition]]) -> None:
    """Write each comparison, and the page from which any two paths can be compared."""
    pairs = sorted({(min(one, other), max(one, other)) for one, others in compared.items() for other in others})
    for left, right in pairs:
        found = compare(joins.atlas, joins.paths[left], joins.paths[right])
        titles = [f"{joins.atlas.stack(one[0]).title}, {joins.label(one)}" for one in (left, right)]
        writer.page(
            "comparison",
            compare_page(left, right),
            title=f"{titles[0]} and {titles[1]}",
            about=f"What {titles[0]} and {titles[1]} share, where they part, and where they meet again.",
            found=found,
            left=left,
            right=right,
            titles=titles,
            svg=_drawing(found),
            kinds=[kind for kind in ENTITY_KINDS if any(stage.kind == kind for stage, _, _ in found.rows)],
        )
    writer.page(
        "compare",
        "compare.html",
        title="Compare two paths",
        about="Two paths side by side: what they share, where they part, and where they meet again.",
        paths=[
            (condition, f"{joins.atlas.stack(condition[0]).title}, {joins.label(condition)}")
            for condition in joins.paths
        ],
        groups=_grouped(joins, pairs),
    )


def _grouped(joins: Joins, pairs: list[tuple[Condition, Condition]]) -> list[tuple[str, dict[Condition, list[Any]]]]:
    """Return the pairs by the stack and the path of their left side, each right side with its page and its name."""
    groups: dict[str, dict[Condition, list[Any]]] = {}
    for left, right in pairs:
        title = "" if left[0] == right[0] else f"{joins.atlas.table('stacks')[right[0]]['title']}, "
        row = (compare_page(left, right), f"{title}{joins.label(right)}")
        groups.setdefault(left[0], {}).setdefault(left, []).append(row)
    return [(joins.atlas.table("stacks")[stack]["title"], rows) for stack, rows in groups.items()]


def _drawing(found: Comparison) -> Markup:
    """Return both paths in one picture: a stage that both pass stands there once."""
    shared = {stage.id for stage in found.shared_stages}
    sides = {stage.id: "left" for stage in found.left_stages} | {stage.id: "right" for stage in found.right_stages}
    nodes = [
        Node(
            classes="both" if stage.id in shared else sides[stage.id],
            id=stage.id,
            kind=stage.kind,
            link=f"../entity/{stage.id}.html",
            name=stage.name,
            tip=stage.note,
        )
        for stage in _merged(found)
    ]
    lines = []
    groups = (
        ("both", [one for one, _ in found.shared_steps]),
        ("left", found.left_steps),
        ("right", found.right_steps),
    )
    for group, steps in groups:
        for step in steps:
            some = " some" if step.qualifier else ""
            lines.append(
                Arrow(
                    classes=f"{group}{some}", end=step.to, id=step.id, label=step.label, start=step.from_,
                    tip=step.label,
                )
            )  # fmt: skip
    return Markup(picture(f"{found.left.title} and {found.right.title}", nodes, lines))


def _merged(found: Comparison) -> list[Stage]:
    """Return the stages of both in one order that keeps each path's own, where the two do not contradict each other."""
    place: dict[str, int] = {}
    after: dict[str, set[str]] = {}
    stages = {stage.id: stage for path in (found.left, found.right) for stage in path.stages}
    for path in (found.left, found.right):
        for step in path.raw_steps:
            after.setdefault(step["to"], set()).add(step["from"])

    def rank(stage: str, above: tuple[str, ...] = ()) -> int:
        if stage not in place:
            place[stage] = 1 + max(
                (
                    rank(one, (*above, stage))
                    for one in sorted(after.get(stage, ()))
                    if one not in above and one != stage
                ),
                default=0,
            )
        return place[stage]

    return sorted(stages.values(), key=lambda stage: (rank(stage.id), stage.id))
