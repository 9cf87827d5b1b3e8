"""The number that a program computed, against the same computed here in plain Python."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

from ..errors import CheckFailed

SIDE = 64


def _relu(value: float) -> float:
    return max(value, 0.0)


_FUNCTIONS = {"tanh": math.tanh, "sin": math.sin, "relu": _relu}


@cache
def reference(function: str = "tanh") -> float:
    """Return ``sum(FUNCTION(x @ w))`` for the two matrices that all programs use.

    ``x[i][j] = ((7i + 3j) mod 11 - 5) / 10`` and ``w[i][j] = ((5i + 2j) mod 13 - 6) / 10``, 64 by 64.
    """
    x = [[((7 * i + 3 * j) % 11 - 5) / 10 for j in range(SIDE)] for i in range(SIDE)]
    columns = [[((5 * i + 2 * j) % 13 - 6) / 10 for i in range(SIDE)] for j in range(SIDE)]
    apply = _FUNCTIONS[function]
    return math.fsum(
        apply(math.fsum(a * b for a, b in zip(row, column, strict=True))) for row in x for column in columns
    )


def result(path: Path, *, function: str = "tanh", tolerance: float = 1e-3) -> str:
    """Check for ``{"sum": NUMBER}`` within a relative tolerance of the reference."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))["sum"]
    except (ValueError, KeyError, TypeError):
        raise CheckFailed('it does not hold {"sum": NUMBER}') from None
    wanted = reference(function)
    if not isinstance(value, int | float) or not math.isclose(value, wanted, rel_tol=tolerance):
        raise CheckFailed(f"the sum is {value}, and {wanted:.6g} in plain Python")
    return f"the sum, {value:.6g}, is {wanted:.6g} in plain Python"
