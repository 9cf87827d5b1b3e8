"""``atlas-graph audit``: sheets for readers who judge, their judgements filed, and where the audits stand."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..authoring.audit_status import STATES, audit_status, counts
from ..authoring.dataset import Dataset, read_dataset
from ..authoring.history import digests_at, identity, written_by
from ..authoring.judgements import JudgementError, file_judgements, read_judgements, remarks
from ..authoring.sheets import sample, sheet, sheet_text
from ..errors import AtlasError, UnknownIdError
from ..model.suggest import nearest
from ..problems import DatasetError
from ..rules import check_structure
from .common import add_format, print_json, terminal
from .messages import tell


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Print blind sheets for second readers, file the marks they make, and say where the audits stand."
    )
    parser.epilog = "example: atlas-graph audit sheet --stack jax --unaudited"
    commands = parser.add_subparsers(dest="audit", metavar="WHAT", required=True)
    _sheet(commands)
    _file(commands)
    _status(commands)


def _sheet(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "sheet",
        help="print statements with their numbered quotes",
        description="Print each statement with its parts and its numbered quotes; no earlier verdict, no marks.",
        epilog="example: atlas-graph audit sheet --stack jax --unaudited --format jsonl > sheet.jsonl",
    )
    _which(parser)
    parser.add_argument("--unaudited", action="store_true", help="only what no second reader has marked as it is now")
    parser.add_argument("--changed-since", metavar="REV", help="only what is new or changed since this git revision")
    parser.add_argument("--sample", metavar="N", type=int, help="only N statements, drawn at random")
    parser.add_argument("--seed", metavar="TEXT", default="0", help="another seed draws others (default: 0)")
    parser.add_argument("--kind", metavar="K", action="append", help="only steps, stages, links …: step, stage, link")
    add_format(parser, "text", "jsonl")
    _dataset(parser)


def _file(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "file",
        help="file judgements, one JSON object a line",
        description='File judgements, one a line: {"of", "digest", "marks": [{"part", "quote", "words"}]}, with the '
        "number of a quote on the sheet or its id. Nothing is filed where a line is wrong.",
        epilog="example: atlas-graph audit file judgements.jsonl --by round-3",
    )
    parser.add_argument("judgements", metavar="JUDGEMENTS.jsonl", help="the judgements; - reads standard input")
    parser.add_argument("--by", metavar="ROUND", help="who judged: a round's name (default: your name in git)")
    parser.add_argument(
        "--own", action="store_true", help="these are of the author's own statements: they do not count"
    )
    parser.add_argument("--check", action="store_true", help="only say what is wrong with them; file nothing")
    _dataset(parser)


def _status(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "status",
        help="say of each statement what its marks come to",
        description="Say of each statement its computed grade, and which of its parts lack support or are disputed.",
        epilog="example: atlas-graph audit status --stack jax",
    )
    _which(parser)
    parser.add_argument("--all", action="store_true", help="also what is full")
    add_format(parser, "text", "json")
    _dataset(parser)


def _which(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--stack", metavar="S", help="only what is said of this stack")
    group.add_argument("--prefix", metavar="P", default="", help="only ids that start with this, such as jax/stage/")


def _dataset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dataset", metavar="DIR", default="dataset", help="the dataset folder (default: dataset)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if not args.dataset:
        raise AtlasError("the name of the dataset folder is empty; name the folder that holds dataset.yaml")
    dataset = read_dataset(Path(args.dataset))
    problems = check_structure(dataset)
    if problems:
        raise DatasetError(problems)
    if args.audit == "file":
        return _run_file(dataset, args)
    stack = getattr(args, "stack", None)
    if stack is not None and stack not in {record.id for record in dataset.records("stacks")}:
        known = sorted(record.id for record in dataset.records("stacks"))
        raise UnknownIdError("stack", stack, nearest(stack, known), tuple(known))
    return _run_sheet(dataset, args) if args.audit == "sheet" else _run_status(dataset, args)


def _run_sheet(dataset: Dataset, args: argparse.Namespace) -> int:
    items = list(sheet(dataset, prefix=args.prefix, stack=args.stack, unaudited=args.unaudited))
    if args.kind:
        items = [item for item in items if item["kind"] in args.kind]
    if args.changed_since:
        old = digests_at(dataset.root, args.changed_since)
        items = [item for item in items if old.get(item["of"]) != item["digest"]]
    if args.sample is not None:
        items = sample(items, args.sample, args.seed)
    for item in items:
        print(json.dumps(item, ensure_ascii=False) if args.format == "jsonl" else terminal().plain(sheet_text(item)))
    tell(f"{len(items)} statement{'' if len(items) == 1 else 's'}")
    return 0


def _run_file(dataset: Dataset, args: argparse.Namespace) -> int:
    by = args.by or identity(dataset.root)
    if not by:
        raise AtlasError("nobody is named; say who judged with --by ROUND, or set your name with git config user.name")
    own: Any = (lambda _: True) if args.own else (lambda _: False) if args.by else written_by(dataset, by)
    try:
        found = read_judgements(
            dataset, _lines(args.judgements), by=by, date=datetime.now(UTC).date().isoformat(), own=own
        )
    except JudgementError as error:
        shown = terminal()
        for sentence in error.sentences:
            print(shown.plain(sentence), file=sys.stderr)
        count = len(error.sentences)
        tell(f"nothing is filed: correct the {count} fault{'' if count == 1 else 's'} above, and file them again")
        return 2
    for of, fault in remarks(dataset, found):
        tell(f"notice, {of}: {fault.sentence}")
    if args.check:
        tell(f"{len(found)} judgement{'' if len(found) == 1 else 's'} can be filed")
        return 0
    changed = file_judgements(dataset, found)
    for file, count in sorted(changed.items()):
        tell(f"{count} judgement{'' if count == 1 else 's'} by {by} filed in {dataset.root.as_posix()}/{file}")
    if not changed:
        tell("all of it was filed already")
    return 0


def _lines(name: str) -> list[str]:
    if name == "-":
        return sys.stdin.read().split("\n")
    try:
        return Path(name).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise AtlasError(f"{name} cannot be read ({error}); name a file of JSON lines in UTF-8") from None


def _run_status(dataset: Dataset, args: argparse.Namespace) -> int:
    items = list(audit_status(dataset, args.prefix, args.stack))
    shown = [item for item in items if args.all or item["state"] != "full" or item["disputed"]]
    if args.format == "json":
        print_json({"counts": counts(items), "statements": shown})
        return 0
    screen = terminal()
    for item in shown:
        print(screen.plain(f"{item['state']:<9} {item['of']}"))
        for part in item["lacking"]:
            why = f": {part['why']}" if part["why"] else ""
            print(screen.plain(f"          {part['part']} is {part['state']}{why}"))
        for part in item["disputed"]:
            print(screen.plain(f"          {part} is disputed; a third reader settles it"))
        if item["changed"]:
            print("          it has changed since it was judged")
    print()
    for kind, row in counts(items).items():
        print(f"{kind:<14} " + ", ".join(f"{row[state]} {state}" for state in STATES if row[state]))
    return 0
