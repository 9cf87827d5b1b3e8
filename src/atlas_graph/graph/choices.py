"""Choices and options, as queries hand them out: who decides where a path forks, and what overrides it."""

from __future__ import annotations

from .value import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .evidence import Evidence
    from .parts import Entity


class Choice(Record):
    """A place where something chooses between steps or entities, or where all of them happen.

    ``chooser`` is the entity that chooses; ``raw`` the record as it is released, with every field.
    """

    __slots__ = ("chooser", "evidence", "id", "raw")
    chooser: Entity
    evidence: tuple[Evidence, ...]
    id: str

    @property
    def stack(self) -> str | None:
        """Id of the stack that it is made in; None: wherever the candidates are met."""
        return self.raw.get("stack")

    @property
    def among(self) -> tuple[str, ...]:
        """Ids of the candidates: steps or entities."""
        return tuple(self.raw["among"])

    @property
    def rule(self) -> str | None:
        """What it goes by, in our words."""
        return self.raw.get("rule")

    @property
    def order(self) -> tuple[str, ...]:
        """The candidates in the order in which they are tried; empty where none is documented."""
        return tuple(self.raw.get("order", ()))

    @property
    def default(self) -> str | None:
        """The candidate that is taken where nothing is set."""
        return self.raw.get("default")

    @property
    def overridden_by(self) -> tuple[str, ...]:
        """Ids of the options that decide it."""
        return tuple(self.raw.get("overridden_by", ()))

    @property
    def fallback(self) -> str | None:
        """What happens where no candidate fits, in our words."""
        return self.raw.get("fallback")

    @property
    def all(self) -> bool:
        """Whether nothing chooses, and all of them happen."""
        return bool(self.raw.get("all", False))

    @property
    def text(self) -> str:
        """The choice in a sentence or two of ours."""
        return str(self.raw["text"])

    def __str__(self) -> str:
        return f"{self.chooser.name}: {self.text}"


class Option(Record):
    """A switch. ``name`` is how it is typed, ``owner`` the entity that reads it."""

    __slots__ = ("evidence", "id", "name", "owner", "raw")
    evidence: tuple[Evidence, ...]
    id: str
    name: str
    owner: Entity

    @property
    def kind(self) -> str:
        """``environment-variable``, ``compiler-flag``, ``build-option``, ``argument`` or ``call``."""
        return str(self.raw["kind"])

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other ways to type the same."""
        return tuple(self.raw.get("aliases", ()))

    @property
    def default(self) -> str | None:
        """How things are where it is not set, in our words."""
        return self.raw.get("default")

    @property
    def effects(self) -> tuple[tuple[str, str], ...]:
        """What setting it does, and the id of the step or choice to which it does it."""
        return tuple((effect["does"], effect.get("step") or effect["choice"]) for effect in self.raw["effects"])

    @property
    def text(self) -> str:
        """The option in a sentence of ours."""
        return str(self.raw["text"])

    def __str__(self) -> str:
        return self.name
