"""Witnesses run for real, in their own environments: -m witness for the light ones, -m witness_heavy for the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas_graph.witness.errors import IncompleteError
from atlas_graph.witness.registry import programs
from atlas_graph.witness.run import run_witness

LIGHT = ("numba-cpu", "jax-cpu")
PROGRAMS = programs(Path(__file__).parents[2] / "dataset")


def _run(name: str, cache: Path | None = None) -> None:
    try:
        outcome = run_witness(PROGRAMS[name], cache=cache)
    except IncompleteError as error:
        pytest.skip(str(error))
    assert outcome.trouble is None
    assert [f"{seen.spec.file}: {seen.said}" for seen in outcome.artefacts if not seen.passed] == []
    assert [control.said for control in outcome.controls if not control.passed] == []
    assert set(outcome.steps) == set(PROGRAMS[name].header.steps)


@pytest.mark.witness
@pytest.mark.parametrize("name", LIGHT)
def test_light_witness_shows_all_that_it_claims(name: str) -> None:
    """A light witness passes every check and control, and shows every step of its header."""
    _run(name)


@pytest.mark.witness_heavy
@pytest.mark.parametrize("name", sorted(set(PROGRAMS) - set(LIGHT)))
def test_witness_shows_all_that_it_claims(name: str) -> None:
    """A witness passes every check and control, and shows every step of its header."""
    _run(name)
