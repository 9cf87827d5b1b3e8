"""Whether a place between two characters cuts a word, a number or a name in two.

A quote that starts or ends at such a place is not there: "3.1" is not in "3.10", "5" not in "-5" or "3-5",
"jax" not in "jaxlib" or "jax.jit", "x86" not in "x86-64", "3 GB" not in "3 GB/s", "can" not in "can't",
"supported" not in "non-supported" or "!supported", "十个" not in "三十个".
"""

from __future__ import annotations

import re

from atlas_graph.verify.normalise import WRAP, is_cjk

# Thai, Lao, Myanmar and Khmer set no spaces between words either; nobody can say here where a word ends.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_MARK = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u094f\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f]"
)

_BETWEEN_WORDS = frozenset("-‐‑.'’@&/^×" + WRAP)  # join what stands on both sides
_BETWEEN_DIGITS = frozenset(",:*–−…")
_AFTER_WORD = frozenset("+#")  # C++, 3.9+, C#
_AFTER_DIGIT = frozenset("%‰°′″×")
_SIGNS = frozenset("-+−–±")
_BEFORE_DIGIT = frozenset("<>≤≥~≈≠$€£¥.")
# What raises, lowers or roots the term beside it: a term cut off there is another number.
_RAISED_AFTER = frozenset("^√⁺⁻⁼⁽₊₋₌₍")
_RAISED_BEFORE = frozenset("^√⁺⁻⁽₊₋₍")
_OPERATORS = frozenset({"->", "=>", "<=", ">=", "!=", "==", "::"})
_BEFORE_NAME = frozenset("!¬")  # turn what they stand before round
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬亿億兆两兩")


def _wordy(char: str) -> bool:
    return char.isalnum() or char == "_" or _MARK.match(char) is not None


def _digit(char: str) -> bool:
    return char.isdigit()


def starts_inside(text: str, at: int) -> bool:
    """Whether what starts at ``at`` starts inside a token of ``text``, which is normalised.

    >>> starts_inside("a -5 b", 3), starts_inside("3-5 GB", 2), starts_inside("uses JAX", 5)
    (True, True, False)
    """
    return _cuts(text, at)


def ends_inside(text: str, at: int) -> bool:
    """Whether what ends at ``at`` ends inside a token of ``text``, which is normalised.

    >>> ends_inside("3.10", 3), ends_inside("uses 3.1.", 8), ends_inside("JAX, too", 3)
    (True, False, False)
    """
    if 2 <= at < len(text) and text[at - 1] == "." and text[at - 2].islower() and text[at].isupper():
        return False  # "It ends here.Next": two sentences that somebody glued
    return _cuts(text, at)


def _cuts(text: str, at: int) -> bool:
    if at <= 0 or at >= len(text):
        return False
    left, right = text[at - 1], text[at]
    if left == "\u200d" or right == "\u200d":
        return True
    if left.isspace() or right.isspace():
        return False
    before = text[at - 2] if at >= 2 else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if _wordy(left):
        if _wordy(right):
            unspaced = is_cjk(left) or is_cjk(right) or (_UNSPACED.match(left) and _UNSPACED.match(right))
            number = (_digit(left) or left in _NUMERALS) and (_digit(right) or right in _NUMERALS)
            return not unspaced or number or _MARK.match(right) is not None
        return _cut_after_word(left, right, after, text[at : at + 4])
    if _wordy(right):
        return _cut_before_word(before, left, right, text[max(0, at - 3) : at])
    if left == right == "-":  # inside "--"
        return True
    # Between two marks: an operator such as "->", a sign cut from its decimal point.
    return left + right in _OPERATORS or (left in _SIGNS and right == "." and _digit(after))


def _cut_after_word(left: str, right: str, after: str, following: str) -> bool:
    if right in _RAISED_AFTER:
        return True
    if _digit(left) and following.startswith(".."):
        return following[2:].lstrip(".")[:1].isdigit()  # "0..10", but not the dots after "in 2023..."
    if right in _AFTER_DIGIT and _digit(left):
        return True
    if right in _BETWEEN_WORDS:
        return _wordy(after)
    if right in _BETWEEN_DIGITS and _digit(left):
        return _digit(after)
    if right in _AFTER_WORD:
        return True
    return following.startswith("::") and len(following) > 2 and _wordy(following[2])


def _cut_before_word(before: str, left: str, right: str, preceding: str) -> bool:
    if left in _RAISED_BEFORE or (left in _BETWEEN_WORDS and _wordy(before)):
        return True
    if left in _BEFORE_NAME:
        return not _wordy(before)
    if not _digit(right):
        return preceding.endswith("::") and len(preceding) == 3 and _wordy(preceding[0])
    if left in _BETWEEN_DIGITS and _digit(before):
        return True
    if left in _SIGNS:
        return not (left == before == "-" and len(preceding) == 3 and _wordy(preceding[0]))
    if left == "=":
        return before in "<>!"
    if left == ">":
        return before not in "-="  # an arrow
    return left in _BEFORE_DIGIT
