"""What ``import atlas_graph`` offers, and how little it loads."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import atlas_graph as ag

from .commands import SOURCES

NAMES = [
    "Atlas",
    "AtlasError",
    "AtlasWarning",
    "Card",
    "Choice",
    "Citation",
    "Collection",
    "Comparison",
    "Coverage",
    "Decision",
    "Device",
    "Entity",
    "Evidence",
    "Explanation",
    "Fact",
    "Fork",
    "Grade",
    "Here",
    "Hit",
    "Link",
    "Looked",
    "Misconception",
    "MissingExtraError",
    "Mode",
    "Option",
    "Path",
    "Publisher",
    "Question",
    "Quote",
    "Relation",
    "ReleaseError",
    "Route",
    "Routes",
    "Source",
    "Stack",
    "Stage",
    "Step",
    "Switch",
    "Table",
    "UnknownIdError",
    "WhyNot",
    "Witness",
    "load",
]

#: What a user of ``path`` must not wait for. Each costs more than walking the graph.
HEAVY = (
    "dataclasses", "typing", "pydantic", "rich", "rapidfuzz", "inspect", "pathlib", "httpx", "rdflib", "pyoxigraph",
    "univers", "packageurl",
    "hashlib", "urllib", "textwrap", "shutil", "contextlib", "importlib.metadata", "argcomplete", "networkx",
)  # fmt: skip


def test_the_exported_names_are_these() -> None:
    """A name that is added or lost is a change of the interface."""
    assert sorted(ag.__all__) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_exported_name_is_there_and_says_what_it_is(name: str) -> None:
    """Also those that are imported only when they are named."""
    value = getattr(ag, name)
    assert value.__doc__
    assert name in dir(ag)


def test_a_name_that_is_not_exported_is_an_attribute_error() -> None:
    """As of any module."""
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = ag.Nothing  # type: ignore[attr-defined]


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code, beyond those it starts with."""
    bare = "import sys; print(' '.join(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}

    def run(program: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, "-S", "-c", program],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
            timeout=60,
        )
        return set(done.stdout.rsplit("\n", 2)[-2].split())

    return run(f"{code}\n{bare}") - run(bare)


def test_importing_the_package_loads_nothing_heavy() -> None:
    """Not even what its own queries need later."""
    loaded = loaded_by("import atlas_graph")
    assert loaded.isdisjoint(HEAVY)
    assert "atlas_graph.graph.routes" not in loaded


def test_the_path_command_loads_nothing_heavy(real_release: os.PathLike[str]) -> None:
    """From its first line to the last, in text and in JSON, on a release file."""
    for format in ("text", "json", "mermaid", "dot", "markdown"):
        words = [
            "path",
            "jax",
            "--mode",
            "jit",
            "--device",
            "cpu",
            "--format",
            format,
            "--release",
            os.fspath(real_release),
        ]
        loaded = loaded_by(f"from atlas_graph.cli.main import main\nassert main({words!r}) == 0")
        assert loaded.isdisjoint(HEAVY), (format, loaded & set(HEAVY))


def test_the_types_are_those_that_the_documentation_promises(tmp_path: os.PathLike[str]) -> None:
    """mypy reveals what a caller gets: None only where a result can be None."""
    from mypy import api

    program = os.path.join(tmp_path, "program.py")
    with open(program, "w", encoding="utf-8") as file:
        file.write(
            "import atlas_graph as ag\n"
            "atlas = ag.load()\n"
            "reveal_type(atlas.path('jax', mode='jit'))\n"
            "reveal_type(atlas.get('jax'))\n"
            "reveal_type(atlas.get('jax', 0))\n"
            "reveal_type(atlas.routes('a', 'b')[0])\n"
            "reveal_type(atlas.routes('a', 'b')[:2])\n"
            "reveal_type(atlas.compare(('jax', 'jit', None), 'jax').shared_steps)\n"
            "reveal_type([step.evidence[0].quote for step in atlas.path('jax')])\n"
            "reveal_type(atlas.explain('jax').weakest)\n"
            "reveal_type(atlas.why_not('a', 'b').route)\n"
            "reveal_type(ag.Routes)\n"
        )
    out, err, status = api.run(["--strict", "--cache-dir", os.fspath(tmp_path), program])
    revealed = [line.partition('"')[2].rpartition('"')[0] for line in out.splitlines() if "Revealed type" in line]
    assert status == 0, out + err
    names = [line.replace("atlas_graph.graph.", "").replace("builtins.", "") for line in revealed]
    assert names[0] == "path.Path"
    assert names[1].endswith("| None")
    assert names[2].endswith("| int")
    assert "None" not in names[2]
    assert names[3:] == [
        "routes.Route",
        "tuple[routes.Route, ...]",
        "tuple[tuple[parts.Step, parts.Step], ...]",
        "list[str | None]",
        "parts.Step | None",
        "routes.Route | None",
        names[-1],
    ]
