#!/usr/bin/env python3
"""Change the package in one small place at a time, and say which changes no test notices.

    python scripts/mutate.py src/atlas_graph/rules --tests tests/unit/rules --count 50 --seed 1

Each mutant is one node of a module's syntax tree: a comparison turned round, a condition dropped or negated, a row of a
table left out, a loop over nothing, a number raised. No file is written: a child process imports the changed module and
runs the tests, first those in the file named after it. A mutant that survives wants a test, or its code is not needed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.machinery
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pydantic  # noqa: F401  # loaded once, and not in each child
import pytest
import rapidfuzz.process  # noqa: F401
import yaml  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]
_OTHER = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip

Change = tuple[str, Callable[[], None]]


def changes(node: ast.AST) -> Iterator[Change]:
    """Yield what can be done to a node: what to call it, and a function that does it in place."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OTHER:
            yield "comparison turned round", lambda: node.ops.__setitem__(0, _OTHER[type(op)]())
        case ast.BoolOp():
            yield "and/or exchanged", lambda: setattr(node, "op", _OTHER[type(node.op)]())
            for place in range(len(node.values)):
                yield f"operand {place + 1} left out", lambda place=place: node.values.pop(place)
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", lambda: setattr(node, "op", ast.UAdd()) or _double(node)
        case ast.BinOp() if type(node.op) in _OTHER:
            yield "operator exchanged", lambda: setattr(node, "op", _OTHER[type(node.op)]())
        case ast.Constant(value=bool() as value):
            yield "truth exchanged", lambda: setattr(node, "value", not value)
        case ast.Constant(value=int() as value):
            yield "number raised", lambda: setattr(node, "value", value + 1)
        case ast.Tuple(ctx=ast.Load()) | ast.Set() | ast.List(ctx=ast.Load()) if len(node.elts) > 1:
            for place in range(len(node.elts)):
                yield f"item {place + 1} left out", lambda place=place: node.elts.pop(place)
        case ast.Dict() if len(node.keys) > 1:
            for place in range(len(node.keys)):
                yield f"row {place + 1} left out", lambda place=place: (node.keys.pop(place), node.values.pop(place))
        case ast.For() | ast.comprehension():
            yield "loop over nothing", lambda: setattr(node, "iter", ast.Tuple([], ast.Load()))
        case ast.If() | ast.IfExp():
            yield "condition negated", lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))


def _double(node: ast.UnaryOp) -> None:
    """Have a ``not`` say the truth of its operand: ``not not x``."""
    node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotations, no words of messages, no slots."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params") or isinstance(tree, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Assign) and ast.unparse(child).startswith("__"):
                continue
            if isinstance(child, ast.AST) and not (isinstance(child, ast.Raise)):
                yield child
                yield from nodes(child)


def mutants(file: Path) -> list[tuple[int, int]]:
    """Return every mutant of a module, as the number of its node and of the change."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [(number, which) for number, node in enumerate(nodes(tree)) for which, _ in enumerate(changes(node))]


def mutated(file: Path, number: int, which: int) -> tuple[ast.Module, str]:
    """Return the tree of a mutant, and a line that says what was changed where."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node = list(nodes(tree))[number]
    old = copy.deepcopy(node)
    name, change = list(changes(node))[which]
    change()
    said = getattr(old, "iter", None) or getattr(old, "test", None) or old
    line = getattr(old, "lineno", None) or getattr(said, "lineno", 0)
    return ast.fix_missing_locations(tree), f"{file.relative_to(ROOT)}:{line}: {name}: {ast.unparse(said)[:90]}"


def survives(file: Path, tree: ast.Module, tests: list[str], seconds: int) -> bool:
    """Tell whether all tests pass over a changed module, each try in a process of its own."""
    child = os.fork()
    if not child:
        signal.alarm(seconds)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1), os.dup2(null, 2)
        loader = importlib.machinery.SourceFileLoader
        plain = loader.get_code

        def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> object:
            return compile(tree, self.path, "exec") if Path(self.path) == file else plain(self, name)

        loader.get_code = get_code  # type: ignore[method-assign]
        try:
            code = int(pytest.main([*tests, "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]))
        except BaseException:
            code = 1
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def main() -> int:
    """Draw mutants, try each, and print those that survive."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("source", type=Path, nargs="+", help="a module, or a folder of modules")
    parser.add_argument("--tests", nargs="+", required=True, help="what pytest runs")
    parser.add_argument("--count", type=int, default=50, help="how many mutants (default: 50)")
    parser.add_argument("--seed", default="0", help="another seed draws others (default: 0)")
    parser.add_argument("--timeout", type=int, default=300, help="seconds a mutant may take; longer counts as noticed")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT / "src"))
    os.chdir(ROOT)
    sources = [source.resolve() for source in options.source]
    files = sorted(file for source in sources for file in ([source] if source.is_file() else source.rglob("*.py")))
    drawn = [(file, *mutant) for file in files for mutant in mutants(file)]
    drawn = random.Random(options.seed).sample(drawn, min(options.count, len(drawn)))
    tests = [file for path in map(Path, options.tests) for file in (sorted(path.rglob("test_*.py")) or [path])]
    plain = files[0]
    if not survives(plain, ast.parse(plain.read_text(encoding="utf-8")), list(map(str, tests)), options.timeout):
        raise SystemExit("the tests fail before anything is changed; mend that first")
    alive = 0
    for number, (file, *mutant) in enumerate(drawn, 1):
        tree, line = mutated(file, *mutant)
        began = time.monotonic()
        near = sorted(tests, key=lambda test, stem=file.stem: stem not in test.stem)
        survived = survives(file, tree, list(map(str, near)), options.timeout)
        alive += survived
        print(f"{number}/{len(drawn)} {'SURVIVED' if survived else 'noticed'} {time.monotonic() - began:.0f} s  {line}")
        sys.stdout.flush()
    print(f"{len(drawn) - alive} of {len(drawn)} were noticed")
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main())
