"""A quote, parsed once: its words in each tier of normalisation, and the gaps that it leaves."""

from __future__ import annotations

import re
from functools import cached_property

from ..normalise import Tier, normalise
from .numbers import spellings

_GAP = re.compile(r"\s*(?:\[\s*(?:…|\.{3}|\. \. \.)\s*\]|\(\s*(?:…|\.{3})\s*\)|\.{3,}|…)\s*")
_MOST_PIECES = 8


class Quote:
    """What is looked for; each form is made when it is first asked for.

    >>> quote = Quote("It is … on  “TPUs”")
    >>> quote.text, quote.loose, quote.pieces
    ('It is … on “TPUs”', ('it is ... on "TPUs"', 'It is ... on "TPUs"'), ('It is', 'on “TPUs”'))
    """

    def __init__(self, given: str) -> None:
        self._given = given
        #: The quote in the strict tier, empty where it has no text.
        self.text = normalise(given)

    @cached_property
    def loose(self) -> tuple[str, ...]:
        """The quote in the loose tier, with its first word folded and as it is."""
        loose = normalise(self._given, Tier.LOOSE)
        first = next((at for at, char in enumerate(loose) if char.isalpha()), None)
        capital = next((char for char in self.text if char.isalpha()), "")
        if first is not None and capital != loose[first] and len(capital) == 1:
            return loose, loose[:first] + capital + loose[first + 1 :]
        return (loose,)

    @cached_property
    def regrouped(self) -> tuple[str, ...]:
        """The loose forms with their numbers grouped otherwise, where they have numbers that can be."""
        return tuple(other for form in self.loose for other in spellings(form))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The stretches between the quote's ellipses; the whole where it has none."""
        return tuple(piece for piece in _GAP.split(self.text) if piece.strip())[:_MOST_PIECES]

    @property
    def has_gap(self) -> bool:
        """Whether the quote leaves something out, inside or at its ends."""
        return self.pieces != (self.text,)
