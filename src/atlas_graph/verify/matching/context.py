"""The sentence around a passage, and whether its other words turn the passage round."""

from __future__ import annotations

import re

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


def holds_sentence_end(text: str, start: int, end: int) -> bool:
    """Whether a sentence ends in ``start:end``, or right before it, and another follows."""
    stops = _END.finditer(text, max(0, start - 1), min(len(text), end + 8))
    return any(_is_end(text, found.start(), found.end(), 0) for found in stops if found.start() < end)


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


_RISK = re.compile(
    r"\b(?:not|cannot|never|neither|nor|none|nothing|without|unless|except|excepting|excluding|deprecated|obsolete|"
    r"unsupported|unable|impossible|hardly|rarely|seldom|fails? to|failed to|lacks?|formerly|previously|"
    r"used to|instead of|rather than|other than|apart from|only (?:if|when|for|on|in|with|after|under)|"
    r"(?:if and )?only if|as long as|provided that|prevents?|prohibits?|forbids?|disallows?|refuses?|removed|"
    r"experimental(?:ly)?|planned|myth|misconception|incorrect(?:ly)?|untrue|false that|wrong(?:ly)?)\b"
    r"|\bno\b(?! (?:less|more|fewer|later|earlier) than\b)|n't\b|[不没沒未無无]|ない|ません|なく|않|못",
    re.I,
)
_BOUND_BEFORE = re.compile(
    r"(?:\b(?:at (?:most|least)|up to|(?:no |not )?(?:more|less|fewer|greater|later|earlier|older|newer) than|"
    r"under|over|below|above|about|approximately|around|roughly|nearly|almost)|[<>≤≥~≈]=?) ?$",
    re.I,
)


_LIMIT_BEFORE = re.compile(r"\b(?:only|just|merely|almost|nearly|partially|partly) ?$", re.I)


def risk(sentence: str, start: int, end: int) -> str | None:
    """The word outside ``start:end`` that may turn the passage round or bind it to a condition, else None.

    >>> risk("It does not support X on Y.", 12, 26)
    'not'
    >>> risk("Use at most 4 GPUs.", 12, 18)
    'at most'
    >>> risk("It supports X.", 3, 13) is None
    True
    """
    folded = sentence.replace("’", "'")
    before, after = folded[:start], folded[end:]
    for part in (before, after):
        if found := _RISK.search(part):
            return found[0]
    if found := _LIMIT_BEFORE.search(before):
        return found[0].strip()
    if sentence[start : start + 1].isdigit() and (found := _BOUND_BEFORE.search(before)):
        return found[0].strip()
    return None
