"""The release's own triples: what its JSON says, and nothing that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..jsonld.context import absolute
from ..jsonld.errors import RdfError
from ..jsonld.linked import as_list, quotes_of
from ..jsonld.mapping import (
    IDENTIFIER,
    SHAPES,
    Elsewhere,
    Field,
    Json,
    Literal,
    Nest,
    Node,
    Own,
    Ref,
    Shape,
    Term,
    Url,
    local_id,
    type_name,
)
from ..jsonld.namespaces import NS
from ..jsonld.terms import Triple, iri, json_literal, literal, named

_TYPE = named("rdf:type")
_IDENTIFIER = named(IDENTIFIER)


def core(release: dict[str, Any]) -> set[Triple]:
    """Return the triples of a release, those that a JSON-LD processor reads from its file.

    Raises:
        RdfError: for what RDF cannot hold, such as an address that is no IRI, and for a key that has no mapping.
    """
    whole = release if "quotes" in release else {**release, "quotes": quotes_of(release)}
    return set(_node("Release", whole, absolute("release/"), str(release["version"])))


def _node(name: str, record: dict[str, Any], base: str, local: str) -> Iterator[Triple]:
    shape = SHAPES[name]
    subject = iri(base + local)
    yield subject, _TYPE, named(type_name(shape))
    yield from _fields(shape, record, subject, base, local)


def _fields(shape: Shape, record: dict[str, Any], subject: str, base: str, local: str) -> Iterator[Triple]:
    for key, value in record.items():
        if key[0] in "@$":
            continue
        field = shape.fields.get(key)
        if field is None:
            raise RdfError(f"'{key}' has no place in the RDF of this version; upgrade atlas-graph to read this release")
        if isinstance(field, Elsewhere):
            continue
        if isinstance(field, Nest):
            yield from _fields(SHAPES[field.shape], value, subject, base, local)
        elif isinstance(field, Node):
            predicate = named(field.property)
            for place, item in enumerate(as_list(value), 1):
                inner_base, inner = node_iri(field, item, base, local, place)
                yield subject, predicate, iri(inner_base + inner)
                yield from _node(field.shape, item, inner_base, inner)
        elif isinstance(field, Json):
            yield subject, named(field.property), json_literal(value)
        else:
            for item in as_list(value):
                yield subject, _IDENTIFIER if isinstance(field, Own) else named(field.property), _object(field, item)


def node_iri(field: Node, record: dict[str, Any], base: str, local: str, place: int) -> tuple[str, str]:
    """Return the base and the rest of the IRI of a record inside the one at ``base + local``."""
    of_shape = SHAPES[field.shape].base
    return absolute(of_shape) if of_shape else base, local_id(field, record, local, place)


def _object(field: Field, value: Any) -> str:
    match field:
        case Own():
            return literal(value)
        case Literal(_, datatype):
            return literal(value, datatype)
        case Ref(_, base):
            return iri(absolute(base) + value)
        case Url():
            return iri(value)
        case Term():
            return iri(NS + value)
    raise AssertionError(field)
