"""The ways out to the network, as httpx takes them: judged addresses, cookies that can be sent, what is kept."""

from __future__ import annotations

import contextlib
import os
import ssl
import threading
from collections.abc import Callable, Iterator
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from typing import Any

import httpcore
import httpx
from hishel import CacheOptions
from hishel.httpx import CacheTransport

from ..document import Verdict
from . import addresses, cache, connection, walls
from .clock import Deadline, DeadlineError
from .setback import Setback

_LOCATION = "atlas_graph_location"
_AUTHORITIES_VARIABLE = "PIP_CERT"


class Wire(httpx.BaseTransport):
    """The way out: straight to a judged address, or through the proxy that the environment names.

    :param judge: judges the host that a proxy is to connect to.
    """

    def __init__(
        self,
        backend: connection.Backend,
        to_proxy: connection.Backend,
        context: ssl.SSLContext,
        judge: Callable[[str, int], None],
    ) -> None:
        self._backend = backend
        self._to_proxy = to_proxy
        self._context = context
        self._judge = judge
        self._lock = threading.Lock()
        self._pools: dict[str | None, httpcore.ConnectionPool] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; httpx calls this."""
        proxy = connection.proxy_for(request.url.scheme, request.url.host)
        if proxy is not None:
            # The proxy resolves the name and connects; what can be known of the host here is judged here.
            self._judge(request.url.host, request.url.port or 0)
        with self._lock:
            if proxy not in self._pools:
                backend = self._backend if proxy is None else self._to_proxy
                self._pools[proxy] = connection.pool(backend, self._context, proxy)
            pool = self._pools[proxy]
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        answer = pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=url,
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        body = _Body(answer.stream)
        return httpx.Response(answer.status, headers=answer.headers, stream=body, extensions=answer.extensions)

    def close(self) -> None:
        """Close every connection."""
        for pool in self._pools.values():
            pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __iter__(self) -> Iterator[bytes]:
        yield from self._inner

    def close(self) -> None:
        if hasattr(self._inner, "close"):
            self._inner.close()


class _Keepable(httpx.BaseTransport):
    """Tells the cache what this project keeps: successes only, and fresh only where the server says so."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        rule = None if walls.challenge_header(response.headers) else cache.rule(response.status_code, response.headers)
        response.headers["cache-control"] = rule or "no-store"
        return response


class _Shared(httpx.BaseTransport):
    """A transport that outlives the client that uses it, for it is not closed with it."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        # httpx takes a redirect apart even where it is not to follow it, and stumbles over "javascript:" and its like.
        if "location" in response.headers:
            response.extensions[_LOCATION] = response.headers.pop("location")
        return response


class _Cookies(DefaultCookiePolicy):
    """Takes only cookies that can be sent back: httpx raises over any other when it builds the next request."""

    def set_ok(self, cookie: Cookie, request: Any) -> bool:
        return f"{cookie.name}{cookie.value or ''}".isascii() and super().set_ok(cookie, request)


def client(
    wire: httpx.BaseTransport,
    store: cache.CheckedStorage | None,
    headers: dict[str, str],
    auth: tuple[str, str] | None,
) -> httpx.Client:
    """A client of its own for each visit, so that no cookie outlives it; the connections are shared.

    :param store: where successes are kept, or None.
    """
    if store is not None:
        options = CacheOptions(shared=False, supported_methods=["GET"], allow_stale=False)
        wire = CacheTransport(_Keepable(wire), storage=store, rfc=options)
    return httpx.Client(
        transport=_Shared(wire),
        auth=auth,
        headers=headers,
        follow_redirects=False,
        trust_env=False,
        cookies=CookieJar(policy=_Cookies()),
    )


def location(response: httpx.Response) -> str | None:
    """Where a redirect points."""
    said: str | None = response.extensions.get(_LOCATION)
    return said


def trusting() -> ssl.SSLContext:
    """What TLS of a package index is verified against: the machine's authorities, and the file in ``PIP_CERT``."""
    context = httpx.create_ssl_context()
    # A file that is not there is for pip to complain of.
    with contextlib.suppress(OSError, ssl.SSLError):
        if path := os.environ.get(_AUTHORITIES_VARIABLE):
            context.load_verify_locations(cafile=path)
    return context


@contextlib.contextmanager
def judged(where: str, deadline: Deadline) -> Iterator[None]:
    """Turn what can go wrong on the wire into a verdict.

    :raises Setback: with that verdict.
    :raises DeadlineError: if the time has run out meanwhile.
    """
    host = httpx.URL(where).host
    try:
        yield
    except addresses.ForbiddenAddressError as problem:
        raise Setback(Verdict.REFUSED, str(problem), url=where) from None
    except addresses.UnknownHostError as problem:
        raise Setback(Verdict.UNREACHABLE, str(problem), url=where, again=problem.again) from None
    except cache.CorruptEntryError:
        raise Setback(Verdict.UNREACHABLE, "the kept copy was damaged", url=where, again=True) from None
    except (TimeoutError, httpcore.TimeoutException, httpx.TimeoutException):
        if deadline.expired():
            raise DeadlineError from None
        raise Setback(Verdict.UNREACHABLE, f"{host} does not answer in time", url=where, again=True) from None
    except (
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.ProxyError,
        httpx.TransportError,
        OSError,
    ) as problem:
        if deadline.expired():
            raise DeadlineError from None
        raise connection.diagnose(host, where, problem) from None
    except (httpx.StreamError, httpx.DecodingError, httpcore.UnsupportedProtocol, ValueError) as problem:
        raise Setback(Verdict.UNREACHABLE, f"{host} answers with something unreadable ({problem})", url=where) from None
