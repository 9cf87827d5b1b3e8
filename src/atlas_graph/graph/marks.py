"""Which words of a quote prove which part of a statement, and how each part is carried."""

from __future__ import annotations

import itertools

from ..model.vocabulary import CARRIED
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Mark(Value):
    """Words of a quote that carry a part: from ``start`` to before ``end``, counted in code points of the quote.

    ``part`` is the part's name, such as ``from``, ``mode/jit`` or ``text: CLAUSE``.
    """

    __slots__ = ("end", "part", "start", "words")
    end: int
    part: str
    start: int
    words: str

    @property
    def label(self) -> str:
        """What a reader is shown: the part without its clause, and of a condition its id."""
        return label(self.part)


class Part(Value):
    """How one part of a statement is carried.

    ``state`` is ``quoted``, ``observed``, ``general``, ``inferred``, ``none`` or ``unmarked``; ``why`` the reason of
    the last four, ``witness`` the run of what is observed.
    """

    __slots__ = ("name", "state", "why", "witness")
    name: str
    state: str
    why: str | None
    witness: str | None

    @property
    def carried(self) -> bool:
        """Whether words or a run carry it, or it holds in general."""
        return self.state in CARRIED

    def __str__(self) -> str:
        head, colon, clause = self.name.partition(": ")
        name = f"{head} “{clause}”" if colon else head
        said = self.why or (f"by {self.witness}" if self.witness else None)
        return f"{name}: {self.state}{f' ({said})' if said else ''}"


def label(part: str) -> str:
    """Return what a reader is shown of a part's name.

    >>> label("text: it is lowered"), label("mode/jit"), label("among/jax/jax--calls--xla")
    ('text', 'mode jit', 'among')
    """
    name, _, item = part.partition(":")[0].partition("/")
    return f"{name} {item}" if item and "/" not in item else name


def marks_of(audit: dict[str, Any] | None, quote: str | None) -> tuple[Mark, ...]:
    """Return the marks of a released audit in one quote, named by its id, in the order of the words."""
    if audit is None or quote is None:
        return ()
    found = [
        Mark(end=item["end"], part=item["part"], start=item["start"], words=item["words"])
        for item in audit.get("marks", ())
        if item["quote"] == quote
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.part)))


def parts_of(audit: dict[str, Any] | None) -> tuple[Part, ...]:
    """Return how each part is carried by a released audit; nothing of one from before there were marks."""
    return tuple(
        Part(name=item["part"], state=item["state"], why=item.get("why"), witness=item.get("witness"))
        for item in (audit or {}).get("parts", ())
    )


def pieces(quote: str, marks: Iterable[Mark]) -> list[tuple[str, tuple[str, ...]]]:
    """Return a quote in pieces, each with the labels of the marks that lie on it; joined they are the quote.

    >>> name = Mark(end=3, part="from", start=0, words="JAX")
    >>> pieces("JAX traces it", [name, Mark(end=10, part="text: a", start=0, words="JAX traces")])
    [('JAX', ('from', 'text')), (' traces', ('text',)), (' it', ())]
    """
    listed = list(marks)
    edges = sorted({0, len(quote), *(edge for mark in listed for edge in (mark.start, mark.end) if edge < len(quote))})
    return [
        (quote[start:end], tuple(dict.fromkeys(m.label for m in listed if m.start <= start and end <= m.end)))
        for start, end in itertools.pairwise(edges)
    ]


def in_words(marks: Iterable[Mark]) -> str:
    """Return in one line which words prove which part.

    >>> name = Mark(end=3, part="from", start=0, words="JAX")
    >>> in_words([name, Mark(end=10, part="relation", start=4, words="traces")])
    'from: “JAX” · relation: “traces”'
    """
    grouped: dict[str, list[str]] = {}
    for mark in marks:
        grouped.setdefault(mark.label, []).append(f"“{mark.words}”")
    return " · ".join(f"{name}: {', '.join(dict.fromkeys(words))}" for name, words in grouped.items())
