"""How a page of the web is asked for, beyond the faults: politeness, what is sent, what comes back."""

from __future__ import annotations

import gzip
import hashlib
import socket
import threading
import zlib
from email.utils import formatdate

import pytest
from fetch_world import PAGE, Asked, Site, World, drip, reply, to

from atlas_graph.verify.document import Flag, Verdict
from atlas_graph.verify.fetch import FetchOptions, open_fetcher

URL = "http://docs.example/guide"
ROBOTS = {"content_type": "text/plain"}


def test_a_page_comes_with_everything_that_the_ledger_wants(world: World) -> None:
    """A page that is there comes with its bytes, hash, media type, charset, status and moment."""
    world.site("docs.example", {"/guide": reply(body=PAGE, content_type="text/html; charset=ISO-8859-1")})
    fetched = world.fetcher().fetch(URL + "#part")
    assert (fetched.content, fetched.verdict, fetched.status) == (PAGE, None, 200)
    assert fetched.sha256 == hashlib.sha256(PAGE).hexdigest()
    assert (fetched.media_type, fetched.charset) == ("text/html", "iso-8859-1")
    assert (fetched.locator, fetched.url) == (URL + "#part", URL)
    assert fetched.retrieved is not None
    assert fetched.retrieved.endswith("Z")
    assert not fetched.from_cache


def test_the_project_introduces_itself(world: World) -> None:
    """Every request, that for robots.txt included, names the project and where to read about it."""
    site = world.site("docs.example", {"/guide": reply(body=PAGE)})
    world.fetcher().fetch(URL)
    assert site.paths() == ["/robots.txt", "/guide"]
    for asked in site.asked:
        assert asked.headers["user-agent"].startswith("atlas-graph/")
        assert asked.headers["user-agent"].endswith("(+https://w3id.org/atlas-graph/)")
        assert asked.headers["host"] == "docs.example"


def test_https_is_verified_and_read(world: World) -> None:
    """A page behind TLS is read when its certificate holds for its name."""
    world.site("docs.example", {"/guide": reply(body=PAGE)}, secure=True)
    fetched = world.fetcher().fetch("https://docs.example/guide")
    assert fetched.content == PAGE


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("x-gzip", gzip.compress(PAGE[:100]) + gzip.compress(PAGE[100:])),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)[2:-4]),
        ("gzip, deflate", zlib.compress(gzip.compress(PAGE))),
        ("identity", PAGE),
    ],
)
def test_compressions_are_undone(world: World, coding: str, packed: bytes) -> None:
    """A body comes out as it was before it was packed, and its hash is that of the plain bytes."""
    world.site("docs.example", {"/guide": reply(body=packed, content_encoding=coding)})
    fetched = world.fetcher().fetch(URL)
    assert fetched.content == PAGE
    assert fetched.sha256 == hashlib.sha256(PAGE).hexdigest()


@pytest.mark.parametrize("coding", ["UTF-8", "none", "aws-chunked", "binary, identity", "gzip, aws-chunked"])
def test_a_coding_that_nobody_knows_is_passed_over(world: World, coding: str) -> None:
    """Stores of files send odd tokens as codings; where the bytes are a text, that is the page."""
    body = gzip.compress(PAGE) if "gzip" in coding else PAGE
    world.site("docs.example", {"/guide": reply(body=body, content_encoding=coding)})
    assert world.fetcher().fetch(URL).content == PAGE


def test_a_cookie_opens_a_circle(world: World) -> None:
    """The same address asked with other cookies is another request; asked with the same ones it is a circle."""

    def once_seen(asked: Asked, connection: socket.socket) -> bytes:
        if "seen=1" in asked.headers.get("cookie", ""):
            return reply(body=PAGE)
        return reply(302, location="/via" if asked.path == "/guide" else "/guide", set_cookie="seen=1; Path=/")

    world.site("docs.example", {"/guide": once_seen, "/via": once_seen})
    assert world.fetcher().fetch(URL).content == PAGE
    world.site("other.example", {"/guide": reply(302, location="/guide", set_cookie="seen=1; Path=/")})
    fetched = world.fetcher().fetch("http://other.example/guide")
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "circle" in fetched.reason


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("atlas", False),
        ("a", False),
        ("graph", False),
        ("atlas-graph-mirror", False),
        ("atlas-graphics", False),
        ("ATLAS-GRAPH", True),
        ("atlas-graph/0.1.0 (+https://x.example)", True),
        ("atlas-graph*", True),
    ],
)
def test_a_group_is_ours_by_its_whole_product_token(world: World, name: str, ours: bool) -> None:
    """A robot whose name ours begins with is another robot; ours with a version behind it is ours."""
    rules = f"User-agent: {name}\nDisallow: /\n\nUser-agent: *\nAllow: /\n".encode()
    world.site("docs.example", {"/robots.txt": reply(body=rules, **ROBOTS), "/guide": reply(body=PAGE)})
    assert world.fetcher().fetch(URL).verdict is (Verdict.SKIPPED if ours else None)


def test_one_request_a_second(world: World) -> None:
    """Requests to one host leave at least a second apart, whatever they are for; other hosts do not wait."""
    site = world.site("docs.example", {f"/{n}": reply(body=PAGE) for n in range(3)})
    other = world.site("other.example", {"/": reply(body=PAGE)})
    fetcher = world.fetcher()
    begun = world.clock.monotonic()
    for n in range(3):
        assert fetcher.fetch(f"http://docs.example/{n}").verdict is None
    assert len(site.asked) == 4
    # Four requests, robots.txt among them, leave three gaps of a second on the clock that the pacer goes by.
    assert world.clock.monotonic() - begun >= 3.0
    slept = sum(world.clock.slept)
    assert fetcher.fetch("http://other.example/").verdict is None
    assert len(other.asked) == 2
    assert sum(world.clock.slept) - slept <= 1.0


def test_waiting_for_ones_turn_is_not_the_documents_time(world: World) -> None:
    """A deadline shorter than the pace of a host leaves its documents readable."""
    world.site("docs.example", {"/guide": reply(body=PAGE)})
    fetcher = world.fetcher(deadline=0.5)
    assert fetcher.fetch(URL).verdict is None
    assert fetcher.fetch(URL).verdict is None
    assert sum(world.clock.slept) >= 1.5


def test_retry_after_holds_for_the_whole_host(world: World) -> None:
    """A host that asked for an hour is not asked for another document before the hour is over."""
    site = world.site("docs.example", {"/guide": reply(429, retry_after="3600"), "/b": reply(body=PAGE)})
    fetcher = world.fetcher()
    assert fetcher.fetch(URL).verdict is Verdict.DEFERRED
    seen = len(site.asked)
    again = fetcher.fetch("http://docs.example/b")
    assert again.verdict is Verdict.DEFERRED
    assert "asked to be left alone until" in again.reason
    assert len(site.asked) == seen
    world.clock.sleep(3601)
    assert fetcher.fetch("http://docs.example/b").content == PAGE


def test_a_short_retry_after_is_sat_out(world: World) -> None:
    """A host that asked for two seconds gets them, and then the next request."""
    world.site("docs.example", {"/guide": reply(429, retry_after="2"), "/b": reply(body=PAGE)})
    fetcher = world.fetcher()
    assert fetcher.fetch(URL).verdict is Verdict.DEFERRED
    before = sum(world.clock.slept)
    assert fetcher.fetch("http://docs.example/b").content == PAGE
    assert sum(world.clock.slept) - before > 1.5


def test_crawl_delay_slows_the_host_down(world: World) -> None:
    """A site's Crawl-delay takes the place of the ordinary second."""
    robots = reply(body=b"User-agent: *\nCrawl-delay: 4\n", **ROBOTS)
    site = world.site("docs.example", {"/robots.txt": robots, "/guide": reply(body=PAGE)})
    fetcher = world.fetcher()
    fetcher.fetch(URL)
    fetcher.fetch(URL + "?again")
    moments = [asked.at for asked in site.asked]
    assert moments[2] - moments[1] > 3.9


def test_robots_txt_is_asked_for_once(world: World) -> None:
    """However many pages of a site are read, its robots.txt is asked for once."""
    site = world.site("docs.example", {"/a": reply(body=PAGE), "/b": reply(body=PAGE)})
    fetcher = world.fetcher()
    for path in ("a", "b", "a"):
        fetcher.fetch(f"http://docs.example/{path}")
    assert site.paths().count("/robots.txt") == 1


def test_robots_rules_for_the_project_itself(world: World) -> None:
    """A rule that names the project holds even where everybody else is let in."""
    rules = b"User-agent: *\nAllow: /\n\nUser-agent: atlas-graph\nDisallow: /guide\n"
    site = world.site("docs.example", {"/robots.txt": reply(body=rules, **ROBOTS), "/guide": reply(body=PAGE)})
    assert world.fetcher().fetch(URL).verdict is Verdict.SKIPPED
    assert "/guide" not in site.paths()


def test_robots_of_every_hop_is_heard(world: World) -> None:
    """A redirect to a site that forbids the page ends there."""
    world.site("docs.example", {"/guide": to("http://other.example/guide")})
    other = world.site(
        "other.example",
        {"/robots.txt": reply(body=b"User-agent: *\nDisallow: /\n", **ROBOTS), "/guide": reply(body=PAGE)},
    )
    fetched = world.fetcher().fetch(URL)
    assert fetched.verdict is Verdict.SKIPPED
    assert fetched.redirects == ("http://other.example/guide",)
    assert other.paths() == ["/robots.txt"]


def test_a_page_in_place_of_robots_txt_forbids_nothing(world: World) -> None:
    """An HTML page served for every path, robots.txt too, is no rule."""
    world.site("docs.example", {"/robots.txt": reply(body=b"<p>Disallow: /</p>"), "/guide": reply(body=PAGE)})
    assert world.fetcher().fetch(URL).content == PAGE


def test_rules_that_are_called_html_are_rules(world: World) -> None:
    """A robots.txt served under the media type of a page is read all the same."""
    rules = reply(body=b"User-agent: *\nDisallow: /guide\n")
    world.site("docs.example", {"/robots.txt": rules, "/guide": reply(body=PAGE)})
    assert world.fetcher().fetch(URL).verdict is Verdict.SKIPPED


def test_the_hops_of_one_document_do_not_wait_for_each_other(world: World) -> None:
    """Redirects within a host fit into a short deadline; the next document waits its turn after them."""
    world.site("docs.example", {"/0": to("/1"), "/1": to("/2"), "/2": to("/guide"), "/guide": reply(body=PAGE)})
    fetcher = world.fetcher(deadline=1.5)
    assert fetcher.fetch("http://docs.example/0").content == PAGE
    before = world.clock.monotonic()
    assert fetcher.fetch(URL).content == PAGE
    assert world.clock.monotonic() - before > 2.5


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "data:text/html,x", "mailto:a@docs.example", "file:///etc/x"]
)
def test_a_redirect_to_what_is_no_page(world: World, target: str) -> None:
    """A redirect to something that only a browser could make sense of is refused, and raises nothing."""
    world.site("docs.example", {"/guide": to(target)})
    assert world.fetcher().fetch(URL).verdict is Verdict.REFUSED


def test_redirects_are_recorded(world: World) -> None:
    """The record holds every hop and ends at the page that was read."""
    world.site("docs.example", {"/guide": to("/b"), "/b": to("c?x=1#f", 301), "/c": reply(body=PAGE)})
    fetched = world.fetcher().fetch(URL)
    assert fetched.redirects == ("http://docs.example/b", "http://docs.example/c?x=1")
    assert fetched.url == "http://docs.example/c?x=1"
    assert fetched.flags == {Flag.URL_MOVED}


def test_five_redirects_are_followed(world: World) -> None:
    """Five hops are allowed; the sixth is one too many."""
    answers = {f"/{n}": to(f"/{n + 1}") for n in range(5)} | {"/5": reply(body=PAGE)}
    world.site("docs.example", answers)
    assert len(world.fetcher().fetch("http://docs.example/0").redirects) == 5


def test_a_redirect_to_a_login_page_of_the_documentation_itself(world: World) -> None:
    """A page about logging in may move like any other page."""
    world.site("docs.example", {"/cli/login": to("/en/cli/login", 301), "/en/cli/login": reply(body=PAGE)})
    assert world.fetcher().fetch("http://docs.example/cli/login").content == PAGE


def test_cookies_last_for_one_document(world: World) -> None:
    """A cookie set on the way is sent on the same way, and never for the next document."""

    def sets(asked: Asked, connection: socket.socket) -> bytes:
        return to("/b").replace(b"\r\n\r\n", b"\r\nSet-Cookie: seen=1; Path=/\r\n\r\n")

    site = world.site("docs.example", {"/guide": sets, "/b": reply(body=PAGE), "/c": reply(body=PAGE)})
    fetcher = world.fetcher()
    fetcher.fetch(URL)
    fetcher.fetch("http://docs.example/c")
    sent = {asked.path: asked.headers.get("cookie") for asked in site.asked}
    assert sent["/b"] == "seen=1"
    assert sent["/c"] is None


def test_the_address_that_was_checked_is_the_one_connected_to(world: World) -> None:
    """Each connection asks the name service once and goes to an address of that very answer."""
    world.site("docs.example", {"/guide": reply(body=PAGE)})
    checked = world.names["docs.example"][0][0]
    world.names["docs.example"] = [[checked], [checked], ["127.0.0.1"]]
    assert world.fetcher().fetch(URL).content == PAGE
    assert world.looked_up == ["docs.example"] * 2
    assert world.dialled == [checked] * 2


def test_the_second_address_is_tried(world: World) -> None:
    """A host whose first address is dead is reached by its second."""
    world.site("docs.example", {"/guide": reply(body=PAGE)})
    world.names["docs.example"][0].insert(0, "93.184.216.250")
    assert world.fetcher().fetch(URL).content == PAGE


def test_a_name_service_that_hangs(world: World) -> None:
    """A lookup that never ends does not outlast the deadline."""
    release = threading.Event()

    def hang(host: str, port: int) -> list[str]:
        release.wait(20)
        return []

    try:
        fetched = world.fetcher(resolver=hang, deadline=0.4).fetch(URL)
    finally:
        release.set()
    assert fetched.verdict is Verdict.UNREACHABLE
    assert "within 0.4 s" in fetched.reason


def test_ctrl_c_ends_the_run(world: World) -> None:
    """An interruption by the user is not taken for something that the world does."""

    world.site("docs.example", {"/guide": reply(429), "/robots.txt": reply(404)})

    class Clock(type(world.clock)):  # type: ignore[misc]
        def sleep(self, seconds: float) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        world.fetcher(clock=Clock()).fetch(URL)


def test_loopback_is_refused_without_the_users_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on this machine is read only where the environment says so, and is told when it is not."""
    site = Site({"/guide": reply(body=PAGE)})
    try:
        fetcher = open_fetcher(FetchOptions(pace=0.0, deadline=5.0))
        refused = fetcher.fetch(site.url("/guide"))
        named = fetcher.fetch(site.url("/guide", "localhost"))
        assert (refused.verdict, named.verdict) == (Verdict.REFUSED, Verdict.REFUSED)
        assert site.asked == []
        monkeypatch.setenv("ATLAS_GRAPH_ALLOW_LOOPBACK", "0")
        assert fetcher.fetch(site.url("/guide")).verdict is Verdict.REFUSED
        monkeypatch.setenv("ATLAS_GRAPH_ALLOW_LOOPBACK", "1")
        assert fetcher.fetch(site.url("/guide")).content == PAGE
        assert fetcher.fetch("http://169.254.169.254/").verdict is Verdict.REFUSED
        assert fetcher.fetch("http://10.0.0.1/").verdict is Verdict.REFUSED
        assert fetcher.fetch("http://0.0.0.0/").verdict is Verdict.REFUSED
        fetcher.close()
    finally:
        site.close()


def test_a_proxy_of_the_environment_is_used_and_its_targets_judged(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the user's network has a proxy pages are asked of it, but not those of private hosts."""
    proxy = Site({"http://docs.example/guide": reply(body=PAGE)})
    try:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        world.names |= {"docs.example": [["93.184.216.9"]], "in.example": [["10.0.0.1"]]}
        fetcher = world.fetcher()
        assert fetcher.fetch(URL).content == PAGE
        assert fetcher.fetch("http://in.example/").verdict is Verdict.REFUSED
        assert proxy.paths() == ["http://docs.example/robots.txt", "http://docs.example/guide"]
    finally:
        proxy.close()


def test_a_proxy_with_a_password_and_a_slow_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy gets the name and password of its address, and no more time than the document has."""
    dripping = drip(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.05)
    proxy = Site({"http://docs.example/guide": reply(body=PAGE), "http://docs.example/slow": dripping})
    try:
        monkeypatch.setenv("http_proxy", f"http://me:s%40cret@127.0.0.1:{proxy.port}")
        world.names |= {"docs.example": [["93.184.216.9"]]}
        fetcher = world.fetcher(deadline=0.6)
        assert fetcher.fetch(URL).content == PAGE
        assert proxy.asked[-1].headers["proxy-authorization"] == "Basic bWU6c0BjcmV0"
        assert "within 0.6 s" in fetcher.fetch("http://docs.example/slow").reason
        monkeypatch.setenv("http_proxy", "socks5://127.0.0.1:1")
        refused = world.fetcher().fetch(URL)
        assert refused.verdict is Verdict.UNREACHABLE
        assert "set an http proxy" in refused.reason
    finally:
        proxy.close()


def test_a_code_hosts_page_is_read_through_the_raw_file(world: World) -> None:
    """A page that shows a file is read as the file, and the tag in its address is the revision."""
    world.site(
        "raw.githubusercontent.com", {"/o/r/v1.2.0/a.md": reply(body=b"# A", content_type="text/plain")}, secure=True
    )
    fetched = world.fetcher().fetch("https://github.com/o/r/blob/v1.2.0/a.md#a")
    assert fetched.content == b"# A"
    assert fetched.url == "https://raw.githubusercontent.com/o/r/v1.2.0/a.md"
    assert (fetched.revision, fetched.media_type) == ("v1.2.0", "text/markdown")


@pytest.mark.parametrize(
    "locator",
    ["http://", "http://[::1", "http://a b/", "https://user:secret@docs.example/", "http://docs.example:0/", "HTTP://\x00/",
     "http://docs.example:99999/", "http://" + "a" * 300 + ".example/", "javascript:alert(1)", "data:text/plain,hi"],
)  # fmt: skip
def test_what_is_no_address_is_refused(world: World, locator: str) -> None:
    """Something that is no address of a page gets a verdict like everything else, and no secret is repeated."""
    fetched = world.fetcher().fetch(locator)
    assert fetched.verdict in (Verdict.REFUSED, Verdict.UNREACHABLE)
    assert fetched.reason
    assert "secret" not in fetched.reason


def test_a_local_file_is_read_where_that_is_wanted(world: World) -> None:
    """A path is read for a user who gives one, and refused where locators come from a dataset."""
    path = world.folder / "notes.md"
    path.write_bytes(b"# Notes")
    fetched = world.fetcher().fetch(str(path))
    assert (fetched.content, fetched.media_type) == (b"# Notes", "text/markdown")
    assert world.fetcher(local_files=False).fetch(str(path)).verdict is Verdict.REFUSED
    assert world.fetcher().fetch(str(path) + "x").verdict is Verdict.MISSING
    assert world.fetcher().fetch(str(world.folder)).verdict is Verdict.UNVERIFIABLE
    assert world.fetcher().fetch(path.as_uri()).verdict is Verdict.REFUSED


def test_many_documents_at_once(world: World) -> None:
    """Threads may share a fetcher: each gets its own document, and the host its pace."""
    site = world.site("docs.example", {f"/{n}": reply(body=PAGE + str(n).encode()) for n in range(8)})
    fetcher = world.fetcher()
    got: dict[int, bytes | None] = {}

    def one(n: int) -> None:
        got[n] = fetcher.fetch(f"http://docs.example/{n}").content

    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert got == {n: PAGE + str(n).encode() for n in range(8)}
    assert site.paths().count("/robots.txt") == 1


def test_a_date_in_the_past_is_no_reason_to_wait(world: World) -> None:
    """A Retry-After that is over already holds nothing up."""
    past = formatdate(1_000_000_000, usegmt=True)
    world.site("docs.example", {"/guide": reply(503, retry_after=past), "/b": reply(body=PAGE)})
    fetcher = world.fetcher()
    assert fetcher.fetch(URL).verdict is Verdict.DEFERRED
    assert fetcher.fetch("http://docs.example/b").content == PAGE


@pytest.mark.parametrize("cookie", ["a=\u00e9", "a=\x80; Path=/", "\u00e9=b"])
def test_a_cookie_that_cannot_be_sent_back_is_not_kept(world: World, cookie: str) -> None:
    """Letters beyond ASCII in a cookie do not keep the next request from being made."""
    answers = iter([reply(429, set_cookie=cookie), reply(body=PAGE)])
    site = world.site("docs.example", {"/guide": lambda asked, connection: next(answers)})
    assert world.fetcher().fetch(URL).verdict is None
    assert all("cookie" not in asked.headers for asked in site.asked)
