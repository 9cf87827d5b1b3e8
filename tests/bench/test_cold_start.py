"""The whole process, from nothing to a printed path, beside a bare interpreter and a script of fifteen lines.

The package is laid out as a wheel installs it: the release beside the code, bytecode compiled. The script reads the
same release with ``json`` and walks it breadth first. Runs alternate, and the best of each is taken: what else the
machine does then tells on all alike. The table is written to ``.benchmarks/cold_start.md``.
"""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atlas_graph as ag

from .ratios import Ratios
from .synthetic import release

RUNS = 25
SOURCES = Path(__file__).resolve().parents[2] / "src" / "atlas_graph"
SCRIPT = """\
import json, sys
from collections import deque

release = json.load(open(sys.argv[1], encoding="utf-8"))
name, mode, device = sys.argv[2:]
stack = next(stack for stack in release["stacks"] if stack["id"] == name)
outgoing = {}
for step in stack["steps"]:
    when = step.get("when", {})
    if mode in when.get("modes", [mode]) and device in when.get("devices", [device]):
        outgoing.setdefault(step["from"], []).append(step)
seen, todo = {stack["entry"]}, deque([stack["entry"]])
while todo:
    for step in outgoing.get(todo.popleft(), ()):
        print(step["from"], step["relation"], step["to"], step["evidence"][0]["quote"])
        if step["to"] not in seen:
            seen.add(step["to"])
            todo.append(step["to"])
"""
COMMAND = "import sys\nfrom atlas_graph.cli.main import main\nsys.exit(main())\n"

CASES = {
    "today": ("jax", "jit", "nvidia-gpu"),
    "2,000 entities, 10,000 steps": ("s0050", "jit", "nvidia-gpu"),
}


@pytest.fixture(scope="module")
def ratios() -> Iterator[Ratios]:
    collected = Ratios()
    yield collected
    collected.write("cold_start", "script")


@pytest.fixture(params=CASES)
def installed(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """The package as a wheel puts it, with a release of the size that is asked for."""
    data = ag.load().release if request.param == "today" else release(2_000, 10_000, stacks=100)
    return str(request.param), install(tmp_path, data)


def install(root: Path, data: dict[str, Any]) -> Path:
    """Lay the package out in a folder as a wheel does, with a release, the script beside it, and return the folder."""
    shutil.copytree(SOURCES, root / "atlas_graph", ignore=shutil.ignore_patterns("__pycache__", "data"))
    (root / "atlas_graph" / "data").mkdir()
    text = json.dumps(data, ensure_ascii=False, indent=1)
    (root / "atlas_graph" / "data" / "atlas-graph.json").write_text(text, encoding="utf-8")
    (root / "script.py").write_text(SCRIPT, encoding="utf-8")
    (root / "atlas-graph.py").write_text(COMMAND, encoding="utf-8")
    compileall.compile_dir(root / "atlas_graph", quiet=2)
    return root


def test_the_path_command_starts_about_as_fast_as_the_script(installed: tuple[str, Path], ratios: Ratios) -> None:
    """The whole process takes at most one and a half times what the script takes."""
    size, root = installed
    stack, mode, device = CASES[size]
    words = ["path", stack, "--mode", mode, "--device", device]
    command = [sys.executable, str(root / "atlas-graph.py"), *words]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "script": [
            sys.executable,
            str(root / "script.py"),
            str(root / "atlas_graph/data/atlas-graph.json"),
            stack,
            mode,
            device,
        ],
        "path": command,
        "path --format json": [*command, "--format", "json"],
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    environment["PYTHONPATH"] = str(root)
    best: dict[str, float] = {}
    printed: dict[str, str] = {}
    for _ in range(RUNS):
        for who, line in commands.items():
            began = time.perf_counter()
            done = subprocess.run(line, env=environment, capture_output=True, check=True, encoding="utf-8")
            best[who] = min(best.get(who, 1e9), time.perf_counter() - began)
            printed[who] = done.stdout
    for who, seconds in best.items():
        ratios.add("cold start", size, who, seconds)
    told = {(step["from"], step["to"]) for step in json.loads(printed["path --format json"])["steps"]}
    assert told == {(line.split()[0], line.split()[2]) for line in printed["script"].splitlines()}
    assert best["path"] / best["script"] <= 1.5
