"""``atlas-graph list``: what the atlas holds, one line each."""

from __future__ import annotations

import argparse

from ..graph.interop import step_record
from ..model.collections import RELEASED
from ..render.table import print_csv, print_table
from .common import add_format, add_release, as_utf_8, open_atlas, print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..atlas import Atlas

#: What can be listed -> its columns. A table for people shows the first four; CSV and JSON hold all.
COLUMNS: dict[str, tuple[str, ...]] = {
    **{row.name: row.columns for row in RELEASED if row.columns},
    "forks": ("id", "open", "choices", "steps", "conditions", "stack", "at"),
    "steps": ("id", "from", "relation", "to"),
}
_SHOWN = 4


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "List what the atlas holds, as a table, as JSON, or as CSV that pandas and spreadsheets read. Of forks, where "
        "several steps leave a stage under one mode and device, 'open' names those that no choice covers."
    )
    parser.epilog = "example: atlas-graph list entities --format csv"
    parser.add_argument("what", metavar="WHAT", choices=sorted(COLUMNS), help="what to list: %(choices)s")
    add_format(parser, "text", "json", "csv")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    rows = records(atlas, args.what)
    if args.format == "json":
        print_json(rows)
        return 0
    columns = list(rows[0]) if args.what == "steps" and rows else list(COLUMNS[args.what])
    if args.format == "csv":
        as_utf_8()
        print_csv(columns, ([_cell(row.get(column)) for column in columns] for row in rows))
    else:
        shown = COLUMNS[args.what][:_SHOWN]
        print_table(shown, ([_cell(row.get(column)) for column in shown] for row in rows))
    return 0


def records(atlas: Atlas, what: str) -> list[dict[str, Any]]:
    """Return one flat dict a record; lists stay lists."""
    if what == "forks":
        return [fork.to_dict() for fork in sorted(atlas.forks(), key=lambda fork: not fork.open)]
    if what == "steps":
        stacks = atlas.release["stacks"]
        return [step_record(atlas.make_step(stack, raw)) for stack in stacks for raw in stack["steps"]]
    return [{column: _value(record, column) for column in COLUMNS[what]} for record in atlas.release.get(what, ())]


def _value(record: dict[str, Any], column: str) -> Any:
    if column == "status":
        return record.get("status", {}).get("state", "current")
    if column in ("stages", "steps"):
        return len(record[column])
    if column == "modes":
        return [mode["id"] for mode in record["modes"]]
    if column in ("date", "device"):
        return (record.get("run") or {}).get(column)
    return record.get(column)


def _cell(value: Any) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "; ".join(":".join(str(part) for part in item.values()) for item in value)
    if isinstance(value, list):
        return " ".join(value) if all(" " not in item for item in value) else "; ".join(value)
    if isinstance(value, dict):
        return "; ".join(f"{name}={part}" for name, part in value.items())
    return value
