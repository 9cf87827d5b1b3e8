"""A process that loads an engine and answers queries, one at a time, until its input ends.

Run as ``python -m atlas_graph.rdf.worker``. Messages, both ways, are a JSON object and a blob, each after its length
as eight hexadecimal digits.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any, BinaryIO

from .engines import Data, Request, make
from .errors import QueryError, QueryTimeout


def send(stream: BinaryIO, head: dict[str, Any], blob: bytes = b"") -> None:
    """Write one message.

    Raises:
        OSError: where the other side is gone.
    """
    text = json.dumps(head).encode()
    stream.write(b"%08x%b%08x%b" % (len(text), text, len(blob), blob))
    stream.flush()


def receive(stream: BinaryIO) -> tuple[dict[str, Any], bytes]:
    """Read one message.

    Raises:
        EOFError: where the other side is gone.
    """
    head: dict[str, Any] = json.loads(_part(stream))
    return head, _part(stream)


def _part(stream: BinaryIO) -> bytes:
    size = int(_exactly(stream, 8), 16)
    return _exactly(stream, size)


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if data is None or len(data) < size:
        raise EOFError
    return data


def limit_memory(more: int) -> None:
    """Let this process grow by ``more`` bytes and no further, where the system can hold it to that."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # there is none on Windows

        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (now + more, now + more))


def main() -> int:
    """Load what comes first, then answer."""
    # What an engine prints must not get between the messages.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    source = sys.stdin.buffer
    try:
        head, blob = receive(source)
        engine = make(head["engine"], Data(**json.loads(blob)))
        del blob
        limit_memory(head["memory"])
        send(output, {"ready": True})
        while True:
            head, _ = receive(source)
            values: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value for key, value in head.items()
            }
            request = Request(**values)
            try:
                send(output, {"ok": True}, engine.answer(request))
            except QueryError as error:
                send(
                    output,
                    {"ok": False, "message": error.message, "line": error.line, "column": error.column,
                     "limit": isinstance(error, QueryTimeout)},
                )  # fmt: skip
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return 0


if __name__ == "__main__":
    sys.exit(main())
