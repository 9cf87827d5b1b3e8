"""``atlas-graph completion``: the script that makes a shell complete commands, options and the atlas's ids.

argcomplete does the work. This module is imported when a shell asks for completions (``_ARGCOMPLETE`` is set then),
so that no other command waits for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

import argcomplete
from argcomplete.shell_integration import shellcode

from ..errors import AtlasError
from ..loading import load

SHELLS = ("bash", "fish", "zsh")


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print the script that makes a shell complete commands, options, and the ids of stacks, modes, devices and "
        "entities. Put it where the shell reads it at its start."
    )
    parser.epilog = "example: atlas-graph completion bash >> ~/.bashrc"
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="one of %(choices)s")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    print(shellcode(["atlas-graph"], shell=args.shell))
    return 0


def offer(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks for completions, and end the process; does nothing otherwise."""
    for action in _actions(parser):
        what = getattr(action, "completer", None)
        if isinstance(what, str):
            action.completer = _Completer(what)  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser, always_complete_options=False)


class _Completer:
    """Completes one argument from the atlas; gives nothing where no release can be read."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __call__(self, *, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
        if self.what == "rules":
            from ..rules import RULES  # of the author extra

            return [rule.code for rule in RULES]
        try:
            atlas = load(getattr(parsed_args, "release", None), dataset=getattr(parsed_args, "dataset", None))
        except (AtlasError, ValueError):  # a ValueError: an invalid dataset
            return ()
        stack = atlas.table("stacks").get(getattr(parsed_args, "stack", None) or "")
        chosen = [stack] if stack else list(atlas.release["stacks"])
        if self.what == "modes":
            return sorted({mode["id"] for record in chosen for mode in record["modes"]})
        if self.what == "devices":
            return sorted({device for record in chosen for device in record["devices"]})
        if self.what == "options":
            return [option.name for option in atlas.options()]
        if self.what == "sides":
            return [":".join((item.id, *pair)) for item in atlas.stacks for pair in item.conditions]
        tables = {"stacks": ("stacks",), "ends": ("entities", "devices", "stacks")}
        names = tables.get(self.what, ("entities", "stacks", "sources", "relations", "devices", "facts"))
        return sorted({name for table in names for name in atlas.table(table)})


def _actions(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)
