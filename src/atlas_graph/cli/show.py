"""``atlas-graph show``: one thing of the atlas, and everything that is said of it."""

from __future__ import annotations

import argparse

from ..render.card_text import card_text
from .common import add_format, add_release, complete, open_atlas, print_json, terminal, warnings_told


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print an entity, stack, step, source, relation, device, fact, link, choice, option, misconception, look, "
        "witness or golden question. An id that several kinds have is the entity's; KIND/ID, such as stack/jax, names "
        "another. An IRI works too."
    )
    parser.epilog = "example: atlas-graph show stablehlo"
    complete(parser.add_argument("id", metavar="ID", help="an id, KIND/ID, or an IRI of the atlas"), "ids")
    add_format(parser, "text", "json")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    with warnings_told():
        card = atlas.show(args.id)
    if args.format == "json":
        print_json(card.to_dict())
    else:
        print(card_text(card, terminal()))
    return 0
