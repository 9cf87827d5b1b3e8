"""The SHACL shapes, made from the models and the mapping: what the models demand, demanded of the RDF.

``schema/shapes.ttl`` is written from it by ``scripts/generate_rdf_schema.py``.
"""

from __future__ import annotations

from typing import Any

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
    Term,
    Url,
    type_name,
)
from ..jsonld.namespaces import NS
from ..jsonld.terms import Triple, literal, named
from ..model.identifiers import BASE_IRI
from ..model.release import Release
from .ontology import CLASS_OF
from .ontology_terms import SCHEMES

_TYPE = named("rdf:type")


def shapes() -> set[Triple]:
    """Return the shapes as triples; lists are terms of their own, in Turtle's short form."""
    definitions = Release.model_json_schema(by_alias=True, mode="serialization")
    models = {"Release": definitions, **definitions["$defs"]}
    found: set[Triple] = set()
    for name, shape in SHAPES.items():
        if shape.type is None:
            continue
        node = named(f"atlas:{name}Shape")
        found.add((node, _TYPE, named("sh:NodeShape")))
        found.add((node, named("sh:targetClass"), named(type_name(shape))))
        found.add((node, named("sh:nodeKind"), named("sh:IRI")))
        for key, field, schema, required in _fields(name, models):
            found.update(_property(name, node, key, field, schema, required))
    found.update(_choices())
    return found


def _fields(name: str, models: dict[str, Any]) -> list[tuple[str, Field, dict[str, Any], bool]]:
    """Return key, mapping, JSON Schema and whether it is required, of all that is said of a shape's nodes."""
    model = models.get(f"Released{name}") or models[name]
    required = set(model.get("required", ()))
    found = []
    for key, field in SHAPES[name].fields.items():
        schema = model["properties"][key]
        if isinstance(field, Nest):
            inner = models[field.shape]
            for inner_key, inner_field in SHAPES[field.shape].fields.items():
                needed = key in required and inner_key in inner.get("required", ())
                found.append((inner_key, inner_field, inner["properties"][inner_key], needed))
        elif not isinstance(field, Elsewhere):
            found.append((key, field, schema, key in required))
    return found


def _property(name: str, node: str, key: str, field: Field, schema: dict[str, Any], required: bool) -> set[Triple]:
    path = IDENTIFIER if isinstance(field, Own) else getattr(field, "property", "")
    if path == "dcterms:hasPart":
        return set()
    shape = named(f"atlas:{name}Shape-{key.replace('_', '-')}")
    found = {
        (node, named("sh:property"), shape),
        (shape, _TYPE, named("sh:PropertyShape")),
        (shape, named("sh:path"), named(path)),
        (shape, named("sh:name"), literal(f"{key} of {name}")),
    }
    many = _is_list(schema)
    if required and (not many or _option(schema).get("minItems")):
        found.add((shape, named("sh:minCount"), literal(1)))
    if not many:
        found.add((shape, named("sh:maxCount"), literal(1)))
    for predicate, value in _values(key, field, _item(schema)):
        found.add((shape, named(predicate), value))
    return found


def _values(key: str, field: Field, item: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what each value of a property must be."""
    match field:
        case Own():
            pattern = item.get("pattern")
            return [("sh:datatype", named("xsd:string")), *([("sh:pattern", literal(pattern))] if pattern else [])]
        case Literal(_, datatype) if datatype:
            return [("sh:datatype", named(datatype))]
        case Literal():
            return _literal(item)
        case Json():
            return [("sh:datatype", named("rdf:JSON"))]
        case Url():
            return [("sh:nodeKind", named("sh:IRI"))]
        case Term():
            return [("sh:class", named("atlas:Relation"))]
        case Node(_, inner):
            return [("sh:class", named(type_name(SHAPES[inner])))]
        case Ref(_, _, of) if of is not None:
            return [("sh:class", named(type_name(SHAPES[of])))]
        case Ref(_, base):
            return _reference(base, item)
    raise AssertionError(key)


def _literal(item: dict[str, Any]) -> list[tuple[str, str]]:
    kinds = {"string": "xsd:string", "integer": "xsd:integer", "boolean": "xsd:boolean", "number": "xsd:double"}
    if item.get("type") not in kinds:
        return [("sh:nodeKind", named("sh:Literal"))]
    found = [("sh:datatype", named(kinds[item["type"]]))]
    for key, predicate in (("minLength", "sh:minLength"), ("maxLength", "sh:maxLength")):
        if key in item:
            found.append((predicate, literal(item[key])))
    if "minimum" in item:
        found.append(("sh:minInclusive", literal(item["minimum"])))
    if "pattern" in item and item["pattern"] != r"\S":
        found.append(("sh:pattern", literal(item["pattern"])))
    return found


def _reference(base: str, item: dict[str, Any]) -> list[tuple[str, str]]:
    folder = base.removesuffix("/")
    if base.startswith("http"):
        return [("sh:nodeKind", named("sh:IRI")), ("sh:pattern", literal(f"^{base}"))]
    if folder in SCHEMES:
        ids = item.get("enum") or list(SCHEMES[folder][1])
        return [("sh:in", f"({' '.join(named(f'{folder}:{name}') for name in ids)})")]
    if base in CLASS_OF:
        return [("sh:class", named(f"atlas:{CLASS_OF[base]}"))]
    return [("sh:nodeKind", named("sh:IRI")), ("sh:pattern", literal(f"^{BASE_IRI}{base}[a-z0-9-]+$"))]


def _option(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a schema that is not null."""
    options = [option for option in schema.get("anyOf", ()) if option.get("type") != "null"]
    return options[0] if len(options) == 1 else schema


def _is_list(schema: dict[str, Any]) -> bool:
    return _option(schema).get("type") == "array"


def _item(schema: dict[str, Any]) -> dict[str, Any]:
    option = _option(schema)
    item: dict[str, Any] = option.get("items", option) if option.get("type") == "array" else option
    return item


def _choices() -> set[Triple]:
    """Return the rules of the models that need more than one field."""
    rules = {
        "Evidence": (
            "atlas:QuoteEvidence",
            "atlas:ObservationEvidence",
            "evidence is a quote with its source and selector, or an observation with its witness",
        ),
        "Pinned": (
            "atlas:PinnedByUrl",
            "atlas:PinnedByPurl",
            "atlas:NotPinned",
            "a pinned copy is exactly one of a URL, a purl with its member, or the reason for none",
        ),
    }
    absent, needed = (0, 0), (1, 1)
    needs: dict[str, dict[str, tuple[int, int]]] = {
        "atlas:QuoteEvidence": {
            "oa:hasSource": needed, "oa:hasSelector": needed, "atlas:quote": needed, "atlas:witness": absent,
        },
        "atlas:ObservationEvidence": {
            "atlas:witness": needed, "oa:hasSource": absent, "oa:hasSelector": absent, "atlas:quote": absent,
        },
        "atlas:PinnedByUrl": {
            "dcat:downloadURL": needed, "schema:sha256": needed, "atlas:purl": absent, "atlas:notPinnedBecause": absent,
        },
        "atlas:PinnedByPurl": {
            "atlas:purl": needed, "atlas:archiveMember": needed, "schema:sha256": needed,
            "dcat:downloadURL": absent, "atlas:notPinnedBecause": absent,
        },
        "atlas:NotPinned": {
            "atlas:notPinnedBecause": needed, "dcat:downloadURL": absent, "atlas:purl": absent,
        },
    }  # fmt: skip
    found: set[Triple] = set()
    for name, (*options, message) in rules.items():
        node = named(f"atlas:{name}Shape")
        found.add((node, named("sh:xone"), f"({' '.join(map(named, options))})"))
        found.add((node, named("sh:message"), literal(message)))
    for option, paths in needs.items():
        found.add((named(option), _TYPE, named("sh:NodeShape")))
        for path, (least, most) in paths.items():
            part = f"<{NS}{option.removeprefix('atlas:')}-{path.partition(':')[2]}>"
            found.add((named(option), named("sh:property"), part))
            found.add((part, _TYPE, named("sh:PropertyShape")))
            found.add((part, named("sh:path"), named(path)))
            if least:
                found.add((part, named("sh:minCount"), literal(least)))
            found.add((part, named("sh:maxCount"), literal(most)))
    return found
