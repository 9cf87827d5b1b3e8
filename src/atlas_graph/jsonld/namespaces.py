"""The prefixes that every export declares and every query may use without declaring them."""

from __future__ import annotations

from ..model.identifiers import BASE_IRI

NS = f"{BASE_IRI}ns#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"

#: Folders under the base IRI, each with a prefix of its own: ``entity:ptx`` is BASE_IRI + ``entity/ptx``.
FOLDERS = (
    "ask", "choice", "device", "doing", "entity", "evidence-class", "fact", "kind", "link", "looked",
    "misconception", "mode", "option", "option-kind", "path", "part-state", "phase", "property", "qualifier",
    "question", "release", "role", "source", "source-kind", "stack", "stage", "status", "step", "support",
    "verdict", "witness",
)  # fmt: skip

PREFIXES: dict[str, str] = dict(
    sorted(
        {
            "atlas": NS,
            **{folder: f"{BASE_IRI}{folder}/" for folder in FOLDERS},
            "dc": "http://purl.org/dc/elements/1.1/",
            "dcat": "http://www.w3.org/ns/dcat#",
            "dcterms": "http://purl.org/dc/terms/",
            "foaf": "http://xmlns.com/foaf/0.1/",
            "np": "http://www.nanopub.org/nschema#",
            "oa": "http://www.w3.org/ns/oa#",
            "owl": "http://www.w3.org/2002/07/owl#",
            "prov": "http://www.w3.org/ns/prov#",
            "rdf": RDF,
            "rdfs": RDFS,
            "schema": "https://schema.org/",
            "sh": "http://www.w3.org/ns/shacl#",
            "skos": "http://www.w3.org/2004/02/skos/core#",
            "spdx": "http://spdx.org/rdf/terms#",
            "void": "http://rdfs.org/ns/void#",
            "wd": "http://www.wikidata.org/entity/",
            "xsd": XSD,
        }.items()
    )
)


def expand(name: str) -> str:
    """Return the IRI of a prefixed name.

    >>> expand("entity:ptx")
    'https://w3id.org/atlas-graph/entity/ptx'
    """
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local
