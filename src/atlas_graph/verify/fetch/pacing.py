"""When the next request to a host may leave: one a second, and later where the host has asked for it."""

from __future__ import annotations

import threading
from datetime import UTC
from email.utils import parsedate_to_datetime

from .clock import Clock, Deadline, DeadlineError

#: A wait that a host asks for is sat out up to this many seconds; a longer one defers the document.
PATIENCE = 5.0

# A host that asks for more than this between any two requests is not one to be read sentence by sentence.
_LONGEST_INTERVAL = 10.0


def retry_after(value: str | None, now: float) -> float | None:
    """The moment (seconds since the epoch) that a ``Retry-After`` field names, in seconds or as a date.

    None where the field is absent or means nothing.

    >>> retry_after("120", now=1000.0), retry_after("Thu, 01 Jan 1970 00:20:00 GMT", now=1000.0)
    (1120.0, 1200.0)
    >>> retry_after("soon", now=1000.0)
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return now + min(float(text), 10.0**9)
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.timestamp()


class Pacer:
    """Keeps the requests to each place (a host and its port) apart. Safe to share between threads."""

    def __init__(self, clock: Clock, interval: float = 1.0) -> None:
        self.interval = interval
        self._clock = clock
        self._lock = threading.Lock()
        self._next: dict[str, float] = {}  # monotonic
        self._intervals: dict[str, float] = {}
        self._holds: dict[str, float] = {}  # since the epoch, as hosts say it

    def slow_down(self, place: str, interval: float) -> None:
        """Keep requests to one place at least so many seconds apart (``Crawl-delay``)."""
        self._intervals[place] = min(max(interval, self.interval), _LONGEST_INTERVAL)

    def hold(self, scope: str, until: float) -> None:
        """Remember that nothing is to be asked within a scope (a host, or one URL) before a moment."""
        with self._lock:
            self._holds[scope] = max(until, self._holds.get(scope, 0.0))

    def held(self, scope: str) -> float | None:
        """Until when a scope asked to be left alone, if that is further off than patience goes."""
        with self._lock:
            until = self._holds.get(scope, 0.0)
        return until if until - self._clock.now() > PATIENCE else None

    def turn(self, place: str, scope: str, deadline: Deadline, *, counted: bool, at_once: bool = False) -> None:
        """Wait until the next request to a place may leave, and take that turn.

        ``counted``: whether the wait uses up the document's time; before its first byte is asked for it
        does not. ``at_once``: whether the request leaves now and makes only those after it wait.

        :raises DeadlineError: if the wait is counted and longer than the time left.
        """
        with self._lock:
            now = self._clock.monotonic()
            start = max(now, self._next.get(place, now))
            short_hold = self._holds.get(scope, 0.0) - self._clock.now()
            if 0 < short_hold <= PATIENCE:
                start = max(start, now + short_hold)
            wait = max(0.0, short_hold if short_hold <= PATIENCE else 0.0) if at_once else start - now
            if counted and wait >= deadline.remaining():
                raise DeadlineError
            self._next[place] = start + self._intervals.get(place, self.interval)
        if wait > 0:
            self._clock.sleep(wait)
            if not counted:
                deadline.postpone(wait)
