"""Which differences between two texts are no difference: the same normalisation for quote and document.

Two tiers. *Strict* undoes what a renderer or an editor does to text that a reader sees unchanged: composed or
decomposed accents, soft hyphens, zero-width characters, ligatures, white space, line wraps. What is equal after
it is a ``match``. *Loose* adds typography (quotation marks, dashes, ellipsis, how an emoji is drawn) and the case of a
sentence's first word; what is equal only after it is ``loose``.

It is never NFKC, which makes 4³ into 43, ① into 1 and ½ into 1⁄2, and nothing is folded that could join two things
or part one. A dash that sets off a clause is any of "—", " – ", " -- ", and never a hyphen, however it is spaced:
"error—free" is not "error-free". An en dash is a hyphen between digits only. Numbers keep their commas: whether
"128,256" is one number, ``numbers`` asks the document. Of case, only the first word of a sentence is folded, since
``Long`` may be another type than ``long``. Code blocks are not folded at all.

Each function works in time linear in the text. :func:`normalise_mapped` also tells where every character came
from; it is used only for the few blocks where something was found.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

# Kana, bopomofo, ideographs and their punctuation, full-width forms: scripts written without spaces whose line
# wraps join; inside a character class. Hangul is not here, because Korean is written with spaces and wraps at them.
CJK = (
    "\u2e80-\u2fdf\u3000-\u3098\u309b-\u30ff\u3100-\u312f\u3190-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff00-\uffef\U00020000-\U0003ffff"
)
_IS_CJK = re.compile(f"[{CJK}]")

#: Stands in the text of :attr:`Tier.WRAPPED` for a hyphen and the line break after it, of which nobody can say
#: whether the word is "designed" or "well-known". A noncharacter, dropped where a document has it.
WRAP = "\ufdd0"
#: Stands in the loose tiers for the thin or no-break space between the thousands of a number.
GROUP = "\ufdd1"


class Tier(Enum):
    """How much is folded: see the module."""

    STRICT = "strict"
    LOOSE = "loose"
    WRAPPED = "wrapped"  # strict, with WRAP for a hyphen at the end of a line
    WRAPPED_LOOSE = "wrapped-loose"


class Origins(NamedTuple):
    """Where each character of a normalised text came from: the beginning and end of its span in the source."""

    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source from which the normalised span ``start:end`` (not empty) was made."""
        return self.starts[start], self.ends[end - 1]

    def forward(self, position: int) -> int:
        """Which character of the normalised text holds the source position, or comes after it."""
        return bisect_right(self.ends, position)


_New = Callable[["re.Match[str]"], str]
_Edit = tuple[int, int, str]  # a span, and what is put in its place
# What is replaced, what by, and the characters without which there is nothing to look for ("" for none, "\x80" for
# any that is not ASCII): most blocks need few of the passes.
_Pass = tuple[re.Pattern[str], _New, str]

# --- strict ---------------------------------------------------------------------------------------------------

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
# Soft hyphen, zero-width space and non-joiner, direction marks, word joiner and invisible operators, BOM. The
# joiner U+200D stays, since it makes another emoji or letter form; overrides and isolates stay, since they
# change what a reader sees.
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200e\u200f\u061c\u2060-\u2064\ufdd0\ufeff\ufb00-\ufb06]")
_SPACES = re.compile(r"\A\s+|\s+\Z|(?: |[^\S ])\s+|[^\S ]")


def _drop(found: re.Match[str]) -> str:
    return _LIGATURES.get(found[0], "")


def _fold_space(found: re.Match[str]) -> str:
    start, end, text = found.start(), found.end(), found.string
    if start == 0 or end == len(text):
        return ""
    run = found[0]
    if ("\n" in run or "\r" in run or "\u2028" in run) and _IS_CJK.match(text[start - 1]) and _IS_CJK.match(text[end]):
        return ""
    return " "


_DROP: _Pass = (_INVISIBLE, _drop, "\x80")
_FOLD_SPACE: _Pass = (_SPACES, _fold_space, "")

# A hyphen at the end of a line between two letters, the second one small.
_WRAPS = re.compile(r"(?<=[^\W\d_])[-\u2010][^\S\n]*\n\s*(?=[^\W\d_A-Z])")
_WRAP: _Pass = (_WRAPS, lambda found: WRAP, "\n")


def has_wraps(text: str) -> bool:
    """Whether some line of the text ends in a hyphen that may or may not belong to the word."""
    return "\n" in text and _WRAPS.search(text) is not None


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that NFC may change and that it treats apart from their neighbours."""
    start = 0
    for at, char in enumerate(text):
        if at > start and not (
            unicodedata.category(char)[0] == "M" or "\u1100" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff"
        ):
            yield start, at
            start = at
    if start < len(text):
        yield start, len(text)


def _composed(text: str) -> Iterator[_Edit]:
    for start, end in _clusters(text):
        before = text[start:end]
        if not before.isascii() and (after := unicodedata.normalize("NFC", before)) != before:
            yield start, end, after


# --- loose ----------------------------------------------------------------------------------------------------

# A thin, narrow or no-break space that groups thousands. A plain space does not: "4 128-bit lanes".
_THIN: _Pass = (
    re.compile("(?<=\\d)(?<!\\d\\d\\d\\d)[\u2009\u202f\u2007\u00a0](?=\\d\\d\\d(?![\\w-]))"),
    lambda found: GROUP,
    "\x80",
)
_MARKS = str.maketrans(
    {**dict.fromkeys("‘’‚‛′ʼ`´", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒−", "-")}
)
# Between digits and before one, an en dash is what a keyboard's hyphen is: a range, a sign.
_EN_DASH: _Pass = (re.compile(r"(?<=\d)–(?=\d)|(?<!\w)–(?=\.?\d)"), lambda found: "-", "–")
_SMART_OPTION: _Pass = (re.compile(r"(?<!\w)–(?=[A-Za-z])"), lambda found: "--", "–")  # smart quotes make --x into –x
_SET_OFF: _Pass = (
    re.compile(r" (?:---?|[–—―]) | ?[—―] ?|(?<=[\w)\]])(?:---?|–)(?=[\w(\[])"),  # a dash between clauses, however set
    lambda found: " – ",
    "-–—―",
)
_DOTS: _Pass = (re.compile("…"), lambda found: "...", "…")
# How an emoji is drawn, and where a text in another direction begins and ends: no word differs by them.
_UNSEEN: _Pass = (re.compile("[\ufe0e\ufe0f\u2066-\u2069]"), lambda found: "", "\x80")
_MIXED_SPACE: _Pass = (re.compile(f"(?<=[{CJK}]) | (?=[{CJK}])"), lambda found: "", "\x80")
# The first word of a sentence, where it is written ``Like`` this and is no part of a name or a call; of one letter,
# the article alone.
_OPENING = re.compile(
    r"""(?:^|(?<=[.!?] )|(?<=[.!?]['")\]] ))['"(\[]*"""
    r"(?:A(?= [a-z])|[A-Z\u00c0-\u024f\u0370-\u052f][^\W\d_]+)(?![\w(/@]|\.\w|::)"
)


def _fold_case(found: re.Match[str]) -> str:
    word = found[0]
    lower = word.lower()
    letters = word.lstrip("'\"([")
    return lower if len(lower) == len(word) and (letters == "A" or letters[1:].islower()) else word


_CASE: _Pass = (_OPENING, _fold_case, "")

_FOLDED = (_EN_DASH, _SMART_OPTION, _SET_OFF, _DOTS, _MIXED_SPACE, _CASE)
_FIRST: dict[Tier, tuple[_Pass, ...]] = {
    Tier.STRICT: (_DROP,),
    Tier.LOOSE: (_THIN, _DROP, _UNSEEN),
    Tier.WRAPPED: (_DROP, _WRAP),
    Tier.WRAPPED_LOOSE: (_THIN, _DROP, _UNSEEN, _WRAP),
}
_LAST: dict[Tier, tuple[_Pass, ...]] = {
    Tier.STRICT: (),
    Tier.LOOSE: _FOLDED,
    Tier.WRAPPED: (),
    Tier.WRAPPED_LOOSE: _FOLDED,
}


def _concerns(text: str, needs: str) -> bool:
    if needs == "\x80":
        return not text.isascii()
    return not needs or any(char in text for char in needs)


def _rewritten(text: str, origins: Origins, edits: Iterable[_Edit]) -> tuple[str, Origins]:
    """The text with spans of it replaced, and where its characters came from."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for start, end, after in (*edits, (len(text), len(text), "")):
        parts += (text[at:start], after)
        kept = slice(at, end if len(after) == end - start else start)
        starts += origins.starts[kept]
        ends += origins.ends[kept]
        if kept.stop < end:
            starts += [origins.starts[start]] * len(after)
            ends += [origins.ends[end - 1]] * len(after)
        at = end
    return "".join(parts), Origins(starts, ends)


def normalise(text: str, tier: Tier = Tier.STRICT) -> str:
    """The text with everything folded that the tier calls no difference.

    >>> normalise("10\u00a0GB of\\n mem\u00adory, e\ufb03cient")
    '10 GB of memory, efficient'
    >>> normalise("“Don’t” use 1–3 — or 5", Tier.LOOSE)
    '"don\\'t" use 1-3 – or 5'
    >>> normalise("4³"), normalise("MAY", Tier.LOOSE)
    ('4³', 'MAY')
    """
    for pattern, new, needs in _FIRST[tier]:
        if _concerns(text, needs):
            text = pattern.sub(new, text)
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    text = _SPACES.sub(_fold_space, text)
    if _LAST[tier]:
        text = text.translate(_MARKS)
        for pattern, new, needs in _LAST[tier]:
            if _concerns(text, needs):
                text = pattern.sub(new, text)
    return text


def normalise_mapped(text: str, tier: Tier = Tier.STRICT) -> tuple[str, Origins]:
    """The same text as :func:`normalise` gives, and where its characters came from."""
    origins = Origins(range(len(text)), range(1, len(text) + 1))

    def run(text: str, chain: tuple[_Pass, ...]) -> str:
        nonlocal origins
        for pattern, new, needs in chain:
            if _concerns(text, needs) and pattern.search(text):
                edits = ((*found.span(), new(found)) for found in pattern.finditer(text))
                text, origins = _rewritten(text, origins, edits)
        return text

    text = run(text, _FIRST[tier])
    if not unicodedata.is_normalized("NFC", text):
        text, origins = _rewritten(text, origins, _composed(text))
    text = run(text, (_FOLD_SPACE,))
    if _LAST[tier]:
        text = run(text.translate(_MARKS), _LAST[tier])
    return text, origins


@lru_cache(maxsize=4096)
def key(word: str) -> str:
    """What a single word is compared by in a word diff: its loose form."""
    return "a" if word == "A" else normalise(word, Tier.LOOSE)


def is_cjk(char: str) -> bool:
    """Whether the character belongs to a script whose words are not set apart by spaces."""
    return _IS_CJK.match(char) is not None
