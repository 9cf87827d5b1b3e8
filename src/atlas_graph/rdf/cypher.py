"""The property graph as Cypher statements, which create it in a database that is empty of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

from ..escapes import json_escaped
from .propertygraph import PropertyGraph

#: Records to a statement: few enough for any server, enough that the round trips do not count.
BATCH = 200

_T = TypeVar("_T")


def cypher(graph: PropertyGraph) -> str:
    """Return one statement a line: a constraint, then the nodes, then the edges.

    Every node has the label ``Atlas`` beside its own, and ``key`` as its id.
    """
    return "".join(f"{statement};\n" for statement in _statements(graph))


def _statements(graph: PropertyGraph) -> Iterator[str]:
    yield "CREATE CONSTRAINT atlas_key IF NOT EXISTS FOR (n:Atlas) REQUIRE n.key IS UNIQUE"
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for node in graph.nodes:
        groups.setdefault(node.labels, []).append({"key": node.key, **node.properties})
    for labels, rows in sorted(groups.items()):
        for part in _batches(rows):
            yield f"UNWIND {_value(part)} AS row CREATE (n:Atlas:{':'.join(labels)}) SET n = row"
    kinds: dict[str, list[dict[str, Any]]] = {}
    for edge in graph.edges:
        kinds.setdefault(edge.type, []).append({"a": edge.source, "b": edge.target, "p": edge.properties})
    for kind, rows in sorted(kinds.items()):
        for part in _batches(rows):
            yield (
                f"UNWIND {_value(part)} AS row MATCH (a:Atlas {{key: row.a}}) MATCH (b:Atlas {{key: row.b}}) "
                f"CREATE (a)-[r:{kind}]->(b) SET r = row.p"
            )


def _batches(rows: list[_T]) -> Iterator[list[_T]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _value(value: Any) -> str:
    """Return a value as a Cypher literal; its strings escape what JSON's do, and the same way."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json_escaped(json.dumps(value, ensure_ascii=False))
