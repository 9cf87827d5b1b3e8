"""``atlas-graph stats``: the counts of the release."""

from __future__ import annotations

import argparse

from ..model.vocabulary import KIND_LABELS
from .common import add_format, add_release, open_atlas, print_json, terminal


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print how many stacks, entities, steps, sources, quotes and facts the release holds. 'quotes' are distinct "
        "ones that are cited, 'verified' those that stood where they are cited when last checked; 'software' is every "
        "entity but hardware and concepts, 'identified' those of them with a package URL or a repository."
    )
    parser.epilog = "example: atlas-graph stats --format json"
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    counts = open_atlas(args).stats()
    if args.format == "json":
        print_json(counts)
        return 0
    for name, value in counts.items():
        if name == "version" and not counts["released"]:
            value = f"{value}, not released yet"
        if name not in ("by_kind", "released") and value is not None:
            print(terminal().plain(f"{name:15} {value}"))
    print()
    for kind, count in counts["by_kind"].items():
        print(f"{count:5}  {KIND_LABELS[kind]}")
    return 0
