"""The pages of questions, misconceptions, SPARQL and search: what is asked, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ...graph.compare import side
from ...graph.parts import Step
from ...graph.path import Path, find_path
from ..addresses import choice_page, compare_page, condition_of, entity_page, option_page, path_page, stack_page
from ..joins import Joins
from ..writing import Writer

#: What a question asks about, or what its answer must hold, by name.
Asked = dict[str, Any]
#: Receipts shown under an answer; the page that it links to has all.
_RECEIPTS = 4


def write_answers(writer: Writer, joins: Joins) -> None:
    """Write the questions with their answers, the misconceptions, and the search page."""
    questions = joins.atlas.release.get("questions", ())
    groups: dict[str, list[dict[str, Any]]] = {}
    for item in questions:
        stacks = item.get("stacks") or [""]
        groups.setdefault(stacks[0] if len(stacks) == 1 else "", []).append({"item": item, **_answered(joins, item)})
    titles = {stack.id: stack.title for stack in joins.atlas.stacks}
    writer.page(
        "questions",
        "questions.html",
        title="Questions, answered with receipts",
        about=f"{len(questions)} questions that people ask about how code reaches a chip, each answered with sources.",
        groups=sorted(((titles.get(key, "Several stacks, and hardware"), rows) for key, rows in groups.items())),
    )
    writer.page(
        "misconceptions",
        "misconceptions.html",
        title="Often said, and wrong",
        about="What is often said about how code reaches a chip and is wrong, with its correction and who says so.",
        groups=[
            (stack, [item for item in joins.atlas.misconceptions(stack.id) if item.stacks[0] == stack.id])
            for stack in joins.atlas.stacks
        ],
    )
    writer.page(
        "search",
        "search.html",
        title="Search",
        about="Search the atlas: names, steps, quotes, questions, facts and sources.",
        stacks=joins.atlas.stacks,
    )


@dataclass
class _Shown:
    """What stands under an answer: where it is shown in full (address, fragment, name), and what is behind it."""

    links: list[tuple[str, str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    evidence: list[Any] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def _answered(joins: Joins, item: dict[str, Any]) -> dict[str, Any]:
    """Return where an answer is shown in full, and the first steps or evidence behind it."""
    shown = _SHOW.get(item["ask"], _show_thing)(joins, item.get("arguments", {}), item["expect"])
    return {
        "steps": shown.steps[:_RECEIPTS],
        "evidence": shown.evidence[:_RECEIPTS],
        "links": sorted(set(shown.links)),
        "notes": shown.notes,
    }


def _show_path(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    path = find_path(joins.atlas, asked["stack"], asked.get("mode"), asked.get("device"))
    steps = _most_telling(list(path.steps), expect)
    return _Shown([_page_of(joins, path)], steps)


def _show_comparison(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    both = [side(joins.atlas, asked[name]) for name in ("left", "right")]
    left, right = (condition_of(path) for path in both)
    links = [_page_of(joins, path) for path in both]
    if left != right and left in joins.paths and right in joins.paths:
        links.append((compare_page(left, right), "", "Both paths side by side"))
    return _Shown(links, _most_telling([step for path in both for step in path.steps], expect))


def _show_routes(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    found = joins.atlas.routes(asked["from"], asked["to"], device=asked.get("device"))
    link = ("explore.html", f"{asked['from']}..{asked['to']}", "Every route")
    return _Shown([link], list(found[0].steps) if len(found) else [])


def _show_why_not(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    answer = joins.atlas.why_not(asked["from"], asked["to"])
    return _Shown(
        [
            (stack_page(limit.stack), "not", f"What {joins.atlas.stack(limit.stack).title} does not show")
            for limit in answer.limits
        ],
        list(answer.route.steps) if answer.route else [],
        notes=[str(answer.why), *(f"{limit.topic}: {limit.reason}" for limit in answer.limits)],
    )


def _show_misconceptions(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    found = _wanted(joins.atlas.misconceptions(asked.get("stack"), concerns=asked.get("concerns")), expect)
    return _cited([("misconceptions.html", one.id, one.claim) for one in found], found)


def _show_facts(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    found = joins.atlas.facts(asked.get("subject"), property=asked.get("property"))
    return _cited([("hardware.html", fact.id, str(fact)) for fact in found], found)


def _show_options(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    found = _wanted(joins.atlas.options(asked.get("stack"), whose=asked.get("whose")), expect)
    return _cited([(option_page(one.id), "", one.name) for one in found], found)


def _show_choices(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    found = _wanted(joins.atlas.choices(asked.get("stack"), chooser=asked.get("chooser")), expect)
    return _cited([(choice_page(one.id), "", one.text) for one in found], found)


def _show_thing(joins: Joins, asked: Asked, expect: Asked) -> _Shown:
    if "id" not in asked:
        return _Shown()
    card = joins.atlas.show(asked["id"])
    evidence = list(getattr(card.thing, "evidence", ())) or [one for link in card.links for one in link.evidence]
    return _Shown([(entity_page(asked["id"]), "", "Everything that is said of it")], evidence=evidence)


_SHOW: dict[str, Callable[[Joins, Asked, Asked], _Shown]] = {
    "path": _show_path,
    "explain": _show_path,
    "compare": _show_comparison,
    "routes": _show_routes,
    "why-not": _show_why_not,
    "misconceptions": _show_misconceptions,
    "facts": _show_facts,
    "options": _show_options,
    "choices": _show_choices,
}


def _page_of(joins: Joins, path: Path) -> tuple[str, str, str]:
    """Return the link to a path's page, or to its stack's where no step holds under its conditions."""
    condition = condition_of(path)
    return path_page(*condition) if condition in joins.paths else stack_page(path.stack), "", path.title


def _cited(links: list[tuple[str, str, str]], found: Iterable[Any]) -> _Shown:
    return _Shown(links, evidence=[evidence for one in found for evidence in one.evidence])


def _most_telling(steps: list[Step], expect: Asked) -> list[Step]:
    """Return the steps that an answer is about first: those named, then those at the stages that it names."""
    stages = {name for key in ("stages", "only_left", "only_right", "shortest") for name in expect.get(key, ())}
    named = [step for step in steps if step.id in expect.get("steps", ())]
    between = [step for step in steps if step.from_ in stages and step.to in stages]
    at = [step for step in steps if step.from_ in stages or step.to in stages]
    return list({step.id: step for step in (*named, *between, *at, *steps)}.values())


def _wanted(found: Iterable[Any], expect: Asked) -> list[Any]:
    """Return of what was found that which the answer is about."""
    ids = set(expect.get("ids", ()))
    return [one for one in found if not ids or one.id in ids]
