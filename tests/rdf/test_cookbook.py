"""The cookbook: every query runs on each engine with the same answer, and some are checked against the Python API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.atlas import Atlas
from atlas_graph.jsonld.namespaces import PREFIXES
from atlas_graph.rdf.dataset import graphs
from atlas_graph.rdf.sparql import _sessions, sparql
from atlas_graph.rdf.turtle import nquads

from . import comunica

DOCS = Path(__file__).resolve().parents[2] / "docs"
_RECIPE = re.compile(r"^## (\d+)\. ([^\n]+)\n.*?^```sparql\n(.*?)^```", re.MULTILINE | re.DOTALL)
RECIPES = {int(number): query for number, _, query in _RECIPE.findall((DOCS / "sparql-cookbook.md").read_text("utf-8"))}
#: Recipes that may find nothing: what they look for is what a good release has not.
MAY_BE_EMPTY = {5, 11, 20}


@pytest.fixture(scope="module")
def atlas(release: dict[str, Any]) -> Iterator[Atlas]:
    atlas = Atlas(release)
    yield atlas
    for session, _ in _sessions.get(atlas, {}).values():
        session.close()


@pytest.fixture(scope="module")
def dataset_file(release: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All triples in the default graph, and each path in its own."""
    made = graphs(release)
    path = tmp_path_factory.mktemp("comunica") / "atlas.nq"
    path.write_text(nquads({"": made.merged, **made.paths}), encoding="utf-8")
    return path


def _rows(answer: Any) -> Any:
    return answer if isinstance(answer, bool) else [tuple(map(str, row)) for row in answer]


def test_there_are_twenty() -> None:
    """The page holds the twenty questions that it promises, each once."""
    assert sorted(RECIPES) == list(range(1, 21))


@pytest.mark.parametrize("number", RECIPES)
def test_both_engines_agree(atlas: Atlas, number: int) -> None:
    """A recipe gives the same rows on Oxigraph and on rdflib, and some where it must."""
    first = _rows(sparql(atlas, RECIPES[number], engine="oxigraph"))
    second = _rows(sparql(atlas, RECIPES[number], engine="rdflib", timeout=120))
    assert isinstance(first, bool) == isinstance(second, bool)
    if isinstance(first, bool):
        assert first == second
    else:
        assert sorted(first) == sorted(second)
        assert first or number in MAY_BE_EMPTY


@pytest.mark.slow
@pytest.mark.parametrize("number", RECIPES)
def test_comunica_agrees(atlas: Atlas, dataset_file: Path, number: int) -> None:
    """A recipe gives the same rows on Comunica, which shares no code with the other two."""
    prologue = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items() if f"{name}:" in RECIPES[number])
    expected = sparql(atlas, RECIPES[number])
    if isinstance(expected, bool):
        query = RECIPES[number].replace("ASK", "SELECT (1 AS ?x)", 1)
        assert bool(comunica.ask(dataset_file, prologue + query)) == expected
        return
    rows = comunica.ask(dataset_file, prologue + RECIPES[number])
    found = [tuple(row.get(name, "None") for name in expected.columns) for row in rows]
    assert sorted(found) == sorted(_rows(expected))


def test_what_leads_to_ptx_is_what_the_python_query_finds(atlas: Atlas) -> None:
    """The first recipe names just the entities from which steps of some stack lead on to PTX."""
    hops: dict[str, set[str]] = {}
    for stack in atlas.release["stacks"]:
        for step in stack["steps"]:
            if step["status"]["state"] not in ("withdrawn", "moved"):
                hops.setdefault(step["to"], set()).add(step["from"])
    found, todo = set(), ["ptx"]
    while todo:
        for start in hops.get(todo.pop(), ()):
            if start not in found:
                found.add(start)
                todo.append(start)
    names = {row.name for row in sparql(atlas, RECIPES[1])}
    assert names == {atlas.entity(entity).name for entity in found}


def test_the_steps_of_a_path_are_those_of_the_python_query(atlas: Atlas) -> None:
    """The second recipe gives the steps of ``atlas.path``."""
    path = atlas.path("jax", mode="jit", device="tpu")
    rows = sparql(atlas, RECIPES[2])
    assert {row.step.rpartition("/step/")[2] for row in rows} == {step.id for step in path.steps}


def test_scoping_by_from_is_exact(atlas: Atlas) -> None:
    """The tenth recipe says no for a TPU, and yes for the path of an NVIDIA GPU, as Python does."""
    assert sparql(atlas, RECIPES[10]) is False
    assert sparql(atlas, RECIPES[10].replace("jit/tpu", "jit/nvidia-gpu")) is True
    assert "ptx" not in {stage.id for stage in atlas.path("jax", mode="jit", device="tpu").stages}


def test_sources_are_counted_by_publisher_as_in_the_release(atlas: Atlas) -> None:
    """The twelfth recipe's quotes add up to the distinct quotes of the release."""
    assert sum(row.quotes for row in sparql(atlas, RECIPES[12])) == len(atlas.release["quotes"])
