"""``atlas-graph quote``: whether a quote stands in a document, for one quote or for a file of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..verify.document import BARRING_FLAGS
from ..verify.fetch import Fetcher, FetchOptions, open_fetcher
from ..verify.normalise import normalise
from ..verify.reader import Reader
from .common import add_seconds
from .quote_answer import as_json, as_text, missing_file, open_document, print_text, record
from .quote_batch import run_batch

_SHORTEST = 25  # characters; a shorter quote names no one passage, and evidence may not be shorter


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Say whether a quote stands in a document (a file, an http(s) URL or a package URL), and if not, what stands "
        "there instead. Exit status: 0 it stands; 1 it falls short; 2 usage; 3 it could not be checked."
    )
    parser.epilog = 'example: atlas-graph quote guide.md "the function is traced and compiled on its first call"'
    parser.add_argument("document", metavar="DOCUMENT", nargs="?", help="path, http(s) URL or pkg:…#member")
    parser.add_argument(
        "quote", metavar="QUOTE", nargs="?", help=f"the words to look for, at least {_SHORTEST} characters"
    )
    parser.add_argument(
        "--batch",
        metavar="CASES.jsonl",
        help='check many: a JSON object a line with "document", "quote", and as wanted "id", "media_type", "prefix", '
        '"suffix", "section", "allow" (a list of flags); "-" reads standard input. A path is looked for here, then '
        "beside the file",
    )
    parser.add_argument(
        "--media-type", metavar="T", help="what the document is, e.g. text/markdown, when its name misleads"
    )
    parser.add_argument("--prefix", metavar="P", help="the words before the quote, where it stands more than once")
    parser.add_argument("--suffix", metavar="S", help="the words after the quote")
    parser.add_argument(
        "--allow",
        metavar="FLAG",
        action="append",
        default=[],
        choices=[flag.value for flag in BARRING_FLAGS],
        help="let it stand with this flag all the same: spans-blocks or hidden-text; may be given again",
    )
    parser.add_argument("--section", metavar="H", help="the heading under which the quote is cited")
    add_seconds(parser, "--deadline", 30.0, "seconds for one document")
    parser.add_argument("--mirror", metavar="DIR", help="read web and package addresses from this folder instead")
    parser.add_argument(
        "--format", choices=("text", "json"), help="output format (default: text; json, a line each, for a batch)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.batch is not None:
        if args.document is not None:
            return _usage("give either DOCUMENT and QUOTE or --batch, not both")
        if args.prefix or args.suffix or args.section or args.media_type:
            return _usage("with --batch, write prefix, suffix, section and media_type into the lines")
        return run_batch(args, _open_fetcher)
    if args.document is None or args.quote is None:
        return _usage('give a document and a quote: atlas-graph quote DOCUMENT "QUOTE"')
    return _run_one(args)


def _usage(message: str) -> int:
    print(f"atlas-graph: {message}", file=sys.stderr)
    return 2


def _open_fetcher(args: argparse.Namespace) -> Fetcher:
    mirror = Path(args.mirror) if args.mirror else None
    return open_fetcher(FetchOptions(mirror=mirror, deadline=args.deadline))


def _run_one(args: argparse.Namespace) -> int:
    length = len(normalise(args.quote))
    if length < _SHORTEST:
        return _usage(
            f"the quote has {length} characters; give at least {_SHORTEST}, so that it can only be the one passage"
        )
    if missing := missing_file(args.document):
        return _usage(missing)
    fetcher = _open_fetcher(args)
    try:
        with Reader(args.deadline) as reader:
            document = open_document(fetcher, reader, args.document, args.media_type)
            context = {name: getattr(args, name) for name in ("prefix", "suffix", "section", "allow")}
            finding = document.check(args.quote, **context)
    finally:
        fetcher.close()
    if args.format == "json":
        print_text(as_json(record(None, finding, document.fetched.url)))
    else:
        print_text(as_text(finding))
    return 0 if finding.verdict.stands else 1 if finding.verdict.falls_short else 3
