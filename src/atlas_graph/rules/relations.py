"""Relations: steps flow, links describe, and each joins the kinds it may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from .rule import Found, Rule


def _statements(dataset: Dataset) -> Iterator[tuple[Located, tuple[str | int, ...], Any, str]]:
    for located in dataset.all("stacks"):
        for number, step in enumerate(located.record.steps):
            yield located, ("steps", number, "relation"), step, "flow"
    for located in dataset.all("links"):
        yield located, ("relation",), located.record, "structure"


def _role(dataset: Dataset) -> Iterator[Found]:
    relations = {relation.id: relation for relation in dataset.records("relations")}
    for located, path, statement, role in _statements(dataset):
        relation = relations[statement.relation]
        if relation.role != role:
            what = "step" if role == "flow" else "link"
            yield located, path, f"'{relation.id}' is a {relation.role} relation; a {what} needs a {role} one"


def _kinds(dataset: Dataset) -> Iterator[Found]:
    relations = {relation.id: relation for relation in dataset.records("relations")}
    kinds = {entity.id: entity.kind for entity in dataset.records("entities")}
    for located, path, statement, _ in _statements(dataset):
        relation = relations[statement.relation]
        for word, name, allowed in (
            ("start from", statement.from_, relation.from_kinds),
            ("end at", statement.to, relation.to_kinds),
        ):
            if allowed and kinds[name] not in allowed:
                yield (
                    located,
                    path,
                    (
                        f"'{relation.id}' may not {word} a {kinds[name]} ('{name}'), only {' or '.join(allowed)}; "
                        "choose another relation or widen this one in relations.yaml"
                    ),
                )


RULES = (
    Rule("AG110", "relation-role", _role),
    Rule("AG111", "relation-kinds", _kinds),
)
