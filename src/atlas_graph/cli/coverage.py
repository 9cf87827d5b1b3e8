"""``atlas-graph coverage``: which stacks, modes and devices are documented, and which are not, and why."""

from __future__ import annotations

import argparse

from ..render.table import matrix, print_csv
from .common import add_format, add_release, as_utf_8, open_atlas, print_json, terminal


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print for each stack, mode and device the number of documented steps, or 'excluded' where the mode and the "
        "device do not go together, 'out' where the stack says that it does not cover the device, '?' where nobody has "
        "looked. JSON and CSV have a record each, with the reason."
    )
    parser.epilog = "example: atlas-graph coverage --format csv"
    add_format(parser, "text", "json", "csv")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    table = open_atlas(args).coverage()
    if args.format == "json":
        print_json(table.to_records())
    elif args.format == "csv":
        as_utf_8()
        print_csv(table.columns, ([row[column] for column in table.columns] for row in table))
    else:
        print(matrix(table, terminal(prose=False)))
    return 0
