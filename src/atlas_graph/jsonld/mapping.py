"""How each field of the release is said in RDF.

The table is ``mapping.toml``: one :class:`Shape` a record type, one line a field, under the key that the field has in
the release. Everything else in this package is made from it, and a test walks the models and fails for a field that is
not in it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ..model.collections import RELEASED
from .terms import canonical_json


class Own(NamedTuple):
    """The record's own id: with the shape's base it makes the node's IRI, and it is said as ``dcterms:identifier``."""


class Literal(NamedTuple):
    """A literal: a string, or what a JSON number or boolean is; ``datatype`` types strings otherwise."""

    property: str
    datatype: str | None = None


class Ref(NamedTuple):
    """The id, or ids, of something under ``base``, a folder of the base IRI (or a full IRI ending in ``/``).

    ``of`` names the shape of what it is, where another shape's records have the folder's name.
    """

    property: str
    base: str
    of: str | None = None


class Url(NamedTuple):
    """An absolute IRI."""

    property: str


class Term(NamedTuple):
    """The id of a relation, which is itself a property of the vocabulary."""

    property: str


class Json(NamedTuple):
    """Any JSON value, kept whole as one ``rdf:JSON`` literal."""

    property: str


class Node(NamedTuple):
    """A record inside this one, or a list of them, each a node of its own.

    ``part`` makes the IRI of a record that has no id of its own: it is appended to that of the record around it,
    with ``{n}`` for the place in the list, ``{id}`` or ``{entity}`` for those fields, ``{key}`` for what a piece of
    evidence joins (:func:`evidence_key`). A second ``#`` becomes ``-``.
    """

    property: str
    shape: str
    part: str | None = None


class Nest(NamedTuple):
    """A record inside this one whose fields are said of the node around it."""

    shape: str


class Elsewhere(NamedTuple):
    """A field whose content is said by another node; ``where`` says by which."""

    where: str


Field: TypeAlias = Own | Literal | Ref | Url | Term | Json | Node | Nest | Elsewhere


class Shape(NamedTuple):
    """How one record type is said: its class, the folder of its IRIs, and its fields.

    ``base`` is None where the IRI is made from that of the record around it.
    """

    type: str | None
    base: str | None
    fields: dict[str, Field]


_KINDS: dict[str, Callable[..., Field]] = {
    kind.__name__.lower(): kind for kind in (Own, Literal, Ref, Url, Term, Json, Node, Nest)
}


def _field(line: str) -> Field:
    kind, _, rest = line.partition(" ")
    return Elsewhere(rest) if kind == "elsewhere" else _KINDS[kind](*rest.split())


def _shapes() -> dict[str, Shape]:
    tables = tomllib.loads(Path(__file__).with_name("mapping.toml").read_text(encoding="utf-8"))
    shapes = {
        name: Shape(
            table.pop("@type", None), table.pop("@base", None), {key: _field(line) for key, line in table.items()}
        )
        for name, table in tables.items()
    }
    shapes["Release"].fields.update({row.name: Node("dcterms:hasPart", row.record) for row in RELEASED})
    return shapes


SHAPES = _shapes()

#: What a record's own id is said with.
IDENTIFIER = "dcterms:identifier"

#: Classes that are another vocabulary's own.
FOREIGN_TYPES = {
    "TextPositionSelector": "oa:TextPositionSelector",
    "TextQuoteSelector": "oa:TextQuoteSelector",
}


def type_name(shape: Shape) -> str:
    """Return the prefixed name of a shape's class."""
    assert shape.type is not None
    return FOREIGN_TYPES.get(shape.type, f"atlas:{shape.type}")


def local_id(field: Node, record: dict[str, object], owner: str, place: int) -> str:
    """Return what follows the base in the IRI of a record inside another.

    ``owner`` what follows the base in the IRI of the record around it, ``place``
    counts from 1.
    """
    if field.part is None:
        return str(record["id"])
    key = evidence_key(record) if "{key}" in field.part else None
    part = field.part.format(n=place, id=record.get("id"), entity=record.get("entity"), key=key)
    return owner + ("-" + part[1:] if part[0] == "#" and "#" in owner else part)


def evidence_key(evidence: dict[str, object]) -> str:
    """Return what tells a piece of evidence from the others of its statement, wherever in the list it stands.

    It is made of the quote or the witness, and of the conditions that it speaks for: one sentence may be cited for
    several.

    >>> evidence_key({"id": "doc#00ff00ff", "when": {"modes": ["jit"]}}), evidence_key({"witness": "jax-cpu"})
    ('doc-00ff00ff-35c221', 'jax-cpu')
    """
    key = str(evidence.get("id") or evidence.get("witness")).replace("#", "-")
    if "when" in evidence:
        key += "-" + sha256(canonical_json(evidence["when"]).encode()).hexdigest()[:6]
    return key
