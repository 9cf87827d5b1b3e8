"""The endpoint: the SPARQL Protocol, content negotiation, IRIs that dereference, ETags and limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import rdflib

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from starlette.testclient import TestClient

import atlas_graph as ag
from atlas_graph.rdf.turtle import ntriples
from atlas_graph.serve.app import Endpoint
from atlas_graph.serve.negotiate import choose
from atlas_graph.serve.protocol import MAX_BODY

from ..rdf.engines import with_pyoxigraph
from ..rdf.example import AWKWARD, example

SELECT = "SELECT ?x { entity:alpha atlas:flow+ ?x } ORDER BY ?x"
BOMB = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
BASE = "https://w3id.org/atlas-graph/"
NAMES = [f"{BASE}entity/beta", f"{BASE}entity/chip"]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of an endpoint that ends a query after three seconds."""
    endpoint = Endpoint(example(), workers=1, timeout=3.0, wait=30.0)
    with TestClient(endpoint.app(), raise_server_exceptions=True) as client:
        yield client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    endpoint = Endpoint(example(), workers=1, timeout=60.0, wait=60.0)
    with TestClient(endpoint.app(), raise_server_exceptions=True) as client:
        yield client


def _names(response: Any) -> list[str]:
    assert response.status_code == 200, response.text
    return [row["x"]["value"] for row in response.json()["results"]["bindings"]]


def test_get(client: TestClient) -> None:
    """A query in the address is answered as JSON where nothing else is asked for."""
    response = client.get("/sparql", params={"query": SELECT})
    assert _names(response) == NAMES
    assert response.headers["content-type"] == "application/sparql-results+json"


def test_post_urlencoded(client: TestClient) -> None:
    """A query in a form is answered."""
    assert _names(client.post("/sparql", data={"query": SELECT})) == NAMES


def test_post_direct(client: TestClient) -> None:
    """A query as the body is answered, whatever the parameters of its media type."""
    headers = {"Content-Type": "application/sparql-query; charset=utf-8"}
    assert _names(client.post("/sparql", content=SELECT, headers=headers)) == NAMES


def test_head(client: TestClient) -> None:
    """HEAD gives the headers."""
    response = client.head("/release.json")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("*/*", "application/sparql-results+json"),
        ("application/json", "application/json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv; charset=utf-8"),
        ("text/tab-separated-values", "text/tab-separated-values; charset=utf-8"),
        ("text/html, application/xml;q=0.9, text/csv;q=0.95", "text/csv; charset=utf-8"),
        ("text/*", "text/csv; charset=utf-8"),
    ],
)
def test_results_come_as_they_are_asked_for(client: TestClient, accept: str, media: str) -> None:
    """The Accept header chooses among the W3C formats, by quality."""
    response = client.get("/sparql", params={"query": SELECT}, headers={"Accept": accept})
    assert response.status_code == 200
    assert response.headers["content-type"] == media
    assert "accept" in response.headers["vary"].lower()
    assert "entity/beta" in response.text


@pytest.mark.parametrize(
    "accept", ["text/turtle", "application/ld+json", "application/n-triples", "application/rdf+xml"]
)
def test_graphs_come_as_they_are_asked_for(client: TestClient, accept: str) -> None:
    """CONSTRUCT gives the same triple in each form of RDF."""
    query = "CONSTRUCT { ?d rdfs:label ?l } WHERE { ?d a atlas:Device ; rdfs:label ?l }"
    response = client.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert response.headers["content-type"].startswith(accept)
    names = {"text/turtle": "turtle", "application/ld+json": "json-ld", "application/n-triples": "nt"}
    if accept in names:
        (triple,) = with_pyoxigraph(response.content, names[accept])
        assert triple.object.value == "CPU"
    else:
        assert (
            ElementTree.fromstring(response.content).find(".//{http://www.w3.org/2000/01/rdf-schema#}label") is not None
        )


def test_ask(client: TestClient) -> None:
    """ASK is answered in JSON and XML."""
    assert client.get("/sparql", params={"query": "ASK { ?s ?p ?o }"}).json()["boolean"] is True


def test_what_cannot_be_given_is_said(client: TestClient) -> None:
    """An Accept header that nothing fits is 406, with what there is."""
    response = client.get("/sparql", params={"query": SELECT}, headers={"Accept": "image/png"})
    assert response.status_code == 406
    assert "application/sparql-results+json" in response.text


def test_graphs_beside_the_query(client: TestClient) -> None:
    """default-graph-uri and named-graph-uri limit a query, and take the place of its own FROM."""
    path = f"{BASE}path/other/slow/cpu"
    query = f"SELECT ?x FROM <{BASE}path/demo/slow/cpu> {{ ?x atlas:flow ?y }}"
    assert len(_names(client.get("/sparql", params={"query": query}))) == 2
    response = client.get("/sparql", params={"query": query, "default-graph-uri": path})
    assert _names(response) == [f"{BASE}entity/beta"]
    query = "SELECT DISTINCT ?x { GRAPH ?x { ?s ?p ?o } }"
    assert _names(client.post("/sparql", data={"query": query, "named-graph-uri": path})) == [path]
    response = client.get("/sparql", params={"query": query, "named-graph-uri": "http://example.org/"})
    assert response.status_code == 400
    assert "is not loaded" in response.text


@pytest.mark.parametrize(
    ("method", "more", "status", "text"),
    [
        ("GET", {"params": {"query": "SELECT * { ?s ?p"}}, 400, "the query ends too soon"),
        ("GET", {"params": {"query": "SELECT * { ?s ?p }"}}, 400, "column 12: this is not SPARQL from '?s ?p }' on"),
        (
            "GET",
            {"params": {"query": "SELECT * { ?s ?p ?o } ORDER ?s"}},
            400,
            "column 23: this is not SPARQL from 'ORDER ?s'",
        ),
        ("GET", {"params": {"query": "INSERT DATA { <a:a> <a:b> <a:c> }"}}, 400, "read-only"),
        ("GET", {"params": {"query": "SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }"}}, 400, "SERVICE"),
        ("GET", {"params": [("query", "a"), ("query", "b")]}, 400, "not several"),
        ("GET", {"params": {"update": "CLEAR ALL"}}, 403, "read-only"),
        ("POST", {"data": {"update": "CLEAR ALL"}}, 403, "read-only"),
        ("POST", {"data": {"nothing": "x"}}, 400, "give a 'query'"),
        ("POST", {"content": b"x", "headers": {"Content-Type": "application/sparql-update"}}, 403, "read-only"),
        ("POST", {"content": b"x", "headers": {"Content-Type": "text/plain"}}, 415, "application/sparql-query"),
        ("POST", {"content": b"\xff", "headers": {"Content-Type": "application/sparql-query"}}, 400, "UTF-8"),
        ("PUT", {}, 405, ""),
    ],
)
def test_bad_requests_are_sentences(client: TestClient, method: str, more: Any, status: int, text: str) -> None:
    """Each wrong request has its status, and the parser's message where there is one."""
    response = client.request(method, "/sparql", **more)
    assert response.status_code == status
    assert text in response.text


def test_a_query_of_ten_megabytes(client: TestClient) -> None:
    """A body beyond the limit is refused, declared or not."""
    headers = {"Content-Type": "application/sparql-query"}
    assert client.post("/sparql", content=b"x" * 10_000_000, headers=headers).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(MAX_BODY // 100_000 + 2):
            yield b"x" * 100_000

    assert client.post("/sparql", content=chunks(), headers=headers).status_code == 413


def test_a_runaway_query_is_ended_and_the_next_one_answered(hasty: TestClient) -> None:
    """A Cartesian product ends with 504 soon after its time, and takes nothing with it."""
    response = hasty.get("/sparql", params={"query": BOMB})
    assert response.status_code == 504
    assert "ended after 3 seconds" in response.text
    assert _names(hasty.get("/sparql", params={"query": SELECT})) == NAMES


def test_a_query_that_crashes_its_engine(hasty: TestClient) -> None:
    """A query nested beyond the engine's stack ends with 504, and the next one is answered."""
    nested = "SELECT * { BIND(" + "(" * 100_000 + "1" + ")" * 100_000 + " AS ?x) }"
    assert hasty.post("/sparql", data={"query": nested}).status_code == 504
    assert _names(hasty.get("/sparql", params={"query": SELECT})) == NAMES


def test_cors(client: TestClient) -> None:
    """Any page may ask, also with a preflight."""
    response = client.get("/sparql", params={"query": SELECT}, headers={"Origin": "https://example.org"})
    assert response.headers["access-control-allow-origin"] == "*"
    preflight = client.options(
        "/sparql",
        headers={
            "Origin": "https://example.org",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["access-control-allow-methods"]


def test_the_service_describes_itself(client: TestClient) -> None:
    """Without a query the endpoint gives its service description, and a form to people."""
    response = client.get("/sparql", headers={"Accept": "text/turtle"})
    graph = rdflib.Graph().parse(data=response.text, format="turtle")
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
    assert (None, sd.supportedLanguage, sd.SPARQL11Query) in graph
    assert {str(name) for name in graph.objects(None, sd.name)} >= {f"{BASE}path/demo/slow/cpu"}
    page = client.get("/sparql", headers={"Accept": "text/html"})
    assert "<textarea" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


# IRIs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "entity/alpha",
        "step/demo/alpha--calls--beta--often",
        "stack/demo",
        "source/doc",
        "path/demo/slow/cpu",
        "fact/chip-memory",
        "ns",
        "kind/runtime",
        "mode/slow",
    ],
)
@pytest.mark.parametrize("form", ["text/html", "text/turtle", "application/ld+json"])
def test_an_iri_dereferences(client: TestClient, path: str, form: str) -> None:
    """Each IRI gives a page, Turtle or JSON-LD that speaks of it."""
    response = client.get(f"/{path}", headers={"Accept": form})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith(form)
    if form == "text/html":
        assert f"{BASE}{path}" in response.text
    else:
        triples = with_pyoxigraph(response.content, "turtle" if form == "text/turtle" else "json-ld")
        assert f"{BASE}{path}" in {triple.subject.value for triple in triples}


def test_a_description_holds_fragments_and_labels(client: TestClient) -> None:
    """A step comes with its evidence, what points to it, and the labels of what it names."""
    response = client.get("/step/demo/alpha--calls--beta--often.ttl")
    triples = {str(triple) for triple in with_pyoxigraph(response.content, "turtle")}
    step = f"{BASE}step/demo/alpha--calls--beta--often"
    assert any(line.startswith(f"<{step}#evidence-doc-42d70722-c45480> ") for line in triples)
    assert any(line.startswith(f"<{BASE}stack/demo> ") and step in line for line in triples)
    assert f'<{BASE}entity/alpha> <http://www.w3.org/2000/01/rdf-schema#label> "Alpha"' in triples


def test_endings_choose_the_form(client: TestClient) -> None:
    """.ttl, .jsonld, .nt and .html win over the header."""
    assert client.get("/entity/alpha.jsonld").headers["content-type"] == "application/ld+json"
    assert client.get("/entity/alpha.html", headers={"Accept": "text/turtle"}).text.startswith("<!doctype html>")
    assert client.get("/entity/alpha.nt").headers["content-type"] == "application/n-triples"


def test_text_on_a_page_is_escaped(client: TestClient) -> None:
    """Markup in a label or summary is shown, not obeyed."""
    page = client.get("/entity/beta", headers={"Accept": "text/html"}).text
    assert "&lt;/p&gt;" in page
    assert "</p> 'x'" not in page
    assert AWKWARD.split("<")[0].replace('"', "&quot;").split("\t")[0] in page


def test_the_page_of_a_thing_shows_its_receipts_and_the_first_page_lists_what_there_is() -> None:
    """Of the real release: a quote behind the step, what an entity passes on to, and links to each stack and step."""
    atlas = ag.load()
    client = TestClient(Endpoint(atlas.release).app())
    for key in ("step/jax/jax--traces-to--jaxpr", "entity/ptx", "stack/jax", "source/jax-aot"):
        page = client.get(f"/{key}", headers={"Accept": "text/html"}).text
        assert page.count("<html") == 1
        assert '<div class="ag">' in page
    page = client.get("/step/jax/jax--traces-to--jaxpr", headers={"Accept": "text/html"}).text
    links = [one.link for one in atlas.steps["jax/jax--traces-to--jaxpr"].evidence if one.link]
    assert links
    assert all(escape(link) in page for link in links)
    first = client.get("/").text
    assert all(f'href="/stack/{stack.id}"' in first for stack in atlas.stacks)
    assert all(f'href="/step/{step.id}"' in first for step in atlas.steps)


@pytest.mark.parametrize("path", ["entity/nobody", "step/demo", "entity/", "entity/../../etc/passwd", "nowhere"])
def test_an_unknown_iri_is_404(client: TestClient, path: str) -> None:
    """What the atlas does not have is not found."""
    assert client.get(f"/{path}").status_code == 404


def test_the_release_has_an_etag(client: TestClient) -> None:
    """A client that has the release is told so, and gets nothing twice."""
    first = client.get("/release.json")
    assert json.loads(first.content) == example()
    for held in (first.headers["etag"], f'"x", {first.headers["etag"].removeprefix("W/")}', "*"):
        again = client.get("/release.json", headers={"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    assert client.get("/release.json", headers={"If-None-Match": '"other"'}).status_code == 200


def test_the_iri_of_the_release_gives_it(client: TestClient) -> None:
    """The release's IRI gives JSON to those who load it, the whole Turtle, or a page."""
    assert client.get("/release/1.0.0", headers={"Accept": "application/json, text/plain"}).json() == example()
    turtle = client.get("/release/1.0.0", headers={"Accept": "text/turtle"}).text
    assert len(with_pyoxigraph(turtle, "turtle")) > 500
    assert "<h1>Demo</h1>" in client.get("/release/1.0.0", headers={"Accept": "text/html"}).text
    assert "SPARQL endpoint" in client.get("/").text


def test_the_explorer_is_served_where_it_is_built(tmp_path: Path) -> None:
    """A site's pages take the place of the plain ones, data stays data, and nothing outside the folder is read."""
    (tmp_path / "index.html").write_text("the explorer")
    (tmp_path / "entity" / "alpha").mkdir(parents=True)
    (tmp_path / "entity" / "alpha" / "index.html").write_text("the page of alpha")
    app = Endpoint(example(), site=tmp_path, workers=1).app()
    client = TestClient(app)
    assert client.get("/").text == "the explorer"
    assert client.get("/entity/alpha", headers={"Accept": "text/html"}).text == "the page of alpha"
    assert "atlas:Entity" in client.get("/entity/alpha", headers={"Accept": "text/turtle"}).text
    assert "<!doctype html>" in client.get("/entity/beta", headers={"Accept": "text/html"}).text
    (tmp_path / "stack").mkdir()
    (tmp_path / "stack" / "demo.quotes.js").write_text("quotes")
    assert client.get("/stack/demo.quotes.js").text == "quotes"
    (tmp_path.parent / "secret").write_text("secret")
    assert client.get("/../secret").status_code == 404
    assert client.get("/entity/..%2f..%2fsecret").status_code == 404


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, "text/html"),
        ("", "text/html"),
        ("text/turtle", "text/turtle"),
        ("text/*;q=0.1, text/turtle;q=0.2", "text/turtle"),
        ("*/*, text/html;q=0", "text/turtle"),
        ("text/turtle;q=nonsense, */*;q=0.1", "text/html"),
        ("image/png", None),
    ],
)
def test_negotiation(accept: str | None, expected: str | None) -> None:
    """The most specific range counts, its quality decides, and the first offered wins a draw."""
    assert choose(accept, ["text/html", "text/turtle"]) == expected


def test_ntriples_of_nothing_is_nothing() -> None:
    """An empty graph is an empty file."""
    assert ntriples([]) == ""
