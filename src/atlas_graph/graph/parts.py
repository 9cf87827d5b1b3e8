"""What the atlas is made of, as queries hand it out: entities, stages, steps."""

from __future__ import annotations

from .display import drawn
from .evidence import Evidence
from .grade import Grade, grade_of, publishers, receipt
from .marks import Part, parts_of
from .value import Record
from .witnesses import Observation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Entity(Record):
    """A thing that code passes through, or an idea needed to speak of it.

    ``raw`` is the record as it is released, with every field.
    """

    __slots__ = ("evidence", "id", "kind", "name", "raw", "summary")
    evidence: tuple[Evidence, ...]
    id: str
    kind: str
    name: str
    summary: str

    @classmethod
    def of(cls, raw: dict[str, Any], evidence: tuple[Evidence, ...] = ()) -> Entity:
        """Make an entity from its released record, and what stands behind its summary."""
        return cls(evidence=evidence, id=raw["id"], kind=raw["kind"], name=raw["name"], raw=raw, summary=raw["summary"])

    @property
    def aliases(self) -> tuple[str, ...]:
        """Every further spelling under which documentation names it."""
        return tuple(self.raw.get("aliases", ()))

    @property
    def part_of(self) -> tuple[str, ...]:
        """Ids of the entities it is a component of."""
        return tuple(self.raw.get("part_of", ()))

    @property
    def implemented_in(self) -> tuple[str, ...]:
        """Ids of the programming languages that it is written in."""
        return tuple(self.raw.get("implemented_in", ()))

    @property
    def homepage(self) -> str | None:
        """Its own page, None where none is recorded."""
        return self.raw.get("homepage")

    @property
    def licence(self) -> str | None:
        """Its licence as an SPDX expression, None where none is recorded."""
        return self.raw.get("licence")

    @property
    def identifiers(self) -> dict[str, Any]:
        """What others call it: lists of package URLs under "purl", and "repository" and "wikidata" where recorded."""
        return dict(self.raw.get("identifiers", {}))

    def _repr_html_(self) -> str:
        return drawn("html", self)

    def __str__(self) -> str:
        return self.name


class Stage(Record):
    """An entity in its role inside one stack."""

    __slots__ = ("entity", "evidence", "note", "raw")
    entity: Entity
    evidence: tuple[Evidence, ...]
    note: str

    @property
    def id(self) -> str:
        """The id of the stage's entity."""
        return self.entity.id

    @property
    def name(self) -> str:
        """The name of the stage's entity."""
        return self.entity.name

    @property
    def kind(self) -> str:
        """The kind of the stage's entity."""
        return self.entity.kind

    def __str__(self) -> str:
        return self.entity.name


class Related(Record):
    """A statement that one entity, ``start``, stands in a relation to another, ``end``; ``label`` says which."""

    __slots__ = ()
    end: Entity
    label: str
    start: Entity

    @property
    def from_(self) -> str:
        """Id of the entity that it is said of: of a step, the one that hands over."""
        return self.start.id

    @property
    def relation(self) -> str:
        """Id of the relation."""
        return str(self.raw["relation"])

    @property
    def to(self) -> str:
        """Id of the other entity: of a step, the one that takes over."""
        return self.end.id

    @property
    def text(self) -> str:
        """The statement in a sentence of ours."""
        return str(self.raw["text"])


class Step(Related):
    """One hand-over from a stage to another, under stated conditions.

    ``modes`` and ``devices`` are written out: a step without conditions lists all that its stack declares.
    ``observed`` are the recorded runs that showed it, or showed otherwise.
    """

    __slots__ = ("devices", "end", "evidence", "id", "label", "modes", "observed", "raw", "stack", "start")
    devices: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    id: str
    modes: tuple[str, ...]
    observed: tuple[Observation, ...]
    stack: str

    @property
    def qualifier(self) -> str | None:
        """A limit in words, such as "for some kernels"."""
        return self.raw.get("qualifier")

    @property
    def how(self) -> str:
        """The relation's label with the limit, as it stands between the ends: "emits (for some kernels)"."""
        return f"{self.label} ({self.qualifier})" if self.qualifier else self.label

    @property
    def phase(self) -> str:
        """When it happens: ``build``, ``trace``, ``compile``, ``load`` or ``run``."""
        return str(self.raw["phase"])

    @property
    def options(self) -> tuple[str, ...]:
        """Ids of the options of which one must be set for it to happen; empty where it needs none."""
        return tuple(self.raw.get("when", {}).get("options", ()))

    @property
    def unless(self) -> tuple[str, ...]:
        """Ids of the options of which none may be set for it to happen."""
        return tuple(self.raw.get("when", {}).get("unless", ()))

    @property
    def supports(self) -> str | None:
        """What an auditor said of the evidence read together: ``full``, ``partial``, ``none``; None: unaudited."""
        audit = self.raw.get("audit")
        return str(audit["supports"]) if audit else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """How each part of it is carried: quoted, observed, general, inferred or not; empty before it was marked."""
        return parts_of(self.raw.get("audit"))

    @property
    def receipt(self) -> Evidence | None:
        """The one quote that stands for it where one is shown: of those that stand, the one that carries most parts."""
        return receipt(self.evidence)

    @property
    def grade(self) -> Grade:
        """How well it is backed, and why."""
        return grade_of(self.evidence, self.observed, self.raw.get("audit"))

    @property
    def publishers(self) -> tuple[str, ...]:
        """Publishers whose sentences stand for it; their number is that of independent sources."""
        return publishers(self.evidence)

    def __str__(self) -> str:
        limit = f" ({self.qualifier})" if self.qualifier else ""
        return f"{self.start.name} {self.label} {self.end.name}{limit}"
