"""``atlas-graph verify``: whether every quote still stands where it is cited."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import date
from pathlib import Path

from ..errors import AtlasError
from ..escapes import escaped
from ..loading import load
from ..model.ledger_lines import QUOTES
from ..verify.outcome import exit_status
from ..verify.report import write_report
from ..verify.report.verification import Verification
from ..verify.session import Selection, Session
from .common import add_release, add_seconds, print_document
from .messages import tell, unguarded
from .quote_answer import print_text

Progress = Callable[[int, int, str], None]

_FORMATS = ("text", "json", "jsonl", "csv", "markdown", "sarif", "junit")


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = "Look every quote up in its pinned copy or on the live page, and say which stand and why not."
    parser.epilog = "example: atlas-graph verify --pinned --stack jax --format markdown"
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--pinned", action="store_true", help="check the immutable copies (the default)")
    side.add_argument("--live", action="store_true", help="check the pages that people read, politely")
    parser.add_argument(
        "--mirror",
        metavar="DIR",
        action="append",
        default=[],
        help="read documents from files laid out by URL, never from the network; may be given again",
    )
    parser.add_argument("--stack", metavar="S", action="append", default=[], help="only quotes of this stack")
    parser.add_argument("--source", metavar="ID", action="append", default=[], help="only quotes of this source")
    parser.add_argument("--only-failed", action="store_true", help="only what does not stand by the ledger")
    parser.add_argument("--since", metavar="DATE", help="only what was not checked since this UTC date, YYYY-MM-DD")
    add_seconds(parser, "--deadline", 30.0, "seconds a document")
    parser.add_argument(
        "--changed-since",
        metavar="REV",
        help="only quotes whose line in the dataset's ledger is new or other than at this git revision",
    )
    parser.add_argument("--write", action="store_true", help="enter the outcomes in the dataset's ledger")
    parser.add_argument("--no-cache", action="store_true", help="keep and use nothing from earlier runs")
    parser.add_argument("--format", choices=_FORMATS, default="text", help="report format (default: text)")
    add_release(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    which = "live" if args.live else "pinned"
    if args.since and not _is_date(args.since):
        raise AtlasError(f"'{args.since}' is not a date; write --since YYYY-MM-DD")
    for mirror in args.mirror:
        if not Path(mirror).is_dir():
            raise AtlasError(f"there is no folder {mirror}; name the mirror's top folder")
    folder = _dataset_folder(args, "--write") if args.write else None
    atlas = load(args.release, dataset=args.dataset or folder or ("dataset" if args.changed_since else None))
    for stack in args.stack:
        atlas.stack(stack)
    for source in args.source:
        atlas.source(source)
    quotes = None
    if args.changed_since:
        from ..authoring.history import changed_quotes  # of the author extra

        quotes = changed_quotes(Path(_dataset_folder(args, "--changed-since")), args.changed_since)
    session = Session(
        atlas.release,
        which=which,
        mirrors=[Path(mirror) for mirror in args.mirror],
        deadline=args.deadline,
        keep=not args.no_cache,
        selection=Selection(args.stack, args.source, args.only_failed, args.since, quotes),
        ledger_path=Path(folder) / QUOTES if folder else None,
    )
    try:
        with _progress() as progress:
            outcomes = session.run(progress)
    except KeyboardInterrupt:
        if not args.no_cache:
            tell("interrupted; what was checked is kept: give the same command again today, and it goes on from there")
        raise
    report = Verification(outcomes, which, atlas.version, session.today, session.without_pinned)
    text = write_report(report, args.format)
    print_text(text) if args.format == "text" else print_document(text)
    if folder:
        try:
            session.write(outcomes)
        except OSError as problem:
            raise AtlasError(_cannot_write(folder, problem.strerror)) from None
        print(f"ledger written: {folder}/{QUOTES}", file=sys.stderr)
    return exit_status(outcomes)


def _cannot_write(folder: str, why: str | None) -> str:
    return f"the ledger in {folder} cannot be written ({why}); make the folder writable, or leave out --write"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _dataset_folder(args: argparse.Namespace, option: str) -> str:
    if args.release:
        raise AtlasError(f"{option} needs a dataset folder; name one with --dataset")
    folder = Path(args.dataset or "dataset")
    if not (folder / "dataset.yaml").is_file():
        raise AtlasError(f"there is no dataset in {folder}; name its folder with --dataset")
    # Said before an hour of checking rather than after it.
    if args.write and not os.access(folder, os.W_OK):
        raise AtlasError(_cannot_write(str(folder), os.strerror(errno.EACCES)))
    return str(folder)


def _progress() -> AbstractContextManager[Progress | None]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return nullcontext()

    @contextmanager
    def bar():  # type: ignore[no-untyped-def]
        from rich.console import Console  # draws on a terminal alone
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
        with Progress(*columns, console=Console(file=unguarded(sys.stderr)), transient=True) as shown:
            task = shown.add_task("", total=None)
            yield lambda done, total, name: shown.update(
                task, completed=done, total=total, description=escaped(name.rsplit("/", 1)[-1][:40]).replace("[", "\\[")
            )

    return bar()
