"""The release as a property graph: labelled nodes and typed edges with properties, for CSV, Cypher, GraphML, Parquet.

Each record is a node under the part of its IRI that follows the base. What a record names by id is an edge, what is
one of a closed vocabulary a property. Each step and link is also a direct edge between its entities, which carries
its conditions.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from ..jsonld.errors import RdfError
from ..jsonld.linked import as_list, quotes_of
from ..jsonld.mapping import SHAPES, Elsewhere, Json, Literal, Nest, Node, Own, Ref, Shape, Term, Url, local_id
from ..jsonld.terms import canonical_json
from ..model.status import RETIRED, state
from .ontology_terms import SCHEMES, kind_class

Scalar: TypeAlias = str | int | float | bool
Properties: TypeAlias = "dict[str, Scalar | list[str]]"

#: Vocabularies whose members are properties, not nodes.
_WORDS = frozenset((*(f"{folder}/" for folder in SCHEMES), "property/"))


class GraphNode(NamedTuple):
    """A node: its key, unique in the graph; its labels, the most general first; its properties."""

    key: str
    labels: tuple[str, ...]
    properties: Properties


class GraphEdge(NamedTuple):
    """An edge: the keys of its ends, its type in upper case, its properties."""

    source: str
    type: str
    target: str
    properties: Properties


class PropertyGraph(NamedTuple):
    """Nodes sorted by key, and edges sorted by ends and type."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]


def property_graph(release: dict[str, Any]) -> PropertyGraph:
    """Return a release as a property graph.

    Raises:
        RdfError: for a key that has no mapping.
    """
    builder = _Builder()
    whole = release if "quotes" in release else {**release, "quotes": quotes_of(release)}
    builder.record("Release", whole, "release/", str(release["version"]))
    for mode in sorted({mode["id"] for stack in release["stacks"] for mode in stack["modes"]}):
        builder.node(f"mode/{mode}", "Mode")["id"] = mode
    for stack in release["stacks"]:
        for step in stack["steps"]:
            when = step.get("when", {})
            conditions = {
                "modes": when.get("modes") or [mode["id"] for mode in stack["modes"]],
                "devices": when.get("devices") or list(stack["devices"]),
            }
            builder.direct(step, {"stack": stack["id"], **conditions, "phase": step["phase"]})
    for link in release["links"]:
        builder.direct(link, {})
    return builder.finish()


def step_graph(release: dict[str, Any]) -> PropertyGraph:
    """Return the steps alone: a node for each entity that one touches, an edge for each step that is not withdrawn.

    Nodes go by the entities' ids, and each edge has the id of its step.
    """
    entities = {entity["id"]: entity for entity in release["entities"]}
    edges = []
    for stack in release["stacks"]:
        for step in stack["steps"]:
            if state(step) in RETIRED:
                continue
            when = step.get("when", {})
            properties: Properties = {
                "id": step["id"],
                "relation": step["relation"],
                "stack": stack["id"],
                "modes": when.get("modes") or [mode["id"] for mode in stack["modes"]],
                "devices": when.get("devices") or list(stack["devices"]),
                "phase": step["phase"],
                "status": state(step),
                "text": step["text"],
                **{key: when[key] for key in ("options", "unless") if key in when},
                **({"qualifier": step["qualifier"]} if "qualifier" in step else {}),
            }
            edges.append(GraphEdge(step["from"], _upper(step["relation"]), step["to"], properties))
    nodes = [
        GraphNode(name, ("Entity", kind_class(entities[name]["kind"])), {
            key: entities[name][key] for key in ("id", "name", "kind", "summary", "homepage") if key in entities[name]
        })
        for name in sorted({end for edge in edges for end in (edge.source, edge.target)})
    ]  # fmt: skip
    return PropertyGraph(nodes, sorted(edges, key=lambda edge: str(edge.properties["id"])))


class _Builder:
    def __init__(self) -> None:
        self._labels: dict[str, list[str]] = {}
        self._properties: dict[str, Properties] = {}
        self._edges: list[GraphEdge] = []

    def node(self, key: str, *labels: str) -> Properties:
        """Return the properties of a node, which is made where it is new."""
        known = self._labels.setdefault(key, [])
        known.extend(label for label in labels if label not in known)
        return self._properties.setdefault(key, {})

    def edge(self, source: str, kind: str, target: str, properties: Properties | None = None) -> None:
        self._edges.append(GraphEdge(source, _upper(kind), target, properties or {}))

    def record(self, name: str, record: dict[str, Any], base: str, local: str) -> None:
        """Add a record, and those inside it."""
        shape, key = SHAPES[name], base + local
        labels = [str(shape.type)]
        if name == "Entity":
            labels.append(kind_class(record["kind"]))
        properties = self.node(key, *labels)
        self._fields(shape, record, properties, base, local)

    def _fields(self, shape: Shape, record: dict[str, Any], properties: Properties, base: str, local: str) -> None:
        key = base + local
        for name, value in record.items():
            if name[0] in "@$":
                continue
            match shape.fields.get(name):
                case None:
                    raise RdfError(f"'{name}' has no place in this export; upgrade atlas-graph to read this release")
                case Elsewhere():
                    continue
                case Nest(inner):
                    self._fields(SHAPES[inner], value, properties, base, local)
                case Node(prop, inner) as field:
                    for place, item in enumerate(as_list(value), 1):
                        of = SHAPES[inner].base or base
                        part = local_id(field, item, local, place)
                        self.edge(key, prop, of + part, {"position": place} if isinstance(value, list) else None)
                        self.record(inner, item, of, part)
                case Ref(prop, folder) if folder not in _WORDS and not folder.startswith("http"):
                    for item in as_list(value):
                        self.edge(key, prop, folder + item)
                case Json():
                    properties[name] = canonical_json(value)
                case Own() | Literal() | Url() | Term() | Ref():
                    properties.update(_property(name, value))

    def direct(self, record: dict[str, Any], conditions: Properties) -> None:
        """Add a step or link as an edge between its entities, unless it is withdrawn."""
        if state(record) in RETIRED:
            return
        more: Properties = {name: record[name] for name in ("text", "qualifier") if name in record}
        properties: Properties = {"id": record["id"], **conditions, **more, "status": state(record)}
        self.edge(f"entity/{record['from']}", record["relation"], f"entity/{record['to']}", properties)

    def finish(self) -> PropertyGraph:
        for edge in self._edges:
            for key in (edge.source, edge.target):
                if key not in self._labels:
                    self.node(key, "Unknown")
        nodes = [GraphNode(key, tuple(self._labels[key]), self._properties[key]) for key in sorted(self._labels)]
        edges = {repr(edge): edge for edge in self._edges}
        return PropertyGraph(nodes, sorted(edges.values(), key=lambda edge: (*edge[:3], str(edge.properties))))


def _property(name: str, value: Any) -> Properties:
    """Return a field as properties; a fact's value is a number or a text, and columns have one type."""
    if name == "value":
        return {"value_text": value} if isinstance(value, str) else {"value": float(value)}
    if isinstance(value, list):
        return {name: [str(item) for item in value]} if value else {}
    return {name: value}


def _upper(name: str) -> str:
    """Return a property's local name as the type of an edge: ``oa:hasSource`` is HAS_SOURCE."""
    local = name.rpartition(":")[2]
    return "".join(f"_{c}" if c.isupper() else c for c in local).replace("-", "_").upper().lstrip("_")


def column_types(rows: list[Properties], *, lists: bool = True) -> dict[str, str]:
    """Return the type of each property that occurs, by name in order: string, strings, integer, number or boolean.

    Without ``lists`` a list is a string, for formats that have none.
    """
    found: dict[str, str] = {}
    for row in rows:
        for name, value in row.items():
            kind = (
                "boolean" if isinstance(value, bool)
                else "integer" if isinstance(value, int)
                else "number" if isinstance(value, float)
                else "strings" if isinstance(value, list) and lists
                else "string"
            )  # fmt: skip
            if found.setdefault(name, kind) != kind:
                raise RdfError(f"'{name}' is {found[name]} in one record and {kind} in another, which no column can be")
    return dict(sorted(found.items()))
