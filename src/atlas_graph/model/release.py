"""The release: the records of the dataset as they are published, with the ids and audits that compiling adds.

Its classes follow from those of ``records``: the same fields, with ``@id`` and ``@type`` where the record is a node
of its own, and so on for the records inside it. ``scripts/generate_schema.py`` publishes this model as
``schema/release.schema.json``.
"""

from __future__ import annotations

import functools
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BeforeValidator, Field, create_model

from . import choices as c
from . import records as r
from .collections import RELEASED
from .ledger_records import LedgerEntry
from .record_types import record_type
from .records import Record, Text


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Linked(Record):
    """A record of the release with what makes it JSON-LD: its IRI and its class.

    Whoever reads the release as JSON can pass over every key that starts with ``@``.
    """

    iri: Text = Field(alias="@id", description="the record's IRI, relative to the base IRI")


class Quote(Linked):
    """A distinct quote of the release: what is looked for in a source."""

    type_: Literal["TextQuoteSelector"] = Field(alias="@type")
    id: Text = Field(description="SOURCE#HEX, the id that evidence and ledger use")
    source: r.Id
    exact: Text = Field(description="the words of the quote")
    section: Text | None = None
    prefix: Text | None = None
    suffix: Text | None = None


#: Records that are no nodes of their own: what they say is said of the record around them.
NESTED: tuple[type[Record], ...] = (r.Status, r.Identifiers, r.When, r.Allow, c.Asked)

#: ``@type`` of those records whose class is not called as they are.
_TYPES: dict[type[Record], str] = {
    r.Pinned: "PinnedCopy",
    r.Mode: "DeclaredMode",
    LedgerEntry: "CheckedQuote",
    r.MarkedWords: "TextPositionSelector",
}

#: What stands in the place of a record as it is written: evidence in full, and a status without when it came and
#: went, which stands beside it, where each key has one meaning.
_READ: dict[type[Record], type[Record]] = {r.WrittenEvidence: r.Evidence, r.DatedStatus: r.Status}

#: Lists that people may leave empty and compiling fills.
_FILLED = ((r.Stage, "evidence"),)

#: Fields that compiling adds.
_ADDED: dict[type[Record], dict[str, Any]] = {
    r.Evidence: {
        "evidence_id": (Text, Field(description="its own id, which stays when other evidence is added or removed")),
        "id": (Text | None, Field(default=None, description="the same as quote_id, by its older name")),
        "quote_id_": (
            r.QuoteId | None,
            Field(default=None, alias="quote_id", description="id of the quote; absent: an observation"),
        ),
        "first_party": (
            bool | None,
            Field(
                default=None,
                description="whether the source's publisher makes what the statement is about; absent: an observation",
            ),
        ),
    },
    r.Fact: {
        "value": (
            float | int | None,
            Field(default=None, description="the value where it is a number; absent: see value_text"),
        ),
        "value_text": (
            Text | None,
            Field(default=None, description="the value where it is words; absent: see value"),
        ),
    },
    r.Step: {"id": (Text, ...)},
    r.Link: {"id": (Text, ...)},
    c.Looked: {"id": (Text, ...)},
}


@functools.cache
def released(record: type[Record]) -> type[Record]:
    """Return the class of a record as it is released."""
    record = _READ.get(record, record)
    if issubclass(record, Linked) or record in NESTED:
        return record
    fields: dict[str, Any] = {}
    for name, field in record.model_fields.items():
        annotation = _released(field.annotation)
        if annotation != field.annotation:
            filled = (record, name) in _FILLED
            default = Field(
                default=... if filled or field.is_required() else field.default,
                min_length=1 if filled else None,
                alias=field.alias,
                description=field.description,
            )
            fields[name] = (_with(annotation, field.metadata), default)
    called: Any = _TYPES.get(record, record.__name__)
    fields["type_"] = (Literal.__getitem__(called), Field(alias="@type"))
    if "status" in record.model_fields:
        for key, bound in (("status_since", r.Since), ("status_until", r.Until)):
            fields[key] = (released(bound) | None, None)
    made: type[Record] = create_model(
        f"Released{record.__name__}",
        __base__=(Linked, record),
        __doc__=record.__doc__,
        __module__=__name__,
        **fields,
        **_ADDED.get(record, {}),
    )
    return made


def _released(annotation: Any) -> Any:
    """Return a type with the records in it replaced by their released classes."""
    if isinstance(annotation, type) and not isinstance(annotation, GenericAlias):
        return released(annotation) if issubclass(annotation, Record) else annotation
    inside = tuple(_released(argument) for argument in get_args(annotation))
    if inside == get_args(annotation):
        return annotation
    origin = get_origin(annotation)
    return Union[inside] if origin in (UnionType, Union) else origin[inside]  # noqa: UP007  # made at run time


def _with(annotation: Any, metadata: list[Any]) -> Any:
    return Annotated[(annotation, *metadata)] if metadata else annotation


class _Head(Linked):
    context: dict[Text, Any] = Field(alias="@context", description="the JSON-LD context, in full")
    schema_: r.HttpUrl = Field(alias="$schema")
    type_: Literal["Release"] = Field(alias="@type")
    format: int = Field(description="version of this layout; a reader refuses what is newer than it knows")
    name: Text
    title: Text
    version: Text
    released: bool = Field(description="false: a build of a version that is not published")
    commit: r.Commit | None = Field(
        default=None, description="the commit that it was built of; absent: not built in a checkout"
    )
    modified: Literal[True] | None = Field(
        default=None, description="true: the checkout held changes beside the commit; absent: it held none"
    )
    date: r.Date
    licence: Text
    base: Text
    description: Text


def _list_of(record: str) -> Any:
    one: Any = Quote if record == Quote.__name__ else released(record_type(record))
    return Annotated[tuple[one, ...], BeforeValidator(_tuple)]


_lists: dict[str, Any] = {row.name: (_list_of(row.record), ...) for row in RELEASED}

#: Everything in one file, which is JSON and JSON-LD at once: the head, and a list for each released collection.
Release: type[Record] = create_model(
    "Release",
    __base__=_Head,
    __doc__="Everything in one file, which is JSON and JSON-LD at once.",
    __module__=__name__,
    **_lists,
)
