"""What decides a path, in words: choices, options and versions, as the documents of every format say them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..graph.decisions import Decision, Switch
    from ..graph.path import Path

#: What an option does, as one reads it before the step or choice.
_VERBS = {
    "adds": "adds",
    "removes": "takes away",
    "redirects": "sends elsewhere",
    "changes": "changes",
    "decides": "decides",
}


class Names:
    """What is needed to say ids in words: the steps of a stack, the names of entities and of options."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.steps = {step["id"]: step for step in path.declared}

    def ends(self, candidate: str) -> str:
        """Return the name of what a candidate leads to: a step's end, or the entity itself."""
        step = self.steps.get(candidate)
        name = step["to"] if step else candidate.rpartition("--")[2] if "/" in candidate else candidate
        return self.path.entity_name(name)

    def hop(self, step: str) -> str:
        """Return a step as ``FROM → TO`` in names."""
        raw = self.steps.get(step)
        if raw is None:
            return step
        return f"{self.path.entity_name(raw['from'])} → {self.path.entity_name(raw['to'])}"

    def option(self, option: str) -> str:
        """Return how an option is typed."""
        return self.path.option_name(option)


def at_steps(path: Path) -> dict[str, list[Decision]]:
    """Return per id of a step the decisions that are told after it: the last step of each that is on the path."""
    place = {step["id"]: number for number, step in enumerate(path.raw_steps)}
    found: dict[str, list[Decision]] = {}
    for decision in path.choices:
        found.setdefault(max(decision.taken, key=place.__getitem__), []).append(decision)
    return found


def choosing(path: Path) -> list[Decision]:
    """Return the decisions that a drawing shows as a diamond: between several steps of one stage, each in one only."""
    shown: list[Decision] = []
    taken: set[str] = set()
    for decision in path.choices:
        if decision.at is not None and not decision.choice.all and len(decision.taken) > 1:
            if taken.isdisjoint(decision.taken):
                shown.append(decision)
            taken.update(decision.taken)
    return shown


def decision_head(decision: Decision, names: Names) -> str:
    """Say who chooses between what.

    The candidates that are not on the path are named as well, and said not to be.
    """
    choice = decision.choice
    candidates = list(dict.fromkeys(names.ends(name) for name in (*decision.taken, *decision.left)))
    away = [names.ends(name) for name in decision.left]
    said = _listed(candidates, "and" if choice.all else "or")
    head = f"All of them happen: {said}" if choice.all else f"{choice.chooser.name} chooses: {said}"
    return head + (f" (not on this path: {_listed(away, 'and')})" if away else "")


def decision_parts(decision: Decision, names: Names) -> Iterator[tuple[str, str]]:
    """Yield what else is known of a choice, as a label and words: its rule, order, default, options and fallback."""
    choice = decision.choice
    if choice.rule:
        yield "rule", choice.rule
    if choice.order:
        yield "order", ", then ".join(names.ends(name) for name in choice.order)
    if choice.default:
        yield "default", names.ends(choice.default)
    if decision.set:
        yield "set here", ", ".join(names.option(name) for name in decision.set)
    rest = [names.option(name) for name in choice.overridden_by if name not in decision.set]
    if rest:
        yield "overridden by", ", ".join(rest)
    if choice.fallback:
        yield "otherwise", choice.fallback
    yield from dated(choice.raw)


def switch_line(switch: Switch, names: Names) -> str:
    """Say what an option that is not set would do on the path."""
    does: dict[str, list[str]] = {}
    for verb, name in switch.does:
        what = names.hop(name) if "/" in name else f"the choice {name}"
        does.setdefault(_VERBS[verb], []).append(what)
    said = "; ".join(f"{verb} {_listed(what, 'and')}" for verb, what in does.items())
    default = f" Default: {switch.option.default}" if switch.option.default else ""
    return f"{switch.option.name} {said}.{default}"


def option_notes(path: Path) -> list[str]:
    """Say of the options that are set and the version that is asked for what the path does not show by itself."""
    notes = [f"{path.option_name(name)} has no recorded effect on this path." for name in path.without_effect]
    history = path.history
    if history is not None:
        notes.append(history.note)
        names = Names(path)
        notes += [f"Not at {history.at}: {names.hop(step)}, {why}." for step, why in history.absent]
    return notes


def dated(raw: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield since when and until when a released record and its status hold, as a label and the version or day."""
    state = raw.get("status", {}).get("state", "current")
    for key, label in (
        ("since", "since"),
        ("until", "until"),
        ("status_since", f"{state} since"),
        ("status_until", f"{state} until"),
    ):
        bound = raw.get(key)
        if bound:
            last = ", the last with it" if bound.get("inclusive") else ""
            yield label, f"{bound.get('version') or bound['date']}{last}"


def _listed(names: list[str], word: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
