"""The core needs nothing but its light dependencies; every other command says which extra it wants."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from atlas_graph.cli.commands import COMMANDS

from .commands import SOURCES

ROOT = SOURCES.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

#: What each core command is tried with, and its exit status; RELEASE stands for a release file.
CORE = {
    "build": (["-o", "built"], 0),
    "compare": (["jax:no-jit:cpu", "jax:jit:cpu", "--format", "table"], 0),
    "completion": (["bash"], 0),
    "coverage": ([], 0),
    "diff": (["RELEASE", "RELEASE"], 0),
    "explain": (["jax", "--mode", "jit", "--device", "cpu"], 0),
    "export": (["turtle"], 0),
    "here": (["--format", "json"], None),  # what is installed decides
    "list": (["entities"], 0),
    "path": (["jax", "--mode", "jit", "--device", "cpu", "--format", "html"], 0),
    "routes": (["xla", "ptx"], 0),
    "search": (["tritn"], 0),
    "show": (["stablehlo"], 0),
    "stats": ([], 0),
    "why-not": (["jax", "amd-gpu"], None),
}
#: Further ways to use the core that once needed more than it has.
FURTHER = [
    (["--help"], 0, ""),
    (["--version"], None, ""),
    (["path", "jaxs"], 2, "did you mean jax?"),
    (["pathh", "jax"], 2, "did you mean path?"),
    *((["export", format], 0, "") for format in ("jsonld", "nquads", "trig", "graphml", "cypher")),
    (["path", "jax", "--format", "markdown"], 0, ""),
    (["list", "steps", "--format", "csv"], 0, ""),
]
#: What each other command is tried with.
OTHERS = {
    "audit": ["status"],
    "explain-rule": ["AG101"],
    "quote": ["guide.md", "the function is traced and compiled on its first call"],
    "serve": [],
    "site": ["-o", "nowhere"],
    "sparql": ["ASK {}"],
    "validate": [],
    "verify": [],
    "witness": ["list"],
}

#: A program that finds the standard library, the package and the core's dependencies, and nothing else.
BARE = """
import sys
allowed = {{*sys.stdlib_module_names, "atlas_graph", "rapidfuzz", "argcomplete", "packaging"}}

class Only:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        return self.finder.find_spec(name, path, target) if name.partition(".")[0] in allowed else None

sys.meta_path[:] = map(Only, sys.meta_path)
from atlas_graph.cli.main import main
sys.exit(main({words!r}))
"""


def bare(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONWARNINGS": "error"}
    line = [sys.executable, "-c", BARE.format(words=words)]
    return subprocess.run(line, capture_output=True, cwd=folder, env=environment, encoding="utf-8", check=False)


def tried(name: str, release: Path) -> list[str]:
    words = [str(release) if word == "RELEASE" else word for word in CORE[name][0]]
    return [name, *words, *(["--release", str(release)] if name not in ("completion", "diff") else [])]


def test_the_core_has_at_most_three_dependencies() -> None:
    assert len(PROJECT["dependencies"]) <= 3


def test_every_command_is_of_the_core_or_names_an_extra_that_there_is() -> None:
    assert {name for name, command in COMMANDS.items() if command.extra is None} == set(CORE)
    assert {command.extra for command in COMMANDS.values()} - {None} <= set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("name", CORE)
def test_a_core_command_imports_no_package_of_an_extra(name: str, real_release: Path, tmp_path: Path) -> None:
    done = bare(tried(name, real_release), tmp_path)
    assert done.returncode == CORE[name][1] or (CORE[name][1] is None and done.returncode in (0, 1)), done.stderr
    assert done.stdout
    assert "needs" not in done.stderr


@pytest.mark.parametrize(("words", "status", "said"), FURTHER, ids=str)
def test_the_core_answers_without_any_extra(
    words: list[str], status: int | None, said: str, real_release: Path, tmp_path: Path
) -> None:
    release = [] if words[0].startswith("-") else ["--release", str(real_release)]
    done = bare([*words, *release], tmp_path)
    if words == ["--version"]:  # of a working tree, which has to be compiled
        assert (done.returncode, "atlas-graph[author]" in done.stderr) in ((0, False), (2, True))
    else:
        assert done.returncode == status, done.stderr
    assert said in done.stderr


@pytest.mark.parametrize("name", OTHERS)
def test_a_command_without_its_extra_says_so_in_one_sentence(name: str, tmp_path: Path) -> None:
    """With the line to type, and nothing else."""
    done = bare([name, *OTHERS[name]], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"install it with: pip install 'atlas-graph[{COMMANDS[name].extra}]'\n")


def test_every_other_command_is_tried() -> None:
    assert set(OTHERS) == set(COMMANDS) - set(CORE)


def test_a_dataset_folder_without_the_extra_is_answered_in_one_sentence(tmp_path: Path) -> None:
    done = bare(["path", "jax", "--dataset", str(ROOT / "dataset")], tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith("install it with: pip install 'atlas-graph[author]'\n")


def test_a_release_that_does_not_hold_together_is_answered_without_the_extra(
    real_release: Path, tmp_path: Path
) -> None:
    """By a sentence that names what can tell more, not by an internal error."""
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(real_release.read_text(encoding="utf-8").replace('"steps"', '"stepz"'), encoding="utf-8")
    done = bare(["path", "jax", "--release", str(spoilt)], tmp_path)
    assert done.returncode == 2
    assert "pip install 'atlas-graph[author]' && atlas-graph validate" in done.stderr


@pytest.mark.slow
@pytest.mark.network
def test_the_bare_wheel_runs_every_core_command(tmp_path: Path) -> None:
    """In an environment of its own, which holds the wheel and what it asks for."""
    line = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    made = subprocess.run(line, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    environment = tmp_path / "bare"
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    installed = subprocess.run(
        [scripts / "python", "-m", "pip", "install", "--quiet", str(wheel)], capture_output=True, text=True, check=False
    )
    if installed.returncode and "No matching distribution" in installed.stderr:
        pytest.skip("no package index to install the dependencies from")
    assert installed.returncode == 0, installed.stderr
    release = next(environment.rglob("atlas-graph.json"))
    for name, (_, status) in CORE.items():
        done = subprocess.run(
            [scripts / "atlas-graph", *tried(name, release)], capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == status or (status is None and done.returncode in (0, 1)), (name, done.stderr)
        assert done.stdout, name
    version = subprocess.run([scripts / "atlas-graph", "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("atlas-graph ")
