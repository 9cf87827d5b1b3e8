"""``atlas-graph path``: the path of a stack under a mode and a device, with its receipts."""

from __future__ import annotations

import argparse

from ..graph.path import Path
from ..render.brief import numbered, path_brief
from ..render.dot import path_dot
from ..render.html import path_html
from ..render.markdown import path_markdown
from ..render.mermaid import path_mermaid
from ..render.text import path_text, step_text
from .common import add_format, add_path, add_release, asked_path, print_document, print_json, terminal

#: Format -> what writes it.
_DOCUMENTS = {"dot": path_dot, "html": path_html, "markdown": path_markdown, "mermaid": path_mermaid}


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print the steps that a program of a stack passes, a line each; with --quotes also their texts and quotes, "
        "who chooses where it forks, and the options that would change it. Without --option it is the default "
        "configuration. Exits with 1 where the mode and the device do not go together."
    )
    parser.epilog = "example: atlas-graph path jax --mode jit --device nvidia-gpu --format json"
    add_path(parser)
    add_format(parser, "text", "json", "markdown", "mermaid", "dot", "html")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    path = asked_path(args)
    if args.format == "json":
        print_json(path.to_dict())
    elif path and args.format == "text":
        print(_text(path, args))
    elif path:
        print_document(_DOCUMENTS[args.format](path))
    return 0 if path else 1


def _text(path: Path, args: argparse.Namespace) -> str:
    if args.step is not None:
        return step_text(numbered(path, args.step), args.step, path, terminal())
    return path_text(path, terminal()) if args.quotes else path_brief(path, terminal(prose=False))
