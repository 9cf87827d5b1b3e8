"""A quote, parsed once: its words in each tier of normalisation, and the gaps that it leaves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..normalise import Tier, normalise
from .numbers import spellings

_GAP = re.compile(r"\s*(?:\[\s*(?:…|\.{3}|\. \. \.)\s*\]|\(\s*(?:…|\.{3})\s*\)|\.{3,}|…)\s*")
_MOST_PIECES = 8


@dataclass(frozen=True, slots=True)
class Quote:
    """What is looked for. ``text`` is the quote in the strict tier, empty where it has none."""

    text: str
    loose: Sequence[str]  # the loose tier, with its first word folded and as it is
    regrouped: Sequence[str]  # the same with its numbers grouped otherwise, if it has numbers that can be
    pieces: Sequence[str]  # the stretches between its ellipses; the whole where it has none

    @property
    def has_gap(self) -> bool:
        """Whether the quote leaves something out, inside or at its ends."""
        return self.pieces != (self.text,)

    @classmethod
    def parse(cls, text: str) -> Quote:
        """Parse a quote as it was given.

        >>> quote = Quote.parse("It is … on  “TPUs”")
        >>> quote.text, quote.loose, quote.pieces
        ('It is … on “TPUs”', ('it is ... on "TPUs"', 'It is ... on "TPUs"'), ('It is', 'on “TPUs”'))
        """
        strict, loose = normalise(text), normalise(text, Tier.LOOSE)
        forms: tuple[str, ...] = (loose,)
        first = next((at for at, char in enumerate(loose) if char.isalpha()), None)
        capital = next((char for char in strict if char.isalpha()), "")
        if first is not None and capital != loose[first] and len(capital) == 1:
            forms = (loose, loose[:first] + capital + loose[first + 1 :])
        pieces = tuple(piece for piece in _GAP.split(strict) if piece.strip())[:_MOST_PIECES]
        return cls(strict, forms, tuple(other for form in forms for other in spellings(form)), pieces)


def leaves_out(text: str) -> bool:
    """Whether a quote as written has an ellipsis: "is [...] allowed"."""
    return _GAP.search(text) is not None
