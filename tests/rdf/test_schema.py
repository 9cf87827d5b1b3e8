"""Ontology, context and shapes: what is committed is what the mapping gives, and it holds of the exports."""

from __future__ import annotations

import copy
import json
import typing
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rdflib

from atlas_graph.jsonld.mapping import FOREIGN_TYPES, SHAPES
from atlas_graph.jsonld.namespaces import PREFIXES
from atlas_graph.model import records
from atlas_graph.model.vocabulary import ENTITY_KINDS, UNCHECKED, VERDICTS
from atlas_graph.rdf.core import core
from atlas_graph.rdf.dataset import graphs
from atlas_graph.rdf.ontology import ontology
from atlas_graph.rdf.ontology_terms import CLASSES, PROPERTIES, SCHEMES, kind_class
from atlas_graph.rdf.schema import schema_files

from .engines import lines, with_rdflib
from .example import example

ROOT = Path(__file__).resolve().parents[2]
ATLAS = rdflib.Namespace("https://w3id.org/atlas-graph/ns#")


@pytest.fixture(scope="module")
def shapes() -> rdflib.Graph:
    return rdflib.Graph().parse(ROOT / "schema" / "shapes.ttl")


def _violations(release: dict[str, Any], shapes: rdflib.Graph, *, with_derived: bool = False) -> list[str]:
    import pyshacl

    made = graphs(release)
    data = with_rdflib(lines(made.merged if with_derived else made.core), "nt")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        conforms, report, text = pyshacl.validate(data, shacl_graph=shapes, inference="none", advanced=False)
    found = [str(value) for value in report.objects(None, rdflib.SH.resultPath)] + [
        str(value) for value in report.objects(None, rdflib.SH.resultMessage) if str(value)[0].islower()
    ]
    assert conforms == (not found), text
    return sorted(found)


def test_the_committed_files_are_those_of_the_mapping() -> None:
    """Ontology, context, shapes and page do not differ from what the mapping and the dataset give."""
    for name, content in schema_files(ROOT / "dataset").items():
        assert (ROOT / name).read_text(encoding="utf-8") == content, "run python scripts/generate_rdf_schema.py"


def test_every_property_and_class_is_described() -> None:
    """Each name that the mapping uses has a label and a meaning, and each that has one is used."""
    described = {str(s) for s in with_rdflib(lines(ontology(example())), "nt").subjects(rdflib.RDFS.comment)}
    used = {f.property for shape in SHAPES.values() for f in shape.fields.values() if hasattr(f, "property")}
    for name in used:
        if name.startswith("atlas:"):
            assert ATLAS[name.removeprefix("atlas:")].toPython() in described
    for kind in ENTITY_KINDS:
        assert ATLAS[kind_class(kind)].toPython() in described
    assert {shape.type for shape in SHAPES.values() if shape.type} - set(FOREIGN_TYPES) <= set(CLASSES)


def test_every_property_of_the_derived_triples_is_described(release: dict[str, Any]) -> None:
    """The derived triples and the paths use no property or class of the namespace that the ontology lacks."""
    made = graphs(release)
    described = {subject for subject, _, _ in made.ontology}
    for triple in made.derived | set().union(*made.paths.values()) | made.core:
        for term in (triple[1], triple[2]):
            if term.startswith(f"<{ATLAS}"):
                assert term in described


def test_no_description_is_left_over() -> None:
    """A property that nothing uses is not described."""
    used = {f.property for shape in SHAPES.values() for f in shape.fields.values() if hasattr(f, "property")}
    derived = {"flow", "structure", "inPath", "inStack", "checked", "link", "package", "position"}
    derived |= {"candidate", "defaultCandidate"}
    assert set(PROPERTIES) == {name.removeprefix("atlas:") for name in used if name.startswith("atlas:")} | derived


def test_the_concept_schemes_hold_what_the_models_allow() -> None:
    """Each closed vocabulary of the models is a concept scheme with the same members."""

    def allowed(model: type, name: str) -> set[str]:
        annotation = model.model_fields[name].annotation  # type: ignore[attr-defined]
        options = [annotation, *typing.get_args(annotation)]
        literals = [option for option in options if typing.get_origin(option) is typing.Literal]
        return {value for literal in literals for value in typing.get_args(literal)}

    members = {folder: set(concepts) for folder, (_, concepts) in SCHEMES.items()}
    assert members["ask"] == allowed(records.Question, "ask")
    assert members["evidence-class"] == allowed(records.Evidence, "class_")
    assert members["kind"] == allowed(records.Entity, "kind")
    assert members["phase"] == allowed(records.Step, "phase")
    assert members["role"] == allowed(records.Relation, "role")
    assert members["source-kind"] == allowed(records.Source, "kind")
    assert members["status"] == allowed(records.Status, "state")
    assert members["support"] == allowed(records.Evidence, "supports") | allowed(records.Audit, "supports")
    assert members["verdict"] == {*VERDICTS, UNCHECKED}


def test_the_ontology_maps_to_the_vocabularies_it_names() -> None:
    """Classes and properties specialise those of schema.org, PROV-O, Web Annotation, DCTERMS and SPDX."""
    text = (ROOT / "schema" / "ontology.ttl").read_text(encoding="utf-8")
    graph = rdflib.Graph().parse(data=text, format="turtle")
    above = {str(o) for p in (rdflib.RDFS.subClassOf, rdflib.RDFS.subPropertyOf) for o in graph.objects(None, p)}
    for prefix in ("schema", "prov", "oa", "dcterms", "spdx", "skos", "dcat"):
        assert any(name.startswith(PREFIXES[prefix]) for name in above), prefix
    assert not any(isinstance(term, rdflib.BNode) for triple in graph for term in triple)


def test_relations_have_inverses_domains_and_ranges() -> None:
    """A relation is a property with its inverse by name, and limited to the kinds that it may join."""
    graph = rdflib.Graph().parse(ROOT / "schema" / "ontology.ttl")
    assert (ATLAS["emits-inverse"], rdflib.OWL.inverseOf, ATLAS.emits) in graph
    assert (ATLAS["emits-inverse"], rdflib.RDFS.label, rdflib.Literal("emitted by")) in graph
    assert (ATLAS["runs-on"], rdflib.RDFS.range, ATLAS.Hardware) in graph
    assert (ATLAS["runs-on"], rdflib.RDFS.subPropertyOf, ATLAS.flow) in graph
    assert (ATLAS["corresponds-to"], rdflib.RDF.type, rdflib.OWL.SymmetricProperty) in graph


def test_the_context_is_the_one_in_the_release() -> None:
    """The published context is what every release carries inline."""
    published = json.loads((ROOT / "schema" / "context.jsonld").read_text(encoding="utf-8"))
    assert published["@context"] == example()["@context"]


@pytest.mark.slow
def test_the_shapes_are_themselves_valid(shapes: rdflib.Graph) -> None:
    """The shapes conform to the shapes of SHACL."""
    import pyshacl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        conforms, _, text = pyshacl.validate(rdflib.Graph(), shacl_graph=shapes, meta_shacl=True)
    assert conforms, text


def test_the_example_conforms(shapes: rdflib.Graph) -> None:
    """A release with every field breaks no shape, with and without its derived triples."""
    assert _violations(example(), shapes) == []
    assert _violations(example(), shapes, with_derived=True) == []


@pytest.mark.slow
def test_the_release_of_this_repository_conforms(release: dict[str, Any], shapes: rdflib.Graph) -> None:
    """The real export breaks no shape."""
    assert _violations(release, shapes) == []


def _no_quote(release: dict[str, Any]) -> None:
    del release["stacks"][0]["steps"][0]["evidence"][0]["source"]


def _two_targets(release: dict[str, Any]) -> None:
    release["stacks"][0]["steps"][0]["to"] = ["beta", "chip"]


def _dangling(release: dict[str, Any]) -> None:
    release["stacks"][0]["entry"] = "nobody"


def _no_evidence(release: dict[str, Any]) -> None:
    release["links"][0]["evidence"] = []


def _unknown_kind(release: dict[str, Any]) -> None:
    release["entities"][0]["kind"] = "gadget"


def _unknown_phase(release: dict[str, Any]) -> None:
    release["stacks"][0]["steps"][0]["phase"] = "later"


def _bad_date(release: dict[str, Any]) -> None:
    release["ledger"][0]["pinned"]["date"] = "soon"


def _bad_hash(release: dict[str, Any]) -> None:
    release["sources"][0]["pinned"]["sha256"] = "xyz"


def _two_pins(release: dict[str, Any]) -> None:
    release["sources"][1]["pinned"]["none"] = "there is one, though"


def _short_quote(release: dict[str, Any]) -> None:
    release["stacks"][0]["steps"][0]["evidence"][0]["quote"] = "too short"


def _no_name(release: dict[str, Any]) -> None:
    del release["entities"][0]["name"]


BREAKS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_no_quote, "evidence is a quote with its source"),
    (_two_targets, str(ATLAS.to)),
    (_dangling, str(ATLAS.entry)),
    (_no_evidence, str(ATLAS.evidence)),
    (_unknown_kind, str(ATLAS.kind)),
    (_unknown_phase, str(ATLAS.phase)),
    (_bad_date, "http://purl.org/dc/terms/date"),
    (_bad_hash, "https://schema.org/sha256"),
    (_two_pins, "a pinned copy is exactly one"),
    (_short_quote, str(ATLAS.quote)),
    (_no_name, "http://www.w3.org/2000/01/rdf-schema#label"),
]


@pytest.mark.parametrize(("break_it", "path"), BREAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_release_breaks_a_shape(shapes: rdflib.Graph, break_it: Any, path: str) -> None:
    """Each fault that the models refuse is one that the shapes name as well."""
    import pyshacl

    broken = copy.deepcopy(example())
    break_it(broken)
    broken["quotes"] = example()["quotes"]
    data = with_rdflib(lines(core(broken)), "nt")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        conforms, _, text = pyshacl.validate(data, shacl_graph=shapes, inference="none")
    assert not conforms
    named = path.rpartition("#")[2].rpartition("/")[2] if path.startswith("http") else path
    assert named in text
