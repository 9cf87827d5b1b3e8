"""Downloads of a release: bounded by the clock on the wall and by size, over HTTP alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from time import monotonic, sleep

import pytest

from atlas_graph import download as module
from atlas_graph.download import MissingError, download
from atlas_graph.errors import ReleaseError, UnreachableError

Answer = Callable[[socket.socket], None]


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], str]]:
    """A server of one connection at a time that answers as a function says."""
    listeners = []

    def start(answer: Answer) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def run() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(65536)
                    try:
                        answer(connection)
                    except OSError:
                        continue

        threading.Thread(target=run, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/r.json"

    yield start
    for listener in listeners:
        listener.close()


def _drip(before: bytes) -> Answer:
    def answer(connection: socket.socket) -> None:
        connection.sendall(before)
        for _ in range(100):
            connection.sendall(b"x")
            sleep(0.05)

    return answer


@pytest.mark.parametrize(
    "before",
    [b"HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n", b"HTTP/1.1 200 OK\r\nX-Slow: ", b""],
    ids=["body", "header", "status"],
)
def test_a_byte_at_a_time_ends_by_the_clock(
    before: bytes, serve: Callable[[Answer], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the body, a header or the first line: the time for all of it is over, and it may be tried again."""
    monkeypatch.setattr(module, "_DEADLINE", 0.4)
    monkeypatch.setattr(module, "_TIMEOUT", 30.0)
    begun = monotonic()
    with pytest.raises(UnreachableError, match="did not arrive within"):
        download(serve(_drip(before)), 1 << 30)
    assert monotonic() - begun < 4  # of the five seconds that the server takes


@pytest.mark.parametrize("target", ["file:///etc/hostname", "ftp://127.0.0.1/x", "data:,x", "gopher://127.0.0.1/"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_leads_to_http_alone(target: str, status: int, serve: Callable[[Answer], str]) -> None:
    """Files, FTP and all else are refused by name."""
    head = f"HTTP/1.1 {status} Moved\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()
    with pytest.raises(ReleaseError, match="which is not HTTP"):
        download(serve(lambda connection: connection.sendall(head)), 1000)


def test_a_redirect_to_http_is_followed(serve: Callable[[Answer], str]) -> None:
    """And the address that it ended at is returned, by which the checksums are found."""
    there = serve(lambda connection: connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
    head = f"HTTP/1.1 302 Found\r\nLocation: {there}\r\nContent-Length: 0\r\n\r\n".encode()
    assert download(serve(lambda connection: connection.sendall(head)), 1000) == (b"{}", there)


def test_what_is_too_large_cut_short_missing_or_forbidden_is_told_apart(serve: Callable[[Answer], str]) -> None:
    """Only what a server says is not there is missing."""

    def saying(content: bytes) -> str:
        return serve(lambda connection: connection.sendall(content))

    with pytest.raises(ReleaseError, match="larger than 1 MiB"):
        download(saying(b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * 1_100_000), 1 << 20)
    with pytest.raises(UnreachableError, match="bytes"):
        download(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), 1000)
    with pytest.raises(MissingError, match="404"):
        download(saying(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), 1000)
    with pytest.raises(ReleaseError, match="403") as raised:
        download(saying(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"), 1000)
    assert not isinstance(raised.value, MissingError)
