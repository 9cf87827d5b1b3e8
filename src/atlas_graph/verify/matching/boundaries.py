"""Whether a place between two characters cuts a word, a number, a quantity, a name, a negation or a comparison in two.

A quote that starts or ends at such a place is not there: "3.1" is not in "3.10", "5" not in "-5", "5±2" or "5 %",
"jax" not in "jaxlib" or "jax.jit", "10" not in "2**10" or "10 000", "can" not in "can't", "supported" not in
"non–supported" or "(un)supported", "8" not in "≲8", "十个" not in "三十个".

Each character is one of a few classes, which follow from its Unicode category; what stands on the two sides of the
place is two short strings of classes, and :data:`_RULES` says which pairs belong together.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ..normalise import GROUP, WRAP, is_cjk
from ..vocabulary import UNIT_WORDS, UNITS

_REACH = 24  # characters to either side; no number, sign or unit is longer

# Classes: w letter, mark or underscore; d digit or number; s space; N end of a block; z what orders or joins its
# neighbours unseen; and of all else how it binds:
#   m mathematics, c currency, h hyphen or dash within a word, u sign of a unit, p other signs, y pictures,
#   r arrows and rules, a apostrophe, ( and ) brackets, E dash between clauses, e ellipsis, . , : ; as they are,
#   q quotation marks and whatever else parts its neighbours
_BY_CHARACTER = {
    **dict.fromkeys(".,:", ""), "…": "e", "!": ";", "?": ";", ";": ";", " ": "s", "\n": "N", "\u200d": "z",
    **dict.fromkeys("'’‘`´ʹʼ", "a"), **dict.fromkeys("\"“”„‟«»‹›¡¿•‣⁃¶", "q"), **dict.fromkeys("—―⸺⸻", "E"),
    **dict.fromkeys("%‰‱°′″", "u"), "^": "m", "|": "r", "¦": "r", WRAP: "h", GROUP: "p",
}  # fmt: skip
_BY_CATEGORY = {
    "Lu": "w", "Ll": "w", "Lt": "w", "Lm": "w", "Lo": "w", "Mn": "w", "Mc": "w", "Me": "w", "Pc": "w", "Nd": "d",
    "Nl": "d", "No": "d", "Sm": "m", "Sc": "c", "Sk": "m", "So": "y", "Pd": "h", "Ps": "(", "Pi": "(", "Pe": ")",
    "Pf": ")", "Po": "p", "Zs": "s", "Zl": "s", "Zp": "s", "Cf": "z",
}  # fmt: skip
_ARROWS = re.compile("[\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11]")
_RAISED = re.compile("[\u2070-\u209f]")  # superscripts and subscripts, the signs and brackets among them


@lru_cache(maxsize=4096)
def _class(char: str) -> str:
    if char in _BY_CHARACTER:
        return _BY_CHARACTER[char] or char
    if _ARROWS.match(char):
        return "r"
    if _RAISED.match(char):
        return "d"
    found = _BY_CATEGORY.get(unicodedata.category(char), "q")
    if found in "p();" and is_cjk(char):
        return "q"  # 。、「」 part what stands beside them
    return found


# What joins two words or numbers that it touches; a comma, an ellipsis and a long dash join digits alone.
_JOINT = "[mchupya.:)]"
_SIGNS = "mchuyp"

_RULES = tuple(
    (re.compile(f"(?:{left})$"), re.compile(right))
    for left, right in (
        ("z", ""), ("", "z"),
        # a word or number with signs inside: "3.10", "x86-64", "2**10", "5±2", "$5-$10", "can't", "(un)supported"
        (rf"[wd]{_JOINT}*", rf"{_JOINT}+[wd]"), (rf"[wd]{_JOINT}+", rf"{_JOINT}*[wd]"),
        (r"[wd]\)?", rf"[{_SIGNS}]*\([wd]"), (rf"[wd]\)?[{_SIGNS}]*\(", "[wd]"), ("d[,eE]?", "[,eE]?d"),
        # signs before: "-5", "≲8", "!enabled", "#5", "*pointer", ".5", ".text"
        (rf"(?:^|[^wd])[{_SIGNS};]+\.?", "[wd]"), (rf"(?:^|[^wd.])[{_SIGNS};]*\.", "[wd]"),
        # signs behind: "50%", "3.9+", "C++", "5€", "float*", "pre-"
        ("[wd]", r"[mcuph]+(?:[sN)q,;.:eE]|$)"),
        # within the signs themselves: "->", "<=", "--", "::", "-.5"
        ("[mch]", "[mch]"), (":", ":"), ("[mch]", r"\.d"), (r"\.", r"\.+d"),
        # digits in groups of three: "10 000 000"
        (r"(?:^|[^d.,])d{1,3}(?:sddd)*", "sddd(?![dwh])"), (r"(?:^|[^d.,])d{1,3}(?:sddd)*s", "ddd(?![dwh])"),
        # signs of a unit, a comparison, a range or a sum that are set off by spaces: "50 %", "≤ 8", "5 ± 2", "1 – 10"
        ("d", "s(?:u|c|m)"), ("ds", "[ucm]"), (r"ds?w{0,5}(?:ms|m)?", "(?:s[hE]+s|[hE])[mc]?d"),
        (r"ds?w{0,5}s", "[hE]+s[mc]?d"), (r"ds?w{0,5}(?:s[hE]+s?|[hE])", "s?[mc]?d"),
        ("(?:^|[^wdm])m+s", "d"), ("[wd)]sms", "[wd(]"), ("[wd)]", "sms[wd(]"), ("[wd)]s", "ms[wd(]"),
        ("[wd)]sm", "s[wd(]"), ("cs", "d"), ("ms?hs?", "d"),
    )
)  # fmt: skip

_UNIT = "|".join(sorted(map(re.escape, {*UNITS, *UNIT_WORDS}), key=lambda unit: (-len(unit), unit)))
_UNIT_BEHIND = re.compile(rf" (?:{_UNIT})(?![\w+#])")
_UNIT_HERE = re.compile(rf"(?:{_UNIT})(?![\w+#])")
_NUMBER_BEFORE = re.compile(r"\d $")
# "1 to 10 inputs": the words between two numbers that make one statement of them
_RANGE_BEHIND = re.compile(r" (?:to|or|and|through|by|x|times|plus|minus) [^\w\s]?\d")
_RANGE_BEFORE = re.compile(r"\d(?: ?[^\W\d_]{1,5})? (?:to|or|and|through|by|x|times|plus|minus) $")
_ENDS_IN_NUMBER = re.compile(r"\d(?: ?[^\W\d_]{1,5})?$")

# Thai, Lao, Myanmar and Khmer set no spaces between words either; nobody can say here where a word ends.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


def cuts(text: str, at: int) -> bool:
    """Whether ``at`` is inside a token of ``text``, which is normalised, its blocks parted by line feeds.

    >>> cuts("a -5 b", 3), cuts("3-5 GB", 2), cuts("3.10", 3), cuts("10 000", 2), cuts("about 5 GB", 7)
    (True, True, True, True, True)
    >>> cuts("uses JAX", 5), cuts("uses 3.1.", 8), cuts("JAX, too", 3), cuts("(see it)", 1)
    (False, False, False, False)
    """
    if at <= 0 or at >= len(text):
        return False
    left, right = text[at - 1], text[at]
    if left == "\n" or right == "\n":
        return False
    if (right == " " and left in ".!?") or (left == " " and text[at - 2] in ".!?"):
        return False  # the end of a sentence: no rule has it, and most edges are there
    if _wordy(left) and _wordy(right):
        return _cuts_word(left, right)
    before, after = text[max(0, at - _REACH) : at], text[at : at + _REACH]
    return _cuts_quantity(before, after) or _cuts_by_class(before, after)


def _wordy(char: str) -> bool:
    return _class(char) in "wd"


def _cuts_word(left: str, right: str) -> bool:
    """Whether two letters or digits that touch are of one word; scripts without spaces touch everywhere."""
    if unicodedata.category(right)[0] == "M":
        return True
    if unicodedata.numeric(left, None) is not None and unicodedata.numeric(right, None) is not None:
        return True
    unspaced = is_cjk(left) or is_cjk(right) or (_UNSPACED.match(left) and _UNSPACED.match(right))
    return not unspaced


def _cuts_by_class(before: str, after: str) -> bool:
    left, right = "".join(map(_class, before)), "".join(map(_class, after))
    if len(before) < _REACH:
        left = "N" + left
    if len(after) < _REACH:
        right += "N"
    return any(behind.search(left) and ahead.match(right) for behind, ahead in _RULES)


def _cuts_quantity(before: str, after: str) -> bool:
    """Whether the place is between a number and its unit, or inside a range that is written in words."""
    if before[-1].isdigit() and _UNIT_BEHIND.match(after):
        return True
    if _NUMBER_BEFORE.search(before) and _UNIT_HERE.match(after):
        return True
    if _RANGE_BEHIND.match(after) and _ENDS_IN_NUMBER.search(before):
        return True
    return after[0].isdigit() and _RANGE_BEFORE.search(before) is not None
