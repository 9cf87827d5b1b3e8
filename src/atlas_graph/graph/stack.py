"""A stack as queries hand it out."""

from __future__ import annotations

from .value import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stack(Record):
    """One family of execution paths: what it declares. Its stages and steps are those of its path.

    ``raw`` is the record as it is released, with every field.
    """

    __slots__ = ("id", "raw", "title")
    id: str
    title: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Stack:
        """Make a stack from its released record."""
        return cls(id=raw["id"], raw=raw, title=raw["title"])

    @property
    def summary(self) -> str:
        """The stack in a sentence of ours."""
        return str(self.raw["summary"])

    @property
    def entry(self) -> str:
        """Id of the entity that every path of it starts from."""
        return str(self.raw["entry"])

    @property
    def modes(self) -> tuple[str, ...]:
        """Ids of the modes that it tells apart."""
        return tuple(mode["id"] for mode in self.raw["modes"])

    @property
    def devices(self) -> tuple[str, ...]:
        """Ids of the devices that it describes."""
        return tuple(self.raw["devices"])

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """Every pair of mode and device that it describes, without those that do not go together."""
        return tuple(
            (mode, device) for mode in self.modes for device in self.devices if self.excluded(mode, device) is None
        )

    @property
    def scope(self) -> str:
        """What it covers."""
        return str(self.raw["scope"])

    @property
    def out_of_scope(self) -> tuple[dict[str, Any], ...]:
        """What it does not cover: ``topic``, ``reason``, and the ids that it ``concerns``."""
        return tuple(self.raw.get("out_of_scope", ()))

    @property
    def continues(self) -> tuple[str, ...]:
        """Ids of the stacks that take over where it ends."""
        return tuple(self.raw.get("continues", ()))

    def excluded(self, mode: str | None, device: str | None) -> str | None:
        """Return the reason why a mode and a device do not go together, None if they do."""
        for exclusion in self.raw.get("excludes", ()):
            if mode in exclusion["modes"] and device in exclusion["devices"]:
                return str(exclusion["reason"])
        return None

    def __str__(self) -> str:
        return self.title
