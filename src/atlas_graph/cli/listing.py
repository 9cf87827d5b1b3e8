"""``atlas-graph list``: what the atlas holds, one line each."""

from __future__ import annotations

import argparse

from ..graph.tables import COLUMNS, FILTERS
from ..render.table import cell, listed, print_csv
from .common import (
    add_conditions,
    add_format,
    add_release,
    as_utf_8,
    complete,
    open_atlas,
    print_json,
    terminal,
    warnings_told,
)

_FILTERS = tuple(sorted({name for names in FILTERS.values() for name in names}))


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "List what the atlas holds, as a table, as JSON, or as CSV that pandas and spreadsheets read. Of forks, where "
        "several steps leave a stage under one mode and device, 'open' names those that no choice covers."
    )
    parser.epilog = "example: atlas-graph list entities --format csv"
    parser.add_argument("what", metavar="WHAT", choices=sorted(COLUMNS), help="what to list: %(choices)s")
    of_stack = "only of this stack, or of a path of it, e.g. jax:jit:tpu"
    complete(parser.add_argument("--stack", metavar="STACK[:MODE[:DEVICE]]", help=of_stack), "stacks")
    add_conditions(parser)
    for name in _FILTERS:
        if name not in ("device", "mode", "stack"):
            of = ", ".join(sorted(what for what, names in FILTERS.items() if name in names))
            parser.add_argument(f"--{name}", metavar=name[0].upper(), help=f"only of this {name}: of {of}")
    add_format(parser, "text", "json", "csv")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    with warnings_told():
        rows = atlas.rows(args.what, **{name: getattr(args, name) for name in _FILTERS})
    if args.format == "json":
        print_json(rows.to_records())
    elif args.format == "csv":
        as_utf_8()
        print_csv(rows.columns, ([cell(row[column]) for column in rows.columns] for row in rows))
    else:
        print(listed(rows, terminal(prose=False)))
    return 0
