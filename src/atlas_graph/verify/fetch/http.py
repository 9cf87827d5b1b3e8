"""Asking the web for a document. The only module that knows httpx.

One document is one visit: its redirects are followed here, hop by hop, and each hop is judged before it is
asked for; the whole visit shares one deadline. What the world does wrong becomes a verdict, never an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from importlib import metadata
from typing import Any, BinaryIO

import httpcore
import httpx
from hishel import CacheOptions
from hishel.httpx import CacheTransport
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from atlas_graph.verify.document import Fetched, Flag, Verdict

from . import addresses, cache, connection, decoding, kinds, statuses, walls
from .clock import Clock, Deadline, DeadlineError, stamp
from .outcome import Setback, failed
from .pacing import Pacer, retry_after
from .robots import LARGEST as LARGEST_ROBOTS
from .robots import Robots

MOST_REDIRECTS = 5
LARGEST_DOCUMENT = 64_000_000
_LARGEST_ERROR_PAGE = 65_536

_LOCATION = "atlas_graph_location"
_ATTEMPTS = 3
_IDLE = 15.0  # seconds without a byte before an attempt is given up for another


def user_agent() -> str:
    """How the project introduces itself to every server."""
    try:
        version = metadata.version("atlas-graph")
    except metadata.PackageNotFoundError:
        version = "0"
    return f"atlas-graph/{version} (+https://w3id.org/atlas-graph/)"


def trusting(authorities: str | None) -> ssl.SSLContext:
    """What TLS is verified against: the machine's authorities, and those that a package client was given."""
    context = httpx.create_ssl_context()
    for path in (authorities, os.environ.get("NODE_EXTRA_CA_CERTS")):
        # A file that is not there is for that client to complain of.
        with contextlib.suppress(OSError, ssl.SSLError):
            if path:
                context.load_verify_locations(cafile=path)
    return context


@dataclass(frozen=True)
class Errand:
    """What a visit is for, and so what it may do.

    ``trusted``: the address comes from the user's own client configuration, and may be a private one.
    """

    trusted: bool = False
    robots: bool = True
    cached: bool = True
    walls: bool = True
    cap: int = LARGEST_DOCUMENT
    accept: str = "text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.8"
    auth: tuple[str, str] | None = None


DOCUMENT = Errand()
_ROBOTS = Errand(robots=False, walls=False, cap=LARGEST_ROBOTS, accept="text/plain,*/*;q=0.5")


@dataclass
class _Visit:
    """One document on its way: where it has been, and how long it has left."""

    locator: str
    errand: Errand
    deadline: Deadline
    begun: bool = False  # whether a byte of the document itself was asked for
    asked: set[str] = field(default_factory=set)  # the URLs asked for so far
    places: set[str] = field(default_factory=set)  # and their hosts
    redirects: list[str] = field(default_factory=list)
    flags: set[Flag] = field(default_factory=set)


@dataclass
class _Reply:
    """One answer, its body already in the sink if it is the document."""

    status: int
    headers: httpx.Headers
    from_cache: bool
    fresh: bool  # whether the server was asked
    location: str | None = None  # where a redirect points


class _Wire(httpx.BaseTransport):
    """The way out: straight to a judged address, or through the proxy that the environment names."""

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
        proxy = connection.proxy_for(request.url.scheme, request.url.host)
        if proxy is not None:
            # The proxy resolves the name and connects; what can be known of the host here is judged here.
            self._judge(request.url.host, request.url.port or 0)
        with self._lock:
            if proxy not in self._pools:
                backend = self._backend if proxy is None else self._to_proxy
                self._pools[proxy] = connection.pool(backend, self._context, proxy)
            pool = self._pools[proxy]
        answer = pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_Body(answer.stream), extensions=answer.extensions
        )

    def close(self) -> None:
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

    def close(self) -> None:
        self._inner.close()


class Web:
    """The web as a source of documents. Safe to share between threads; close it when done.

    :param seconds: the time for one document, from the first byte asked for to the last one read.
    :param store: where successes are kept, or None.
    :param context: what TLS is verified against; the machine's trusted authorities unless given.
    :param trusted_context: the same for the user's own package index.
    :param dialler: opens the connection to an address that was judged.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        seconds: float,
        pacer: Pacer,
        store: cache.CheckedStorage | None = None,
        resolver: addresses.Resolver = addresses.system_resolver,
        dialler: httpcore.NetworkBackend | None = None,
        context: ssl.SSLContext | None = None,
        trusted_context: ssl.SSLContext | None = None,
        offline: bool = False,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self._clock = clock
        self._seconds = seconds
        self._pacer = pacer
        self._store = store
        self._resolver = resolver
        self._offline = offline
        self._progress = progress or (lambda _: None)
        dialler = dialler or httpcore.SyncBackend()
        context = context or httpx.create_ssl_context()
        self._wires: dict[bool, httpx.BaseTransport] = {}
        anywhere = connection.Backend(public_only=False, resolver=resolver, dialler=dialler)
        public = connection.Backend(public_only=True, resolver=resolver, dialler=dialler)
        self._wires[False] = _Wire(public, anywhere, context, self._judge_host)
        self._wires[True] = _Wire(anywhere, anywhere, trusted_context or context, self._ignore)
        self._robots = Robots(self._read_robots, clock, pacer.slow_down)
        self._agent = user_agent()

    def deadline(self) -> Deadline:
        """The time for one document, beginning now."""
        return Deadline(self._seconds, self._clock)

    def document(self, locator: str, url: str, revision: str | None = None) -> Fetched:
        """Fetch one document for ``locator`` from ``url``. Whatever goes wrong is the verdict."""
        return self.fetch(locator, url, DOCUMENT, self.deadline(), revision=revision)

    def close(self) -> None:
        """Close every connection, and the store."""
        for wire in self._wires.values():
            wire.close()
        if self._store is not None:
            self._store.close()

    # -- one visit

    def fetch(
        self,
        locator: str,
        url: str,
        errand: Errand,
        deadline: Deadline,
        *,
        sink: BinaryIO | None = None,
        revision: str | None = None,
    ) -> Fetched:
        """Run one errand. With a ``sink`` the body goes there, and ``content`` is empty.

        :returns: the document or the verdict; nothing that the world does raises.
        """
        visit = _Visit(locator, errand, deadline)
        memory = io.BytesIO()
        try:
            with self._client(errand) as client:
                reached, reply = self._follow(visit, url, client, sink or memory)
                content = b"" if sink else memory.getvalue()
                media_type, charset = kinds.of_response(reply.headers.get("content-type"), reached)
        except Setback as setback:
            return self._failed(visit, setback, revision)
        except DeadlineError:
            return self._failed(visit, self._too_slow(visit), revision)
        asked = self._clock.now()
        return Fetched(
            locator=locator,
            url=reached,
            content=content,
            media_type=media_type,
            charset=charset,
            status=reply.status,
            flags=frozenset(visit.flags),
            redirects=tuple(visit.redirects),
            revision=revision,
            sha256=hashlib.sha256(content).hexdigest() if not sink else None,
            retrieved=stamp(asked if reply.fresh else retry_after(reply.headers.get("date"), asked) or asked),
            from_cache=reply.from_cache,
        )

    def _failed(self, visit: _Visit, setback: Setback, revision: str | None) -> Fetched:
        return failed(
            visit.locator,
            setback,
            redirects=tuple(visit.redirects),
            flags=frozenset(visit.flags),
            revision=revision,
            retrieved=stamp(self._clock.now()),
        )

    def _too_slow(self, visit: _Visit) -> Setback:
        url = visit.redirects[-1] if visit.redirects else None
        return Setback(Verdict.UNREACHABLE, f"not read in full within {visit.deadline.seconds:g} s", url=url)

    def _follow(self, visit: _Visit, address: str, client: httpx.Client, sink: BinaryIO) -> tuple[str, _Reply]:
        """Go from redirect to redirect until there is a document in the sink."""
        url = _admissible(address, visit)
        seen = {str(url)}
        while True:
            if visit.errand.robots and not self._offline:
                self._robots.check(str(url), visit.deadline)
            start = sink.tell()
            reply = self._ask_again_and_again(visit, url, client, sink)
            where = str(url)
            target, permanent = reply.location, reply.status in statuses.PERMANENT
            if reply.status not in statuses.REDIRECTS:
                target = None
                if visit.errand.walls:
                    sink.seek(start)
                    body, (media_type, _) = (
                        sink.read(),
                        kinds.of_response(reply.headers.get("content-type"), where),
                    )
                    wall = walls.wall_page(body, media_type)
                    if wall is not None:
                        self._forget(where)
                    # By its words alone a page that came with status 200 is not judged before it is searched.
                    if wall is not None and walls.machinery(body, media_type):
                        raise Setback(Verdict.BLOCKED, wall, url=where, status=reply.status)
                    target, permanent = walls.refresh_target(body, media_type), True
                if target is None or str(_joined(url, target, visit)) == where:
                    return where, reply
                sink.seek(start)
                sink.truncate()
            elif target is None:
                reason = f"answers {reply.status} and does not say where to go"
                raise Setback(Verdict.UNREACHABLE, reason, url=where, status=reply.status)
            following = _joined(url, target, visit)
            wall = walls.login_redirect(where, str(following)) if visit.errand.walls else None
            if wall is not None:
                raise Setback(Verdict.BLOCKED, wall, url=where, status=reply.status)
            if str(following) in seen:
                reason = f"redirects in a circle, by way of {following}"
                raise Setback(Verdict.UNREACHABLE, reason, url=where, status=reply.status)
            if len(visit.redirects) == MOST_REDIRECTS:
                reason = f"redirects more than {MOST_REDIRECTS} times"
                raise Setback(Verdict.UNREACHABLE, reason, url=where, status=reply.status)
            following = _admissible(str(following), visit)
            if permanent:
                visit.flags.add(Flag.URL_MOVED)
            visit.redirects.append(str(following))
            seen.add(str(following))
            url = following

    # -- one hop

    def _ask_again_and_again(self, visit: _Visit, url: httpx.URL, client: httpx.Client, sink: BinaryIO) -> _Reply:
        """Ask until there is an answer that asking again would not better, or no time is left."""
        start = sink.tell()

        def no_time_for_that(state: RetryCallState) -> bool:
            return visit.deadline.expired() or state.upcoming_sleep >= visit.deadline.remaining()

        def begin_anew(state: RetryCallState) -> None:
            self._progress(f"{url.host} did not answer well; asking again")
            sink.seek(start)
            sink.truncate()

        attempts = Retrying(
            stop=lambda state: stop_after_attempt(_ATTEMPTS)(state) or no_time_for_that(state),
            wait=wait_random_exponential(multiplier=0.5, max=5),
            retry=retry_if_exception(lambda problem: isinstance(problem, Setback) and problem.again),
            sleep=self._clock.sleep,
            before_sleep=begin_anew,
            reraise=True,
        )
        return attempts(self._ask, visit, url, client, sink)

    def _ask(self, visit: _Visit, url: httpx.URL, client: httpx.Client, sink: BinaryIO) -> _Reply:
        where = str(url)
        if self._offline:
            return self._kept(visit, where, sink)
        scope = _scope(url)
        until = self._pacer.held(scope)
        if until is not None:
            raise Setback(Verdict.DEFERRED, f"{url.host} asked to be left alone until {stamp(until)}", url=where)
        place = url.netloc.decode("ascii")
        if visit.errand.walls or visit.errand.trusted or visit.begun:
            # A redirect within one host is followed at once, as the host asks; what comes later waits for all its hops.
            hop = place in visit.places and where not in visit.asked
            self._pacer.turn(place, scope, visit.deadline, counted=visit.begun, at_once=hop)
            visit.begun = True
            visit.places.add(place)
            visit.asked.add(where)
        else:  # robots.txt: its own visit, in the document's time
            self._pacer.turn(place, scope, visit.deadline, counted=False)
        self._progress(f"asking {url.host}")
        timeouts = {"connect": None, "read": _IDLE, "write": _IDLE, "pool": None}
        request = client.build_request(
            "GET", url, extensions={"timeout": timeouts, "caching": {"key": cache.key(where)}}
        )
        try:
            with connection.within(visit.deadline), _judged(where, visit.deadline):
                response = client.send(request, stream=True)
                try:
                    return self._take(visit, where, response, sink)
                finally:
                    response.close()
        except cache.CorruptEntryError:
            raise Setback(Verdict.UNREACHABLE, "the kept copy was damaged", url=where, again=True) from None

    def _take(self, visit: _Visit, where: str, response: httpx.Response, sink: BinaryIO) -> _Reply:
        """Judge the status, and put the body of a document into the sink."""
        status = response.status_code
        kept = response.extensions.get("caching", {})
        from_cache = bool(kept.get("from_cache"))
        reply = _Reply(
            status,
            response.headers,
            from_cache,
            not from_cache or bool(kept.get("revalidated")),
            response.extensions.get(_LOCATION),
        )
        challenge = walls.challenge_header(response.headers)
        if challenge is not None:
            raise Setback(Verdict.BLOCKED, challenge, url=where, status=status)
        if status in statuses.REDIRECTS:
            return reply
        if status not in (200, 203):
            raise self._bad_status(where, response)
        cap = visit.errand.cap
        coding = response.headers.get("content-encoding")
        length = response.headers.get("content-length", "")
        if not coding and length.isascii() and length.isdigit() and int(length) > cap:
            raise decoding.over_cap(cap)
        decoder = decoding.Decoder(coding, cap)
        for raw in response.iter_raw():
            visit.deadline.remaining()
            for piece in decoder.feed(raw):
                sink.write(piece)
        decoder.finish()
        return reply

    def _bad_status(self, where: str, response: httpx.Response) -> Setback:
        wall = None
        if statuses.may_be_a_wall(response.status_code):
            media_type, _ = kinds.of_response(response.headers.get("content-type"), where)
            wall = walls.wall_page(_beginning(response), media_type)
        until = retry_after(response.headers.get("retry-after"), self._clock.now())
        setback = statuses.judge(where, response.status_code, response.reason_phrase, until, wall)
        if setback.verdict is Verdict.DEFERRED and until is not None:
            self._pacer.hold(_scope(httpx.URL(where)), until)
        return setback

    # -- beside the way

    def _client(self, errand: Errand) -> httpx.Client:
        """A client of its own for each visit, so that no cookie outlives it; the connections are shared."""
        transport = self._wires[errand.trusted]
        if self._store is not None and errand.cached:
            options = CacheOptions(shared=False, supported_methods=["GET"], allow_stale=False)
            transport = CacheTransport(_Keepable(transport), storage=self._store, rfc=options)
        return httpx.Client(
            transport=_Shared(transport),
            auth=errand.auth,
            headers={
                "User-Agent": self._agent,
                "Accept": errand.accept,
                "Accept-Encoding": decoding.accepted(),
                "Accept-Language": "en,*;q=0.5",
            },
            follow_redirects=False,
            trust_env=False,
            cookies=CookieJar(policy=_Cookies()),
        )

    def _read_robots(self, url: str, deadline: Deadline) -> Fetched:
        return self.fetch(url, url, _ROBOTS, deadline)

    def _kept(self, visit: _Visit, where: str, sink: BinaryIO) -> _Reply:
        """What the store has of a document, for a user who wants no network."""
        for entry in self._store.get_entries(cache.key(where)) if self._store is not None else ():
            headers = httpx.Headers(
                [(n, v) for n in entry.response.headers for v in entry.response.headers.get_list(n) or []]
            )
            decoder = decoding.Decoder(headers.get("content-encoding"), visit.errand.cap)
            stream: Any = entry.response.stream
            try:
                for raw in stream:
                    for piece in decoder.feed(raw):
                        sink.write(piece)
            except cache.CorruptEntryError:
                break
            return _Reply(entry.response.status_code, headers, from_cache=True, fresh=False)
        raise Setback(Verdict.UNREACHABLE, "offline, and no copy is kept: run again with the network", url=where)

    def _forget(self, where: str) -> None:
        if self._store is not None:
            self._store.forget(cache.key(where))

    def _judge_host(self, host: str, port: int) -> None:
        """Judge a host that a proxy will connect to, as far as it can be resolved here."""
        with contextlib.suppress(addresses.UnknownHostError, TimeoutError):
            addresses.check(host, addresses.resolve(host, port, 5.0, self._resolver))

    def _ignore(self, host: str, port: int) -> None:
        """Let the user's own index be wherever it is."""


class _Cookies(DefaultCookiePolicy):
    """Takes only cookies that can be sent back: httpx raises over any other when it builds the next request."""

    def set_ok(self, cookie: Cookie, request: Any) -> bool:
        return f"{cookie.name}{cookie.value or ''}".isascii() and super().set_ok(cookie, request)


class _Shared(httpx.BaseTransport):
    """A transport that outlives the client that uses it."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        # httpx takes a redirect apart even where it is not to follow it, and stumbles over "javascript:" and its like.
        if "location" in response.headers:
            response.extensions[_LOCATION] = response.headers.pop("location")
        return response

    def close(self) -> None:
        """Leave the shared connections open."""


def _scope(url: httpx.URL) -> str:
    """For what a ``Retry-After`` speaks: a host; on loopback, where one test server plays many, one URL."""
    address = addresses.literal(url.host)
    if url.host == "localhost" or (address is not None and addresses.is_loopback(address)):
        return str(url)
    return url.host


def _admissible(address: str, visit: _Visit) -> httpx.URL:
    """The URL, if it is one to ask for at all; whether its host is public is judged on connecting."""
    later = visit.redirects or visit.begun
    try:
        url = httpx.URL(address).copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError, UnicodeError) as problem:
        verdict = Verdict.UNREACHABLE if later else Verdict.REFUSED
        raise Setback(verdict, f"{address[:200]!r} is no URL ({problem})") from None
    prefix = "redirects to a" if later else "a"
    if url.scheme not in ("http", "https"):
        raise Setback(Verdict.REFUSED, f"{prefix} {url.scheme or 'relative'}: address; only http and https are read")
    if not url.host:
        raise Setback(Verdict.REFUSED, f"{prefix} URL without a host")
    if url.userinfo:
        raise Setback(Verdict.REFUSED, f"{prefix} URL that names a user; give it without")
    if url.port == 0:
        raise Setback(Verdict.REFUSED, f"{prefix} URL with port 0")
    if not visit.errand.trusted:
        address_literal = addresses.literal(url.host)
        if address_literal is not None:
            # Said before robots.txt or the pace of the host come into it.
            try:
                addresses.check(url.host, [address_literal])
            except addresses.ForbiddenAddressError as problem:
                reason = f"redirects to {problem}" if later else str(problem)
                raise Setback(Verdict.REFUSED, reason) from None
    return url


def _joined(url: httpx.URL, target: str, visit: _Visit) -> httpx.URL:
    try:
        # Header fields come as latin-1; what sites mean by the odd byte is UTF-8.
        with contextlib.suppress(UnicodeError):
            target = target.encode("latin-1").decode("utf-8")
        return url.join(target.strip()).copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError, UnicodeError):
        if target.split(":", 1)[0].lower() in ("file", "ftp", "data", "javascript"):
            raise Setback(Verdict.REFUSED, f"redirects to {target[:200]!r}; only http and https are read") from None
        raise Setback(Verdict.UNREACHABLE, f"redirects to {target[:200]!r}, which is no URL", url=str(url)) from None


def _beginning(response: httpx.Response) -> bytes:
    """The first part of an error page, as far as it can be read."""
    body = bytearray()
    try:
        decoder = decoding.Decoder(response.headers.get("content-encoding"), _LARGEST_ERROR_PAGE)
        for raw in response.iter_raw():
            for piece in decoder.feed(raw):
                body += piece
    except (Setback, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
        pass
    return bytes(body)


@contextlib.contextmanager
def _judged(where: str, deadline: Deadline) -> Iterator[None]:
    """Turn what can go wrong on the wire into a verdict."""
    host = httpx.URL(where).host
    try:
        yield
    except addresses.ForbiddenAddressError as problem:
        raise Setback(Verdict.REFUSED, str(problem), url=where) from None
    except addresses.UnknownHostError as problem:
        raise Setback(Verdict.UNREACHABLE, str(problem), url=where, again=problem.again) from None
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
