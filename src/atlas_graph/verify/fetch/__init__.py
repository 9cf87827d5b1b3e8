"""Where a document comes from: a file, the web, a package archive, or a mirror of them.

:func:`open_fetcher` gives the one :class:`Fetcher` that looks at a locator and knows the way. A fetch never
raises for what the world does: every failure is a record with a verdict and a reason.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from atlas_graph.user_cache import cache_directory
from atlas_graph.verify.document import Fetched, Verdict

from . import local, locators
from .clock import Clock, SystemClock, stamp
from .outcome import Setback, failed

if TYPE_CHECKING:
    import ssl

    import httpcore

    from .addresses import Resolver
    from .archives.clients import Run
    from .archives.packages import Packages
    from .archives.pipconfig import PipConfig
    from .http import Web

__all__ = ["Fetched", "Fetcher", "open_fetcher"]

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


def open_fetcher(
    *,
    mirror: Path | None = None,
    deadline: float = 30.0,
    cache_dir: Path | None = None,
    cache: bool = True,
    offline: bool = False,
    local_files: bool = True,
    pace: float = 1.0,
    progress: Callable[[str], None] | None = None,
    clock: Clock | None = None,
    resolver: Resolver | None = None,
    dialler: httpcore.NetworkBackend | None = None,
    context: ssl.SSLContext | None = None,
    run: Run | None = None,
    pip: Callable[[], PipConfig] | None = None,
) -> Fetcher:
    """Open the fetcher for everything that a locator may name. Safe to share between threads.

    :param mirror: a folder that answers for the web and for packages; the network is then never asked.
    :param deadline: seconds for one document, from the first byte asked for to the last byte read, redirects
        and retries included. Waiting for a host's turn before that first byte does not count.
    :param cache_dir: where successes are kept; ``ATLAS_GRAPH_CACHE_DIR`` or the user's cache folder unless given.
    :param cache: whether to keep anything between runs.
    :param offline: answer from what is kept, and never ask the network.
    :param local_files: whether a path is read; say no where locators come from a dataset.
    :param pace: seconds between two requests to one host.
    :param progress: is told in a few words what is being waited for.
    :param clock: the time, for tests; the other parameters after it replace name resolution, connecting to an
        address, TLS trust, the package clients and pip's configuration.
    """
    return _Router(
        mirror=mirror,
        deadline=deadline,
        cache_dir=cache_dir,
        cache=cache,
        offline=offline,
        local_files=local_files,
        pace=pace,
        progress=progress,
        clock=clock or SystemClock(),
        resolver=resolver,
        dialler=dialler,
        context=context,
        run=run,
        pip=pip,
    )


class _Router:
    """Sends each locator its way. What needs the network is imported when the network is first needed."""

    def __init__(
        self,
        *,
        mirror: Path | None,
        deadline: float,
        cache_dir: Path | None,
        cache: bool,
        offline: bool,
        local_files: bool,
        pace: float,
        progress: Callable[[str], None] | None,
        clock: Clock,
        resolver: Resolver | None,
        dialler: httpcore.NetworkBackend | None,
        context: ssl.SSLContext | None,
        run: Run | None,
        pip: Callable[[], PipConfig] | None,
    ) -> None:
        self._mirror = mirror
        self._deadline = deadline
        self._cache_dir = cache_dir
        self._cache = cache
        self._offline = offline
        self._local_files = local_files
        self._pace = pace
        self._progress = progress
        self._clock = clock
        self._resolver = resolver
        self._dialler = dialler
        self._context = context
        self._run = run
        self._pip = pip
        self._lock = threading.Lock()
        self._closing = contextlib.ExitStack()
        self._web: Web | None = None
        self._packages: Packages | None = None

    def fetch(self, locator: str) -> Fetched:
        """The document, or the verdict."""
        kind = locators.kind(locator)
        if kind == "refused" or (kind == "file" and not self._local_files):
            reason = f"{locator[:200]!r} is not read: only http, https and pkg: addresses are"
            if kind == "refused" and self._local_files:
                reason = f"{locator[:200]!r} is not read: give an http, https or pkg: address, or the path of a file"
            return failed(locator, Setback(Verdict.REFUSED, reason), retrieved=stamp(self._clock.now()))
        if kind == "file":
            return local.document(locator, self._clock, LARGEST_DOCUMENT)
        if self._mirror is not None:
            from .mirror import Mirror

            return Mirror(self._mirror, self._clock, LARGEST_DOCUMENT).fetch(locator)
        if kind == "package":
            return self._open_packages().fetch(locator)
        url, revision = locators.readable(locator)
        return self._open_web().document(locator, url, revision)

    def close(self) -> None:
        """Let go of connections, archives and the store."""
        self._closing.close()

    def _directory(self) -> Path | None:
        return (self._cache_dir or cache_directory()) if self._cache else None

    def _open_web(self) -> Web:
        with self._lock:
            return self._open_web_once()

    def _open_web_once(self) -> Web:
        if self._web is None:
            from . import addresses, http
            from .archives import pipconfig
            from .cache import open_storage
            from .pacing import Pacer

            directory = self._directory()
            context = self._context
            self._web = http.Web(
                clock=self._clock,
                seconds=self._deadline,
                pacer=Pacer(self._clock, self._pace),
                store=open_storage(directory) if directory is not None else None,
                resolver=self._resolver or addresses.system_resolver,
                dialler=self._dialler,
                context=context,
                trusted_context=context or http.trusting((self._pip or pipconfig.read)().cert),
                offline=self._offline,
                progress=self._progress,
            )
            self._closing.callback(self._web.close)
        return self._web

    def _open_packages(self) -> Packages:
        with self._lock:
            if self._packages is None:
                from .archives import clients, pipconfig
                from .archives.packages import Packages

                self._packages = Packages(
                    self._open_web_once(),
                    self._clock,
                    LARGEST_DOCUMENT,
                    self._directory(),
                    offline=self._offline,
                    run=self._run or clients.run,
                    pip=self._pip or pipconfig.read,
                )
                self._closing.callback(self._packages.close)
            return self._packages
