"""The result of a query as Python values."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, TypeAlias, overload

from ..graph.display import drawn
from ..graph.interop import Recorded
from ..graph.tables import Table
from ..jsonld.namespaces import PREFIXES, XSD

_INTEGERS = frozenset(
    XSD + name
    for name in (
        "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
        "negativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte",
    )
)  # fmt: skip


class Iri(str):
    """An IRI. It is a string; ``short`` is its spelling with a predeclared prefix, where there is one."""

    __slots__ = ()

    @property
    def short(self) -> str:
        """The prefixed name, or the IRI where no prefix fits.

        >>> Iri("https://w3id.org/atlas-graph/entity/ptx").short
        'entity:ptx'
        """
        for name, start in sorted(PREFIXES.items(), key=lambda item: -len(item[1])):
            if self.startswith(start) and len(self) > len(start):
                return f"{name}:{self[len(start) :]}"
        return str(self)


Value: TypeAlias = (
    "Iri | str | int | float | bool | Decimal | datetime.date | datetime.datetime | dict[str, Any] | list[Any] | None"
)


class Row(tuple[Value, ...]):
    """One solution: a tuple in the order of the columns, whose values are also attributes and items by name.

    What is unbound is None.
    """

    _columns: tuple[str, ...]

    @classmethod
    def _of(cls, columns: tuple[str, ...], values: Iterator[Value]) -> Row:
        row = cls(values)
        row._columns = columns
        return row

    def asdict(self) -> dict[str, Value]:
        """Return the values by column."""
        return dict(zip(self._columns, self, strict=True))

    def __getattr__(self, name: str) -> Value:
        if name.startswith("_") or name not in self._columns:
            raise AttributeError(f"there is no column '{name}'; there are: {', '.join(self._columns)}")
        return tuple.__getitem__(self, self._columns.index(name))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self._columns:
                raise KeyError(f"there is no column '{key}'; there are: {', '.join(self._columns)}")
            return tuple.__getitem__(self, self._columns.index(key))
        return tuple.__getitem__(self, key)

    def __reduce__(self) -> tuple[Any, ...]:
        return _row, (self._columns, tuple(self))


def _row(columns: tuple[str, ...], values: tuple[Value, ...]) -> Row:
    return Row._of(columns, iter(values))


class Rows(Recorded, Sequence[Row]):
    """The solutions of a SELECT; ``columns`` are the names of its variables."""

    def __init__(self, columns: tuple[str, ...], rows: list[Row]) -> None:
        self.columns, self._rows = columns, rows  # type: ignore[misc]  # each query has its own

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> list[Row]: ...
    def __getitem__(self, key: Any) -> Any:
        return self._rows[key]

    def __len__(self) -> int:
        return len(self._rows)

    def to_records(self) -> list[dict[str, Value]]:
        """Return a flat dict for each solution, by the names of the variables."""
        return [row.asdict() for row in self]

    def __str__(self) -> str:
        return drawn("text", Table(self.columns, self._shown(), self.columns))

    def _shown(self) -> Iterator[dict[str, Value]]:
        for row in self:
            yield {name: value.short if isinstance(value, Iri) else value for name, value in row.asdict().items()}

    def __repr__(self) -> str:
        return f"<Rows: {len(self)} of {', '.join(self.columns)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and (self.columns, self._rows) == (other.columns, other._rows)

    __hash__ = None  # type: ignore[assignment]


class Triples(list[tuple[Value, Value, Value]]):
    """The triples of a CONSTRUCT or DESCRIBE, as values; ``turtle`` is the same as text."""

    turtle: str = ""


def rows(content: bytes) -> Rows | bool:
    """Return SPARQL JSON results as rows, or the answer of an ASK."""
    data = json.loads(content)
    if "boolean" in data:
        return bool(data["boolean"])
    columns = tuple(data["head"]["vars"])
    found = [
        Row._of(columns, (_value(binding.get(name)) for name in columns)) for binding in data["results"]["bindings"]
    ]
    return Rows(columns, found)


def _value(term: dict[str, Any] | None) -> Value:
    if term is None:
        return None
    if term["type"] == "uri":
        return Iri(term["value"])
    if term["type"] == "bnode":
        return f"_:{term['value']}"
    return typed(term["value"], term.get("datatype"))


def typed(text: str, datatype: str | None) -> Value:
    """Return a literal as the Python value that its datatype stands for, or as text where that is ill-formed.

    >>> typed("16", "http://www.w3.org/2001/XMLSchema#integer")
    16
    """
    if datatype is None:
        return text
    try:
        if datatype in _INTEGERS:
            return int(text)
        match datatype.removeprefix(XSD):
            case "boolean":
                return {"true": True, "1": True, "false": False, "0": False}[text]
            case "double" | "float":
                return float(text)
            case "decimal":
                return Decimal(text)
            case "date":
                return datetime.date.fromisoformat(text)
            case "dateTime":
                return datetime.datetime.fromisoformat(text)
        if datatype.endswith("22-rdf-syntax-ns#JSON"):
            value: Value = json.loads(text)
            return value
    except (ValueError, ArithmeticError, KeyError):
        return text
    return text
