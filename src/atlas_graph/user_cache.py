"""Where this user's caches live."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path

#: Environment variable that names another folder for every cache of this package.
CACHE_VARIABLE = "ATLAS_GRAPH_CACHE_DIR"


def cache_directory() -> Path:
    """Return the folder of all caches: ``ATLAS_GRAPH_CACHE_DIR``, else the system's place for this user."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    return user_cache_path("atlas-graph", appauthor=False)
