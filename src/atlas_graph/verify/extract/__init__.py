"""From the bytes of a document to its blocks of text, whatever its format.

:func:`extract` reads HTML, Markdown (MyST, MDX), reStructuredText, AsciiDoc, Bikeshed, notebooks, PDF, source
files and plain text. It never raises on any bytes: what stood in the way is :attr:`Extraction.problem`. Parsers are
imported when a document of their format is met.
"""

from __future__ import annotations

import importlib
from dataclasses import replace

from ..document import Extraction, Flag
from . import charset as _charset
from . import formats as _formats
from . import xhtml as _xhtml
from .blocks import Parsed
from .formats import EXTRACTOR_VERSIONS, Format

__all__ = ["EXTRACTOR_VERSIONS", "MAX_CHARS", "extract"]

#: Characters of one document that are read; the largest manual pages have two million.
MAX_CHARS = 20_000_000


def extract(
    content: bytes,
    *,
    media_type: str | None = None,
    charset: str | None = None,
    name: str | None = None,
    max_chars: int = MAX_CHARS,
) -> Extraction:
    """Take the text of a document out of its format.

    ``media_type`` and ``charset`` are what the server or the user says; ``name`` is the path, URL or purl, whose
    ending decides where the media type says nothing (raw files are served as ``text/plain``). Of a document of
    more than ``max_chars`` characters the beginning is read, and ``problem`` is ``too-large``. Never raises.

    >>> extract(b"<p>Hello, <b>w</b>orld", media_type="text/html").blocks[0].text
    'Hello, world'
    >>> extract(b"*Hello*", media_type="text/plain", name="README.md").blocks[0].text
    'Hello'
    """
    form = _formats.of_bytes(content, media_type=media_type, name=name)
    if form is _formats.PDF:
        return _pdf(content, max_chars)
    if _charset.looks_binary(content):
        return Extraction(
            media_type=media_type or "application/octet-stream",
            extractor=_formats.TEXT.extractor,
            raw="",
            blocks=(),
            problem="undecodable",
        )
    # four bytes is the most that a character takes
    own = form in (None, _formats.HTML) and content[:256].lstrip(b"\xef\xbb\xbf \t\r\n\f").startswith(b"<")
    decoded = _charset.decode(content[: 4 * max_chars + 4], header=charset, markup=own)
    raw = decoded.text
    form = form or _formats.of_text(raw)
    too_large = len(raw) > max_chars or len(content) > 4 * max_chars + 4
    if too_large:
        raw = raw[:max_chars]
    try:
        parsed = _parsed(raw, form, _formats.ending(name), media_type)
    except (Exception, RecursionError):
        # a parser that stumbles over a document does not take the check down; its source is no text that a reader sees
        parsed = Parsed((), problem="stumbled")
    return Extraction(
        media_type=form.media_type,
        extractor=form.extractor,
        raw=raw if parsed.raw is None else parsed.raw,
        blocks=parsed.blocks,
        variants=parsed.variants,
        title=parsed.title,
        charset=decoded.charset,
        flags=frozenset({Flag.CHARSET_FALLBACK}) if decoded.fallback else frozenset(),
        problem="too-large" if too_large else parsed.problem or (None if decoded.sure else "charset"),
    )


def _pdf(content: bytes, max_chars: int) -> Extraction:
    from . import pdf  # loads an extra's packages

    parsed = pdf.extract(content, max_chars)
    return Extraction(
        media_type=_formats.PDF.media_type,
        extractor=_formats.PDF.extractor,
        raw=parsed.raw or "",
        blocks=parsed.blocks,
        variants=parsed.variants,
        title=parsed.title,
        problem=parsed.problem,
    )


def _parsed(raw: str, form: Format, ending: str, media_type: str | None) -> Parsed:
    if form is _formats.HTML:
        from . import html  # loads an extra's packages

        if not _xhtml.is_declared(media_type, raw):
            return html.extract(raw)
        page = _xhtml.as_html(raw)
        parsed = html.extract(raw if page is None else page)
        return replace(parsed, raw=page, problem=parsed.problem or ("ill-formed" if page is None else None))
    options: dict[str, object] = {}
    if form is _formats.MARKDOWN:
        options["mdx"] = ending == "mdx" or media_type == "text/mdx"
    elif form is _formats.SOURCE:
        options["ending"] = ending or _formats.source_ending(media_type)
    # each format has a module of its name
    read: Parsed = importlib.import_module(f"{__name__}.{form.name}").extract(raw, **options)
    return read
