"""``atlas-graph why-not``: why there is no route between two things."""

from __future__ import annotations

import argparse

from ..render.answers import why_not_text
from .common import add_ends, add_format, add_release, open_atlas, print_json, terminal, warnings_told


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Say why there is no route: out of a stack's scope, withdrawn, not looked at yet, documented only under "
        "conditions that do not meet, or no documented step. Exits with 1 where there is a route after all."
    )
    parser.epilog = "example: atlas-graph why-not jax amd-gpu"
    add_ends(parser, "where it would lead {}: an entity, device or stack")
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    with warnings_told():
        answer = atlas.why_not(args.start, args.end)
    if args.format == "json":
        print_json(answer.to_dict())
    else:
        print(why_not_text(answer, terminal()))
    if answer.verdict == "not-in-atlas":
        return 2
    return 0 if answer else 1
