"""What is kept from one run to the next, and what never is."""

from __future__ import annotations

import socket
import sqlite3
import time
from email.utils import formatdate

import pytest
from fetch_world import PAGE, Asked, World, reply

from atlas_graph.verify.document import Verdict

URL = "http://docs.example/guide"


def _revalidating(asked: Asked, connection: socket.socket) -> bytes:
    """A server that knows whether its page has changed."""
    if asked.headers.get("if-none-match") == '"one"' or asked.headers.get("if-modified-since"):
        return reply(304, etag='"one"', content_length="")
    return reply(body=PAGE, etag='"one"')


def test_an_unchanged_page_is_not_sent_again(world: World) -> None:
    """A second run asks whether the page has changed, and takes what it has when told 304."""
    site = world.site("docs.example", {"/guide": _revalidating})
    first = world.fetcher().fetch(URL)
    second = world.fetcher().fetch(URL)
    assert (first.from_cache, second.from_cache) == (False, True)
    assert second.content == first.content == PAGE
    assert second.status == 200
    assert second.sha256 == first.sha256
    assert site.asked[-1].headers["if-none-match"] == '"one"'


def test_a_date_is_enough_to_ask_again(world: World) -> None:
    """Last-Modified serves as well as a tag, and its age never makes a page "fresh enough" by a guess."""
    changed = formatdate(1_000_000_000, usegmt=True)

    def answer(asked: Asked, connection: socket.socket) -> bytes:
        if asked.headers.get("if-modified-since") == changed:
            return reply(304, last_modified=changed, content_length="")
        return reply(body=PAGE, last_modified=changed)

    site = world.site("docs.example", {"/guide": answer})
    world.fetcher().fetch(URL)
    assert world.fetcher().fetch(URL).from_cache
    assert site.paths().count("/guide") == 2


def test_a_changed_page_is_the_new_one(world: World) -> None:
    """A page that changed between two runs is seen changed."""
    new = PAGE + b"<p>More.</p>"
    world.site("docs.example", {"/guide": [reply(body=PAGE, etag='"one"'), reply(body=new, etag='"two"')]})
    assert world.fetcher().fetch(URL).content == PAGE
    fetched = world.fetcher().fetch(URL)
    assert (fetched.content, fetched.from_cache) == (new, False)


def test_a_page_that_says_how_long_it_holds_is_not_asked_again(world: World) -> None:
    """A page with max-age is taken from the cache for that long, and dated by when it came."""
    site = world.site(
        "docs.example", {"/guide": reply(body=PAGE, cache_control="max-age=3600", date=formatdate(usegmt=True))}
    )
    first = world.fetcher().fetch(URL)
    second = world.fetcher().fetch(URL)
    assert second.from_cache
    assert site.paths().count("/guide") == 1
    assert second.retrieved is not None
    assert first.retrieved is not None
    assert second.retrieved <= first.retrieved


@pytest.mark.parametrize(
    "fields",
    [
        {"cache_control": "public, max-age=31536000, immutable"},
        {"expires": formatdate(4102444800, usegmt=True), "date": formatdate(usegmt=True)},
        {"expires": "0"},
        {"cache_control": "no-transform", "last_modified": formatdate(1_000_000_000, usegmt=True)},
    ],
)
def test_a_page_is_asked_for_again_after_a_day(world: World, fields: dict[str, str]) -> None:
    """A page that calls itself fresh for a year is asked for again after a day, and by then may have changed."""
    day_old = formatdate(time.time() - 25 * 3600, usegmt=True)
    site = world.site("docs.example", {"/guide": reply(body=PAGE, **(fields | {"date": day_old}))})
    world.fetcher().fetch(URL)
    assert not world.fetcher().fetch(URL).from_cache
    assert site.paths().count("/guide") == 2


@pytest.mark.parametrize("status", [404, 410, 403, 500])
def test_failures_are_not_kept(world: World, status: int) -> None:
    """A failure says nothing about the next run, even where HTTP would let a cache keep it."""
    bad = reply(status, cache_control="max-age=3600", etag='"x"')
    tries = 3 if status == 500 else 1
    world.site("docs.example", {"/guide": [bad] * tries + [reply(body=PAGE)]})
    assert world.fetcher().fetch(URL).verdict is not None
    assert world.fetcher().fetch(URL).content == PAGE


def test_a_redirect_is_not_kept(world: World) -> None:
    """A permanent redirect is looked at each time, so that the page behind it is the one of today."""
    moved = reply(301, location="/b", cache_control="max-age=3600")
    site = world.site("docs.example", {"/guide": moved, "/b": reply(body=PAGE)})
    world.fetcher().fetch(URL)
    world.fetcher().fetch(URL)
    assert site.paths().count("/guide") == 2


def test_a_challenge_page_is_not_kept(world: World) -> None:
    """A challenge that comes with status 200 and a long life is forgotten all the same."""
    challenge = b"<!doctype html><title>Just a moment...</title>"
    bad = reply(body=challenge, cache_control="max-age=3600")
    world.site("docs.example", {"/guide": [bad, reply(body=PAGE)]})
    assert world.fetcher().fetch(URL).content == challenge
    assert world.fetcher().fetch(URL).content == PAGE


def test_half_a_page_is_not_kept(world: World) -> None:
    """A body that broke off is not what the next run starts from."""
    half = reply(body=PAGE[:50], content_length=str(len(PAGE)), cache_control="max-age=3600")
    world.site("docs.example", {"/guide": [half, half, half, reply(body=PAGE)]})
    assert world.fetcher().fetch(URL).verdict is Verdict.UNREACHABLE
    assert world.fetcher().fetch(URL).content == PAGE


def test_an_outage_is_not_covered_by_an_old_copy(world: World) -> None:
    """Whether a page still says so today is not answered from yesterday's copy when the site is down."""
    world.site("docs.example", {"/guide": [reply(body=PAGE, etag='"one"'), reply(500)]})
    assert world.fetcher().fetch(URL).content == PAGE
    assert world.fetcher().fetch(URL).verdict is Verdict.UNREACHABLE


def test_a_damaged_copy_is_dropped(world: World) -> None:
    """A kept body that is no longer what was kept is thrown away, and the page is asked for anew."""
    site = world.site("docs.example", {"/guide": reply(body=PAGE, cache_control="max-age=3600")})
    first = world.fetcher()
    first.fetch(URL)
    first.close()
    with sqlite3.connect(world.folder / "cache" / "http.sqlite3") as store:
        changed = store.execute("UPDATE streams SET chunk_data = replace(chunk_data, 'lowers', 'raises')").rowcount
    store.close()
    assert changed >= 1
    fetched = world.fetcher().fetch(URL)
    assert (fetched.content, fetched.from_cache) == (PAGE, False)
    assert site.paths().count("/guide") == 2


@pytest.mark.parametrize("rubbish", [b"this is no database" * 400, b""])
def test_a_broken_store_is_begun_anew(world: World, rubbish: bytes) -> None:
    """A store that cannot be opened stops nobody: it is removed, and works again."""
    (world.folder / "cache").mkdir()
    (world.folder / "cache" / "http.sqlite3").write_bytes(rubbish)
    world.site("docs.example", {"/guide": reply(body=PAGE, cache_control="max-age=3600")})
    assert world.fetcher().fetch(URL).content == PAGE
    assert world.fetcher().fetch(URL).from_cache


def test_a_store_of_something_else_is_begun_anew(world: World) -> None:
    """A store with the tables of another version is replaced, not fatal."""
    (world.folder / "cache").mkdir()
    with sqlite3.connect(world.folder / "cache" / "http.sqlite3") as store:
        store.execute("CREATE TABLE entries (id, other)")
    store.close()
    world.site("docs.example", {"/guide": reply(body=PAGE, cache_control="max-age=3600")})
    assert world.fetcher().fetch(URL).content == PAGE
    assert world.fetcher().fetch(URL).from_cache


def test_no_place_to_keep_anything(world: World) -> None:
    """Where nothing can be written documents are still read."""
    blocked = world.folder / "file"
    blocked.write_bytes(b"")
    world.site("docs.example", {"/guide": reply(body=PAGE)})
    assert world.fetcher(cache_dir=blocked / "cache").fetch(URL).content == PAGE


def test_nothing_is_kept_when_asked_not_to(world: World) -> None:
    """Without a cache every run asks for the whole page."""
    site = world.site("docs.example", {"/guide": _revalidating})
    for _ in range(2):
        assert not world.fetcher(cache=False).fetch(URL).from_cache
    assert all("if-none-match" not in asked.headers for asked in site.asked)
    assert not (world.folder / "cache").exists()


def test_offline_answers_from_what_is_kept(world: World) -> None:
    """Offline, a kept page is read however old it is, any other is unreachable, and nobody is asked."""
    site = world.site("docs.example", {"/guide": reply(body=PAGE, etag='"one"')})
    world.fetcher().fetch(URL)
    seen = len(site.asked)
    offline = world.fetcher(offline=True)
    kept = offline.fetch(URL)
    assert (kept.content, kept.from_cache) == (PAGE, True)
    other = offline.fetch("http://docs.example/other")
    assert (other.verdict, other.content) == (Verdict.UNREACHABLE, None)
    assert "offline" in other.reason
    assert offline.fetch("pkg:pypi/some@1.0#a").verdict is Verdict.UNREACHABLE
    assert len(site.asked) == seen
