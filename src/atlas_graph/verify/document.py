"""What the parts of quote checking hand to each other: a fetched document, its blocks of text, a finding.

The chain is ``fetch`` → :class:`Fetched` → ``extract`` → :class:`Extraction` → ``match`` → :class:`Finding`.
Nothing here does any work; each part imports these records and none of the other parts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """What is said of a quote. Only ``match`` and ``loose`` mean that it stands."""

    # on the quote
    MATCH = "match"
    LOOSE = "loose"
    MOVED = "moved"
    DRIFT_WORDING = "drift-wording"
    DRIFT_MEANING = "drift-meaning"
    GONE = "gone"
    # on the document
    MISSING = "missing"
    BLOCKED = "blocked"
    DEFERRED = "deferred"
    UNREACHABLE = "unreachable"
    UNVERIFIABLE = "unverifiable"
    SKIPPED = "skipped"
    REFUSED = "refused"

    @property
    def stands(self) -> bool:
        """Whether a reader of the document would find the quote."""
        return self in (Verdict.MATCH, Verdict.LOOSE)

    @property
    def falls_short(self) -> bool:
        """Whether the check was made and the quote does not stand as cited (exit status 1)."""
        return self in (
            Verdict.MOVED,
            Verdict.DRIFT_WORDING,
            Verdict.DRIFT_MEANING,
            Verdict.GONE,
            Verdict.MISSING,
        )

    @property
    def checked(self) -> bool:
        """Whether anything was learnt about the quote; the rest is reported as not checked (exit status 3)."""
        return self.stands or self.falls_short


class Flag(StrEnum):
    """What a reader should know beside the verdict."""

    AMBIGUOUS = "ambiguous"
    SPANS_BLOCKS = "spans-blocks"
    IN_CODE = "in-code"
    HIDDEN_TEXT = "hidden-text"
    BOILERPLATE = "boilerplate"
    URL_MOVED = "url-moved"
    CHARSET_FALLBACK = "charset-fallback"
    CONTEXT_RISK = "context-risk"
    SOFT_404 = "soft-404"


#: Flags with which a quote falls short unless a person allows them.
BARRING_FLAGS = (Flag.SPANS_BLOCKS, Flag.HIDDEN_TEXT)


class Label(StrEnum):
    """What a block, or a run inside a block, is in its document."""

    NAVIGATION = "navigation"  # nav, header, footer, aside: shown, but not what the page says
    HIDDEN = "hidden"  # not shown to a reader
    CODE = "code"  # a code block (inline code is ordinary text)
    TABLE_CELL = "table-cell"
    DELETED = "deleted"  # <del>, <s>: shown struck through, no longer what the page says
    UNSURE = "unsure"  # shown to some readers: kept from screen readers, set by a style sheet, under another box
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one block with labels of its own."""

    text: str
    labels: frozenset[Label] = frozenset()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, table cell, heading or code block, as a reader sees it, not yet normalised."""

    runs: tuple[Run, ...]
    headings: tuple[str, ...] = ()  # the headings above it, outermost first
    labels: frozenset[Label] = frozenset()

    @property
    def text(self) -> str:
        """The whole text of the block, hidden and deleted runs included."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Extraction:
    """The text of one document, taken out of its format.

    ``blocks`` are in reading order. ``raw`` is the decoded source, by which it may be explained that a quote does not
    stand. ``variants`` are blocks as they are shown where a site's builder adds "()" to a function's name, or does
    not. ``problem`` says why there is no usable text (``script-only``, ``no-text``, ``undecodable``, ``too-large``),
    and is then the only thing to go by.
    """

    media_type: str
    extractor: str  # name and version, e.g. "html/1"; part of the cache key and of the ledger
    raw: str
    blocks: tuple[Block, ...]
    variants: tuple[Block, ...] = ()
    title: str = ""
    charset: str = "utf-8"
    flags: frozenset[Flag] = frozenset()
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of asking for one document.

    Either ``content`` is there and ``verdict`` is None, or ``verdict`` is one of the document verdicts and
    ``reason`` says in a sentence what happened.
    """

    locator: str  # what was asked for: URL, purl with #member, or path
    url: str  # where the content came from in the end
    content: bytes | None = None
    media_type: str | None = None
    charset: str | None = None
    status: int | None = None
    verdict: Verdict | None = None
    reason: str = ""
    flags: frozenset[Flag] = frozenset()
    redirects: tuple[str, ...] = ()
    revision: str | None = None  # commit, tag or version where the locator names one
    sha256: str | None = None  # of ``content``, lower-case hex
    retrieved: str | None = None  # UTC, ISO 8601, seconds, "Z"
    from_cache: bool = False
    seconds: float = 0.0  # that it took of the document's time


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one quote in one document."""

    verdict: Verdict
    reason: str
    flags: frozenset[Flag] = frozenset()
    diff: str | None = None  # word diff "a [-old-] {+new+} b" from quote to document, for drift
    nearest: str | None = None  # the nearest passage, when the quote does not stand
    score: float | None = None  # its similarity in per cent; it locates and never decides
    heading: str | None = None  # the heading path of the passage, joined by " > "
    sentence: str | None = None  # the whole sentence that contains the quote
    extra: dict[str, str] = field(default_factory=dict)
