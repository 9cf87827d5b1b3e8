"""The exports: complete, the same bytes on every run, and read by the tools that they are for."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import networkx
import pyoxigraph
import pytest
import rdflib

from atlas_graph.cli.main import main
from atlas_graph.jsonld.errors import RdfError
from atlas_graph.jsonld.mapping import SHAPES, Nest, Node, Ref
from atlas_graph.model.identifiers import BASE_IRI
from atlas_graph.rdf.core import core
from atlas_graph.rdf.dataset import graphs
from atlas_graph.rdf.export import FILES, FOLDERS, export, write
from atlas_graph.rdf.neo4j import SEPARATOR
from atlas_graph.rdf.propertygraph import property_graph

from ..spreadsheet import text_of
from ..unit.rules.example_dataset import BASE
from ..unit.rules.example_dataset import write as write_dataset
from .engines import as_json, lines, with_pyoxigraph, with_rdflib
from .example import AWKWARD, example

NP = rdflib.Namespace("http://www.nanopub.org/nschema#")


def test_turtle_is_the_release_and_what_follows_from_it() -> None:
    """The Turtle export is the JSON-LD graph and the derived triples; without these it is the JSON-LD graph."""
    made = graphs(example())
    whole = with_pyoxigraph(export(example(), "turtle")[""], "turtle")
    assert whole == with_pyoxigraph(lines(made.core | made.derived), "nt")
    bare = export(example(), "turtle", derived=False)[""]
    assert with_pyoxigraph(bare, "turtle") == with_pyoxigraph(as_json(example()), "json-ld")
    left, right = with_rdflib(bare, "turtle"), with_rdflib(as_json(example()), "json-ld")
    assert set(left) == set(right)


def test_jsonld_is_the_release_file() -> None:
    """The JSON-LD export is the file that a build writes, to the byte."""
    from atlas_graph.release.write import release_bytes

    assert export(example(), "jsonld")[""] == release_bytes(example())


def test_flow_answers_without_inference() -> None:
    """A store that only loads the Turtle answers a property path over the derived triples."""
    graph = with_rdflib(export(example(), "turtle")[""], "turtle")
    ns = {"atlas": f"{BASE_IRI}ns#", "entity": f"{BASE_IRI}entity/"}
    rows = graph.query("SELECT ?x { entity:alpha atlas:flow+ ?x }", initNs=ns)
    assert {str(row[0]) for row in rows} == {f"{BASE_IRI}entity/beta", f"{BASE_IRI}entity/chip"}


def test_nquads_has_a_graph_for_each_stack_mode_and_device() -> None:
    """Each pair of mode and device that a stack does not exclude names a graph, which holds its hops alone."""
    quads = list(pyoxigraph.parse(export(example(), "nquads")[""], pyoxigraph.RdfFormat.N_QUADS))
    names = {quad.graph_name.value for quad in quads}
    assert names == {
        f"{BASE_IRI}ns",
        f"{BASE_IRI}path/demo/slow/cpu",
        f"{BASE_IRI}path/other/slow/cpu",
        f"{BASE_IRI}release/1.0.0",
        f"{BASE_IRI}release/1.0.0#derived",
    }
    path = {str(quad.triple) for quad in quads if quad.graph_name.value.endswith("demo/slow/cpu")}
    entity, ns = f"{BASE_IRI}entity/", f"{BASE_IRI}ns#"
    assert path == {
        f"<{entity}alpha> <{ns}calls> <{entity}beta>",
        f"<{entity}alpha> <{ns}flow> <{entity}beta>",
        f"<{entity}beta> <{ns}runs-on> <{entity}chip>",
        f"<{entity}beta> <{ns}flow> <{entity}chip>",
    }


def test_the_graph_of_a_path_is_the_path(release: dict[str, Any]) -> None:
    """For every stack, mode and device the graph holds the hops that the Python query gives."""
    from atlas_graph.atlas import Atlas

    atlas = Atlas(release)
    checked = 0
    for name, triples in graphs(release).paths.items():
        stack, mode, device = name.removeprefix(f"{BASE_IRI}path/").split("/")
        flow = f"<{BASE_IRI}ns#flow>"
        hops = {(s, o) for s, p, o in triples if p == flow}
        steps = atlas.path(stack, mode=mode, device=device).steps
        assert hops == {(f"<{BASE_IRI}entity/{s.from_}>", f"<{BASE_IRI}entity/{s.to}>") for s in steps}
        checked += 1
    assert checked > 20


def test_trig_holds_each_step_as_a_nanopublication() -> None:
    """Each step has its head, assertion, provenance and publication info, and nothing of the release is missing."""
    dataset = rdflib.Dataset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's own
        dataset.parse(data=export(example(), "trig")[""], format="trig")
    heads = list(dataset.quads((None, rdflib.RDF.type, NP.Nanopublication, None)))
    steps = [step for stack in example()["stacks"] for step in stack["steps"]]
    assert {str(publication) for publication, *_ in heads} == {f"{BASE_IRI}np/{step['id']}" for step in steps}
    for publication, _, _, head in heads:
        parts = {}
        for name in ("hasAssertion", "hasProvenance", "hasPublicationInfo"):
            (_, _, part, _), *more = dataset.quads((publication, NP[name], None, head))
            assert not more
            parts[name] = dataset.graph(part)
            assert len(parts[name]) > 0
        assertion = parts["hasAssertion"].identifier
        assert list(parts["hasProvenance"].triples((assertion, rdflib.PROV.wasDerivedFrom, None)))
        assert list(parts["hasPublicationInfo"].triples((publication, rdflib.DCTERMS.created, None)))
    everything = {quad.triple for quad in pyoxigraph.parse(export(example(), "trig")[""], pyoxigraph.RdfFormat.TRIG)}
    assert with_pyoxigraph(lines(core(example())), "nt") <= everything


@pytest.mark.parametrize(("format", "syntax"), [("turtle", "turtle"), ("nquads", "nquads"), ("trig", "trig")])
def test_an_independent_parser_reads_it(format: str, syntax: str, tmp_path: Path) -> None:
    """Raptor reads the export without a complaint, and as many statements as Oxigraph."""
    rapper = shutil.which("rapper")
    if rapper is None:
        pytest.skip("rapper is not installed (Debian package raptor2-utils)")
    target = tmp_path / "export"
    write(export(example(), format), target)
    run = subprocess.run([rapper, "-i", syntax, "-o", "ntriples", str(target)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "error" not in run.stderr.lower()
    assert "warning" not in run.stderr.lower()
    assert with_pyoxigraph(run.stdout, "nt") == with_pyoxigraph(target.read_bytes(), syntax)


@pytest.mark.parametrize("format", [*FILES, *FOLDERS])
def test_the_same_bytes_whatever_the_hash_seed(format: str, tmp_path: Path) -> None:
    """Interpreters with different hash seeds write the same bytes."""
    if format == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    folder = write_dataset(BASE, tmp_path)
    written = []
    for seed in ("1", "2"):
        target = tmp_path / seed
        command = [sys.executable, "-m", "atlas_graph", "export", format, "--dataset", str(folder), "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True, env={"PYTHONHASHSEED": seed})
        files = sorted(target.rglob("*")) if target.is_dir() else [target]
        written.append({path.name if target.is_dir() else "": path.read_bytes() for path in files})
    assert written[0] == written[1]
    assert written[0]


def test_lines_are_sorted() -> None:
    """N-Quads are in the order of their bytes, so that two releases can be compared with a line diff."""
    text = export(example(), "nquads")[""].decode()
    assert text.split("\n")[:-1] == sorted(text.split("\n")[:-1])


# The property graph ------------------------------------------------------------------------------------------


def _lost(release: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the fields whose values are in no node and no edge of the property graph."""
    graph = property_graph(release)
    texts: set[str] = set()
    for node in graph.nodes:
        texts.add(node.key)
        for value in node.properties.values():
            texts.update(map(str, value if isinstance(value, list) else [value]))
    edges = {(edge.source, edge.target) for edge in graph.edges}
    lost = set()

    def look(name: str, record: dict[str, Any]) -> None:
        for key, value in record.items():
            field = SHAPES[name].fields.get(key)
            if key[0] in "@$":
                continue
            for item in value if isinstance(value, list) else [value]:
                if isinstance(field, Node | Nest):
                    look(field.shape, item)
                elif isinstance(field, Ref) and (
                    any(end == f"{field.base}{item}" for _, end in edges) or item in texts
                ):
                    continue
                elif not isinstance(item, dict) and str(item) not in texts and str(float_of(item)) not in texts:
                    lost.add((name, key))

    look("Release", release)
    return lost


def float_of(value: Any) -> Any:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def test_the_property_graph_is_complete() -> None:
    """Every value of the release is a property or an edge."""
    assert _lost(example()) == set()


def test_a_step_is_also_an_edge_with_its_conditions() -> None:
    """Between its entities each step and link is one edge that carries what limits it."""
    edges = {edge.properties.get("id"): edge for edge in property_graph(example()).edges if "id" in edge.properties}
    edge = edges["demo/alpha--calls--beta--often"]
    assert (edge.source, edge.type, edge.target) == ("entity/alpha", "CALLS", "entity/beta")
    assert edge.properties["modes"] == ["slow"]
    assert edge.properties["qualifier"] == "for some kernels"
    assert edges["demo/beta--runs-on--chip"].properties["modes"] == ["slow", "fast"]


def test_the_importers_files_round_trip_and_start_no_formula() -> None:
    """Each text comes back from its cell, and no text cell starts like a formula."""
    files = export(example(), "neo4j")
    graph = {node.key: node for node in property_graph(example()).nodes}
    seen = 0
    for name, content in files.items():
        if not name.startswith("nodes-"):
            continue
        rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
        for row in rows:
            node = graph[row.pop("key:ID")]
            assert row.pop(":LABEL").split(SEPARATOR) == list(node.labels)
            for column, cell in row.items():
                key, _, kind = column.partition(":")
                value = node.properties.get(key)
                if kind in ("", "string[]"):
                    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
                    text = text_of(cell)
                    expected = "" if value is None else SEPARATOR.join(value) if isinstance(value, list) else value
                    assert text == expected
                    seen += bool(text)
    assert seen > 100
    assert any(b"'-1" in content for content in files.values())


def test_edges_of_the_importers_files_end_at_nodes() -> None:
    """An importer finds both ends of every edge."""
    files = export(example(), "neo4j")
    keys: set[str] = set()
    for name, content in files.items():
        if name.startswith("nodes-"):
            keys.update(row["key:ID"] for row in csv.DictReader(io.StringIO(content.decode(), newline="")))
    for name, content in files.items():
        if name.startswith("edges-"):
            for row in csv.DictReader(io.StringIO(content.decode(), newline="")):
                assert {row[":START_ID"], row[":END_ID"]} <= keys
                assert row[":TYPE"] == name.removeprefix("edges-").removesuffix(".csv")


def test_parquet_is_read_by_duckdb_and_pandas(tmp_path: Path) -> None:
    """A join in DuckDB and a table in pandas give what the release says."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    write(export(example(), "parquet"), tmp_path / "parquet")
    folder = (tmp_path / "parquet").as_posix()
    query = f"""SELECT a.name, s.relation, b.name, s.modes FROM '{folder}/steps.parquet' s
                JOIN '{folder}/entities.parquet' a ON a.id = s.from_entity
                JOIN '{folder}/entities.parquet' b ON b.id = s.to_entity WHERE s.stack = 'demo' ORDER BY ALL"""
    rows = duckdb.sql(query).fetchall()
    assert ("Alpha", "calls", "Beta", '["slow"]') in rows
    assert ("Beta", "runs-on", "Chip", '["slow","fast"]') in rows
    facts = pandas.read_parquet(tmp_path / "parquet" / "facts.parquet").set_index("id")
    assert facts.loc["chip-memory", "value"] == 16.0
    assert facts.loc["chip-name", "value_text"] == "-1 or so"
    entities = pandas.read_parquet(tmp_path / "parquet" / "entities.parquet").set_index("id")
    assert entities.loc["beta", "summary"] == AWKWARD


def test_csv_is_read_by_duckdb(tmp_path: Path) -> None:
    """A database reads the CSV with its quoted line ends and separators."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    write(export(example(), "csv"), tmp_path / "csv")
    path = (tmp_path / "csv" / "entities.csv").as_posix()
    rows = dict(duckdb.sql(f"SELECT id, summary FROM read_csv('{path}', header=true, quote='\"')").fetchall())
    assert rows["beta"] == AWKWARD


def test_graphml_is_read_by_networkx() -> None:
    """networkx reads the GraphML, with every node, edge and property."""
    content = export(example(), "graphml", only="all")[""]
    read = networkx.parse_graphml(content.decode(), force_multigraph=True)
    graph = property_graph(example())
    assert read.number_of_nodes() == len(graph.nodes)
    assert read.number_of_edges() == len(graph.edges)
    assert read.nodes["entity/beta"]["summary"] == AWKWARD
    assert json.loads(read.nodes["entity/alpha"]["aliases"]) == ["Alpha library", AWKWARD]


def test_graphml_refuses_what_xml_cannot_hold() -> None:
    """A control character that XML has no way to write is a sentence, not a file that nobody can read."""
    broken = {**example(), "title": "a\x0bb"}
    with pytest.raises(RdfError, match=r"cannot hold the character U\+000B"):
        export(broken, "graphml", only="all")


def _statements(text: str) -> list[tuple[str, Any, str]]:
    """Read the Cypher back: what is unwound, and what is done with each row."""
    found = []
    for line in text.split("\n"):
        if line.startswith("UNWIND "):
            value, _, rest = line.removeprefix("UNWIND ").rpartition(" AS row ")
            found.append((value, _cypher_value(value), rest))
    return found


def _cypher_value(text: str) -> Any:
    """Parse a literal of maps, lists, strings, numbers and booleans, whose strings are those of JSON."""
    decoder = json.JSONDecoder()

    def parse(at: int) -> tuple[Any, int]:
        if text[at] == "{":
            result, at = {}, at + 1
            while text[at] != "}":
                colon = text.index(":", at)
                key = text[at:colon].strip(", ")
                result[key], at = parse(colon + 2)
            return result, at + 1
        if text[at] == "[":
            items, at = [], at + 1
            while text[at] != "]":
                item, at = parse(at + 2 if text[at] == "," else at)
                items.append(item)
            return items, at + 1
        return decoder.raw_decode(text, at)

    return parse(0)[0]


def test_cypher_creates_the_graph() -> None:
    """The statements, read back, make every node and edge, with the texts as they are."""
    text = export(example(), "cypher")[""].decode()
    graph = property_graph(example())
    nodes, edges = [], 0
    for _, rows, rest in _statements(text):
        if rest.startswith("CREATE (n:Atlas:"):
            nodes += rows
        else:
            assert "MATCH (a:Atlas {key: row.a}) MATCH (b:Atlas {key: row.b}) CREATE (a)-[r:" in rest
            edges += len(rows)
    assert {node.pop("key"): node for node in nodes} == {node.key: node.properties for node in graph.nodes}
    assert edges == len(graph.edges)
    assert all(line.endswith(";") for line in text.split("\n")[:-1])


# The command ------------------------------------------------------------------------------------------------


def test_the_command_writes_a_file_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``export`` writes to -o and prints the path."""
    folder = write_dataset(BASE, tmp_path)
    target = tmp_path / "out.ttl"
    assert main(["export", "turtle", "--dataset", str(folder), "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"{target}\n"
    assert target.read_text(encoding="utf-8").startswith("# Demo 1.0.0, CC-BY-4.0; with what follows from it\n@prefix")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "csv"], "name it with -o"),
        (["export", "nquads", "--without-derived", "-o", "x"], "--without-derived is for turtle"),
        (["export", "docx"], "invalid choice: 'docx'"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder format without a folder and an unknown format are usage errors."""
    folder = write_dataset(BASE, tmp_path)
    assert main([*words, "--dataset", str(folder)]) == 2
    assert message in capsys.readouterr().err


def test_a_folder_of_someone_else_is_left_alone(tmp_path: Path) -> None:
    """A folder format is not written among other files, and replaces only an export's own."""
    write({"nodes-Old.csv": b"", "README.txt": b""}, tmp_path / "mine")
    write({"nodes-New.csv": b"", "README.txt": b""}, tmp_path / "mine")
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["README.txt", "nodes-New.csv"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.csv").write_text("")
    with pytest.raises(RdfError, match=r"holds thesis\.csv"):
        write({"nodes-New.csv": b"", "README.txt": b""}, tmp_path / "other")


def test_an_unknown_format_names_the_known_ones() -> None:
    """The function refuses a format that there is not."""
    with pytest.raises(RdfError, match="use one of csv, cypher"):
        export(example(), "docx")
