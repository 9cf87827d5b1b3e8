"""The worker processes that answer queries, a fixed number of them, each ended when its query runs away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from ..rdf.engine_process import EngineProcess
from ..rdf.engines import Request
from ..rdf.errors import QueryError


class BusyError(Exception):
    """Every worker is taken, and stayed so for as long as a query may wait."""


class Pool:
    """Workers for one release.

    ``timeout`` is what a query may take and ``wait`` what it may wait for a worker, both in seconds.
    """

    def __init__(self, content: bytes, engine: str, *, size: int, timeout: float, wait: float, memory: int) -> None:
        self.timeout, self._wait = timeout, wait
        self._stopping = False
        self._sessions = [EngineProcess(content, engine, memory) for _ in range(size)]
        self._threads = ThreadPoolExecutor(size, "sparql")
        self._free: asyncio.Queue[EngineProcess] = asyncio.Queue()
        for session in self._sessions:
            self._free.put_nowait(session)

    async def start(self) -> None:
        """Load every worker before the first query."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, session.start) for session in self._sessions))

    async def ask(self, request: Request, gone: Callable[[], Awaitable[bool]]) -> bytes:
        """Return the result of a query; a client that is ``gone`` ends its query too.

        Raises:
            BusyError: where no worker is free in time.
            QueryError: as :meth:`~atlas_graph.rdf.engine_process.EngineProcess.ask`.
        """
        try:
            session = await asyncio.wait_for(self._free.get(), self._wait)
            if self._stopping:
                raise BusyError
        except TimeoutError:
            raise BusyError from None
        work = asyncio.get_running_loop().run_in_executor(self._threads, session.ask, request, self.timeout)
        work.add_done_callback(lambda done: self._release(session, done))
        while True:
            done, _ = await asyncio.wait({work}, timeout=0.5)
            if done:
                return await work
            if await gone():
                session.cancel()
                await asyncio.wait({work})
                raise QueryError("the client went away")

    def _release(self, session: EngineProcess, done: asyncio.Future[bytes]) -> None:
        """Take a worker back. What its query ended in is heard here, as a client that left asks for it no more."""
        if not done.cancelled():
            done.exception()
        self._free.put_nowait(session)

    def stop(self) -> None:
        """End every query at once and take no more; safe in a signal handler."""
        self._stopping = True
        for session in self._sessions:
            session.cancel()

    def close(self) -> None:
        """End every worker."""
        for session in self._sessions:
            session.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
