"""Running the command line, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from atlas_graph.cli.main import main

SOURCES = Path(__file__).resolve().parents[2] / "src"


class Outcome(NamedTuple):
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Command:
    """Runs commands in this process on a release file that stays the same for a test."""

    def __init__(self, capsys: pytest.CaptureFixture[str], release: Path | None = None) -> None:
        self._capsys, self._release = capsys, release

    def __call__(self, *words: str) -> Outcome:
        release = ["--release", str(self._release)] if self._release and words[0] != "completion" else []
        status = main([*words, *release])
        out, err = self._capsys.readouterr()
        return Outcome(status, out, err)


def process(*words: str, text: bool = True, **environment: str) -> subprocess.CompletedProcess[Any]:
    """Run ``python -m atlas_graph`` in a process of its own, on the sources of this tree."""
    return subprocess.run(
        [sys.executable, "-m", "atlas_graph", *words],
        capture_output=True,
        encoding="utf-8" if text else None,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")]),
            **environment,
        },
        timeout=120,
        check=False,
    )
