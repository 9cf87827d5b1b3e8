"""Text of every kind survives every serialisation, or is refused with a sentence."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pyoxigraph
import pytest
import rdflib
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from atlas_graph.jsonld.errors import RdfError
from atlas_graph.jsonld.terms import canonical_json, iri, json_literal, literal
from atlas_graph.rdf.cypher import cypher
from atlas_graph.rdf.graphml import graphml
from atlas_graph.rdf.neo4j import neo4j_files
from atlas_graph.rdf.propertygraph import GraphNode, PropertyGraph
from atlas_graph.rdf.sparql import triples
from atlas_graph.rdf.turtle import nquads, ntriples, trig, turtle

from ..spreadsheet import text_of
from .engines import with_pyoxigraph
from .test_exports import _statements

TEXT = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=30)
ODD = [
    '"',
    "\\",
    "\\u0041",
    "\n\r\t",
    "\x00\x01\x0b\x7f\x85",
    "\u202eabc\u202c",
    "🚀\U000e0001",
    "\u2028\u2029",
    "'''",
    '"""',
]
S, P = "<https://example.org/s>", "<https://example.org/p>"
_SETTINGS = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


def odd(function: Any) -> Any:
    """Run a property on each odd text as well."""
    for text in ODD:
        function = example(text)(function)
    return function


def _read(text: str, media: str) -> str:
    (triple,) = with_pyoxigraph(text, media)
    assert isinstance(triple.object, pyoxigraph.Literal)
    return triple.object.value


@odd
@given(TEXT)
@_SETTINGS
def test_oxigraph_reads_back_what_was_written(text: str) -> None:
    """N-Triples, Turtle, TriG and N-Quads hold any text."""
    triple = (S, P, literal(text))
    assert _read(ntriples([triple]), "nt") == text
    assert _read(turtle([triple]), "turtle") == text
    assert _read(trig({"https://example.org/g": [triple]}), "trig") == text
    assert _read(nquads({"https://example.org/g": [triple]}), "nquads") == text


@odd
@given(TEXT)
@_SETTINGS
def test_rdflib_reads_back_what_was_written(text: str) -> None:
    """rdflib reads the same text from N-Triples and Turtle."""
    triple = (S, P, literal(text))
    for content, media in ((ntriples([triple]), "nt"), (turtle([triple]), "turtle")):
        (value,) = rdflib.Graph().parse(data=content.encode(), format=media).objects()
        assert str(value) == text


@odd
@given(TEXT)
@_SETTINGS
def test_lines_hold_one_statement_each(text: str) -> None:
    """No text breaks a line of N-Triples for a reader that splits at line feeds."""
    content = ntriples([(S, P, literal(text)), (S, P, literal("x"))])
    assert len(content.split("\n")) == 3
    assert "\r" not in content


@odd
@given(TEXT)
@_SETTINGS
def test_triples_come_back_as_values(text: str) -> None:
    """What CONSTRUCT gives as N-Triples is read as the text that it was."""
    (triple,) = triples(ntriples([(S, P, literal(text))]).encode())
    assert triple[2] == text


@odd
@given(TEXT)
@_SETTINGS
def test_oxigraph_escapes_are_read_too(text: str) -> None:
    """The engine's own spelling of a literal is read as the same text."""
    line = f"{S} {P} {pyoxigraph.Literal(text)} .\n"
    assert triples(line.encode())[0][2] == text


NUMBERS = st.floats(allow_nan=False, allow_infinity=False).filter(lambda value: abs(value) < 2**53 or abs(value) > 1e21)
SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NUMBERS | TEXT
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


@given(VALUES)
@_SETTINGS
def test_json_literals_are_what_a_json_ld_processor_makes(value: Any) -> None:
    """A JSON value becomes the literal that Oxigraph's JSON-LD parser makes of it, and reads back as the value."""
    assert json.loads(canonical_json(value)) == value
    document = {"@context": {"p": {"@id": "https://example.org/p", "@type": "@json"}}, "@id": S[1:-1], "p": value}
    expected = with_pyoxigraph(json.dumps(document), "json-ld")
    assert with_pyoxigraph(ntriples([(S, P, json_literal(value))]), "nt") == expected


@given(NUMBERS | st.integers(-(2**53), 2**53) | st.booleans())
@_SETTINGS
def test_numbers_are_what_a_json_ld_processor_makes(value: Any) -> None:
    """A number becomes the same literal as in JSON-LD, to the last digit."""
    document = {"@context": {"p": "https://example.org/p"}, "@id": S[1:-1], "p": value}
    expected = with_pyoxigraph(json.dumps(document), "json-ld")
    assert with_pyoxigraph(ntriples([(S, P, literal(value))]), "nt") == expected


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**20, 1e20, -(2**53) - 1])
def test_numbers_that_json_ld_loses_are_refused(value: Any) -> None:
    """What is no number in JSON, or is not kept by it, is a sentence."""
    with pytest.raises(RdfError, match="JSON"):
        literal(value)


def test_half_a_surrogate_pair_is_refused() -> None:
    """What is no text is a sentence."""
    with pytest.raises(RdfError, match="half a surrogate pair"):
        literal("a\ud800")


@odd
@given(TEXT)
@_SETTINGS
def test_csv_cells_read_back(text: str) -> None:
    """A cell holds any text but the separator of lists, quoted, with its line ends."""
    graph = PropertyGraph([GraphNode("k", ("L",), {"text": text})], [])
    content = neo4j_files(graph)["nodes-L.csv"].decode()
    (_, row) = csv.reader(io.StringIO(content, newline=""))
    assert text_of(row[2]) == text
    assert not row[2].startswith(("=", "+", "-", "@", "\t", "\r"))


@odd
@given(TEXT)
@_SETTINGS
def test_cypher_strings_read_back(text: str) -> None:
    """A statement holds any text on one line."""
    statements = _statements(cypher(PropertyGraph([GraphNode("k", ("L",), {"text": text})], [])))
    assert [rows for _, rows, _ in statements] == [[{"key": "k", "text": text}]]


@odd
@given(TEXT)
@_SETTINGS
def test_graphml_reads_back_or_is_refused(text: str) -> None:
    """XML gives the text back, or the export says which character it cannot hold."""
    from xml.etree import ElementTree

    graph = PropertyGraph([GraphNode("k", ("L",), {"text": text})], [])
    try:
        content = graphml(graph)
    except RdfError as error:
        assert "cannot hold the character U+" in str(error)  # noqa: PT017
        return
    data = ElementTree.fromstring(content.encode()).findall(".//{http://graphml.graphdrawing.org/xmlns}data")
    assert (data[1].text or "") == text


@given(st.text(max_size=20))
@_SETTINGS
def test_every_iri_that_is_let_through_is_one(text: str) -> None:
    """What passes as an IRI, Oxigraph and rdflib take for one; the rest is refused."""
    try:
        term = iri("https://example.org/" + text)
    except RdfError:
        return
    line = f"{term} {P} {term} .\n"
    (triple,) = with_pyoxigraph(line, "nt")
    assert triple.subject.value == "https://example.org/" + text
    assert len(rdflib.Graph().parse(data=line.encode(), format="nt")) == 1
