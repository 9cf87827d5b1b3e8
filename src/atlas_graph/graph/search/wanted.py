"""What a question asks for: its words as the index knows them, respelt where they are misspelt."""

from __future__ import annotations

from itertools import pairwise

from .index import SHORTEST, Index, quoted
from .words import FUNCTION_WORDS, humps, parts, variants, wholes

#: Characters of a question that are read: more than any question has.
_LONGEST = 2_000
#: Similarity, of 1, from which two words are taken for one that is misspelt.
_NEAR = 0.72


class Asked:
    """A question, taken apart: the ``terms`` that an index knows, and what it does not know.

    ``terms`` are words, and phrases of words in a row; ``words`` the single words that are asked for, as the index
    knows them; ``names`` those of them that name something, or are a part of a name and typed like one, with a capital
    or a digit; ``respelt`` says which were taken for which.
    """

    def __init__(self, index: Index, text: str) -> None:
        self.index = index
        self.text = text[:_LONGEST]
        self.terms: dict[str, None] = {}
        self.words: dict[str, None] = {}
        self.names: dict[str, None] = {}
        self.unknown: list[str] = []
        self.respelt: list[tuple[str, str]] = []
        typed = wholes(self.text)
        asked = [whole for whole in typed if whole.casefold() not in FUNCTION_WORDS] or typed
        for whole in asked:
            self._take(whole)
        for left, right in pairwise(typed):  # "stable hlo" is StableHLO
            joined = (left + right).casefold()
            if left in asked and right in asked and joined.isalnum() and index.knows(joined):
                self.terms[joined] = None

    def _take(self, whole: str) -> None:
        pieces = parts(whole)
        if len(pieces) > 1 and self.index.knows(whole):
            self.terms[whole] = None
        if len(pieces) > 1 and self.index.knows("".join(pieces)):
            self.terms["".join(pieces)] = None
        if len(pieces) == 1 and not self.index.knows(whole):  # cudaErrorNoKernelImageForDevice
            pieces = parts(" ".join(humps(whole))) or pieces
        telling = [piece for piece in pieces if len(piece) > 1 and piece not in FUNCTION_WORDS] or pieces
        unknown = [piece for piece in telling if not self._known(piece)]
        self.names.update((word, None) for word in telling if is_name(self.index, word, whole))
        if unknown and (len(unknown) == len(telling) or len(telling) == 1):
            self.unknown.append(whole)
        else:
            self.unknown += unknown

    def _known(self, word: str) -> bool:
        others = [other for other in variants(word) if self.index.knows(other)]
        self.terms.update(dict.fromkeys(others))
        if others or self.index.knows(word):
            self.terms[word] = self.words[word] = None
            return True
        near = self._nearest(word) if len(word) >= SHORTEST else None
        if near is None:
            return False
        self.respelt.append((word, near))
        self.terms[near] = self.words[near] = None
        return True

    def _nearest(self, word: str) -> str | None:
        """Return the known word that one is probably a misspelling of: one in a name, before any other."""
        from rapidfuzz.distance import OSA  # where all words are known, nothing is compared

        close = []
        for known, named in self.index.spellings(len(word)):
            near = OSA.normalized_similarity(word, known, score_cutoff=_NEAR)
            if near:
                close.append((named == 0, -near, known))
        return min(close)[2] if close else None

    @property
    def query(self) -> str:
        """The question in the engine's query language: any of the terms."""
        return " OR ".join(quoted(term) for term in self.terms)


def is_name(index: Index, word: str, typed: str) -> bool:
    """Tell whether a word names something, or is a part of a name and typed like one, with a capital or a digit."""
    like_one = typed != typed.lower() or any(character.isdigit() for character in typed)
    return index.named(word) >= (1 if like_one else 2)
