"""``atlas-graph validate``: whether a dataset folder keeps every rule, or a release file its schema."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path, PurePath

from ..authoring.dataset import read_dataset
from ..authoring.fix import fix
from ..errors import AtlasError
from ..problems import DatasetError, Problem
from ..rules import RULES, check, notices
from ..rules.release_file import check_release_file
from .common import add_format, print_json, terminal
from .messages import tell


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Check a dataset folder against every rule, or a release file against its published JSON Schema; each problem "
        "is printed as FILE:LINE: CODE what to do."
    )
    parser.epilog = "example: atlas-graph validate dataset"
    parser.add_argument(
        "folder", metavar="DATASET|RELEASE", nargs="?", help="the dataset folder, or a release file (default: dataset)"
    )
    parser.add_argument("--dataset", metavar="DIR", help="the same, as other commands name it")
    parser.add_argument(
        "--fix", action="store_true", help="first write each repeated quote once, and cite it by a key elsewhere"
    )
    parser.add_argument("--notices", action="store_true", help="also print what a person should answer or mend")
    parser.add_argument("--for-release", action="store_true", help="as for what is published: nothing may be unaudited")
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    named = args.folder if args.folder is not None else args.dataset if args.dataset is not None else "dataset"
    if not named:
        raise AtlasError("the name of the dataset folder is empty; name the folder that holds dataset.yaml")
    root = Path(named)
    remarks: list[Problem] = []
    try:
        problems = check_release_file(root) if root.is_file() else _problems_of_dataset(root, args, remarks)
    except DatasetError as error:
        problems = error.problems
    place = root.parent if root.is_file() else root
    shown = [*problems, *(remarks if args.notices else ())]
    if args.format == "json":
        keys = ("file", "line", "code", "message")
        print_json(
            [
                {key: getattr(problem, key) for key in keys} | {"severity": "error" if at < len(problems) else "notice"}
                for at, problem in enumerate(shown)
            ]
        )
    else:
        screen = terminal()
        for problem in shown:
            print(screen.plain(f"{place.as_posix()}/{problem}"))
        count = len(problems)
        kept = "keeps every rule" if root.is_dir() else "keeps the schema"
        tell(f"{count} problem{'' if count == 1 else 's'} in {root}" if count else f"{root} {kept}")
    if remarks:
        _tell_of(remarks, root)
    return 2 if problems else 0


def _problems_of_dataset(root: Path, args: argparse.Namespace, remarks: list[Problem]) -> list[Problem]:
    """Return what is wrong with a dataset folder, and add to ``remarks`` what its author may want to look at."""
    if args.fix:
        changed = fix(root)
        tell(f"rewritten: {', '.join(changed)}" if changed else "no quote stands twice")
    dataset = read_dataset(root)
    problems = check(dataset, release=args.for_release)
    if not problems:
        remarks += notices(dataset)
    return problems


def _tell_of(remarks: list[Problem], root: PurePath) -> None:
    """Say in a sentence how many notices there are of each rule, and how to read them."""
    names = {rule.code: rule.name for rule in RULES}
    count = Counter(problem.code for problem in remarks)
    told = ", ".join(f"{count[code]} {names[code]}" for code in sorted(count))
    tell(f"notices: {told}; read them with: atlas-graph validate {root.as_posix()} --notices")
