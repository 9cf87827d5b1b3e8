"""The pages of stacks, and of what a stack does in a mode on a device."""

from __future__ import annotations

import json
from collections import Counter

from markupsafe import Markup

from ...graph.compare import compare
from ...model.vocabulary import ENTITY_KINDS, GRADES, STANDING
from ...render.picture import Arrow, Node, picture
from ..addresses import Condition, compare_page, path_page, stack_page
from ..joins import article

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ...graph.choices import Option
    from ...graph.parts import Stage, Step
    from ...graph.path import Path
    from ...graph.stack import Stack
    from ..joins import Joins
    from ..writing import Writer

#: Quotes of a step that stand folded beside the best one on the page of a path; the step's own page has all.
_QUOTES = 3


def write_paths(writer: Writer, joins: Joins, compared: dict[Condition, list[Condition]]) -> None:
    """Write the page of each stack, of each of its paths, and their data."""
    for stack in joins.atlas.stacks:
        whole = joins.wholes[stack.id]
        jsonld = stack_page(stack.id).replace(".html", ".jsonld")
        writer.json(jsonld, {"@context": "../data/context.jsonld", **stack.raw})
        shown = joins.default(stack)
        if shown is None:
            continue
        _write(writer, joins, stack, shown, whole, compared, jsonld)
        _steps_elsewhere(writer, joins, stack, shown)
        for condition, path in joins.paths.items():
            if condition[0] == stack.id:
                writer.json(path_page(*condition).replace(".html", ".json"), path.to_dict())
                _write(writer, joins, stack, condition, path, compared, jsonld)


def _write(
    writer: Writer,
    joins: Joins,
    stack: Stack,
    shown: Condition,
    drawn: Path,
    compared: dict[Condition, list[Condition]],
    jsonld: str,
) -> None:
    """Write a page that shows one path, drawn alone or, where ``drawn`` is the whole stack, with the rest faded."""
    path = joins.paths[shown]
    whole = drawn is not path
    address = stack_page(stack.id) if whole else path_page(*shown)
    on = {step["id"] for step in path.raw_steps}
    held = {step.id: step for step in path}  # with the runs that speak for this path, and no other's
    made = [decision.choice for decision in path.choices]
    mode = next(mode for mode in stack.raw["modes"] if mode["id"] == shown[1])
    writer.page(
        "stack",
        address,
        title=headline(joins, stack) if whole else f"{headline(joins, stack)}: {joins.label(shown)}",
        about=f"{stack.summary} {joins.label(shown)}: {len(path.stages)} stages, {len(path)} steps, with sources.",
        checked=_checked(drawn.steps),
        acting=[(one.option, ", ".join(sorted({does for does, _ in one.does}))) for one in path.switches],
        choices=made,
        forks_elsewhere=[one for one in joins.choices_of[stack.id] if one not in made] if whole else (),
        differs=_differs(joins, shown, compared),
        drawn=drawn,
        grades=_grades(joins, stack, drawn.steps) if whole else {},
        headline=headline(joins, stack),
        idle=_idle(joins, stack, path) if whole else (),
        json=None if whole else address.replace(".html", ".json"),
        jsonld=jsonld,
        kinds=[kind for kind in ENTITY_KINDS if any(stage.kind == kind for stage in drawn.stages)],
        misconceptions=drawn.misconceptions,
        most=_QUOTES,
        mode_note=mode.get("note"),
        not_shown=stack.out_of_scope,
        numbers={step.id: number for number, step in enumerate(drawn.steps)},
        on=on,
        on_stages=set(path.stage_ids),
        options=_switching(joins, stack) if whole else (),
        pairs=[f"{mode}:{device}" for name, mode, device in joins.paths if name == stack.id],
        path=path,
        marks=any(item.marks for step in drawn.steps for item in step.evidence),
        rail=_rail(drawn, path),
        runs=joins.runs_of(drawn.steps),
        shown=shown,
        stack=stack,
        stages=drawn.stages,
        steps=[held.get(step.id, step) for step in drawn.steps],
        svg=_drawing(joins, drawn, path),
        where={step.id: _where(step) for step in drawn.steps},
        whole=whole,
        **_pickers(joins, stack, shown),
    )


def _steps_elsewhere(writer: Writer, joins: Joins, stack: Stack, shown: Condition) -> None:
    """Write the steps that a stack's page has in its table alone, for its script to show them when they are picked."""
    on = {step["id"] for step in joins.paths[shown].raw_steps}
    items = {
        str(number): writer.part("step", stack_page(stack.id), step, number)
        for number, step in enumerate(joins.wholes[stack.id].steps)
        if step.id not in on
    }
    data = json.dumps(items, ensure_ascii=False, separators=(",", ":"))
    writer.file(stack_page(stack.id).replace(".html", ".steps.js"), f"atlasSteps={data};\n")


def _grades(joins: Joins, stack: Stack, steps: Iterable[Step]) -> dict[str, str]:
    """Return per step the number of its grade on each path of the stack, a digit a path; one digit where all are alike.

    A run speaks for the modes and devices that it was made on: the same step can be observed on one path alone.
    """
    pairs = [(mode, device) for name, mode, device in joins.paths if name == stack.id]
    found = {}
    for step in steps:
        options = None if step.raw.get("when", {}).get("options") else frozenset[str]()
        made = (joins.atlas.make_step(stack.raw, step.raw, mode, device, options) for mode, device in pairs)
        digits = "".join(str(GRADES.index(one.grade.name)) for one in made)
        found[step.id] = digits[0] if len(set(digits)) == 1 else digits
    return found


def headline(joins: Joins, stack: Stack) -> str:
    """Return the question that a stack's page answers."""
    entry = joins.atlas.make_entity(stack.entry)
    code = " code" if entry.kind == "programming-language" else ""
    return f"What happens when you run {stack.title}{code}"


def _drawing(joins: Joins, drawn: Path, path: Path) -> Markup:
    on, stages = {step["id"] for step in path.raw_steps}, set(path.stage_ids)
    nodes = [
        Node(
            classes="" if stage.id in stages else "off",
            id=stage.id,
            kind=stage.kind,
            link=f"#stage-{stage.id}",
            name=stage.name,
            tip=stage.note,
        )
        for stage in drawn.stages
    ]
    lines = [
        Arrow(
            classes=" ".join(filter(None, ("some" if step.qualifier else "", "" if step.id in on else "off"))),
            end=step.to,
            id=step.id,
            label=step.label,
            start=step.from_,
            tip=step.how if step.qualifier else "",
        )
        for step in drawn.steps
    ]
    return Markup(picture(drawn.title, nodes, lines))


def _rail(drawn: Path, path: Path) -> list[dict[str, Any]]:
    """Return the drawing in words: each stage with the steps that leave it."""
    on, stages = {step["id"] for step in path.raw_steps}, set(path.stage_ids)
    leaving: dict[str, list[dict[str, Any]]] = {}
    for step in drawn.steps:
        row = {
            "id": step.id,
            "label": step.label,
            "end": step.end.name,
            "qualifier": step.qualifier,
            "on": step.id in on,
        }
        leaving.setdefault(step.from_, []).append(row)
    return [
        {
            "id": stage.id,
            "kind": stage.kind,
            "name": stage.name,
            "on": stage.id in stages,
            "out": [row for row in leaving.get(stage.id, ()) if row["on"]],
        }
        for stage in drawn.stages
    ]


def _pickers(joins: Joins, stack: Stack, shown: Condition) -> dict[str, Any]:
    """Return the choices of mode and of device, each with the page that it leads to or why it does not go."""

    def row(id: str, title: str, mode: str, device: str) -> dict[str, Any]:
        there = (stack.id, mode, device)
        why = stack.excluded(mode, device) or "nothing of it holds here"
        page = path_page(*there) if there in joins.paths else _nearest(joins, stack, there, by_mode=id == mode)
        return {"id": id, "title": title, "page": page, "on": there == shown, "why": why, "label": article(title)}

    return {
        "modes": [row(mode["id"], mode["title"], mode["id"], shown[2]) for mode in stack.raw["modes"]],
        "devices": [row(device, joins.atlas.device_label(device), shown[1], device) for device in stack.devices],
    }


def _nearest(joins: Joins, stack: Stack, there: Condition, *, by_mode: bool) -> str | None:
    """Return the page of a path with the wanted mode or device, where the other one has to change."""
    at = 1 if by_mode else 2
    return next((path_page(*one) for one in joins.paths if one[0] == stack.id and one[at] == there[at]), None)


def _where(step: Step) -> Any:
    """Return a step's conditions as attributes that the page's script reads; absent ones mean any."""
    when = step.raw.get("when", {})
    names = (("m", "modes"), ("d", "devices"), ("o", "options"), ("u", "unless"))
    return Markup(" ").join(
        Markup('data-{}="{}"').format(short, " ".join(when[name])) for short, name in names if when.get(name)
    )


def _switching(joins: Joins, stack: Stack) -> list[Any]:
    """Return the options that a step of the stack asks for or forbids: those that change what is drawn."""
    named: set[str] = set()
    for step in stack.raw["steps"]:
        when = step.get("when", {})
        named.update((*(when.get("options") or ()), *(when.get("unless") or ())))
    return [joins.atlas.make_option(joins.atlas.table("options")[name]) for name in sorted(named)]


def _idle(joins: Joins, stack: Stack, path: Path) -> list[Option]:
    """Return the options of a stack that change nothing of a path."""
    acting = {one.option.id for one in path.switches}
    return [one for one in joins.options_of[stack.id] if one.id not in acting]


def _differs(joins: Joins, shown: Condition, compared: dict[Condition, list[Condition]]) -> list[dict[str, Any]]:
    rows = []
    for other in compared.get(shown, ()):
        found = compare(joins.atlas, joins.paths[shown], joins.paths[other])
        rows.append(
            {
                "page": compare_page(shown, other),
                "title": f"{joins.atlas.stack(other[0]).title}, {joins.label(other)}",
                "says": f"{_count(found.shared_stages)} shared. Only there: {_names(found.right_stages)}. "
                f"Only here: {_names(found.left_stages)}.",
            }
        )
    return rows


def _count(stages: tuple[Stage, ...]) -> str:
    return f"{len(stages)} stage{'' if len(stages) == 1 else 's'}"


def _names(stages: tuple[Stage, ...]) -> str:
    names = [stage.name for stage in stages]
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return ", ".join(names[:4]) + more if names else "nothing"


def _checked(steps: Iterable[Step]) -> dict[str, Any]:
    """Return what is known of the quotes of steps: verdicts, dates, and the steps' grades."""
    items = [item for step in steps for item in step.evidence if item.quote]
    verdicts = Counter(item.verdict for item in items)
    grades = Counter(step.grade.name for step in steps)
    dates = sorted(item.checked for item in items if item.checked)
    return {
        "total": len(items),
        "standing": sum(verdicts[name] for name in STANDING),
        "verdicts": sorted(verdicts.items(), key=lambda pair: (-pair[1], pair[0])),
        "grades": [(name, grades[name]) for name in GRADES if grades[name]],
        "oldest": dates[0] if dates else None,
        "newest": dates[-1] if dates else None,
    }
