"""Which of the forms that there are a client asks for."""

from __future__ import annotations

from collections.abc import Sequence


def choose(accept: str | None, offered: Sequence[str]) -> str | None:
    """Return the offered media type that an ``Accept`` header prefers, the first of equals; None where none fits.

    >>> choose("text/turtle;q=0.5, application/*", ["text/html", "text/turtle", "application/ld+json"])
    'application/ld+json'
    """
    if accept is None or not accept.strip():
        return offered[0]
    ranges = [_parsed(part) for part in accept.split(",") if part.strip()]
    best, best_quality = None, 0.0
    for media in offered:
        quality = _quality(media.partition(";")[0].strip().lower(), ranges)
        if quality > best_quality:
            best, best_quality = media, quality
    return best


def _parsed(part: str) -> tuple[str, float]:
    media, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                quality = min(1.0, max(0.0, float(value)))
            except ValueError:
                quality = 0.0
    return media, quality


def _quality(media: str, ranges: list[tuple[str, float]]) -> float:
    """Return the quality of the most specific range that covers a media type."""
    covering = []
    for name, quality in ranges:
        if name == media:
            covering.append((2, quality))
        elif name.endswith("/*") and media.startswith(name[:-1]) and name != "*/*":
            covering.append((1, quality))
        elif name in ("*/*", "*"):
            covering.append((0, quality))
    return max(covering, default=(0, 0.0))[1]
