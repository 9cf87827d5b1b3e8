"""Whatever a server sends and whatever a locator says, the fetcher answers with a record."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from fetch_world import Asked, World
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_graph.verify.document import Fetched
from atlas_graph.verify.fetch import FetchOptions, open_fetcher

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

NAMES = st.sampled_from(
    [
        "Content-Type",
        "Content-Encoding",
        "Content-Length",
        "Transfer-Encoding",
        "Location",
        "Retry-After",
        "Cache-Control",
        "Expires",
        "Date",
        "Last-Modified",
        "ETag",
        "Vary",
        "Set-Cookie",
        "Age",
        "X",
    ]
)
VALUES = st.one_of(
    st.sampled_from(
        [
            "gzip",
            "deflate",
            "br",
            "zstd",
            "chunked",
            "0",
            "-1",
            "9" * 30,
            "*",
            "max-age=" + "9" * 40,
            "no-cache=",
            "text/html",
            'text/html; charset="',
            "a; charset=utf-16",
            "//",
            "http://",
            "http://[",
            "?",
            "%",
            "ÿ",
            "Thu, 99 Foo 0000",
        ]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30),
)
BODIES = st.one_of(
    st.binary(max_size=300), st.sampled_from([b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"5\r\nhello\r\n0\r\n\r\n"])
)


def _whole(fetched: Fetched) -> None:
    """Either there is content, or a verdict with a reason."""
    assert (fetched.content is None) == (fetched.verdict is not None)
    assert bool(fetched.reason) == (fetched.verdict is not None)


@QUICK
@given(
    status=st.sampled_from([200, 200, 200, 203, 204, 206, 300, 301, 302, 304, 307, 400, 403, 429, 503, 999]),
    fields=st.lists(st.tuples(NAMES, VALUES), max_size=5),
    body=BODIES,
)
def test_any_answer(world: World, status: int, fields: list[tuple[str, str]], body: bytes) -> None:
    """An answer put together at random is a document or a verdict."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields)
    sent = f"HTTP/1.1 {status} Because\r\n{lines}Connection: close\r\n\r\n".encode("latin-1") + body

    def answer(asked: Asked, connection: socket.socket) -> bytes:
        return sent

    world.names.pop("docs.example", None)
    world.site("docs.example", {"/guide": answer})
    _whole(world.fetcher(deadline=5.0).fetch("http://docs.example/guide"))


@QUICK
@given(sent=st.binary(max_size=200))
def test_any_bytes(world: World, sent: bytes) -> None:
    """Bytes that are no HTTP are a verdict."""
    world.names.pop("docs.example", None)
    world.site("docs.example", {"/guide": sent, "/robots.txt": sent})
    _whole(world.fetcher(deadline=5.0).fetch("http://docs.example/guide"))


PIECES = [*"a/%?:[]#@\\\x00ü", "http://", "https:", "pkg:pypi/", "pkg:", "@1", "..", "%2e", "x.org"]
LOCATORS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES), max_size=8).map("".join))


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(locator=LOCATORS)
@pytest.mark.parametrize("mirrored", [True, False])
def test_any_locator(tmp_path: Path, locator: str, mirrored: bool) -> None:
    """A locator put together at random is a document or a verdict, and asks nobody when there is a mirror."""

    def nowhere(host: str, port: int) -> list[str]:
        assert not mirrored
        return []

    fetcher = open_fetcher(
        FetchOptions(mirror=tmp_path if mirrored else None, cache=False, resolver=nowhere, pace=0.0, deadline=5.0)
    )
    _whole(fetcher.fetch(locator))
    fetcher.close()
