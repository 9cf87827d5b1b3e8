"""The shape of a stack: every stage reached, every path without a cycle and ending at its hardware."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..model.status import RETIRED
from .conditions import declared_pairs
from .rule import Found, Rule


def _retired(step: Any) -> bool:
    """Tell a step that is kept for its id alone, and is on no path."""
    return step.status.state in RETIRED


def _kept_for_its_time(step: Any) -> bool:
    """Tell a retired step that is on the paths of earlier versions, and needs its stages for them."""
    return _retired(step) and (step.until is not None or step.status.since is not None)


def _options(stack: Any) -> list[str]:
    """Return the options that steps of a stack hold with or without."""
    return sorted({name for step in stack.steps for name in (*(step.when.options or ()), *(step.when.unless or ()))})


def _no_stage(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        stages = {stage.entity for stage in stack.stages}
        if stack.entry not in stages:
            yield located, ("entry",), f"the entry '{stack.entry}' is not a stage; add it under 'stages'"
        for number, step in enumerate(stack.steps):
            for key, name in (("from", step.from_), ("to", step.to)):
                if name not in stages and (not _retired(step) or _kept_for_its_time(step)):
                    yield (
                        located,
                        ("steps", number, key),
                        f"'{name}' is not a stage of {stack.id}; add it under 'stages'",
                    )
        seen: set[str] = set()
        for number, stage in enumerate(stack.stages):
            if stage.entity in seen:
                yield located, ("stages", number), f"the stage '{stage.entity}' stands twice; keep one"
            seen.add(stage.entity)


def _unreachable(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        options = _options(stack)
        reached: set[str] = set()
        for pair in declared_pairs(stack):
            everything = _reach(stack.entry, _steps(stack, pair, frozenset(options), unless=False))
            reached |= everything
            for chosen in (frozenset(), *(frozenset((option,)) for option in options)):
                steps = _steps(stack, pair, chosen)
                reachable = _reach(stack.entry, steps)
                for number, step in steps:
                    # What needs an option may start where another option leads.
                    if step.from_ not in (everything if step.when.options else reachable):
                        mode, device = pair
                        named = f" and {' and '.join(chosen)}" if chosen else ""
                        yield (
                            located,
                            ("steps", number),
                            (
                                f"with {mode} on {device}{named} nothing leads from the entry to '{step.from_}'; "
                                "add the step that does, or narrow this one"
                            ),
                        )
        for step in stack.steps:
            if _kept_for_its_time(step):
                reached |= {step.from_, step.to}
        for number, stage in enumerate(stack.stages):
            if stage.entity not in reached:
                yield (
                    located,
                    ("stages", number),
                    (f"no path from the entry reaches '{stage.entity}'; add the step that does, or remove the stage"),
                )


def _cycles(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        stack = located.record
        reported: set[int] = set()
        for (mode, device), chosen in _ways(stack):
            cycle = _cycle(_steps(stack, (mode, device), chosen))
            if cycle and cycle[0][0] not in reported:
                reported.add(cycle[0][0])
                way = " → ".join([step.from_ for _, step in cycle] + [cycle[-1][1].to])
                yield (
                    located,
                    ("steps", cycle[0][0]),
                    (f"with {mode} on {device} the steps go round in a circle, {way}; narrow or remove one of them"),
                )


def _dead_ends(dataset: Dataset) -> Iterator[Found]:
    kinds = {entity.id: entity.kind for entity in dataset.records("entities")}
    hardware = {device.id: device.entity for device in dataset.records("devices")}
    for located in dataset.all("stacks"):
        stack = located.record
        said: set[str] = set()
        for (mode, device), chosen in _ways(stack):
            named = f" and {' and '.join(chosen)}" if chosen else ""
            steps = _steps(stack, (mode, device), chosen)
            reachable = _reach(stack.entry, steps)
            going = {step.from_ for _, step in steps}
            ends = sorted(reachable - going)
            for end in ends:
                if kinds.get(end) != "hardware" and not (chosen and end in said):
                    said.add(end)
                    yield (
                        located,
                        _stage_path(stack, end),
                        (
                            f"with {mode} on {device}{named} the path ends at '{end}', which is not hardware; "
                            "add the step that leads on, or exclude the combination"
                        ),
                    )
            if hardware[device] not in ends and not (chosen and device in said):
                said.add(device)
                yield (
                    located,
                    ("devices",),
                    (
                        f"with {mode} on {device}{named} no path reaches '{hardware[device]}'; "
                        "add the step that does, or exclude the combination with its reason"
                    ),
                )


def _ways(stack: Any) -> Iterator[tuple[tuple[str, str], frozenset[str]]]:
    """Yield every pair of mode and device without options, then with each option that some step knows."""
    pairs = sorted(declared_pairs(stack))
    for chosen in (frozenset[str](), *(frozenset((option,)) for option in _options(stack))):
        yield from ((pair, chosen) for pair in pairs)


def _steps(
    stack: Any, pair: tuple[str, str], options: frozenset[str] = frozenset(), *, unless: bool = True
) -> list[tuple[int, Any]]:
    """Return the steps that hold with these options; without ``unless`` also those that an option takes away."""
    mode, device = pair
    return [
        (number, step)
        for number, step in enumerate(stack.steps)
        if not _retired(step)
        and (step.when.modes is None or mode in step.when.modes)
        and (step.when.devices is None or device in step.when.devices)
        and (step.when.options is None or options.intersection(step.when.options))
        and not (unless and options.intersection(step.when.unless or ()))
    ]


def _reach(entry: str, steps: list[tuple[int, Any]]) -> set[str]:
    reached, todo = {entry}, [entry]
    while todo:
        here = todo.pop()
        for _, step in steps:
            if step.from_ == here and step.to not in reached:
                reached.add(step.to)
                todo.append(step.to)
    return reached


def _cycle(steps: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Return the steps of one cycle, or nothing: what is left when stages without a way in or out are taken off."""
    left = list(steps)
    while True:
        starts, ends = {step.from_ for _, step in left}, {step.to for _, step in left}
        kept = [(number, step) for number, step in left if step.from_ in ends and step.to in starts]
        if len(kept) == len(left):
            break
        left = kept
    if not left:
        return []
    way = [left[0]]
    visited = {left[0][1].from_: 0}
    while way[-1][1].to not in visited:
        here = way[-1][1].to
        visited[here] = len(way)
        way.append(next(item for item in left if item[1].from_ == here))
    return way[visited[way[-1][1].to] :]


def _stage_path(stack: Any, entity: str) -> tuple[str | int, ...]:
    for number, stage in enumerate(stack.stages):
        if stage.entity == entity:
            return ("stages", number)
    return ("stages",)


RULES = (
    Rule("AG106", "end-not-a-stage", _no_stage),
    Rule("AG107", "unreachable", _unreachable),
    Rule("AG108", "cycle", _cycles),
    Rule("AG109", "dead-end", _dead_ends),
)
