"""Assembly text: what the compilers print before, or in place of, machine code."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import CheckFailed
from .text import read


def ptx(path: Path, *, target: str, entry: str) -> str:
    """Check for PTX of a version, for ``target``, with a visible kernel whose name matches ``entry``."""
    content = read(path)
    version = re.search(r"(?m)^\s*\.version\s+(\d+\.\d+)", content)
    if not version:
        raise CheckFailed("it is not PTX: no .version")
    found = re.search(r"(?m)^\s*\.target\s+([^\s,]+)", content)
    if not found or found[1] != target:
        raise CheckFailed(f"its target is {found[1] if found else 'not named'}, not {target}")
    kernels = re.findall(r"\.visible\s+\.entry\s+([^\s(]+)", content)
    return f"PTX {version[1]} for {target} with the kernel {_named(kernels, entry)}"


def amdgcn(path: Path, *, target: str, kernel: str) -> str:
    """Check for AMD GCN assembly for the processor ``target`` that describes a kernel whose name matches ``kernel``."""
    content = read(path)
    found = re.search(r'\.amdgcn_target\s+"([^"]+)"', content)
    if not found:
        raise CheckFailed("it is not AMD GCN assembly: no .amdgcn_target")
    if found[1].rpartition("--")[2].partition(":")[0] != target:
        raise CheckFailed(f"its target is {found[1]}, not {target}")
    name = _named(re.findall(r"(?m)^\s*\.amdhsa_kernel\s+(\S+)", content), kernel)
    return f"AMD GCN assembly for {target} with the kernel {name}"


def native(path: Path, *, symbol: str) -> str:
    """Check for assembly of a processor: a label that matches ``symbol``, and a return."""
    content = read(path)
    name = _named(re.findall(r"(?m)^\"?([A-Za-z_$][^\s\":]*)\"?:", content), symbol)
    if not re.search(r"(?m)^\s+ret[lq]?\b", content):
        raise CheckFailed("no function in it returns")
    return f"assembly with the function {name}"


def _named(names: list[str], pattern: str) -> str:
    for name in names:
        if re.search(pattern, name):
            return name
    raise CheckFailed(f"no kernel or function matches {pattern}; there are {', '.join(names[:5]) or 'none'}")
