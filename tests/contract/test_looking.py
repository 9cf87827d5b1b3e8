"""``show``, ``search``, ``list``, ``stats``, ``here`` and ``completion``."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys

import pytest

from atlas_graph.graph.tables import COLUMNS

from .commands import SOURCES, Command, process


def test_show_prints_a_card(command: Command) -> None:
    """For people and as JSON."""
    done = command("show", "stablehlo")
    assert done.status == 0
    assert done.out.startswith("StableHLO\nentity stablehlo\n")
    assert "- The form in which JAX hands a lowered function to the compiler. · stack/jax" in done.out
    values = command("show", "stablehlo", "--format", "json").json
    assert (values["kind"], values["record"]["kind"]) == ("entity", "intermediate-representation")


@pytest.mark.parametrize(
    "asked",
    ["stack/jax", "jax/jaxpr--lowers-to--stablehlo", "jax-about", "relation/calls", "device/cpu", "entity/jax"],
)
def test_show_takes_every_kind_of_thing(command: Command, asked: str) -> None:
    """Each prints something and ends with 0, in both formats."""
    done = command("show", asked)
    assert (done.status, done.err) == (0, "")
    assert len(done.out.splitlines()) > 1
    assert command("show", asked, "--format", "json").json["id"]


def test_show_follows_what_has_moved_and_refuses_what_is_not_there(small_command: Command) -> None:
    """A note for the first, the nearest ids for the second."""
    moved = small_command("show", "old")
    assert (moved.status, moved.out.splitlines()[1]) == (0, "entity ir")
    assert "It was renamed." in moved.err
    missing = small_command("show", "leftt")
    assert (missing.status, missing.out) == (2, "")
    assert "did you mean left" in missing.err


def test_search_finds_misspelt_names_and_ends_with_1_for_nothing(command: Command) -> None:
    """Best first, at most as many as asked for."""
    done = command("search", "stabel", "hlo", "--limit", "3")
    assert done.status == 0
    assert done.out.startswith("entity stablehlo\n")
    assert len(command("search", "gpu", "--limit", "3", "--format", "json").json) == 3
    assert "“stabel” is not known; “stable” was looked for" in done.err
    nothing = command("search", "qqqqqqqq")
    assert (nothing.status, nothing.out) == (1, "")
    assert "nothing fits “qqqqqqqq”" in nothing.err


def test_search_answers_a_golden_question_first_with_receipts(command: Command) -> None:
    """In full, with the quotes behind the answer and the command that shows the question; so does ``show``."""
    done = command(
        "search", "Does", "a", "jitted", "JAX", "function", "go", "through", "layers", "to", "an NVIDIA GPU?"
    )
    assert done.status == 0
    assert done.out.startswith("Which layers does a jitted JAX function go through on its way to an NVIDIA GPU?\n")
    assert "atlas-graph show question/jax-jit-to-nvidia" in done.out
    first = command("search", "layers of a jitted JAX function to an NVIDIA GPU", "--format", "json").json[0]
    assert (first["kind"], first["id"]) == ("question", "jax-jit-to-nvidia")
    assert all(receipt["evidence"][0]["quote"] for receipt in first["receipts"])
    shown = command("show", "question/jax-jit-to-nvidia", "--quotes")
    assert first["answer"] in " ".join(shown.out.split())
    assert first["receipts"][0]["evidence"][0]["quote"] in " ".join(shown.out.split())


@pytest.mark.parametrize("stack", ["jax", "stack/jax", "https://w3id.org/atlas-graph/stack/jax"])
@pytest.mark.parametrize("device", ["cpu", "device/cpu", "https://w3id.org/atlas-graph/device/cpu"])
def test_an_id_is_taken_in_each_of_its_forms(command: Command, stack: str, device: str) -> None:
    """Bare, with its kind, and as an IRI, by every command that takes one."""
    assert command("path", stack, "--device", device, "--format", "json").json["stack"] == "jax"
    assert command("explain", stack, "--mode", "jit", "--device", device).status == 0
    assert command("show", stack).status == command("why-not", stack, device).status - 1 == 0


@pytest.mark.parametrize("what", sorted(COLUMNS))
def test_everything_can_be_listed_as_table_json_and_csv(command: Command, what: str) -> None:
    """CSV and JSON have the same rows, and CSV is what its reader expects."""
    assert command("list", what).status == 0
    rows = command("list", what, "--format", "json").json
    read = list(csv.DictReader(io.StringIO(command("list", what, "--format", "csv").out)))
    assert [row["id"] for row in read] == [str(row["id"]) for row in rows]
    if rows and what != "steps":
        assert set(read[0]) == set(COLUMNS[what])


def test_a_csv_loads_into_pandas(command: Command) -> None:
    """With one column a field."""
    import pandas

    frame = pandas.read_csv(io.StringIO(command("list", "entities", "--format", "csv").out))
    assert {"id", "name", "kind"} <= set(frame.columns)
    assert (frame["kind"] == "hardware").any()


def test_the_json_of_stats_is_the_contract(command: Command) -> None:
    """Whole numbers under the names of the contract."""
    values = command("stats", "--format", "json").json
    keys = {"version", "stacks", "entities", "steps", "sources", "quotes", "facts", "verified", "by_kind"}
    assert keys <= set(values)
    assert all(isinstance(values[key], int) for key in keys - {"version", "by_kind"})
    assert sum(values["by_kind"].values()) == values["entities"]
    assert 0 <= values["verified"] <= values["quotes"]
    assert f"stacks          {values['stacks']}\n" in command("stats").out


def test_here_prints_what_it_found(command: Command) -> None:
    """The processor at least, and a command for each path; it ends with 1 where there is none."""
    done = command("here", "--format", "json")
    assert "cpu" in {device["id"] for device in done.json["devices"]}
    assert done.status == (0 if done.json["paths"] else 1)
    assert all(path["command"].startswith("atlas-graph path ") for path in done.json["paths"])
    assert "Device: cpu" in command("here").out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed_for_each_shell(command: Command, shell: str) -> None:
    """It names the command that it completes, and the shell itself takes it where it is installed."""
    done = command("completion", shell)
    assert done.status == 0
    assert "atlas-graph" in done.out
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=done.out, text=True, check=False).returncode == 0


def completions(line: str) -> list[str]:
    """What a shell is offered at the end of a line, through argcomplete's protocol."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCES),
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": "/dev/stdout",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from atlas_graph.cli.main import main; main()"],
        env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return [word.strip() for word in done.stdout.split("\n") if word.strip()]


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="argcomplete's file for answers needs /dev/stdout here")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("atlas-graph wh", "why-not"),
        ("atlas-graph path ja", "jax"),
        ("atlas-graph path jax --mode ", "jit"),
        ("atlas-graph path jax --format m", "mermaid"),
        ("atlas-graph routes xl", "xla"),
        ("atlas-graph compare jax:jit:", "jax:jit:cpu"),
    ],
)
def test_a_shell_is_offered_commands_options_and_ids(line: str, offered: str) -> None:
    """Ids come from the atlas; modes are those of the stack that was named."""
    words = completions(line)
    assert any(word in (offered, offered.rpartition(":")[2]) for word in words), words


def test_help_has_an_example_for_each_command() -> None:
    """The page of every command names its arguments and ends in a line that can be typed."""
    from atlas_graph.cli.main import COMMANDS, build_parser

    for name in COMMANDS:
        parser = build_parser(name)
        page = parser._subparsers._group_actions[0].choices[name].format_help()  # type: ignore[union-attr,index]
        assert f"example: atlas-graph {name}" in " ".join(page.split()), name


def test_help_is_printed_for_the_whole_and_for_one_command() -> None:
    """In a process of its own, at the width of the terminal, and ends with 0."""
    whole = process("--help", COLUMNS="80")
    assert whole.returncode == 0
    assert "why-not" in whole.stdout
    assert all(len(line) <= 80 for line in whole.stdout.splitlines())
    narrow, wide = (process("routes", "--help", COLUMNS=columns) for columns in ("60", "120"))
    assert narrow.returncode == 0
    assert len(narrow.stdout.splitlines()) > len(wide.stdout.splitlines())
    assert max(len(line) for line in wide.stdout.splitlines()) > 80


def test_a_path_is_shown_with_its_quotes_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """As ``path`` prints it."""
    from atlas_graph.cli.main import main

    assert main(["show", "jax:jit:cpu", "--quotes"]) == 0
    shown = capsys.readouterr().out
    assert main(["path", "jax:jit:cpu", "--quotes"]) == 0
    assert shown == capsys.readouterr().out


def test_a_word_taken_for_another_is_noted_once(command: Command) -> None:
    """Also where both sides of a comparison ask for it."""
    done = command("compare", "jax", "pytorch", "--device", "cuda")
    assert done.err == "atlas-graph: note: 'cuda' was taken for the device 'nvidia-gpu'\n"


def test_no_heading_of_a_card_stands_above_nothing(command: Command) -> None:
    """The quotes of a date are shown with the others."""
    short = command("show", "torch.compile").out.splitlines()
    assert "since: pkg:pypi/torch@2.0" in short
    assert "Since" not in short
    assert "since:" in command("show", "torch.compile", "--quotes").out.splitlines()
