"""``atlas-graph quote --batch``: many quotes at once, a JSON object a line in and out.

Each document is fetched and read once, however many lines name it, and let go of when its lines are answered. Every
line gets an answer, in the order given: a line that cannot be understood, ``unverifiable`` (and the exit status is
2); a file that is not there, ``unreachable``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..escapes import escaped
from ..verify.document import BARRING_FLAGS, Finding, Flag, Verdict
from ..verify.fetch import Fetcher, locators
from ..verify.reader import Reader
from .messages import read_standard_input, unguarded
from .quote_answer import as_json, as_text, missing_file, open_document, print_text, record

_NEWLINES = re.compile("\r\n?")


class _Malformed(Exception):
    """A line of a batch that cannot be understood; its text says why and what to do."""


def run_batch(args: argparse.Namespace, open_fetcher: Callable[[argparse.Namespace], Fetcher]) -> int:
    """Answer every line of ``args.batch``, in order, and return the exit status."""
    beside = Path() if args.batch == "-" else Path(args.batch).parent
    try:
        content = read_standard_input() if args.batch == "-" else Path(args.batch).read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as problem:
        return _unreadable(f"{args.batch} cannot be read ({problem.strerror}); give a file of JSON objects, one a line")
    except UnicodeDecodeError:
        name = "standard input" if args.batch == "-" else args.batch
        return _unreadable(f"{name} is not UTF-8; save it as UTF-8, one JSON object a line")
    # Not splitlines(): a JSON string may hold U+2028 as it is.
    lines = [line for line in enumerate(_NEWLINES.sub("\n", text).split("\n"), start=1) if line[1].strip()]
    answers: list[dict[str, Any] | None] = [None] * len(lines)
    by_document: dict[tuple[str, str | None], list[tuple[int, dict[str, Any]]]] = {}
    malformed = 0
    for place, (number, line) in enumerate(lines):
        try:
            case = _parsed(number, line)
        except _Malformed as problem:
            malformed += 1
            answers[place] = _failed(_id_of(number, line), "unverifiable", str(problem))
            continue
        by_document.setdefault((_resolved(case["document"], beside), case.get("media_type")), []).append((place, case))
    fetcher = open_fetcher(args)
    reader = Reader(args.deadline)
    printed = 0
    verdicts: set[str] = set()
    try:
        for (locator, media_type), cases in _with_progress(by_document):
            _answer(fetcher, reader, locator, media_type, cases, answers)
            # In the order given, and as soon as everything before is known.
            while printed < len(answers) and (answer := answers[printed]) is not None:
                print_text(as_json(answer) if args.format != "text" else _shown(answer))
                verdicts.add(answer["verdict"])
                answers[printed] = {}
                printed += 1
    finally:
        reader.close()
        fetcher.close()
    for answer in answers[printed:]:
        if answer:
            print_text(as_json(answer) if args.format != "text" else _shown(answer))
            verdicts.add(answer["verdict"])
    return 2 if malformed else _status(verdicts)


def _unreadable(message: str) -> int:
    print(f"atlas-graph: {message}", file=sys.stderr)
    return 2


def _status(verdicts: set[str]) -> int:
    known = {Verdict(verdict) for verdict in verdicts}
    if any(verdict.falls_short for verdict in known):
        return 1
    return 3 if any(not verdict.checked for verdict in known) else 0


def _parsed(number: int, line: str) -> dict[str, Any]:
    try:
        case = json.loads(line, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as problem:
        raise _Malformed(f"Line {number} is not JSON ({problem}); write one object a line.") from None
    if not isinstance(case, dict):
        raise _Malformed(f"Line {number} is not a JSON object; write one object a line.")
    for name in ("document", "quote"):
        if not isinstance(case.get(name), str) or not case[name].strip():
            raise _Malformed(f'Line {number} has no "{name}"; give it as a string that is not empty.')
    for name in ("media_type", "prefix", "suffix", "section"):
        if case.get(name) is not None and not isinstance(case[name], str):
            raise _Malformed(f'Line {number} has a "{name}" that is not a string; write it as one.')
    allow = case.setdefault("allow", [])
    if not isinstance(allow, list) or not all(flag in BARRING_FLAGS for flag in allow):
        known = ", ".join(BARRING_FLAGS)
        raise _Malformed(f'Line {number} has an "allow" that is no list of flags; write any of {known}.')
    case.setdefault("id", number)
    return case


def _no_number(name: str) -> None:
    """Refuse what Python reads as a number and JSON does not know: an answer that repeats it would be no JSON."""
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large a number")
    return value


def _id_of(number: int, line: str) -> object:
    """The id of a line that is malformed otherwise; the number of the line where there is none."""
    try:
        case = json.loads(line, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        return number
    return case.get("id", number) if isinstance(case, dict) else number


def _resolved(document: str, beside: Path) -> str:
    """A relative path as it is found from here, else from the folder of the batch; an address as it is."""
    path = Path(document)
    if locators.kind(document) == "file" and not path.is_absolute() and not path.exists():
        there = beside / path
        if there.exists():
            return str(there)
    return document


def _answer(
    fetcher: Fetcher,
    reader: Reader,
    locator: str,
    media_type: str | None,
    cases: list[tuple[int, dict[str, Any]]],
    answers: list[dict[str, Any] | None],
) -> None:
    """Answer every case of one document. What goes wrong with it is an answer too: nothing is lost."""
    if missing := missing_file(locator):
        for place, case in cases:
            answers[place] = _failed(case["id"], "unreachable", f"{missing[0].upper()}{missing[1:]}.")
        return
    document = open_document(fetcher, reader, locator, media_type)
    for place, case in cases:
        context = {name: case.get(name) for name in ("prefix", "suffix", "section", "allow")}
        finding = document.check(case["quote"], **context)
        answers[place] = record(case["id"], finding, document.fetched.url)


def _failed(identifier: object, verdict: str, reason: str) -> dict[str, Any]:
    return record(identifier, Finding(Verdict(verdict), reason), None)


def _shown(answer: dict[str, Any]) -> str:
    """An answer as text, under its id."""
    finding = Finding(
        Verdict(answer["verdict"]),
        answer["reason"],
        frozenset(Flag(flag) for flag in answer["flags"]),
        answer["diff"],
        answer["nearest"],
        answer["score"],
        answer["heading"],
        answer["sentence"],
    )
    return f"{escaped(str(answer['id']))}: {as_text(finding)}"


def _with_progress(
    documents: dict[tuple[str, str | None], list[tuple[int, dict[str, Any]]]],
) -> Iterator[tuple[tuple[str, str | None], list[tuple[int, dict[str, Any]]]]]:
    """The documents one by one, with a bar on a terminal and none in a pipe."""
    if not sys.stderr.isatty() or len(documents) < 2:
        yield from documents.items()
        return
    from rich.console import Console  # draws on a terminal alone
    from rich.progress import track

    yield from track(
        documents.items(),
        description="documents",
        total=len(documents),
        console=Console(file=unguarded(sys.stderr)),
        transient=True,
    )
