"""``atlas-graph compare``: what two paths share, where they part and where they meet again."""

from __future__ import annotations

import argparse

from ..errors import AtlasError
from ..graph.compare import Comparison
from ..render.answers import comparison_brief, comparison_text, shared_step_text
from ..render.dot import comparison_dot
from ..render.html import comparison_html
from ..render.markdown import comparison_markdown
from ..render.mermaid import comparison_mermaid
from ..render.table import print_table
from . import common

#: Format -> what writes it.
_DOCUMENTS = {
    "dot": comparison_dot,
    "html": comparison_html,
    "markdown": comparison_markdown,
    "mermaid": comparison_mermaid,
}


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Compare two paths: the stages and steps that both pass, with the receipts of both sides, and what only one "
        "passes. Exits with 1 where they share no stage."
    )
    parser.epilog = "example: atlas-graph compare jax:no-jit:cpu jax:jit:cpu --format table"
    for name in ("left", "right"):
        action = parser.add_argument(
            name,
            metavar="STACK:MODE:DEVICE",
            help=f"the {name} path, e.g. jax:jit:nvidia-gpu; mode and device can be left out, +OPTION sets an option",
        )
        common.complete(action, "sides")
    common.add_conditions(parser)
    common.add_depth(parser)
    common.add_format(parser, "text", "table", "json", "mermaid", "markdown", "dot", "html")
    common.add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = common.open_atlas(args)
    try:
        with common.warnings_told():
            comparison = atlas.compare(args.left, args.right, mode=args.mode, device=args.device)
    except AtlasError:
        raise
    except ValueError as error:  # more than three parts
        raise AtlasError(str(error)) from None
    for path in (comparison.left, comparison.right):
        common.tell_no_path(path)
    if args.format == "text":
        print(_text(comparison, args))
    else:
        _print(comparison, args.format)
    return 0 if comparison else 1


def _print(comparison: Comparison, format: str) -> None:
    if format == "json":
        common.print_json(comparison.to_dict())
    elif format in _DOCUMENTS:
        common.print_document(_DOCUMENTS[format](comparison))
    else:
        rows = [(stage.name, "✓" if left else "", "✓" if right else "") for stage, left, right in comparison.rows]
        print_table(("stage", comparison.left.title, comparison.right.title), rows)


def _text(comparison: Comparison, args: argparse.Namespace) -> str:
    if args.step is not None:
        return shared_step_text(comparison, args.step, common.terminal())
    return (
        comparison_text(comparison, common.terminal())
        if args.quotes
        else comparison_brief(comparison, common.terminal())
    )
