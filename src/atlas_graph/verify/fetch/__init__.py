"""Where a document comes from: a file, the web, a package archive, or a mirror of them.

:func:`open_fetcher` gives the one :class:`Fetcher` that looks at a locator and knows the way. A fetch never
raises for what the world does: every failure is a record with a verdict and a reason.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ...user_cache import cache_directory
from ..document import Fetched, Verdict
from . import local, locators
from .clock import Clock, SystemClock, stamp
from .setback import Setback, failed

if TYPE_CHECKING:
    import ssl

    import httpcore

    from .addresses import Resolver
    from .archives.packages import Packages
    from .web import Web

__all__ = ["FetchOptions", "Fetched", "Fetcher", "open_fetcher"]

#: Bytes that are read of one document at most.
LARGEST_DOCUMENT = 64_000_000


class Fetcher(Protocol):
    """A source of documents."""

    def fetch(self, locator: str) -> Fetched:
        """The document that a locator names, or the verdict that says why there is none.

        :param locator: a path, an ``http`` or ``https`` URL, or a package URL with a ``#member``.
        """
        ...

    def close(self) -> None:
        """Let go of connections and files. A closed fetcher fetches no more."""
        ...


@dataclass(frozen=True, kw_only=True)
class FetchOptions:
    """How documents are fetched; the last four replace the world in tests."""

    #: A folder that answers for the web and for packages; the network is then never asked.
    mirror: Path | None = None
    #: Seconds for one document, from the first byte asked for to the last byte read, redirects and retries included.
    #: Waiting for a host's turn before that first byte does not count.
    deadline: float = 30.0
    #: Where successes are kept; ``ATLAS_GRAPH_CACHE_DIR`` or the user's cache folder unless given.
    cache_dir: Path | None = None
    #: Whether to keep anything between runs.
    cache: bool = True
    #: Answer from what is kept, and never ask the network.
    offline: bool = False
    #: Whether a path is read; say no where locators come from a dataset.
    local_files: bool = True
    #: Seconds between two requests to one host.
    pace: float = 1.0
    #: Is told in a few words what is being waited for.
    progress: Callable[[str], None] | None = None
    clock: Clock = field(default_factory=SystemClock)
    #: Name resolution.
    resolver: Resolver | None = None
    #: Opens the connection to an address that was judged.
    dialler: httpcore.NetworkBackend | None = None
    #: What TLS is verified against.
    context: ssl.SSLContext | None = None


def open_fetcher(options: FetchOptions | None = None) -> Fetcher:
    """Open the fetcher for everything that a locator may name. Safe to share between threads."""
    return _Router(options or FetchOptions())


class _Router:
    """Sends each locator its way. What needs the network is imported when the network is first needed."""

    def __init__(self, options: FetchOptions) -> None:
        self._options = options
        self._lock = threading.RLock()
        self._closing = contextlib.ExitStack()
        self._web: Web | None = None
        self._packages: Packages | None = None

    def fetch(self, locator: str) -> Fetched:
        """The document, or the verdict."""
        kind = locators.kind(locator)
        if kind == "refused" or (kind == "file" and not self._options.local_files):
            reason = f"{locator[:200]!r} is not read: only http, https and pkg: addresses are"
            if kind == "refused" and self._options.local_files:
                reason = f"{locator[:200]!r} is not read: give an http, https or pkg: address, or the path of a file"
            return failed(locator, Setback(Verdict.REFUSED, reason), retrieved=stamp(self._options.clock.now()))
        if kind == "file":
            return local.document(locator, self._options.clock, LARGEST_DOCUMENT)
        if self._options.mirror is not None:
            from .mirror import Mirror  # loads an extra's packages

            return Mirror(self._options.mirror, self._options.clock, LARGEST_DOCUMENT).fetch(locator)
        if kind == "package":
            return self._open_packages().fetch(locator)
        url, revision = locators.readable(locator)
        return self._open_web().document(locator, url, revision)

    def close(self) -> None:
        """Let go of connections, archives and the store."""
        self._closing.close()

    def _directory(self) -> Path | None:
        return (self._options.cache_dir or cache_directory()) if self._options.cache else None

    def _open_web(self) -> Web:
        with self._lock:
            if self._web is None:
                from .addresses import system_resolver  # loads an extra's packages
                from .cache import open_storage
                from .pacing import Pacer
                from .web import Web

                options, directory = self._options, self._directory()
                self._web = Web(
                    clock=options.clock,
                    seconds=options.deadline,
                    pacer=Pacer(options.clock, options.pace),
                    store=open_storage(directory) if directory is not None else None,
                    resolver=options.resolver or system_resolver,
                    dialler=options.dialler,
                    context=options.context,
                    offline=options.offline,
                    progress=options.progress,
                )
                self._closing.callback(self._web.close)
            return self._web

    def _open_packages(self) -> Packages:
        with self._lock:
            if self._packages is None:
                from .archives.packages import Packages  # loads an extra's packages

                web, options = self._open_web(), self._options
                self._packages = Packages(
                    web, options.clock, LARGEST_DOCUMENT, self._directory(), offline=options.offline
                )
                self._closing.callback(self._packages.close)
            return self._packages
