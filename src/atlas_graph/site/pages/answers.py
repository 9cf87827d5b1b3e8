"""The pages of questions, misconceptions, SPARQL and search: what is asked, and what is answered."""

from __future__ import annotations

from ...graph.compare import side
from ...graph.path import find_path
from ..addresses import choice_page, compare_page, condition_of, entity_page, option_page, path_page, stack_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...graph.parts import Step
    from ..joins import Joins
    from ..writing import Writer

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


def _answered(joins: Joins, item: dict[str, Any]) -> dict[str, Any]:
    """Return where an answer is shown in full, as address, fragment and name, and the steps or evidence behind it."""
    arguments = item.get("arguments", {})
    expected = {
        name for key in ("stages", "only_left", "only_right", "shortest") for name in item["expect"].get(key, ())
    }
    ask, atlas = item["ask"], joins.atlas
    steps: list[Step] = []
    evidence: list[Any] = []
    links: list[tuple[str, str, str]] = []
    notes: list[str] = []
    if ask in ("path", "explain"):
        path = find_path(atlas, arguments["stack"], arguments.get("mode"), arguments.get("device"))
        steps = _telling(list(path.steps), expected, item["expect"].get("steps", ()))
        page = path_page(*condition_of(path)) if condition_of(path) in joins.paths else stack_page(path.stack)
        links.append((page, "", path.title))
    elif ask == "compare":
        both = [side(atlas, arguments[name]) for name in ("left", "right")]
        conditions = [condition_of(path) for path in both]
        steps = _telling([step for path in both for step in path.steps], expected, ())
        if all(one in joins.paths for one in conditions) and conditions[0] != conditions[1]:
            links.append((compare_page(conditions[0], conditions[1]), "", "Both paths side by side"))
        links += [
            (path_page(*one) if one in joins.paths else stack_page(one[0]), "", path.title)
            for one, path in zip(conditions, both, strict=True)
        ]
    elif ask == "routes":
        found = atlas.routes(arguments["from"], arguments["to"], device=arguments.get("device"))
        steps = list(found[0].steps) if len(found) else []
        links.append(("explore.html", f"{arguments['from']}..{arguments['to']}", "Every route"))
    elif ask == "why-not":
        answer = atlas.why_not(arguments["from"], arguments["to"])
        notes = [str(answer.why), *(f"{limit.topic}: {limit.reason}" for limit in answer.limits)]
        steps = list(answer.route.steps) if answer.route else []
        links += [
            (stack_page(stack), "not", f"What {stack} does not show")
            for stack in {limit.stack for limit in answer.limits}
        ]
    elif ask == "misconceptions":
        items = atlas.misconceptions(arguments.get("stack"), concerns=arguments.get("concerns"))
        wanted = set(item["expect"].get("ids", ()))
        for one in items:
            if not wanted or one.id in wanted:
                evidence += one.evidence
                links.append(("misconceptions.html", one.id, one.claim))
    elif ask == "facts":
        for fact in atlas.facts(arguments.get("subject"), property=arguments.get("property")):
            evidence += fact.evidence
            links.append(("hardware.html", fact.id, str(fact)))
    elif ask == "options":
        for option in _of_use(atlas.options(arguments.get("stack"), whose=arguments.get("whose")), item):
            evidence += option.evidence
            links.append((option_page(option.id), "", option.name))
    elif ask == "choices":
        for choice in _of_use(atlas.choices(arguments.get("stack"), chooser=arguments.get("chooser")), item):
            evidence += choice.evidence
            links.append((choice_page(choice.id), "", choice.text))
    elif "id" in arguments:
        links.append((entity_page(arguments["id"]), "", "Everything that is said of it"))
        card = atlas.show(arguments["id"])
        evidence = list(getattr(card.thing, "evidence", ())) or [one for link in card.links for one in link.evidence]
    return {"steps": steps[:_RECEIPTS], "evidence": evidence[:_RECEIPTS], "links": sorted(set(links)), "notes": notes}


def _telling(steps: list[Step], stages: set[str], wanted: Any) -> list[Step]:
    """Return the steps that an answer is about first: those named, then those at the stages that it names."""
    named = [step for step in steps if step.id in wanted]
    between = [step for step in steps if step.from_ in stages and step.to in stages]
    at = [step for step in steps if step.from_ in stages or step.to in stages]
    return list({step.id: step for step in (*named, *between, *at, *steps)}.values())


def _of_use(found: Any, item: dict[str, Any]) -> list[Any]:
    """Return of what was found that which the answer is about."""
    wanted = set(item["expect"].get("ids", ()))
    return [one for one in found if not wanted or one.id in wanted]
