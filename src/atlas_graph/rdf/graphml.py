"""The property graph as GraphML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from ..escapes import xml_escaped
from ..jsonld.errors import RdfError
from ..jsonld.terms import canonical_json
from .propertygraph import Properties, PropertyGraph, column_types

_TYPES = {"string": "string", "strings": "string", "integer": "long", "number": "double", "boolean": "boolean"}


def graphml(graph: PropertyGraph) -> str:
    """Return the graph as GraphML; lists are JSON, as the format has none.

    Raises:
        RdfError: for text with a character that XML cannot hold.
    """
    return "".join(f"{line}\n" for line in _lines(graph))


def _lines(graph: PropertyGraph) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    keys: dict[tuple[str, str], str] = {}
    for which, items in (("node", [n.properties for n in graph.nodes]), ("edge", [e.properties for e in graph.edges])):
        for name, kind in {
            ("labels" if which == "node" else "type"): "string",
            **column_types(items, lists=False),
        }.items():
            keys[which, name] = f"{which[0]}{len(keys)}"
            yield f'  <key id="{keys[which, name]}" for="{which}" attr.name="{name}" attr.type="{_TYPES[kind]}"/>'
    yield '  <graph id="atlas" edgedefault="directed">'
    for node in graph.nodes:
        yield f"    <node id={_attribute(node.key)}>"
        yield from _data("node", {"labels": ":".join(node.labels), **node.properties}, keys)
        yield "    </node>"
    # The id of a step where every edge is one, so that readers have it as the key of the edge.
    steps = all("id" in edge.properties for edge in graph.edges)
    for number, edge in enumerate(graph.edges):
        name = str(edge.properties["id"]) if steps else f"e{number}"
        yield f"    <edge id={_attribute(name)} source={_attribute(edge.source)} target={_attribute(edge.target)}>"
        yield from _data("edge", {"type": edge.type, **edge.properties}, keys)
        yield "    </edge>"
    yield "  </graph>"
    yield "</graphml>"


def _data(which: str, properties: Properties, keys: dict[tuple[str, str], str]) -> Iterator[str]:
    for name, value in properties.items():
        yield f'      <data key="{keys[which, name]}">{_text(value)}</data>'


def _attribute(value: str) -> str:
    text = _text(value).replace('"', "&quot;").replace("\n", "&#xA;").replace("\t", "&#x9;")
    return f'"{text}"'


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = canonical_json(value) if isinstance(value, list) else str(value)
    try:
        return xml_escaped(escape(text))
    except ValueError as error:
        raise RdfError(
            f"GraphML is XML: {error}, of {text[:40]!r}; export another format, or take it out of the dataset"
        ) from None
