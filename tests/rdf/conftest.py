"""What the tests of RDF share: the release of this repository, compiled once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.atlas import Atlas
from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.rdf.sparql import _sessions

from .example import example


@pytest.fixture(scope="session")
def release() -> dict[str, Any]:
    """The release that this repository's dataset compiles to; tests must not change it."""
    return compile_release(read_dataset(Path(__file__).resolve().parents[2] / "dataset"))


@pytest.fixture(scope="module")
def atlas() -> Iterator[Atlas]:
    """The atlas of the example, whose engines are closed after the module."""
    atlas = Atlas(example())
    yield atlas
    for session, _ in _sessions.get(atlas, {}).values():
        session.close()
