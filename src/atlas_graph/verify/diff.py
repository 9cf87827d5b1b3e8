"""How a passage differs from a quote, word by word.

A word here is what the guards of meaning have to see whole: a number with its sign ("-5"), a version ("3.10"), a
name with its joints ("x86-64", "torch.jit"), a contraction ("don't"). Words are compared in their loose form, so
that typography never shows as a difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from .normalise import is_cjk, key

_WORD = re.compile(
    r"[<>=!]=|[-=]>|\.{3}|°[CFK](?!\w)"
    r"|(?:(?<![\w)\]])[-+−–±])?\.?\d\w*(?:[.,:/^'’–−*×-]\w+)*[%°+]*"
    r"|\w+(?:[-‐‑'’./@&:^]+\w+)*[+#]*"
    r"|\S"
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a normalised text, and where it stands there."""

    text: str
    key: str
    start: int
    end: int
    spaced: bool  # whether white space stands before it


@dataclass(frozen=True, slots=True)
class Hunk:
    """Words ``a:b`` of the quote for which the document has its words ``c:d``; equal ones included."""

    equal: bool
    a: int
    b: int
    c: int
    d: int


def words(text: str) -> list[Word]:
    """The words of a normalised text.

    >>> [word.text for word in words("needs >= 3.10, isn't -5 x86-64")]
    ['needs', '>=', '3.10', ',', "isn't", '-5', 'x86-64']
    """
    out: list[Word] = []
    for found in _WORD.finditer(text):
        start, end = found.span()
        pieces = _cjk_pieces(text, start, end) if not found[0].isascii() else [(start, end)]
        for begin, finish in pieces:
            piece = text[begin:finish]
            spaced = start == begin and text[begin - 1 : begin] in ("", " ")
            out.append(Word(piece, key(piece), begin, finish, spaced))
    return out


def _cjk_pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Each character of an unspaced script is a word of its own."""
    pieces: list[tuple[int, int]] = []
    last = start
    for at in range(start, end):
        if is_cjk(text[at]):
            if last < at:
                pieces.append((last, at))
            pieces.append((at, at + 1))
            last = at + 1
    if last < end:
        pieces.append((last, end))
    return pieces


def hunks(quote: Sequence[Word], passage: Sequence[Word]) -> list[Hunk]:
    """The alignment of the two with the most words in common; what differs between two equal runs is one hunk."""
    out: list[Hunk] = []
    for op in LCSseq.opcodes([word.key for word in quote], [word.key for word in passage]):
        equal = op.tag == "equal"
        if out and not equal and not out[-1].equal:
            last = out[-1]
            out[-1] = Hunk(False, last.a, op.src_end, last.c, op.dest_end)
        else:
            out.append(Hunk(equal, op.src_start, op.src_end, op.dest_start, op.dest_end))
    return out


def render(quote: Sequence[Word], passage: Sequence[Word], parts: Sequence[Hunk]) -> str:
    """The word diff ``a [-old-] {+new+} b``.

    >>> q, p = words("waits 30 s."), words("waits 60 s.")
    >>> render(q, p, hunks(q, p))
    'waits [-30-] {+60+} s.'
    """
    out: list[str] = []
    for part in parts:
        if part.equal:
            out.append(_joined(passage[part.c : part.d]))
            continue
        # White space before the hunk is that of whichever side has words.
        if part.b > part.a:
            out.append(f"{_lead(quote[part.a])}[-{_joined(quote[part.a : part.b]).strip()}-]")
        if part.d > part.c:
            lead = " " if part.b > part.a else _lead(passage[part.c])
            out.append(f"{lead}{{+{_joined(passage[part.c : part.d]).strip()}+}}")
    return "".join(out).strip()


def _lead(word: Word) -> str:
    return " " if word.spaced else ""


def _joined(run: Sequence[Word]) -> str:
    return "".join(_lead(word) + word.text for word in run)
