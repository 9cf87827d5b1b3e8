"""The atlas: a release in memory, and the way in to everything that can be asked of it."""

from __future__ import annotations

from ..errors import UnknownIdError
from ..model.vocabulary import UNCHECKED
from .parts import Entity, Evidence, Source, Stage, Step
from .path import Path
from .select import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Atlas:
    """One release of the atlas.

    Made by :func:`atlas_graph.load`. Objects are made when they are asked for; the release itself stays as the
    plain JSON values in ``release``, which must not be changed.

    >>> import atlas_graph as ag
    >>> path = ag.load().path("jax", mode="jit", device="nvidia-gpu")
    >>> len(path.stages), len(path.steps)
    (12, 13)
    """

    def __init__(self, release: dict[str, Any], origin: str = "memory") -> None:
        self.release = release
        self.origin = origin
        self._tables: dict[str, dict[str, dict[str, Any]]] = {}

    @property
    def version(self) -> str:
        """The release's version."""
        return str(self.release["version"])

    def __repr__(self) -> str:
        counts = f"{len(self.release['stacks'])} stacks, {len(self.release['entities'])} entities"
        return f"<Atlas {self.version}: {counts}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atlas) and self.release == other.release

    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return Atlas, (self.release, self.origin)

    def table(self, collection: str) -> dict[str, dict[str, Any]]:
        """Return the released records of a collection ("entities", "stacks", "sources" …) by id."""
        if collection not in self._tables:
            self._tables[collection] = {record["id"]: record for record in self.release[collection]}
        return self._tables[collection]

    # Looking up -------------------------------------------------------------------------------------------

    def stack(self, stack: str) -> dict[str, Any]:
        """Return a stack's released record.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return self._find("stacks", "stack", stack)

    def entity(self, entity: str) -> Entity:
        """Return an entity.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return Entity.of(self._find("entities", "entity", entity))

    def source(self, source: str) -> Source:
        """Return a source.

        Raises:
            UnknownIdError: with the nearest ids.
        """
        return Source.of(self._find("sources", "source", source))

    def device_label(self, device: str) -> str:
        """Return the label of a device, such as "NVIDIA GPU"."""
        return str(self._find("devices", "device", device)["label"])

    def _find(self, collection: str, kind: str, asked: str) -> dict[str, Any]:
        table = self.table(collection)
        if asked in table:
            return table[asked]
        raise self._unknown(kind, asked, table)

    @staticmethod
    def _unknown(kind: str, asked: str, known: Iterable[str]) -> UnknownIdError:
        from .suggest import nearest

        known = sorted(known)
        shown = tuple(known) if len(known) <= 12 else ()
        return UnknownIdError(kind, asked, nearest(asked, known), shown)

    # Paths ------------------------------------------------------------------------------------------------

    def path(self, stack: str, *, mode: str | None = None, device: str | None = None) -> Path:
        """Return the part of a stack that holds under a mode and a device.

        Without ``mode`` or ``device`` that condition is left open; without both it is the whole stack. Where
        the stack declares that the two do not go together, the path is empty (and false).

        Raises:
            UnknownIdError: for a stack, mode or device that the atlas does not have, with the nearest ids.
        """
        record = self.stack(stack)
        modes = [item["id"] for item in record["modes"]]
        if mode is not None and mode not in modes:
            raise self._unknown(f"mode of {stack}", mode, modes)
        if device is not None and device not in record["devices"]:
            raise self._unknown(f"device of {stack}", device, record["devices"])
        if self.excluded(record, mode, device) is not None:
            return Path(self, record, mode, device, [], [])
        stages, steps = select(record, mode, device)
        return Path(self, record, mode, device, stages, steps)

    @staticmethod
    def excluded(stack: dict[str, Any], mode: str | None, device: str | None) -> str | None:
        """Return the reason why a mode and a device do not go together, None if they do."""
        for exclusion in stack.get("excludes", ()):
            if mode in exclusion["modes"] and device in exclusion["devices"]:
                return str(exclusion["reason"])
        return None

    # Making objects ---------------------------------------------------------------------------------------

    def make_stage(self, raw: dict[str, Any]) -> Stage:
        """Make a stage from its released record."""
        return Stage(self.entity(raw["entity"]), self.make_evidence(raw["evidence"]), raw["note"], raw)

    def make_step(self, stack: dict[str, Any], raw: dict[str, Any]) -> Step:
        """Make a step of ``stack`` from its released record."""
        when = raw.get("when", {})
        return Step(
            tuple(when.get("devices") or stack["devices"]),
            self.entity(raw["to"]),
            self.make_evidence(raw["evidence"]),
            raw["id"],
            self._find("relations", "relation", raw["relation"])["label"],
            tuple(when.get("modes") or (mode["id"] for mode in stack["modes"])),
            raw,
            stack["id"],
            self.entity(raw["from"]),
        )

    def make_evidence(self, raw: list[dict[str, Any]]) -> tuple[Evidence, ...]:
        """Make evidence from its released records, with what the ledger says of each quote."""
        ledger = self.table("ledger")
        made = []
        for item in raw:
            entry = ledger.get(item.get("id", ""), {})
            check = entry.get("pinned") or entry.get("live") or {}
            made.append(
                Evidence(
                    check.get("date"),
                    item.get("id"),
                    item.get("quote"),
                    item,
                    item.get("section"),
                    self.source(item["source"]) if "source" in item else None,
                    check.get("verdict", UNCHECKED),
                    item.get("witness"),
                )
            )
        return tuple(made)
