"""``atlas-graph validate``: whether a dataset folder keeps every rule."""

from __future__ import annotations

import argparse

from ..errors import AtlasError
from .common import add_format, print_json, terminal
from .telling import tell


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "validate",
        help="check a dataset folder against every rule",
        description="Check a dataset folder; each problem is printed as FILE:LINE: CODE what to do.",
        epilog="example: atlas-graph validate dataset",
    )
    parser.add_argument("folder", metavar="DATASET", nargs="?", help="the dataset folder (default: dataset)")
    parser.add_argument("--dataset", metavar="DIR", help="the same, as other commands name it")
    parser.add_argument(
        "--fix", action="store_true", help="first write each repeated quote once, and cite it by a key elsewhere"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from pathlib import Path

    from ..authoring.audit_sheet import sheet
    from ..authoring.dataset import read_dataset
    from ..authoring.fix import fix
    from ..problems import DatasetError
    from ..rules import check

    named = args.folder if args.folder is not None else args.dataset if args.dataset is not None else "dataset"
    if not named:
        raise AtlasError("the name of the dataset folder is empty; name the folder that holds dataset.yaml")
    root = Path(named)
    try:
        if args.fix:
            changed = fix(root)
            tell(f"rewritten: {', '.join(changed)}" if changed else "no quote stands twice")
        dataset = read_dataset(root)
        problems = check(dataset)
    except DatasetError as error:
        problems = error.problems
    if args.format == "json":
        keys = ("file", "line", "code", "message")
        print_json([{key: getattr(problem, key) for key in keys} for problem in problems])
    else:
        shown = terminal()
        for problem in problems:
            print(shown.plain(f"{root.as_posix()}/{problem}"))
        count = len(problems)
        tell(f"{count} problem{'' if count == 1 else 's'} in {root}" if count else f"{root} keeps every rule")
    if not problems:
        unaudited = sum(1 for _ in sheet(dataset, unaudited=True))
        if unaudited:
            tell(f"{unaudited} statements await a second reader: python scripts/audit_sheet.py --unaudited")
    return 2 if problems else 0
