"""The nearest known ids to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

#: Similarity in per cent under which an id is not worth suggesting.
FLOOR = 55.0


def nearest(asked: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return up to ``limit`` of ``known`` that come closest to ``asked``, best first, ties by spelling.

    >>> nearest("jaxs", ["jax", "pytorch", "jax-amd"])
    ('jax', 'jax-amd')
    """
    from rapidfuzz import fuzz, process

    folded = asked.lower().replace("_", "-").replace(" ", "-")
    scored = process.extract(folded, sorted(known), scorer=fuzz.WRatio, limit=limit, score_cutoff=FLOOR)
    return tuple(choice for choice, _, _ in scored)
