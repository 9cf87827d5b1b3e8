"""The index of a release that did not come with one: made once, and kept in the user's cache."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from .graph.search import index as search_index
from .user_cache import cache_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .graph.search.index import Index

_KEPT = 8


def cached_index(release: dict[str, Any], key: bytes) -> Index | None:
    """Return the index of a release, from the user's cache where it was made before.

    ``key`` is different for every release: its bytes, where they are at hand. None where the cache cannot be written:
    that only costs time.
    """
    target = cache_directory() / "search" / f"index-{_digest(key)}.sqlite3"
    found = search_index.open_index(str(target), release)
    if found is not None:
        return found
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:  # beside it, so that it can take its place
            made = os.path.join(folder, target.name)
            search_index.write_index(release, made)
            os.replace(made, target)
        for old in sorted(target.parent.glob("index-*.sqlite3"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return search_index.open_index(str(target), release)


def _digest(key: bytes) -> str:
    """Return a digest of the key and of the code that makes an index, which changes in a checkout."""
    seen = hashlib.sha256(key)
    for path in sorted(Path(search_index.__file__).parent.glob("*.py")):
        seen.update(f"\0{path.name}\0{path.stat().st_mtime_ns}".encode())
    return seen.hexdigest()[:24]
