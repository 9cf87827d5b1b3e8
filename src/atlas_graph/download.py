"""A file from an HTTP server, within bounds of time and size.

With the standard library alone: the core has no HTTP client, and reads one file.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from .errors import ReleaseError, UnreachableError
from .model.identifiers import BASE_IRI

#: Seconds that an answer may keep us waiting, and that everything may take by the clock on the wall.
_TIMEOUT, _DEADLINE = 30.0, 300.0


class MissingError(ReleaseError):
    """There is nothing at that address, as its server says."""


def download(url: str, most: int) -> tuple[bytes, str]:
    """Return what stands at an address, and the address that it came from after redirects.

    Raises:
        MissingError: where the server says that there is nothing.
        UnreachableError: where it does not answer, breaks off, or takes too long: all that may pass.
        ReleaseError: where it refuses, sends more than ``most`` bytes, or leads to what is not HTTP.
    """
    watch = _Watch(_DEADLINE)
    try:
        with watch:
            request = urllib.request.Request(
                url, headers={"User-Agent": f"atlas-graph (+{BASE_IRI})", "Accept": "application/json, text/plain"}
            )
            with watch.opener().open(request, timeout=min(_TIMEOUT, _DEADLINE)) as answer:
                content, final = _body(answer, url, most), answer.url
        if watch.expired:
            raise UnreachableError(_late(url))
        return content, final
    except ReleaseError:
        if watch.expired:
            raise UnreachableError(_late(url)) from None
        raise
    except urllib.error.HTTPError as error:
        error.close()
        raise _refusal(url, error) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _failure(url, error, watch.expired) from None


def _refusal(url: str, error: urllib.error.HTTPError) -> ReleaseError:
    reason = " ".join(f"{error.code} {error.reason}".split())
    if error.code >= 500 or error.code in (408, 429):
        return UnreachableError(f"cannot fetch {url}: {reason}; try again later")
    kind = MissingError if error.code in (404, 410) else ReleaseError
    return kind(f"cannot fetch {url}: {reason}; check the address")


def _failure(url: str, error: Exception, expired: bool) -> ReleaseError:
    if expired:
        return UnreachableError(_late(url))
    reason = str(getattr(error, "reason", None) or error).strip() or type(error).__name__
    if isinstance(error, http.client.InvalidURL) or not isinstance(error, OSError | http.client.HTTPException):
        return ReleaseError(f"cannot fetch {url}: {reason}; check the address")
    return UnreachableError(f"cannot fetch {url}: {reason}; check the address and the network, or try again later")


def _late(url: str) -> str:
    return f"{url} did not arrive within {_DEADLINE:g} seconds; try again later"


def _body(answer: Any, url: str, most: int) -> bytes:
    """Return what a server sends, all of it and no more than it may."""
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(1 << 20):
        parts.append(part)
        size += len(part)
        if size > most:
            raise ReleaseError(f"{url} is larger than {most >> 20} MiB, as no such file is; check the address")
    if answer.length:  # of the length that was announced, what did not come
        raise UnreachableError(f"{url} was cut short, {answer.length} bytes are missing; try again")
    return b"".join(parts)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to HTTP alone: the standard ones would fetch from FTP too."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        target = headers.get("location") or headers.get("uri") or ""
        scheme = target.partition(":")[0].lower() if ":" in target.partition("/")[0] else ""
        if scheme not in ("", "http", "https"):
            raise ReleaseError(f"{req.full_url} leads to {target}, which is not HTTP; check the address")
        return super().http_error_302(req, fp, code, msg, headers)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class _Watch:
    """Closes the connections of a download when its time is over, whatever it is waiting for.

    A limit on each read would not do: a server that sends a byte a second never makes one wait.
    """

    def __init__(self, seconds: float) -> None:
        self.expired = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> _Watch:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _end(self) -> None:
        self.expired = True
        for one in self._sockets:
            with contextlib.suppress(OSError, ValueError):
                one.shutdown(socket.SHUT_RDWR)

    def opener(self) -> urllib.request.OpenerDirector:
        """Return what opens addresses of HTTP and nothing else, and tells this watch of each connection."""
        opener = urllib.request.OpenerDirector()
        for handler in self._handlers():
            opener.add_handler(handler)
        return opener

    def _handlers(self) -> Iterator[urllib.request.BaseHandler]:
        watch = self

        class Plain(http.client.HTTPConnection):
            def connect(self) -> None:
                super().connect()
                watch._seen(self.sock)

        class Secure(http.client.HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                watch._seen(self.sock)

        class PlainHandler(urllib.request.HTTPHandler):
            def http_open(self, req: Any) -> Any:
                return self.do_open(Plain, req)

        class SecureHandler(urllib.request.HTTPSHandler):
            def https_open(self, req: Any) -> Any:
                return self.do_open(Secure, req)

        yield urllib.request.ProxyHandler()
        yield PlainHandler()
        yield SecureHandler()
        yield urllib.request.UnknownHandler()
        yield urllib.request.HTTPDefaultErrorHandler()
        yield urllib.request.HTTPErrorProcessor()
        yield _Redirects()

    def _seen(self, connection: socket.socket) -> None:
        self._sockets.append(connection)
        if self.expired:
            raise TimeoutError
