"""The mapping: every field of the release is in it, and the release read as JSON-LD is what it says."""

from __future__ import annotations

import json
import types
import typing
from typing import Any

import pyoxigraph
import pytest
import rdflib.compare
from pydantic import BaseModel

from atlas_graph.jsonld.context import context
from atlas_graph.jsonld.errors import RdfError
from atlas_graph.jsonld.linked import linked
from atlas_graph.jsonld.mapping import SHAPES, Nest, Node, Own
from atlas_graph.jsonld.terms import literal
from atlas_graph.model.release import Release
from atlas_graph.rdf.core import core

from .engines import as_json, lines, with_pyoxigraph, with_rdflib
from .example import example


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if isinstance(annotation, types.GenericAlias) or typing.get_origin(annotation) is not None:
        return [model for argument in typing.get_args(annotation) for model in _models(argument)]
    return []


def _unmapped(model: type[BaseModel], shape: str, seen: set[str]) -> list[str]:
    if shape in seen:
        return []
    seen.add(shape)
    missing = []
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key[0] in "@$":
            continue
        said = SHAPES[shape].fields.get(key)
        if said is None:
            missing.append(f"{shape}.{key}")
        for inner in _models(field.annotation):
            if isinstance(said, Node | Nest):
                missing += _unmapped(inner, said.shape, seen)
            else:
                missing.append(f"{shape}.{key} holds records and is not mapped as one")
    keys = {field.alias or name for name, field in model.model_fields.items()}
    return missing + [
        f"{shape}.{key} is mapped and not in the model" for key in SHAPES[shape].fields if key not in keys
    ]


def test_every_field_of_the_release_is_mapped() -> None:
    """No field of a model is without its place in RDF, and no shape is without its model."""
    seen: set[str] = set()
    assert _unmapped(Release, "Release", seen) == []
    assert seen == set(SHAPES)


def test_a_new_field_is_noticed() -> None:
    """A field that a model gains and the mapping lacks is named."""

    class Grown(Release):
        colour: str

    assert _unmapped(Grown, "Release", set()) == ["Release.colour"]


def _used(shape: str, record: dict[str, Any], found: set[tuple[str, str]]) -> None:
    for key, value in record.items():
        field = SHAPES[shape].fields.get(key)
        if value not in ([], {}):
            found.add((shape, key))
        if isinstance(field, Node | Nest):
            for item in value if isinstance(value, list) else [value]:
                _used(field.shape, item, found)


def test_the_example_holds_every_field() -> None:
    """What the other tests prove of the example they prove of every field."""
    found: set[tuple[str, str]] = set()
    _used("Release", example(), found)
    assert {(name, key) for name, shape in SHAPES.items() for key in shape.fields} - found == set()


def test_every_value_of_the_example_is_in_its_triples() -> None:
    """Each string and number of the release stands in a term of the graph."""
    terms = {term for triple in with_pyoxigraph(lines(core(example())), "nt") for term in triple}
    texts = [term.value for term in terms]
    known = set(texts)

    def look(value: Any, path: str) -> list[str]:
        if isinstance(value, dict):
            return [lost for key, item in value.items() if key[0] not in "@$" for lost in look(item, f"{path}.{key}")]
        if isinstance(value, list):
            return [lost for item in value for lost in look(item, path)]
        if value is None or isinstance(value, bool):
            return []
        text = str(value)
        escaped = json.dumps(text, ensure_ascii=False)[1:-1]
        if text in known or any(other.endswith((f"/{text}", f"#{text}")) for other in texts):
            return []
        if any(escaped in other for other in texts if other.startswith(("{", "["))):
            return []
        return [] if isinstance(value, float) and literal(value).split('"')[1] in known else [f"{path}: {text}"]

    assert look(example(), "") == []


def test_oxigraph_reads_the_json_as_the_same_graph() -> None:
    """The release parsed as JSON-LD by Oxigraph is the mapping's graph, literal for literal."""
    assert with_pyoxigraph(as_json(example()), "json-ld") == with_pyoxigraph(lines(core(example())), "nt")


def test_rdflib_reads_the_json_as_the_same_graph() -> None:
    """The release parsed as JSON-LD by rdflib is isomorphic to the mapping's graph."""
    left, right = with_rdflib(as_json(example()), "json-ld"), with_rdflib(lines(core(example())), "nt")
    assert len(left) == len(right) > 400
    assert rdflib.compare.isomorphic(left, right)


def test_pyld_reads_the_json_as_the_same_graph() -> None:
    """The release parsed by a JSON-LD processor that keeps to the recommendation is the mapping's graph."""
    pyld = pytest.importorskip("pyld", reason="PyLD is not installed").jsonld
    quads = pyld.to_rdf(json.loads(as_json(example())), {"format": "application/n-quads"})
    assert with_pyoxigraph(quads, "nquads") == with_pyoxigraph(lines(core(example())), "nt")


@pytest.mark.slow
def test_all_three_agree_on_the_release_of_this_repository(release: dict[str, Any]) -> None:
    """What holds of the example holds of the real release."""
    expected = with_pyoxigraph(lines(core(release)), "nt")
    assert with_pyoxigraph(as_json(release), "json-ld") == expected
    left, right = with_rdflib(as_json(release), "json-ld"), with_rdflib(lines(core(release)), "nt")
    assert set(left) == set(right)


def test_there_are_no_blank_nodes() -> None:
    """Every node of the graph has an IRI."""
    terms = {term for triple in with_pyoxigraph(as_json(example()), "json-ld") for term in triple}
    assert not any(isinstance(term, pyoxigraph.BlankNode) for term in terms)


def test_ids_stay_plain_for_readers_of_json() -> None:
    """Next to what makes it JSON-LD a record keeps its bare id."""
    entity = example()["entities"][0]
    assert (entity["@id"], entity["@type"], entity["id"]) == ("entity/alpha", "Entity", "alpha")
    step = example()["stacks"][0]["steps"][0]
    assert step["id"] == "demo/alpha--calls--beta--often"
    assert step["evidence"][0]["@id"] == "step/demo/alpha--calls--beta--often#evidence-doc-42d70722-c45480"


def test_linking_twice_changes_nothing() -> None:
    """A release that is JSON-LD already stays as it is, to the byte."""
    assert as_json(linked(example())) == as_json(example())


def test_a_release_without_its_json_ld_keys_has_the_same_graph() -> None:
    """The mapping needs only the plain records, so an older release has the same graph."""

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: stripped(item) for key, item in value.items() if key[0] not in "@$"}
        return [stripped(item) for item in value] if isinstance(value, list) else value

    bare = stripped(example())
    del bare["quotes"]
    assert core(bare) == core(example())


def test_no_prefix_is_a_key_of_the_release() -> None:
    """A key would take the place of a prefix of the same name, and every name with that prefix its meaning."""
    made = context()
    keys = {key for shape in SHAPES.values() for key in shape.fields}
    prefixes = {name for name, value in made.items() if isinstance(value, str) and value.startswith("http")}
    assert prefixes & keys == set()


def test_nested_records_have_keys_of_their_own() -> None:
    """What is said of the node around a record is never said with a key that the node has itself."""
    for shape in SHAPES.values():
        own = {key for key, field in shape.fields.items() if not isinstance(field, Nest)}
        for field in shape.fields.values():
            if isinstance(field, Nest):
                assert own & set(SHAPES[field.shape].fields) == set()


def test_no_relation_is_named_like_another_property(release: dict[str, Any]) -> None:
    """A relation's IRI is in the vocabulary; only two fields mean the same as a relation."""
    properties = {
        field.property.removeprefix("atlas:")
        for shape in SHAPES.values()
        for field in shape.fields.values()
        if not isinstance(field, Own | Nest) and getattr(field, "property", "").startswith("atlas:")
    }
    relations = {relation["id"] for relation in release["relations"]}
    assert relations & (properties | {"flow", "structure", "inPath"}) == {"part-of", "implemented-in"}


@pytest.mark.parametrize("address", ["https://example.org/a b", "https://example.org/<x>", "https://example.org/%zz"])
def test_an_address_that_is_no_iri_is_refused(address: str) -> None:
    """An address that RDF cannot hold is a sentence that says what to do, and is not dropped."""
    broken = {**example(), "sources": [{**example()["sources"][0], "url": address}]}
    with pytest.raises(RdfError, match="percent-encode"):
        core(broken)


def test_a_key_without_a_mapping_is_refused() -> None:
    """A release of a newer layout is not exported with something left out."""
    with pytest.raises(RdfError, match="'colour' has no place"):
        core({**example(), "colour": "red"})
