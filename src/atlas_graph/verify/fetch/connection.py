"""Connections that go only where they may, and that never outlast the document's deadline."""

from __future__ import annotations

import contextlib
import ssl
import urllib.request
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import httpcore

from ..document import Verdict
from . import addresses
from .clock import Deadline
from .setback import Setback

_CONNECT_TIMEOUT = 10.0
_MOST_ADDRESSES = 4

#: Pairs and triples as :meth:`socket.socket.setsockopt` takes them.
SocketOptions = Iterable[Any]

_DEADLINE: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextlib.contextmanager
def within(deadline: Deadline) -> Iterator[None]:
    """Bound every network operation of the block, which may use connections opened earlier."""
    token = _DEADLINE.set(deadline)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def _time_left(timeout: float | None) -> float | None:
    deadline = _DEADLINE.get()
    if deadline is None:
        return timeout
    left = deadline.remaining()
    return left if timeout is None else min(timeout, left)


class _Stream(httpcore.NetworkStream):
    """A connection whose every read waits at most until the deadline, however slowly bytes drip in."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _time_left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _time_left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, _time_left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class Backend(httpcore.NetworkBackend):
    """Resolves a host, judges every address in the answer, and connects to one of those very addresses.

    The name itself stays in the ``Host`` field and in the TLS handshake, which happen above this.

    ``public_only``: whether addresses that are not public are refused
    (:class:`addresses.ForbiddenAddressError`).
    """

    def __init__(self, *, public_only: bool, resolver: addresses.Resolver, dialler: httpcore.NetworkBackend) -> None:
        self._public_only = public_only
        self._resolver = resolver
        self._dialler = dialler

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: SocketOptions | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a host, or say why not; httpcore calls this."""
        limit = _time_left(_CONNECT_TIMEOUT)
        found = addresses.resolve(host, port, _CONNECT_TIMEOUT if limit is None else limit, self._resolver)
        if self._public_only:
            addresses.check(host, found)
        problem: Exception | None = None
        for address in found[:_MOST_ADDRESSES]:
            try:
                return _Stream(
                    self._dialler.connect_tcp(
                        str(address), port, _time_left(_CONNECT_TIMEOUT), local_address, socket_options
                    )
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failure:
                problem = failure
        assert problem is not None
        raise problem


def proxy_for(scheme: str, host: str) -> str | None:
    """The proxy that the environment names for a host, None where it is reached directly, as loopback always is."""
    address = addresses.literal(host)
    if host == "localhost" or (address is not None and addresses.is_loopback(address)):
        return None
    proxies = urllib.request.getproxies()
    proxy = proxies.get(scheme) or proxies.get("all")
    if not proxy or urllib.request.proxy_bypass(host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def pool(
    backend: httpcore.NetworkBackend, context: ssl.SSLContext, proxy: str | None = None
) -> httpcore.ConnectionPool:
    """Connections to reuse. TLS is verified by the context, here and always."""
    options: dict[str, Any] = {
        "ssl_context": context,
        "max_connections": 32,
        "max_keepalive_connections": 16,
        "keepalive_expiry": 20.0,
        "network_backend": backend,
    }
    if proxy is not None:
        parts = urlsplit(proxy)
        if parts.scheme not in ("http", "https"):
            raise httpcore.ProxyError(f"a proxy of type {parts.scheme} cannot be used: set an http proxy")
        if parts.username is not None:
            options["proxy_auth"] = (unquote(parts.username), unquote(parts.password or ""))
            proxy = urlunsplit(parts._replace(netloc=parts.netloc.rsplit("@", 1)[1]))
        return httpcore.HTTPProxy(proxy, **options)
    return httpcore.ConnectionPool(**options)


def diagnose(host: str, where: str, problem: BaseException) -> Setback:
    """The verdict on a connection that failed or broke off, and whether asking again may help."""
    cause: BaseException | None = problem
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    if isinstance(cause, ssl.SSLCertVerificationError):
        reason = f"the TLS certificate of {host} does not hold: {cause.verify_message}"
        return Setback(Verdict.UNREACHABLE, reason, url=where)
    if isinstance(cause, ssl.SSLError):
        return Setback(Verdict.UNREACHABLE, f"TLS with {host} fails: {cause.reason or cause}", url=where, again=True)
    if isinstance(problem, httpcore.ProxyError):
        return Setback(Verdict.UNREACHABLE, f"the proxy on the way to {host} fails ({problem})", url=where)
    if isinstance(problem, httpcore.ConnectError):
        return Setback(Verdict.UNREACHABLE, f"no connection to {host} ({problem})", url=where, again=True)
    return Setback(Verdict.UNREACHABLE, f"the connection to {host} breaks off ({problem})", url=where, again=True)
