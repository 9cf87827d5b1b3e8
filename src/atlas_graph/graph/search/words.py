"""The words of texts and of questions: whole as they are typed, and their parts."""

from __future__ import annotations

import re

#: A word as it is typed: runs of letters and digits, held together by what joins them in names, flags and addresses.
_WHOLE = re.compile(r"\w+(?:[-.:/=+]+\w+)*")
#: A run of letters and digits: where SQLite's tokenizer ``unicode61`` cuts a text as well.
_PART = re.compile(r"[^\W_]+")
#: Where a name in mixed case falls apart: StableHLO, AOTInductor, libTPU.
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
#: What is spelt with s or z by where the writer comes from.
_VERB = re.compile(r"(\w{3,})i([sz])(e|ed|er|ers|es|ing|able|ation|ations)")
#: Letters that each half of a word has at least which others write in two: back end, CUDA graphs.
_HALF = 3
_CLOSED_CLASSES = """
a an the this that these those some any each every no all both it its itself they them their theirs i me my mine
we us our ours you your yours he she his her one ones someone somebody anyone something anything nothing everything
there here

who whom whose what which when where why how whether whatever whichever

am is are was were be been being do does did done doing have has had having can could may might must shall should
will would need needs ought isn aren wasn weren don doesn didn haven hasn hadn won wouldn couldn shouldn cannot
get gets got go goes going happen happens let lets make makes made

of to in on at by for from with without within into onto out off over under up down about above below between among
through during before after against as than like per via and or nor but if then else so because since until while
though although not only also too just even still yet ever never again already really actually instead otherwise
rather s t ve ll re d m
"""
#: The closed classes of English, which no text is about: determiners and pronouns, interrogatives, auxiliaries and the
#: verbs that stand in for others, and prepositions, conjunctions and particles.
FUNCTION_WORDS = frozenset(_CLOSED_CLASSES.split())


def wholes(text: str) -> list[str]:
    """Return the words of a text as they are typed.

    >>> wholes("Is TRITON_PTXAS_PATH read by --xla_gpu_x=1?")
    ['Is', 'TRITON_PTXAS_PATH', 'read', 'by', 'xla_gpu_x=1']
    """
    return _WHOLE.findall(text)


def parts(text: str) -> list[str]:
    """Return the runs of letters and digits of a text, in lower case.

    >>> parts("TRITON_PTXAS_PATH, torch.compile")
    ['triton', 'ptxas', 'path', 'torch', 'compile']
    """
    return [part.casefold() for part in _PART.findall(text)]


def humps(text: str) -> list[str]:
    """Return the parts of the names in mixed case in a text, and nothing of its other words.

    >>> humps("StableHLO and AOTInductor are compiled")
    ['Stable', 'HLO', 'AOT', 'Inductor']
    """
    found: list[str] = []
    for word in _PART.findall(text):
        pieces = _HUMP.findall(word)
        if len(pieces) > 1 and not word[1:].islower():
            found += pieces
    return found


def variants(word: str) -> list[str]:
    """Return how else a word is written: with the other of -ise and -ize, and in two words.

    >>> variants("serialized"), variants("cuda")
    (['serialised', 'ser ialized', 'seri alized', 'seria lized', 'serial ized', 'seriali zed'], [])
    """
    found = []
    if verb := _VERB.fullmatch(word):
        found.append(f"{verb[1]}i{'s' if verb[2] == 'z' else 'z'}{verb[3]}")
    return found + [f"{word[:cut]} {word[cut:]}" for cut in range(_HALF, len(word) - _HALF + 1)]
