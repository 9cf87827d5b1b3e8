"""The nearest known ids to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

#: Similarity in per cent under which an id is not worth suggesting.
FLOOR = 60.0
#: How far behind the best one, in per cent, another is still worth a place.
_BEHIND = 20.0
#: What an id gets of which the asked word is a whole part, as "nvidia" is of "nvidia-gpu".
_PART = 84.0


def nearest(asked: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return up to ``limit`` of ``known`` that come closest to ``asked``, best first, ties by spelling.

    >>> nearest("jaxs", ["jax", "pytorch", "jax-amd"])
    ('jax',)
    >>> nearest("NVIDIA", ["nvidia-gpu", "amd-gpu", "cpu"])
    ('nvidia-gpu',)
    """
    folded = _folded(asked)

    def likeness(one: str, other: str, *, score_cutoff: float | None = None) -> float:
        points = fuzz.ratio(one, other)
        if len(one) > 2 and (f"-{one}-" in f"-{other}-" or other.startswith(one)):
            points = max(points, _PART)
        return points

    scored = process.extract(folded, sorted(known), processor=_folded, scorer=likeness, limit=limit, score_cutoff=FLOOR)
    return tuple(choice for choice, points, _ in scored if points >= scored[0][1] - _BEHIND)


def _folded(text: str) -> str:
    return text.lower().replace("_", "-").replace(" ", "-")
