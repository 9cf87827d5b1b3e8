"""What is found out about a quote in a document that was fetched: what came of fetching, of reading, of looking.

The three are kept apart. A document that could not be had or read says nothing about the quote; a page that a site
shows in the document's place does not either, or says that the document is gone; only a plausible document can have
lost the quote.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from .document import Extraction, Fetched, Finding, Flag, Verdict
from .extract import extract
from .extract.formats import NOTEBOOK
from .extract.outputs import outputs
from .extraction_cache import ExtractionCache
from .match import DocumentIndex, check
from .pages import substitute_for

# What an extractor may report, as verdict and sentence; see ``Extraction.problem``.
_PROBLEMS = {
    "script-only": (Verdict.UNVERIFIABLE, "The page shows its text only to a browser that runs its scripts."),
    "no-text": (Verdict.UNVERIFIABLE, "The document has no text that could be read."),
    "undecodable": (Verdict.UNREACHABLE, "The document could not be decoded."),
    "charset": (
        Verdict.UNVERIFIABLE,
        "The document does not say in which character set it truly is, and the quote is not in what a guess reads.",
    ),
    "ill-formed": (
        Verdict.UNVERIFIABLE,
        "The page is declared as XML and is none, so that a browser shows only its beginning; the quote is not in it.",
    ),
    "needs-pdf": (Verdict.UNVERIFIABLE, "PDF is read with the extra pdf: pip install 'atlas-graph[pdf]'."),
    "stumbled": (
        Verdict.UNVERIFIABLE,
        "The document could not be taken apart as what it is; please report this, for it ought to be.",
    ),
    "glyphs": (
        Verdict.UNVERIFIABLE,
        "The document draws glyphs that it gives no characters for, and the quote is not in what could be read.",
    ),
    "too-large": (Verdict.UNVERIFIABLE, "The document is over the size limit, and the quote is not in what was read."),
}


class Document:
    """A document that was fetched and read, for as many quotes as are asked of it.

    ``extraction`` is that of ``fetched.content``, None where there is no content or it could not be read. The time
    that reading and searching takes is bounded by :class:`atlas_graph.verify.reader.Reader`, which does both in a
    process of its own.
    """

    def __init__(self, fetched: Fetched, extraction: Extraction | None) -> None:
        self.fetched = fetched
        self._index = DocumentIndex(extraction) if extraction is not None else None

    @classmethod
    def read(cls, fetched: Fetched, name: str | None = None, cache: ExtractionCache | None = None) -> Document:
        """Take the text out of what was fetched; ``name`` tells the format where the media type does not.

        Whatever a document holds, it is read or has a problem; a defect of a reader raises what it raises.
        """
        if fetched.content is None or fetched.verdict is not None:
            return cls(fetched, None)
        content, named = fetched.content, fetched.url if name is None else name

        def extracted() -> Extraction:
            return extract(content, media_type=fetched.media_type, charset=fetched.charset, name=named)

        return cls(fetched, extracted() if cache is None else cache.get(fetched, named, extracted))

    @property
    def extractor(self) -> str | None:
        """The extractor's name and version; None where the document was not read."""
        return self._index.extraction.extractor if self._index is not None else None

    def check(
        self,
        quote: str,
        *,
        prefix: str | None = None,
        suffix: str | None = None,
        section: str | None = None,
        allow: Collection[str] = (),
    ) -> Finding:
        """The finding for one quote, from everything that is known about its document.

        The parameters are those of :func:`atlas_graph.verify.match.check`.
        """
        flags = self.fetched.flags
        if self.fetched.verdict is not None:
            return Finding(self.fetched.verdict, self.fetched.reason, flags)
        if self._index is None:
            return Finding(Verdict.UNVERIFIABLE, "The document was fetched but could not be read.", flags)
        extraction = self._index.extraction
        flags |= extraction.flags
        # A document that was read in part may still hold the quote.
        finding = check(self._index, quote, prefix=prefix, suffix=suffix, section=section, allow=allow)
        if finding.verdict is Verdict.GONE or (
            extraction.problem is not None and not finding.verdict.stands and finding.verdict is not Verdict.MOVED
        ):
            finding = _in_its_place(extraction) or finding
        if not finding.verdict.stands and _is_printed(extraction, quote):
            finding = Finding(Verdict.UNVERIFIABLE, "The quote is in what a cell prints, which another run may change.")
        if Flag.URL_MOVED in flags and finding.verdict.stands:
            finding = replace(
                finding, reason=f"{finding.reason.rstrip('.')}; the page has moved to {self.fetched.url}."
            )
        return replace(finding, flags=finding.flags | flags)


def _is_printed(extraction: Extraction, quote: str) -> bool:
    """Whether a quote is among the outputs of a notebook, which are not checked."""
    if extraction.media_type != NOTEBOOK.media_type:
        return False
    printed = replace(extraction, blocks=outputs(extraction.raw), variants=())
    return check(printed, quote).verdict.stands


def _in_its_place(extraction: Extraction) -> Finding | None:
    """The finding where a quote was not found because this is not the document, or not all of it."""
    if extraction.problem in ("script-only", "no-text", None) and (found := substitute_for(extraction)) is not None:
        return Finding(
            found.verdict,
            f"Not checked: {found.reason}." if not found.flags else f"The document is missing: {found.reason}.",
            found.flags,
        )
    if extraction.problem is None:
        return None
    known = _PROBLEMS.get(extraction.problem)
    if known is None:
        return Finding(Verdict.UNVERIFIABLE, f"The document could not be read ({extraction.problem}).")
    return Finding(*known)
