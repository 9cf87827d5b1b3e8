"""``atlas-graph build``: writes the one-file release and its checksums."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..authoring.compile import compile_release
from ..authoring.dataset import read_dataset
from ..errors import ReleaseError
from ..problems import DatasetError
from ..release.write import write_release
from ..rules import check
from .common import add_format, print_json


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = "Compile a dataset folder into NAME-VERSION.json and SHA256SUMS, the same bytes on every run."
    parser.epilog = "example: atlas-graph build -o dist"
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="folder to write into")
    parser.add_argument("--dataset", metavar="DIR", default="dataset", help="the dataset folder (default: dataset)")
    parser.add_argument(
        "--for-release", action="store_true", help="refuse what may not be published: nothing unaudited, no quote twice"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if not args.output or not args.dataset:
        raise ReleaseError("the name of a folder is empty; name the folder to write into, and that of the dataset")
    dataset = read_dataset(Path(args.dataset))
    problems = check(dataset, release=args.for_release)
    if problems:
        raise DatasetError(problems)
    try:
        written = write_release(compile_release(dataset), Path(args.output))
    except OSError as error:
        raise ReleaseError(f"cannot write to {args.output}: {error.strerror}; choose another folder") from None
    if args.format == "json":
        header = dataset.header
        print_json({"name": header.name, "version": header.version, "files": [path.as_posix() for path in written]})
    else:
        for path in written:
            print(path)
    print(f"built {dataset.header.name} {dataset.header.version}", file=sys.stderr)
    return 0
