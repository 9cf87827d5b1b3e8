"""``atlas-graph coverage``: which stacks, modes and devices are documented, and which are not, and why."""

from __future__ import annotations

import argparse

from ..render.table import print_csv, print_table
from .common import add_format, add_release, as_utf_8, open_atlas, print_json

#: State -> the letter in a cell.
_LETTERS = {"documented": "", "excluded": "excluded", "out of scope": "out", "not looked at": "?"}


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
        cells: dict[str, dict[str, object]] = {}
        for row in table:
            cells.setdefault(f"{row['stack']}:{row['mode']}", {})[row["device"]] = (
                row["steps"] or _LETTERS[row["state"]]
            )
        devices = list(dict.fromkeys(row["device"] for row in table))
        print_table(("path", *devices), ([name, *(line[device] for device in devices)] for name, line in cells.items()))
    return 0
