"""The SPARQL 1.1 Protocol: what a request asks, in its three forms."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qsl

from starlette.requests import Request

#: Largest body of a request in bytes: the longest query, percent-encoded.
MAX_BODY = 3_200_000


class ProtocolError(Exception):
    """A request that is none of the protocol, with the status to answer."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


class ProtocolRequest(NamedTuple):
    """A query and the graphs that were named beside it; no query where the service itself was asked for."""

    query: str | None
    default_graphs: tuple[str, ...]
    named_graphs: tuple[str, ...]


async def asked(request: Request) -> ProtocolRequest:
    """Read a request.

    Raises:
        ProtocolError: where it is none of the protocol.
    """
    pairs = _pairs(request.url.query)
    if request.method == "POST":
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media == "application/sparql-update":
            raise ProtocolError(403, "the atlas is read-only; updates are refused")
        if media not in ("application/x-www-form-urlencoded", "application/sparql-query"):
            raise ProtocolError(415, "post application/x-www-form-urlencoded with 'query', or application/sparql-query")
        text = _utf8(await _body(request))
        if media == "application/sparql-query":
            if any(name == "query" for name, _ in pairs):
                raise ProtocolError(400, "the query is in the body; leave 'query' out of the address")
            pairs.append(("query", text))
        else:
            pairs = _pairs(text)
    if any(name == "update" for name, _ in pairs):
        raise ProtocolError(403, "the atlas is read-only; updates are refused")
    queries = [value for name, value in pairs if name == "query"]
    if len(queries) > 1:
        raise ProtocolError(400, "give one 'query', not several")
    if not queries and request.method == "POST":
        raise ProtocolError(400, "give a 'query'")
    return ProtocolRequest(
        queries[0] if queries else None,
        tuple(value for name, value in pairs if name == "default-graph-uri"),
        tuple(value for name, value in pairs if name == "named-graph-uri"),
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=1000)
    except UnicodeDecodeError:
        raise ProtocolError(400, "percent-encode the request as UTF-8") from None
    except ValueError:
        raise ProtocolError(400, "the request has too many fields") from None


def _utf8(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise ProtocolError(400, "send the query as UTF-8") from None


async def _body(request: Request) -> bytes:
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > MAX_BODY:
        raise ProtocolError(413, f"the request is longer than {MAX_BODY:,} bytes; ask for less at once")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY:
            raise ProtocolError(413, f"the request is longer than {MAX_BODY:,} bytes; ask for less at once")
        parts.append(part)
    return b"".join(parts)
