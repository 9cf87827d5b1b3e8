"""Documents made to be slow: the time grows with their size and no faster."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from atlas_graph.verify.document import Extraction
from atlas_graph.verify.match import check

from .documents import document

HOSTILE: dict[str, tuple[Callable[[int], Extraction], str]] = {
    "one letter": (lambda n: document("a" * n), "a" * 40 + " b"),
    "one letter, spaced": (lambda n: document("a " * (n // 2)), "a " * 40 + "b"),
    "one word": (lambda n: document("the " * (n // 4)), "the compiler the the graph is lowered to the"),
    "many blocks": (lambda n: document(*["x y"] * (n // 5)), "the compiler lowers the graph x"),
    "stops": (lambda n: document(". " * (n // 2)), "a [...] b and some more of it"),
    "ellipsis": (lambda n: document("is it " * (n // 6)), "is [...] allowed [...] here"),
    "hyphenated lines": (lambda n: document("a-\n" * (n // 3), media_type="text/plain"), "aaa a-a and more of it"),
    "digits": (lambda n: document("1," * (n // 2)), "it takes 12 and 3 of them"),
    "accents": (lambda n: document("e\u0301" * (n // 2)), "eee is not here at all"),
    "ideographs": (lambda n: document("漢字" * (n // 2)), "漢漢字字漢字 is not here at all"),
    "long quote": (lambda n: document("the compiler lowers a graph " * (n // 28)), "a graph the compiler fuses " * 60),
}


def seconds(make: Callable[[int], Extraction], quote: str, size: int) -> float:
    extraction = make(size)
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        check(extraction, quote)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str) -> None:
    """Eight times the text takes far less than the 64 times of something quadratic."""
    make, quote = HOSTILE[name]
    small, large = seconds(make, quote, 10_000), seconds(make, quote, 80_000)
    assert large < 24 * max(small, 0.002), (small, large)
