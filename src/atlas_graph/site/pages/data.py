"""Data: downloads with sizes and hashes, how to cite, what each collection holds; and the SPARQL cookbook."""

from __future__ import annotations

import hashlib
import json

from ...jsonld.namespaces import PREFIXES
from ...release.write import release_bytes, release_name
from ..engine import write_engine
from .dictionary import dictionary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...changes.diff import Diff
    from ..changelog import Version
    from ..cookbook import Recipe
    from ..joins import Joins
    from ..writing import Writer


def write_data(
    writer: Writer, joins: Joins, recipes: list[Recipe], changes: Diff | None = None, history: Sequence[Version] = ()
) -> None:
    """Write the downloads, the page that lists them, and the cookbook."""
    release = joins.atlas.release
    whole = release_bytes(release)
    files = {f"data/{release_name(release)}": (whole, "the whole release, which is JSON-LD as it stands")}
    writer.json("data/context.jsonld", {"@context": release.get("@context", {})})
    for address, (content, _) in files.items():
        writer.file(address, content)
    downloads: list[dict[str, Any]] = [
        {"address": address, "size": len(content), "sha256": hashlib.sha256(content).hexdigest(), "what": what}
        for address, (content, what) in files.items()
    ]
    writer.file(
        "data/SHA256SUMS", "".join(f"{row['sha256']}  {row['address'].rpartition('/')[2]}\n" for row in downloads)
    )
    writer.page(
        "data",
        "data.html",
        title="Data: download, cite, read",
        about="The whole atlas to download, with sizes and hashes, how to cite it, and what each collection holds.",
        downloads=downloads,
        changes=_grouped(changes) if changes else (),
        difference=changes,
        history=history,
        kinds=dictionary(release),
        relations=joins.atlas.relations,
    )
    writer.page(
        "sparql",
        "sparql.html",
        title="Ask in SPARQL",
        about="A box that runs SPARQL queries in the page, and a cookbook with the answers that this release gives.",
        refused=write_engine(writer, release),
        prefixes=json.dumps(PREFIXES, separators=(",", ":")),
        recipes=recipes,
    )


def _grouped(changes: Diff) -> list[tuple[str, str, list[str]]]:
    """Return the changes by collection and by what happened, each with the ids."""
    groups: dict[tuple[str, str], list[str]] = {}
    for change in changes.changes:
        groups.setdefault((change.collection, change.kind), []).append(change.id)
    return [(collection, kind, ids) for (collection, kind), ids in groups.items()]
