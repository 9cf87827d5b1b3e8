"""The JSON-LD context of the release, made from the mapping.

It goes inline into every release: a remote context is refused by one engine and fetched from the network by another,
and the base IRIs in it would not count.
"""

from __future__ import annotations

from typing import Any

from ..model.identifiers import BASE_IRI
from .mapping import FOREIGN_TYPES, IDENTIFIER, SHAPES, Elsewhere, Field, Json, Literal, Nest, Node, Own, Ref, Term, Url
from .namespaces import NS, PREFIXES

_Definition = str | None | dict[str, Any]


def context() -> dict[str, Any]:
    """Return the context as JSON values: prefixes, classes, and one term for each key of the release.

    A key that means the same wherever it stands is defined once; the others are defined in the scope of the key
    whose records they are in.
    """
    meanings: dict[str, list[Field]] = {}
    for shape in SHAPES.values():
        for key, field in shape.fields.items():
            if field not in meanings.setdefault(key, []):
                meanings[key].append(field)
    everywhere = {key: fields[0] for key, fields in meanings.items() if len(fields) == 1}
    shared = {key: _definition(field, everywhere) for key, field in sorted(everywhere.items())}
    top = _terms("Release", everywhere)
    return {
        "@version": 1.1,
        "@base": BASE_IRI,
        "@vocab": NS,
        "$schema": None,
        **{prefix: PREFIXES[prefix] for prefix in sorted(_used_prefixes())},
        # Classes of ours need no term, the vocabulary gives them; ``Audit`` beside ``audit`` would be one column twice
        # for readers of JSON that go by names in any case.
        **dict(sorted(FOREIGN_TYPES.items())),
        **shared,
        **top,
    }


def _terms(name: str, everywhere: dict[str, Field]) -> dict[str, _Definition]:
    """Return the terms that a shape's records need beyond those that mean the same everywhere."""
    terms: dict[str, _Definition] = {}
    for key, field in SHAPES[name].fields.items():
        if isinstance(field, Nest):
            terms.update(_terms(field.shape, everywhere))
        if key not in everywhere:
            terms[key] = _definition(field, everywhere)
    return dict(sorted(terms.items()))


def _definition(field: Field, everywhere: dict[str, Field]) -> _Definition:
    match field:
        case Own():
            return IDENTIFIER
        case Nest():
            return "@nest"
        case Elsewhere():
            return None
        case Literal(name, None):
            return name
        case Literal(name, datatype):
            return {"@id": name, "@type": datatype}
        case Json(name):
            return {"@id": name, "@type": "@json"}
        case Url(name):
            return {"@id": name, "@type": "@id"}
        case Term(name):
            return {"@id": name, "@type": "@vocab"}
        case Ref(name, base):
            return {"@id": name, "@type": "@id", "@context": {"@base": absolute(base)}}
        case Node(name, shape):
            scope = _terms(shape, everywhere)
            return {"@id": name, "@context": scope} if scope else name
    raise AssertionError(field)


def absolute(base: str) -> str:
    """Return the IRI of a folder named in the mapping."""
    return base if base.startswith("http") else BASE_IRI + base


def _used_prefixes() -> set[str]:
    used = {"atlas", "dcterms", "oa", "xsd"}
    for shape in SHAPES.values():
        for field in shape.fields.values():
            if isinstance(field, Literal | Ref | Url | Term | Json | Node):
                used.add(field.property.partition(":")[0])
    return used
