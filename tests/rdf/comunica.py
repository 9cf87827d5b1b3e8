"""Comunica, the third engine: where it is found, and how it is asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest


def command() -> str:
    """Return the command ``comunica-sparql-file``, or skip the test where it is not installed.

    It comes with ``npm install @comunica/query-sparql-file``; ``ATLAS_GRAPH_COMUNICA`` may name it.
    """
    found = os.environ.get("ATLAS_GRAPH_COMUNICA") or shutil.which("comunica-sparql-file")
    if not found:
        pytest.skip("comunica-sparql-file is not on the path (npm install -g @comunica/query-sparql-file)")
    return found


def ask(source: str | Path, query: str, timeout: float = 120) -> list[dict[str, Any]]:
    """Return the bindings of a SELECT over a file or an endpoint: name -> value."""
    run = subprocess.run(
        [command(), str(source), "-q", query, "-t", "application/sparql-results+json"],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=True,
    )
    rows = json.loads(run.stdout)["results"]["bindings"]
    return [{name: term["value"] for name, term in row.items()} for row in rows]
