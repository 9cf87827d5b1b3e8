"""The parts of a statement that marks must carry: one table, a row a record type.

To make a new kind of record auditable, add its row to :data:`PARTS` under the name of its class (and its collection
to ``atlas_graph.authoring.audits``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

PartKind = Literal["end", "relation", "condition", "value", "clauses"]


class Part(NamedTuple):
    """One part of one statement.

    ``name`` is how a mark names it; of ``clauses`` a mark says ``NAME: CLAUSE``, and all clauses together hold every
    word of ``value``. ``core`` parts decide whether anything of the statement is carried at all. ``value`` is what
    the part says; for an end it is the id of an entity.
    """

    name: str
    kind: PartKind
    value: str
    core: bool = False


class _Row(NamedTuple):
    """How a part is found in a record: where it stands, and for each item of a list a part ``NAME/ITEM``."""

    name: str
    kind: PartKind
    field: str
    core: bool = False


_CONDITIONS = (
    _Row("mode/", "condition", "when.modes"),
    _Row("device/", "condition", "when.devices"),
    _Row("option/", "condition", "when.options"),
    _Row("unless/", "condition", "when.unless"),
)
_VERSIONS = (
    _Row("since", "value", "since"),
    _Row("until", "value", "until"),
)
_STATUS = (
    _Row("status-since", "value", "status.since"),
    _Row("status-until", "value", "status.until"),
)
_ENDS = (
    _Row("from", "end", "from_", core=True),
    _Row("relation", "relation", "relation", core=True),
    _Row("to", "end", "to", core=True),
)
_QUALIFIER = _Row("qualifier", "value", "qualifier")
_TEXT = _Row("text", "clauses", "text")

#: Class of the record -> its parts. A row whose name ends in ``/`` gives a part for each item of its field.
PARTS: Mapping[str, tuple[_Row, ...]] = {
    "Step": (*_ENDS, *_CONDITIONS, _QUALIFIER, *_VERSIONS, *_STATUS, _TEXT),
    "Link": (*_ENDS, _QUALIFIER, _TEXT),
    "Stage": (_Row("entity", "end", "entity", core=True), *_VERSIONS, _Row("note", "clauses", "note")),
    "Misconception": (
        _Row("claim", "value", "claim", core=True),
        _Row("correction", "clauses", "correction", core=True),
    ),
    "Fact": (
        _Row("subject", "end", "subject", core=True),
        _Row("value", "value", "as_printed", core=True),
        _Row("unit", "value", "unit"),
        _Row("qualifier/", "value", "qualifiers"),
    ),
    "Choice": (
        _Row("chooser", "end", "chooser", core=True),
        _Row("among/", "value", "among", core=True),
        _Row("rule", "value", "rule"),
        _Row("order/", "value", "order"),
        _Row("all", "value", "all"),
        _Row("default", "value", "default"),
        _Row("overridden_by/", "value", "overridden_by"),
        _Row("fallback", "value", "fallback"),
        *_CONDITIONS,
        *_VERSIONS,
        *_STATUS,
        _TEXT,
    ),
    "Option": (
        _Row("name", "value", "name", core=True),
        _Row("whose", "end", "whose"),
        _Row("default", "value", "default"),
        _Row("effect/", "value", "effects", core=True),
        *_VERSIONS,
        *_STATUS,
        _TEXT,
    ),
}

#: Parts that a mark may carry with ``general``: the sentence holds whatever the condition.
GENERAL = frozenset({"condition"})


def parts_of(record: Any) -> Iterator[Part]:
    """Yield the parts of a statement, in the order in which they are read."""
    for row in PARTS[type(record).__name__]:
        value = record
        for name in row.field.split("."):
            value = getattr(value, name, None)
        if value is None or value is False:
            continue
        if not row.name.endswith("/"):
            yield Part(row.name, row.kind, _said(value), row.core)
            continue
        items = value.items() if isinstance(value, Mapping) else ((_key(item), _said(item)) for item in value)
        for key, said in items:
            yield Part(f"{row.name}{key}", row.kind, str(said), row.core)


def split_part(name: str, clauses: frozenset[str] | set[str]) -> tuple[str, str | None]:
    """Return the part that a mark names and the clause, None where the part has no clauses.

    >>> split_part("text: it is lowered: twice", {"text"})
    ('text', 'it is lowered: twice')
    """
    head, colon, clause = name.partition(":")
    return (head, clause.strip()) if colon and head in clauses else (name, None)


def _said(value: Any) -> str:
    """Return what a field says, in words: a version or a day of ``since``, what an effect does to what."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    for names in (("version",), ("date",), ("does", "step"), ("does", "choice")):
        found = [getattr(value, name, None) for name in names]
        if all(found):
            return " ".join(map(str, found))
    return str(value)


def _key(item: Any) -> str:
    """Return what an item of a list is known by."""
    for name in ("step", "choice", "id"):
        found = getattr(item, name, None)
        if found:
            return str(found)
    return str(item)
