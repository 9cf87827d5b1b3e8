"""``atlas-graph export``: a release in the formats of other tools."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..jsonld.errors import RdfError
from ..rdf.export import FILES, FOLDERS, PARTS, export, write
from .common import add_release, open_atlas

_FORMATS = (*FILES, *FOLDERS)


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Write a release in another format, the same bytes on every run. csv, parquet and sqlite hold tidy tables with "
        "foreign keys (docs/data.md has them); neo4j and cypher the property graph. csv, parquet and neo4j are folders "
        "of files; the others are one file, or go to standard output without -o."
    )
    parser.epilog = "example: atlas-graph export turtle -o atlas.ttl"
    parser.add_argument("format", metavar="FORMAT", choices=_FORMATS, help=", ".join(_FORMATS))
    parser.add_argument("-o", "--output", metavar="PATH", help=f"file, or folder for {', '.join(FOLDERS)}")
    parser.add_argument(
        "--without-derived",
        action="store_true",
        help="turtle: only what the release says, the graph that its JSON-LD is",
    )
    parser.add_argument(
        "--only", choices=PARTS, default="steps", help="graphml: the steps between entities (default), or all records"
    )
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.without_derived and args.format != "turtle":
        raise RdfError(f"--without-derived is for turtle; {args.format} has one form")
    if args.output is None and args.format in FOLDERS:
        raise RdfError(f"{args.format} is a folder of files; name it with -o")
    files = export(open_atlas(args).release, args.format, derived=not args.without_derived, only=args.only)
    if args.output is None or args.output == "-":
        sys.stdout.buffer.write(files[""])
        return 0
    try:
        write(files, Path(args.output))
    except OSError as error:
        raise RdfError(f"cannot write to {args.output}: {error.strerror or error}; choose another place") from None
    print(args.output)
    return 0
