"""Hostile documents take linear time: of four times as much, four times as long and not sixteen.

Only ratios are compared, of processor time with the garbage collector off, so that a slow or busy machine makes no
difference.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from atlas_graph.verify.extract import extract

Make = Callable[[int], str]


def repeated(piece: str) -> Make:
    """So much of one piece."""
    return lambda size: piece * (size // len(piece) + 1)


#: Pieces that are hostile when there are many of them, by the name of the file that they make.
PIECES: dict[str, list[str]] = json.loads((Path(__file__).parent / "hostile.json").read_text(encoding="utf-8"))


def notebook(*lines: str, **cell: object) -> dict[str, object]:
    """A notebook of one cell."""
    made = {"cell_type": "markdown", "metadata": {}, "source": list(lines), **cell}
    return {"nbformat": 4, "nbformat_minor": 0, "metadata": {}, "cells": [made]}


CASES: list[tuple[str, str, Make]] = [
    *((name, piece, repeated(piece)) for name, pieces in PIECES.items() for piece in pieces),
    ("a.html", "many attributes", lambda size: "<p " + " ".join(f"a{n}=1" for n in range(size // 6)) + ">x"),
    ("a.html", "formatting with ids", lambda size: "".join(f"<b id={n}><p>x" for n in range(size // 14))),
    ("a.html", "loose text in tables", lambda size: "<table>" + "x<tr>" * (size // 5)),
    ("a.html", "stray end tags", lambda size: "<div>" * 300 + "</span>" * (size // 7)),
    ("a.html", "many classes", lambda size: '<p class="' + "a " * (size // 2) + '">x'),
    ("a.md", "nested lists", lambda size: "".join("  " * (n % 100) + "- a\n" for n in range(size // 100))),
    ("a.md", "nested quotes", lambda size: "".join(">" * (n % 100) + " a\n" for n in range(size // 50))),
    ("a.md", "one long word", lambda size: "a" * size),
    ("a.rst", "nested lists", lambda size: "".join("  " * (n % 60) + "* a\n\n" for n in range(size // 60))),
    ("a.rst", "sections", lambda size: "".join(f"h{n}\n{'=-~^'[n % 4] * 8}\n\ntext\n\n" for n in range(size // 22))),
    ("a.rst", "grid", lambda size: "+---+---+\n" + "| a | b |\n+---+---+\n" * (size // 20)),
    (
        "a.rst",
        "substitutions",
        lambda size: "".join(f".. |a{n}| replace:: |a{n + 1}|\n" for n in range(size // 30)) + "|a0| " * 99,
    ),
    ("a.rst", "one long word", lambda size: "a" * size),
    ("a.txt", "blank lines", lambda size: " \n" * (size // 2)),
    (
        "a.ipynb",
        "many cells",
        lambda size: json.dumps(
            {**notebook(), "cells": [{"cell_type": "markdown", "source": "# a\nb"}] * (size // 50)}
        ),
    ),
    ("a.ipynb", "many lines", lambda size: json.dumps(notebook(*["x = 1\n"] * (size // 11), cell_type="code"))),
    ("a.ipynb", "escapes", lambda size: json.dumps(notebook('é"\n' * (size // 10)))),
    ("a.ipynb", "half of it", lambda size: '{"nbformat":4,"cells":[' + '"\\' * (size // 2)),
]


def _seconds(content: bytes, name: str) -> float:
    begin = time.process_time()
    extract(content, name=name)
    return time.process_time() - begin


def growth(name: str, make: Make, size: int) -> float:
    """By how much the time grows from ``size`` to four times as much; tries again before it says too much."""
    extract(b"warm up", name=name)
    small, large = make(size).encode(), make(4 * size).encode()
    least_small, least_large = 9e9, 9e9
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(4):
            least_small = min(least_small, _seconds(small, name))
            least_large = min(least_large, _seconds(large, name))
            if least_large < 0.02 or least_large / least_small < LIMIT:
                break
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    # what takes no time at all may grow as it likes
    return least_large / max(least_small, 0.005)


LIMIT = 8.0  # linear is 4, quadratic 16


@pytest.mark.slow
@pytest.mark.parametrize(("name", "what", "make"), CASES, ids=[f"{name}-{what!r}"[:40] for name, what, _ in CASES])
def test_hostile_documents_take_linear_time(name: str, what: str, make: Make) -> None:
    """Four times the input takes about four times as long."""
    assert growth(name, make, 10_000) < LIMIT


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("a.html", repeated("<div>")),
        ("a.html", repeated("<ul><li>x")),
        ("a.md", repeated("[")),
        ("a.md", repeated("> ")),
        ("a.md", repeated("- ")),
        ("a.md", repeated(":::{note}\n")),
        ("a.rst", repeated("- ")),
        ("a.rst", repeated(".. note:: ")),
        ("a.py", repeated("(")),
        ("a.py", repeated("if a:\n ")),
        ("a.ipynb", repeated("[")),
        ("a.ipynb", repeated('{"a":')),
    ],
)
def test_nesting_beyond_measure_ends_well(name: str, make: Make) -> None:
    """Brackets, tags or quotes inside each other by the ten thousand are read, and nothing crashes."""
    assert extract(make(50_000).encode(), name=name).raw
