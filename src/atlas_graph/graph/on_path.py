"""What of a collection a path passes: its steps and stages, what is said of them, and the documents that say it."""

from __future__ import annotations

from ..model.collections import receipts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .catalog import Catalog
    from .path import Path


def ids_on(catalog: Catalog, path: Path, name: str) -> set[str]:
    """Return the ids of those records of a collection that belong to a path."""
    if name in ("evidence", "quotes", "sources"):
        return _cited(path, name)
    stages = set(path.stage_ids)
    if name == "choices":
        return {decision.choice.id for decision in path.choices}
    if name == "options":
        return {switch.option.id for switch in path.switches}.union(path.options)
    if name == "misconceptions":
        return {item.id for item in path.misconceptions}
    if name == "links":
        return {link.id for link in path.links}
    if name == "entities":
        return stages
    if name == "facts":
        return {raw["id"] for raw in catalog.release.get("facts", ()) if raw["subject"] in stages}
    if name == "modes":
        return {f"{path.stack}:{mode['id']}" for mode in path.record["modes"] if path.mode in (None, mode["id"])}
    if name == "devices":
        return {device for device in path.record["devices"] if path.device in (None, device)}
    if name == "forks":
        steps = {raw["id"] for raw in path.raw_steps}
        return {fork.id for fork in catalog.collection("forks") if steps.issuperset(fork.steps)}
    return set(catalog.collection(name)(stack=path.stack).keys())


def _cited(path: Path, name: str) -> set[str]:
    """Return the ids of the uses of quotes, of the quotes or of the sources behind a path's steps and stages."""
    key = {"evidence": "evidence_id", "quotes": "id", "sources": "source"}[name]
    statements = [*path.raw_steps, *(stage.raw for stage in path.stages)]
    return {raw[key] for record in statements for raw in receipts(record) if "quote" in raw and key in raw}
