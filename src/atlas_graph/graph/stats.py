"""The counts of a release."""

from __future__ import annotations

from ..model.vocabulary import ENTITY_KINDS, STANDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .atlas import Atlas


def stats(atlas: Atlas) -> dict[str, Any]:
    """Return the counts that ``stats --format json`` prints.

    ``quotes`` counts distinct quotes cited anywhere, ``verified`` those that stand by the ledger, ``by_kind`` the
    entities of each kind that occurs.
    """
    release = atlas.release
    quotes = {item["id"] for item in _evidence(release) if "id" in item}
    ledger = atlas.table("ledger")
    kinds = [entity["kind"] for entity in release["entities"]]
    return {
        "version": release["version"],
        "date": release["date"],
        "stacks": len(release["stacks"]),
        "entities": len(release["entities"]),
        "steps": sum(len(stack["steps"]) for stack in release["stacks"]),
        "sources": len(release["sources"]),
        "quotes": len(quotes),
        "facts": len(release.get("facts", ())),
        "verified": sum(1 for quote in quotes if _stands(ledger.get(quote, {}))),
        "links": len(release.get("links", ())),
        "misconceptions": len(release.get("misconceptions", ())),
        "witnesses": len(release.get("witnesses", ())),
        "publishers": len({source["publisher"] for source in release["sources"]}),
        "by_kind": {kind: kinds.count(kind) for kind in ENTITY_KINDS if kind in kinds},
    }


def _stands(entry: dict[str, Any]) -> bool:
    check = entry.get("pinned") or entry.get("live") or {}
    return check.get("verdict") in STANDING


def _evidence(release: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for collection in ("entities", "links", "misconceptions", "facts"):
        for record in release.get(collection, ()):
            yield from record.get("evidence", ())
    for stack in release["stacks"]:
        for part in (*stack["stages"], *stack["steps"]):
            yield from part["evidence"]
