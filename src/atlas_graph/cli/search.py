"""``atlas-graph search``: what fits a question best, in any wording."""

from __future__ import annotations

import argparse

from ..render.hits import hits_text
from .common import add_format, add_release, count, open_atlas, print_json, terminal
from .messages import tell


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Find what fits a question or some words best, in all that the release says: entities, stages, steps, links, "
        "choices, options, misconceptions, facts, limits and their reasons, looks, runs, sources and every quote. Any "
        "wording will do; misspelt names are forgiven. A golden question that fits comes first, answered with "
        "receipts. Exits with 1 where nothing fits."
    )
    parser.epilog = "example: atlas-graph search who turns PTX into machine code"
    parser.add_argument("text", metavar="TEXT", nargs="+", help="the question, or the words to look for")
    parser.add_argument("--limit", type=count(1), default=10, metavar="N", help="print at most this many (default: 10)")
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    text = " ".join(args.text)
    hits = open_atlas(args).search(text, limit=args.limit)
    if args.format == "json":
        print_json([hit.to_dict() for hit in hits])
    elif hits:
        print(hits_text(hits, terminal()))
    for asked, taken in hits.respelt:
        tell(f"note: “{_short(asked)}” is not known; “{taken}” was looked for in its place")
    words = ", ".join(f"“{_short(word)}”" for word in hits.unknown)
    if not hits:
        tell(f"nothing fits “{_short(text)}”" + (f"; nothing knows {words}" if words else "; write what to look for"))
    elif words:
        tell(f"note: nothing knows {words}")
    return 0 if hits else 1


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:80]}…"
