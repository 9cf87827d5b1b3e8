"""Entities and sources: concepts defined, parts without a circle, nothing that nobody uses."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.dataset import Dataset
from ..authoring.statements import citations
from .rule import Found, Rule


def _undefined(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("entities"):
        if located.record.kind == "concept" and not located.record.evidence:
            yield (
                located,
                (),
                f"the concept '{located.record.id}' has no evidence; quote the sentence that defines it",
            )


def _part_cycles(dataset: Dataset) -> Iterator[Found]:
    wholes = {entity.id: entity.part_of for entity in dataset.records("entities")}
    for located in dataset.all("entities"):
        reached: set[str] = set()
        todo = list(located.record.part_of)
        while todo:
            whole = todo.pop()
            if whole not in reached:
                reached.add(whole)
                todo.extend(wholes[whole])
        if located.record.id in reached:
            yield located, ("part_of",), f"'{located.record.id}' is a part of itself; correct 'part_of'"


def _self_references(dataset: Dataset) -> Iterator[Found]:
    instead = {entity.id: entity.status.replaced_by for entity in dataset.records("entities")}
    for located in dataset.all("entities"):
        seen: list[str] = []
        name = located.record.status.replaced_by
        while name is not None and name not in seen:
            seen.append(name)
            name = instead[name]
        if located.record.id in seen:
            yield (
                located,
                ("status", "replaced_by"),
                f"'{located.record.id}' is replaced by itself; name what people use today",
            )
    for located in dataset.all("links"):
        if located.record.from_ == located.record.to:
            yield located, ("to",), f"'{located.record.to}' is linked to itself; name another end or remove the link"
    for located in dataset.all("stacks"):
        if located.record.id in located.record.continues:
            yield located, ("continues",), "the stack continues itself; name the stack that takes over"


def _unused_sources(dataset: Dataset) -> Iterator[Found]:
    used = {evidence.source for _, _, evidence in citations(dataset)}
    for located in dataset.all("sources"):
        if located.record.id not in used:
            yield located, (), f"no evidence cites the source '{located.record.id}'; cite it or remove it"


def _misspelt_makers(dataset: Dataset) -> Iterator[Found]:
    publishers = {source.publisher for source in dataset.records("sources")}
    spelt = {publisher.casefold(): publisher for publisher in publishers}
    for located in dataset.all("entities"):
        for place, maker in enumerate(located.record.makers):
            known = spelt.get(maker.casefold(), maker)
            if known != maker:
                yield located, ("makers", place), f"'{maker}' is the publisher '{known}' of sources; spell it so"


RULES = (
    Rule("AG501", "concept-undefined", _undefined),
    Rule("AG502", "part-of-itself", _part_cycles),
    Rule("AG503", "source-unused", _unused_sources),
    Rule("AG504", "refers-to-itself", _self_references),
    Rule("AG510", "maker-misspelt", _misspelt_makers),
)
