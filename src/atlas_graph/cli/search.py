"""``atlas-graph search``: finds things by words, misspelt ones too."""

from __future__ import annotations

import argparse

from ..render.answers import hits_text
from .common import add_format, add_release, open_atlas, print_json, terminal
from .messages import tell
from .routes import count


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Find entities, stacks, sources, steps, misconceptions and facts by their names, aliases, texts and quotes, "
        "best first. Misspelt words are forgiven. Exits with 1 where nothing fits."
    )
    parser.epilog = "example: atlas-graph search tritn"
    parser.add_argument("text", metavar="TEXT", nargs="+", help="the words to look for")
    parser.add_argument("--limit", type=count(1), default=10, metavar="N", help="print at most this many (default: 10)")
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    asked = " ".join(args.text)
    hits = open_atlas(args).search(asked, limit=args.limit)
    if args.format == "json":
        print_json([hit.to_dict() for hit in hits])
    elif hits:
        print(hits_text(hits, terminal()))
    if not hits:
        shown = asked if len(asked) <= 80 else f"{asked[:80]}…"
        tell(f"nothing fits “{shown}”; try fewer or other words")
    return 0 if hits else 1
