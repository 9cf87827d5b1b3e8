"""What an atlas holds as flat tables: the columns of each, their rows, and what they can be filtered by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..model.collections import RELEASED, stacks_of
from .catalog import Catalog
from .forks import Fork, forks
from .interop import STEP_COLUMNS, Recorded, step_record
from .parts import Step
from .path import find_path
from .things import Citation

Row = dict[str, Any]

#: What can be listed -> its columns.
COLUMNS: dict[str, tuple[str, ...]] = {
    **{row.name: row.columns for row in RELEASED if row.columns},
    "evidence": (
        "id", "source", "publisher", "verdict", "of", "checked", "stack", "quote", "quote_id", "supports", "section",
        "url", "link",
    ),
    "forks": ("id", "open", "choices", "steps", "conditions", "stack", "at"),
    "modes": ("stack", "id", "title", "note"),
    "publishers": ("id", "sources", "quotes"),
    "quotes": ("id", "source", "publisher", "verdict", "checked", "of", "quote", "link"),
    "steps": STEP_COLUMNS,
}  # fmt: skip

#: Columns that are printed where nothing else is said; of facts what was measured, its unit and what it holds for.
_SHOWN = 4
SHOWN: dict[str, tuple[str, ...]] = {
    "facts": ("id", "value", "unit", "qualifiers"),
    "modes": ("stack", "id", "title"),
    "steps": ("id", "from", "relation", "to"),
}

#: What can be listed -> what it can be filtered by.
FILTERS: dict[str, tuple[str, ...]] = {
    "choices": ("chooser", "stack", "status"),
    "devices": ("stack",),
    "entities": ("kind", "stack", "status"),
    "evidence": ("publisher", "source", "stack", "verdict"),
    "facts": ("property", "stack", "subject"),
    "forks": ("stack",),
    "links": ("entity", "relation", "stack"),
    "misconceptions": ("concerns", "stack"),
    "modes": ("stack",),
    "options": ("kind", "stack", "status", "whose"),
    "questions": ("stack",),
    "quotes": ("publisher", "source", "stack", "verdict"),
    "sources": ("kind", "publisher", "stack"),
    "stacks": ("device", "mode"),
    "steps": ("device", "entity", "grade", "mode", "publisher", "relation", "stack", "status"),
    "witnesses": ("device",),
}


class Table(Recorded, tuple["dict[str, Any]", ...]):
    """Flat records with the same keys, in order; ``columns`` are the keys, also where there is no record.

    ``shown`` are the columns that are printed: records are wide.
    """

    columns: tuple[str, ...]  # type: ignore[misc]  # each table has its own
    shown: tuple[str, ...]

    def __new__(cls, columns: Sequence[str], rows: Iterable[Row], shown: Sequence[str] = ()) -> Table:
        """Make a table of rows; what a row has beyond the columns is left out, what it lacks is None."""
        made = super().__new__(cls, ({column: row.get(column) for column in columns} for row in rows))
        made.columns, made.shown = tuple(columns), tuple(shown or columns[:_SHOWN])
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.columns, tuple(self), self.shown)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} rows: {', '.join(self.columns)}>"

    def to_records(self) -> list[Row]:
        """Return the rows as a list of dicts."""
        return [dict(row) for row in self]

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns, each as the list of its values."""
        return {column: [row[column] for row in self] for column in self.columns}


class Coverage(Table):
    """What is known of each stack, mode and device, a record each; see :meth:`Atlas.coverage`."""


def rows(catalog: Catalog, what: str) -> dict[str, Row]:
    """Return a row for each record of what can be listed, by id; with more than its columns, for filters."""
    if what == "steps":
        return {step.id: _step(step) for step in catalog.collection("steps")}
    if what == "modes":
        return {
            mode.id: {"stack": mode.stack, "id": mode.name, "title": mode.title, "note": mode.note}
            for mode in catalog.collection("modes")
        }
    if what == "forks":
        return {fork.id: fork.to_dict() for fork in ordered_forks(catalog)}
    if what in ("evidence", "publishers", "quotes"):
        return _CITED[what](catalog)
    stacks = _stacks_of(catalog, what)
    return {
        record["id"]: {
            **_more(catalog, what, record),
            "stacks": sorted({*record.get("stacks", ()), *stacks.get(record["id"], ())}),
            **{column: _value(record, column) for column in ("status", *COLUMNS[what])},
        }
        for record in catalog.release.get(what, ())
    }


def _step(step: Step) -> Row:
    return {**step_record(step), "publishers": step.publishers, "entity": (step.from_, step.to)}


def ordered_forks(catalog: Catalog) -> list[Fork]:
    """Return the forks of all stacks, those that no choice covers first."""
    return sorted(forks(catalog), key=lambda fork: not fork.open)


def _more(catalog: Catalog, what: str, record: Row) -> Row:
    """Return what else of a record a filter asks."""
    if what == "links":
        return {"entity": (record["from"], record["to"])}
    if what == "witnesses":
        ran = (record.get("run") or {}).get("device")
        devices = [device["id"] for device in catalog.release["devices"] if device["label"] == ran]
        return {"devices": [*record["when"].get("devices", ()), *devices]}
    return {}


def _stacks_of(catalog: Catalog, what: str) -> dict[str, set[str]]:
    """Return per record the stacks that it belongs to, where the record itself does not say."""
    if what == "entities":
        return {name: set(stacks) for name, stacks in catalog.network.at.items()}
    found: dict[str, set[str]] = {}
    for record, stack in _PAIRS[what](catalog) if what in _PAIRS else ():
        found.setdefault(record, set()).add(stack)
    return found


def _device_stacks(catalog: Catalog) -> Iterator[tuple[str, str]]:
    return ((device, stack["id"]) for stack in catalog.release["stacks"] for device in stack["devices"])


def _source_stacks(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for citation in catalog.collection("evidence"):
        if citation.stack and citation.receipt.source:
            yield citation.receipt.source.id, citation.stack


def _stacks_of_decisions(what: str) -> Callable[[Catalog], Iterator[tuple[str, str]]]:
    def pairs(catalog: Catalog) -> Iterator[tuple[str, str]]:
        choices = catalog.table("choices")
        for record in catalog.release.get(what, ()):
            yield from ((record["id"], stack) for stack in stacks_of("", record, choices))

    return pairs


def _stacks_of_ends(what: str, *keys: str) -> Callable[[Catalog], Iterator[tuple[str, str]]]:
    def pairs(catalog: Catalog) -> Iterator[tuple[str, str]]:
        for record in catalog.release.get(what, ()):
            for key in keys:
                yield from ((record["id"], stack) for stack in catalog.network.at.get(record[key], ()))

    return pairs


#: What can be listed -> pairs of a record and a stack that it belongs to.
_PAIRS: dict[str, Callable[[Catalog], Iterator[tuple[str, str]]]] = {
    "choices": _stacks_of_decisions("choices"),
    "devices": _device_stacks,
    "facts": _stacks_of_ends("facts", "subject"),
    "links": _stacks_of_ends("links", "from", "to"),
    "options": _stacks_of_decisions("options"),
    "sources": _source_stacks,
}


def citation_rows(catalog: Catalog) -> dict[str, Row]:
    """Return a row for each use of a quote: of which statement, from which source, and what was last found of it."""
    return {citation.id: _citation(citation) for citation in catalog.collection("evidence")}


def _citation(citation: Citation) -> Row:
    made = citation.receipt
    return {
        "id": citation.id,
        "of": citation.of,
        "stack": citation.stack,
        "quote_id": made.id,
        "quote": made.quote,
        "source": made.source.id if made.source else None,
        "publisher": made.source.publisher if made.source else None,
        "section": made.section,
        "supports": made.supports,
        "verdict": made.verdict,
        "checked": made.checked,
        "url": made.url,
        "link": made.link,
    }


def _quote_rows(catalog: Catalog) -> dict[str, Row]:
    return {
        quote.id: {
            "id": quote.id,
            "source": quote.source.id,
            "publisher": quote.publisher,
            "verdict": quote.verdict,
            "checked": quote.checked,
            "of": list(quote.of),
            "quote": quote.text,
            "link": quote.link,
            "stacks": quote.stacks,
        }
        for quote in catalog.collection("quotes")
    }


def _publisher_rows(catalog: Catalog) -> dict[str, Row]:
    return {
        one.id: {"id": one.id, "sources": len(one.sources), "quotes": one.quotes}
        for one in catalog.collection("publishers")
    }


_CITED: dict[str, Callable[[Catalog], dict[str, Row]]] = {
    "evidence": citation_rows,
    "publishers": _publisher_rows,
    "quotes": _quote_rows,
}


def _value(record: Row, column: str) -> Any:
    if column == "status":
        return record.get("status", {}).get("state", "current")
    if column in ("stages", "steps") and isinstance(record.get(column), list):
        return len(record[column])
    if column == "modes":
        return [mode["id"] for mode in record["modes"]]
    if column == "value":
        return record.get("value", record.get("value_text"))
    if column in ("date", "device"):
        return (record.get("run") or {}).get(column)
    return record.get(column)


def coverage(catalog: Catalog) -> Coverage:
    """Return what is known of each stack, mode and device; see :meth:`Atlas.coverage`."""
    return Coverage(("stack", "mode", "device", "state", "steps", "why"), _covered(catalog))


def _covered(catalog: Catalog) -> Iterator[Row]:
    for stack in catalog.release["stacks"]:
        for mode in (mode["id"] for mode in stack["modes"]):
            for device in catalog.release["devices"]:
                row: Row = {"stack": stack["id"], "mode": mode, "device": device["id"]}
                if device["id"] in stack["devices"]:
                    path = find_path(catalog, stack["id"], mode, device["id"])
                    state = "documented" if path else "excluded" if path.excluded else "not looked at"
                    yield {**row, "state": state, "steps": len(path), "why": path.excluded}
                    continue
                reason = next(
                    (
                        item["reason"]
                        for item in stack.get("out_of_scope", ())
                        if {device["id"], device["entity"]}.intersection(item.get("concerns", ()))
                    ),
                    None,
                )
                yield {**row, "state": "out of scope" if reason else "not looked at", "steps": 0, "why": reason}
