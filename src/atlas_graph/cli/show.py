"""``atlas-graph show``: one thing of the atlas, and everything that is said of it."""

from __future__ import annotations

import argparse

from ..render.card_html import card_page
from ..render.card_text import card_brief, card_text
from ..render.markdown import card_markdown
from .common import add_format, add_release, complete, open_atlas, print_document, print_json, terminal, warnings_told


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print, a line a statement, an entity, stack, step, source, relation, device, fact, link, choice, option, "
        "misconception, look, witness, golden question, quote, publisher, or a path, such as jax:jit:tpu. An id that "
        "several kinds have is the entity's; KIND/ID, such as stack/jax, names another. An IRI works too."
    )
    parser.epilog = "example: atlas-graph show stablehlo"
    complete(parser.add_argument("id", metavar="ID", help="an id, KIND/ID, or an IRI of the atlas"), "ids")
    parser.add_argument("--quotes", action="store_true", help="print all that is said of it, with every quote")
    add_format(parser, "text", "json", "markdown", "html")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlas = open_atlas(args)
    with warnings_told():
        card = atlas.show(args.id)
    if args.format == "json":
        print_json(card.to_dict())
    elif args.format == "text":
        print(card_text(card, terminal()) if args.quotes else card_brief(card, terminal(prose=False)))
    else:
        print_document(card_markdown(card) if args.format == "markdown" else card_page(card))
    return 0
