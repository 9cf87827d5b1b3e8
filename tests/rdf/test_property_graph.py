"""The CSV export goes into a property-graph database as it is written: Kùzu, where it is installed."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from atlas_graph.cli.main import main

kuzu = pytest.importorskip("kuzu", reason="Kùzu is not installed (pip install kuzu)")


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_nodes_and_edges_are_loaded_and_walked(tmp_path: Path) -> None:
    """Every node and edge of this repository's release arrives, and Cypher walks from JAX to PTX."""
    out = tmp_path / "csv"
    assert main(["export", "neo4j", "-o", str(out)]) == 0
    keys = [row[0] for path in sorted(out.glob("nodes-*.csv")) for row in rows(path)[1:]]
    edges = [row[:3] for path in sorted(out.glob("edges-*.csv")) for row in rows(path)[1:]]
    assert len(keys) == len(set(keys))
    for name, table in (("nodes.csv", [[key] for key in keys]), ("edges.csv", edges)):
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows(table)
    database = kuzu.Connection(kuzu.Database(str(tmp_path / "database")))
    database.execute("CREATE NODE TABLE Node(key STRING, PRIMARY KEY(key))")
    database.execute("CREATE REL TABLE Edge(FROM Node TO Node, type STRING)")
    database.execute(f'COPY Node FROM "{tmp_path / "nodes.csv"}" (PARALLEL=FALSE)')
    database.execute(f'COPY Edge FROM "{tmp_path / "edges.csv"}" (PARALLEL=FALSE)')
    counted = database.execute("MATCH ()-[edge:Edge]->() RETURN count(*)").get_next()
    assert counted == [len(edges)]
    reached = database.execute(
        "MATCH (a:Node {key: 'entity/jax'})-[:Edge*1..6 (e, _ | WHERE e.type IN "
        "['TRACES_TO', 'LOWERS_TO', 'COMPILED_BY', 'EMITS'])]->(b:Node {key: 'entity/ptx'}) RETURN count(*) > 0"
    ).get_next()
    assert reached == [True]
