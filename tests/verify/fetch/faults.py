# ruff: noqa: E501 - a table is read a row at a time
"""Every fault that a document can meet on its way, how it is injected, and the verdict that is right.

The tests run the whole list; ``scripts/fault_table.py`` runs it again and writes ``docs/reliability.md``.
"""

from __future__ import annotations

import gzip
import ssl
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from typing import Any

import trustme
from fetch_world import PAGE, World, drip, reply, to

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Flag, Verdict
from atlas_graph.verify.extract import extract

HOST = "docs.example"
URL = f"http://{HOST}/guide"


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong.

    ``inject`` prepares a world and names the locator to fetch; ``verdict`` None means that the document
    arrives all the same, with the sentence that it is asked for.
    """

    title: str
    inject: Callable[[World], str]
    verdict: Verdict | None
    reason: str = ""  # must occur in what the user is told
    flags: frozenset[Flag] = frozenset()
    options: dict[str, Any] = field(default_factory=dict)


def outcome(fetched: Fetched) -> Fetched:
    """What a user is told: of a page that came, whether it is the document, which takes a look for its sentence."""
    if fetched.content is None:
        return fetched
    extraction = extract(fetched.content, media_type=fetched.media_type, charset=fetched.charset)
    finding = Document(fetched, extraction).check("The compiler lowers the program to machine code.")
    if finding.verdict.stands:
        return fetched
    return replace(fetched, content=None, verdict=finding.verdict, reason=finding.reason, flags=finding.flags)


def _answers(*answers: Any) -> Callable[[World], str]:
    """The document's server gives these answers, one after the other."""

    def inject(world: World) -> str:
        world.site(HOST, {"/guide": list(answers)})
        return URL

    return inject


def _redirects(answers: dict[str, Any]) -> Callable[[World], str]:
    def inject(world: World) -> str:
        world.site(HOST, answers)
        world.site("other.example", {"/guide": reply(body=PAGE)})
        return URL

    return inject


def _asks(locator: str) -> Callable[[World], str]:
    return lambda world: locator


def _at(*addresses: str) -> Callable[[World], str]:
    """The name of the document's host leads to these addresses."""

    def inject(world: World) -> str:
        world.names[HOST] = [list(addresses)]
        return URL

    return inject


def _robots(answer: Any) -> Callable[[World], str]:
    def inject(world: World) -> str:
        world.site(HOST, {"/robots.txt": answer, "/guide": reply(body=PAGE)})
        return URL

    return inject


def _certificate(make: Callable[[trustme.CA], trustme.LeafCert], own: bool) -> Callable[[World], str]:
    def inject(world: World) -> str:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        make(world.authority if own else trustme.CA()).configure_cert(tls)
        world.site_with(HOST, {"/guide": reply(body=PAGE)}, tls)
        return f"https://{HOST}/guide"

    return inject


def _plain_at_443(world: World) -> str:
    site = world.site(HOST, {})
    world.servers[world.names[HOST][0][0], 443] = site.port
    return f"https://{HOST}/guide"


def _two_answers_of_dns(world: World) -> str:
    world.site(HOST, {"/guide": reply(body=PAGE)})
    world.names[HOST].append(["127.0.0.1"])
    return URL


def _leads_inside(world: World) -> str:
    world.names["in.example"] = [["10.0.0.7"]]
    return _answers(to("http://in.example/"))(world)


# Both are made when they are needed: they take longer than the faults themselves.
def _bomb(world: World) -> str:
    return _answers(reply(body=gzip.compress(bytes(200_000_000), 6), content_encoding="gzip"))(world)


def _double_bomb(world: World) -> str:
    body = gzip.compress(zlib.compress(bytes(80_000_000)))
    return _answers(reply(body=body, content_encoding="deflate, gzip"))(world)


def _broken_gzip() -> bytes:
    body = gzip.compress(PAGE * 20)
    return reply(body=body[: len(body) // 2], content_encoding="gzip")


def _far() -> str:
    return formatdate(4102444800, usegmt=True)  # 2100-01-01


CHALLENGE = b"<!doctype html><title>Just a moment...</title><p>Checking your browser before you go on.</p>"
LOGIN = b"<!doctype html><title>Sign in</title><form><input name=u><input type=password name=p></form>"


def _everywhere(answer: Any) -> Callable[[World], str]:
    """The server has one answer to everything, robots.txt included."""

    def inject(world: World) -> str:
        world.site(HOST, {"/robots.txt": answer, "/guide": answer})
        return URL

    return inject


MOVED_BY_META = b'<!doctype html><meta http-equiv="refresh" content="0; url=http://other.example/guide"><p>Moved.</p>'

FAULTS: list[Fault] = [
    # -- the server's answer
    Fault("404", _answers(reply(404)), Verdict.MISSING, "404"),
    Fault("410", _answers(reply(410)), Verdict.MISSING, "410"),
    Fault("401", _answers(reply(401)), Verdict.BLOCKED, "401"),
    Fault("403", _answers(reply(403)), Verdict.BLOCKED, "403"),
    Fault("451", _answers(reply(451)), Verdict.BLOCKED, "451"),
    Fault("429, `Retry-After` in seconds", _answers(reply(429, retry_after="3600")), Verdict.DEFERRED, "come back after"),
    Fault("429, `Retry-After` as a date", _answers(reply(429, retry_after=_far())), Verdict.DEFERRED, "2100-01-01T00:00:00Z"),
    Fault("429 without `Retry-After`, for good", _answers(reply(429)), Verdict.DEFERRED, "does not say until when"),
    Fault("429 without `Retry-After`, once", _answers(reply(429), reply(body=PAGE)), None),
    Fault("503 with `Retry-After`", _answers(reply(503, retry_after="60")), Verdict.DEFERRED, "come back after"),
    Fault("500, then the page", _answers(reply(500), reply(body=PAGE)), None),
    Fault("500 for good", _answers(reply(500)), Verdict.UNREACHABLE, "500"),
    Fault("502 for good", _answers(reply(502)), Verdict.UNREACHABLE, "502"),
    Fault("418", _answers(reply(418)), Verdict.UNREACHABLE, "418"),
    # -- walls
    Fault("302 to `/login`", _redirects({"/guide": to("/login?next=/guide"), "/login": reply(body=LOGIN)}), Verdict.BLOCKED, "login page"),
    Fault("302 to another host that signs people in", _answers(to("https://accounts.example.org/v3?continue=x")), Verdict.BLOCKED, "login page"),
    Fault("302 to a consent page", _answers(to("https://consent.example.org/m?continue=x")), Verdict.BLOCKED, "consent page"),
    Fault("a login form with status 200", _answers(reply(body=LOGIN)), Verdict.BLOCKED, "asks for a login"),
    Fault("“checking your browser”, status 200", _answers(reply(body=CHALLENGE)), Verdict.BLOCKED, "challenge"),
    Fault("“checking your browser”, status 503", _answers(reply(503, CHALLENGE)), Verdict.BLOCKED, "challenge"),
    Fault("`cf-mitigated: challenge`, status 200", _answers(reply(body=PAGE, cf_mitigated="challenge")), Verdict.BLOCKED, "challenge"),
    # -- redirects
    Fault("301 to another host that is gone", _answers(to("http://other.example/guide", 301)) , Verdict.UNREACHABLE, "other.example has no address", frozenset({Flag.URL_MOVED})),
    Fault("301 to another host that has the page", _redirects({"/guide": to("http://other.example/guide", 301)}), None, flags=frozenset({Flag.URL_MOVED})),
    Fault("302 to another host that has the page", _redirects({"/guide": to("http://other.example/guide")}), None),
    Fault("a page that only says where it has moved", _redirects({"/guide": reply(body=MOVED_BY_META)}), None, flags=frozenset({Flag.URL_MOVED})),
    Fault("a circle of redirects", _redirects({"/guide": to("/b"), "/b": to("/guide")}), Verdict.UNREACHABLE, "in a circle"),
    Fault("a circle of redirects that a cookie opens", _redirects({"/guide": [reply(302, location="/guide", set_cookie="seen=1; Path=/"), reply(body=PAGE)]}), None),
    Fault("more than five redirects", _redirects({"/guide": to("/1"), **{f"/{n}": to(f"/{n + 1}") for n in range(1, 9)}}), Verdict.UNREACHABLE, "more than 5 times"),
    Fault("a redirect without a target", _answers(reply(302)), Verdict.UNREACHABLE, "does not say where"),
    Fault("a redirect to 127.0.0.1", _answers(to("http://127.0.0.1/guide")), Verdict.REFUSED, "127.0.0.1 is not a public address"),
    Fault("a redirect to 169.254.169.254", _answers(to("http://169.254.169.254/latest")), Verdict.REFUSED, "169.254.169.254"),
    Fault("a redirect to a name that leads to a private address", _leads_inside, Verdict.REFUSED, "10.0.0.7"),
    Fault("a redirect to a `file:` address", _answers(to("file:///etc/passwd")), Verdict.REFUSED, "only http and https"),
    # -- the way there
    Fault("a host that does not exist", _asks("http://nowhere.example/guide"), Verdict.UNREACHABLE, "has no address"),
    Fault("a host where nobody listens", _at("93.184.216.9"), Verdict.UNREACHABLE, "no connection"),
    Fault("a private address", _at("10.1.2.3"), Verdict.REFUSED, "10.1.2.3"),
    Fault("one private address among public ones", _at("93.184.216.9", "192.168.0.1"), Verdict.REFUSED, "192.168.0.1"),
    Fault("a loopback address", _asks("http://127.0.0.1:8000/guide"), Verdict.REFUSED, "127.0.0.1"),
    Fault("a loopback address as one number", _asks("http://2130706433/guide"), Verdict.REFUSED, "not a public address"),
    Fault("a loopback address inside IPv6", _asks("http://[::ffff:127.0.0.1]/guide"), Verdict.REFUSED, "not a public address"),
    Fault("a cloud's metadata service", _asks("http://169.254.169.254/latest"), Verdict.REFUSED, "169.254.169.254"),
    Fault("a DNS answer that turns private after the first one", _two_answers_of_dns, Verdict.REFUSED, "127.0.0.1"),
    Fault("a `file:` address", _asks("file:///etc/passwd"), Verdict.REFUSED, "is not read"),
    Fault("an `ftp:` address", _asks("ftp://docs.example/guide"), Verdict.REFUSED, "is not read"),
    Fault("a certificate of an unknown authority", _certificate(lambda ca: ca.issue_cert(HOST), own=False), Verdict.UNREACHABLE, "certificate"),
    Fault("a certificate for another host", _certificate(lambda ca: ca.issue_cert("other.example"), own=True), Verdict.UNREACHABLE, "certificate"),
    Fault("no TLS where TLS is expected", _plain_at_443, Verdict.UNREACHABLE, "TLS"),
    # -- the body
    Fault("a slow drip of header fields", _answers(drip(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.05)), Verdict.UNREACHABLE, "within 0.6 s", options={"deadline": 0.6}),
    Fault("a slow drip of the body", _answers(drip(reply(body=b"", content_length="90000"), b"a", 0.05)), Verdict.UNREACHABLE, "within 0.6 s", options={"deadline": 0.6}),
    Fault("silence", _answers(drip(b"", b"", 0.05)), Verdict.UNREACHABLE, "within 0.6 s", options={"deadline": 0.6}),
    Fault("a connection that is dropped before the answer", _answers(b""), Verdict.UNREACHABLE, "breaks off"),
    Fault("a connection that is dropped once", _answers(b"", reply(body=PAGE)), None),
    Fault("a body shorter than its `Content-Length`", _answers(reply(body=PAGE, content_length=str(len(PAGE) + 9))), Verdict.UNREACHABLE, "breaks off"),
    Fault("an answer that is no HTTP", _answers(b"SSH-2.0-OpenSSH_9.2\r\n"), Verdict.UNREACHABLE, "breaks off"),
    Fault("gzip data that break off", _answers(_broken_gzip()), Verdict.UNREACHABLE, "undecodable"),
    Fault("data that are not what `Content-Encoding` says", _answers(reply(body=PAGE, content_encoding="gzip")), Verdict.UNREACHABLE, "undecodable"),
    Fault("a compression that nobody knows", _answers(reply(body=bytes(range(256)) * 9, content_encoding="sdch")), Verdict.UNREACHABLE, "undecodable"),
    Fault("a `Content-Encoding` that is none, over plain text", _answers(reply(body=PAGE, content_encoding="aws-chunked")), None),
    Fault("200 kB that inflate to 200 MB", _bomb, Verdict.REFUSED, "decompression bomb"),
    Fault("a bomb inside a bomb", _double_bomb, Verdict.REFUSED, "decompression bomb"),
    Fault("a body over the size cap", _answers(reply(body=b"", content_length="64000001")), Verdict.UNVERIFIABLE, "over the size cap"),
    # -- robots.txt
    Fault("robots.txt that forbids the page", _robots(reply(body=b"User-agent: *\nDisallow: /guide\n", content_type="text/plain")), Verdict.SKIPPED, "robots.txt"),
    Fault("robots.txt that forbids another page", _robots(reply(body=b"User-agent: *\nDisallow: /private\n", content_type="text/plain")), None),
    Fault("robots.txt answered with 404", _robots(reply(404)), None),
    Fault("robots.txt answered with 500", _robots(reply(500)), Verdict.UNREACHABLE, "robots.txt"),
    Fault("robots.txt answered with 429", _robots(reply(429, retry_after="600")), Verdict.DEFERRED, "robots.txt"),
    # -- a server with one answer for everything
    Fault("500 to everything", _everywhere(reply(500)), Verdict.UNREACHABLE, "500"),
    Fault("403 to everything", _everywhere(reply(403)), Verdict.BLOCKED, "403"),
    Fault("429 to everything", _everywhere(reply(429, retry_after="90")), Verdict.DEFERRED, "come back after"),
    Fault("a circle of redirects for everything", _everywhere(to("/guide")), Verdict.UNREACHABLE, "in a circle"),
    Fault("a login page for everything", _everywhere(to("/login?next=x")), Verdict.BLOCKED, "login page"),
    Fault("a slow drip for everything", _everywhere(drip(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.05)), Verdict.UNREACHABLE, "within 0.6 s", options={"deadline": 0.6}),
    # -- packages
    Fault("a package member outside the archive, `../x`", _asks("pkg:pypi/some-package@1.0#../x"), Verdict.REFUSED, "outside the archive"),
    Fault("an absolute package member", _asks("pkg:pypi/some-package@1.0#/etc/passwd"), Verdict.REFUSED, "absolute path"),
]  # fmt: skip
