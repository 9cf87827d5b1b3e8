"""What stands behind a statement: the documents, and the sentences of theirs that are quoted."""

from __future__ import annotations

from ..model.identifiers import pin_locator
from ..model.vocabulary import STANDING
from .text_fragment import text_link
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .marks import Mark


class Source(Value):
    """One document: the live page and the immutable copy of it."""

    __slots__ = ("id", "kind", "licence", "pinned", "publisher", "title", "url")
    id: str
    kind: str
    licence: str
    pinned: str | None
    publisher: str
    title: str
    url: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Source:
        """Make a source from its released record; ``pinned`` becomes a URL or ``purl#path``."""
        pin = raw["pinned"]
        locator = pin_locator(pin.get("url"), pin.get("purl"), pin.get("path"))
        return cls(
            id=raw["id"],
            kind=raw["kind"],
            licence=raw["licence"],
            pinned=locator,
            publisher=raw["publisher"],
            title=raw["title"],
            url=raw["url"],
        )

    def __str__(self) -> str:
        return f"{self.title} ({self.publisher})"


class Evidence(Value):
    """What stands behind a step or stage: a quote, or an observation by a witness.

    ``verdict`` and ``checked`` (UTC date) are of the pinned copy where there is one, else of the live page;
    ``unchecked`` and None where the ledger has neither. For an observation ``quote`` and ``source`` are None
    and ``witness`` is the witness's id. ``marks`` are the words that carry parts of the statement.
    """

    __slots__ = ("checked", "id", "marks", "quote", "raw", "section", "source", "verdict", "witness")
    checked: str | None
    id: str | None
    marks: tuple[Mark, ...]
    quote: str | None
    raw: dict[str, Any]
    section: str | None
    source: Source | None
    verdict: str
    witness: str | None

    @property
    def url(self) -> str | None:
        """The live page that a person reads; None for an observation."""
        return self.source.url if self.source else None

    @property
    def link(self) -> str | None:
        """The live page, opened at the quoted sentence (``#:~:text=``); None for an observation."""
        if self.source is None or self.quote is None:
            return None
        return text_link(self.source.url, self.quote, self.raw.get("prefix"), self.raw.get("suffix"))

    @property
    def supports(self) -> str | None:
        """What this sentence alone carries, where that was judged: ``full``, ``partial`` or ``contradicts``."""
        return self.raw.get("supports")

    @property
    def first_party(self) -> bool | None:
        """Whether the source's publisher makes what the statement is about; None for an observation."""
        return self.raw.get("first_party")

    @property
    def doubt(self) -> str | None:
        """Why it is partial or contradicts, in our words."""
        return self.raw.get("doubt")

    @property
    def stands(self) -> bool:
        """Whether the quote was found where it is cited."""
        return self.verdict in STANDING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and (self.raw, self.source) == (other.raw, other.source)

    def __hash__(self) -> int:
        return hash(("Evidence", self.id, self.witness))

    def __str__(self) -> str:
        return f"“{self.quote}” — {self.source}" if self.quote else f"observed by {self.witness}"
