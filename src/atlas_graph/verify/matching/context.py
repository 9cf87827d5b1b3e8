"""The sentence around a passage, and whether its other words turn the passage round."""

from __future__ import annotations

import re
from functools import lru_cache

from ..diff import words
from ..guards import Feature, features
from ..vocabulary import COMPARISON, CONDITION, DOUBT, MODAL, NEGATION, QUANTITY, STATUS

_REACH = 600  # characters to either side; what has no full stop for so long is no sentence

_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?= )|[。！？]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|viz|approx|resp|incl|nos|figs?|eqs?|sec|ch|vol|pp|dr|mrs?|ms|st|a\.k\.a|w\.r\.t)|"
    r"(?:^|\(|(?-i:\b[A-Z][\w.]*) )(?-i:[A-Z]))\.$",  # an initial; what ends in "on Y." is a sentence
    re.I,
)
_MAY_END = re.compile(r"\b(?:etc|no|al|inc|ltd|max|min|ver|jr|sr)\.$", re.I)  # ends before a capital only
_STARTS = re.compile(r"[\"'“‘(\[`*]*[A-Z0-9\u00c0-\u024f\u0370-\u052f]|[^\x00-\x7f]|[\"'“‘(\[`*]*[a-z]+[A-Z_.(]|-")


def sentence_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the sentence, or sentences, of ``text`` (one normalised block) that hold ``start:end``.

    >>> text = "First one. It uses e.g. LLVM 3.1 here. Last."
    >>> begin, end = sentence_span(text, 19, 23)
    >>> text[begin:end]
    'It uses e.g. LLVM 3.1 here.'
    """
    lower, upper = max(0, start - _REACH), min(len(text), end + _REACH)
    begin, finish = lower, upper
    for found in _END.finditer(text, lower, upper):
        stop = found.end()
        if not _is_end(text, found.start(), stop, lower):
            continue
        if stop <= start:
            begin = stop
        elif stop >= end:
            finish = stop
            break
    while begin < start and text[begin] == " ":
        begin += 1
    return begin, finish


def _is_end(text: str, dot: int, stop: int, lower: int) -> bool:
    if text[dot] in "。！？":
        return True
    if text[dot] == ".":
        before = text[max(lower, dot - 24) : dot + 1]
        if _ABBREVIATION.search(before):
            return False
        if _MAY_END.search(before):
            return text[stop + 1 : stop + 2].isupper()
    return _STARTS.match(text, stop + 1) is not None


# What turns a passage round or makes it a condition, a doubt or a wish, wherever in its sentence it stands.
_TURNING = {NEGATION: None, STATUS: None, DOUBT: None, CONDITION: ("unless", "except", "only if", "if"),
            MODAL: ("would", "could", "might"), QUANTITY: ("rarely",)}  # fmt: skip
_LONGEST_DENIAL = 7  # words, stops included; a longer line is about something else as well
_LIMITING = ("only", "partly")
_BEGINS_IN_NUMBER = re.compile(r"\W{0,2}\d")
_ENDS_IN_NUMBER = re.compile(r"\d\S*(?: [^\W\d]+)?$")  # "16", "3.10", "16 GiB"
_OTHER_SCRIPTS = re.compile("[不没沒未無无]|ない|ません|なく|않|못|[？?][\"'”’)\\]]*$")


def risk(sentence: str, start: int, end: int) -> str | None:
    """The word outside ``start:end`` that may turn the passage round or bind it to a condition, else None.

    >>> risk("It does not support X on Y.", 12, 26), risk("Use at most 4 GPUs.", 12, 18), risk("Is it X?", 3, 7)
    ('not', 'at most', '?')
    >>> risk("It supports X.", 3, 13) is None
    True
    """
    before, after = words(sentence[:start]), words(sentence[end:])
    ahead, behind = features(before), features(after)
    turning = next((found.shown for found in (*ahead, *behind) if _turns(found)), None)
    if turning is not None:
        return turning
    # What bounds a number or a statement does so from beside it: "at most | 4 GPUs", "CUDA 12 | or newer".
    beside = [found for found in ahead if found.j == len(before)] + [found for found in behind if found.i == 0]
    passage = sentence[start:end]
    counts = _BEGINS_IN_NUMBER.match(passage) or _ENDS_IN_NUMBER.search(passage)
    for found in beside:
        if (found.kind == COMPARISON and (counts or found.value == "~")) or found.value in _LIMITING:
            return found.shown
    other = _OTHER_SCRIPTS.search(sentence[:start]) or _OTHER_SCRIPTS.search(sentence[end:] or sentence[-3:])
    return other[0] if other else None


@lru_cache(maxsize=4096)
def denial(text: str) -> str | None:
    """The word by which a heading, or the lead of a list, denies what stands under it, else None.

    >>> denial("Not supported:"), denial("Compiling without a driver"), denial("Why is it not supported?")
    ('Not', None, None)
    """
    said = words(text)
    if text.endswith("?") or len(said) > _LONGEST_DENIAL:
        return None
    return next((found.shown for found in features(said) if _denies(found)), None)


def _denies(found: Feature) -> bool:
    """Whether a word of a heading says that what follows is not so, or not yet; "without" and "No-grad" are topics."""
    if found.shown.lower() == "without" or "-" in found.shown:
        return False
    return found.kind in (NEGATION, STATUS) or (found.kind == DOUBT and found.value in ("false", "wished"))


def _turns(found: Feature) -> bool:
    values = _TURNING.get(found.kind, ())
    return values is None or found.value.lower() in values
