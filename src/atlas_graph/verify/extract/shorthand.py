"""Inline markup without a parser of its own, reduced to what it shows by one pattern and one function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from atlas_graph.verify.extract.offsets import Placed

#: What a match shows: spans of the text, read again for markup inside them, and words that do not stand there.
Shown = Iterable[tuple[int, int] | str]

_MAX_DEPTH = 5


def reduced(
    text: str,
    pattern: re.Pattern[str],
    shown: Callable[[re.Match[str]], Shown],
    *,
    start: int = 0,
    end: int | None = None,
    depth: int = 0,
) -> list[Placed]:
    """``text`` between ``start`` and ``end`` with each match of ``pattern`` replaced by what it shows.

    >>> found = reduced("a *b* c", re.compile(r"[*](.+?)[*]"), lambda m: [m.span(1)])
    >>> "".join(piece.text for piece in found), found[1]
    ('a b c', Placed(text='b', start=3, end=4))
    """
    end = len(text) if end is None else end
    out: list[Placed] = []
    at = start
    for found in pattern.finditer(text, start, end):
        if at < found.start():
            out.append(Placed(text[at : found.start()], at, found.start()))
        for part in shown(found):
            if isinstance(part, str):
                # as long as its source by chance only: then without extent, so as not to look exact
                behind = found.end() if len(part) != len(found[0]) else found.start()
                out.append(Placed(part, found.start(), behind))
            elif depth < _MAX_DEPTH:
                out.extend(reduced(text, pattern, shown, start=part[0], end=part[1], depth=depth + 1))
            else:
                out.append(Placed(text[part[0] : part[1]], *part))
        at = found.end()
    if at < end:
        out.append(Placed(text[at:end], at, end))
    return out
