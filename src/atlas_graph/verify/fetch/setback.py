"""How a fetch ends: with a document, or with a verdict and the sentence that explains it."""

from __future__ import annotations

import hashlib
from typing import Any

from ..document import Fetched, Flag, Verdict
from . import kinds
from .clock import Clock, stamp


class Setback(Exception):
    """Why there is no document. Raised inside the fetcher only; its caller gets a :class:`Fetched`.

    ``url`` is where it happened, where that is not what was asked for; ``again`` says that asking once more
    may help.
    """

    def __init__(
        self,
        verdict: Verdict,
        reason: str,
        *,
        url: str | None = None,
        status: int | None = None,
        again: bool = False,
    ) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.url = url
        self.status = status
        self.again = again


def failed(
    locator: str,
    setback: Setback,
    *,
    redirects: tuple[str, ...] = (),
    flags: frozenset[Flag] = frozenset(),
    revision: str | None = None,
    retrieved: str | None = None,
) -> Fetched:
    """The record of a fetch that brought no document."""
    return Fetched(
        locator=locator,
        url=setback.url or locator,
        status=setback.status,
        verdict=setback.verdict,
        reason=setback.reason,
        flags=flags,
        redirects=redirects,
        revision=revision,
        retrieved=retrieved,
    )


def held(locator: str, url: str, content: bytes, name: str, clock: Clock, **more: Any) -> Fetched:
    """The record of a document that was there: a file, or a member of an archive, whose name tells its format."""
    return Fetched(
        locator=locator,
        url=url,
        content=content,
        media_type=kinds.by_name(name),
        sha256=sha256(content),
        retrieved=stamp(clock.now()),
        **more,
    )


def sha256(content: bytes) -> str:
    """The hash that the ledger and a pinned source carry, lower-case hex."""
    return hashlib.sha256(content).hexdigest()


def size(count: int) -> str:
    """A number of bytes for a reader; MB is 10^6 bytes.

    >>> size(900), size(200_000), size(64_000_000)
    ('900 bytes', '200 kB', '64 MB')
    """
    if count < 1_000:
        return f"{count} bytes"
    if count < 1_000_000:
        return f"{count / 1_000:.0f} kB"
    return f"{count / 1_000_000:.0f} MB"
