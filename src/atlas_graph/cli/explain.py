"""``atlas-graph explain``: the receipts of a path, graded by its weakest step."""

from __future__ import annotations

import argparse

from ..graph.path import Explanation
from ..render.answers import explanation_brief, explanation_text, receipt_text
from ..render.brief import numbered
from ..render.html import explanation_html
from ..render.markdown import explanation_markdown
from .common import add_format, add_path, add_release, asked_path, print_document, print_json, terminal


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print how well a path is backed, a line a step; with --quotes also the quotes with links, dates and verdicts, "
        "the second reader's judgement, recorded runs and the independent publishers. The path is graded by its "
        "weakest step. Exits with 1 where the mode and the device do not go together."
    )
    parser.epilog = "example: atlas-graph explain jax --mode jit --device tpu"
    add_path(parser)
    add_format(parser, "text", "json", "markdown", "html")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    path = asked_path(args)
    explanation = path.explain()
    if args.format == "json":
        print_json(explanation.to_dict())
    elif path and args.format != "text":
        print_document(
            explanation_markdown(explanation) if args.format == "markdown" else explanation_html(explanation)
        )
    elif path:
        print(_text(explanation, args))
    return 0 if path else 1


def _text(explanation: Explanation, args: argparse.Namespace) -> str:
    if args.step is not None:
        return receipt_text(numbered(explanation, args.step), args.step, explanation.path, terminal())
    if args.quotes:
        return explanation_text(explanation, terminal())
    return explanation_brief(explanation, terminal(prose=False))
