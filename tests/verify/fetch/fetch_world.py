"""A small Internet on loopback: names, addresses and servers whose every answer is scripted."""

from __future__ import annotations

import contextlib
import functools
import itertools
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpcore
import trustme

from atlas_graph.verify.fetch import Fetcher, FetchOptions, open_fetcher

PAGE = (
    b"<!doctype html><title>Guide</title><p>The compiler lowers the program to machine code.</p>" + b"<p>word</p>" * 50
)


class HandClock:
    """The real time, plus what was slept, which takes no time at all."""

    def __init__(self) -> None:
        self.skipped = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return time.time() + self.skipped

    def monotonic(self) -> float:
        return time.monotonic() + self.skipped

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.skipped += seconds


@dataclass
class Asked:
    """One request as a server saw it."""

    path: str
    headers: dict[str, str]
    at: float
    sender: tuple[str, int]


Answer = bytes | Callable[[Asked, socket.socket], "bytes | None"]


def reply(status: int = 200, body: bytes = b"", **headers: str) -> bytes:
    """The bytes of an answer; header names are given with underscores."""
    fields = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body)), "Connection": "close"}
    fields |= {name.replace("_", "-").title(): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value != "")
    return f"HTTP/1.1 {status} Because\r\n{lines}\r\n".encode("latin-1") + body


def to(location: str, status: int = 302) -> bytes:
    """A redirect."""
    return reply(status, location=location)


def drip(head: bytes, piece: bytes, every: float) -> Answer:
    """An answer that never ends and never stalls."""

    def answer(asked: Asked, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            connection.sendall(head)
            for _ in range(400):
                connection.sendall(piece)
                time.sleep(every)

    return answer


class Site:
    """A server on 127.0.0.1. A path has one answer, or several given one after the other, the last for good."""

    def __init__(
        self,
        answers: dict[str, Answer | list[Answer]],
        *,
        tls: ssl.SSLContext | None = None,
        clock: HandClock | None = None,
    ) -> None:
        self.asked: list[Asked] = []
        self._answers = {
            path: iter(itertools.chain(given[:-1], itertools.repeat(given[-1])))
            if isinstance(given, list)
            else itertools.repeat(given)
            for path, given in answers.items()
        }
        self._tls = tls
        self._clock = clock
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._open: set[socket.socket] = set()
        self._server = threading.Thread(target=self._serve, daemon=True)
        self._server.start()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http{'s' if self._tls else ''}://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def _serve(self) -> None:
        while True:
            try:
                connection, sender = self._socket.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._answer, args=(connection, sender), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _answer(self, connection: socket.socket, sender: tuple[str, int]) -> None:
        try:
            connection.settimeout(10)
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
            self._open.add(connection)
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(65536)
                if not piece:
                    return
                head += piece
                if head.startswith(b"\x16"):  # a TLS greeting, where no TLS is spoken
                    connection.sendall(reply(400))
                    return
            first, *lines = head.decode("latin-1").split("\r\n\r\n")[0].split("\r\n")
            headers = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in lines)}
            at = self._clock.monotonic() if self._clock else time.monotonic()
            asked = Asked(first.split(" ")[1], headers, at, sender)
            self.asked.append(asked)
            path = asked.path if asked.path in self._answers else asked.path.partition("?")[0]
            answer: Any = next(self._answers[path]) if path in self._answers else reply(404, b"nothing here")
            content = answer(asked, connection) if callable(answer) else answer
            if content is not None:
                connection.sendall(content)
        except OSError:
            pass
        finally:
            self._open.discard(connection)
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._server.join(5)
        for thread in self._threads:
            thread.join(5)


class _Dialler(httpcore.NetworkBackend):
    """Connects to the server that stands for an address, and notes who was called."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._inner = httpcore.SyncBackend()

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *rest: Any) -> httpcore.NetworkStream:
        self._world.dialled.append(host)
        server = self._world.servers.get((host, port))
        if server is None and host not in ("127.0.0.1", "::1"):
            raise httpcore.ConnectError(f"nobody listens at {host}")
        return self._inner.connect_tcp("127.0.0.1", port if server is None else server, timeout)


@functools.cache
def _authority() -> trustme.CA:
    """The one authority of all worlds, for making a key takes a while."""
    return trustme.CA()


@dataclass
class World:
    """Names that lead to public addresses, behind which servers on loopback answer."""

    folder: Path
    clock: HandClock = field(default_factory=HandClock)
    names: dict[str, list[list[str]]] = field(default_factory=dict)  # answers of the name service, in turn
    servers: dict[tuple[str, int], int] = field(default_factory=dict)
    dialled: list[str] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.authority = _authority()
        self._closing = contextlib.ExitStack()
        self._numbers = itertools.count(10)

    def site(self, host: str, answers: dict[str, Answer | list[Answer]], *, secure: bool = False) -> Site:
        """Put a server on the net under a name."""
        tls = None
        if secure:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.authority.issue_cert(host).configure_cert(tls)
        return self.site_with(host, answers, tls)

    def site_with(self, host: str, answers: dict[str, Answer | list[Answer]], tls: ssl.SSLContext | None) -> Site:
        """Put a server with a certificate of one's own on the net."""
        site = Site(answers, tls=tls, clock=self.clock)
        self._closing.callback(site.close)
        address = f"93.184.216.{next(self._numbers)}"
        self.names.setdefault(host, [[address]])
        self.servers[address, 443 if tls else 80] = site.port
        return site

    def resolve(self, host: str, port: int) -> Iterable[str]:
        self.looked_up.append(host)
        if host not in self.names:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        answers = self.names[host]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def fetcher(self, **options: Any) -> Fetcher:
        """A fetcher that lives in this world."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # verifies, and trusts this world's authority alone
        self.authority.configure_trust(context)
        given: dict[str, Any] = {
            "clock": self.clock,
            "resolver": lambda host, port: list(self.resolve(host, port)),
            "dialler": _Dialler(self),
            "context": context,
            "cache_dir": self.folder / "cache",
            "deadline": 10.0,
        }
        fetcher = open_fetcher(FetchOptions(**(given | options)))
        self._closing.callback(fetcher.close)
        return fetcher

    def close(self) -> None:
        self._closing.close()
