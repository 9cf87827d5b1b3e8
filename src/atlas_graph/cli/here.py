"""``atlas-graph here``: the paths that apply to what is installed on this machine."""

from __future__ import annotations

import argparse

from ..render.answers import here_text
from .common import add_format, add_release, open_atlas, print_json, terminal


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Look at the installed Python packages and at the devices that this machine's tools tell of, and print the "
        "paths that apply, each with the command that shows it. Sends nothing anywhere. Exits with 1 where no path "
        "applies."
    )
    parser.epilog = "example: atlas-graph here"
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    found = open_atlas(args).here()
    if args.format == "json":
        print_json(found.to_dict())
    else:
        print(here_text(found, terminal()))
    return 0 if found else 1
