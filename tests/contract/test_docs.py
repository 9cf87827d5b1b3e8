"""The documentation of queries and commands: examples that run, and a reference that says what the parsers do."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from atlas_graph.cli.main import COMMANDS, build_parser
from atlas_graph.cli.reference import reference

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_guide_to_queries_runs_as_written() -> None:
    """Every example gives what the page says."""
    outcome = doctest.testfile(str(DOCS / "queries.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 30
    assert outcome.failed == 0


def test_the_command_reference_is_what_the_parsers_say() -> None:
    """Run scripts/generate_cli_reference.py after a change of a parser."""
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == reference()


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_examples_of_a_command_are_lines_that_its_parser_takes(name: str) -> None:
    """What help and reference show can be typed."""
    section = reference().split(f"\n## atlas-graph {name}\n")[1].split("\n## ")[0]
    lines = [line for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]
    assert lines, f"{name} has no example"
    for line in lines:
        words = shlex.split(re.split(r" (?:>>?|\|) ", line)[0])
        assert words[:2] == ["atlas-graph", name]
        build_parser(name).parse_args(words[1:])
