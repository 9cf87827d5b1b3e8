"""The data dictionary: each kind of record with its fields, what each holds, and how it is said in RDF."""

from __future__ import annotations

from ...graph.value import Value
from ...jsonld.mapping import SHAPES, Elsewhere, Json, Literal, Nest, Node, Own, Ref, Term, Url
from ...model.collections import RELEASED
from ...rdf.ontology_terms import CLASSES, PROPERTIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...jsonld.mapping import Field


class Described(Value):
    """A field: its key, what it holds, the kind of record inside it ("" where none), its meaning and its property."""

    __slots__ = ("holds", "inside", "key", "meaning", "property")
    holds: str
    inside: str
    key: str
    meaning: str
    property: str


class RecordKind(Value):
    """A kind of record: its name, meaning and fields; the collection that holds it and how many there are, or None."""

    __slots__ = ("collection", "count", "fields", "meaning", "name")
    collection: str | None
    count: int | None
    fields: tuple[Described, ...]
    meaning: str
    name: str


def dictionary(release: dict[str, Any]) -> list[RecordKind]:
    """Return the kinds of records of a release: those of its collections in their order, then those inside others."""
    found = {row.record: row.name for row in RELEASED if row.name in release and row.record in SHAPES}
    inner = [name for name in SHAPES if name not in found and name != "Release"]
    return [
        RecordKind(
            collection=found.get(name),
            count=len(release[found[name]]) if name in found else None,
            fields=tuple(_described(key, field) for key, field in SHAPES[name].fields.items()),
            meaning=_meaning(SHAPES[name].type),
            name=name,
        )
        for name in (*found, *inner)
    ]


def _meaning(name: str | None) -> str:
    return CLASSES[name].comment if name in CLASSES else ""


def _described(key: str, field: Field) -> Described:
    name = getattr(field, "property", "") or ("dcterms:identifier" if isinstance(field, Own) else "")
    known = PROPERTIES.get(name.removeprefix("atlas:"))
    return Described(
        holds=" ".join(_holds(field)),
        inside=field.shape if isinstance(field, Node | Nest) else "",
        key=key,
        meaning=known.comment if known else "",
        property=name,
    )


def _holds(field: Field) -> Iterator[str]:
    """Yield what a field holds, in words."""
    match field:
        case Own():
            yield "its id"
        case Literal(_, None):
            yield "a text, number or truth value"
        case Literal(_, str() as datatype):
            yield datatype
        case Ref(_, base, _):
            yield f"ids: {base.rstrip('/').rpartition('/')[2]}"
        case Term():
            yield "the id of a relation"
        case Url():
            yield "an address"
        case Json():
            yield "any JSON"
        case Elsewhere(where):
            yield where
