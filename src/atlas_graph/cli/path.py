"""``atlas-graph path``: the path of a stack under a mode and a device, with its receipts."""

from __future__ import annotations

import argparse
import sys

from .common import add_conditions, add_format, add_release, open_atlas, print_json


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "path",
        help="print the stages and steps of a stack, with their quotes",
        description="Print the stages and steps that a program of a stack passes, each with its quotes.",
        epilog="example: atlas-graph path jax --mode jit --device nvidia-gpu --format json",
    )
    parser.add_argument("stack", metavar="STACK", help="id of a stack, e.g. jax")
    add_conditions(parser)
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    path = atlas.path(args.stack, mode=args.mode, device=args.device)
    if not path:
        reason = atlas.excluded(path.record, args.mode, args.device)
        print(f"atlas-graph: {path.title} is not a path: {reason}", file=sys.stderr)
    if args.format == "json":
        print_json(path.to_dict())
    elif path:
        from ..render.terminal import Terminal
        from ..render.text import path_text

        print(path_text(path, Terminal.of(sys.stdout)))
    return 0 if path else 1
