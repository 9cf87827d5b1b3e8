"""The main line of a path: what a picture leads the eye along, side tracks beside it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.path import Path


def main_line(path: Path) -> list[str]:
    """Return the reading of a path with the fewest limited steps, of equals the longest, as ids of its stages."""
    best: dict[str, tuple[int, int, str]] = {path.stage_ids[0]: (0, 0, "")}
    for raw in path.raw_steps:
        if raw["from"] in best:
            limited, length, _ = best[raw["from"]]
            reached = (limited - bool(raw.get("qualifier")), length + 1, raw["from"])
            if raw["to"] not in best or reached[:2] > best[raw["to"]][:2]:
                best[raw["to"]] = reached
    starts = {raw["from"] for raw in path.raw_steps}
    ends = [stage for stage in best if stage not in starts]
    at = max(ends, key=lambda stage: best[stage][:2], default=path.stage_ids[0])
    line: list[str] = []
    while at and at not in line:
        line.append(at)
        at = best[at][2]
    return line[::-1]
