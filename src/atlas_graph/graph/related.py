"""What the atlas says beside a path: the misconceptions and the links that concern it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .atlas import Atlas
    from .path import Path
    from .statements import Link, Misconception


def misconceptions_of(atlas: Atlas, path: Path) -> tuple[Misconception, ...]:
    """Return the misconceptions of the path's stack that are about one of its stages, or about the stack as a whole.

    What concerns ideas alone, or other things that the stack has no stage for, is about the whole.
    """
    stages = set(path.stage_ids)
    declared = {stage["entity"] for stage in path.record["stages"]}
    return tuple(
        atlas.make_misconception(raw)
        for raw in atlas.release.get("misconceptions", ())
        if path.stack in raw["stacks"]
        and (stages.intersection(raw.get("concerns", ())) or not declared.intersection(raw.get("concerns", ())))
    )


def links_of(atlas: Atlas, path: Path) -> tuple[Link, ...]:
    """Return the links with a stage of the path at one end at least."""
    stages = set(path.stage_ids)
    return tuple(
        atlas.make_link(raw) for raw in atlas.release.get("links", ()) if raw["from"] in stages or raw["to"] in stages
    )


def corresponding(atlas: Atlas, left: Path, right: Path) -> tuple[Link, ...]:
    """Return the ``corresponds-to`` links that join a stage of one path to a stage of the other."""
    here, there = set(left.stage_ids), set(right.stage_ids)
    return tuple(
        atlas.make_link(raw)
        for raw in atlas.release.get("links", ())
        if raw["relation"] == "corresponds-to"
        and ((raw["from"] in here and raw["to"] in there) or (raw["from"] in there and raw["to"] in here))
    )
