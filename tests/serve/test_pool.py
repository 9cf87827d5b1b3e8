"""The pool of query workers, with a client that does not wait for the answer."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest

from atlas_graph.rdf.engines import Request
from atlas_graph.rdf.errors import QueryError, QueryTimeout
from atlas_graph.serve import pool


class Worker:
    """Works on its query until it is ended, as a process does."""

    def __init__(self, *_: object) -> None:
        self._ended = threading.Event()

    def ask(self, request: Request, timeout: float) -> bytes:
        """Work on a query that never ends by itself."""
        assert self._ended.wait(10)
        raise QueryTimeout("the query was ended")

    def cancel(self) -> None:
        """End it."""
        self._ended.set()


def test_a_client_that_leaves_its_query_leaves_no_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The query ends, the worker is free again, and nobody is told of an exception that was never retrieved."""
    monkeypatch.setattr(pool, "EngineProcess", Worker)
    complaints: list[dict[str, Any]] = []

    async def leave() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        workers = pool.Pool(b"", "oxigraph", size=1, timeout=10, wait=1, memory=64)

        async def gone() -> bool:
            return True

        with pytest.raises(QueryError, match="went away"):
            await workers.ask(Request("SELECT * {}", "select", "json", ""), gone)
        await asyncio.sleep(0)
        assert workers._free.qsize() == 1
        gc.collect()

    asyncio.run(leave())
    gc.collect()
    assert not complaints
