"""What time it is, and how much of it one document may still take."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """The time, as the fetcher asks for it; tests pass one that they move by hand."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    def monotonic(self) -> float:
        """Seconds that never run backwards, from an arbitrary start."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait for so many seconds."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait for so many seconds."""
        time.sleep(seconds)


class DeadlineError(Exception):
    """The time allowed for a document has run out."""


class Deadline:
    """The moment by which a document must have been read, redirects and retries included."""

    def __init__(self, seconds: float, clock: Clock) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock.monotonic() + seconds

    def remaining(self) -> float:
        """Seconds left.

        :raises DeadlineError: if none are left, so that a caller need not compare.
        """
        left = self._end - self._clock.monotonic()
        if left <= 0:
            raise DeadlineError
        return left

    def used(self) -> float:
        """Seconds of the document's time that have gone by."""
        return self.seconds - (self._end - self._clock.monotonic())

    def expired(self) -> bool:
        """Whether no time is left."""
        return self._end <= self._clock.monotonic()

    def postpone(self, seconds: float) -> None:
        """Move the end back: waiting for one's turn is not the document's time."""
        self._end += seconds


def stamp(seconds: float) -> str:
    """A moment as the ledger writes it.

    >>> stamp(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
