"""The front page: the picker, the paths, the questions, and what is checked."""

from __future__ import annotations

from ...render.main_line import main_line
from ...render.shapes import CODES
from ..addresses import path_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..joins import Joins
    from ..writing import Writer

#: Questions on the front page: one of each stack in turn; four beside the picker, the others with their answers.
_QUESTIONS = 12


def write_front(writer: Writer, joins: Joins) -> None:
    """Write the front page."""
    atlas = joins.atlas
    stats = atlas.stats()
    dates = [check["date"] for entry in atlas.release["ledger"] for check in _checks(entry)]
    writer.page(
        "front",
        "index.html",
        title=f"{atlas.release['title']}: how machine-learning code reaches the chip",
        about=atlas.release["description"],
        stacks=atlas.stacks,
        paths=_paths(joins),
        example=_example(joins),
        questions=_questions(joins),
        total_questions=len(atlas.release.get("questions", ())),
        last=max(dates, default=atlas.release["date"]),
        numbers=[
            (len(joins.paths), "paths", "compare.html"),
            (stats["steps"], "steps", "explore.html"),
            (stats["entities"], "things", "entities.html"),
            (stats["quotes"], "quotes", "health.html"),
            (stats["sources"], "documents", "sources.html"),
            (f"{100 * stats['verified'] / max(stats['quotes'], 1):.1f} %", "quotes that stand", "health.html"),
        ],
    )


def _checks(entry: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry[copy] for copy in ("pinned", "live") if entry.get(copy)]


def _paths(joins: Joins) -> dict[str, list[tuple[str, list[dict[str, Any]]]]]:
    """Return the paths of each stack by mode, each with its main line as ``KIND:NAME|KIND:NAME``."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {stack.id: {} for stack in joins.atlas.stacks}
    for (stack, mode, device), path in joins.paths.items():
        entities = [joins.atlas.make_entity(one) for one in main_line(path)]
        row = {
            "page": path_page(stack, mode, device),
            "mode": mode,
            "device": device,
            "device_title": joins.atlas.device_label(device),
            "count": f"{len(path.stage_ids)} stages, {len(path)} steps",
            "grade": str(path.grade),
            "way": "|".join(f"{CODES[entity.kind]}:{entity.name}" for entity in entities),
        }
        found[stack].setdefault(joins.mode_title(stack, mode), []).append(row)
    return {stack: list(modes.items()) for stack, modes in found.items()}


def _questions(joins: Joins) -> list[dict[str, Any]]:
    """Return some questions, each of another stack, the first of each."""
    seen: set[str] = set()
    chosen = []
    for item in joins.atlas.release.get("questions", ()):
        about = next(iter(item.get("stacks", ())), "")
        if about not in seen:
            seen.add(about)
            chosen.append(item)
    return chosen[:_QUESTIONS]


def _example(joins: Joins) -> dict[str, Any] | None:
    """Return the main line that stands beside the question until something else is picked."""
    condition = next((one for one in joins.paths if one[0] == "pytorch" and one[1:] == ("compile", "nvidia-gpu")), None)
    condition = condition or next(iter(joins.paths), None)
    if condition is None:
        return None
    path = joins.paths[condition]
    return {
        "page": path_page(*condition),
        "stack": condition[0],
        "title": f"{joins.atlas.stack(condition[0]).title}, {joins.label(condition)}",
        "count": f"{len(path.stage_ids)} stages, {len(path)} steps",
        "line": [joins.atlas.make_entity(one) for one in main_line(path)],
        "grade": str(path.grade),
    }
