"""A worker process seen from outside: started when it is needed, asked, and ended when a query runs away."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import weakref
from typing import Any

from .dataset import Graphs
from .engines import Data, Request
from .errors import QueryError, QueryTimeout
from .turtle import nquads, ntriples
from .worker import receive, send

#: Bytes that a worker may take beyond what it needed to load.
MEMORY = 2 * 1024**3


def payload(graphs: Graphs) -> bytes:
    """Return what a worker loads, to be made once for all workers."""
    named = graphs.named
    large = {name: ntriples(triples) for name, triples in named.items() if name not in graphs.paths}
    return json.dumps(Data(large, nquads(dict(graphs.paths)))._asdict(), ensure_ascii=False).encode()


class EngineProcess:
    """One worker process, which answers one query at a time; :meth:`close` may be called from any thread."""

    def __init__(self, content: bytes, engine: str, memory: int = MEMORY) -> None:
        self._content, self.engine, self._memory = content, engine, memory
        self._process: subprocess.Popen[bytes] | None = None
        self._expired = False
        self._busy = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The worker's process id while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the worker and load it; a running one is left alone.

        Raises:
            QueryError: where the worker does not come up.
        """
        if self._process is not None and self._process.poll() is None:
            return
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "atlas_graph.rdf.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,  # Ctrl-C reaches the parent, which ends the worker
        )
        weakref.finalize(self, _end, self._process)
        try:
            send(self._in, {"engine": self.engine, "memory": self._memory}, self._content)
            receive(self._out)
        except (EOFError, OSError):
            self.close()
            raise QueryError(
                "the query engine does not start; install it again: pip install 'atlas-graph[rdf]'"
            ) from None

    @property
    def _in(self) -> Any:
        assert self._process is not None
        return self._process.stdin

    @property
    def _out(self) -> Any:
        assert self._process is not None
        return self._process.stdout

    def ask(self, request: Request, timeout: float | None = None) -> bytes:
        """Return the result of a query; after ``timeout`` seconds of work the worker is ended and the next one starts.

        Raises:
            QueryError: where the query does not parse or fails.
            QueryTimeout: where it runs beyond its time, memory or size.
        """
        with self._busy:
            return self._ask(request, timeout)

    def _ask(self, request: Request, timeout: float | None) -> bytes:
        self.start()
        self._expired = False
        timer = threading.Timer(timeout, self._expire) if timeout is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            send(self._in, request._asdict())
            head, blob = receive(self._out)
        except (EOFError, OSError):
            expired = self._expired
            self.close()
            if expired:
                raise QueryTimeout(
                    f"the query was ended after {timeout:g} seconds; limit it, or allow more time"
                ) from None
            raise QueryTimeout(
                "the query took more memory, or is longer or more deeply nested, than the engine can hold; simplify it"
            ) from None
        except BaseException:
            self.close()
            raise
        finally:
            if timer:
                timer.cancel()
        if head["ok"]:
            return blob
        raise (QueryTimeout if head["limit"] else QueryError)(head["message"], head["line"], head["column"])

    def _expire(self) -> None:
        self._expired = True
        if self._process is not None:
            self._process.kill()

    def cancel(self) -> None:
        """End the query that is running, with its worker; the one who asked is told that it was ended."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the worker, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()
