"""Sets of names, written as one line of words."""

from __future__ import annotations


def name_set(text: str) -> frozenset[str]:
    """The words of ``text``.

    >>> sorted(name_set("td th"))
    ['td', 'th']
    """
    return frozenset(text.split())
