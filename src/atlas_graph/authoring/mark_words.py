"""Words in a quote: where they stand, what they name, and whether their sentence hedges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

#: English pronouns and the determiners that point back: closed classes of the grammar, so complete. What begins with
#: one of them ("it", "this graph", "the compiler") can stand for a name elsewhere.
_POINTING = frozenset({
    "it", "its", "itself", "they", "them", "their", "theirs", "themselves", "he", "she", "him", "her", "his",
    "this", "that", "these", "those", "such", "same", "the", "both", "each", "either", "one", "ones", "all",
    "former", "latter", "which", "who", "whom", "whose", "what", "here", "there", "we", "us", "our", "ours", "you",
    "your", "yours", "i", "my", "mine", "another", "other", "others",
})  # fmt: skip

#: Families of hedges: a statement keeps a hedge by holding any word of the same family. Modals, quantifiers and
#: conditional conjunctions are closed classes; the others are what documentation calls things that are not for all.
HEDGES: dict[str, frozenset[str]] = {
    "possibility": frozenset({"can", "could", "may", "might", "possible", "possibly", "potentially", "perhaps"}),
    "part": frozenset({"some", "certain", "many", "most", "few", "partial", "partially", "partly", "mostly",
                       "subset", "selected", "various"}),
    "frequency": frozenset({"usually", "often", "typically", "generally", "commonly", "normally", "sometimes",
                            "frequently", "occasionally", "rarely"}),
    "condition": frozenset({"if", "unless", "when", "whenever", "only", "provided", "depending", "otherwise"}),
    "mode": frozenset({"mode", "modes"}),
    "default": frozenset({"default", "defaults", "optional", "optionally", "option", "options", "opt-in", "opt-out",
                          "flag", "enable", "enabled", "enables", "enabling", "disable", "disabled"}),
    "maturity": frozenset({"experimental", "experimentally", "beta", "alpha", "prototype", "preview", "planned",
                           "deprecated", "legacy", "currently"}),
}  # fmt: skip
_FAMILY = {word: family for family, words in HEDGES.items() for word in words}
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
#: Hedging words that hedge nothing beside certain others, in lower case: told by what comes before and after.
#: "not only" says that there is more; "provided" is a condition before "that" or after a comma alone.
_NO_HEDGE: dict[str, Callable[[str, str], bool]] = {
    "only": lambda before, after: re.search(r"\bnot\s+$", before, re.IGNORECASE) is not None,
    "provided": lambda before, after: (
        not (
            re.match(r"\s+that\b", after, re.IGNORECASE)
            or (before.rstrip().endswith(",") and not re.match(r"\s+(?:by|as|in|with|for|to)\b", after, re.IGNORECASE))
        )
    ),
}
_SENTENCE_END = re.compile(r"[.!?;]['\"”’)]*\s+")


def occurrences(text: str, words: str) -> list[tuple[int, int]]:
    """Return where ``words`` stand in ``text`` as whole words: first code point, and the one after the last.

    >>> occurrences("XLA hands it to its runtime", "it")
    [(10, 12)]
    """
    before = r"(?<!\w)" if words[:1].isalnum() else ""
    after = r"(?!\w)" if words[-1:].isalnum() else ""
    return [found.span() for found in re.finditer(before + re.escape(words) + after, text)]


def is_name(words: str, names: Iterable[str]) -> bool:
    """Tell whether ``words`` are one of ``names``: as in a title or in a sentence, in the singular or the plural.

    >>> is_name("Jaxprs", ["jaxpr"]), is_name("the kernel library", ["Kernel Libraries"]), is_name("XLA:CPU", ["XLA"])
    (True, True, False)
    >>> is_name("cuda graph", ["CUDA Graphs"])
    False
    """
    said = _forms(_bare(words))
    return any(said & _forms(_bare(name)) for name in names)


def points(words: str) -> bool:
    """Tell whether ``words`` can stand for a name elsewhere: a pronoun, or what a determiner points at.

    >>> points("it"), points("this graph"), points("Kernels")
    (True, True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().casefold() in _POINTING


def sentence_at(text: str, start: int) -> tuple[int, int]:
    """Return the sentence of ``text`` in which a position lies, as first code point and the one after the last."""
    begin = 0
    for found in _SENTENCE_END.finditer(text):
        if found.end() > start:
            return begin, found.start() + 1
        begin = found.end()
    return begin, len(text)


def hedges(text: str, names: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield each hedging word of a text and its family; none of what is part of one of ``names``.

    >>> list(hedges("It is not only fast in eager mode, and provided by Acme, if asked.", ["eager mode"]))
    [('if', 'condition')]
    """
    named = [span for name in names if name for span in occurrences(text.casefold(), name.casefold())]
    for found in _WORD.finditer(text):
        word = found.group().casefold()
        family = _FAMILY.get(word)
        if family is None or any(start <= found.start() < end for start, end in named):
            continue
        other = _NO_HEDGE.get(word)
        if other is None or not other(text[: found.start()], text[found.end() :]):
            yield word, family


def word_spans(text: str) -> list[tuple[int, int]]:
    """Return where the words of a text stand."""
    return [found.span() for found in _WORD.finditer(text)]


_ARTICLE = re.compile(r"(?:the|a|an)\s+", re.IGNORECASE)


def _bare(words: str) -> str:
    """Return a noun phrase without its article, with single spaces."""
    text = " ".join(words.split())
    rest = _ARTICLE.sub("", text, count=1) if _ARTICLE.match(text) else text
    return rest or text


def _forms(name: str) -> set[str]:
    """Return a name and what it may be the plural of, the first letter of each word in lower case, as titles differ.

    English makes regular plurals by the ending of the last word: -ies of -y, -es of a sibilant, else -s; a
    possessive is the name with its sign.
    """
    text = " ".join(word[:1].lower() + word[1:] for word in name.split(" "))
    for sign in ("'s", "’s", "'", "’"):
        text = text.removesuffix(sign)
    forms = {text}
    if text.endswith("ies") and len(text) > 4:
        forms.add(text[:-3] + "y")
    if text.endswith("es") and text[:-2].endswith(("s", "x", "z", "ch", "sh")):
        forms.add(text[:-2])
    if text.endswith("s") and not text.endswith("ss") and len(text) > 3:
        forms.add(text[:-1])
    return forms
