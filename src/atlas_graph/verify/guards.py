"""Whether two passages that differ in a few words still say the same, as far as a machine can tell.

It is told from the words that differ, never from how many they are: a number, its sign or unit, a negation, a
modal verb, a comparison, a word of quantity or scope, a version or other name, a condition, a status such as
"deprecated", or one word of a pair of opposites. What none of these guards knows is called a difference in
wording. Either way the quote does not stand; the guards say which of the two a person should look for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .diff import Hunk, Word
from .vocabulary import (
    OPPOSITES,
    PHRASES,
    UNIT_WORDS,
    UNITS,
    WORD_NUMBERS,
)

_NUMBER = re.compile(
    r"(?P<sign>[-+−–±])?(?P<digits>\.?\d[\d.,]*(?:e[-+]?\d+)?)(?P<rest>.*)",
    re.I | re.S,
)
_RANGE = re.compile(r"(?<=\d)(?P<unit>[A-Za-zµμ%°]*)[-–−/:](?=\d)")
_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"
_NEGATIVE_PREFIX = ("un", "in", "im", "ir", "il", "non", "non-", "dis", "de", "mis", "a")
_JOINTS = re.compile("[-‐‑/]")
_NOT_A_NAME = frozenset({"I", "A"})

_CONTRACTED = {"ca": "can", "can": "can", "wo": "will", "sha": "shall"}
_MODALS = frozenset({"may", "might", "can", "could", "must", "shall", "should", "will", "would", "need"})


_VERSIONED = frozenset({"version", "versions", "release", "v", "python", "cuda", "rocm", "llvm", "gcc", "clang"})


@dataclass(frozen=True, slots=True)
class Feature:
    """Something in a passage on which its meaning hangs: words ``i:j`` of it."""

    kind: str
    value: str  # what is compared
    i: int
    j: int
    shown: str


@dataclass(frozen=True, slots=True)
class Change:
    """One difference of meaning: what the quote has and what the document has; either may be empty."""

    kind: str
    quote: str
    document: str

    def sentence(self) -> str:
        """The difference as a clause for a person."""
        if self.quote and self.document:
            return f"the {self.kind} differs: the quote has “{self.quote}”, the document “{self.document}”"
        if self.document:
            return f"the document has a {self.kind} that the quote lacks: “{self.document}”"
        return f"the quote has a {self.kind} that the document lacks: “{self.quote}”"


def features(run: Sequence[Word]) -> list[Feature]:
    """Everything in a passage on which its meaning hangs, in order."""
    out: list[Feature] = []
    at = 0
    while at < len(run):
        phrase = _phrase(run, at)
        if phrase is not None:
            out += phrase
            at = phrase[-1].j
            continue
        out += _of_word(run, at)
        at += 1
    return out


def _lower(word: Word) -> str:
    return word.text.lower().replace("’", "'")


def _phrase(run: Sequence[Word], at: int) -> list[Feature] | None:
    first = _lower(run[at])
    for phrase, kinds in PHRASES.get(first, ()):
        end = at + len(phrase)
        if end <= len(run) and all(_lower(run[at + n]) == phrase[n] for n in range(1, len(phrase))):
            shown = " ".join(word.text for word in run[at:end])
            return [Feature(kind, _normative(kind, value, shown), at, end, shown) for kind, value in kinds]
    return None


def _normative(kind: str, value: str, shown: str) -> str:
    """MUST in capitals is a term of RFC 2119, must is English; RFC 8174 tells them apart."""
    return value.upper() if kind == "modal verb" and shown.split()[0].isupper() else value


def _of_word(run: Sequence[Word], at: int) -> list[Feature]:
    text = run[at].text
    number = _NUMBER.fullmatch(text)
    if number:
        return _of_number(run, at, text)
    if all(unicodedata.category(char) in ("No", "Nl") for char in text):  # "½", "Ⅳ", "①"
        return [Feature("number", text, at, at + 1, text)]
    if (text in UNITS or text.lower() in UNIT_WORDS) and at > 0 and _has_digit(run[at - 1].text):
        return [Feature("unit", UNITS.get(text) or UNIT_WORDS[text.lower()], at, at + 1, text)]
    if text.lower() in UNIT_WORDS:
        return [Feature("unit", UNIT_WORDS[text.lower()], at, at + 1, text)]
    if text.lower() in WORD_NUMBERS:
        return [Feature("number", WORD_NUMBERS[text.lower()], at, at + 1, text)]
    lower = _lower(run[at])
    head, joint, tail = lower.partition("-")
    if joint and head in WORD_NUMBERS and tail:  # "two-dimensional"
        return [Feature("number", WORD_NUMBERS[head], at, at + 1, text)]
    if lower.endswith("n't") or lower == "cannot":
        return _contracted(lower, at, text)
    out = _of_compound(run[at], at)
    if is_name(text) or (text[:1].isupper() and _inside_sentence(run, at)):
        out.append(Feature("name", _name_key(text), at, at + 1, text))
    return out


def _of_compound(word: Word, at: int) -> list[Feature]:
    """What the parts of "read-only", "at-most-once" or "and/or" say."""
    pieces = _JOINTS.split(word.text)
    if len(pieces) == 1 or not all(pieces):
        return []
    apart = [Word(piece, piece, word.start, word.end, True) for piece in pieces]
    found = (phrase for n in range(len(apart)) for phrase in _phrase(apart, n) or ())
    return [Feature(f.kind, f.value, at, at + 1, word.text) for f in found]


def _contracted(lower: str, at: int, text: str) -> list[Feature]:
    verb = "can" if lower == "cannot" else _CONTRACTED.get(lower[:-3], lower[:-3])
    out = [Feature("negation", "not", at, at + 1, text)]
    if verb in _MODALS:
        out.insert(0, Feature("modal verb", verb, at, at + 1, text))
    return out


def _of_number(run: Sequence[Word], at: int, text: str) -> list[Feature]:
    out: list[Feature] = []
    cut = [0]
    for found in _RANGE.finditer(text):
        cut.append(found.start("unit"))
        cut.append(found.end())
    cut.append(len(text))
    version = text.count(".") > 1 or (
        at > 0
        and re.fullmatch(r"\d+\.\d+\w*|\d+", text)
        and (run[at - 1].text.lower() in _VERSIONED or is_name(run[at - 1].text))
    )
    for begin, end in zip(cut[0::2], cut[1::2], strict=True):
        piece = text[begin:end]
        matched = _NUMBER.fullmatch(piece)
        if matched is None:
            continue
        digits = matched["digits"].rstrip(".,")
        value = re.sub(r",(?=\d{3}(?!\d))", "", digits)
        rest = matched["rest"]
        power = "".join(char for char in rest if char in _POWERS)
        if version:
            value += rest.rstrip("+")  # "3.0.dev0", "1.2.3-rc1"
        sign = "-" if matched["sign"] in ("-", "−", "–") else "±" if matched["sign"] == "±" else ""
        out.append(
            Feature(
                "version" if version else "number", f"{sign}{value}{'^' if power else ''}{power}", at, at + 1, piece
            )
        )
        unit = rest.lstrip("-").rstrip("+")
        if unit and not power:
            canonical = UNITS.get(unit) or UNIT_WORDS.get(unit.lower())
            if canonical:
                out.append(Feature("unit", canonical, at, at + 1, piece))
            elif rest.startswith("-"):
                pass  # "3-dimensional"
            elif unit:
                out.append(Feature("name", _name_key(piece), at, at + 1, piece))
        if rest.endswith("+"):
            out.append(Feature("comparison", ">=", at, at + 1, piece))
    return out


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


def is_name(text: str) -> bool:
    """Whether a word is written like an identifier or an acronym.

    >>> [is_name(word) for word in ("FP16", "TPUs", "mlir::Op", "float8_e4m3", "Compiler", "the")]
    [True, True, True, True, False, False]
    """
    if text in _NOT_A_NAME or not any(char.isalpha() for char in text):
        return False
    if _has_digit(text) or "_" in text or "::" in text or re.search(r"\w\.\w", text):
        return True
    letters = text[:-1] if len(text) > 2 and text.endswith("s") else text
    return sum(char.isupper() for char in letters) > 1 or any(char.isupper() for char in text[1:].lstrip("-"))


def _name_key(text: str) -> str:
    folded = re.sub(r"[-_‐‑]", "", text)
    if len(folded) > 2 and folded.endswith("s") and folded[:-1].isupper():
        folded = folded[:-1]
    return folded.lower()


def _inside_sentence(run: Sequence[Word], at: int) -> bool:
    return at > 0 and run[at - 1].text not in ".!?:" and run[at].text[1:].islower()


def changes(quote: Sequence[Word], passage: Sequence[Word], parts: Sequence[Hunk]) -> list[Change]:
    """What differs in meaning between a quote and a passage, given how they were aligned; in order."""
    left, right = features(quote), features(passage)
    out: list[Change] = []
    comparisons: tuple[list[Feature], list[Feature]] = [], []
    for part in parts:
        if part.equal:
            continue
        # A phrase of which one word changed is another phrase, or none, on the other side.
        mine = [f for f in left if f.i < part.b and f.j > part.a]
        theirs = [f for f in right if f.i < part.d and f.j > part.c]
        out += _compare(mine, theirs, quote[part.a : part.b], passage[part.c : part.d])
        for kept, found in zip(comparisons, (mine, theirs), strict=True):
            kept += [f for f in found if f.kind == "comparison" and f not in kept]
    # Looked at as a whole: "at least 5 GB" and "5 GB or more" are two hunks that say one thing.
    mine, theirs = comparisons
    if [f.value for f in mine] != [f.value for f in theirs]:
        out.append(Change("comparison", _shown(mine), _shown(theirs)))
    if not out:
        out += _swapped(left, right) or _turned(quote, passage, parts)
    return _unique(out)


_KINDS = (
    "number", "unit", "negation", "modal verb", "word of quantity", "condition", "status", "name",
)  # fmt: skip


def _compare(
    mine: list[Feature], theirs: list[Feature], quote: Sequence[Word], passage: Sequence[Word]
) -> Iterable[Change]:
    numbers = ("number", "version")
    for kind in _KINDS:
        kinds = numbers if kind == "number" else (kind,)
        a = [f for f in mine if f.kind in kinds]
        b = [f for f in theirs if f.kind in kinds]
        if kind == "negation":
            yield from _negations(a, b, quote, passage)
            continue
        if [f.value for f in a] == [f.value for f in b]:
            continue
        if kind == "name" and not (a and b):
            continue  # "XLA" may be called "the compiler"
        if kind == "modal verb" and {f.value for f in a + b} == {"will"} and not (a and b):
            continue  # "will be compiled" and "is compiled"
        yield Change(_called(kind, a, b), _shown(a), _shown(b))
    yield from _opposites(quote, passage)


def _called(kind: str, a: list[Feature], b: list[Feature]) -> str:
    if kind != "number":
        return kind
    if any(f.kind == "version" for f in a + b):
        return "version"
    if a and b and [f.value.lstrip("-±") for f in a] == [f.value.lstrip("-±") for f in b]:
        return "sign"
    return "number"


def _shown(run: list[Feature]) -> str:
    out: list[str] = []
    for feature in run:
        if feature.shown not in out[-1:]:
            out.append(feature.shown)
    return " … ".join(out)


def _negations(a: list[Feature], b: list[Feature], quote: Sequence[Word], passage: Sequence[Word]) -> Iterable[Change]:
    here, there = {_lower(w) for w in quote}, {_lower(w) for w in passage}
    mine = [f.shown for f in a] + [w for w in here if _denies(w, there)]
    theirs = [f.shown for f in b] + [w for w in there if _denies(w, here)]
    if len(mine) % 2 != len(theirs) % 2:
        yield Change("negation", " … ".join(mine), " … ".join(theirs))


def _denies(word: str, others: set[str]) -> bool:
    """Whether the word is one of the others with a negative prefix: "unsupported", "supported"."""
    return any(
        word.startswith(prefix) and len(word) - len(prefix) > 2 and word[len(prefix) :] in others
        for prefix in _NEGATIVE_PREFIX
    )


def _stems(word: str) -> set[str]:
    """The word with each ending off that English might have put on it."""
    return {word} | {
        word[: -len(ending)]
        for ending in ("ing", "ed", "es", "ly", "s", "d", "e")
        if word.endswith(ending) and len(word) - len(ending) > 2
    }


def _forms(words: Sequence[Word]) -> Iterable[tuple[str, str]]:
    """Each word, the parts of a compound too, as it stands, and the forms by which its opposite is known."""
    for word in words:
        for piece in {word.text, *_JOINTS.split(word.text)}:
            for form in _stems(piece.lower().replace("’", "'")):
                yield piece, form


def _opposites(quote: Sequence[Word], passage: Sequence[Word]) -> Iterable[Change]:
    theirs = {form: shown for shown, form in _forms(passage)}
    for shown, form in sorted(_forms(quote)):
        for other in sorted(OPPOSITES.get(form, ())):
            if other in theirs:
                yield Change("word", shown, theirs[other])


# Words that say what the names beside them are to each other: moving one is saying something else.
_PIVOTS = frozenset({"from", "to", "into", "onto", "by", "before", "after", "with", "not", "only", "for", "of", "on"})


def _turned(quote: Sequence[Word], passage: Sequence[Word], parts: Sequence[Hunk]) -> list[Change]:
    """Words that turn a relation and moved: "from HLO to LLVM", "to HLO from LLVM"."""
    gone = [w for part in parts if not part.equal for w in quote[part.a : part.b]]
    new = [w for part in parts if not part.equal for w in passage[part.c : part.d]]
    mine, theirs = sorted(map(_lower, gone)), sorted(map(_lower, new))
    if mine == theirs and not _PIVOTS.isdisjoint(mine):
        return [Change("order of words", " ".join(w.text for w in gone), " ".join(w.text for w in new))]
    return []


def _swapped(left: list[Feature], right: list[Feature]) -> list[Change]:
    """Names that changed places: "A lowers to B", "B lowers to A"."""
    mine = [f for f in left if f.kind == "name"]
    theirs = [f for f in right if f.kind == "name"]
    a, b = [f.value for f in mine], [f.value for f in theirs]
    if a != b and sorted(a) == sorted(b):
        return [Change("order of names", _shown(mine), _shown(theirs))]
    return []


def _unique(found: list[Change]) -> list[Change]:
    out: list[Change] = []
    for change in found:
        if change not in out and not (
            change.kind == "word" and any(change.quote in c.quote.split() for c in out if c.quote)
        ):
            out.append(change)
    return out
