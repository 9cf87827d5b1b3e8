"""Data: downloads with sizes and hashes, how to cite, what each collection holds; and the SPARQL cookbook."""

from __future__ import annotations

import hashlib

from ...model.collections import RELEASED
from ...release.write import release_bytes, release_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..cookbook import Recipe
    from ..joins import Joins
    from ..writing import Writer


def write_data(writer: Writer, joins: Joins, recipes: list[Recipe]) -> None:
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
        collections=[_described(release, row) for row in RELEASED if row.name in release],
    )
    writer.page(
        "sparql",
        "sparql.html",
        title="SPARQL cookbook",
        about="Questions in SPARQL with the answers that this release gives.",
        recipes=recipes,
    )


def _described(release: dict[str, Any], row: Any) -> dict[str, Any]:
    records = release[row.name]
    fields = sorted({key for record in records for key in record if not key.startswith("@")})
    return {"name": row.name, "count": len(records), "fields": fields}
