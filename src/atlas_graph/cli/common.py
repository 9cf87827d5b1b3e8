"""Options and output that several commands share."""

from __future__ import annotations

import argparse

from ..graph.atlas import Atlas
from ..loading import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def add_release(parser: argparse.ArgumentParser) -> None:
    """Add ``--release`` and ``--dataset``, of which at most one can be given."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--release", metavar="PATH|URL|VERSION", help="read this release, not the one in the package")
    group.add_argument("--dataset", metavar="DIR", help="read this dataset folder, compiled on the way")


def add_conditions(parser: argparse.ArgumentParser) -> None:
    """Add ``--mode`` and ``--device``."""
    parser.add_argument("--mode", metavar="M", help="only what holds in this mode, e.g. jit")
    parser.add_argument("--device", metavar="D", help="only what holds on this device, e.g. nvidia-gpu")


def add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Add ``--format``; the first of ``formats`` is the default."""
    parser.add_argument("--format", choices=formats, default=formats[0], help=f"output format (default: {formats[0]})")


def open_atlas(args: argparse.Namespace) -> Atlas:
    """Load what ``--release`` or ``--dataset`` names, or the bundled release."""
    return load(args.release, dataset=args.dataset)


def print_json(value: Any) -> None:
    """Print a value as JSON, two spaces of indent, characters as they are."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))
