"""The entry point: finds the command's module, runs it, and turns every failure into a sentence and a status.

Exit status: 0 done; 1 the answer is "no" or a check fell short; 2 usage or invalid data; 3 incomplete, something
could not be reached; 4 internal error.
"""

from __future__ import annotations

import argparse
import os
import sys

from ..errors import AtlasError, MissingExtraError, UnknownIdError, UnreachableError
from ..loading import load
from .commands import COMMANDS
from .messages import SafeStreams, give_up, tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


#: What goes wrong where a record lacks a field, or has another type or an absurd value in it.
_OF_DATA = (LookupError, TypeError, AttributeError, ValueError, StopIteration, ArithmeticError, RecursionError)

EXIT_DONE, EXIT_NO, EXIT_USAGE, EXIT_INCOMPLETE, EXIT_INTERNAL = 0, 1, 2, 3, 4


class _Help(argparse.HelpFormatter):
    """Looks at the terminal's width only when help is printed.

    Argparse makes formatters for each argument it adds, and asking for the width imports shutil with its compressors.
    """

    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **{"width": 78, **options})

    def format_help(self) -> str:
        from shutil import get_terminal_size  # for help alone

        self._width = max(get_terminal_size().columns - 2, 40)
        return super().format_help()


class Parser(argparse.ArgumentParser):
    """A parser whose help follows the terminal, and so do those of its commands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **options})


class _Version(argparse.Action):
    """``--version``: reads the release only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"atlas-graph {load().version}")
        parser.exit()


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or with ``only`` one command in it.

    Raises:
        MissingExtraError: where a command's extra is not installed.
    """
    parser, subparsers = _bare_parser()
    for name in [only] if only else sorted(COMMANDS):
        module(name).set_up(subparsers.add_parser(name, help=COMMANDS[name].help))
    return parser


def overview() -> argparse.ArgumentParser:
    """Return a parser that knows the commands by name, and whose help says what each does, without importing any."""
    parser, subparsers = _bare_parser()
    for name, command in sorted(COMMANDS.items()):
        subparsers.add_parser(name, help=command.help)
    return parser


def _bare_parser() -> tuple[Parser, argparse._SubParsersAction[Parser]]:
    parser = Parser(
        prog="atlas-graph",
        description="How machine-learning code reaches the chip, step by step, with the sentence that says so.",
        epilog="example: atlas-graph path jax --mode jit --device nvidia-gpu",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the release's version and exit")
    # With 'prog' given argparse does not format a usage line to find it, for which it would import shutil.
    return parser, parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="atlas-graph")


def module(name: str) -> Any:
    """Import the module of a command. The built-in does what importlib would, without importing that.

    Raises:
        MissingExtraError: where the command's extra is not installed.
    """
    command = COMMANDS[name]
    try:
        return __import__(f"{__package__}.{command.module}", fromlist=["run"])
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if command.extra is None or package == "atlas_graph":
            raise
        raise MissingExtraError(package, command.extra, f"atlas-graph {name}") from None


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    with SafeStreams():
        return _main(arguments)


def _main(arguments: list[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    only = words[0] if words and words[0] in COMMANDS else None
    args: argparse.Namespace | None = None
    try:
        if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
            typed = os.environ.get("COMP_LINE", "").split()[1:2]
            module("completion").offer(build_parser(typed[0]) if typed and typed[0] in COMMANDS else overview())
        try:
            parser = build_parser(only) if only else overview()
            if words and only is None and not words[0].startswith("-"):
                _no_command(parser, words[0])
            args = parser.parse_args(words)
            status = int(module(args.command).run(args))
        except SystemExit as stop:  # help, the version, or wrong usage, which argparse has told
            status = stop.code if isinstance(stop.code, int) else EXIT_DONE if stop.code is None else EXIT_USAGE
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except UnknownIdError as error:
        if not any(str(error.asked) in word for word in words):
            return _failed(error, args)  # nobody asked for it: the release itself names what it does not have
        tell(str(error))
        return EXIT_USAGE
    except AtlasError as error:
        tell(str(error))
        return EXIT_INCOMPLETE if isinstance(error, UnreachableError) else EXIT_USAGE
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "atlas_graph" or os.environ.get("ATLAS_GRAPH_DEBUG"):
            return _failed(error, args)
        tell(str(MissingExtraError(package, "all")))  # some option of a command needs another extra than the command
        return EXIT_USAGE
    except Exception as error:
        return _failed(error, args)


def _no_command(parser: argparse.ArgumentParser, word: str) -> None:
    """Say which command was probably meant, with the usage, and end as argparse does."""
    from ..model.suggest import nearest  # what compares spellings takes as long to import as all else

    close = nearest(word, COMMANDS)
    hint = f"did you mean {' or '.join(close)}?" if close else f"use one of {', '.join(sorted(COMMANDS))}."
    parser.error(f"there is no command '{word[:80]}'; {hint}")


def _failed(error: Exception, args: argparse.Namespace | None) -> int:
    """Say what is behind an error that no command foresaw: the data, the system, or ourselves."""
    if _is_dataset_error(error):
        for problem in error.problems:  # type: ignore[attr-defined]
            print(problem, file=sys.stderr)
        tell(str(error))
        return EXIT_USAGE
    if os.environ.get("ATLAS_GRAPH_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.filename is None and error.strerror:
        give_up(sys.stdout)
        tell(f"the output could not be written: {error.strerror}; make room, or write it elsewhere")
        return EXIT_INCOMPLETE
    named = (getattr(args, name, None) for name in ("release", "old", "new"))
    for release in filter(None, named if isinstance(error, _OF_DATA) else ()):
        if found := _fault(release, error):
            tell(found)
            return EXIT_USAGE
    if isinstance(error, AtlasError):
        tell(str(error))
        return EXIT_USAGE
    tell(f"internal error, {type(error).__name__}: {error}; please report it with the output of ATLAS_GRAPH_DEBUG=1")
    return EXIT_INTERNAL


def _fault(release: str, error: Exception) -> str | None:
    """Say what is wrong with a release that was named and read; None where nothing is."""
    if os.path.isdir(release):  # ``diff`` takes the folder of a dataset, whose faults are told already
        return None
    try:
        from ..release.faults import fault  # of the author extra
    except ModuleNotFoundError:
        return (
            f"{release} does not read as a release ({type(error).__name__}: {error}); to be told what is wrong with "
            f"it: pip install 'atlas-graph[author]' && atlas-graph validate {release}"
        )
    try:
        found = fault(load(release).release)
    except AtlasError as problem:
        found = str(problem)
    if found is None:
        return None
    return f"{release} is not a valid release: {found}; download it again, or have its makers correct it"


def _is_dataset_error(error: Exception) -> bool:
    """Tell a DatasetError without importing its module, which the fast commands never load."""
    return type(error).__name__ == "DatasetError" and hasattr(error, "problems")
