"""Fixtures of the contract tests: commands on the real release, and on a small one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import atlas_graph as ag

from ..unit.graph.small import atlas, entity, stack, standing, step
from .commands import Command


@pytest.fixture(scope="session")
def real_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release of this tree as a file, so that a test reads it as a user does."""
    target = tmp_path_factory.mktemp("release") / "atlas-graph.json"
    target.write_text(json.dumps(ag.load().release, ensure_ascii=False), encoding="utf-8")
    return target


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], real_release: Path) -> Command:
    """Runs commands on the release of this tree."""
    return Command(capsys, real_release)


@pytest.fixture
def small_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """Runs commands on a small release: two stacks that share a stage, one limit, one moved entity."""
    limit = {"topic": "Other chips", "reason": "Nobody asked.", "concerns": ["nvidia-gpu"], "modes": []}
    left = stack(
        "left",
        step("l-code", "ir", qualifier="for some"),
        step("ir", "cpu", devices=["cpu"]),
        modes=("fast", "slow"),
        devices=("cpu", "amd-gpu"),
        excludes=[{"modes": ["slow"], "devices": ["amd-gpu"], "reason": "The back end is too new."}],
        out_of_scope=[limit],
    )
    right = stack("right", step("r-code", "ir"), step("ir", "amd-gpu"), devices=("amd-gpu",))
    small = atlas(
        left,
        right,
        entities=[entity("old", status={"state": "moved", "replaced_by": "ir", "reason": "It was renamed."})],
        ledger=standing("guide#l-code-ir"),
    )
    target = tmp_path / "small.json"
    target.write_text(json.dumps(small.release, ensure_ascii=False), encoding="utf-8")
    return Command(capsys, target)


@pytest.fixture
def plain_command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs commands as they are given."""
    return Command(capsys)
