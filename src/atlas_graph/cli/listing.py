"""``atlas-graph list``: what the atlas holds, one line each."""

from __future__ import annotations

import argparse
from typing import Any

from ..graph.tables import COLUMNS, FILTERS
from ..render.table import print_csv, print_table
from .common import add_conditions, add_format, add_release, as_utf_8, complete, open_atlas, print_json, warnings_told

#: Columns that a table for people shows; of facts what was measured, with its unit and what it holds for.
_SHOWN = 4
_MORE = {"facts": ("id", "value", "unit", "qualifiers"), "steps": ("id", "from", "relation", "to")}
_FILTERS = ("device", "grade", "kind", "mode", "publisher", "stack", "status", "verdict")


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "List what the atlas holds, as a table, as JSON, or as CSV that pandas and spreadsheets read. Of forks, where "
        "several steps leave a stage under one mode and device, 'open' names those that no choice covers."
    )
    parser.epilog = "example: atlas-graph list entities --format csv"
    parser.add_argument("what", metavar="WHAT", choices=sorted(COLUMNS), help="what to list: %(choices)s")
    complete(parser.add_argument("--stack", metavar="S", help="only of this stack"), "stacks")
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
        print_csv(rows.columns, ([_cell(row[column]) for column in rows.columns] for row in rows))
    else:
        shown = _MORE.get(args.what, COLUMNS[args.what][:_SHOWN])
        print_table(shown, ([_cell(row[column]) for column in shown] for row in rows))
    return 0


def _cell(value: Any) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "; ".join(":".join(str(part) for part in item.values()) for item in value)
    if isinstance(value, list):
        return " ".join(value) if all(" " not in item for item in value) else "; ".join(value)
    if isinstance(value, dict):
        return "; ".join(f"{name}={part}" for name, part in value.items())
    return value
