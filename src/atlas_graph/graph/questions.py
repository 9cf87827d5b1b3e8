"""Golden questions: asked of the atlas.

``diff`` compares the answers of two releases; the tests hold each answer to the question's ``expect``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .catalog import Catalog
from .compare import compare
from .question_receipts import asked_path, asked_routes
from .search.find import find
from .show import card
from .why_not import why_not

Answer = dict[str, Any]


def answer(catalog: Catalog, question: dict[str, Any]) -> Answer:
    """Return what the atlas answers to a released question, as plain JSON values with sorted or ordered lists.

    Raises:
        UnknownIdError: where the question names what the atlas does not have.
        ValueError: where it asks in a way that is not known.
    """
    ask = question["ask"]
    if ask not in _ASK:
        raise ValueError(f"'{ask}' is no way to ask; use one of {', '.join(sorted(_ASK))}")
    return _ASK[ask](catalog, _Arguments(question.get("arguments", {})))


class _Arguments(dict[str, "Any"]):
    """What a question asks about."""

    def __missing__(self, name: str) -> Any:
        raise ValueError(f"the question does not say its '{name}'; add it to the arguments")


def _path(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    path = asked_path(catalog, arguments)
    return {
        "stages": list(path.stage_ids),
        "steps": [step["id"] for step in path.raw_steps],
        "deprecated": [step.id for step in path.steps if step.status == "deprecated"],
    }


def _routes(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    routes = asked_routes(catalog, arguments)
    return {
        "shortest": list(routes[0].stage_ids) if len(routes) else [],
        "stages": sorted({stage for route in routes for stage in route.stage_ids}),
        "stacks": sorted({stack for route in routes for stack in route.stacks}),
        "count": len(routes),
    }


def _compare(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    both = compare(catalog, arguments["left"], arguments["right"]).to_dict()
    return {
        "shared_stages": both["shared"]["stages"],
        "only_left": both["only_left"]["stages"],
        "only_right": both["only_right"]["stages"],
        "parts": both["parts"],
        "meets": both["meets"],
        "corresponds": [link["id"] for link in both["corresponds"]],
    }


def _explain(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    explained = asked_path(catalog, arguments).explain().to_dict()
    return {"grade": explained["grade"], "steps": [step["id"] for step in explained["steps"]]}


def _why_not(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    why = why_not(catalog, arguments["from"], arguments["to"])
    return {
        "verdict": why.verdict,
        "topics": [limit.topic for limit in why.limits],
        "stacks": sorted({limit.stack for limit in why.limits}),
        "route": list(why.route.stage_ids) if why.route else [],
    }


def _show(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    asked = arguments["id"]
    record = card(catalog, asked).to_dict()
    entity = asked in catalog.table("entities")
    return {
        "links": sorted(link.id for link in catalog.collection("links")(asked)) if entity else [],
        "quotes": [evidence["quote"] for evidence in record.get("evidence", ()) if evidence.get("quote")],
        "status": catalog.entity(asked).status if entity else None,
    }


def _misconceptions(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    found = catalog.collection("misconceptions")(arguments.get("stack"), concerns=arguments.get("concerns"))
    return {"ids": sorted(misconception.id for misconception in found)}


def _facts(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    found = catalog.collection("facts")(arguments.get("subject"), property=arguments.get("property"))
    return {
        "ids": sorted(fact.id for fact in found),
        "values": [f"{fact.value} {fact.unit or ''}".strip() for fact in sorted(found, key=lambda fact: fact.id)],
    }


def _options(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    found = sorted(
        catalog.collection("options")(arguments.get("stack"), whose=arguments.get("whose")),
        key=lambda option: option.id,
    )
    return {"ids": [option.id for option in found], "names": [option.name for option in found]}


def _choices(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    found = sorted(
        catalog.collection("choices")(arguments.get("stack"), chooser=arguments.get("chooser")),
        key=lambda choice: choice.id,
    )
    return {
        "ids": [choice.id for choice in found],
        "candidates": sorted({candidate for choice in found for candidate in choice.among}),
        "overridden_by": sorted({option for choice in found for option in choice.overridden_by}),
    }


def _search(catalog: Catalog, arguments: dict[str, Any]) -> Answer:
    hits = find(catalog, arguments["text"], arguments.get("limit", 10))
    return {"hits": [f"{hit.kind}/{hit.id}" for hit in hits]}


_ASK: dict[str, Callable[[Catalog, dict[str, Any]], Answer]] = {
    "path": _path,
    "routes": _routes,
    "compare": _compare,
    "explain": _explain,
    "why-not": _why_not,
    "show": _show,
    "misconceptions": _misconceptions,
    "facts": _facts,
    "options": _options,
    "choices": _choices,
    "search": _search,
}
