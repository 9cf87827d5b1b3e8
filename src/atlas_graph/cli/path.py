"""``atlas-graph path``: the path of a stack under a mode and a device, with its receipts."""

from __future__ import annotations

import argparse

from .common import (
    add_conditions,
    add_format,
    add_release,
    complete,
    open_atlas,
    print_document,
    print_json,
    tell_no_path,
    terminal,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..graph.path import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "path",
        help="print the stages and steps of a stack, with their quotes",
        description="Print the stages and steps that a program of a stack passes, each with its quotes. Exits with 1 "
        "where the mode and the device do not go together.",
        epilog="example: atlas-graph path jax --mode jit --device nvidia-gpu --format json",
    )
    complete(parser.add_argument("stack", metavar="STACK", help="id of a stack, e.g. jax"), "stacks")
    add_conditions(parser)
    add_format(parser, "text", "json", "markdown", "mermaid", "dot", "html")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    path = open_atlas(args).path(args.stack, mode=args.mode, device=args.device)
    tell_no_path(path)
    if args.format == "json":
        print_json(path.to_dict())
    elif path and args.format == "text":
        from ..render.text import path_text

        print(path_text(path, terminal()))
    elif path:
        print_document(_document(path, args.format))
    return 0 if path else 1


def _document(path: Path, format: str) -> str:
    if format == "markdown":
        from ..render.markdown import path_markdown

        return path_markdown(path)
    if format == "mermaid":
        from ..render.mermaid import path_mermaid

        return path_mermaid(path)
    if format == "dot":
        from ..render.dot import path_dot

        return path_dot(path)
    from ..render.html import path_html

    return path_html(path)
