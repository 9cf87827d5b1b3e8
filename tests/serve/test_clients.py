"""A real server on a real port, asked by the clients that people use."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import rdflib

pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")

from atlas_graph.cli.main import main
from atlas_graph.jsonld.namespaces import PREFIXES

from ..rdf import comunica
from ..rdf.example import example
from .test_app import BOMB, NAMES, SELECT

PROLOGUE = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items() if name in ("atlas", "entity"))


def _start(release: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "atlas_graph", "serve", "--port", "0", "--release", str(release), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:"), process.communicate()
    for _ in range(200):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return process, url
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not come up")


def _stop(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    return errors


@pytest.fixture(scope="module")
def release_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("serve") / "release.json"
    path.write_text(json.dumps(example()), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(release_file: Path) -> Iterator[str]:
    process, url = _start(release_file, "--timeout", "2")
    yield url
    _stop(process)


def test_sparqlwrapper(server: str) -> None:
    """SPARQLWrapper asks with GET and POST, and converts what it gets."""
    wrapper = pytest.importorskip("SPARQLWrapper", reason="SPARQLWrapper is not installed")
    client = wrapper.SPARQLWrapper(f"{server}sparql")
    client.setQuery(SELECT)
    for format, method in ((wrapper.JSON, wrapper.GET), (wrapper.JSON, wrapper.POST)):
        client.setReturnFormat(format)
        client.setMethod(method)
        rows = client.queryAndConvert()["results"]["bindings"]
        assert [row["x"]["value"] for row in rows] == NAMES
    client.setRequestMethod(wrapper.POSTDIRECTLY)
    assert len(client.queryAndConvert()["results"]["bindings"]) == 2
    client.setQuery("CONSTRUCT { ?d rdfs:label ?l } WHERE { ?d a atlas:Device ; rdfs:label ?l }")
    client.setRequestMethod(wrapper.URLENCODED)
    client.setReturnFormat(wrapper.TURTLE)
    assert b'"CPU"' in client.query().convert()
    client.setReturnFormat(wrapper.JSON)
    client.setQuery("SELECT * { ?s ?p")
    with pytest.raises(Exception, match="ends too soon"):
        client.query()


@pytest.mark.parametrize("method", ["GET", "POST", "POST_FORM"])
def test_the_store_of_rdflib(server: str, method: str) -> None:
    """rdflib's SPARQLStore walks the remote graph as its own."""
    from rdflib.plugins.stores.sparqlstore import SPARQLStore

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        graph = rdflib.Graph(SPARQLStore(f"{server}sparql", method=method))
        rows = graph.query(PROLOGUE + SELECT)
        assert [str(row[0]) for row in rows] == NAMES
        alpha = rdflib.URIRef("https://w3id.org/atlas-graph/entity/alpha")
        assert [str(label) for label in graph.objects(alpha, rdflib.RDFS.label)] == ["Alpha"]


def test_curl(server: str) -> None:
    """curl asks, negotiates, and gets 304 for what it has."""
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed")

    def run(*words: str) -> str:
        return subprocess.run([curl, "-sS", *words], capture_output=True, text=True, check=True, timeout=30).stdout

    csv = run(f"{server}sparql", "-H", "Accept: text/csv", "--data-urlencode", f"query={SELECT}")
    assert csv.split() == ["x", *NAMES]
    posted = run(f"{server}sparql", "-H", "Content-Type: application/sparql-query", "--data-binary", SELECT)
    assert len(json.loads(posted)["results"]["bindings"]) == 2
    assert "entity:alpha a atlas:Entity" in run(f"{server}entity/alpha", "-H", "Accept: text/turtle")
    head = run("-I", f"{server}release.json")
    (tag,) = [line.split(": ", 1)[1].strip() for line in head.splitlines() if line.lower().startswith("etag")]
    status = run("-o", os.devnull, "-w", "%{http_code}", f"{server}release.json", "-H", f"If-None-Match: {tag}")
    assert status == "304"


def test_comunica(server: str) -> None:
    """Comunica asks the endpoint."""
    rows = comunica.ask(f"sparql@{server}sparql", PROLOGUE + SELECT)
    assert [row["x"] for row in rows] == NAMES


def test_a_release_is_loaded_from_the_server(server: str) -> None:
    """``load`` takes the release by its address."""
    import atlas_graph as ag

    assert ag.load(f"{server}release.json").release == example()


def test_many_clients_at_once(server: str) -> None:
    """Twenty queries at the same time, a runaway among them, are each answered or told to come back."""

    def ask(query: str) -> int:
        request = urllib.request.Request(
            f"{server}sparql", query.encode(), {"Content-Type": "application/sparql-query"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    with ThreadPoolExecutor(20) as threads:
        statuses = list(threads.map(ask, [BOMB] + [SELECT] * 19))
    assert statuses[0] == 504
    assert set(statuses[1:]) <= {200, 503}
    assert 200 in statuses[1:]
    assert ask(SELECT) == 200


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_ends_it_and_its_workers(release_file: Path) -> None:
    """An interrupt ends the server at once, without a trace, while a query runs away."""
    process, url = _start(release_file, "--timeout", "60", "--workers", "1")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    workers = children.read_text().split() if children.exists() else []
    request = urllib.request.Request(f"{url}sparql", BOMB.encode(), {"Content-Type": "application/sparql-query"})
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(lambda: urllib.request.urlopen(request, timeout=60))
        time.sleep(1)
        start = time.perf_counter()
        errors = _stop(process)
        assert time.perf_counter() - start < 4
        assert asked.exception() is not None
    assert errors == "atlas-graph: serving; Ctrl-C ends it\n"
    assert process.returncode == 0
    for worker in workers:
        assert not Path(f"/proc/{worker}").exists() or "Z" in Path(f"/proc/{worker}/stat").read_text()


def test_it_listens_on_this_machine_only(server: str) -> None:
    """Without --host the address is the loopback."""
    assert server.startswith("http://127.0.0.1:")


def test_a_port_that_is_taken(release_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port in use is a sentence and status 2."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--release", str(release_file), "--port", str(port)]) == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--site", "nowhere"], "there is no explorer in nowhere"),
        (["--workers", "0"], "--workers is from 1"),
        (["--port", "99999"], "choose another with --port"),
    ],
)
def test_bad_options(release_file: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A site that is not built and senseless limits are refused before anything listens."""
    assert main(["serve", "--release", str(release_file), *words]) == 2
    assert message in capsys.readouterr().err
