"""Fake witness programs, and wheels that are made on the spot, so that no test needs a network or a framework."""

from __future__ import annotations

import zipfile
from pathlib import Path

from atlas_graph.witness.header import Program, read_program

HEADER = """\
title = "A fake framework"
device = "CPU"
seconds = 20
megabytes = 200
{more}
[[tool.atlas-graph.artefacts]]
stage = "jaxpr"
file = "form.txt"
kind = "form of the function"
checks = [{{ is = "text", has = ["FORM"], says = "it has its form" }}]

[[tool.atlas-graph.artefacts]]
stage = "cpu"
file = "result.json"
kind = "value computed"
checks = [{{ is = "result" }}]

[[tool.atlas-graph.controls]]
variant = "plain"
description = "without the compiler there is no form"
present = ["result.json"]
absent = ["form.txt"]

[tool.atlas-graph.steps]
"jax/jax--traces-to--jaxpr" = ["form.txt"]
"jax/pjrt--runs-on--cpu" = ["form.txt", "result.json"]
"""

GOOD = """
import json, sys, pathlib
out = pathlib.Path(sys.argv[1])
if len(sys.argv) == 2:
    (out / "form.txt").write_text("FORM of f")
(out / "result.json").write_text(json.dumps({"sum": 11.271921}))
"""


def write_program(
    folder: Path, body: str = GOOD, *, requires: str = "[]", more: str = "", header: str | None = None
) -> Program:
    """Write a program with a valid header and return it as the registry would read it."""
    metadata = f"dependencies = {requires}\n\n[tool.atlas-graph]\n" + (header or HEADER.format(more=more))
    lines = ["# /// script", *(f"# {line}".rstrip() for line in metadata.splitlines()), "# ///", body]
    path = folder / "fake-thing" / "program.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_program(path)


def write_wheel(folder: Path, name: str, version: str, content: str = "", tag: str = "py3-none-any") -> Path:
    """Write the smallest wheel that pip installs: one module."""
    path = folder / f"{name}-{version}-{tag}.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", content)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: {tag}\n")
        wheel.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return path
