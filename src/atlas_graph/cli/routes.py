"""``atlas-graph routes``: the linear routes from one thing to another, inside a stack or across stacks."""

from __future__ import annotations

import argparse

from ..render.answers import routes_text
from .common import (
    add_conditions,
    add_configuration,
    add_format,
    add_release,
    complete,
    open_atlas,
    print_json,
    terminal,
    warnings_told,
)
from .messages import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print the linear routes between two entities, shortest first. All steps of a route inside one stack hold "
        "together under a mode and device that is named; where a route changes stack, it says so. Exits with 1 where "
        "there is no route."
    )
    parser.epilog = "example: atlas-graph routes xla ptx --device nvidia-gpu"
    for name, metavar, text in (("start", "FROM", "from"), ("end", "TO", "to")):
        action = parser.add_argument(
            name, metavar=metavar, help=f"where it leads {text}: id of an entity, device or stack"
        )
        complete(action, "ends")
    add_conditions(parser)
    add_configuration(parser, at=False)
    parser.add_argument("--limit", type=count(1), default=20, metavar="N", help="print at most this many (default: 20)")
    parser.add_argument(
        "--changes", type=count(0), default=2, metavar="N", help="change stack at most this often (default: 2)"
    )
    add_format(parser, "text", "json")
    add_release(parser)


def count(least: int) -> Callable[[str], int]:
    """Return a type for arguments that are whole numbers from ``least`` on."""

    def whole(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} on")
        return int(text)

    return whole


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    with warnings_told():
        found = atlas.routes(
            args.start,
            args.end,
            mode=args.mode,
            device=args.device,
            limit=args.limit,
            changes=args.changes,
            options=args.option,
        )
    if args.format == "json":
        print_json(found.to_dict())
    elif found:
        print(routes_text(found, terminal()))
    if not found:
        hint = found.cap or f"atlas-graph why-not {args.start} {args.end} says why."
        tell(f"no route from {args.start} to {args.end}; {hint}")
        stack = atlas.table("stacks").get(args.start)
        if stack is not None and found.start != stack["entry"]:
            tell(f"'{args.start}' is the entity here; the stack of that name begins at '{stack['entry']}'")
    return 0 if found else 1
