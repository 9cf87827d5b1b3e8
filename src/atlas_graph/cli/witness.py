"""``atlas-graph witness``: the recorded runs behind the steps, and how to make one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..authoring.dataset import read_dataset
from ..errors import AtlasError, UnknownIdError
from ..loading import checkout
from ..model.suggest import nearest
from ..witness import environment
from ..witness.compare import changes
from ..witness.errors import IncompleteError
from ..witness.header import Header
from ..witness.record import demand_steps, read_record, run_record, witness_record, write_record
from ..witness.registry import program, programs
from ..witness.run import RunResult, run_witness
from .common import add_format, add_release, add_seconds, open_atlas, print_json


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say in the parser what the command does, and add its arguments."""
    parser.description = (
        "Witnesses are small programs that make a real framework show its steps; their runs are recorded."
    )
    parser.epilog = "example: atlas-graph witness run jax-cpu"
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="every witness, what it needs and when it was last run")
    showing = actions.add_parser("show", help="what a witness claims, and what its last run saw")
    running = actions.add_parser(
        "run",
        help="make the environment, run the program, check what it leaves behind",
        description="Install the pinned packages in an environment of its own, run the program, check every artefact.",
    )
    for action in (showing, running):
        action.add_argument("id", metavar="ID", help="a witness, as 'witness list' names it")
    running.add_argument("--write", action="store_true", help="enter the run in the dataset's record")
    running.add_argument("--keep", action="store_true", help="keep what the program left behind, and say where")
    running.add_argument("--discard", action="store_true", help="delete the environment afterwards")
    add_seconds(running, "--timeout", None, "seconds for each run of the program")
    for action in (listing, showing, running):
        add_format(action, "text", "json")
        add_release(action)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return {"list": _list, "show": _show, "run": _run}[args.action](args)


def _dataset(args: argparse.Namespace) -> Path | None:
    """Return the dataset folder that a command means: the named one, the one here, or that of this checkout."""
    if args.dataset is not None:
        return Path(args.dataset)
    here, tree = Path("dataset"), checkout()
    if (here / "dataset.yaml").is_file() or tree is None:
        return here if (here / "dataset.yaml").is_file() else None
    return Path(tree)


def _list(args: argparse.Namespace) -> int:
    recorded = {record["id"]: record for record in open_atlas(args).release.get("witnesses", ())}
    folder = _dataset(args)
    found = programs(folder) if folder else {}
    rows: list[dict[str, Any]] = []
    for name in sorted({*found, *recorded}):
        program, record = found.get(name), recorded.get(name, {})
        last = record.get("run") or {}
        rows.append(
            {
                "id": name,
                "title": program.header.title if program else record["title"],
                "requires": list(program.header.requires) if program else [],
                "needs": program.header.needs if program else record.get("needs"),
                "steps": len(record.get("steps", ())),
                "date": last.get("date"),
                "device": last.get("device"),
            }
        )
    if args.format == "json":
        print_json(rows)
        return 0
    width = max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        when = f"run {row['date']}, {row['steps']} steps" if row["date"] else "not recorded"
        needs = f"; needs {row['needs']}" if row["needs"] else ""
        print(f"{row['id']:{width}}  {row['title']}  ({when}{needs})")
    return 0


def _show(args: argparse.Namespace) -> int:
    records = {record["id"]: record for record in open_atlas(args).release.get("witnesses", ())}
    folder = _dataset(args)
    record = records.get(args.id)
    if folder is not None and (record is None or args.id in programs(folder)):
        header = program(args.id, folder).header
        if args.format == "json":
            print_json({"id": args.id, **header.model_dump(mode="json"), "record": record})
            return 0
        _print_header(args.id, header)
    elif record is None:
        raise UnknownIdError("witness", args.id, tuple(nearest(args.id, records)), tuple(records))
    else:  # a release alone: what was recorded is there, the program is not
        if args.format == "json":
            print_json({"id": args.id, "title": record["title"], "needs": record.get("needs"), "record": record})
            return 0
        print(f"{args.id}  {record['title']}")
    _print_record(args.id, record)
    return 0


def _print_header(name: str, header: Header) -> None:
    print(f"{name}  {header.title}")
    print(f"  pins: {', '.join(header.requires) or 'none'}")
    if header.needs:
        print(f"  needs {header.needs}")
    for step, files in header.steps.items():
        print(f"  shows {step} by {', '.join(files)}")
    for step, files in header.contradicts.items():
        print(f"  contradicts {step} by {', '.join(files)}")
    for control in header.controls:
        print(f"  control: {control.description}")


def _print_record(name: str, record: dict[str, Any] | None) -> None:
    last = (record or {}).get("run")
    if not last:
        print("\nnot recorded yet; run it with: atlas-graph witness run", name)
        return
    first = ", ".join(f"{package} {version}" for package, version in list(last["packages"].items())[:3])
    print(f"\nrun {last['date']}: {first}; {last['python']}, {last['platform']}, {last['device']}")
    for artefact in last["artefacts"]:
        _artefact(artefact["stage"], artefact["name"], artefact["size"], artefact["passed"], artefact["check"])
        _excerpt(artefact.get("excerpt"))
    for control in last["controls"]:
        print(f"{_mark(control['passed'])} control: {control['description']}")


def _run(args: argparse.Namespace) -> int:
    if args.release and args.write:
        raise AtlasError("--write needs a dataset folder; name one with --dataset")
    dataset = _dataset(args)
    if dataset is None or not (dataset / "dataset.yaml").is_file():
        where = f"in {dataset}" if dataset else "here"
        raise AtlasError(
            f"there is no dataset {where}, and a witness's program lies in one; name the dataset folder of a checkout "
            "with --dataset"
        )
    found = program(args.id, dataset)
    try:
        outcome = run_witness(found, seconds=args.timeout, keep=args.keep, progress=_progress())
    except IncompleteError as error:
        print(f"atlas-graph: {error}", file=sys.stderr)
        return 3
    old = read_record(dataset, found.id)
    changed = changes(old.run, run_record(outcome)) if old and old.run else []
    if args.format == "json":
        print_json(_plain(outcome, changed))
    else:
        _print(outcome, old.run.date if old and old.run else None, changed)
    if args.discard:
        environment.remove(outcome.environment)
    if outcome.trouble:
        print(f"atlas-graph: {outcome.trouble}", file=sys.stderr)
    elif args.write:
        demand_steps(outcome, read_dataset(dataset).records("stacks"))
        print(f"written: {write_record(dataset, witness_record(outcome, old))}", file=sys.stderr)
    return 3 if outcome.timed_out else 0 if outcome.passed else 1


def _progress() -> Callable[[str], None]:
    """Lines on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda line: print(f"… {line}", file=sys.stderr, flush=True)


def _print(outcome: RunResult, date: str | None, changed: list[str]) -> None:
    header, environment = outcome.program.header, outcome.environment
    first = ", ".join(f"{name} {version}" for name, version in list(environment.packages.items())[:3])
    print(f"{outcome.program.id}  {header.title}")
    print(f"{first or 'no packages'}; {environment.python}, {environment.platform}, {header.device}")
    for seen in outcome.artefacts:
        _artefact(seen.spec.stage, seen.spec.file, seen.size, seen.passed, seen.said)
        _excerpt(seen.excerpt)
    for control in outcome.controls:
        print(f"{_mark(control.passed)} control: {control.spec.description} ({control.said})")
    for word, steps in (("shows", outcome.steps), ("contradicts", outcome.contradicts)):
        for step in steps:
            print(f"{word} {step}")
    for line in changed:
        print(f"since {date}: {line}")
    if outcome.folder:
        print(f"kept in {outcome.folder}")


def _artefact(stage: str, name: str, size: int, passed: bool, said: str) -> None:
    print(f"{_mark(passed)} {stage}: {name}, {size} bytes: {said}")


def _excerpt(text: str | None) -> None:
    for line in (text or "").splitlines()[:6]:
        print(f"     | {line}")


def _mark(passed: bool) -> str:
    return "ok  " if passed else "FAIL"


def _plain(outcome: RunResult, changed: list[str]) -> dict[str, Any]:
    return {
        "id": outcome.program.id,
        "passed": outcome.passed,
        "trouble": outcome.trouble,
        "seconds": round(outcome.seconds, 2),
        "reused_environment": outcome.environment.reused,
        "steps": list(outcome.steps),
        "contradicts": list(outcome.contradicts),
        "run": run_record(outcome).model_dump(mode="json", exclude_none=True),
        "changes": changed,
        "folder": str(outcome.folder) if outcome.folder else None,
    }
