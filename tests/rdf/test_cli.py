"""The command ``sparql``: formats, exit statuses, and what is said when something is missing."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atlas_graph.cli.main import main

from .example import example

DOCS = Path(__file__).resolve().parents[2] / "docs"
QUERY = "SELECT ?x ?label { entity:alpha atlas:flow+ ?x . ?x rdfs:label ?label } ORDER BY ?x"


@pytest.fixture(scope="module")
def release_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("cli") / "release.json"
    path.write_text(json.dumps(example()), encoding="utf-8")
    return str(path)


def test_a_table_has_short_names(release_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a format the rows are a table with prefixed names."""
    assert main(["sparql", QUERY, "--release", release_file]) == 0
    out = capsys.readouterr().out
    assert out.split()[:2] == ["?x", "?label"]
    assert "entity:beta  Beta" in out


def test_json_and_csv(release_file: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The W3C formats go to standard output and nothing else does."""
    assert main(["sparql", QUERY, "--release", release_file, "--format", "json"]) == 0
    assert len(json.loads(capfdbinary.readouterr().out)["results"]["bindings"]) == 2
    assert main(["sparql", QUERY, "--release", release_file, "--format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capfdbinary.readouterr().out.decode(), newline="")))
    assert [row[1] for row in rows] == ["label", "Beta", "Chip"]


@pytest.mark.parametrize("format", ["table", "json", "csv", "xml"])
@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ASK { entity:alpha atlas:flow entity:beta }", 0),
        ("ASK { entity:beta atlas:flow entity:alpha }", 1),
        ("SELECT * { entity:beta atlas:calls ?x }", 1),
        ("SELECT * { entity:alpha atlas:calls ?x }", 0),
    ],
)
def test_the_status_says_whether_there_is_an_answer(release_file: str, query: str, status: int, format: str) -> None:
    """No, and nothing found, are status 1 in every format."""
    assert main(["sparql", query, "--release", release_file, "--format", format]) == status


def test_construct_prints_turtle(release_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Triples are printed as Turtle where a table was asked for."""
    query = "CONSTRUCT { ?d rdfs:label ?l } WHERE { ?d a atlas:Device ; rdfs:label ?l }"
    assert main(["sparql", query, "--release", release_file]) == 0
    assert 'device:cpu rdfs:label "CPU" .' in capsys.readouterr().out


def test_a_query_from_a_file(release_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--file reads the query; a file that is not there is a sentence."""
    (tmp_path / "q.rq").write_text(QUERY, encoding="utf-8")
    assert main(["sparql", "--file", str(tmp_path / "q.rq"), "--release", release_file]) == 0
    assert "entity:chip" in capsys.readouterr().out
    assert main(["sparql", "--file", str(tmp_path / "no.rq"), "--release", release_file]) == 2
    assert "check the path" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ([], 2, "give a query, or --file"),
        (["ASK {}", "--file", "x"], 2, "give a query, or --file"),
        (["SELECT * {\n ?s ?p }"], 2, "line 2, column 2: this is not SPARQL from '?s ?p }' on"),
        (["DROP ALL"], 2, "line 1, column 1: DROP would change data"),
        (
            ["SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l } ORDER BY ?i", "--timeout", "0.3"],
            3,
            "ended after 0.3",
        ),
        (["ASK {}", "--format", "docx"], 2, "invalid choice"),
        (["DESCRIBE entity:alpha", "--format", "csv"], 2, "csv cannot hold"),
    ],
)
def test_what_goes_wrong_is_a_sentence(
    release_file: str, words: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each mistake has its status and a sentence on standard error, and nothing on standard output."""
    assert main(["sparql", *words, "--release", release_file]) == status
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_rdflib_answers_and_says_so(
    release_file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where pyoxigraph is not installed rdflib answers, which is said on standard error."""
    monkeypatch.setattr("atlas_graph.rdf.engines.find_spec", lambda name: None if name == "pyoxigraph" else object())
    assert main(["sparql", QUERY, "--release", release_file]) == 0
    captured = capsys.readouterr()
    assert "entity:beta" in captured.out
    assert captured.err.startswith("atlas-graph: rdflib answers, which is slower than pyoxigraph; install")


def test_importing_the_package_imports_no_rdf() -> None:
    """The package and the path of a stack stay free of the libraries and of most of this one."""
    code = (
        "import sys, atlas_graph as ag, atlas_graph.cli.main\n"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] in ('rdflib', 'pyoxigraph', 'starlette')"
        " or name.startswith(('atlas_graph.rdf', 'atlas_graph.serve'))))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_the_page_names_every_format_and_status() -> None:
    """The documentation lists each export format, and each status that the endpoint gives."""
    from atlas_graph.rdf.export import FILES, FOLDERS

    text = (DOCS / "rdf.md").read_text(encoding="utf-8")
    for name in (*FILES, *FOLDERS):
        assert f"| `{name}` |" in text
    for status in ("400", "403", "413", "503", "504"):
        assert status in text


def test_the_python_of_the_page_runs() -> None:
    """The example of the page runs as it is printed."""
    text = (DOCS / "rdf.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert len(names["rows"]) > 10  # type: ignore[arg-type]
