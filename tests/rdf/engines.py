"""Graphs as sets of N-Triples lines, read by the engines and parsers that the tests compare."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pyoxigraph
import rdflib

from atlas_graph.jsonld.terms import Triple


def lines(triples: set[Triple]) -> str:
    """Return triples as N-Triples."""
    return "".join(f"{s} {p} {o} .\n" for s, p, o in sorted(triples))


def with_pyoxigraph(text: str | bytes, media: str) -> set[pyoxigraph.Triple]:
    """Return the triples that Oxigraph reads; lexical forms stay as they are written."""
    formats = {
        "json-ld": pyoxigraph.RdfFormat.JSON_LD,
        "nt": pyoxigraph.RdfFormat.N_TRIPLES,
        "turtle": pyoxigraph.RdfFormat.TURTLE,
        "nquads": pyoxigraph.RdfFormat.N_QUADS,
        "trig": pyoxigraph.RdfFormat.TRIG,
    }
    return {quad.triple for quad in pyoxigraph.parse(text, formats[media])}


def with_rdflib(text: str | bytes, media: str) -> rdflib.Graph:
    """Return the graph that rdflib reads; numbers are compared by value."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's JSON-LD parser uses a class that it deprecates
        return rdflib.Graph().parse(data=text, format=media)


def as_json(release: dict[str, Any]) -> str:
    """Return a release as its file has it."""
    return json.dumps(release, ensure_ascii=False)
