"""The README keeps its word: its commands are CI's, its example runs, its output is today's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_readmes_test_command() -> None:
    """Each part of the second command stands as a line of its own in the CI script."""
    command = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)[1]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert command == "pip install -e '.[dev]' && pytest -n 2"
    assert all(part in script for part in command.split(" && "))


def test_the_output_shown_is_what_the_command_prints() -> None:
    """The block under "What it prints" is made from the real output."""
    command = [sys.executable, "scripts/readme_output.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The example prints what its comment says, and a link to every first quote."""
    (example,) = re.findall(r"```python\n(.*?)\n```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "12 13"
    assert len(lines) == 14
    assert all(":~:text=" in line for line in lines[1:])


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "dataset" / "README.md"]))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file or folder that is there."""
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_no_page_names_a_place_outside_the_project() -> None:
    """Tracked text speaks of the project alone: no absolute path of the machine that it was made on."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    places = re.compile(r"(?<![\w.])/(?:home|root|Users|work|farm)/")
    for name in tracked.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".md", ".py", ".toml", ".yml", ".cff"} and path.name != "test_readme.py" and path.exists():
            found = places.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{name} names {found[0]}" if found else ""


def test_no_command_runs_without_an_epilog() -> None:
    """Every command's help page ends with an example."""
    from atlas_graph.cli.main import COMMANDS, build_parser

    actions = next(action for action in build_parser()._actions if getattr(action, "choices", None))
    assert set(actions.choices) == set(COMMANDS)
    for name, parser in actions.choices.items():
        assert (parser.epilog or "").startswith("example: atlas-graph"), name
        assert os.linesep not in (parser.description or "")
