"""The classes and properties of the ``atlas:`` namespace: a label, a meaning, and what each specialises."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from ..model import vocabulary


class Described(NamedTuple):
    """A class or property: its label, what it means, and what it specialises (prefixed names)."""

    label: str
    comment: str
    above: tuple[str, ...] = ()


def _described(table: dict[str, list[str]]) -> dict[str, Described]:
    return {name: Described(label, comment, tuple(above)) for name, (label, comment, *above) in table.items()}


_TERMS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

CLASSES = _described(_TERMS["classes"])
PROPERTIES = _described(_TERMS["properties"])

#: Folder of a closed vocabulary -> the scheme's label and the labels of its concepts by id.
SCHEMES: dict[str, tuple[str, dict[str, str]]] = {
    "ask": ("questions that can be asked", {name: name.replace("-", " ") for name in vocabulary.ASKS}),
    "doing": ("what options do", {name: name for name in vocabulary.EFFECT_KINDS}),
    "evidence-class": ("classes of evidence", {"quote": "quote", "observation": "observation"}),
    "kind": ("kinds of entity", {name: vocabulary.KIND_LABELS[name] for name in vocabulary.ENTITY_KINDS}),
    "option-kind": ("kinds of option", {name: name.replace("-", " ") for name in vocabulary.OPTION_KINDS}),
    "part-state": ("how parts are carried", {name: name for name in vocabulary.PART_STATES}),
    "phase": ("phases", {name: name for name in vocabulary.PHASES}),
    "role": ("roles of relations", {"flow": "flow", "structure": "structure"}),
    "source-kind": ("kinds of source", {name: name.replace("-", " ") for name in vocabulary.SOURCE_KINDS}),
    "status": ("statuses", {name: name for name in vocabulary.STATUSES}),
    "support": ("degrees of support", {name: name for name in (*vocabulary.SUPPORTS, "none")}),
    "verdict": ("verdicts", {name: name.replace("-", " ") for name in (*vocabulary.VERDICTS, vocabulary.UNCHECKED)}),
}  # fmt: skip


def kind_class(kind: str) -> str:
    """Return the name of the class of a kind.

    >>> kind_class("intermediate-representation")
    'IntermediateRepresentation'
    """
    return "".join(part.capitalize() for part in kind.split("-"))
