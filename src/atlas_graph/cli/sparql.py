"""``atlas-graph sparql``: a SPARQL 1.1 query over a release."""

from __future__ import annotations

import argparse
import sys

from .common import add_format, add_release, open_atlas


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "sparql",
        help="answer a SPARQL query",
        description=(
            "Answer a SPARQL 1.1 query. The prefixes atlas:, entity:, step:, stack:, mode:, device: and the usual ones "
            "need no declaration. Exit status 1 where an ASK is false or a SELECT finds nothing."
        ),
        epilog="example: atlas-graph sparql 'SELECT DISTINCT ?name { ?a atlas:flow+ entity:ptx; rdfs:label ?name }'",
    )
    parser.add_argument("query", metavar="QUERY", nargs="?", help="the query; - reads it from standard input")
    parser.add_argument("--file", metavar="F", help="read the query from this file")
    add_format(parser, "table", "json", "csv", "xml")
    parser.add_argument("--timeout", metavar="S", type=float, default=30.0, help="seconds it may take (default: 30)")
    parser.add_argument(
        "--engine", choices=("auto", "oxigraph", "rdflib"), default="auto", help="what answers it (default: auto)"
    )
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from ..rdf.errors import QueryTimeout
    from ..rdf.session import choose_engine

    query = _query(args)
    engine = choose_engine(args.engine)
    if engine == "rdflib" and args.engine == "auto":
        print(
            "atlas-graph: pyoxigraph is not installed; rdflib answers, which is slower. "
            "Install it with: pip install 'atlas-graph[rdf]'",
            file=sys.stderr,
        )
    atlas = open_atlas(args)
    try:
        if args.format == "table":
            return _table(atlas, query, args.timeout, engine)
        return _bytes(atlas, query, args.format, args.timeout, engine)
    except QueryTimeout as error:
        print(f"atlas-graph: {error}", file=sys.stderr)
        return 3


def _bytes(atlas: object, query: str, format: str, timeout: float, engine: str) -> int:
    from ..rdf.sparql import answer

    form, content = answer(atlas, query, format, timeout=timeout, engine=engine)
    sys.stdout.buffer.write(content)
    if not content.endswith(b"\n"):
        sys.stdout.buffer.write(b"\n")
    return 0 if _found(form, content, format) else 1


def _query(args: argparse.Namespace) -> str:
    from ..errors import AtlasError

    if (args.query is None) == (args.file is None):
        raise AtlasError("give a query, or --file with one; not both")
    try:
        if args.file is not None:
            with open(args.file, encoding="utf-8") as file:
                return file.read()
        return sys.stdin.read() if args.query == "-" else str(args.query)
    except OSError as error:
        raise AtlasError(f"cannot read {args.file}: {error.strerror or error}; check the path") from None
    except UnicodeDecodeError:
        raise AtlasError("the query is not UTF-8; save it as UTF-8") from None


def _table(atlas: object, query: str, timeout: float, engine: str) -> int:
    from ..rdf.results import Iri, Triples
    from ..rdf.sparql import sparql

    result = sparql(atlas, query, timeout=timeout, engine=engine)
    if isinstance(result, bool):
        print("yes" if result else "no")
        return 0 if result else 1
    if isinstance(result, Triples):
        print(result.turtle, end="")
        return 0 if result else 1
    from ..render.table import print_table

    shown = ([value.short if isinstance(value, Iri) else value for value in row] for row in result)
    print_table([f"?{name}" for name in result.columns], shown)
    return 0 if len(result) else 1


def _found(form: str, content: bytes, format: str) -> bool:
    """Say whether the answer is more than "no" or nothing."""
    import json

    if form == "ASK":
        return b"true" in content
    if form == "SELECT":
        if format == "json":
            return bool(json.loads(content)["results"]["bindings"])
        return b"<result>" in content if format == "xml" else content.count(b"\n") > 1
    return bool(content.strip())
