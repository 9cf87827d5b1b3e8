"""Sets of names, written as one line of words."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of ``text``.

    >>> sorted(words("td th"))
    ['td', 'th']
    """
    return frozenset(text.split())
