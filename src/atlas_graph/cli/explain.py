"""``atlas-graph explain``: the receipts of a path, graded by its weakest step."""

from __future__ import annotations

import argparse

from .common import add_conditions, add_format, add_release, complete, open_atlas, print_json, tell_no_path, terminal


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "explain",
        help="print what stands behind each step of a path, and how well",
        description="Print the receipts of a path: per step the quotes with links, dates and verdicts, the second "
        "reader's judgement, recorded runs and the independent publishers. The path is graded by its weakest step. "
        "Exits with 1 where the mode and the device do not go together.",
        epilog="example: atlas-graph explain jax --mode jit --device tpu",
    )
    complete(parser.add_argument("stack", metavar="STACK", help="id of a stack, e.g. jax"), "stacks")
    add_conditions(parser)
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    explanation = open_atlas(args).explain(args.stack, mode=args.mode, device=args.device)
    path = explanation.path
    if args.format == "json":
        print_json(explanation.to_dict())
    elif path:
        from ..render.answers import explanation_text

        print(explanation_text(explanation, terminal()))
    tell_no_path(path)
    return 0 if path else 1
