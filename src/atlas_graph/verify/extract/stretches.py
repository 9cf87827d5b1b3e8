"""A long paragraph a stretch at a time, so that looking for inline markup in it takes linear time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_LONGEST = 20_000  # characters of one paragraph that inline markup is read in at a time


class Stretch(NamedTuple):
    """Whole lines of a paragraph; ``readable`` unless they are one line with too much markup in it."""

    text: str
    readable: bool


def in_stretches(text: str, marks: str, most: int) -> Iterator[Stretch]:
    """The stretches of a paragraph, each with at most so many of the ``marks`` that markup is made of."""
    unmarked = str.maketrans("", "", marks)

    def weight(part: str) -> int:
        return len(part) - len(part.translate(unmarked))

    if len(text) <= _LONGEST and weight(text) <= most:
        yield Stretch(text, True)
        return
    held, size, marked = "", 0, 0
    for line in (*text.splitlines(keepends=True), ""):
        own = weight(line)
        if held and (not line or size + len(line) > _LONGEST or marked + own > most):
            yield Stretch(held, marked <= most)
            held, size, marked = "", 0, 0
        held += line  # in place
        size, marked = size + len(line), marked + own
