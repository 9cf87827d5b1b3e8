"""Intermediate representations in their text forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ..errors import CheckFailed
from .text import demand, read

_MLIR_OP = re.compile(r"(?:^|[\s=(])\"?([a-z_][a-z0-9_]*\.[a-z_][A-Za-z0-9_.]*)")
_HLO_OP = re.compile(r"(?m)^\s+(?:ROOT )?%?[\w.\-]+ = (?:\([^=]*\)|\S+) ([a-z][a-z0-9\-]*)\(")
_PRIMITIVE = re.compile(r"= ([a-z_][a-z0-9_]*)(?:\[| )")
_DEFINE = re.compile(r"(?m)^define [^\n]*@\"?([^\s\"(]+)\"?\(")


def jaxpr(path: Path, *, primitives: Sequence[str]) -> str:
    """Check for a jaxpr, ``{ lambda ; … let … in … }``, with these primitives bound in it."""
    content = read(path)
    if not re.search(r"\{ lambda ;[^.]*\. let\b.*\bin\b", content, re.DOTALL):
        raise CheckFailed("it is not a jaxpr: no '{ lambda ; … let … in'")
    _among(primitives, set(_PRIMITIVE.findall(content)), "primitives")
    return f"a jaxpr that binds {', '.join(primitives)}"


def mlir(path: Path, *, ops: Sequence[str], what: str = "an MLIR module", lacks: Sequence[str] = ()) -> str:
    """Check for an MLIR module in text form with these operations; ``lacks`` names dialects that must be gone."""
    content = read(path)
    if not re.search(r"(?m)^\s*\"?(?:[a-z]+\.)?module\b", content):
        raise CheckFailed("it is not an MLIR module: no 'module'")
    seen = set(_MLIR_OP.findall(content))
    _among(ops, seen, "operations")
    left = sorted({op for op in seen for dialect in lacks if op.startswith(f"{dialect}.")})
    if left:
        raise CheckFailed(f"operations of a dialect that must be gone: {', '.join(left[:5])}")
    return f"{what} with {', '.join(ops)}"


def hlo(path: Path, *, ops: Sequence[str], scheduled: bool | None = None) -> str:
    """Check for an HLO module: its header, an ENTRY computation, these instructions, and whether it is scheduled."""
    content = read(path)
    if not content.startswith("HloModule "):
        raise CheckFailed("it does not begin with 'HloModule'")
    if not re.search(r"(?m)^ENTRY ", content):
        raise CheckFailed("it has no ENTRY computation")
    _among(ops, set(_HLO_OP.findall(content)), "instructions")
    is_scheduled = "is_scheduled=true" in content.partition("\n")[0]
    if scheduled is not None and scheduled != is_scheduled:
        raise CheckFailed(f"it is {'scheduled' if is_scheduled else 'not scheduled yet'}")
    return f"an HLO module with {', '.join(ops)}" + (", scheduled" if is_scheduled else "")


def llvm_ir(path: Path, *, defines: str = "", triple: Sequence[str] = (), has: Sequence[str] = ()) -> str:
    """Check for LLVM IR.

    There must be a function definition whose name matches ``defines``, a target triple that begins with one of
    ``triple``, balanced braces, and these words.
    """
    content = read(path)
    names = _DEFINE.findall(content)
    if not names:
        raise CheckFailed("it is not LLVM IR: no 'define … @name('")
    if content.count("{") != content.count("}"):
        raise CheckFailed("its braces are not balanced")
    name = next((name for name in names if re.search(defines, name)), None)
    if name is None:
        raise CheckFailed(f"no function matches {defines}; there are {', '.join(names[:5])}")
    target = re.search(r'(?m)^target triple = "([^"]+)"', content)
    found = target[1] if target else ""
    if triple and not found.startswith(tuple(triple)):
        raise CheckFailed(f"its target is '{found}'")
    demand(content, has, "the words")
    return f"LLVM IR{' for ' + found if found else ''} that defines {name}"


def _among(wanted: Sequence[str], seen: set[str], what: str) -> None:
    if not wanted:
        raise CheckFailed(f"the check names no {what}")
    missing = [name for name in wanted if name not in seen]
    if missing:
        raise CheckFailed(
            f"the {what} {', '.join(missing)} not found; there are {', '.join(sorted(seen)[:12]) or 'none'}"
        )
