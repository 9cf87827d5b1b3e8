"""Connections that cost a server nothing: those that say nothing end, and no client has more than its share.

uvicorn waits without end for the head of a first request, and counts silent connections like busy ones: two hundred
of them would deny the endpoint to everyone. Here a head has its time, and so has a body; where there are too many
connections, of one client or at all, the one that has been silent longest makes room.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds for the head of a request, and for all of it: a query of the greatest length over a slow line.
HEAD_SECONDS, BODY_SECONDS = 10.0, 60.0
#: Connections of one client, and of all.
MOST_OF_CLIENT, MOST = 64, 512

_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 37\r\n\r\ntoo many connections; try again soon\n"
)


class Registry:
    """The connections that are open, the one that has been so longest first."""

    def __init__(self) -> None:
        self._open: dict[GuardedProtocol, str] = {}

    def admit(self, protocol: GuardedProtocol, client: str) -> bool:
        """Take a connection in, and end a silent one where there are too many; False where none is silent."""
        own = [other for other, whose in self._open.items() if whose == client]
        if len(own) >= MOST_OF_CLIENT and not self._end_silent(own):
            return False
        if len(self._open) >= MOST and not self._end_silent(list(self._open)):
            return False
        self._open[protocol] = client
        return True

    def _end_silent(self, among: list[GuardedProtocol]) -> bool:
        silent = next((one for one in among if one.silent), None)
        if silent is None:
            return False
        self.leave(silent)
        silent.transport.abort()
        return True

    def leave(self, protocol: GuardedProtocol) -> None:
        """Forget a connection."""
        self._open.pop(protocol, None)


class GuardedProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with a time for each request and a share for each client."""

    def __init__(self, registry: Registry, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._registry = registry
        self._timer: asyncio.TimerHandle | None = None
        self._waits_for = ""

    @property
    def silent(self) -> bool:
        """Whether no request is being answered or on its way in whole."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or say that there are too many."""
        super().connection_made(transport)
        if self._registry.admit(self, _client(self.client)):
            self._expect()
        else:
            transport.write(_BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._registry.leave(self)
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and set the clock for what is still to come."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request; how long it may stay away is uvicorn's to say."""
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        """Let the time for the present part of a request run; bytes that trickle in do not set it back."""
        if self.transport.is_closing():
            self._stop()
            return
        awaited = {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(self.conn.their_state, "")
        if awaited == self._waits_for:
            return
        self._stop()
        self._waits_for = awaited
        if awaited:
            seconds = HEAD_SECONDS if awaited == "head" else BODY_SECONDS
            self._timer = self.loop.call_later(seconds, self._late)

    def _stop(self) -> None:
        self._waits_for = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        self.transport.abort()


def _client(address: tuple[str, int] | None) -> str:
    """Return who a client is by its address: of IPv6 the network, which one client has all of."""
    host = address[0] if address else ""
    return ":".join(host.split(":")[:4]) if host.count(":") > 3 else host
