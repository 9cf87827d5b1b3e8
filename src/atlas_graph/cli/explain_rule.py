"""``atlas-graph explain-rule``: what a rule wants, and why, with an example that passes and one that fails."""

from __future__ import annotations

import argparse

from ..errors import UnknownIdError
from ..model.suggest import nearest
from ..rules import RULES
from .common import add_format, complete, print_json, terminal


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = "Say what a rule wants and why, with an example that passes and one that fails."
    parser.epilog = "example: atlas-graph explain-rule AG101"
    add_format(parser, "text", "json")
    action = parser.add_argument("code", metavar="CODE", help="code or name of a rule, e.g. AG101 or dangling-id")
    complete(action, "rules")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    for rule in RULES:
        if args.code.upper() == rule.code or args.code.lower() == rule.name:
            if args.format == "json":
                keys = ("code", "name", "sentence", "passing", "failing")
                print_json({key: getattr(rule, key) for key in keys})
            else:
                print("\n".join([f"{rule.code} {rule.name}", "", *terminal().wrap(rule.sentence)]))
                print(f"\nPasses:\n\n{rule.passing.strip()}\n\nFails:\n\n{rule.failing.strip()}")
            return 0
    known = [name for rule in RULES for name in (rule.code, rule.name)]
    raise UnknownIdError("rule", args.code, nearest(args.code, known))
