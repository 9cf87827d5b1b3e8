"""Where output goes and what it is fit for: pipes that close, streams without Unicode, colour, failures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.authoring.compile import compile_release
from atlas_graph.authoring.dataset import read_dataset
from atlas_graph.cli import main as entry

from ..unit.rules.example_dataset import BASE, write
from .commands import SOURCES, Command, process


def test_a_closed_pipe_ends_quietly() -> None:
    """``| head`` sees its line, and nothing is said of the rest."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-m", "atlas_graph", "list", "steps", "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["path", "jax", "--mode", "jit"],
        ["stats"],
        ["list", "relations"],
        ["show", "jaxpr"],
        ["compare", "jax:jit:cpu", "jax:jit:tpu", "--format", "table"],
    ],
)
def test_a_stream_without_unicode_gets_ascii(words: list[str]) -> None:
    """Arrows, quotes and rules have plain forms; nothing fails for want of a character."""
    done = process(*words, text=False, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode("ascii")


def test_json_on_a_stream_without_unicode_is_escaped_and_the_same() -> None:
    """The values do not depend on the terminal."""
    plain = process("path", "jax", "--format", "json", PYTHONIOENCODING="ascii", PYTHONUTF8="0").stdout
    assert plain.isascii()
    assert json.loads(plain) == json.loads(process("path", "jax", "--format", "json", PYTHONIOENCODING="utf-8").stdout)


def test_documents_are_utf_8_whatever_the_stream_says() -> None:
    """An HTML page that says it is UTF-8 is."""
    done = process("path", "jax", "--format", "html", text=False, PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert '<meta charset="utf-8">' in done.stdout.decode("utf-8")
    assert "→" in done.stdout.decode("utf-8")


def test_csv_is_utf_8_whatever_the_stream_says() -> None:
    """A file that other programs read does not depend on the terminal that it was made in."""
    plain = process("list", "sources", "--format", "csv", text=False, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert plain.returncode == 0
    assert plain.stdout == process("list", "sources", "--format", "csv", text=False, PYTHONIOENCODING="utf-8").stdout


@pytest.mark.parametrize("words", [["list", "entities"], ["path", "jax"], ["stats", "--format", "json"], ["--version"]])
def test_a_reader_that_is_gone_is_no_failure(words: list[str]) -> None:
    """Tables too, whose library would end the process with a status of its own."""
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-m", "atlas_graph", *words]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
def test_a_full_disk_is_a_sentence_with_status_3() -> None:
    """What was not written is not done."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-m", "atlas_graph", "list", "steps", "--format", "json"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False, timeout=60)
    assert done.returncode == 3
    assert done.stderr.startswith(b"atlas-graph: the output could not be written: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="this shell is another")
def test_streams_that_are_closed_are_no_failure() -> None:
    """``>&-`` and ``2>&-``: an answer goes nowhere, and a complaint never where the answer would go."""
    for redirection, status, words in ((">&-", 0, ["stats"]), ("2>&-", 2, ["path", "nothing"])):
        command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "atlas_graph", *words]
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        done = subprocess.run(command, capture_output=True, env=environment, check=False, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_half_a_character_in_an_argument_is_printed_escaped(small_command: Command) -> None:
    """As a shell passes bytes that are no UTF-8."""
    done = small_command("why-not", "left", "\udcff", "--format", "json")
    assert (done.status, done.json["to"]) == (2, "\udcff")
    assert (
        small_command("path", "\x1b[31m").err == "atlas-graph: there is no stack '\\x1b[31m'; use one of left, right.\n"
    )


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda release: release["stacks"][0]["steps"][0].pop("to"), "'stacks.0.steps.0.to' is missing"),
        (lambda release: release["entities"][0].update(id={}), "'entities.0.id': this must be text"),
        (lambda release: release["sources"].pop(0), "names 'guide', which is not among its sources"),
    ],
)
def test_a_release_that_makes_a_command_stumble_is_at_fault(
    spoil: Callable[[dict[str, Any]], object], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong with it is said, and it is not called an internal error."""
    folder = write(BASE, tmp_path)
    release = compile_release(read_dataset(folder))
    release = json.loads(json.dumps(release).replace('"doc', '"guide'))
    spoil(release)
    target = tmp_path / "release.json"
    target.write_text(json.dumps(release))
    assert entry.main(["path", "demo", "--release", str(target), "--format", "json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"atlas-graph: {target} is not a valid release: ")
    assert sentence in err


def test_an_internal_error_is_a_sentence_with_status_4(monkeypatch: pytest.MonkeyPatch, small_command: Command) -> None:
    """Without a traceback, which ATLAS_GRAPH_DEBUG brings."""
    from atlas_graph import atlas

    def broken(self: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(atlas.Atlas, "stats", broken)
    monkeypatch.delenv("ATLAS_GRAPH_DEBUG", raising=False)
    done = small_command("stats")
    assert (done.status, done.out) == (4, "")
    assert done.err.startswith("atlas-graph: internal error, RuntimeError: broken on purpose; please report it")
    monkeypatch.setenv("ATLAS_GRAPH_DEBUG", "1")
    with pytest.raises(RuntimeError):
        small_command("stats")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["path"], ["path", "jax", "--format", "gif"], ["list", "nothing"]])
def test_wrong_usage_ends_with_2_and_says_what_is_there(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, with the usage."""
    assert entry.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: atlas-graph" in err


def test_a_release_that_cannot_be_read_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a sentence that names the file."""
    missing = tmp_path / "none.json"
    assert entry.main(["path", "jax", "--release", str(missing)]) == 2
    assert str(missing) in capsys.readouterr().err


@pytest.mark.parametrize(("word", "hint"), [("pth", "did you mean path?"), ("zzz", "use one of audit, ")])
def test_a_command_that_is_none_is_told_the_nearest(word: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As every other misspelt word is."""
    assert entry.main([word]) == 2
    assert f"there is no command '{word}'; {hint}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["build", "-o", ""], ["validate", ""], ["stats", "--dataset", ""]])
def test_an_empty_folder_name_is_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A variable that was not set must not make a command write into, or read, the folder that one is in."""
    assert entry.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "is empty; name the folder" in err


def test_build_tells_programs_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON too, like every command that answers."""
    folder = write(BASE, tmp_path)
    assert entry.main(["build", "--dataset", str(folder), "-o", str(tmp_path / "out"), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["version"]) == ("demo", "1.0.0")
    assert all(Path(file).is_file() for file in told["files"])
