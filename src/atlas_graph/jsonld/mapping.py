"""How each field of the release is said in RDF.

One :class:`Shape` a record type, one entry a field, under the key that the field has in the release. Everything
else in this package is made from this table, and a test walks the models and fails for a field that is not in it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ..model.collections import RELEASED


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
    with ``{n}`` for the place in the list, ``{id}`` or ``{entity}`` for those fields. A second ``#`` becomes ``-``.
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


_EVIDENCE = Node("atlas:evidence", "Evidence", "#evidence-{n}")
_AUDIT = Node("atlas:audit", "Audit", "#audit")
_LABEL = Literal("rdfs:label")
_TEXT = Literal("dcterms:description")
_DATE = Literal("dcterms:date", "xsd:date")
_MODES = Ref("atlas:mode", "mode/")
_DEVICES = Ref("atlas:device", "device/")
_REASON = Literal("atlas:reason")
_ENTITY = Ref("atlas:entity", "entity/")
_LICENCE = Literal("atlas:licence")
_SHA256 = Literal("schema:sha256")
_PART = "dcterms:hasPart"
_DATED: dict[str, Field] = {
    "since": Node("atlas:since", "Since", "#since"),
    "until": Node("atlas:until", "Until", "#until"),
}
_STATUS: dict[str, Field] = {
    "status": Nest("Status"),
    "status_since": Node("atlas:statusSince", "Since", "#status-since"),
    "status_until": Node("atlas:statusUntil", "Until", "#status-until"),
}
_BOUND: dict[str, Field] = {
    "version": Url("atlas:packageVersion"),
    "date": _DATE,
    "evidence": _EVIDENCE,
}

SHAPES: dict[str, Shape] = {
    "Release": Shape(
        "Release",
        "release/",
        {
            "format": Literal("atlas:format"),
            "name": Literal("dcterms:identifier"),
            "title": Literal("dcterms:title"),
            "version": Literal("dcat:version"),
            "date": Literal("dcterms:issued", "xsd:date"),
            "licence": _LICENCE,
            "base": Literal("void:uriSpace"),
            "description": _TEXT,
            **{row.name: Node(_PART, row.record) for row in RELEASED},
        },
    ),
    "Device": Shape(
        "Device",
        "device/",
        {"id": Own(), "label": _LABEL, "entity": _ENTITY, "aliases": Literal("skos:altLabel")},
    ),
    "Relation": Shape(
        "Relation",
        "ns#",
        {
            "id": Own(),
            "label": _LABEL,
            "inverse": Literal("atlas:inverseLabel"),
            "role": Ref("atlas:role", "role/"),
            "definition": Literal("skos:definition"),
            "from_kinds": Ref("atlas:fromKind", "kind/"),
            "to_kinds": Ref("atlas:toKind", "kind/"),
        },
    ),
    "Entity": Shape(
        "Entity",
        "entity/",
        {
            "id": Own(),
            "name": _LABEL,
            "kind": Ref("atlas:kind", "kind/"),
            "summary": _TEXT,
            "aliases": Literal("skos:altLabel"),
            "homepage": Url("foaf:homepage"),
            "licence": _LICENCE,
            "identifiers": Nest("Identifiers"),
            "part_of": Ref("atlas:part-of", "entity/"),
            "implemented_in": Ref("atlas:implemented-in", "entity/"),
            **_STATUS,
            **_DATED,
            "evidence": _EVIDENCE,
        },
    ),
    "Identifiers": Shape(
        None,
        None,
        {
            "purl": Url("atlas:purl"),
            "wikidata": Ref("atlas:wikidata", "http://www.wikidata.org/entity/"),
            "repository": Url("schema:codeRepository"),
        },
    ),
    "Status": Shape(
        None,
        None,
        {
            "state": Ref("atlas:status", "status/"),
            "replaced_by": Ref("dcterms:isReplacedBy", "entity/"),
            "reason": Literal("atlas:statusReason"),
        },
    ),
    "When": Shape(
        None,
        None,
        {
            "modes": _MODES,
            "devices": _DEVICES,
            "options": Ref("atlas:option", "option/"),
            "unless": Ref("atlas:unless", "option/"),
        },
    ),
    "Since": Shape("Since", None, _BOUND),
    "Until": Shape("Until", None, {**_BOUND, "inclusive": Literal("atlas:inclusive")}),
    "Source": Shape(
        "Source",
        "source/",
        {
            "id": Own(),
            "title": Literal("dcterms:title"),
            "publisher": Literal("dc:publisher"),
            "kind": Ref("atlas:sourceKind", "source-kind/"),
            "licence": _LICENCE,
            "url": Url("schema:url"),
            "pinned": Node("atlas:pinned", "Pinned", "#pinned"),
        },
    ),
    "Pinned": Shape(
        "PinnedCopy",
        None,
        {
            "url": Url("dcat:downloadURL"),
            "purl": Url("atlas:purl"),
            "path": Literal("atlas:archiveMember"),
            "sha256": _SHA256,
            "none": Literal("atlas:notPinnedBecause"),
        },
    ),
    "Quote": Shape(
        "TextQuoteSelector",
        "source/",
        {
            "id": Own(),
            "source": Ref("atlas:source", "source/"),
            "exact": Literal("oa:exact"),
            "section": Literal("atlas:section"),
            "prefix": Literal("oa:prefix"),
            "suffix": Literal("oa:suffix"),
        },
    ),
    "Evidence": Shape(
        "Evidence",
        None,
        {
            "id": Ref("oa:hasSelector", "source/", "Quote"),
            "class": Ref("atlas:evidenceClass", "evidence-class/"),
            "source": Ref("oa:hasSource", "source/"),
            "quote": Literal("atlas:quote"),
            "section": Elsewhere("atlas:section of the selector"),
            "prefix": Elsewhere("oa:prefix of the selector"),
            "suffix": Elsewhere("oa:suffix of the selector"),
            "when": Nest("When"),
            "supports": Ref("atlas:supports", "support/"),
            "doubt": Literal("atlas:doubt"),
            "exception": Literal("atlas:exception"),
            "allow": Nest("Allow"),
            "witness": Ref("atlas:witness", "witness/"),
        },
    ),
    "Allow": Shape(
        None,
        None,
        {"flags": Literal("atlas:allowedFlag"), "reason": Literal("atlas:allowedBecause")},
    ),
    "Audit": Shape(
        "Audit",
        None,
        {
            "supports": Ref("atlas:supports", "support/"),
            "doubt": Literal("atlas:doubt"),
            "digest": Literal("atlas:digest"),
            "date": _DATE,
            "by": Literal("atlas:judgedBy"),
            "disputed": Literal("atlas:disputedPart"),
            "parts": Node("atlas:judges", "Part", "#part-{n}"),
            "marks": Node("atlas:mark", "MarkedWords", "#mark-{n}"),
        },
    ),
    "Part": Shape(
        "Part",
        None,
        {
            "part": Literal("atlas:part"),
            "state": Ref("atlas:partState", "part-state/"),
            "why": _REASON,
            "witness": Ref("atlas:witness", "witness/"),
        },
    ),
    "MarkedWords": Shape(
        "TextPositionSelector",
        None,
        {
            "part": Literal("atlas:part"),
            "quote": Ref("atlas:refines", "source/", "Quote"),
            "words": Literal("atlas:words"),
            "start": Literal("oa:start"),
            "end": Literal("oa:end"),
            "refers": Literal("atlas:standsFor"),
        },
    ),
    "Stack": Shape(
        "Stack",
        "stack/",
        {
            "id": Own(),
            "title": _LABEL,
            "summary": _TEXT,
            "entry": Ref("atlas:entry", "entity/"),
            "modes": Node("atlas:declaresMode", "Mode", "#mode-{id}"),
            "devices": _DEVICES,
            "scope": Literal("atlas:scope"),
            "out_of_scope": Node("atlas:outOfScope", "OutOfScope", "#out-of-scope-{n}"),
            "excludes": Node("atlas:excludes", "Exclusion", "#excludes-{n}"),
            "continues": Ref("atlas:continues", "stack/"),
            "stages": Node("atlas:stage", "Stage", "/{entity}"),
            "steps": Node("atlas:step", "Step"),
        },
    ),
    "Mode": Shape(
        "DeclaredMode",
        None,
        {"id": _MODES, "title": _LABEL, "note": Literal("skos:note")},
    ),
    "OutOfScope": Shape(
        "OutOfScope",
        None,
        {"topic": _LABEL, "reason": _REASON, "concerns": Literal("atlas:concernsId"), "modes": _MODES},
    ),
    "Exclusion": Shape("Exclusion", None, {"modes": _MODES, "devices": _DEVICES, "reason": _REASON}),
    "Stage": Shape(
        "Stage",
        "stage/",
        {"entity": _ENTITY, "note": Literal("skos:note"), **_DATED, "evidence": _EVIDENCE, "audit": _AUDIT},
    ),
    "Step": Shape(
        "Step",
        "step/",
        {
            "id": Own(),
            "from": Ref("atlas:from", "entity/"),
            "relation": Term("atlas:relation"),
            "to": Ref("atlas:to", "entity/"),
            "slug": Literal("atlas:slug"),
            "when": Nest("When"),
            "qualifier": Literal("atlas:limit"),
            "phase": Ref("atlas:phase", "phase/"),
            **_STATUS,
            **_DATED,
            "text": _TEXT,
            "evidence": _EVIDENCE,
            "inferred": Literal("atlas:inferred"),
            "audit": _AUDIT,
        },
    ),
    "Link": Shape(
        "Link",
        "link/",
        {
            "id": Own(),
            "from": Ref("atlas:from", "entity/"),
            "relation": Term("atlas:relation"),
            "to": Ref("atlas:to", "entity/"),
            "text": _TEXT,
            "qualifier": Literal("atlas:limit"),
            **_STATUS,
            "evidence": _EVIDENCE,
            "audit": _AUDIT,
        },
    ),
    "Choice": Shape(
        "Choice",
        "choice/",
        {
            "id": Own(),
            "stack": Ref("atlas:ofStack", "stack/"),
            "chooser": Ref("atlas:chooser", "entity/"),
            "among": Literal("atlas:candidateId"),
            "rule": Literal("atlas:rule"),
            "order": Json("atlas:order"),
            "default": Literal("atlas:defaultId"),
            "overridden_by": Ref("atlas:overriddenBy", "option/"),
            "fallback": Literal("atlas:fallback"),
            "all": Literal("atlas:allHappen"),
            "when": Nest("When"),
            "text": _TEXT,
            **_STATUS,
            **_DATED,
            "evidence": _EVIDENCE,
            "audit": _AUDIT,
        },
    ),
    "Option": Shape(
        "Option",
        "option/",
        {
            "id": Own(),
            "name": _LABEL,
            "aliases": Literal("skos:altLabel"),
            "kind": Ref("atlas:optionKind", "option-kind/"),
            "whose": Ref("atlas:readBy", "entity/"),
            "default": Literal("atlas:default"),
            "effects": Node("atlas:effect", "Effect", "#effect-{n}"),
            "text": _TEXT,
            **_STATUS,
            **_DATED,
            "evidence": _EVIDENCE,
            "audit": _AUDIT,
        },
    ),
    "Effect": Shape(
        "Effect",
        None,
        {
            "does": Ref("atlas:does", "doing/"),
            "step": Ref("atlas:onStep", "step/"),
            "choice": Ref("atlas:onChoice", "choice/"),
        },
    ),
    "Looked": Shape(
        "Looked",
        "looked/",
        {
            "id": Own(),
            "of": Nest("Asked"),
            "read": Literal("atlas:read"),
            "date": _DATE,
            "found": Literal("atlas:found"),
            "evidence": _EVIDENCE,
        },
    ),
    "Asked": Shape(
        None,
        None,
        {
            "stack": Ref("atlas:ofStack", "stack/"),
            "from": Ref("atlas:from", "entity/"),
            "to": Ref("atlas:to", "entity/"),
        },
    ),
    "Misconception": Shape(
        "Misconception",
        "misconception/",
        {
            "id": Own(),
            "claim": Literal("atlas:claim"),
            "correction": Literal("atlas:correction"),
            "stacks": Ref("atlas:ofStack", "stack/"),
            "concerns": Ref("atlas:concerns", "entity/"),
            "evidence": _EVIDENCE,
            "audit": _AUDIT,
        },
    ),
    "Fact": Shape(
        "Fact",
        "fact/",
        {
            "id": Own(),
            "subject": Ref("atlas:subject", "entity/"),
            "property": Ref("atlas:property", "property/"),
            "value": Literal("atlas:value"),
            "unit": Literal("atlas:unit"),
            "as_printed": Literal("atlas:asPrinted"),
            "qualifiers": Json("atlas:qualifiers"),
            "evidence": _EVIDENCE,
            "audit": _AUDIT,
        },
    ),
    "Witness": Shape(
        "Witness",
        "witness/",
        {
            "id": Own(),
            "title": _LABEL,
            "program": Literal("atlas:program"),
            "steps": Ref("atlas:observes", "step/"),
            "contradicts": Ref("atlas:contradicts", "step/"),
            "when": Nest("When"),
            "needs": Literal("atlas:needs"),
            "run": Node("atlas:run", "Run", "#run"),
            "previous": Node("atlas:previousRun", "Run", "#previous-{n}"),
        },
    ),
    "Run": Shape(
        "Run",
        None,
        {
            "date": _DATE,
            "command": Literal("atlas:command"),
            "packages": Json("atlas:packages"),
            "python": Literal("atlas:python"),
            "platform": Literal("atlas:platform"),
            "device": Literal("atlas:ranOn"),
            "artefacts": Node("prov:generated", "Artefact", "#artefact-{n}"),
            "controls": Node("atlas:control", "Control", "#control-{n}"),
        },
    ),
    "Artefact": Shape(
        "Artefact",
        None,
        {
            "stage": _ENTITY,
            "name": _LABEL,
            "kind": Literal("atlas:artefactKind"),
            "size": Literal("dcat:byteSize"),
            "sha256": _SHA256,
            "excerpt": Literal("atlas:excerpt"),
            "check": Literal("atlas:check"),
            "passed": Literal("atlas:passed"),
        },
    ),
    "Control": Shape("Control", None, {"description": _TEXT, "passed": Literal("atlas:passed")}),
    "Question": Shape(
        "Question",
        "question/",
        {
            "id": Own(),
            "question": _LABEL,
            "asked_as": Literal("skos:altLabel"),
            "asked_at": Url("atlas:askedAt"),
            "stacks": Ref("atlas:ofStack", "stack/"),
            "ask": Ref("atlas:ask", "ask/"),
            "arguments": Json("atlas:arguments"),
            "answer": Literal("atlas:answer"),
            "expect": Json("atlas:expect"),
        },
    ),
    "LedgerEntry": Shape(
        "CheckedQuote",
        "source/",
        {
            "id": Own(),
            "pinned": Node("atlas:pinnedCheck", "Check", "#pinned"),
            "live": Node("atlas:liveCheck", "Check", "#live"),
        },
    ),
    "Check": Shape(
        "Check",
        None,
        {
            "verdict": Ref("atlas:verdict", "verdict/"),
            "reason": _REASON,
            "flags": Literal("atlas:flag"),
            "date": _DATE,
            "url": Literal("atlas:readAt"),
            "revision": Literal("atlas:revision"),
            "sha256": _SHA256,
            "extractor": Literal("atlas:extractor"),
            "heading": Literal("atlas:heading"),
            "sentence": Literal("atlas:sentence"),
            "diff": Literal("atlas:diff"),
            "nearest": Literal("atlas:nearest"),
            "first_missing": Literal("atlas:firstMissing", "xsd:date"),
        },
    ),
}

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
    part = field.part.format(n=place, id=record.get("id"), entity=record.get("entity"))
    return owner + ("-" + part[1:] if part[0] == "#" and "#" in owner else part)
