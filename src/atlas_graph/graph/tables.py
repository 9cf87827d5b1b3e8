"""What an atlas holds as flat tables, filtered: what the command line lists and Python has alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..errors import AtlasError, UnknownIdError
from ..model.collections import RELEASED, citations, stacks_of
from ..model.vocabulary import GRADES
from .catalog import Catalog
from .forks import forks
from .interop import records_to_pandas, step_record
from .names import device_of, mode_of
from .parts import Step
from .path import find_path
from .resolve import unknown

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
    "steps": (
        "id", "stack", "from", "from_name", "relation", "to", "to_name", "modes", "devices", "phase", "qualifier",
        "status", "grade", "text", "quote", "source", "link", "verdict",
    ),
}  # fmt: skip

#: What can be listed -> what it can be filtered by.
FILTERS: dict[str, tuple[str, ...]] = {
    "choices": ("stack",),
    "entities": ("kind", "stack", "status"),
    "evidence": ("publisher", "stack", "verdict"),
    "forks": ("stack",),
    "misconceptions": ("stack",),
    "modes": ("stack",),
    "options": ("kind", "stack", "status"),
    "questions": ("stack",),
    "quotes": ("publisher", "stack", "verdict"),
    "sources": ("kind", "publisher", "stack"),
    "stacks": ("device", "mode"),
    "steps": ("device", "grade", "mode", "publisher", "stack", "status"),
    "witnesses": ("device",),
}


class Table(tuple["dict[str, Any]", ...]):
    """Flat records with the same keys, in order; ``columns`` are the keys, also where there is no record."""

    columns: tuple[str, ...]

    def __new__(cls, columns: Sequence[str], rows: Iterable[Row]) -> Table:
        """Make a table of rows; what a row has beyond the columns is left out, what it lacks is None."""
        made = super().__new__(cls, ({column: row.get(column) for column in columns} for row in rows))
        made.columns = tuple(columns)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.columns, tuple(self))

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def to_records(self) -> list[Row]:
        """Return the rows as a list of dicts."""
        return [dict(row) for row in self]

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns, each as the list of its values."""
        return {column: [row[column] for row in self] for column in self.columns}

    def to_pandas(self) -> Any:
        """Return a ``pandas.DataFrame``, whose columns are there also without a row.

        Raises:
            MissingExtraError: where pandas is not installed.
        """
        return records_to_pandas(self.to_records()).reindex(columns=list(self.columns))


def table(catalog: Catalog, what: str, filters: dict[str, str | None]) -> Table:
    """Return what there is of a kind as a table; see :meth:`Atlas.rows`.

    Raises:
        UnknownIdError: for what cannot be listed, and a filter's value that nothing has.
        AtlasError: for a filter that this kind does not have.
    """
    if what not in COLUMNS:
        raise unknown("list", what, COLUMNS)
    given = {name: value for name, value in filters.items() if value is not None}
    for name in given:
        if name not in FILTERS.get(what, ()):
            can = ", ".join(FILTERS.get(what, ())) or "nothing"
            raise AtlasError(f"{what} are not filtered by {name}; they can be by {can}")
    if "stack" in given:
        given["stack"] = str(catalog.record("stacks", "stack", given["stack"])["id"])
    if what == "steps":
        return Table(COLUMNS[what], (step_record(step) for step in find_steps(catalog, **given)))
    if "device" in given:
        given["device"] = device_of(catalog, given["device"])
    if "mode" in given:
        given["mode"] = mode_of(catalog, given["mode"])
    rows = list(_rows(catalog, what))
    for name in ("kind", "publisher", "status", "verdict"):
        if name in given:
            given[name] = _known(name, given[name], {row[name] for row in rows if row.get(name)})
    return Table(COLUMNS[what], (row for row in rows if all(_has(row, name, given[name]) for name in given)))


def find_steps(
    catalog: Catalog,
    *,
    stack: str | None = None,
    mode: str | None = None,
    device: str | None = None,
    status: str | None = None,
    grade: str | None = None,
    publisher: str | None = None,
) -> tuple[Step, ...]:
    """Return the steps that hold under the conditions and are so; see :meth:`Atlas.steps`."""
    stacks = catalog.release["stacks"] if stack is None else [catalog.record("stacks", "stack", stack)]
    within = str(stacks[0]["id"]) if stack is not None else None
    mode = mode and mode_of(catalog, mode, within)
    device = device and device_of(catalog, device, within)
    if grade is not None:
        grade = _known("grade", grade, GRADES)
    made = [
        step
        for record in stacks
        for step in (catalog.make_step(record, raw) for raw in record["steps"])
        if mode in (None, *step.modes) and device in (None, *step.devices)
    ]
    if status is not None:
        status = _known("status", status, {"current", *(step.status for step in made)})
    if publisher is not None:
        publisher = _known("publisher", publisher, {source["publisher"] for source in catalog.release["sources"]})
    return tuple(
        step
        for step in made
        if status in (None, step.status)
        and (grade is None or grade == step.grade.name)
        and (publisher is None or publisher in step.publishers)
    )


def _known(name: str, value: str, known: Iterable[str]) -> str:
    """Return the value that is meant, in any case."""
    values = sorted(known)
    if value in values:
        return value
    alike = [one for one in values if one.casefold() == value.casefold()]
    if len(alike) != 1:
        from ..model.suggest import nearest  # loads rapidfuzz, for misspelt values alone

        raise UnknownIdError(name, value, nearest(value, values), tuple(values) if len(values) <= 20 else ())
    return alike[0]


def _has(row: Row, name: str, value: str) -> bool:
    """Tell whether a row has a value: in its column, or among the ids of the column in the plural."""
    found = row.get(name) if name in row else row.get(f"{name}s")
    return value in found if isinstance(found, (list, tuple)) else value == found


def _rows(catalog: Catalog, what: str) -> Iterator[Row]:
    if what == "forks":
        yield from (fork.to_dict() for fork in sorted(forks(catalog), key=lambda fork: not fork.open))
    elif what == "modes":
        for stack in catalog.release["stacks"]:
            yield from ({"stack": stack["id"], **mode} for mode in stack["modes"])
    elif what in ("evidence", "quotes"):
        yield from _receipts(catalog) if what == "evidence" else _quotes(catalog)
    elif what == "publishers":
        yield from _publishers(catalog)
    else:
        extra = _stacks_of(catalog, what)
        for record in catalog.release.get(what, ()):
            row = {column: _value(record, column) for column in COLUMNS[what]}
            yield row if "stacks" in row or "stack" in row else {**row, "stacks": sorted(extra.get(record["id"], ()))}


def _stacks_of(catalog: Catalog, what: str) -> dict[str, set[str]]:
    """Return per record the stacks that it belongs to, where the record itself does not say."""
    found: dict[str, set[str]] = {}
    if what == "entities":
        return {name: set(stacks) for name, stacks in catalog.network.at.items()}
    if what in ("choices", "options"):
        choices = catalog.table("choices")
        return {record["id"]: stacks_of("", record, choices) for record in catalog.release.get(what, ())}
    if what == "sources":
        for row in _receipts(catalog):
            if row["stack"]:
                found.setdefault(row["source"], set()).add(row["stack"])
    return found


def _receipts(catalog: Catalog) -> Iterator[Row]:
    """Yield a row for each use of a quote: of which statement, from which source, and what was last found of it."""
    stacks = catalog.table("stacks")
    for key, _, raw in citations(catalog.release):
        if "quote" not in raw:
            continue
        (made,) = catalog.make_evidence([raw])
        stack = key.partition("/")[0] if "/" in key else None
        yield {
            "id": raw.get("evidence_id", f"{key}~{made.id}"),
            "of": key,
            "stack": stack if stack in stacks else None,
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


def _quotes(catalog: Catalog) -> Iterator[Row]:
    """Yield a row for each quote, with the ids of all the statements that cite it."""
    found: dict[str, Row] = {}
    for row in _receipts(catalog):
        quote = found.setdefault(row["quote_id"], {**row, "id": row["quote_id"], "of": [], "stacks": []})
        quote.pop("stack", None)
        quote["of"].append(row["of"])
        if row["stack"] and row["stack"] not in quote["stacks"]:
            quote["stacks"].append(row["stack"])
    yield from sorted(found.values(), key=lambda row: str(row["id"]))


def _publishers(catalog: Catalog) -> Iterator[Row]:
    quotes = [row["publisher"] for row in _quotes(catalog)]
    sources = [source["publisher"] for source in catalog.release["sources"]]
    for name in sorted(set(sources)):
        yield {"id": name, "sources": sources.count(name), "quotes": quotes.count(name)}


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


def coverage(catalog: Catalog) -> Table:
    """Return what is known of each stack, mode and device; see :meth:`Atlas.coverage`."""
    return Table(("stack", "mode", "device", "state", "steps", "why"), _covered(catalog))


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
