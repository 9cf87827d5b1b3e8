"""Options and output that several commands share."""

from __future__ import annotations

import argparse
import json
import sys
import warnings

from ..atlas import Atlas
from ..errors import AtlasWarning
from ..escapes import json_escaped
from ..loading import load
from ..render.terminal import Terminal
from .messages import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import Any

    from ..graph.path import Path
    from ..render.terminal import Terminal


def add_release(parser: argparse.ArgumentParser) -> None:
    """Add ``--release`` and ``--dataset``, of which at most one can be given."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--release", metavar="PATH|URL|VERSION", help="read this release, not the one in the package")
    group.add_argument("--dataset", metavar="DIR", help="read this dataset folder, compiled on the way")


def add_conditions(parser: argparse.ArgumentParser) -> None:
    """Add ``--mode`` and ``--device``."""
    mode = parser.add_argument("--mode", metavar="M", help="only what holds in this mode, e.g. jit")
    device = parser.add_argument("--device", metavar="D", help="only what holds on this device, e.g. nvidia-gpu")
    complete(mode, "modes")
    complete(device, "devices")


def add_path(parser: argparse.ArgumentParser) -> None:
    """Add a stack with all that :func:`asked_path` takes of it, and ``--quotes`` and ``--step``."""
    stack = parser.add_argument("stack", metavar="STACK[:MODE[:DEVICE]]", help="a stack, e.g. jax, or jax:jit:tpu")
    complete(stack, "stacks")
    add_conditions(parser)
    add_configuration(parser)
    add_depth(parser)


def asked_path(args: argparse.Namespace) -> Path:
    """Return the path that is asked for, ids that have moved told of on stderr; where it is empty, so is why."""
    with warnings_told():
        path = open_atlas(args).path(args.stack, mode=args.mode, device=args.device, options=args.option, at=args.at)
    tell_no_path(path)
    return path


def add_ends(parser: argparse.ArgumentParser, help: str) -> None:
    """Add FROM and TO, which ``help`` is said of with either word in place of ``{}``."""
    for name, metavar, word in (("start", "FROM", "from"), ("end", "TO", "to")):
        complete(parser.add_argument(name, metavar=metavar, help=help.format(word)), "ends")


def add_configuration(parser: argparse.ArgumentParser, *, at: bool = True) -> None:
    """Add ``--option``, which may be given several times, and ``--at``."""
    option = parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="O",
        help="with this option set, as it is typed or by its id, e.g. TRITON_INTERPRET=1; may be given again",
    )
    complete(option, "options")
    if at:
        parser.add_argument(
            "--at", metavar="PURL@VERSION", help="as of this version, e.g. pkg:pypi/torch@2.9, or this day, YYYY-MM-DD"
        )


def add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Add ``--format``; the first of ``formats`` is the default."""
    parser.add_argument("--format", choices=formats, default=formats[0], help=f"output format (default: {formats[0]})")


def add_depth(parser: argparse.ArgumentParser, of: str = "step") -> None:
    """Add ``--quotes`` and ``--step N``, which show more than a line each of what is numbered."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--quotes", action="store_true", help=f"print every {of} in full, with its quotes and links")
    group.add_argument(f"--{of}", type=count(1), metavar="N", help=f"print only the {of} of this number, in full")


def count(least: int) -> Callable[[str], int]:
    """Return a type for arguments that are whole numbers from ``least`` on."""

    def whole(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or int(text[:18]) < least:
            raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a whole number from {least} on")
        return int(text[:18])

    return whole


def add_seconds(parser: argparse.ArgumentParser, name: str, default: float | None, help: str) -> None:
    """Add an option that is a time in seconds."""
    said = help if default is None else f"{help} (default: {default:g})"
    parser.add_argument(name, metavar="S", type=_seconds, default=default, help=said)


#: Seconds of the longest time that is taken: a year, and less than what timers of any system can hold.
_LONGEST = 31_536_000.0


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= _LONGEST:  # what is not a number is not greater than 0 either
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is no time; give seconds, more than 0 and at most a year")
    return value


def complete(action: argparse.Action, what: str) -> None:
    """Have the shell complete an argument from the atlas.

    ``what`` is "stacks", "sides", "modes", "devices", "options", "ends", "ids" or "rules".
    """
    action.completer = what  # type: ignore[attr-defined]  # made a function by cli.completion when a shell asks


def open_atlas(args: argparse.Namespace) -> Atlas:
    """Load what ``--release`` or ``--dataset`` names, or the bundled release."""
    return load(args.release, dataset=args.dataset)


def print_json(value: Any) -> None:
    """Print a value as JSON, two spaces of indent; characters as they are where the stream takes them all."""
    whole = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    try:
        print(json_escaped(json.dumps(value, ensure_ascii=not whole, indent=2)))
    except UnicodeEncodeError:  # half a character, as an argument or a release may hold
        print(json.dumps(value, indent=2))


def print_document(text: str) -> None:
    """Print a document of a format of its own (Markdown, HTML, dot …), in UTF-8 whatever the terminal's encoding."""
    as_utf_8()
    print(text, end="" if text.endswith("\n") else "\n")


def as_utf_8() -> None:
    """Have standard output take UTF-8, whatever the terminal's encoding: files are read by other programs."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")


def tell_no_path(path: Path) -> None:
    """Say on stderr why a path is empty; nothing where it is not."""
    if not path:
        reason = path.excluded or "no step of it holds under these conditions."
        tell(f"{path.title} is not a path: {reason}")


#: The longest lines in which text is easily read, in columns.
_PROSE = 100


def terminal(*, prose: bool = True) -> Terminal:
    """Return how to write to standard output: text in lines of a width that is easily read, else as wide as it is."""
    found = Terminal.of(sys.stdout)
    if prose:
        found.width = min(found.width, _PROSE)
    return found


def warnings_told() -> AbstractContextManager[None]:
    """While it lasts, say each AtlasWarning (an id that has moved or is withdrawn) once, as a sentence on stderr."""
    said: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        name = "note" if issubclass(category, AtlasWarning) else category.__name__
        if (sentence := f"{name}: {message}") not in said:
            said.add(sentence)
            tell(sentence)

    class Told(warnings.catch_warnings):  # what contextlib would do, without importing that
        def __enter__(self) -> None:
            super().__enter__()
            warnings.simplefilter("always", AtlasWarning)
            warnings.showwarning = show

    return Told()
