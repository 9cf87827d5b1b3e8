"""Connections: silence ends; neither two hundred silent ones nor a client that leaves keep anyone from an answer."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

uvicorn = pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")

from atlas_graph.serve import connections  # noqa: E402
from atlas_graph.serve.app import Endpoint  # noqa: E402
from atlas_graph.serve.connections import GuardedProtocol, Registry, _client  # noqa: E402

from ..rdf.example import example  # noqa: E402

Address = tuple[str, int]
_QUERY = b"POST /sparql HTTP/1.1\r\nHost: a\r\nContent-Type: application/sparql-query\r\n"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """An endpoint whose clocks run fast."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.5)
    listener = socket.create_server(("127.0.0.1", 0), backlog=300)
    http: Any = partial(GuardedProtocol, Registry())
    config = uvicorn.Config(Endpoint(example(), workers=1).app(), http=http, ws="none", log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()
    server.should_exit = True
    thread.join(20)
    listener.close()


def _answers(address: Address) -> bool:
    with urllib.request.urlopen(f"http://{address[0]}:{address[1]}/ns", timeout=10) as answer:
        return answer.status == 200


def _ended(connection: socket.socket) -> bool:
    """Say whether the other side has ended a connection within two seconds."""
    connection.settimeout(2)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize(
    "said",
    [b"", b"GET /ns HTTP/1.1\r\nHost: a", _QUERY + b"Content-Length: 9\r\n\r\nq"],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_connection_that_falls_silent_is_ended(said: bytes, address: Address) -> None:
    """Whatever it has said before."""
    with socket.create_connection(address) as connection:
        connection.sendall(said)
        assert _ended(connection)


def test_bytes_that_trickle_in_do_not_buy_time(address: Address) -> None:
    """The time is that of the head, not that between two bytes of it."""
    with socket.create_connection(address) as connection:
        sent = 0
        while sent < 100:
            try:
                sent += connection.send(b"G")
            except OSError:
                break
            time.sleep(0.1)
        assert sent < 80


def test_a_connection_that_is_kept_serves_again(address: Address) -> None:
    """The clock is set anew for every request."""
    with socket.create_connection(address) as connection:
        for _ in range(3):
            connection.sendall(b"HEAD /ns HTTP/1.1\r\nHost: a\r\n\r\n")
            connection.settimeout(10)
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            time.sleep(0.3)


def test_two_hundred_silent_connections_deny_nobody(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even their own client: the oldest silent ones make room."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 60.0)
    silent = [socket.create_connection(address) for _ in range(205)]
    try:
        assert _answers(address)
        assert _ended(silent[0])
        silent[-1].sendall(b"HEAD /ns HTTP/1.1\r\nHost: a\r\n\r\n")
        silent[-1].settimeout(10)
        assert silent[-1].recv(100).startswith(b"HTTP/1.1 200")
    finally:
        for connection in silent:
            connection.close()


def test_a_client_has_its_share_of_busy_connections() -> None:
    """Beyond it there is a refusal, and another client is served."""

    class Busy:
        silent = False

    registry = Registry()
    busy: Any = [Busy() for _ in range(connections.MOST_OF_CLIENT + 2)]
    assert all(registry.admit(one, "a") for one in busy[:-2])
    assert not registry.admit(busy[-2], "a")
    assert registry.admit(busy[-1], "b")
    registry.leave(busy[0])
    assert registry.admit(busy[-2], "a")


def test_a_client_of_ipv6_is_its_network() -> None:
    """One client has all of it."""
    assert _client(("2001:db8:1:2:3:4:5:6", 1)) == _client(("2001:db8:1:2:9:9:9:9", 2)) == "2001:db8:1:2"
    assert _client(("192.0.2.1", 1)) == "192.0.2.1"
    assert _client(None) == ""


def test_a_client_that_leaves_is_no_traceback(address: Address, capfd: pytest.CaptureFixture[str]) -> None:
    """In the midst of its query."""
    for _ in range(3):
        with socket.create_connection(address) as connection:
            connection.sendall(_QUERY + b"Content-Length: 99\r\n\r\nSELECT")
            time.sleep(0.1)
    assert _answers(address)
    assert "Traceback" not in capfd.readouterr().err
