"""What a search returns."""

from __future__ import annotations

from typing import Any

from ..as_json import evidence_values
from ..display import drawn
from ..evidence import Evidence
from ..interop import Recorded
from ..value import Value


class Receipt(Value):
    """A statement behind the answer to a golden question: its ``kind`` and ``id``, what it says, and its evidence."""

    __slots__ = ("evidence", "id", "kind", "text")
    evidence: tuple[Evidence, ...]
    id: str
    kind: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the receipt as JSON values."""
        return {"kind": self.kind, "id": self.id, "text": self.text, "evidence": evidence_values(self.evidence)}


class Hit(Value):
    """Something that fits a search.

    ``kind`` and ``id`` name it, ``title`` is what it is called, ``text`` the sentence that fits best, ``where`` what
    that sentence is ("name", "summary", "note", "quote", "quote that contradicts it", "answer" …), and ``marks`` where
    the words stand in it, as pairs of offsets. ``evidence`` is the quote that the sentence is, with its source; None
    for words of the atlas. ``score`` is how well it fits, by bm25; it compares hits of one search alone.
    ``command`` is the line that shows more. ``also`` are the addresses of what says the same of other stacks.

    A golden question that fits what was asked comes first and is answered: ``answer`` says it in words of the atlas,
    and ``receipts`` are statements behind it. Of any other hit ``answer`` is None.
    """

    __slots__ = (
        "also",
        "answer",
        "command",
        "evidence",
        "id",
        "kind",
        "marks",
        "receipts",
        "score",
        "text",
        "title",
        "where",
    )
    also: tuple[str, ...]
    answer: str | None
    command: str
    evidence: Evidence | None
    id: str
    kind: str
    marks: tuple[tuple[int, int], ...]
    receipts: tuple[Receipt, ...]
    score: float
    text: str
    title: str
    where: str

    def __repr__(self) -> str:
        return f"<Hit {self.kind}/{self.id}>"

    def __str__(self) -> str:
        return f"{self.kind} {self.id}: {self.title}"

    def to_dict(self) -> dict[str, Any]:
        """Return the hit as JSON values."""
        plain = ("kind", "id", "title", "where", "text", "score", "command", "answer")
        return {
            **{name: getattr(self, name) for name in plain},
            "also": list(self.also),
            "marks": [list(mark) for mark in self.marks],
            "evidence": evidence_values([self.evidence])[0] if self.evidence else None,
            "receipts": [receipt.to_dict() for receipt in self.receipts],
        }


#: Hits that are printed, as many as the command line prints unasked.
_PRINTED = 10
#: Keys of a hit's record.
_COLUMNS = ("kind", "id", "title", "where", "text", "score", "answer", "command", "source", "link")


class Hits(Recorded, list[Hit]):
    """The hits of a search, best first.

    ``unknown`` are the words of the question that nothing of the release knows; ``respelt`` says which words were
    taken for misspelt ones, and for which.
    """

    columns = _COLUMNS

    def __init__(
        self, hits: list[Hit], unknown: tuple[str, ...] = (), respelt: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(hits)
        self.unknown = unknown
        self.respelt = respelt

    def __repr__(self) -> str:
        few = ", ".join(f"{hit.kind}/{hit.id}" for hit in self[:3])
        return f"<Hits: {len(self)}{f', {few}' if few else ''}{' …' if len(self) > 3 else ''}>"

    def __str__(self) -> str:
        more = f"\n\n… and {len(self) - _PRINTED} more" if len(self) > _PRINTED else ""
        return drawn("text", Hits(self[:_PRINTED])) + more

    def to_dict(self) -> dict[str, Any]:
        """Return the hits with the words that nothing knows and those that were respelt."""
        return {
            "hits": [hit.to_dict() for hit in self],
            "unknown": list(self.unknown),
            "respelt": [list(pair) for pair in self.respelt],
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one flat dict a hit; of a hit that is a quote with its source and link."""
        return [
            {
                **{name: getattr(hit, name) for name in _COLUMNS[:-2]},
                "source": hit.evidence.source.id if hit.evidence and hit.evidence.source else None,
                "link": hit.evidence.link if hit.evidence else None,
            }
            for hit in self
        ]
