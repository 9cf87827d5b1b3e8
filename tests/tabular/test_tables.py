"""The tidy tables: keys that join, one content in three forms, and tools that read them."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx
import pytest

import atlas_graph as ag
from atlas_graph.rdf.export import export, write
from atlas_graph.tabular.layout import TYPES, layouts
from atlas_graph.tabular.rows import rows

from ..rdf.example import AWKWARD, example
from ..spreadsheet import text_of


@pytest.fixture(scope="module")
def atlas() -> ag.Atlas:
    return ag.load()


@pytest.fixture(scope="module")
def filled(atlas: ag.Atlas) -> dict[str, list[dict[str, Any]]]:
    """The tables of this tree's release, each row as a dict."""
    names = {layout.name: [column.name for column in layout.columns] for layout in layouts()}
    return {
        name: [dict(zip(names[name], row, strict=True)) for row in table] for name, table in rows(atlas.release).items()
    }


@pytest.fixture(scope="module")
def database(atlas: ag.Atlas, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("sqlite") / "atlas.sqlite3"
    write(export(atlas.release, "sqlite"), target)
    return target


@pytest.fixture
def connection(database: Path) -> Any:
    made = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    yield made
    made.close()


def test_every_table_and_column_has_a_type_and_a_meaning() -> None:
    """And an id comes first."""
    known = {layout.name for layout in layouts()}
    for layout in layouts():
        assert layout.meaning.endswith(".")
        assert layout.columns[0].name == "id"
        for column in layout.columns:
            assert column.type in TYPES, (layout.name, column)
            assert len(column.meaning) > 3
            assert column.references is None or column.references in known


def test_ids_are_unique_and_foreign_keys_join(filled: dict[str, list[dict[str, Any]]]) -> None:
    """In every table each row has its own id, and what names a row of another table finds it."""
    ids = {name: {row["id"] for row in table} for name, table in filled.items()}
    for layout in layouts():
        assert len(ids[layout.name]) == len(filled[layout.name]), layout.name
        for column in layout.columns:
            if column.references:
                named = {row[column.name] for row in filled[layout.name]} - {None}
                assert named <= ids[column.references], (layout.name, column.name)


def test_every_record_has_its_row(atlas: ag.Atlas, filled: dict[str, list[dict[str, Any]]]) -> None:
    """As many rows as the statistics count."""
    counts = atlas.stats()
    names = (
        "entities",
        "sources",
        "stacks",
        "links",
        "choices",
        "options",
        "looked",
        "misconceptions",
        "facts",
        "steps",
    )
    assert {name: len(filled[name]) for name in names} == {name: counts[name] for name in names}
    assert len(filled["quotes"]) == counts["quotes"]
    assert sum(row["verdict"] in ("match", "loose") for row in filled["quotes"]) == counts["verified"]


def test_each_evidence_and_mark_is_of_one_statement(filled: dict[str, list[dict[str, Any]]]) -> None:
    """The column of its kind holds the statement's id, and the others nothing."""
    kinds = ("step", "stage", "entity", "link", "choice", "option", "fact", "misconception", "looked")
    for row in (*filled["evidence"], *filled["marks"]):
        assert [row[kind] for kind in kinds if row.get(kind)] == [row["of"]] == [row[row["of_kind"]]]
    quotes = {row["id"]: row["quote"] for row in filled["quotes"]}
    for row in filled["marks"]:
        assert (row["words"] is None) == (row["quote"] is None)
        if row["words"] is not None:
            assert quotes[row["quote"]][row["start"] : row["end"]] == row["words"]


def test_path_steps_are_the_paths(atlas: ag.Atlas, filled: dict[str, list[dict[str, Any]]]) -> None:
    """In the order in which the query gives them."""
    found: dict[str, list[str]] = {}
    for row in filled["path_steps"]:
        found.setdefault(row["path"], []).append(row["step"])
    assert len(found) > 50
    for path, steps in found.items():
        stack, mode, device = path.split(":")
        assert [step.id for step in atlas.path(stack, mode=mode, device=device).steps] == steps, path


def test_the_database_is_whole(connection: sqlite3.Connection) -> None:
    """Its foreign keys are declared and none dangles; it is what SQLite calls sound."""
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    keys = {row[2] for row in connection.execute("PRAGMA foreign_key_list(evidence)")}
    assert {"steps", "quotes", "sources", "witnesses"} <= keys


def test_every_view_of_the_database_answers(connection: sqlite3.Connection) -> None:
    """Each with a row at least, where there is something to say."""
    views = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'")]
    assert len(views) >= 8
    for view in views:
        (count,) = connection.execute(f"SELECT count(*) FROM {view}").fetchone()
        assert count or view == "quotes_to_check", view


def test_the_database_finds_words_in_any_form(connection: sqlite3.Connection) -> None:
    """The full-text table leads back to the tables."""
    query = "SELECT kind, id FROM search WHERE search MATCH ? ORDER BY rank LIMIT 20"
    found = connection.execute(query, ("PTX assembling OR assembler",)).fetchall()
    assert ("entities", "ptxas") in found


def test_the_same_release_gives_the_same_database() -> None:
    """To the byte, with the same SQLite."""
    assert export(example(), "sqlite") == export(example(), "sqlite")


@pytest.mark.skipif(shutil.which("datasette") is None, reason="datasette is not installed")
def test_datasette_opens_the_database(database: Path) -> None:
    """It reads tables, and counts their rows."""
    done = subprocess.run(["datasette", "inspect", str(database)], capture_output=True, text=True, check=True)
    (inspected,) = json.loads(done.stdout).values()
    assert inspected["tables"]["steps"]["count"] > 300


def test_csv_and_parquet_hold_what_the_database_holds(tmp_path: Path) -> None:
    """Read back by DuckDB, each table of either has the rows of the third."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    made = sqlite3.connect(":memory:")
    made.deserialize(export(example(), "sqlite")[""])
    for form in ("csv", "parquet"):
        write(export(example(), form), tmp_path / form)
        for layout in layouts():
            # CSV marks what could be a formula, and holds no difference between no text and an empty one.
            path = (tmp_path / form / f"{layout.name}.{form}").as_posix()
            names = ", ".join(f'"{column.name}"' for column in layout.columns)
            reader = f"read_csv('{path}', header = true, all_varchar = true)" if form == "csv" else f"'{path}'"
            got = sorted(_comparable(row) for row in duckdb.sql(f"SELECT {names} FROM {reader}").fetchall())
            want = sorted(_comparable(row) for row in made.execute(f'SELECT {names} FROM "{layout.name}"'))
            assert got == want, (form, layout.name)
    made.close()


def _comparable(row: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(_text(value) for value in row)


def _text(value: Any) -> str:
    """Return a cell as text that is the same whichever form it was read from: numbers and truth as numbers."""
    if value is None:
        return ""
    if value in ("true", "false"):
        value = value == "true"
    if isinstance(value, str) and not value.replace(".", "", 1).isdigit():
        return text_of(value)
    return repr(float(value))


def test_csv_starts_no_formula_and_comes_back() -> None:
    """Every text cell is guarded as the description says, and gives its text without the guard."""
    files = export(example(), "csv")
    entities = {row["id"]: row for row in csv.DictReader(io.StringIO(files["entities.csv"].decode(), newline=""))}
    assert text_of(entities["beta"]["summary"]) == AWKWARD
    assert json.loads(entities["alpha"]["aliases"]) == ["Alpha library", AWKWARD]
    facts = {row["id"]: row for row in csv.DictReader(io.StringIO(files["facts.csv"].decode(), newline=""))}
    assert (facts["chip-name"]["value"], facts["chip-name"]["value_text"]) == ("", "'-1 or so")
    for name, content in files.items():
        if name.endswith(".csv"):
            for row in csv.reader(io.StringIO(content.decode(), newline="")):
                assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


def test_the_description_names_every_column_and_key() -> None:
    """A Data Package, with foreign keys that lead to resources of it."""
    package = json.loads(export(example(), "csv")["datapackage.json"])
    resources = {resource["name"]: resource["schema"] for resource in package["resources"]}
    for layout in layouts():
        assert [field["name"] for field in resources[layout.name]["fields"]] == [c.name for c in layout.columns]
    for schema in resources.values():
        assert {key["reference"]["resource"] for key in schema.get("foreignKeys", ())} <= set(resources)


def test_the_json_opens_as_it_is(atlas: ag.Atlas, tmp_path: Path) -> None:
    """In DuckDB, which goes by names in any case, in polars, and column by column in Arrow, as data set loaders do."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    target = tmp_path / "atlas.json"
    write(export(atlas.release, "json"), target)
    query = f"SELECT f.value, f.value_text FROM (SELECT unnest(facts) f FROM read_json_auto('{target.as_posix()}'))"
    facts = duckdb.sql(query)
    assert [str(kind) for kind in facts.types] == ["DOUBLE", "VARCHAR"]
    assert len(facts.fetchall()) == len(atlas.release["facts"])
    for name, records in json.loads(target.read_bytes()).items():
        if isinstance(records, list):
            assert pyarrow.Table.from_pylist(records).num_rows == len(records), name
    polars = pytest.importorskip("polars", reason="polars is not installed")
    assert polars.read_json(target, infer_schema_length=None).height == 1


def test_evidence_keeps_its_id_when_another_comes_before_it() -> None:
    """The id is made of what the evidence joins, not of its place."""
    from atlas_graph.jsonld.linked import linked

    step = example()["stacks"][0]["steps"][0]
    more = {**step["evidence"][0], "id": "doc#00000000", "quote_id": "doc#00000000"}
    grown = {**step, "evidence": [more, *step["evidence"]]}
    stack = {**example()["stacks"][0], "steps": [grown]}
    again = linked({**example(), "stacks": [stack]})["stacks"][0]["steps"][0]
    before = [evidence["evidence_id"] for evidence in step["evidence"]]
    assert [evidence["@id"] for evidence in again["evidence"]][1:] == before
    assert len({evidence["evidence_id"] for evidence in again["evidence"]}) == len(before) + 1


def test_evidence_says_whether_the_maker_speaks() -> None:
    """First-party is what a maker of one of the ends publishes; of a thing nobody makes there is none."""
    ends = {"step": example()["stacks"][0]["steps"][0], "fact": example()["facts"][0]}
    assert {e.get("source"): e.get("first_party") for e in ends["step"]["evidence"]} == {
        "doc": True, "archive": False, None: None,
    }  # fmt: skip
    assert ends["fact"]["evidence"][0]["first_party"] is False


def test_graphml_holds_the_steps_by_default() -> None:
    """networkx reads them with their ids as keys; the whole graph is there for who asks."""
    read = networkx.parse_graphml(export(example(), "graphml")[""].decode(), force_multigraph=True)
    steps = [step for stack in example()["stacks"] for step in stack["steps"]]
    assert {key for *_, key in read.edges(keys=True)} == {step["id"] for step in steps}
    assert read.nodes["beta"]["name"] == "Beta"
    whole = networkx.parse_graphml(export(example(), "graphml", only="all")[""].decode(), force_multigraph=True)
    assert whole.number_of_nodes() > read.number_of_nodes()


def test_importing_the_layout_is_light() -> None:
    """The tables are described without what writes them."""
    program = "import sys, atlas_graph.tabular.layout; sys.exit('pyarrow' in sys.modules or 'sqlite3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
