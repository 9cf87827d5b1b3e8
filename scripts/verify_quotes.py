"""The maintainer's entry point for checking quotes: ``atlas-graph verify`` on this repository's dataset.

    python scripts/verify_quotes.py [--mirror DIR] [--live] [--write] [any other option of `atlas-graph verify`]

Before a release, ``--pinned`` must be all green; every week, ``--live`` tells broken quotes from sites that would
not answer. Exit status as for ``atlas-graph verify``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from atlas_graph.cli.main import main

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    sys.exit(main(["verify", "--dataset", str(ROOT / "dataset"), *sys.argv[1:]]))
