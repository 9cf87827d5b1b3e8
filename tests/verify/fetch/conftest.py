"""What the tests of fetching share: no proxy, no loopback, no cache of the user's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fetch_world import World


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.delenv("ATLAS_GRAPH_ALLOW_LOOPBACK", raising=False)
    monkeypatch.setenv("ATLAS_GRAPH_CACHE_DIR", str(tmp_path / "own-cache"))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.close()
