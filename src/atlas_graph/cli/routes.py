"""``atlas-graph routes``: the linear routes from one thing to another, inside a stack or across stacks."""

from __future__ import annotations

import argparse

from ..errors import AtlasError
from ..graph.routes import Routes
from ..render.answers import route_text, routes_brief, routes_text
from . import common
from .messages import tell


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print the linear routes between two entities: those inside one stack first, of these the ones without limited "
        "steps, and of equals the shorter. All steps of a route inside one stack hold "
        "together under a mode and device that is named; where a route changes stack, it says so. Exits with 1 where "
        "there is no route."
    )
    parser.epilog = "example: atlas-graph routes xla ptx --device nvidia-gpu"
    common.add_ends(parser, "where it leads {}: id of an entity, device or stack")
    common.add_conditions(parser)
    common.add_configuration(parser, at=False)
    parser.add_argument(
        "--limit", type=common.count(1), default=20, metavar="N", help="print at most this many (default: 20)"
    )
    parser.add_argument(
        "--changes", type=common.count(0), default=2, metavar="N", help="change stack at most this often (default: 2)"
    )
    common.add_depth(parser, "route")
    common.add_format(parser, "text", "json")
    common.add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = common.open_atlas(args)
    with common.warnings_told():
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
        common.print_json(found.to_dict())
    elif found:
        print(_text(found, args))
    if not found:
        hint = found.cap or f"atlas-graph why-not {args.start} {args.end} says why."
        tell(f"no route from {args.start} to {args.end}; {hint}")
        stack = atlas.table("stacks").get(args.start)
        if stack is not None and found.start != stack["entry"]:
            tell(f"'{args.start}' is the entity here; the stack of that name begins at '{stack['entry']}'")
    return 0 if found else 1


def _text(found: Routes, args: argparse.Namespace) -> str:
    if args.route is None:
        return routes_text(found, common.terminal()) if args.quotes else routes_brief(found, common.terminal())
    if args.route > len(found):
        raise AtlasError(f"there is no route {args.route}; name one from 1 to {len(found)}, or raise --limit")
    return route_text(found[args.route - 1], args.route, common.terminal())
