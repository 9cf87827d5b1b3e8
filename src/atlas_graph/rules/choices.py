"""Choices and options: candidates that can be chosen between, and effects that the steps know of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from .quotes import names_entity
from .rule import Found, Rule

#: What an option does to a step -> the key of the step's 'when' under which it then stands.
_KNOWN_AS = {"adds": "options", "removes": "unless"}


def _steps(dataset: Dataset) -> dict[str, tuple[Any, int, Any]]:
    """Return every step by its id: where its stack stands, its number and itself."""
    return {
        step.id_in(located.record.id): (located, number, step)
        for located in dataset.all("stacks")
        for number, step in enumerate(located.record.steps)
    }


def _effects(dataset: Dataset) -> Iterator[Found]:
    steps = _steps(dataset)
    choices = {choice.id: choice for choice in dataset.records("choices")}
    said: set[tuple[str, str, str]] = set()
    for located in dataset.all("options"):
        option = located.record
        for index, effect in enumerate(option.effects):
            path = ("effects", index)
            if effect.step is not None and effect.does in _KNOWN_AS:
                key = _KNOWN_AS[effect.does]
                said.add((key, effect.step, option.id))
                if option.id not in (getattr(steps[effect.step][2].when, key) or ()):
                    yield (
                        located,
                        path,
                        f"the step {effect.step} does not say so; write 'when: {{{key}: [{option.id}]}}' there, "
                        "or say that the option 'redirects' or 'changes' it",
                    )
            elif effect.does == "decides" and option.id not in choices[effect.choice].overridden_by:
                yield (
                    located,
                    path,
                    f"the choice '{effect.choice}' does not say so; add '{option.id}' to its 'overridden_by'",
                )
    for name, (located, number, step) in steps.items():
        for does, key in _KNOWN_AS.items():
            for index, option in enumerate(getattr(step.when, key) or ()):
                if (key, name, option) not in said:
                    yield (
                        located,
                        ("steps", number, "when", key, index),
                        f"the option '{option}' does not say that it {does} this step; add the effect to it",
                    )


def _overrides(dataset: Dataset) -> Iterator[Found]:
    deciding = {
        (effect.choice, option.id)
        for option in dataset.records("options")
        for effect in option.effects
        if effect.does == "decides"
    }
    for located in dataset.all("choices"):
        for index, option in enumerate(located.record.overridden_by):
            if (located.record.id, option) not in deciding:
                yield (
                    located,
                    ("overridden_by", index),
                    f"the option '{option}' does not say that it decides this choice; add the effect to it",
                )


def _one_sided(dataset: Dataset) -> Iterator[Found]:
    yield from _effects(dataset)
    yield from _overrides(dataset)


def _candidates(dataset: Dataset) -> Iterator[Found]:
    steps = _steps(dataset)
    stages = {stack.id: {stage.entity for stage in stack.stages} for stack in dataset.records("stacks")}
    for located in dataset.all("choices"):
        choice = located.record
        starts = [steps[name][2].from_ for name in choice.among if name in steps]
        if starts and len(starts) != len(choice.among):
            yield located, ("among",), "name steps or entities, not both; where there are steps, name them"
        for index, name in enumerate(choice.among):
            if name in steps:
                stack = name.partition("/")[0]
                if choice.stack not in (None, stack):
                    fault = f"this step is of the stack '{stack}'; correct it, or the choice's 'stack'"
                elif starts.count(steps[name][2].from_) < 2:
                    fault = f"no other candidate leaves '{steps[name][2].from_}'; name what it competes with there"
                else:
                    continue
            elif choice.stack is not None and name not in stages[choice.stack]:
                fault = f"'{name}' is not a stage of {choice.stack}; name a stage, or leave 'stack' out"
            else:
                continue
            yield located, ("among", index), fault


def _to_name(record: Any, titles: dict[str, str]) -> str:
    """Return the words of which some must name the record; none where an exception says why they need not."""
    if any(evidence.exception for evidence in record.evidence):
        return ""
    return "\n".join(
        f"{evidence.quote}\n{evidence.section or ''}\n{titles.get(evidence.source, '')}"
        for evidence in record.evidence
        if evidence.quote is not None and evidence.supports != "contradicts"
    )


def _not_named(dataset: Dataset) -> Iterator[Found]:
    titles = {source.id: source.title for source in dataset.records("sources")}
    for located in dataset.all("options"):
        option = located.record
        read = _to_name(option, titles)
        if read and not any(spelling.casefold() in read.casefold() for spelling in spellings(option)):
            yield (
                located,
                ("evidence",),
                f"no quote or heading names '{option.name}'; quote a sentence that does, add the spelling it uses to "
                "'aliases', or say under 'exception' why it need not",
            )


def spellings(option: Any) -> list[str]:
    """Return how an option may be spelt in a sentence: as typed, its aliases, and each without its value."""
    names = [option.name, *option.aliases]
    return [*names, *(name.partition("=")[0].rstrip() for name in names if "=" in name)]


def _chooser_not_named(dataset: Dataset) -> Iterator[Found]:
    entities = {entity.id: entity for entity in dataset.records("entities")}
    titles = {source.id: source.title for source in dataset.records("sources")}
    for located in dataset.all("choices"):
        choice = located.record
        read = _to_name(choice, titles)
        if read and not names_entity(read, entities[choice.chooser]):
            yield (
                located,
                ("evidence",),
                f"no quote or heading names '{entities[choice.chooser].name}', which chooses; quote a sentence that "
                "does, or say under 'exception' why it need not",
            )


RULES = (
    Rule("AG117", "effect-one-sided", _one_sided),
    Rule("AG118", "choice-candidates", _candidates),
    Rule("AG207", "option-not-named", _not_named),
    Rule("AG208", "chooser-not-named", _chooser_not_named),
)
