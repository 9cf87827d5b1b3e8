"""SPARQL: what it answers on both engines, what it refuses, and how a query that runs away ends."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import pickle
import time
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_graph.atlas import Atlas
from atlas_graph.rdf.engine_process import EngineProcess
from atlas_graph.rdf.engines import choose_engine
from atlas_graph.rdf.errors import QueryError, QueryTimeout
from atlas_graph.rdf.query import MAX_BYTES, read
from atlas_graph.rdf.results import Iri, Rows, Triples, typed
from atlas_graph.rdf.sparql import _sessions, answer, sparql

from .example import AWKWARD

PATH = "https://w3id.org/atlas-graph/path/demo/slow/cpu"
BOMB = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


@pytest.fixture(scope="module", params=["oxigraph", "rdflib"])
def ask(request: pytest.FixtureRequest, atlas: Atlas) -> Any:
    """Ask one engine."""
    return lambda query, **more: sparql(atlas, query, engine=request.param, **more)


def test_a_property_path_needs_no_inference(ask: Any) -> None:
    """What a thing leads to over any number of steps is one short pattern."""
    rows = ask("SELECT ?x { entity:alpha atlas:flow+ ?x } ORDER BY ?x")
    assert [row.x.short for row in rows] == ["entity:beta", "entity:chip"]


def test_rows_are_typed(ask: Any) -> None:
    """Numbers, booleans, dates and JSON come as Python values, IRIs as strings that know their short form."""
    query = """SELECT ?memory ?speed ?name ?passed ?date ?qualifiers ?nothing {
      fact:chip-memory atlas:value ?memory ; atlas:qualifiers ?qualifiers .
      fact:chip-speed atlas:value ?speed . fact:chip-name atlas:valueText ?name .
      <https://w3id.org/atlas-graph/witness/demo-run#run> dcterms:date ?date ; prov:generated/atlas:passed ?passed .
    }"""
    (row,) = ask(query)
    assert row.asdict() == {
        "memory": 16,
        "speed": 0.1,
        "name": "-1 or so",
        "passed": True,
        "date": datetime.date(2026, 1, 2),
        "qualifiers": {"per": "chip", "unit": "a qualifier named like a key"},
        "nothing": None,
    }
    assert (row[0], row["speed"], row.name) == (16, 0.1, "-1 or so")


def test_rows_become_records_a_frame_and_a_printed_table(ask: Any) -> None:
    """By the names of the variables, which are there also where nothing is found; printed, IRIs are short."""
    rows = ask("SELECT ?x ?name { entity:alpha atlas:flow+ ?x . ?x rdfs:label ?name } ORDER BY ?x")
    assert rows.to_records() == [row.asdict() for row in rows]
    assert rows.to_pandas()["x"].tolist() == [row.x for row in rows]
    head, _, *lines = str(rows).splitlines()
    assert head.split() == ["x", "name"]
    assert [line.split()[0] for line in lines] == ["entity:beta", "entity:chip"]
    assert ask("SELECT ?x ?y { ?x atlas:flow entity:no-such ; rdfs:label ?y }").to_pandas().columns.tolist() == [
        "x",
        "y",
    ]


def test_awkward_text_comes_back_as_it_was(ask: Any) -> None:
    """Quotes, backslashes, direction marks, emoji and tabs survive the way in and out."""
    (row,) = ask("SELECT ?text { entity:beta dcterms:description ?text }")
    assert row.text == AWKWARD


def test_ask_gives_a_bool(ask: Any) -> None:
    """ASK answers yes or no."""
    assert ask("ASK { entity:alpha atlas:flow entity:beta }") is True
    assert ask("ASK { entity:beta atlas:flow entity:alpha }") is False


def test_construct_gives_triples(ask: Any) -> None:
    """CONSTRUCT gives triples as values, and the same as Turtle."""
    result = ask("CONSTRUCT { ?s rdfs:label ?l } WHERE { ?s a atlas:Device ; rdfs:label ?l }")
    assert isinstance(result, Triples)
    assert result == [("https://w3id.org/atlas-graph/device/cpu", "http://www.w3.org/2000/01/rdf-schema#label", "CPU")]
    assert 'device:cpu rdfs:label "CPU" .' in result.turtle


def test_from_limits_a_query_to_a_path(ask: Any) -> None:
    """A query from the graph of a path sees that path's hops and no more; the deprecated one is among them."""
    query = f"SELECT ?a ?b FROM <{PATH}> {{ ?a atlas:flow ?b }} ORDER BY ?a"
    assert [(row.a.short, row.b.short) for row in ask(query)] == [
        ("entity:alpha", "entity:beta"),
        ("entity:beta", "entity:chip"),
    ]
    assert len(ask(f"SELECT * FROM <{PATH}> {{ ?s rdfs:label ?o }}")) == 0


def test_graph_names_the_path(ask: Any) -> None:
    """GRAPH tells under which paths a hop holds."""
    rows = ask("SELECT ?g { GRAPH ?g { entity:beta atlas:runs-on entity:chip } } ORDER BY ?g")
    graphs = [row.g.short for row in rows]
    assert graphs == ["path:demo/slow/cpu", "path:other/slow/cpu", "release:1.0.0#derived"]


def test_aggregates_and_prefixes_of_ones_own_work(ask: Any) -> None:
    """A query may declare prefixes itself, also one that is predeclared."""
    query = (
        "PREFIX atlas: <https://w3id.org/atlas-graph/ns#> PREFIX mine: <https://w3id.org/atlas-graph/entity/>\n"
        "SELECT (COUNT(?e) AS ?n) { ?s atlas:from mine:alpha ; atlas:evidence ?e }"
    )
    assert ask(query)[0].n == 5  # of a step, a link, and a look that found nothing


@pytest.mark.parametrize(
    ("query", "line", "column"),
    [("SELECT * {\n ?s ?p }", 2, None), ("SELECT", 1, None), ("", 1, None), ("SELECT * { ?s nope:x ?o }", None, None)],
)
def test_an_error_points_at_its_place(ask: Any, query: str, line: int | None, column: int | None) -> None:
    """A query that does not parse is an error with a line, from both engines."""
    with pytest.raises(QueryError) as caught:
        ask(query)
    if line is not None:
        assert caught.value.line == line
        assert str(caught.value).startswith(f"line {line}, column ")


def test_a_prefix_that_is_not_declared_is_told_which_are(atlas: Atlas) -> None:
    """So that nobody has to look them up."""
    with pytest.raises(QueryError, match=r"prefix not found.*; declared are .*atlas, .*entity, .*rdfs"):
        sparql(atlas, "SELECT * { ?s nope:x ?o }", engine="oxigraph")


UPDATES = [
    "INSERT DATA { <a:a> <a:b> <a:c> }",
    "PREFIX a: <a:> DELETE WHERE { ?s ?p ?o }",
    "BASE <a:> # comment\n lOaD <https://example.org/>",
    "CLEAR ALL",
    "DROP DEFAULT",
    "CREATE GRAPH <a:a>",
    "WITH <a:a> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "\\u0049NSERT DATA { <a:a> <a:b> <a:c> }",
]
SERVICES = [
    "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
    "SELECT * { ?s ?p ?o . sErViCe SILENT <http://127.0.0.1:9/> { ?s ?p ?o } }",
    "SELECT * { S\\u0045RVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
    "SELECT * { { SELECT * { SERVICE ?s { ?s ?p ?o } } } }",
    "SELECT * { ?s ?p '\\u0027 . SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } #' }",
    "SELECT * { FILTER(1<2)SERVICE<http://127.0.0.1:9/>{?s ?p ?o} FILTER(2>1) }",
    "SELECT * { ?s ?p '''a ' '' \\''''. SERVICE<http://127.0.0.1:9/> { ?s ?p ?o } }",
]


@pytest.mark.parametrize("query", UPDATES)
def test_updates_are_refused(query: str) -> None:
    """Whatever would change data is refused with a sentence, before any engine sees it."""
    with pytest.raises(QueryError, match="the atlas is read-only"):
        read(query, ())


@pytest.mark.parametrize("query", SERVICES)
def test_service_is_refused(query: str) -> None:
    """Another server is never asked, however the word is written."""
    with pytest.raises(QueryError, match="SERVICE asks another server"):
        read(query, ())


ALLOWED = [
    "SELECT * { ?service ?insert 'SERVICE <x> {}' } # SERVICE",
    'SELECT * { ?s service:x "INSERT DATA \\" SERVICE" }',
    "SELECT * { ?s <http://example.org/SERVICE> '''FROM <http://x/> SERVICE'''@service }",
    "PREFIX insert: <a:> SELECT * { ?s insert:delete _:service }",
    "PREFIX service: <http://example.org/> ASK { service: ?p ?o }",
    'SELECT * { ?s ?p """a " "" SERVICE \\"""" }',
]


@pytest.mark.parametrize("query", ALLOWED)
def test_words_that_are_no_keywords_are_let_through(query: str) -> None:
    """A word inside a string, comment, name, IRI, variable or language tag is not taken for a keyword."""
    assert read(query, ()).form in ("SELECT", "ASK")


@given(st.text(max_size=60))
def test_reading_never_fails_in_another_way(text: str) -> None:
    """Any text is either let through to the engine or refused as a query."""
    with contextlib.suppress(QueryError):
        assert read(text, ()).text == text


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40))
def test_a_service_after_any_string_is_seen(text: str) -> None:
    """No string literal, whatever is in it, hides what comes after it."""
    literal = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r") + '"'
    with pytest.raises(QueryError):
        read(f"SELECT * {{ ?s ?p {literal} . SERVICE <a:a> {{ }} }}", ())


@pytest.mark.parametrize("clause", ["FROM <http://example.org/g>", "FROM NAMED <http://example.org/g>", "FROM path:no"])
def test_a_graph_that_is_not_loaded_is_refused(ask: Any, clause: str) -> None:
    """FROM never fetches; a graph that is not there is an error, not an empty answer."""
    with pytest.raises(QueryError, match="is not loaded, and nothing is fetched"):
        ask(f"SELECT * {clause} {{ ?s ?p ?o }}")


def test_a_relative_graph_is_resolved() -> None:
    """BASE and PREFIX count for FROM."""
    read("BASE <https://w3id.org/atlas-graph/path/> SELECT * FROM <demo/slow/cpu> { ?s ?p ?o }", {PATH})
    read(f"PREFIX p: <{PATH[:-3]}> SELECT * FROM p:cpu {{ ?s ?p ?o }}", {PATH})


def test_a_query_of_ten_megabytes_is_refused_at_once() -> None:
    """A query beyond the limit costs nothing."""
    start = time.perf_counter()
    with pytest.raises(QueryError, match=f"longer than {MAX_BYTES:,} bytes"):
        read("SELECT * { ?s ?p '" + "x" * 10_000_000 + "' }", ())
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("text", ["SELECT '\x00'", "SELECT '\ud800'", "SELECT '\\ud800'", "SELECT '\\UFFFFFFFF'"])
def test_what_is_no_text_is_refused(text: str) -> None:
    """A null, half a surrogate pair or an impossible escape is a sentence."""
    with pytest.raises(QueryError, match=r"no text|no character"):
        read(text, ())


def test_a_query_that_runs_away_is_ended(ask: Any) -> None:
    """A Cartesian product of everything ends with its process, soon after its time, and the next query is answered."""
    assert ask("ASK { entity:alpha ?p ?o }")  # the engine is up
    start = time.perf_counter()
    with pytest.raises(QueryTimeout, match=r"ended after 0\.5 seconds"):
        ask(BOMB, timeout=0.5)
    assert time.perf_counter() - start < 5
    assert ask("ASK { entity:alpha ?p ?o }")


def test_a_query_that_would_crash_the_engine_does_not(atlas: Atlas) -> None:
    """A query nested beyond the engine's stack is a sentence, and the next one is answered."""
    with pytest.raises(QueryTimeout, match="more deeply nested"):
        sparql(atlas, "SELECT * { BIND(" + "(" * 100_000 + "1" + ")" * 100_000 + " AS ?x) }", engine="oxigraph")
    assert sparql(atlas, "ASK { ?s ?p ?o }", engine="oxigraph")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is limited on Linux only")
def test_a_query_that_would_take_all_memory_is_ended(atlas: Atlas) -> None:
    """A sort of a Cartesian product stops at the memory limit."""
    kept, known = _sessions[atlas]["oxigraph"]
    small = EngineProcess(kept._content, "oxigraph", memory=100_000_000)
    from atlas_graph.rdf.sparql import request_of

    query = read("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i", known)
    with pytest.raises(QueryTimeout, match="more memory"):
        small.ask(request_of(query, "json", "turtle"), 60)
    assert small.pid is None


def test_a_result_that_is_too_large_is_refused(atlas: Atlas) -> None:
    """A result stops at its size limit."""
    session, known = _sessions[atlas]["oxigraph"]
    from atlas_graph.rdf.sparql import request_of

    request = request_of(read("SELECT * { ?s ?p ?o }", known), "csv", "turtle")._replace(limit=1000)
    with pytest.raises(QueryTimeout, match="larger than 1,000 bytes"):
        session.ask(request, 10)


@pytest.mark.parametrize("engine", ["oxigraph", "rdflib"])
def test_rows_in_the_w3c_formats(atlas: Atlas, engine: str) -> None:
    """Both engines write the four result formats of the W3C, and the same rows."""
    query = "SELECT ?x { entity:alpha atlas:flow+ ?x } ORDER BY ?x"
    expected = ["https://w3id.org/atlas-graph/entity/beta", "https://w3id.org/atlas-graph/entity/chip"]
    content = {format: answer(atlas, query, format, engine=engine)[1] for format in ("json", "xml", "csv", "tsv")}
    assert [row["x"]["value"] for row in json.loads(content["json"])["results"]["bindings"]] == expected
    namespace = "{http://www.w3.org/2005/sparql-results#}"
    assert [node.text for node in ElementTree.fromstring(content["xml"]).iter(f"{namespace}uri")] == expected
    assert content["csv"].decode().split() == ["x", *expected]
    assert content["tsv"].decode().split() == ["?x", *(f"<{name}>" for name in expected)]


@pytest.mark.parametrize(("format", "part"), [("turtle", b"rdfs:label"), ("jsonld", b"@id"), ("rdfxml", b"rdf:RDF")])
def test_triples_in_three_formats(atlas: Atlas, format: str, part: bytes) -> None:
    """CONSTRUCT gives Turtle, JSON-LD or RDF/XML from both engines."""
    for engine in ("oxigraph", "rdflib"):
        query = "CONSTRUCT { ?s rdfs:label ?l } WHERE { ?s a atlas:Device ; rdfs:label ?l }"
        assert part in answer(atlas, query, format, engine=engine)[1]


def test_a_format_that_does_not_fit_is_refused(atlas: Atlas) -> None:
    """Triples are not written as CSV, nor rows as Turtle."""
    with pytest.raises(QueryError, match="csv cannot hold"):
        answer(atlas, "DESCRIBE entity:alpha", "csv")
    with pytest.raises(QueryError, match="turtle cannot hold"):
        answer(atlas, "SELECT * { ?s ?p ?o }", "turtle")


def test_rows_behave_like_a_sequence(atlas: Atlas) -> None:
    """Rows have a length, compare, and say what they are; a column that is not there is named."""
    rows = sparql(atlas, "SELECT ?x { entity:alpha atlas:flow+ ?x }")
    assert isinstance(rows, Rows)
    assert repr(rows) == "<Rows: 2 of x>"
    assert rows[:1] == [rows[0]]
    with pytest.raises(AttributeError, match="there is no column 'y'"):
        rows[0].y  # noqa: B018
    with pytest.raises(KeyError, match="there is no column 'y'"):
        rows[0]["y"]
    assert pickle.loads(pickle.dumps(rows[0])).x == rows[0].x


def test_literals_become_what_they_stand_for() -> None:
    """Each datatype has its Python type, and an ill-formed literal stays text."""
    xsd = "http://www.w3.org/2001/XMLSchema#"
    assert typed("1.50", f"{xsd}decimal") == Decimal("1.50")
    assert typed("2026-01-01T00:00:00Z", f"{xsd}dateTime") == datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    assert typed("maybe", f"{xsd}boolean") == "maybe"
    assert typed("x", "http://example.org/own") == "x"
    assert Iri("http://example.org/").short == "http://example.org/"


def test_the_engine_is_rdflib_where_oxigraph_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyoxigraph rdflib answers; without both it is said what to install."""
    from atlas_graph.errors import MissingExtraError

    monkeypatch.setattr("atlas_graph.rdf.engines.find_spec", lambda name: None if name == "pyoxigraph" else object())
    assert choose_engine() == "rdflib"
    with pytest.raises(MissingExtraError):
        choose_engine("oxigraph")
    monkeypatch.setattr("atlas_graph.rdf.engines.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'atlas-graph\[rdf\]'"):
        choose_engine()


def test_the_method_of_the_atlas_is_the_same(atlas: Atlas) -> None:
    """``atlas.sparql`` answers, and follows the limits."""
    assert atlas.sparql("ASK { entity:alpha atlas:flow entity:beta }") is True
