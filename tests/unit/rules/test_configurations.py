"""The shape of a stack holds in every configuration: by default, and with each option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.rules import check

from .example_dataset import overlaid, write

OPTION = """
options:
- {id: direct, name: DIRECT=1, kind: environment-variable, whose: alpha, text: Leaves one out.,
   effects: EFFECTS, evidence: [{source: doc, quote: With DIRECT set Alpha runs on a Chip by itself.}]}
stacks:
- id: demo
  stages: STAGES
  steps:
STEPS
"""
SHORT = (
    "  - {from: alpha, relation: runs-on, to: chip, phase: run, text: The short way., when: WHEN,\n"
    "     evidence: [{source: doc, quote: Alpha may run on a Chip by itself as well.}]}\n"
)
OMEGA = (
    "[{entity: omega, note: Somewhere., evidence: [{source: doc, quote: Omega stands beside Alpha and Beta here.}]}]"
)
TO_OMEGA = (
    "  - {from: alpha, relation: calls, to: omega, phase: run, text: A side way., when: WHEN,\n"
    "     evidence: [{source: doc, quote: Alpha calls Omega for the rest of the work.}]}\n"
)
FROM_OMEGA = (
    "  - {from: omega, relation: runs-on, to: chip, phase: run, text: The end of it., when: WHEN,\n"
    "     evidence: [{source: doc, quote: Omega runs on a Chip when it is called.}]}\n"
)
WITH = "{options: [direct]}"


def problems(folder: Path, steps: str, effects: str, stages: str = "[]") -> list[tuple[str, str]]:
    """The codes and sentences of what is wrong with the example, with an option and more steps."""
    text = OPTION.replace("EFFECTS", effects).replace("STEPS", steps).replace("STAGES", stages)
    records: dict[str, Any] = overlaid(yaml.safe_load(text))
    return [(problem.code, problem.message) for problem in check(read_dataset(write(records, folder)))]


def adds(*steps: str) -> str:
    """The effects of an option that adds steps of the example's stack."""
    return "[" + ", ".join(f"{{does: adds, step: demo/{step}}}" for step in steps) + "]"


def test_a_step_may_need_an_option(tmp_path: Path) -> None:
    """The paths without it stay whole."""
    assert problems(tmp_path, SHORT.replace("WHEN", WITH), adds("alpha--runs-on--chip")) == []


def test_a_stage_that_only_an_option_leads_to_is_reached(tmp_path: Path) -> None:
    """With what leads on from there under the same option."""
    steps = (TO_OMEGA + FROM_OMEGA).replace("WHEN", WITH)
    assert problems(tmp_path, steps, adds("alpha--calls--omega", "omega--runs-on--chip"), OMEGA) == []


def test_a_path_with_an_option_must_not_end_before_hardware(tmp_path: Path) -> None:
    """The option is named."""
    found = problems(tmp_path, TO_OMEGA.replace("WHEN", WITH), adds("alpha--calls--omega"), OMEGA)
    assert [code for code, _ in found] == ["AG109"]
    assert "on cpu and direct the path ends at 'omega'" in found[0][1]


def test_an_option_must_not_take_away_the_only_way(tmp_path: Path) -> None:
    """With it something else leads on."""
    without = "  - {from: beta, relation: runs-on, to: chip, when: {unless: [direct]}}\n"
    effects = "[{does: removes, step: demo/beta--runs-on--chip}]"
    found = problems(tmp_path, without, effects)
    assert {code for code, _ in found} == {"AG109"}
    assert any("and direct no path reaches 'chip'" in message for _, message in found)


def test_steps_by_default_must_not_start_where_only_an_option_leads(tmp_path: Path) -> None:
    """The step needs the option as well."""
    steps = TO_OMEGA.replace("WHEN", WITH) + FROM_OMEGA.replace("WHEN", "{}")
    found = problems(tmp_path, steps, adds("alpha--calls--omega"), OMEGA)
    assert ("AG107") in {code for code, _ in found}


@pytest.mark.parametrize(
    ("key", "does", "said"),
    [
        ("options", "changes", "does not say that it adds this step"),
        ("unless", "changes", "does not say that it removes this step"),
    ],
)
def test_a_step_and_its_option_say_the_same(tmp_path: Path, key: str, does: str, said: str) -> None:
    """Whichever of the two is silent is told of."""
    steps = SHORT.replace("WHEN", f"{{{key}: [direct]}}")
    found = problems(tmp_path, steps, f"[{{does: {does}, step: demo/alpha--runs-on--chip}}]")
    assert [code for code, _ in found] == ["AG117"]
    assert said in found[0][1]


def test_an_option_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    """As every id."""
    steps = SHORT.replace("WHEN", "{options: [dirct]}")
    found = problems(tmp_path, steps, "[{does: changes, step: demo/alpha--calls--beta}]")
    assert found == [("AG101", "there is no 'dirct' among the options; did you mean direct?")]


def test_a_withdrawn_step_with_an_end_keeps_its_stages(tmp_path: Path) -> None:
    """It is on the paths of the versions before."""
    gone = TO_OMEGA.replace("WHEN", "{}").replace(
        "when: {},",
        "status: {state: withdrawn, reason: Gone.}, until: {version: 'pkg:pypi/alpha@2.0', evidence: "
        "[{source: doc, quote: Alpha 2.0 does without Omega at all.}]},",
    )
    keep = "[{does: changes, step: demo/alpha--calls--beta}]"
    assert problems(tmp_path / "with", gone, keep, OMEGA) == []
    found = problems(tmp_path / "without", gone, keep)
    assert [code for code, _ in found] == ["AG106"]
