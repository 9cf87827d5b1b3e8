"""Asking the web for a document.

One document is one visit: its redirects are followed here, hop by hop, and each hop is judged before it is
asked for; the whole visit shares one deadline. What the world does wrong becomes a verdict, never an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import ssl
from collections.abc import Callable
from importlib import metadata
from typing import Any, BinaryIO

import httpcore
import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from ..document import Fetched, Flag, Verdict
from . import addresses, cache, connection, decoding, kinds, statuses, walls, wire
from .clock import Clock, Deadline, DeadlineError, stamp
from .pacing import Pacer, retry_after
from .robots import LARGEST as LARGEST_ROBOTS
from .robots import Robots
from .setback import Setback, failed
from .visit import MOST_REDIRECTS, FetchPolicy, Reply, Visit, joined, scope

_LARGEST_ERROR_PAGE = 65_536
_ATTEMPTS = 3
_IDLE = 15.0  # seconds without a byte before an attempt is given up for another
_RESOLVING = 5.0  # seconds in which a host is looked up that somebody else will connect to

_DOCUMENT = FetchPolicy()
_ROBOTS = FetchPolicy(robots=False, walls=False, cap=LARGEST_ROBOTS, accept="text/plain,*/*;q=0.5")


def user_agent() -> str:
    """How the project introduces itself to every server."""
    try:
        version = metadata.version("atlas-graph")
    except metadata.PackageNotFoundError:
        version = "0"
    return f"atlas-graph/{version} (+https://w3id.org/atlas-graph/)"


class Web:
    """The web as a source of documents. Safe to share between threads; close it when done.

    :param seconds: the time for one document, from the first byte asked for to the last one read.
    :param store: where successes are kept, or None.
    :param context: what TLS is verified against; the machine's trusted authorities unless given.
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
        anywhere = connection.Backend(public_only=False, resolver=resolver, dialler=dialler)
        public = connection.Backend(public_only=True, resolver=resolver, dialler=dialler)
        guarded = wire.Wire(public, anywhere, context or httpx.create_ssl_context(), self._judge_host)
        private = wire.Wire(anywhere, anywhere, context or wire.trusting(), lambda host, port: None)
        self._wires = {False: guarded, True: private}
        self._robots = Robots(self._read_robots, clock, pacer.slow_down)
        self._agent = user_agent()

    def deadline(self) -> Deadline:
        """The time for one document, beginning now."""
        return Deadline(self._seconds, self._clock)

    def document(self, locator: str, url: str, revision: str | None = None) -> Fetched:
        """Fetch one document for ``locator`` from ``url``. Whatever goes wrong is the verdict."""
        return self.fetch(locator, url, _DOCUMENT, self.deadline(), revision=revision)

    def close(self) -> None:
        """Close every connection, and the store."""
        for way_out in self._wires.values():
            way_out.close()
        if self._store is not None:
            self._store.close()

    # -- one visit

    def fetch(
        self,
        locator: str,
        url: str,
        policy: FetchPolicy,
        deadline: Deadline,
        *,
        sink: BinaryIO | None = None,
        revision: str | None = None,
    ) -> Fetched:
        """Make one visit. With a ``sink`` the body goes there, and ``content`` is empty.

        :returns: the document or the verdict; nothing that the world does raises.
        """
        visit = Visit(locator, policy, deadline)
        memory = io.BytesIO()
        try:
            with self._client(policy) as client:
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
            seconds=deadline.used(),
        )

    def _failed(self, visit: Visit, setback: Setback, revision: str | None) -> Fetched:
        return failed(
            visit.locator,
            setback,
            redirects=tuple(visit.redirects),
            flags=frozenset(visit.flags),
            revision=revision,
            retrieved=stamp(self._clock.now()),
        )

    def _too_slow(self, visit: Visit) -> Setback:
        url = visit.redirects[-1] if visit.redirects else None
        return Setback(Verdict.UNREACHABLE, f"not read in full within {visit.deadline.seconds:g} s", url=url)

    def _follow(self, visit: Visit, address: str, client: httpx.Client, sink: BinaryIO) -> tuple[str, Reply]:
        """Go from redirect to redirect until there is a document in the sink."""
        url = visit.admit(address)
        while True:
            if visit.policy.robots and not self._offline:
                self._robots.check(str(url), visit.deadline)
            start = sink.tell()
            reply = self._ask_again_and_again(visit, url, client, sink)
            target, permanent = self._target(visit, url, reply, sink, start)
            if target is None or (reply.status not in statuses.REDIRECTS and joined(url, target) == url):
                return str(url), reply
            sink.seek(start)
            sink.truncate()
            url = self._hop(visit, url, joined(url, target), reply.status, client)
            if permanent:
                visit.flags.add(Flag.URL_MOVED)
            visit.redirects.append(str(url))

    def _target(
        self, visit: Visit, url: httpx.URL, reply: Reply, sink: BinaryIO, start: int
    ) -> tuple[str | None, bool]:
        """Where an answer sends its reader, None for a document; and whether that is for good.

        :raises Setback: if it is a redirect to nowhere, or a wall.
        """
        where = str(url)
        if reply.status in statuses.REDIRECTS:
            if reply.location is None:
                reason = f"answers {reply.status} and does not say where to go"
                raise Setback(Verdict.UNREACHABLE, reason, url=where, status=reply.status)
            return reply.location, reply.status in statuses.PERMANENT
        if not visit.policy.walls:
            return None, False
        sink.seek(start)
        body = sink.read()
        media_type, _ = kinds.of_response(reply.headers.get("content-type"), where)
        wall = walls.wall_page(body, media_type)
        if wall is not None:
            self._forget(where)
            # By its words alone a page that came with status 200 is not judged before it is searched.
            if walls.machinery(body, media_type):
                raise Setback(Verdict.BLOCKED, wall, url=where, status=reply.status)
        return walls.refresh_target(body, media_type), True

    def _hop(self, visit: Visit, url: httpx.URL, following: httpx.URL, status: int, client: httpx.Client) -> httpx.URL:
        """The next address of a visit, judged.

        :raises Setback: if it is a wall, closes a circle, is one hop too many or may not be asked.
        """
        where = str(url)
        wall = walls.login_redirect(where, str(following)) if visit.policy.walls else None
        if wall is not None:
            raise Setback(Verdict.BLOCKED, wall, url=where, status=status)
        if following.scheme in ("http", "https") and _request_key(client, following) in visit.asked:
            reason = f"redirects in a circle, by way of {following}"
            raise Setback(Verdict.UNREACHABLE, reason, url=where, status=status)
        if len(visit.redirects) == MOST_REDIRECTS:
            reason = f"redirects more than {MOST_REDIRECTS} times"
            raise Setback(Verdict.UNREACHABLE, reason, url=where, status=status)
        return visit.admit(str(following))

    # -- one hop

    def _ask_again_and_again(self, visit: Visit, url: httpx.URL, client: httpx.Client, sink: BinaryIO) -> Reply:
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

    def _ask(self, visit: Visit, url: httpx.URL, client: httpx.Client, sink: BinaryIO) -> Reply:
        where = str(url)
        if self._offline:
            return self._kept(visit, where, sink)
        until = self._pacer.held(scope(url))
        if until is not None:
            raise Setback(Verdict.DEFERRED, f"{url.host} asked to be left alone until {stamp(until)}", url=where)
        self._wait(visit, url, _request_key(client, url))
        self._progress(f"asking {url.host}")
        timeouts = {"connect": None, "read": _IDLE, "write": _IDLE, "pool": None}
        extensions = {"timeout": timeouts, "caching": {"key": cache.key(where)}}
        request = client.build_request("GET", url, extensions=extensions)
        with connection.within(visit.deadline), wire.judged(where, visit.deadline):
            response = client.send(request, stream=True)
            try:
                return self._take(visit, where, response, sink)
            finally:
                response.close()

    def _wait(self, visit: Visit, url: httpx.URL, key: tuple[str, str]) -> None:
        """Wait for the host's turn."""
        place = url.netloc.decode("ascii")
        own_visit = not (visit.policy.walls or visit.policy.private_addresses or visit.begun)
        if own_visit:  # robots.txt: in the document's time
            self._pacer.turn(place, scope(url), visit.deadline, counted=False)
        else:
            # A redirect within one host is followed at once, as the host asks; what comes later waits for all its hops.
            hop = place in visit.hosts and key not in visit.asked
            self._pacer.turn(place, scope(url), visit.deadline, counted=visit.begun, at_once=hop)
            visit.begun = True
            visit.hosts.add(place)
        visit.asked.add(key)

    def _take(self, visit: Visit, where: str, response: httpx.Response, sink: BinaryIO) -> Reply:
        """Judge the status, and put the body of a document into the sink."""
        status = response.status_code
        kept = response.extensions.get("caching", {})
        from_cache = bool(kept.get("from_cache"))
        reply = Reply(
            status,
            response.headers,
            from_cache,
            not from_cache or bool(kept.get("revalidated")),
            wire.location(response),
        )
        challenge = walls.challenge_header(response.headers)
        if challenge is not None:
            raise Setback(Verdict.BLOCKED, challenge, url=where, status=status)
        if status in statuses.REDIRECTS:
            return reply
        if status not in (200, 203):
            raise self._bad_status(where, response)
        cap = visit.policy.cap
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
            self._pacer.hold(scope(httpx.URL(where)), until)
        return setback

    # -- beside the way

    def _client(self, policy: FetchPolicy) -> httpx.Client:
        headers = {
            "User-Agent": self._agent,
            "Accept": policy.accept,
            "Accept-Encoding": decoding.ACCEPTED,
            "Accept-Language": "en,*;q=0.5",
        }
        way_out = self._wires[policy.private_addresses]
        return wire.client(way_out, self._store if policy.cached else None, headers, policy.auth)

    def _read_robots(self, url: str, deadline: Deadline) -> Fetched:
        return self.fetch(url, url, _ROBOTS, deadline)

    def _kept(self, visit: Visit, where: str, sink: BinaryIO) -> Reply:
        """What the store has of a document, for a user who wants no network."""
        for entry in self._store.get_entries(cache.key(where)) if self._store is not None else ():
            headers = httpx.Headers(
                [(n, v) for n in entry.response.headers for v in entry.response.headers.get_list(n) or []]
            )
            decoder = decoding.Decoder(headers.get("content-encoding"), visit.policy.cap)
            stream: Any = entry.response.stream
            try:
                for raw in stream:
                    for piece in decoder.feed(raw):
                        sink.write(piece)
            except cache.CorruptEntryError:
                break
            return Reply(entry.response.status_code, headers, from_cache=True, fresh=False)
        raise Setback(Verdict.UNREACHABLE, "offline, and no copy is kept: run again with the network", url=where)

    def _forget(self, where: str) -> None:
        if self._store is not None:
            self._store.forget(cache.key(where))

    def is_public(self, url: str) -> bool:
        """Whether the host of a URL is a public one, as far as it can be looked up here."""
        try:
            self._judge_host(httpx.URL(url).host, 0)
        except (addresses.ForbiddenAddressError, httpx.InvalidURL):
            return False
        return True

    def _judge_host(self, host: str, port: int) -> None:
        """Judge a host that a proxy will connect to, as far as it can be resolved here."""
        with contextlib.suppress(addresses.UnknownHostError, TimeoutError):
            addresses.check(host, addresses.resolve(host, port, _RESOLVING, self._resolver))


def _request_key(client: httpx.Client, url: httpx.URL) -> tuple[str, str]:
    """What tells one request of a visit from another: the address, and the cookies that go with it."""
    return str(url), client.build_request("GET", url).headers.get("cookie", "")


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
