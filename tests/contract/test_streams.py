"""Where output goes and what it is fit for: pipes that close, streams without Unicode, colour, failures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlas_graph.cli import main as entry

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
    "words", [["path", "jax", "--mode", "jit"], ["stats"], ["list", "relations"], ["show", "jaxpr"]]
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


def test_an_internal_error_is_a_sentence_with_status_4(monkeypatch: pytest.MonkeyPatch, small_command: Command) -> None:
    """Without a traceback, which ATLAS_GRAPH_DEBUG brings."""
    from atlas_graph.graph import atlas

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
