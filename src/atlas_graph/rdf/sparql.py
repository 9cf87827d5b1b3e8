"""``atlas.sparql(query)``: a query over a release, answered as Python values or as bytes in a W3C format."""

from __future__ import annotations

import re
import threading
import warnings
import weakref
from collections.abc import Collection
from typing import Any

from ..errors import AtlasWarning
from .dataset import Graphs, graphs
from .engine_process import EngineProcess, payload
from .engines import GRAPH_FORMATS, RESULT_FORMATS, Request, choose_engine
from .errors import QueryError
from .query import Query, read, require
from .results import Iri, Rows, Triples, Value, rows, typed
from .turtle import turtle

#: Seconds that a query may take, where nothing else is said.
TIMEOUT = 30.0

_sessions: weakref.WeakKeyDictionary[Any, dict[str, tuple[EngineProcess, frozenset[str]]]] = weakref.WeakKeyDictionary()


def sparql(atlas: Any, query: str, *, timeout: float | None = TIMEOUT, engine: str = "auto") -> Rows | bool | Triples:
    """Return the answer of a SPARQL 1.1 query as Python values.

    SELECT gives :class:`Rows`, ASK a bool, CONSTRUCT and DESCRIBE :class:`Triples`. The engine runs in a process of
    its own, which is started by the first query and kept; ``timeout`` (seconds, None: none) ends it with the query.
    ``engine`` is "oxigraph", "rdflib", or "auto" for the first of these that is installed.

    Raises:
        QueryError: where the query does not parse, is an update, or asks another server.
        QueryTimeout: where it runs beyond its time, memory or size.
        MissingExtraError: where no engine is installed.
    """
    session, known = _session(atlas, engine)
    _demand_seconds(timeout)
    asked = _read(query, known)
    answer = session.ask(request_of(asked, "json", "ntriples"), timeout)
    return triples(answer) if asked.form in ("CONSTRUCT", "DESCRIBE") else rows(answer)


def answer(
    atlas: Any, query: str, format: str, *, timeout: float | None = TIMEOUT, engine: str = "auto"
) -> tuple[str, bytes]:
    """Return the form of a query and its answer as bytes.

    ``format`` is one of :data:`~.engines.RESULT_FORMATS` for SELECT and ASK, and of
    :data:`~.engines.GRAPH_FORMATS` for CONSTRUCT and DESCRIBE; "json" then means JSON-LD and "xml" RDF/XML.

    Raises:
        QueryError: as :func:`sparql`, and where the format does not fit the query's form.
    """
    session, known = _session(atlas, engine)
    _demand_seconds(timeout)
    asked = _read(query, known)
    is_graph = asked.form in ("CONSTRUCT", "DESCRIBE")
    if is_graph:
        chosen = {"json": "jsonld", "xml": "rdfxml"}.get(format, format)
        if chosen not in GRAPH_FORMATS:
            raise QueryError(f"{asked.form} gives triples, which {format} cannot hold; use json, xml or turtle")
        return asked.form, session.ask(request_of(asked, "json", chosen), timeout)
    if format not in RESULT_FORMATS:
        raise QueryError(f"{asked.form} gives rows, which {format} cannot hold; use json, csv, tsv or xml")
    return asked.form, session.ask(request_of(asked, format, "turtle"), timeout)


def _demand_seconds(timeout: float | None) -> None:
    if timeout is not None and not 0 < timeout < threading.TIMEOUT_MAX:
        raise QueryError("the time that a query may take is more than 0 seconds, and a number")


def _read(query: str, known: Collection[str]) -> Query:
    """Read a query, and warn of what its author will have meant otherwise."""
    asked = read(query, known)
    if asked.unbound:
        warnings.warn(
            f"{', '.join(asked.unbound)} is bound only outside the group that asks for it, and so unbound there; "
            "bind it inside that group, or ask outside",
            AtlasWarning,
            stacklevel=3,
        )
    return asked


def request_of(
    asked: Query, results: str, graph: str, default: tuple[str, ...] = (), named: tuple[str, ...] = ()
) -> Request:
    """Return the request for a query that may be run."""
    return Request(asked.text, asked.form, results, graph, default, named, uses_graphs=asked.graphs)


def checked(query: str, known: Collection[str], default: tuple[str, ...], named: tuple[str, ...]) -> Query:
    """Return a query that may be run over the graphs that a client named beside it.

    Raises:
        QueryError: as :func:`~.query.read`.
    """
    for graph in (*default, *named):
        require(graph, known)
    return read(query, known)


def _session(atlas: Any, engine: str) -> tuple[EngineProcess, frozenset[str]]:
    name = choose_engine(engine)
    kept = _sessions.setdefault(atlas, {})
    if name not in kept:
        made: Graphs = graphs(atlas.release)
        kept[name] = (EngineProcess(payload(made), name), frozenset(made.named))
    return kept[name]


_LINE = re.compile(r"(<[^>]*>|_:\S+) (<[^>]*>) (?:(<[^>]*>|_:\S+)|\"((?:[^\"\\]|\\.)*)\"(?:\^\^<([^>]*)>|@\S+)?) \.\Z")
_UNESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_ONE = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}


def triples(content: bytes) -> Triples:
    """Return N-Triples, as the engines write them, as values."""
    found = Triples()
    terms = set()
    for line in content.decode().split("\n"):
        if match := _LINE.match(line):
            subject, predicate, node, text, datatype = match.groups()
            value: Value = _node(node) if node else typed(unescaped(text), datatype)
            found.append((_node(subject), _node(predicate), value))
            terms.add((subject, predicate, line[len(subject) + len(predicate) + 2 : -2]))
    found.turtle = turtle(terms)
    return found


def _node(term: str) -> Value:
    return Iri(term[1:-1]) if term[0] == "<" else term


def unescaped(text: str) -> str:
    """Return the text that stands between the quotes of a literal in N-Triples."""
    return _UNESCAPE.sub(
        lambda match: chr(int(match[1] or match[2], 16)) if match[1] or match[2] else _ONE.get(match[3], match[3]), text
    )
