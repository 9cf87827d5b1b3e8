"""Whether a number with commas, or narrow spaces, is the number without them: what the document's own numbers say.

"1,048,576" can only be one number. "128,256" may be two sizes, and "1,250" is one and a quarter in half of Europe;
they are the numbers without commas only in a document whose other numbers show that its commas part thousands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from ..normalise import GROUP

_GROUPED = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,]|\.\d{3},)")
_SURE = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?![\d,])|,\d{3}\.\d)")
# A comma with other than three digits behind it: "3,5", "0,125", "1,2,3". It is a decimal comma or parts a list.
_AGAINST = re.compile(r"(?<![\d.,])(?:0\d*,\d|\d+,(?!\d{3}(?!\d))\d|\d{4,},\d)")
# Letters that English writes in names at most; where they are, a comma may be a decimal one.
_NOT_ENGLISH = re.compile("[\u00df-\u00f6\u00f8-\u017f\u0400-\u04ff]")
_PLAIN = re.compile(r"(?<![\w.,])[1-9]\d{3,}(?![\w,]|\.\d{3},)")


class Grouping(Enum):
    """What a comma between a digit and three others is in a document."""

    THOUSANDS = "thousands"  # some number shows it
    UNKNOWN = "unknown"
    OTHER = "other"  # some number shows that it is a decimal comma, or parts a list


def grouping(text: str) -> Grouping:
    """What the numbers of a text say about its commas.

    >>> [grouping(text).value for text in ("1,048,576 cores", "16,384 cores", "3,5 Sekunden, 1,250 Kerne")]
    ['thousands', 'unknown', 'other']
    """
    if _AGAINST.search(text) or _NOT_ENGLISH.search(text):
        return Grouping.OTHER
    return Grouping.THOUSANDS if _SURE.search(text) else Grouping.UNKNOWN


def spellings(quote: str) -> Iterator[str]:
    """The quote with its numbers grouped otherwise: all of them with commas, with narrow spaces, with neither.

    >>> list(spellings("has 16,384 cores"))
    ['has 16384 cores']
    """
    if _PLAIN.search(quote):
        yield _PLAIN.sub(lambda found: f"{int(found[0]):,}", quote)
        yield _PLAIN.sub(lambda found: f"{int(found[0]):,}".replace(",", GROUP), quote)
    if _GROUPED.search(quote):
        yield _GROUPED.sub(lambda found: found[0].replace(",", ""), quote)


def may_regroup(text: str, start: int, end: int, quote: str, commas: Grouping) -> bool:
    """Whether every number with commas in ``text[start:end]``, or in the quote, is one number.

    In brackets it never is. Where its first group is as long as its second, or has but one digit and no round
    thousand behind it, that takes a document which shows that its commas part thousands; elsewhere, one that does not
    show another use of them.
    """
    found = [(text, number) for number in _GROUPED.finditer(text, start, end)]
    found += [(quote, number) for number in _GROUPED.finditer(quote)]
    return all(_is_one(within, number, commas) for within, number in found)


def _is_one(text: str, number: re.Match[str], commas: Grouping) -> bool:
    if commas is Grouping.OTHER:
        return False
    start, end = number.span()
    if text[max(0, start - 1) : start] in ("(", "[", "{") and text[end : end + 1] in (")", "]", "}"):
        return False
    if commas is Grouping.THOUSANDS or _SURE.match(text, start):
        return True
    return number[0].index(",") == 2 or number[0].endswith(",000")
