"""What decides a path: the choices where it forks, the options that are set, and those that would change it."""

from __future__ import annotations

from ..model.status import RETIRED, state
from .as_json import bound_values, evidence_values
from .choices import Choice, Option
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from .catalog import Catalog
    from .network import StackIndex

    RawStep = dict[str, Any]


class Decision(Value):
    """A choice as it stands on a path.

    ``at`` is the id of the stage whose steps it is between, None where the candidates leave several; ``taken`` are the
    candidates that are steps of the path, ``left`` those that are not on it under its conditions. ``set`` are the ids
    of the options, set for the path, that decide it.
    """

    __slots__ = ("at", "choice", "left", "set", "taken")
    at: str | None
    choice: Choice
    left: tuple[str, ...]
    set: tuple[str, ...]
    taken: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.choice)


class Switch(Value):
    """An option that would change a path: what it ``does`` there, as pairs of a verb and the id of a step or choice."""

    __slots__ = ("does", "option")
    does: tuple[tuple[str, str], ...]
    option: Option

    def __str__(self) -> str:
        return f"{self.option.name} {'; '.join(f'{verb} {what}' for verb, what in self.does)}"


def meant(raw: dict[str, Any], stack: str, steps: Iterable[RawStep]) -> list[RawStep]:
    """Return those of a stack's steps that are candidates of a choice, by their ids or by where they lead.

    An entity is a candidate where a step leads to it from a stage that leads to another candidate too.
    """
    if raw.get("stack") not in (None, stack):
        return []
    among = set(raw["among"])
    found = [step for step in steps if step["id"] in among]
    if found:
        return found
    leading = [step for step in steps if step["to"] in among]
    ends: dict[str, set[str]] = {}
    for step in leading:
        ends.setdefault(step["from"], set()).add(step["to"])
    return [step for step in leading if len(ends[step["from"]]) > 1]


class Selection(Value):
    """A path as its decisions need it: what holds of its stack, by which bits, and which options are set."""

    __slots__ = ("in_force", "index", "options", "set", "stage_ids", "step_ids", "wanted")
    in_force: Callable[[dict[str, Any]], bool]
    index: StackIndex
    options: tuple[str, ...]
    set: frozenset[str] | None
    stage_ids: tuple[str, ...]
    step_ids: frozenset[str]
    wanted: int


def decisions(catalog: Catalog, path: Selection) -> Iterator[Decision]:
    """Yield the choices that are made on a path, by the stages at which they are."""
    here = path.step_ids
    record = path.index.record
    place = {stage: number for number, stage in enumerate(path.stage_ids)}
    found = []
    for raw in catalog.release.get("choices", ()):
        if not path.in_force(raw) or not path.index.held(raw.get("when"), path.set) & path.wanted:
            continue
        candidates = meant(raw, record["id"], record["steps"])
        taken = [step for step in candidates if step["id"] in here]
        if not taken:
            continue
        starts = {step["from"] for step in taken}
        at = next(iter(starts)) if len(starts) == 1 else None
        left = tuple(step["id"] for step in candidates if step["id"] not in here)
        deciding = tuple(name for name in raw.get("overridden_by", ()) if name in path.options)
        first = min(place[start] for start in starts)
        decision = Decision(
            at=at,
            choice=catalog.make_choice(raw),
            left=left,
            set=deciding,
            taken=tuple(step["id"] for step in taken),
        )
        found.append((first, raw["id"], decision))
    yield from (decision for _, _, decision in sorted(found, key=lambda item: item[:2]))


def switches(catalog: Catalog, path: Selection, decided: set[str]) -> Iterator[Switch]:
    """Yield the options that are not set and would change the path, with what each would do on it.

    ``decided`` are the ids of the choices that are made on it.
    """
    here = path.step_ids
    steps = {step["id"]: step for step in path.index.record["steps"]}
    for raw in catalog.release.get("options", ()):
        if raw["id"] in path.options or not path.in_force(raw):
            continue
        reached = _reached(path, raw, steps)
        does = []
        for effect in raw["effects"]:
            verb, name = effect["does"], effect.get("step")
            if name is None:
                happens = effect["choice"] in decided
            elif verb == "adds":
                step = steps.get(name)
                happens = (
                    step is not None
                    and name not in here
                    and step["from"] in reached
                    and state(step) not in RETIRED
                    and bool(path.index.held(step.get("when"), frozenset((*path.options, raw["id"]))) & path.wanted)
                )
            else:
                happens = name in here
            if happens:
                does.append((verb, name or effect["choice"]))
        if does:
            yield Switch(does=tuple(does), option=catalog.make_option(raw))


def _reached(path: Selection, raw: dict[str, Any], steps: dict[str, Any]) -> set[str]:
    """Return the stages from which a step that an option adds would be reached."""
    reached = set(path.stage_ids)
    added = [steps[name] for effect in raw["effects"] if (name := effect.get("step")) in steps]
    while True:
        more = {step["to"] for step in added if step["from"] in reached} - reached
        if not more:
            return reached
        reached |= more


def decision_values(decision: Decision, names: dict[str, str]) -> dict[str, Any]:
    """Return a decision as JSON values; ``names`` says how options are typed."""
    choice = decision.choice
    return {
        "id": choice.id,
        "at": decision.at,
        "chooser": choice.chooser.id,
        "among": list(choice.among),
        "taken": list(decision.taken),
        "not_here": list(decision.left),
        "all": choice.all,
        "rule": choice.rule,
        "order": list(choice.order),
        "default": choice.default,
        "overridden_by": [{"id": name, "name": names[name]} for name in choice.overridden_by],
        "set": list(decision.set),
        "fallback": choice.fallback,
        "text": choice.text,
        "status": choice.status,
        **bound_values(choice.raw),
        "evidence": evidence_values(choice.evidence),
    }


def switch_values(switch: Switch) -> dict[str, Any]:
    """Return an option that would change a path, and what it would do there, as JSON values."""
    option = switch.option
    return {
        "id": option.id,
        "name": option.name,
        "aliases": list(option.aliases),
        "kind": option.kind,
        "whose": option.owner.id,
        "default": option.default,
        "does": [{"does": verb, "step" if "/" in name else "choice": name} for verb, name in switch.does],
        "text": option.text,
        "status": option.status,
        **bound_values(option.raw),
        "evidence": evidence_values(option.evidence),
    }
