"""The statements behind the answer to a golden question, and their receipts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .catalog import Catalog
from .compare import compare
from .evidence import Evidence
from .path import Path, find_path
from .routes import Routes, find_routes
from .search.hits import Receipt
from .why_not import why_not

Named = tuple[str, str]

#: Receipts of an answer that are shown: the command of the question prints all.
_SHOWN = 5
#: Where the words of a statement stand, whichever of them its record has.
_WORDS = ("correction", "text", "note", "as_printed", "reason", "found", "summary", "title")


def behind(catalog: Catalog, question: dict[str, Any]) -> list[Named]:
    """Return kind and id of the statements that the answer to a golden question rests on, the telling ones first.

    Of a path or comparison these are the steps that the question expects, or that lie between stages it expects, the
    choices and options that decide those, and the stages; of a list its records; of why-not the limit, the look, or the
    steps of the route.

    Raises:
        UnknownIdError: where the question names what the atlas does not have.
    """
    make = _BEHIND.get(question["ask"])
    found = make(catalog, question.get("arguments", {}), question["expect"]) if make else []
    return list(dict.fromkeys(found))


def receipts(catalog: Catalog, question: dict[str, Any]) -> tuple[Receipt, ...]:
    """Return receipts of the answer to a golden question, a statement each; none is a quote that contradicts."""
    found = []
    for kind, key in behind(catalog, question):
        record = catalog.statement(kind, key)
        evidence = _standing(catalog, record) if record else ()
        if record and (evidence or kind in ("out-of-scope", "looked")):
            text = next((str(record[name]) for name in _WORDS if record.get(name)), key)
            found.append(Receipt(evidence=evidence, id=key, kind=kind, text=text))
        if len(found) == _SHOWN:
            break
    return tuple(found)


def _standing(catalog: Catalog, record: dict[str, Any]) -> tuple[Evidence, ...]:
    """Return the piece of evidence that speaks best for a statement: a quote that stands and carries most parts."""
    for_it = [raw for raw in record.get("evidence", ()) if raw.get("supports") != "contradicts"]
    made = catalog.make_evidence(for_it, record.get("audit"))
    return tuple(sorted(made, key=lambda item: (item.quote is None, not item.stands, -len(item.marks))))[:1]


def asked_path(catalog: Catalog, arguments: dict[str, Any]) -> Path:
    """Return the path that a question asks for."""
    named = {key: arguments[key] for key in ("mode", "device", "options", "at") if key in arguments}
    return find_path(catalog, arguments["stack"], **named)


def asked_routes(catalog: Catalog, arguments: dict[str, Any]) -> Routes:
    """Return the routes that a question asks for."""
    return find_routes(
        catalog, arguments["from"], arguments["to"], mode=arguments.get("mode"), device=arguments.get("device"),
        options=arguments.get("options", ()), limit=20, changes=2,
    )  # fmt: skip


def _path(catalog: Catalog, arguments: dict[str, Any], expect: dict[str, Any]) -> list[Named]:
    return _of_path(asked_path(catalog, arguments), expect.get("steps"), expect.get("stages"))


def _of_path(path: Path, steps: list[str] | None, stages: list[str] | None) -> list[Named]:
    """Return the steps that are named or lie between the stages that are, else all, what decides them, the stages."""
    within = set(stages or path.stage_ids)
    between = [step.id for step in path.steps if {step.from_, step.to} <= within]
    around = [step.id for step in path.steps if {step.from_, step.to} & within]
    told = steps or between or around
    found = [("step", key) for key in told]
    found += [("choice", item.choice.id) for item in path.choices if set(told).intersection((*item.taken, *item.left))]
    found += [("option", switch.option.id) for switch in path.switches if set(told) & {key for _, key in switch.does}]
    return found + [("stage", f"{path.stack}/{stage}") for stage in path.stage_ids if stage in within and not steps]


def _compare(catalog: Catalog, arguments: dict[str, Any], expect: dict[str, Any]) -> list[Named]:
    both = compare(catalog, arguments["left"], arguments["right"])
    stages = [
        stage for key in ("shared_stages", "only_left", "only_right", "parts", "meets") for stage in expect.get(key, ())
    ]
    found = [named for path in (both.left, both.right) for named in _of_path(path, None, stages)]
    return [*(("link", link) for link in expect.get("corresponds", ())), *found]


def _routes(catalog: Catalog, arguments: dict[str, Any], expect: dict[str, Any]) -> list[Named]:
    routes = asked_routes(catalog, arguments)
    wanted = expect.get("shortest") or expect.get("stages") or ()
    fitting = [route for route in routes if set(wanted) <= set(route.stage_ids)] or list(routes)[:1]
    return [("step", step.id) for route in fitting for step in route]


def _why_not(catalog: Catalog, arguments: dict[str, Any], expect: dict[str, Any]) -> list[Named]:
    answer = why_not(catalog, arguments["from"], arguments["to"])
    topics = {(limit.stack, limit.topic) for limit in answer.limits}
    found = [
        ("out-of-scope", f"{stack['id']}#out-of-scope-{number}")
        for stack in catalog.release["stacks"]
        for number, limit in enumerate(stack.get("out_of_scope", ()), 1)
        if (stack["id"], limit["topic"]) in topics
    ]
    found += [("looked", look.id) for look in answer.looked]
    return found + [("step", step.id) for step in answer.route or ()]


def _listed(kind: str) -> Callable[[Catalog, dict[str, Any], dict[str, Any]], list[Named]]:
    return lambda catalog, arguments, expect: [(kind, key) for key in _ids(expect.get("ids", ()))]


def _ids(ids: Iterable[str]) -> Iterable[str]:
    return (str(key) for key in ids)


def _show(catalog: Catalog, arguments: dict[str, Any], expect: dict[str, Any]) -> list[Named]:
    kind, _, rest = arguments["id"].partition("/")
    own = (kind, rest) if rest and catalog.statement(kind, rest) else ("entity", arguments["id"])
    return [*(("link", link) for link in expect.get("links", ())), own]


def _search(catalog: Catalog, arguments: dict[str, Any], expect: dict[str, Any]) -> list[Named]:
    named = (hit.partition("/") for hit in expect.get("hits", ()))
    return [(kind, key) for kind, _, key in named]


_BEHIND: dict[str, Callable[[Catalog, dict[str, Any], dict[str, Any]], list[Named]]] = {
    "path": _path,
    "explain": _path,
    "routes": _routes,
    "compare": _compare,
    "why-not": _why_not,
    "show": _show,
    "search": _search,
    **{kind: _listed(kind[:-1]) for kind in ("facts", "misconceptions", "options", "choices")},
}
