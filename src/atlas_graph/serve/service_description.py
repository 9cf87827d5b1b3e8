"""The description of the service, as SPARQL 1.1 Service Description has it."""

from __future__ import annotations

from ..jsonld.terms import Triple, iri, named
from ..rdf.dataset import Graphs

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"


def service_description(address: str, graphs: Graphs) -> set[Triple]:
    """Return the triples that describe the endpoint at ``address``."""
    node, dataset, default = iri(address), iri(f"{address}#dataset"), iri(f"{address}#default-graph")
    a = named("rdf:type")
    found = {
        (node, a, _sd("Service")),
        (node, _sd("endpoint"), node),
        (node, _sd("supportedLanguage"), _sd("SPARQL11Query")),
        (node, _sd("defaultDataset"), dataset),
        (dataset, a, _sd("Dataset")),
        (dataset, _sd("defaultGraph"), default),
        (default, a, _sd("Graph")),
    }
    for name in ("SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV"):
        found.add((node, _sd("resultFormat"), iri(_FORMATS + name)))
    for name in ("Turtle", "JSON-LD", "N-Triples", "RDF_XML"):
        found.add((node, _sd("resultFormat"), iri(_FORMATS + name)))
    for graph in graphs.named:
        part = iri(f"{address}#graph-{graph.replace('#', '-').rpartition('://')[2]}")
        found |= {(dataset, _sd("namedGraph"), part), (part, a, _sd("NamedGraph")), (part, _sd("name"), iri(graph))}
    return found


def _sd(name: str) -> str:
    return f"<{_SD}{name}>"
