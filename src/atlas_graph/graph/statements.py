"""What the atlas says outside paths: links between entities, misconceptions, facts."""

from __future__ import annotations

import builtins

from .parts import Related
from .value import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .evidence import Evidence
    from .parts import Entity


class Relation(Record):
    """A kind of statement about two entities; its ``role`` is ``flow`` (makes up paths) or ``structure``."""

    __slots__ = ("definition", "id", "inverse", "label", "raw", "role")
    definition: str
    id: str
    inverse: str
    label: str
    role: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Relation:
        """Make a relation from its released record."""
        return cls(
            definition=raw["definition"],
            id=raw["id"],
            inverse=raw["inverse"],
            label=raw["label"],
            raw=raw,
            role=raw["role"],
        )

    def __str__(self) -> str:
        return self.label


class Link(Related):
    """A sourced structural statement about two entities, such as that one corresponds to the other."""

    __slots__ = ("end", "evidence", "id", "label", "raw", "start")
    evidence: tuple[Evidence, ...]
    id: str

    def __str__(self) -> str:
        return f"{self.start.name} {self.label} {self.end.name}"


class Misconception(Record):
    """A claim that is often made and wrong, with its correction, both in our words."""

    __slots__ = ("claim", "correction", "evidence", "id", "raw")
    claim: str
    correction: str
    evidence: tuple[Evidence, ...]
    id: str

    @property
    def stacks(self) -> tuple[str, ...]:
        """Ids of the stacks of which it is said."""
        return tuple(self.raw["stacks"])

    @property
    def concerns(self) -> tuple[str, ...]:
        """Ids of the entities that the claim is about."""
        return tuple(self.raw.get("concerns", ()))

    def __str__(self) -> str:
        return f"“{self.claim}” {self.correction}"


class Fact(Record):
    """One sourced property of an entity.

    ``value`` is the normalised value in ``unit``, ``as_printed`` what the source prints; ``qualifiers`` say of
    what it holds: data type, dense or sparse, per chip or board.
    """

    __slots__ = ("evidence", "id", "property", "raw", "subject", "unit", "value")
    evidence: tuple[Evidence, ...]
    id: str
    property: str
    subject: Entity
    unit: str | None
    value: float | int | str

    @builtins.property
    def as_printed(self) -> str:
        """The value as the source prints it."""
        return str(self.raw["as_printed"])

    @builtins.property
    def qualifiers(self) -> dict[str, str]:
        """What the value holds for, such as ``{"data-type": "bfloat16", "per": "chip"}``."""
        return dict(self.raw.get("qualifiers", {}))

    def __repr__(self) -> str:
        return f"<Fact {self.id}: {self.value}{f' {self.unit}' if self.unit else ''}>"

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        limits = ", ".join(f"{name} {value}" for name, value in self.qualifiers.items())
        return f"{self.subject.name}: {self.property} {self.value}{unit}" + (f" ({limits})" if limits else "")
