"""The counts of a release."""

from __future__ import annotations

from typing import Any

from ..model.collections import RELEASED, citations
from ..model.vocabulary import ENTITY_KINDS, NO_SOFTWARE, STANDING
from .catalog import Catalog


def stats(catalog: Catalog) -> dict[str, Any]:
    """Return the counts that ``stats --format json`` prints.

    ``quotes`` counts distinct quotes cited anywhere, ``verified`` those that stand by the ledger, ``by_kind`` the
    entities of each kind that occurs. ``software`` is every entity but hardware and concepts, ``identified`` those of
    them that have a package URL or a repository.
    """
    release = catalog.release
    quotes = {evidence["id"] for _, _, evidence in citations(release) if "id" in evidence}
    ledger = catalog.table("ledger")
    kinds = [entity["kind"] for entity in release["entities"]]
    software = [entity for entity in release["entities"] if entity["kind"] not in NO_SOFTWARE]
    return {
        "version": release["version"],
        "date": release["date"],
        "released": release.get("released", True),
        "commit": release.get("commit"),
        **{row.name: len(release.get(row.name, ())) for row in RELEASED if row.counted},
        "steps": sum(len(stack["steps"]) for stack in release["stacks"]),
        "quotes": len(quotes),
        "verified": sum(1 for quote in quotes if _stands(ledger.get(quote, {}))),
        "software": len(software),
        "identified": sum(1 for entity in software if _identified(entity)),
        "publishers": len({source["publisher"] for source in release["sources"]}),
        "by_kind": {kind: kinds.count(kind) for kind in ENTITY_KINDS if kind in kinds},
    }


def _identified(entity: dict[str, Any]) -> bool:
    identifiers = entity.get("identifiers") or {}
    return bool(identifiers.get("purl") or identifiers.get("repository"))


def _stands(entry: dict[str, Any]) -> bool:
    check = entry.get("pinned") or entry.get("live") or {}
    return check.get("verdict") in STANDING
