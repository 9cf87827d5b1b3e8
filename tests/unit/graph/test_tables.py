"""Counts, records and the forms that other libraries take."""

from __future__ import annotations

import sys

import networkx
import pandas
import pytest

import atlas_graph as ag

from .small import atlas, entity, quote, stack, standing, step

SMALL = atlas(
    stack("s", step("code", "a", qualifier="for some kernels"), step("a", "cpu"), devices=("cpu", "amd-gpu")),
    stack("t", step("code", "cpu")),
    entities=[entity("idea", kind="concept", evidence=[quote("idea")])],
    ledger=[*standing("guide#one", "guide#idea"), *standing("guide#a-cpu", verdict="gone")],
)


def test_stats_count_what_the_contract_names() -> None:
    """Quotes are distinct ones that are cited, verified are those that stand."""
    counts = SMALL.stats()
    assert {
        key: counts[key] for key in ("version", "stacks", "entities", "steps", "sources", "quotes", "facts", "verified")
    } == {
        "version": "0.0.1",
        "stacks": 2,
        "entities": 6,
        "steps": 3,
        "sources": 2,
        "quotes": 5,
        "facts": 0,
        "verified": 2,
    }
    assert counts["by_kind"] == {"framework-component": 2, "hardware": 3, "concept": 1}
    assert [item.id for item in SMALL.concepts] == ["idea"]


def test_a_path_turns_into_flat_records_and_a_table() -> None:
    """One row a step, with its conditions, grade and first quote."""
    path = SMALL.path("s")
    records = path.to_records()
    assert [(row["from"], row["to"], row["modes"], row["devices"], row["qualifier"]) for row in records] == [
        ("code", "a", "on", "cpu amd-gpu", "for some kernels"),
        ("a", "cpu", "on", "cpu amd-gpu", None),
    ]
    assert records[1]["verdict"] == "gone"
    frame = path.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["id"]) == ["s/code--calls--a", "s/a--calls--cpu"]


def test_a_path_turns_into_a_networkx_graph() -> None:
    """Nodes are entities, edges are keyed by step id and carry the step's values."""
    graph = SMALL.path("s").to_networkx()
    assert isinstance(graph, networkx.MultiDiGraph)
    assert set(graph) == {"code", "a", "cpu"}
    assert graph.edges["code", "a", "s/code--calls--a"]["qualifier"] == "for some kernels"
    assert graph.nodes["cpu"] == {"name": "CPU", "kind": "hardware"}
    assert graph.graph["stack"] == "s"


def test_the_whole_atlas_turns_into_one_graph() -> None:
    """Stacks meet at the entities that they share."""
    graph = SMALL.to_networkx()
    assert graph.number_of_edges() == 3
    assert set(graph.pred["cpu"]) == {"a", "code"}
    assert "idea" in graph


@pytest.mark.parametrize(("package", "method"), [("networkx", "to_networkx"), ("pandas", "to_pandas")])
def test_a_missing_library_is_named_with_the_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, package: str, method: str
) -> None:
    """The error is the package's own and says the command."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ag.MissingExtraError, match=rf"pip install 'atlas-graph\[{package}\]'"):
        getattr(SMALL.path("s"), method)()


def test_evidence_without_a_source_has_no_link() -> None:
    """An observation is shown by its witness."""
    seen = {"class": "observation", "witness": "w"}
    found = atlas(stack("s", step("code", "cpu", evidence=[seen]))).path("s").steps[0].evidence[0]
    assert (found.quote, found.url, found.link, found.source) == (None, None, None, None)
    assert str(found) == "observed by w"
