"""The ontology: classes, properties, relations and concept schemes, made from the mapping and a release.

``schema/ontology.ttl`` is written from it by ``scripts/generate_rdf_schema.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..jsonld.mapping import SHAPES, Elsewhere, Field, Json, Literal, Nest, Node, Own, Ref, Shape, Term, Url, type_name
from ..jsonld.namespaces import NS
from ..jsonld.terms import Triple, iri, literal, named
from ..model.vocabulary import ENTITY_KINDS
from .derived import scheme
from .ontology_terms import CLASSES, PROPERTIES, SCHEMES, kind_class

_TYPE, _LABEL, _COMMENT = named("rdf:type"), named("rdfs:label"), named("rdfs:comment")
_ONTOLOGY = iri(NS.rstrip("#"))
#: Folder of ids -> the class of what has them.
CLASS_OF = {shape.base: name for name, shape in SHAPES.items() if shape.base and name not in ("Quote", "LedgerEntry")}
#: Properties that only derived triples use: property -> (domains, ranges), as prefixed names.
_DERIVED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "flow": (("atlas:Entity",), ("atlas:Entity",)),
    "structure": (("atlas:Entity",), ("atlas:Entity",)),
    "inPath": (("atlas:Stage", "atlas:Step"), ("atlas:Path",)),
    "inStack": (("atlas:Stage", "atlas:Step"), ("atlas:Stack",)),
    "candidate": (("atlas:Choice",), ("atlas:Entity", "atlas:Step")),
    "defaultCandidate": (("atlas:Choice",), ("atlas:Entity", "atlas:Step")),
    "checked": (("atlas:Evidence",), ("xsd:date",)),
    "link": (("atlas:Evidence",), ()),
    "package": (("atlas:Run",), ("xsd:string",)),
    "position": (("atlas:DeclaredMode", "atlas:Evidence", "atlas:Stage", "atlas:Step"), ("xsd:integer",)),
}
#: What else the derived triples say with a property of the mapping.
_ALSO: dict[str, tuple[str, ...]] = {
    "concerns": ("atlas:OutOfScope",),
    "device": ("atlas:Path",),
    "mode": ("atlas:Path",),
    "ofStack": ("atlas:Path",),
    "verdict": ("atlas:Evidence",),
}
#: Literals that are not strings: property -> their datatype.
_DATATYPES = {
    "format": "xsd:integer",
    "passed": "xsd:boolean",
    "firstParty": "xsd:boolean",
    "modified": "xsd:boolean",
    "released": "xsd:boolean",
    "allHappen": "xsd:boolean",
    "inclusive": "xsd:boolean",
    "arguments": "rdf:JSON",
    "expect": "rdf:JSON",
    "packages": "rdf:JSON",
    "qualifiers": "rdf:JSON",
}


def ontology(release: dict[str, Any]) -> set[Triple]:
    """Return the vocabulary, with the relations and devices that a release has."""
    found: set[Triple] = set()
    found.update(_header(release))
    found.update(_classes())
    found.update(_properties())
    found.update(_relations(release))
    for folder, (label, concepts) in SCHEMES.items():
        found.update(scheme(folder, label, concepts))
    found.update(scheme("device", "devices", {device["id"]: device["label"] for device in release["devices"]}))
    return found


def _header(release: dict[str, Any]) -> Iterator[Triple]:
    yield _ONTOLOGY, _TYPE, named("owl:Ontology")
    yield _ONTOLOGY, _LABEL, literal("Atlas Graph vocabulary")
    yield (
        _ONTOLOGY,
        _COMMENT,
        literal("How machine-learning code reaches the chip: stages, steps, conditions, and the evidence for each."),
    )
    yield _ONTOLOGY, named("dcterms:license"), iri("https://spdx.org/licenses/CC-BY-4.0")
    yield _ONTOLOGY, named("owl:versionInfo"), literal(str(release["format"]))


def _classes() -> Iterator[Triple]:
    for name, about in CLASSES.items():
        node = named(f"atlas:{name}")
        yield from _described(node, "owl:Class", about.label, about.comment)
        for above in about.above:
            yield node, named("rdfs:subClassOf"), named(above)
    for kind in ENTITY_KINDS:
        node = named(f"atlas:{kind_class(kind)}")
        yield from _described(node, "owl:Class", kind.replace("-", " "), f"An entity of the kind '{kind}'.")
        yield node, named("rdfs:subClassOf"), named("atlas:Entity")
        yield named(f"kind:{kind}"), named("rdfs:seeAlso"), node


def _properties() -> Iterator[Triple]:
    domains: dict[str, set[str]] = {name: set(also) for name, also in _ALSO.items()}
    ranges: dict[str, set[str]] = {}
    is_object: dict[str, bool] = {}
    for _, shape, field in _said():
        prefix, _, name = getattr(field, "property", "").partition(":")
        if prefix == "atlas":
            domains.setdefault(name, set()).add(type_name(shape))
            ranges.setdefault(name, set()).update(_range(name, field))
            is_object[name] = not isinstance(field, Literal | Json)
    for name, (of, to) in _DERIVED.items():
        domains.setdefault(name, set()).update(of)
        ranges.setdefault(name, set()).update(to)
        is_object[name] = not any(other.startswith("xsd:") for other in to)
    for name in sorted(domains):
        about, node = PROPERTIES[name], named(f"atlas:{name}")
        sort = "owl:ObjectProperty" if is_object[name] else "owl:DatatypeProperty"
        yield from _described(node, sort, about.label, about.comment)
        for above in about.above:
            yield node, named("rdfs:subPropertyOf"), named(above)
        yield from _ends(node, "domain", domains[name])
        yield from _ends(node, "range", ranges[name])


def _said() -> Iterator[tuple[str, Shape, Field]]:
    """Yield each field with the shape of the node that it is said of."""
    for name, shape in SHAPES.items():
        if shape.type is None:
            continue
        for field in shape.fields.values():
            if isinstance(field, Nest):
                for inner in SHAPES[field.shape].fields.values():
                    yield name, shape, inner
            elif not isinstance(field, Own | Elsewhere):
                yield name, shape, field


def _range(name: str, field: Field) -> Iterator[str]:
    match field:
        case Literal(_, datatype):
            if name != "value":  # a number of either kind
                yield datatype or _DATATYPES.get(name, "xsd:string")
        case Json():
            yield "rdf:JSON"
        case Node(_, shape):
            yield type_name(SHAPES[shape])
        case Ref(_, _, of) if of is not None:
            yield type_name(SHAPES[of])
        case Ref(_, base) if not base.startswith("http"):
            yield f"atlas:{CLASS_OF[base]}" if base in CLASS_OF else "skos:Concept"
        case Term():
            yield "atlas:Relation"
        case Url():
            return


def _ends(node: str, which: str, classes: set[str]) -> Iterator[Triple]:
    """Yield a domain or range: of one class as RDFS has it, of several as schema.org's weaker statement."""
    predicate = f"rdfs:{which}" if len(classes) == 1 else f"schema:{which}Includes"
    for name in classes:
        yield node, named(predicate), named(name)


def _relations(release: dict[str, Any]) -> Iterator[Triple]:
    for relation in release["relations"]:
        node, inverse = iri(NS + relation["id"]), iri(f"{NS}{relation['id']}-inverse")
        yield from _described(node, "owl:ObjectProperty", relation["label"], relation["definition"])
        yield node, _TYPE, named("atlas:Relation")
        yield node, named("rdfs:subPropertyOf"), named(f"atlas:{relation['role']}")
        for which, key in (("domain", "from_kinds"), ("range", "to_kinds")):
            yield from _ends(node, which, {f"atlas:{kind_class(kind)}" for kind in relation.get(key, ())})
        if relation["inverse"] == relation["label"]:
            yield node, _TYPE, named("owl:SymmetricProperty")
        else:
            yield inverse, _TYPE, named("owl:ObjectProperty")
            yield inverse, _LABEL, literal(relation["inverse"])
            yield inverse, named("owl:inverseOf"), node
            yield inverse, named("rdfs:isDefinedBy"), _ONTOLOGY


def _described(node: str, sort: str, label: str, comment: str) -> Iterator[Triple]:
    yield node, _TYPE, named(sort)
    yield node, _LABEL, literal(label)
    yield node, _COMMENT, literal(comment)
    yield node, named("rdfs:isDefinedBy"), _ONTOLOGY
