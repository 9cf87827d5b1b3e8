"""The entry point: finds the command's module, runs it, and turns every failure into a sentence and a status.

Exit status: 0 done; 1 the answer is "no" or a check fell short; 2 usage or invalid data; 3 incomplete, something
could not be reached; 4 internal error.
"""

from __future__ import annotations

import argparse
import os
import sys

from ..errors import AtlasError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Command -> module of this package. Only the module of the command that is run is imported.
COMMANDS = {
    "build": "build",
    "compare": "compare",
    "completion": "completion",
    "diff": "diff",
    "explain": "explain",
    "explain-rule": "explain_rule",
    "export": "export",
    "here": "here",
    "list": "listing",
    "path": "path",
    "quote": "quote",
    "routes": "routes",
    "search": "search",
    "serve": "serve",
    "show": "show",
    "sparql": "sparql",
    "stats": "stats",
    "validate": "validate",
    "verify": "verify",
    "witness": "witness",
    "why-not": "why_not",
}

EXIT_DONE, EXIT_NO, EXIT_USAGE, EXIT_INCOMPLETE, EXIT_INTERNAL = 0, 1, 2, 3, 4


class _Help(argparse.HelpFormatter):
    """Looks at the terminal's width only when help is printed: argparse makes formatters for each argument it adds,
    and asking for the width imports shutil with its compressors.
    """

    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **{"width": 78, **options})

    def format_help(self) -> str:
        from shutil import get_terminal_size

        self._width = max(get_terminal_size().columns - 2, 40)
        return super().format_help()


class Parser(argparse.ArgumentParser):
    """A parser whose help follows the terminal, and so do those of its commands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **options})


class _Version(argparse.Action):
    """``--version``: reads the release only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ..loading import load

        print(f"atlas-graph {load().version}")
        parser.exit()


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or with ``only`` one command in it."""
    parser = Parser(
        prog="atlas-graph",
        description="How machine-learning code reaches the chip, step by step, with the sentence that says so.",
        epilog="example: atlas-graph path jax --mode jit --device nvidia-gpu",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the release's version and exit")
    # With 'prog' given argparse does not format a usage line to find it, for which it would import shutil.
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="atlas-graph")
    for name in [only] if only else sorted(COMMANDS):
        _module(name).add_parser(subparsers)
    return parser


def _module(command: str) -> Any:
    """Import the module of a command. The built-in does what importlib would, without importing that."""
    return __import__(f"{__package__}.{COMMANDS[command]}", fromlist=["run"])


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    only = words[0] if words and words[0] in COMMANDS else None
    try:
        if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
            from .completion import offer

            offer(build_parser())
        args = build_parser(only).parse_args(words)
        status = _module(args.command).run(args)
        sys.stdout.flush()
        return int(status)
    except BrokenPipeError:
        # The reader has seen enough (`| head`). What Python would still flush at exit goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE
    except KeyboardInterrupt:
        return 130
    except AtlasError as error:
        print(f"atlas-graph: {error}", file=sys.stderr)
        return EXIT_USAGE
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_DONE if stop.code is None else EXIT_USAGE
    except Exception as error:
        if _is_dataset_error(error):
            for problem in error.problems:  # type: ignore[attr-defined]
                print(problem, file=sys.stderr)
            print(f"atlas-graph: {error}", file=sys.stderr)
            return EXIT_USAGE
        if os.environ.get("ATLAS_GRAPH_DEBUG"):
            raise
        print(
            f"atlas-graph: internal error, {type(error).__name__}: {error}; "
            "please report it with the output of ATLAS_GRAPH_DEBUG=1",
            file=sys.stderr,
        )
        return EXIT_INTERNAL


def _is_dataset_error(error: Exception) -> bool:
    """Tell a DatasetError without importing its module, which the fast commands never load."""
    return type(error).__name__ == "DatasetError" and hasattr(error, "problems")
