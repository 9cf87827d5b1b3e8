"""Each step as a nanopublication: what it claims, where that comes from, and who publishes it."""

from __future__ import annotations

from typing import Any

from ..jsonld.terms import Triple, iri, literal, named
from ..model.identifiers import BASE_IRI
from ..model.licences import listed_licence
from .dataset import Graphs

_TYPE = named("rdf:type")
_INNER = frozenset(map(named, ("oa:hasSelector", "atlas:pinnedCheck", "atlas:liveCheck", "atlas:judges", "atlas:mark")))
_EVIDENCE, _AUDIT = named("atlas:evidence"), named("atlas:audit")


def nanopublications(release: dict[str, Any], graphs: Graphs) -> dict[str, set[Triple]]:
    """Return named graphs: four for each step, and what is no part of any step under the release's own name."""
    about: dict[str, set[Triple]] = {}
    for triple in graphs.core:
        about.setdefault(triple[0], set()).add(triple)
    labels = {triple[0]: triple for triple in graphs.derived if triple[1] == named("rdfs:label")}
    found: dict[str, set[Triple]] = {}
    said: set[Triple] = set()
    for stack in release["stacks"]:
        for step in stack["steps"]:
            node = named(f"step:{step['id']}")
            claim = {triple for triple in about[node] if triple[1] not in (_EVIDENCE, _AUDIT)}
            backing = about[node] - claim
            for _, _, other in list(backing):
                backing |= _around(other, about)
            said |= claim | backing
            found.update(_graphs(release, step, claim | {labels[node]} | _hop(step), backing))
    name = f"{BASE_IRI}release/{graphs.version}"
    return {**found, name: graphs.core - said, f"{name}#derived": graphs.derived}


def _around(node: str, about: dict[str, set[Triple]]) -> set[Triple]:
    """Return what is said of evidence or an audit, of its selector, parts and marks, and of the checks of that."""
    found = set(about.get(node, ()))
    for _, predicate, other in list(found):
        if predicate in _INNER:
            found |= _around(other, about)
    return found


def _hop(step: dict[str, Any]) -> set[Triple]:
    return {(named(f"entity:{step['from']}"), named(f"atlas:{step['relation']}"), named(f"entity:{step['to']}"))}


def _graphs(
    release: dict[str, Any], step: dict[str, Any], claim: set[Triple], backing: set[Triple]
) -> dict[str, set[Triple]]:
    name = f"{BASE_IRI}np/{step['id']}"
    publication = iri(name)
    parts = {part: f"{name}#{part}" for part in ("head", "assertion", "provenance", "pubinfo")}
    assertion = iri(parts["assertion"])
    head = {
        (publication, _TYPE, named("np:Nanopublication")),
        (publication, named("np:hasAssertion"), assertion),
        (publication, named("np:hasProvenance"), iri(parts["provenance"])),
        (publication, named("np:hasPublicationInfo"), iri(parts["pubinfo"])),
    }
    sources = {evidence["source"] for evidence in step["evidence"] if "source" in evidence}
    witnesses = {evidence["witness"] for evidence in step["evidence"] if "witness" in evidence}
    derived = {(assertion, named("prov:wasDerivedFrom"), named(f"source:{source}")) for source in sources}
    derived |= {(assertion, named("prov:wasAttributedTo"), named(f"witness:{witness}")) for witness in witnesses}
    released = named(f"release:{release['version']}")
    pubinfo = {
        (publication, named("dcterms:isPartOf"), released),
        (publication, named("dcterms:created"), literal(f"{release['date']}T00:00:00Z", "xsd:dateTime")),
        (publication, named("dcterms:creator"), iri(BASE_IRI)),
        (publication, named("rdfs:label"), literal(step["text"])),
    }
    if licence := listed_licence(release["licence"]):
        pubinfo.add((publication, named("dcterms:license"), iri(licence)))
    return {
        parts["head"]: head,
        parts["assertion"]: claim,
        parts["provenance"]: derived | backing,
        parts["pubinfo"]: pubinfo,
    }
