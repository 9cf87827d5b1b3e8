"""The property graph as the files of CSV that Neo4j's importer reads."""

from __future__ import annotations

from typing import Any

from ..escapes import csv_cell, csv_line
from .propertygraph import GraphEdge, GraphNode, Properties, PropertyGraph, column_types

#: Between the items of a list in a CSV cell: the character made for it, which no text holds.
SEPARATOR = "\x1f"
_CSV_TYPES = {"string": "", "strings": ":string[]", "integer": ":long", "number": ":double", "boolean": ":boolean"}
README = """Nodes and edges of the atlas, one file a label and one a type, in the form that neo4j-admin imports:

  neo4j-admin database import full --multiline-fields=true --array-delimiter=U+001F \\
    $(printf -- '--nodes=%s ' nodes-*.csv) $(printf -- '--relationships=%s ' edges-*.csv) atlas

A text cell that begins with one of = + - @ (in any width), with ' or white space, or ends with white space, has a '
before it, so that no spreadsheet takes it for a formula; take one ' off to get the text. Items of lists are separated
by U+001F.
"""


def nodes_by_label(graph: PropertyGraph) -> dict[str, list[GraphNode]]:
    """Return the nodes under the first of their labels."""
    found: dict[str, list[GraphNode]] = {}
    for node in graph.nodes:
        found.setdefault(node.labels[0], []).append(node)
    return dict(sorted(found.items()))


def edges_by_type(graph: PropertyGraph) -> dict[str, list[GraphEdge]]:
    """Return the edges under their type."""
    found: dict[str, list[GraphEdge]] = {}
    for edge in graph.edges:
        found.setdefault(edge.type, []).append(edge)
    return dict(sorted(found.items()))


def neo4j_files(graph: PropertyGraph) -> dict[str, bytes]:
    """Return file name -> content: ``nodes-LABEL.csv``, ``edges-TYPE.csv`` and a README."""
    files = {"README.txt": README.encode()}
    for label, nodes in nodes_by_label(graph).items():
        types = column_types([node.properties for node in nodes])
        head = ["key:ID", ":LABEL", *(f"{name}{_CSV_TYPES[kind]}" for name, kind in types.items())]
        rows = [[node.key, SEPARATOR.join(node.labels), *_cells(node.properties, types)] for node in nodes]
        files[f"nodes-{label}.csv"] = _csv(head, rows)
    for kind, edges in edges_by_type(graph).items():
        types = column_types([edge.properties for edge in edges])
        head = [":START_ID", ":END_ID", ":TYPE", *(f"{name}{_CSV_TYPES[sort]}" for name, sort in types.items())]
        rows = [[edge.source, edge.target, edge.type, *_cells(edge.properties, types)] for edge in edges]
        files[f"edges-{kind}.csv"] = _csv(head, rows)
    return files


def _cells(properties: Properties, types: dict[str, str]) -> list[str]:
    return [_cell(properties.get(name)) for name in types]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    text = SEPARATOR.join(value) if isinstance(value, list) else value
    return csv_cell(text)


def _csv(head: list[str], rows: list[list[str]]) -> bytes:
    return "".join(map(csv_line, (head, *rows))).encode()
