"""``atlas-graph explain``: the receipts of a path, graded by its weakest step."""

from __future__ import annotations

import argparse

from ..render.answers import explanation_text
from .common import (
    add_conditions,
    add_configuration,
    add_format,
    add_release,
    complete,
    open_atlas,
    print_json,
    tell_no_path,
    terminal,
)


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print the receipts of a path: per step the quotes with links, dates and verdicts, the second reader's "
        "judgement, recorded runs and the independent publishers. The path is graded by its weakest step. Exits with "
        "1 where the mode and the device do not go together."
    )
    parser.epilog = "example: atlas-graph explain jax --mode jit --device tpu"
    complete(
        parser.add_argument("stack", metavar="STACK[:MODE[:DEVICE]]", help="a stack, e.g. jax, or jax:jit:tpu"),
        "stacks",
    )
    add_conditions(parser)
    add_configuration(parser)
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    explanation = open_atlas(args).explain(
        args.stack, mode=args.mode, device=args.device, options=args.option, at=args.at
    )
    path = explanation.path
    if args.format == "json":
        print_json(explanation.to_dict())
    elif path:
        print(explanation_text(explanation, terminal()))
    tell_no_path(path)
    return 0 if path else 1
