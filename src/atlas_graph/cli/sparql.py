"""``atlas-graph sparql``: a SPARQL 1.1 query over a release."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys

from ..errors import AtlasError
from ..escapes import csv_cell, escaped
from ..files import read_file
from ..rdf.engines import choose_engine
from ..rdf.errors import QueryTimeout
from ..rdf.query import MAX_BYTES
from ..rdf.results import Iri, Triples
from ..rdf.sparql import answer, sparql
from ..render.table import print_table
from .common import add_format, add_release, add_seconds, open_atlas, warnings_told
from .messages import read_standard_input, tell


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Answer a SPARQL 1.1 query. The prefixes atlas:, entity:, step:, stack:, mode:, device: and the usual ones "
        "need no declaration. Exit status 1 where an ASK is false or a SELECT finds nothing."
    )
    parser.epilog = (
        "example: atlas-graph sparql 'SELECT DISTINCT ?name { ?a atlas:flow+ entity:ptx; rdfs:label ?name }'"
    )
    parser.add_argument("query", metavar="QUERY", nargs="?", help="the query; - reads it from standard input")
    parser.add_argument("--file", metavar="F", help="read the query from this file")
    add_format(parser, "table", "json", "csv", "xml")
    add_seconds(parser, "--timeout", 30.0, "seconds it may take")
    parser.add_argument(
        "--engine", choices=("auto", "oxigraph", "rdflib"), default="auto", help="what answers it (default: auto)"
    )
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    query = _query(args)
    engine = choose_engine(args.engine)
    slower = engine == "rdflib" and args.engine == "auto"
    hint = ", which is slower than pyoxigraph; install that with: pip install 'atlas-graph[rdf]'" if slower else ""
    tell(f"{engine} answers{hint}")
    atlas = open_atlas(args)
    try:
        with warnings_told():
            if args.format == "table":
                return _table(atlas, query, args.timeout, engine)
            return _bytes(atlas, query, args.format, args.timeout, engine)
    except QueryTimeout as error:
        tell(str(error))
        return 3


def _bytes(atlas: object, query: str, format: str, timeout: float, engine: str) -> int:
    form, content = answer(atlas, query, format, timeout=timeout, engine=engine)
    found = _found(form, content, format)
    if format == "csv" and form == "SELECT":
        content = _spreadsheet(content)
    sys.stdout.buffer.write(content)
    if not content.endswith(b"\n"):
        sys.stdout.buffer.write(b"\n")
    return 0 if found else 1


def _spreadsheet(content: bytes) -> bytes:
    """Return CSV for a terminal and a spreadsheet: controls written out, and no text that is taken for a formula."""

    def cell(text: str) -> str:
        return text if set(text) <= _OF_NUMBERS else csv_cell(escaped(text, lines=True))

    sink = io.StringIO()
    rows = csv.reader(io.StringIO(content.decode(), newline=""))
    csv.writer(sink).writerows([cell(text) for text in row] for row in rows)
    return sink.getvalue().encode()


#: A cell of these alone is a number, or calculates to one.
_OF_NUMBERS = frozenset("0123456789.eE+-")


def _query(args: argparse.Namespace) -> str:
    if (args.query is None) == (args.file is None):
        raise AtlasError("give a query, or --file with one; not both")
    try:
        if args.file is not None:
            return read_file(args.file, MAX_BYTES, pipes=True).decode()
        return read_standard_input().decode() if args.query == "-" else str(args.query)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        if isinstance(error, UnicodeDecodeError):
            raise AtlasError("the query is not UTF-8; save it as UTF-8") from None
        raise AtlasError(
            f"cannot read {args.file}: {getattr(error, 'strerror', None) or error}; check the path"
        ) from None


def _table(atlas: object, query: str, timeout: float, engine: str) -> int:
    result = sparql(atlas, query, timeout=timeout, engine=engine)
    if isinstance(result, bool):
        print("yes" if result else "no")
        return 0 if result else 1
    if isinstance(result, Triples):
        print(result.turtle, end="")
        return 0 if result else 1
    shown = ([value.short if isinstance(value, Iri) else value for value in row] for row in result)
    print_table([f"?{name}" for name in result.columns], shown)
    return 0 if len(result) else 1


def _found(form: str, content: bytes, format: str) -> bool:
    """Say whether the answer is more than "no" or nothing."""
    if form == "ASK":
        return b"true" in content
    if form == "SELECT":
        if format == "json":
            return bool(json.loads(content)["results"]["bindings"])
        return b"<result>" in content if format == "xml" else content.count(b"\n") > 1
    return bool(content.strip())
