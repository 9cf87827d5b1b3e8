"""Real frameworks are run only when asked for by marker."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = config.getoption("-m") or ""
    for item in items:
        for marker in ("witness", "witness_heavy"):
            if item.get_closest_marker(marker) and marker not in asked.split():
                item.add_marker(pytest.mark.skip(reason=f"runs a real framework; ask for it with -m {marker}"))
