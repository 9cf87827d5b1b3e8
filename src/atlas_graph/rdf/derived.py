"""What follows from a release: direct triples between entities, paths, labels and shortcuts.

Kept apart from the release's own triples. A direct triple means "holds under at least one recorded condition";
the graph of a path holds those that hold under its mode and device.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..graph.network import Network
from ..graph.select import select
from ..graph.text_fragment import text_link
from ..jsonld.linked import as_list
from ..jsonld.mapping import SHAPES, Node, local_id
from ..jsonld.namespaces import NS
from ..jsonld.terms import Triple, iri, literal, named
from ..model.identifiers import BASE_IRI
from ..model.licences import listed_licence
from ..model.status import RETIRED, state
from ..model.vocabulary import UNCHECKED
from .ontology_terms import CLASSES, kind_class

_TYPE = named("rdf:type")
_LABEL = named("rdfs:label")
#: What the records of some shapes are labelled by, where the release has another property for it.
_LABELLED_BY = {"Source": "title", "Release": "title", "Misconception": "claim"}
#: Classes whose members stand in an order that means something.
_POSITIONED = ("DeclaredMode", "Evidence", "Stage", "Step")


def derived(release: dict[str, Any]) -> set[Triple]:
    """Return what follows from a release, apart from the graphs of its paths."""
    found: set[Triple] = set()
    found.update(_direct(release))
    found.update(_records("Release", release, f"{BASE_IRI}release/", str(release["version"]), 1))
    found.update(_of_entities(release))
    found.update(_of_statements(release))
    found.update(_of_evidence(release))
    found.update(_concepts(release))
    for path, (title, stages, steps) in _paths(release).items():
        found.update(_path(path, title, stages, steps))
    return found


def paths(release: dict[str, Any]) -> dict[str, set[Triple]]:
    """Return, for each path by its IRI, the direct triples that hold on it."""
    flow = _flow(release)
    graphs: dict[str, set[Triple]] = {}
    for path, (_, _, steps) in _paths(release).items():
        graphs[path] = {triple for step in steps for triple in _hop(step, flow)}
    return graphs


def path_iri(stack: str, mode: str, device: str) -> str:
    """Return the IRI of a path, which is the name of its graph too.

    >>> path_iri("jax", "jit", "tpu")
    'https://w3id.org/atlas-graph/path/jax/jit/tpu'
    """
    return f"{BASE_IRI}path/{stack}/{mode}/{device}"


def _paths(release: dict[str, Any]) -> dict[str, tuple[str, list[str], list[dict[str, Any]]]]:
    network = Network({stack["id"]: stack for stack in release["stacks"]})
    devices = {device["id"]: device["label"] for device in release["devices"]}
    found = {}
    for stack in release["stacks"]:
        index = network.index(stack["id"])
        modes = {mode["id"]: mode["title"] for mode in stack["modes"]}
        for mode, device in index.pairs:
            title = f"{stack['title']} · {modes[mode]} · {devices[device]}"
            found[path_iri(stack["id"], mode, device)] = (title, *select(index, mode, device))
    return found


def _path(path: str, title: str, stages: list[str], steps: list[dict[str, Any]]) -> Iterator[Triple]:
    stack, mode, device = path.removeprefix(f"{BASE_IRI}path/").split("/")
    node = iri(path)
    yield node, _TYPE, named("atlas:Path")
    yield node, _LABEL, literal(title)
    yield node, named("atlas:ofStack"), named(f"stack:{stack}")
    yield node, named("atlas:mode"), named(f"mode:{mode}")
    yield node, named("atlas:device"), named(f"device:{device}")
    for stage in stages:
        yield named(f"stage:{stack}/{stage}"), named("atlas:inPath"), node
    for step in steps:
        yield named(f"step:{step['id']}"), named("atlas:inPath"), node


def _flow(release: dict[str, Any]) -> dict[str, str]:
    return {relation["id"]: f"atlas:{relation['role']}" for relation in release["relations"]}


def _hop(record: dict[str, Any], roles: dict[str, str]) -> tuple[Triple, Triple]:
    start, end = named(f"entity:{record['from']}"), named(f"entity:{record['to']}")
    return (start, iri(NS + record["relation"]), end), (start, named(roles[record["relation"]]), end)


def _direct(release: dict[str, Any]) -> Iterator[Triple]:
    roles = _flow(release)
    steps = [step for stack in release["stacks"] for step in stack["steps"]]
    for record in (*steps, *release["links"]):
        if state(record) not in RETIRED:
            yield from _hop(record, roles)
    for entity in release["entities"]:
        for key, relation in (("part_of", "part-of"), ("implemented_in", "implemented-in")):
            for other in entity.get(key, ()):
                yield from _hop(
                    {"from": entity["id"], "relation": relation, "to": other}, {relation: "atlas:structure"}
                )
    for relation in release["relations"]:
        node = iri(NS + relation["id"])
        yield node, _TYPE, named("rdf:Property")
        yield node, named("rdfs:subPropertyOf"), named(roles[relation["id"]])


def _records(name: str, record: dict[str, Any], base: str, local: str, place: int) -> Iterator[Triple]:
    """Yield superclasses, labels, positions and licences, for a record and for those inside it."""
    shape, node = SHAPES[name], iri(base + local)
    if shape.type in CLASSES:
        for above in CLASSES[shape.type].above:
            yield node, _TYPE, named(above)
    if name in _LABELLED_BY:
        yield node, _LABEL, literal(record[_LABELLED_BY[name]])
    if shape.type in _POSITIONED:
        yield node, named("atlas:position"), literal(place)
    if licence := listed_licence(record.get("licence", "")):
        yield node, named("dcterms:license"), iri(licence)
    for key, field in shape.fields.items():
        if isinstance(field, Node) and key in record:
            inner_base = f"{BASE_IRI}{SHAPES[field.shape].base}" if SHAPES[field.shape].base else base
            for number, item in enumerate(as_list(record[key]), 1):
                yield from _records(field.shape, item, inner_base, local_id(field, item, local, number), number)


def _of_entities(release: dict[str, Any]) -> Iterator[Triple]:
    for entity in release["entities"]:
        yield named(f"entity:{entity['id']}"), _TYPE, named(f"atlas:{kind_class(entity['kind'])}")
    for device in release["devices"]:
        yield named(f"device:{device['id']}"), named("skos:prefLabel"), literal(device["label"])
        yield named(f"device:{device['id']}"), named("skos:notation"), literal(device["id"])
        yield named(f"device:{device['id']}"), named("skos:inScheme"), iri(f"{BASE_IRI}device/")


def _of_statements(release: dict[str, Any]) -> Iterator[Triple]:
    names = {entity["id"]: entity["name"] for entity in release["entities"]}
    verbs = {relation["id"]: relation["label"] for relation in release["relations"]}
    known_devices = {device["id"] for device in release["devices"]}
    for stack in release["stacks"]:
        yield from _of_stack(stack, names, verbs, known_devices)
    yield from _of_choices(release, names)
    for link in release["links"]:
        label = f"{names[link['from']]} {verbs[link['relation']]} {names[link['to']]}"
        yield named(f"link:{link['id']}"), _LABEL, literal(label)
    for fact in release["facts"]:
        node = named(f"fact:{fact['id']}")
        yield node, _LABEL, literal(f"{names[fact['subject']]}: {fact['property'].replace('-', ' ')}")
        for key, value in fact.get("qualifiers", {}).items():
            yield node, named(f"qualifier:{key}"), literal(value)
    for witness in release["witnesses"]:
        yield from _of_runs(witness)


def _of_stack(
    stack: dict[str, Any], names: dict[str, str], verbs: dict[str, str], known_devices: set[str]
) -> Iterator[Triple]:
    of = named(f"stack:{stack['id']}")
    for stage in stack["stages"]:
        node = named(f"stage:{stack['id']}/{stage['entity']}")
        yield node, _LABEL, literal(names[stage["entity"]])
        yield node, named("atlas:inStack"), of
    for step in stack["steps"]:
        node = named(f"step:{step['id']}")
        yield node, named("atlas:inStack"), of
        yield node, _LABEL, literal(f"{names[step['from']]} {verbs[step['relation']]} {names[step['to']]}")
    for place, topic in enumerate(stack.get("out_of_scope", ()), 1):
        node = named(f"stack:{stack['id']}#out-of-scope-{place}")
        for other in topic.get("concerns", ()):
            if other in names:
                yield node, named("atlas:concerns"), named(f"entity:{other}")
            if other in known_devices:
                yield node, named("atlas:concerns"), named(f"device:{other}")


def _of_runs(witness: dict[str, Any]) -> Iterator[Triple]:
    runs = [(f"#previous-{place}", run) for place, run in enumerate(witness.get("previous", ()), 1)]
    if "run" in witness:
        runs.append(("#run", witness["run"]))
    for part, run in runs:
        for package, version in run["packages"].items():
            node = named(f"witness:{witness['id']}{part}")
            yield node, named("atlas:package"), literal(f"{package}=={version}")


def _of_choices(release: dict[str, Any], names: dict[str, str]) -> Iterator[Triple]:
    for choice in release.get("choices", ()):
        node = named(f"choice:{choice['id']}")
        yield node, _LABEL, literal(f"what {names[choice['chooser']]} chooses: {choice['id'].replace('-', ' ')}")
        for key, predicate in (("among", "candidate"), ("default", "defaultCandidate")):
            for name in as_list(choice.get(key, [])):
                yield node, named(f"atlas:{predicate}"), named(f"{'step' if '/' in name else 'entity'}:{name}")


def _of_evidence(release: dict[str, Any]) -> Iterator[Triple]:
    ledger = {entry["id"]: entry for entry in release["ledger"]}
    urls = {source["id"]: source["url"] for source in release["sources"]}
    for key, entry in ledger.items():
        for which in ("pinned", "live"):
            if which in entry:
                yield from _check(f"source:{key}-{which}", entry[which])
    for owner, evidence in _nodes("Evidence", "Release", release, f"{BASE_IRI}release/", str(release["version"])):
        if evidence.get("class", "quote") != "quote":
            continue
        node = iri(owner)
        yield node, _TYPE, named("oa:SpecificResource")
        around = evidence.get("prefix"), evidence.get("suffix")
        yield node, named("atlas:link"), iri(text_link(urls[evidence["source"]], evidence["quote"], *around))
        entry = ledger.get(evidence["id"], {})
        for which in ("pinned", "live"):
            if which in entry:
                yield node, named("oa:hasState"), named(f"source:{evidence['id']}-{which}")
        last = entry.get("pinned") or entry.get("live")
        yield node, named("atlas:verdict"), named(f"verdict:{last['verdict'] if last else UNCHECKED}")
        if last:
            yield node, named("atlas:checked"), literal(last["date"], "xsd:date")
        statement = owner.rpartition("#")[0]
        yield iri(statement), named("dcterms:source"), named(f"source:{evidence['source']}")
    for owner, mark in _nodes("MarkedWords", "Release", release, f"{BASE_IRI}release/", str(release["version"])):
        yield named(f"source:{mark['quote']}"), named("oa:refinedBy"), iri(owner)


def _check(name: str, check: dict[str, Any]) -> Iterator[Triple]:
    yield named(name), named("oa:sourceDate"), literal(f"{check['date']}T00:00:00Z", "xsd:dateTime")
    if check["url"].startswith(("https://", "http://")):
        yield named(name), named("oa:cachedSource"), iri(check["url"])


def _nodes(
    wanted: str, name: str, record: dict[str, Any], base: str, local: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the IRI and the record of each node of a shape, however deep."""
    for key, field in SHAPES[name].fields.items():
        if isinstance(field, Node) and key in record:
            inner_base = f"{BASE_IRI}{SHAPES[field.shape].base}" if SHAPES[field.shape].base else base
            for place, item in enumerate(as_list(record[key]), 1):
                inner = local_id(field, item, local, place)
                if field.shape == wanted:
                    yield inner_base + inner, item
                else:
                    yield from _nodes(wanted, field.shape, item, inner_base, inner)


def _concepts(release: dict[str, Any]) -> Iterator[Triple]:
    """Yield the concepts that grow with the data: modes of whatever stack, and properties of facts."""
    modes = {mode["id"] for stack in release["stacks"] for mode in stack["modes"]}
    properties = {fact["property"] for fact in release["facts"]}
    for folder, label, ids in (("mode", "modes", modes), ("property", "properties of facts", properties)):
        yield from scheme(folder, label, {name: name.replace("-", " ") for name in ids})
    yield from scheme("device", "devices", {})


def scheme(folder: str, label: str, concepts: dict[str, str]) -> Iterator[Triple]:
    """Yield a SKOS concept scheme, named as the folder of its concepts' IRIs, and its concepts with their labels."""
    whole = iri(f"{BASE_IRI}{folder}/")
    yield whole, _TYPE, named("skos:ConceptScheme")
    yield whole, _LABEL, literal(label)
    for name, title in concepts.items():
        node = named(f"{folder}:{name}")
        yield node, _TYPE, named("skos:Concept")
        yield node, named("skos:inScheme"), whole
        yield node, named("skos:notation"), literal(name)
        yield node, named("skos:prefLabel"), literal(title)
        yield node, _LABEL, literal(title)
