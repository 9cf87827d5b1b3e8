"""The guide to the data: generated where it can be, and run where it is code."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atlas_graph as ag
from atlas_graph.cli.data_guide import filled
from atlas_graph.model.meanings import OF_TYPES, meanings
from atlas_graph.rdf.export import export, write

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
SCHEMAS = sorted((ROOT / "schema").glob("*.schema.json"))
RECIPES = re.findall(r"<!-- recipe: (\w+) -->\n```\w+\n(.*?)```", GUIDE, re.DOTALL)
QUERIES = re.findall(r"<!-- query -->\n```sql\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands of the guide write."""
    made = tmp_path_factory.mktemp("data")
    release = ag.load().release
    for form, name in (("json", "atlas.json"), ("sqlite", "atlas.sqlite3"), ("csv", "csv")):
        write(export(release, form), made / name)
    if "pyarrow" in sys.modules or pytest.importorskip("pyarrow", reason="pyarrow is not installed"):
        write(export(release, "parquet"), made / "tables")
    return made


def _records(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield schema.get("title", ""), schema
    yield from schema.get("$defs", {}).items()


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_every_property_of_every_schema_is_described(path: Path) -> None:
    """By what it means there, not by what its type is."""
    for name, record in _records(json.loads(path.read_text(encoding="utf-8"))):
        for key, about in record.get("properties", {}).items():
            assert about.get("description"), f"{name}.{key} has no meaning; write it into model/meanings.toml"
            assert about["description"] not in OF_TYPES, f"{name}.{key} says its type alone"


def test_what_may_be_missing_says_what_that_means() -> None:
    """Of every optional field of the release, but for those that are always written."""
    schema = json.loads((ROOT / "schema" / "release.schema.json").read_text(encoding="utf-8"))
    always = {"status", "class", "inclusive", "all"}
    for name, record in _records(schema):
        for key, about in record.get("properties", {}).items():
            if key not in record.get("required", ()) and key[0] not in "@$" and key not in always:
                assert re.search(r"\b(absent|empty)\b", about["description"]), f"{name}.{key}: {about['description']}"


def test_no_meaning_is_of_a_field_that_is_gone() -> None:
    """Each entry of the table is of a record and a field that some schema has."""
    known: dict[str, set[str]] = {"*": set()}
    for path in SCHEMAS:
        for name, record in _records(json.loads(path.read_text(encoding="utf-8"))):
            for record_name in (name.removeprefix("Released"), {"DatasetHeader": "Release"}.get(name, ""),
                                {"WrittenEvidence": "Evidence"}.get(name, "")):  # fmt: skip
                known.setdefault(record_name, set()).update(record.get("properties", {}))
            known["*"].update(record.get("properties", {}))
    stale = [f"{name}.{key}" for name, keys in meanings().items() for key in keys if key not in known.get(name, ())]
    assert stale == []


def test_the_guide_is_what_the_models_say() -> None:
    """The script would change nothing."""
    assert filled(GUIDE) == GUIDE


def _expected() -> list[tuple[str, float, str]]:
    facts = ag.load().release["facts"]
    return sorted((f["subject"], float(f["value"]), f["unit"]) for f in facts if f["property"] == "hbm-bandwidth")


def _printed(text: str) -> list[tuple[str, float, str]]:
    return sorted((subject, float(value), unit) for subject, value, unit in map(str.split, text.splitlines()))


@pytest.mark.parametrize(("tool", "recipe"), RECIPES, ids=[tool for tool, _ in RECIPES])
def test_each_recipe_gives_the_answer(tool: str, recipe: str, folder: Path) -> None:
    """The same one, from whichever file and with whichever tool."""
    assert len(_expected()) > 2
    assert sorted(_answers(tool, recipe, folder)) == _expected()


def _answers(tool: str, recipe: str, folder: Path) -> list[tuple[str, float, str]]:
    if tool == "duckdb":
        duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
        connection = duckdb.connect()
        connection.execute(f"SET file_search_path = '{folder.as_posix()}'")
        return [tuple(row) for row in connection.sql(recipe).fetchall()]
    if tool == "sqlite":
        connection = sqlite3.connect(folder / "atlas.sqlite3")
        try:
            return connection.execute(recipe).fetchall()
        finally:
            connection.close()
    if tool in ("pandas", "polars"):
        pytest.importorskip(tool, reason=f"{tool} is not installed")
        return _printed(_run([sys.executable, "-c", recipe], folder))
    programs = {"jq": ("jq", ["sh", "-c", recipe]), "node": ("node", ["node", "-e", recipe]),
                "R": ("Rscript", ["Rscript", "-e", recipe])}  # fmt: skip
    program, words = programs[tool]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    return _printed(_run(words, folder))


def _run(words: list[str], folder: Path) -> str:
    return subprocess.run(words, cwd=folder, capture_output=True, encoding="utf-8", check=True).stdout


@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_each_query_of_the_guide_answers(query: str, folder: Path) -> None:
    """With a row at least."""
    connection = sqlite3.connect(folder / "atlas.sqlite3")
    try:
        assert connection.execute(query).fetchall()
    finally:
        connection.close()
