"""The page about reliability says what the tests prove, no more and no less."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scripts" / "fault_table.py"


@pytest.mark.skipif(not SCRIPT.exists(), reason="no scripts beside the tests")
def test_the_page_is_that_of_the_list() -> None:
    """docs/reliability.md and the README say of the faults that the tests inject what the script writes."""
    spec = importlib.util.spec_from_file_location("fault_table", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    written = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert written == script.page(), "run python scripts/fault_table.py"
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    assert shown == script.readme(), "run python scripts/fault_table.py"
