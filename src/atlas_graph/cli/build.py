"""``atlas-graph build``: writes the one-file release, its search index and their checksums."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from ..errors import MissingExtraError, ReleaseError
from ..files import read_file
from ..graph.search.index import write_index
from ..loading import checkout, load
from ..release.write import index_name, write_release
from .common import add_format, add_release, print_json

#: The largest index that is written, in bytes: as large as the largest release.
_LARGEST = 512 * 1024 * 1024


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Write NAME-VERSION.json, NAME-VERSION-search.sqlite3 and SHA256SUMS, the same bytes on every run. It compiles "
        "the dataset folder that is named, or the one here; where there is none it writes the release that is "
        "installed. What is compiled says which commit it is of, and without --for-release that it is not released."
    )
    parser.epilog = "example: atlas-graph build -o dist"
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="folder to write into")
    parser.add_argument(
        "--for-release", action="store_true", help="refuse what may not be published: nothing unaudited, no quote twice"
    )
    add_release(parser)
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if not args.output or args.dataset == "":
        raise ReleaseError("the name of a folder is empty; name the folder to write into, and that of the dataset")
    release = _release(args)
    try:
        written = write_release(release, Path(args.output), {index_name(release): _index(release)})
    except OSError as error:
        raise ReleaseError(f"cannot write to {args.output}: {error.strerror}; choose another folder") from None
    if args.format == "json":
        about = {key: release[key] for key in ("name", "version", "released", "commit") if key in release}
        print_json({**about, "files": [path.as_posix() for path in written]})
    else:
        for path in written:
            print(path)
    state = "" if release.get("released", True) else ", which is not released"
    of = f" of commit {release['commit'][:12]}" if "commit" in release else ""
    changed = " with changes that are not committed" if release.get("modified") else ""
    print(f"built {release['name']} {release['version']}{of}{changed}{state}", file=sys.stderr)
    return 0


def _release(args: argparse.Namespace) -> dict[str, Any]:
    """Return what is to be written: compiled from a folder, or as it was published."""
    folder = args.dataset
    if folder is None and args.release is None:
        folder = "dataset" if os.path.exists(os.path.join("dataset", "dataset.yaml")) else checkout()
    if folder is not None:
        return _compiled(folder, args.for_release)
    if args.for_release:
        raise ReleaseError("a release is written as it was published; --for-release is for a dataset folder")
    return load(args.release).release


def _compiled(folder: str, for_release: bool) -> dict[str, Any]:
    try:  # needs what few readers of the data have
        from ..authoring.checkout import commit_of
        from ..authoring.compile import compile_release
        from ..authoring.dataset import read_dataset
        from ..problems import DatasetError
        from ..rules import check
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or "more", "author", "compiling a dataset folder") from None
    dataset = read_dataset(Path(folder))
    if problems := check(dataset, release=for_release):
        raise DatasetError(problems)
    return compile_release(dataset, released=for_release, commit=commit_of(Path(folder)))


def _index(release: dict[str, Any]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "index.sqlite3")
        write_index(release, path)
        return read_file(path, _LARGEST)
