"""The rows of the tidy tables, made of a release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

from ..graph.catalog import Catalog
from ..graph.select import select
from ..graph.text_fragment import text_link
from ..jsonld.terms import canonical_json
from ..model.collections import statements
from ..model.identifiers import BASE_IRI, stage_id
from ..model.makers import makers_of
from ..model.status import BOUNDS
from ..model.vocabulary import UNCHECKED
from .layout import Layout, layouts

Record: TypeAlias = "dict[str, Any]"
Cell: TypeAlias = "str | int | float | bool | None"

#: Keys of a release whose content other columns hold, under other names.
_RENAMED = {"from": "from_entity", "to": "to_entity"}


def rows(release: Record) -> dict[str, list[tuple[Cell, ...]]]:
    """Return table -> rows, each with a cell for every column of the table's layout, sorted as the release has them.

    Lists and objects are JSON; what a record does not say is None.
    """
    catalog = Catalog(release)
    return {layout.name: [_cells(layout, record) for record in _records(catalog, layout.name)] for layout in layouts()}


def _cells(layout: Layout, record: Record) -> tuple[Cell, ...]:
    return tuple(_cell(column.type, record.get(column.name)) for column in layout.columns)


def _cell(kind: str, value: Any) -> Cell:
    if value is None:
        return None
    if kind == "json":
        return canonical_json(value)
    cell: Cell = float(value) if kind == "number" else value
    return cell


def _records(catalog: Catalog, table: str) -> Iterable[Record]:
    """Return the records of a table as flat as its columns."""
    release = catalog.release
    match table:
        case "release":
            return [{**release, "id": f"{release['name']}-{release['version']}"}]
        case "entities":
            makers = makers_of(release["entities"])
            return (
                {
                    "purl": [],
                    **_flat(entity),
                    "makers": sorted(makers[entity["id"]]),
                    "iri": f"{BASE_IRI}entity/{entity['id']}",
                }
                for entity in release["entities"]
            )
        case "stacks":
            return map(_stack, release["stacks"])
        case "stages":
            return (
                {**_flat(stage), "id": stage_id(stack["id"], stage["entity"]), "stack": stack["id"]}
                for stack in release["stacks"]
                for stage in stack["stages"]
            )
        case "steps":
            return _steps(catalog)
        case "path_steps":
            return _path_steps(catalog)
        case "quotes":
            return _quotes(catalog)
        case "evidence":
            return _evidence(release)
        case "marks":
            return _marks(release)
        case _:
            return map(_flat, release.get(table, ()))


def _flat(record: Record) -> Record:
    """Return a record with the records in it under columns of its own."""
    flat = {_RENAMED.get(key, key): value for key, value in record.items()}
    flat |= flat.pop("identifiers", None) or {}
    flat |= flat.pop("when", None) or {}
    flat |= {_RENAMED.get(key, key): value for key, value in flat.pop("of", {}).items()}
    if status := flat.pop("status", None):
        flat |= {
            "status": status["state"],
            "status_reason": status.get("reason"),
            "replaced_by": status.get("replaced_by"),
        }
    for bound in ("since", "until"):
        if bound in flat:
            flat[bound] = flat[bound].get("version") or flat[bound].get("date")
    if audit := flat.pop("audit", None):
        flat |= {"supports": audit["supports"], "doubt": audit.get("doubt"), "audited": audit["date"]}
    if pinned := flat.pop("pinned", None):
        flat |= {f"pinned_{key}": value for key, value in pinned.items() if key[0] != "@" and key != "none"}
        flat["not_pinned_because"] = pinned.get("none")
    if run := flat.pop("run", None):
        flat |= {
            **run,
            "artefacts": [_plain(item, "stage", "name", "kind", "check", "passed") for item in run["artefacts"]],
        }
    if "effects" in flat:
        flat["effects"] = [_plain(effect, "does", "step", "choice") for effect in flat["effects"]]
    return flat


def _plain(record: Record, *keys: str) -> Record:
    return {key: record[key] for key in keys if key in record}


def _stack(stack: Record) -> Record:
    return {
        **stack,
        "modes": [mode["id"] for mode in stack["modes"]],
        "mode_titles": {mode["id"]: mode["title"] for mode in stack["modes"]},
        "out_of_scope": [_plain(item, "topic", "reason") for item in stack.get("out_of_scope", ())],
        "excludes": [_plain(item, "modes", "devices", "reason") for item in stack.get("excludes", ())],
    }


def _steps(catalog: Catalog) -> Iterator[Record]:
    for stack in catalog.release["stacks"]:
        for step in stack["steps"]:
            made = catalog.make_step(stack, step)
            when = step.get("when", {})
            yield {
                **_flat(step),
                "stack": stack["id"],
                "modes": list(made.modes),
                "devices": list(made.devices),
                "options": when.get("options", []),
                "unless": when.get("unless", []),
                "grade": made.grade.name,
            }


def _path_steps(catalog: Catalog) -> Iterator[Record]:
    for stack in catalog.release["stacks"]:
        index = catalog.network.index(stack["id"])
        for mode, device in index.pairs:
            path = f"{stack['id']}:{mode}:{device}"
            for place, step in enumerate(select(index, mode, device)[1], 1):
                about = {"stack": stack["id"], "mode": mode, "device": device, "place": place, "step": step["id"]}
                yield {"id": f"{path}#{place}", "path": path, **about}


def _quotes(catalog: Catalog) -> Iterator[Record]:
    ledger, sources = catalog.table("ledger"), catalog.table("sources")
    for quote in catalog.release["quotes"]:
        entry = ledger.get(quote["id"], {})
        pinned, live = entry.get("pinned", {}), entry.get("live", {})
        check = pinned or live
        yield {
            **quote,
            "quote": quote["exact"],
            "link": text_link(
                sources[quote["source"]]["url"], quote["exact"], quote.get("prefix"), quote.get("suffix")
            ),
            "verdict": check.get("verdict", UNCHECKED),
            "checked": check.get("date"),
            **{key: check.get(key) for key in ("flags", "heading", "reason")},
            "pinned_verdict": pinned.get("verdict"),
            "pinned_checked": pinned.get("date"),
            "pinned_revision": pinned.get("revision"),
            "live_verdict": live.get("verdict"),
            "live_checked": live.get("date"),
        }


def _about(of: str, kind: str, record: Record) -> Record:
    """Return the columns that say which statement a row is of."""
    stack = of.partition("/")[0] if kind in ("stage", "step") else record.get("stack") if kind == "choice" else None
    return {"of": of, "of_kind": kind, kind: of, "stack": stack}


def _evidence(release: Record) -> Iterator[Record]:
    for of, kind, record in statements(release):
        about = _about(of, kind, record)
        for bound, items in (
            (None, record.get("evidence", ())),
            *((b, record[b]["evidence"]) for b in BOUNDS if b in record),
        ):
            for item in items:
                yield {**item, **item.get("when", {}), **about, "id": item["evidence_id"], "bound": bound,
                       "quote": item.get("quote_id")}  # fmt: skip


def _marks(release: Record) -> Iterator[Record]:
    for of, kind, record in statements(release):
        audit = record.get("audit", {})
        about = _about(of, kind, record)
        words: dict[str, list[Record]] = {}
        for mark in audit.get("marks", ()):
            words.setdefault(mark["part"], []).append(mark)
        for part in audit.get("parts", ()):
            for mark in words.get(part["part"], [{}]):
                row = {**about, **part, **mark}
                yield {**row, "id": f"{kind}/{of}#mark-{_digest(row)}"}


def _digest(row: Record) -> str:
    seen = "\x1f".join(str(row.get(key, "")) for key in ("part", "quote", "start", "end", "refers"))
    return sha256(seen.encode()).hexdigest()[:12]
