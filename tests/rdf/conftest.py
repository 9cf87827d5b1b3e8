"""What the tests of RDF share: the release of this repository, compiled once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset


@pytest.fixture(scope="session")
def release() -> dict[str, Any]:
    """The release that this repository's dataset compiles to; tests must not change it."""
    return compile_release(read_dataset(Path(__file__).resolve().parents[2] / "dataset"))
