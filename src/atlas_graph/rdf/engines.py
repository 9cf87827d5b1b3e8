"""The two SPARQL engines, behind one way of asking: Oxigraph, and rdflib where that is not installed.

Both are run by :mod:`.worker` in a process of its own: a query that runs away can only be ended with its process, and
a query nested deeply enough takes Oxigraph's process with it.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from ..errors import MissingExtraError
from ..escapes import json_escaped, rdf_escaped, xml_escaped
from ..jsonld.namespaces import PREFIXES
from .errors import QueryError, QueryTimeout
from .query import breaks_off, offset, place
from .turtle import turtle

#: Format -> media type, of the results of SELECT and ASK.
RESULT_FORMATS = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
}
#: Format -> media type, of the results of CONSTRUCT and DESCRIBE.
GRAPH_FORMATS = {
    "turtle": "text/turtle; charset=utf-8",
    "ntriples": "application/n-triples",
    "jsonld": "application/ld+json",
    "rdfxml": "application/rdf+xml",
}


def choose_engine(name: str = "auto") -> str:
    """Return the engine to use: "oxigraph", or "rdflib" where that is asked for or all there is.

    Raises:
        MissingExtraError: where it is not installed.
    """
    if name == "auto":
        name = "oxigraph" if find_spec("pyoxigraph") else "rdflib"
    if find_spec("pyoxigraph" if name == "oxigraph" else "rdflib") is None:
        raise MissingExtraError("pyoxigraph" if name == "oxigraph" else "pyoxigraph or rdflib", "rdf")
    return name


class Request(NamedTuple):
    """One query, how its result is to be written, and the graphs it is limited to (IRIs; empty: not limited).

    ``limit`` is the largest result in bytes.
    """

    text: str
    form: str
    results: str
    graph: str
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    limit: int = 256_000_000
    uses_graphs: bool = True


class Data(NamedTuple):
    """What an engine loads: N-Triples of each large graph by its IRI, and N-Quads of the paths' graphs."""

    graphs: dict[str, str]
    paths: str


class Engine(Protocol):
    """A loaded engine."""

    def answer(self, request: Request) -> bytes:
        """Return the result of a query in the format that was asked for.

        Raises:
            QueryError: where the query does not parse or fails.
            QueryTimeout: where the result is larger than the limit.
        """


class _Limited(io.BytesIO):
    """A buffer that refuses to grow beyond a limit."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > self._limit:
            raise _too_large(self._limit)
        return super().write(data)


def _too_large(limit: int) -> QueryTimeout:
    return QueryTimeout(f"the result is larger than {limit:,} bytes; add a LIMIT or ask for fewer columns")


class Oxigraph:
    """SPARQL on pyoxigraph."""

    def __init__(self, data: Data) -> None:
        import pyoxigraph  # one of two engines: whichever is installed, or asked for

        self._module = pyoxigraph
        self._store = pyoxigraph.Store()
        triples = pyoxigraph.RdfFormat.N_TRIPLES
        for name, text in data.graphs.items():
            content = text.encode()
            for graph in (pyoxigraph.NamedNode(name), pyoxigraph.DefaultGraph()):
                self._store.bulk_load(content, triples, to_graph=graph)
        self._store.bulk_load(data.paths.encode(), pyoxigraph.RdfFormat.N_QUADS)

    def answer(self, request: Request) -> bytes:
        """See :class:`Engine`."""
        ox = self._module
        nodes = [ox.NamedNode(name) for name in request.default_graphs]
        named = [ox.NamedNode(name) for name in request.named_graphs]
        limited = bool(nodes or named)
        try:
            result = self._store.query(
                request.text,
                prefixes=PREFIXES,
                default_graph=nodes if limited else None,
                named_graphs=named if limited else None,
            )
            if isinstance(result, ox.QueryTriples):
                return self._graph(result, request)
            buffer = _Limited(request.limit)
            formats = ox.QueryResultsFormat
            if isinstance(result, ox.QueryBoolean) and request.results in ("csv", "tsv"):
                return b"true\n" if result else b"false\n"
            chosen = {"json": formats.JSON, "xml": formats.XML, "csv": formats.CSV, "tsv": formats.TSV}
            result.serialize(buffer, chosen[request.results])
            return _safe(buffer.getvalue(), request.results)
        except QueryError:
            raise
        except SyntaxError as error:
            raise _syntax(str(error), request.text) from None
        except (OSError, RuntimeError, ValueError) as error:
            raise QueryError(f"the query failed: {error}") from None

    def _graph(self, result: Any, request: Request) -> bytes:
        ox = self._module
        if request.graph in ("turtle", "ntriples"):
            return _sorted_triples(((str(t.subject), str(t.predicate), str(t.object)) for t in result), request)
        buffer = _Limited(request.limit)
        chosen = ox.RdfFormat.JSON_LD if request.graph == "jsonld" else ox.RdfFormat.RDF_XML
        result.serialize(buffer, chosen)
        return _safe(buffer.getvalue(), request.graph)


def _safe(content: bytes, format: str) -> bytes:
    """Return a result with harmful characters in the escapes of its format; CSV has none, and keeps them."""
    escape = _ESCAPED.get(format)
    if escape is None:
        return content
    try:
        return escape(content.decode()).encode()
    except ValueError as error:
        raise QueryError(f"{error}, which the result has; ask for JSON") from None


_ESCAPED: dict[str, Callable[[str], str]] = {
    "json": json_escaped, "jsonld": json_escaped, "xml": xml_escaped, "rdfxml": xml_escaped,
    "tsv": rdf_escaped, "turtle": rdf_escaped, "ntriples": rdf_escaped,
}  # fmt: skip


def _sorted_triples(triples: Any, request: Request) -> bytes:
    found, size = set(), 0
    for triple in triples:
        if triple not in found:
            size += sum(map(len, triple)) + 6
            if size > request.limit:
                raise _too_large(request.limit)
            found.add(triple)
    if request.graph == "ntriples":
        return _safe("".join(sorted(f"{s} {p} {o} .\n" for s, p, o in found)).encode(), request.graph)
    return _safe(turtle(found).encode(), request.graph)


#: Longest query, in characters, that is parsed a second time to say where it is wrong.
_SHORT = 20_000
#: What Oxigraph says in words amid what it expected, such as "Prefix not found".
_OX_SENTENCE = re.compile(r"[A-Z][A-Za-z]+(?: [a-z]+)+")
_OX_PREFIX = "Prefix not found"
_OX_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


def _syntax(message: str, text: str) -> QueryError:
    match = _OX_PLACE.match(message)
    if not match:
        return QueryError(message)
    line, column = int(match[1]), int(match[2])
    if said := _OX_SENTENCE.search(match[3]):
        known = f"; declared are {', '.join(PREFIXES)}" if said[0] == _OX_PREFIX else ""
        return QueryError(f"{said[0].lower()}, or a mistake just before this place{known}", line, column)
    # Oxigraph says how far any reading of the query came; rdflib's parser, where the part begins that it cannot read.
    begin = _second_opinion(text)
    if begin is not None and begin < offset(text, line, column):
        return QueryError(_unexpected(text, begin), *place(text, begin))
    return QueryError(_unexpected(text, offset(text, line, column)), line, column)


def _second_opinion(text: str) -> int | None:
    """Return the offset at which rdflib's parser gives up; None where it does not, or is not to be had quickly."""
    if len(text) > _SHORT:
        return None
    try:
        from rdflib.plugins.sparql.parser import parseQuery  # may not be installed; Oxigraph answers without
    except ImportError:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parseQuery(text)
    except Exception as error:  # pyparsing has many, and a deep query has RecursionError
        at = getattr(error, "loc", None)
        return at if isinstance(at, int) else None
    return None


def _unexpected(text: str, at: int) -> str:
    """Say what is wrong where an engine could not go on."""
    if breaks_off(text):
        return "the query ends too soon"
    word = re.match(r"\s*(\S.{0,30})", text[at:])
    return f"this is not SPARQL from {word[1].strip()!r} on" if word else "there is a mistake just before this place"


class Rdflib:
    """SPARQL on rdflib: slower, and pure Python."""

    def __init__(self, data: Data) -> None:
        import rdflib  # one of two engines: whichever is installed, or asked for

        self._module = rdflib
        rdflib.NORMALIZE_LITERALS = False
        self._data = data
        self._merged = rdflib.Graph()
        for text in data.graphs.values():
            self._merged.parse(data=text, format="nt")
        self._parsed: dict[str, Any] = {}
        self._everything: Any = None

    def answer(self, request: Request) -> bytes:
        """See :class:`Engine`."""
        from rdflib.plugins.sparql import prepareQuery  # of the same engine

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                query = prepareQuery(request.text, initNs=PREFIXES)
            except Exception as error:
                raise _parse_error(error, request.text) from None
            clauses = query.algebra.datasetClause or ()
            default = list(request.default_graphs) or [str(c.default) for c in clauses if c.default]
            named = list(request.named_graphs) or [str(c.named) for c in clauses if c.named]
            if request.default_graphs or request.named_graphs:
                default, named = list(request.default_graphs), list(request.named_graphs)
            query.algebra["datasetClause"] = None
            source: Any = self._merged
            if default or named or request.uses_graphs:
                source = self._dataset(default, named, bool(default or named))
            try:
                result = source.query(query)
                return self._write(result, request)
            except (QueryError, RecursionError):
                raise
            except Exception as error:
                raise QueryError(f"the query failed: {error}") from None

    def _write(self, result: Any, request: Request) -> bytes:
        if result.type in ("CONSTRUCT", "DESCRIBE"):
            if request.graph in ("turtle", "ntriples"):
                return _sorted_triples((tuple(term.n3() for term in triple) for triple in result.graph), request)
            format = "json-ld" if request.graph == "jsonld" else "xml"
            return _safe(str(result.graph.serialize(format=format)).encode(), request.graph)
        if result.type == "ASK" and request.results in ("csv", "tsv"):
            return b"true\n" if result.askAnswer else b"false\n"
        buffer = _Limited(request.limit)
        if request.results == "tsv":
            buffer.write(_tsv(result))
        else:
            result.serialize(destination=buffer, format=request.results)
        return _safe(buffer.getvalue(), request.results)

    def _graph(self, name: str) -> Any:
        """Return a named graph, parsed when it is first asked for."""
        if name in self._data.graphs and name not in self._parsed:
            self._parsed[name] = self._module.Graph().parse(data=self._data.graphs[name], format="nt")
        elif name not in self._parsed:
            ending = f" <{name}> .\n"
            lines = [
                line[: -len(ending)] + " .\n" for line in self._data.paths.splitlines(True) if line.endswith(ending)
            ]
            self._parsed[name] = self._module.Graph().parse(data="".join(lines), format="nt")
        return self._parsed[name]

    def _dataset(self, default: list[str], named: list[str], limited: bool) -> Any:
        """Return the graphs that a query is limited to, or all of them, made once."""
        if not limited and self._everything is not None:
            return self._everything
        dataset = self._module.Dataset()
        for source in map(self._graph, default) if limited else [self._merged]:
            for triple in source:
                dataset.default_graph.add(triple)
        if not limited:
            self._everything = dataset
            lines = self._data.paths.split("\n")[:-1]
            named = [*self._data.graphs, *sorted({line.rsplit(" <", 1)[1][:-3] for line in lines})]
        for name in named:
            graph = dataset.graph(self._module.URIRef(name))
            for triple in self._graph(name):
                graph.add(triple)
        return dataset


def _tsv(result: Any) -> bytes:
    head = "\t".join(f"?{name}" for name in result.vars)
    rows = ("\t".join("" if term is None else term.n3() for term in row) for row in result)
    return "".join(f"{line}\n" for line in (head, *rows)).encode()


def _parse_error(error: Exception, text: str) -> QueryError:
    line, column = getattr(error, "lineno", None), getattr(error, "column", None)
    if line is None or column is None:
        return QueryError(str(error).split("\n")[0] or type(error).__name__)
    at = getattr(error, "loc", 0)
    return QueryError(_unexpected(text, at), *place(text, at))


def make(name: str, data: Data) -> Engine:
    """Return an engine, "oxigraph" or "rdflib", with the data loaded."""
    return Oxigraph(data) if name == "oxigraph" else Rdflib(data)
