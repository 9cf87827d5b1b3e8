"""Every rule has an example that passes and one that fails, and the whole dataset keeps them all."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import yaml

from atlas_graph import rules
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.problems import DatasetError
from atlas_graph.rules import RULES, check, notices

from .example_dataset import BASE, overlaid, write

WITH_FIND = [rule for rule in RULES if rule.find]
BY_READER = [rule for rule in RULES if not rule.find]


def problems(folder: Path, *, with_notices: bool = False) -> list[str]:
    try:
        dataset = read_dataset(folder)
        return [problem.code for problem in [*check(dataset), *(notices(dataset) if with_notices else [])]]
    except DatasetError as error:
        return [problem.code for problem in error.problems]


def test_codes_and_names_are_used_once() -> None:
    """Codes are stable references: no two rules share a code or a name."""
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


def test_each_file_of_examples_is_a_rules() -> None:
    """No example is left over from a rule that went, and none is missing."""
    folder = Path(rules.__file__).with_name("examples")
    assert sorted(path.name for path in folder.iterdir()) == [f"{rule.code}.yaml" for rule in RULES]


def test_the_base_example_keeps_every_rule(tmp_path: Path) -> None:
    """The dataset that all examples are laid over has no problem of its own."""
    assert problems(write(BASE, tmp_path)) == []


@pytest.mark.parametrize("rule", WITH_FIND, ids=lambda rule: rule.code)
def test_the_passing_example_passes(rule, tmp_path: Path) -> None:
    """What a rule shows as right gives no problem of that rule."""
    assert rule.code not in problems(write(overlaid(yaml.safe_load(rule.passing)), tmp_path), with_notices=True)


@pytest.mark.parametrize("rule", WITH_FIND, ids=lambda rule: rule.code)
def test_the_failing_example_fails(rule, tmp_path: Path) -> None:
    """What a rule shows as wrong gives a problem of that rule."""
    assert rule.code in problems(write(overlaid(yaml.safe_load(rule.failing)), tmp_path), with_notices=True)


@pytest.mark.parametrize("rule", BY_READER, ids=lambda rule: rule.code)
def test_the_reader_keeps_its_rules(rule, tmp_path: Path) -> None:
    """The reader takes the passing file and reports the failing one under the rule's code."""
    place = "notes/new-runtime.yaml" if rule.code == "AG004" else "entities/new-runtime.yaml"
    good = write(BASE, tmp_path / "good", {"entities/new-runtime.yaml": rule.passing})
    bad = write(BASE, tmp_path / "bad", {place: rule.failing})
    assert problems(good) == []
    assert rule.code in problems(bad)


def test_a_problem_names_file_line_and_fix(tmp_path: Path) -> None:
    """A dangling id is reported at its own line with the nearest id."""
    folder = write(overlaid({"entities": [{"id": "alpha", "part_of": ["omgea"]}]}), tmp_path)
    (problem,) = check(read_dataset(folder))
    line = (folder / problem.file).read_text().splitlines()[problem.line - 1]
    assert problem.file == "entities/alpha.yaml"
    assert "omgea" in line
    assert "did you mean omega" in problem.message


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    """Two broken files give two problems, not the first alone."""
    files = {"entities/a.yaml": "id: A\n", "entities/b.yaml": "- [\n"}
    found = problems(write(BASE, tmp_path, files))
    assert "AG001" in found
    assert "AG003" in found


def test_the_dataset_keeps_every_rule() -> None:
    """The dataset of this repository has no problem."""
    root = Path(__file__).resolve().parents[3] / "dataset"
    assert [str(problem) for problem in check(read_dataset(root))] == []


def test_two_steps_of_one_name_need_slugs(tmp_path: Path) -> None:
    """A second step with the same ends and relation is reported until it has a slug."""
    records = overlaid({})
    steps = records["stacks"][0]["steps"]
    steps.append(copy.deepcopy(steps[0]))
    assert "AG112" in problems(write(records, tmp_path / "without"))
    steps[-1]["slug"] = "again"
    steps[-1]["evidence"] = [{"source": "doc", "quote": "Alpha calls Beta once more where the work is large."}]
    assert problems(write(records, tmp_path / "with")) == []


def test_a_choice_with_one_way_of_a_fork_decides_nothing_of_it(tmp_path: Path) -> None:
    """A fork is covered by a choice among two of its steps, not by one that has another step beside one of them."""
    fork = next(rule for rule in RULES if rule.code == "AG125")
    content = yaml.safe_load(fork.passing)
    assert fork.code not in problems(write(overlaid(content), tmp_path / "two"), with_notices=True)
    content["choices"][0]["among"] = ["demo/alpha--calls--beta", "demo/beta--runs-on--chip"]
    assert fork.code in problems(write(overlaid(content), tmp_path / "one"), with_notices=True)
