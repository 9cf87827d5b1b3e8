"""Sites built once: of a part of the bundled release, and of a made one in which everything is hostile."""

from __future__ import annotations

from pathlib import Path

import pytest

import atlas_graph as ag
from atlas_graph.site.build import build_site

from .parts import portion


@pytest.fixture(scope="session")
def atlas() -> ag.Atlas:
    """The bundled release with three of its stacks."""
    return portion(ag.load(), "jax", "jax-pallas", "pytorch")


@pytest.fixture(scope="session")
def site(atlas: ag.Atlas, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its explorer."""
    folder = tmp_path_factory.mktemp("site") / "public"
    build_site(atlas, folder, url="https://example.org/atlas/", issues="https://example.org/issues")
    return folder
