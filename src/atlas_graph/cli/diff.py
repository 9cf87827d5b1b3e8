"""``atlas-graph diff``: what changed between two releases, and the version step that it asks for."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..changes import report
from ..changes.diff import diff
from ..errors import ReleaseError
from ..loading import load
from .common import add_format


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Say what changed between two releases, the version step it asks for, and which golden questions are answered"
        " otherwise. Exit status 1: the new version is too low for what changed."
    )
    parser.epilog = "example: atlas-graph diff atlas-graph-0.1.0.json dist/atlas-graph-0.2.0.json --format markdown"
    parser.add_argument("old", metavar="OLD", help="path, URL or version of the older release, or a dataset folder")
    parser.add_argument("new", metavar="NEW", help="path, URL or version of the newer release, or a dataset folder")
    add_format(parser, "text", "json", "markdown")
    parser.add_argument("--write", metavar="DIR", help="also write changes.json and changes.md into this folder")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    atlases = []
    for name in (args.old, args.new):
        folder = (Path(name) / "dataset.yaml").is_file()
        atlases.append(load(dataset=name) if folder else load(name))
    found = diff(*atlases)
    written = {"text": report.as_text, "json": report.as_json, "markdown": report.as_markdown}
    print(written[args.format](found))
    if args.write:
        try:
            for path in report.write_changes(found, Path(args.write)):
                print(f"written: {path}", file=sys.stderr)
        except OSError as error:
            raise ReleaseError(f"cannot write to {args.write}: {error.strerror}; choose another folder") from None
    return 0 if found.kept else 1
