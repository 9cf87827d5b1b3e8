"""``atlas-graph quote``: whether a quote stands in a document, for one quote or for a file of them."""

from __future__ import annotations

import argparse
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..verify.document import Finding
    from ..verify.fetch import Fetcher
    from ..verify.match import DocumentIndex

_SHORTEST = 25  # characters; a shorter quote names no one passage, and evidence may not be shorter

_HEADS = {
    "match": "stands",
    "loose": "stands loosely",
    "moved": "moved",
    "drift-wording": "reworded",
    "drift-meaning": "means something else now",
    "gone": "gone",
    "missing": "document missing",
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "quote",
        help="say whether a quote stands in a document",
        description="Say whether a quote stands in a document (a file, an http(s) URL or a package URL), and if not, "
        "what stands there instead. Exit status: 0 it stands; 1 it falls short; 2 usage; 3 it could not be checked.",
        epilog='example: atlas-graph quote guide.md "the function is traced and compiled on its first call"',
    )
    parser.add_argument("document", metavar="DOCUMENT", nargs="?", help="path, http(s) URL or pkg:…#member")
    parser.add_argument(
        "quote", metavar="QUOTE", nargs="?", help=f"the words to look for, at least {_SHORTEST} characters"
    )
    parser.add_argument(
        "--batch",
        metavar="CASES.jsonl",
        help='check many: a JSON object a line with "document", "quote", and as wanted "id", "media_type", "prefix", '
        '"suffix", "section"; "-" reads standard input. A path is looked for here, then beside the file',
    )
    parser.add_argument(
        "--media-type", metavar="T", help="what the document is, e.g. text/markdown, when its name misleads"
    )
    parser.add_argument("--prefix", metavar="P", help="the words before the quote, where it stands more than once")
    parser.add_argument("--suffix", metavar="S", help="the words after the quote")
    parser.add_argument("--section", metavar="H", help="the heading under which the quote is cited")
    parser.add_argument(
        "--deadline", metavar="S", type=_seconds, default=30.0, help="seconds for one document (default: 30)"
    )
    parser.add_argument("--mirror", metavar="DIR", help="read web and package addresses from this folder instead")
    parser.add_argument(
        "--format", choices=("text", "json"), help="output format (default: text; json, a line each, for a batch)"
    )


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds greater than 0")
    return value


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.batch is not None:
        if args.document is not None:
            return _usage("give either DOCUMENT and QUOTE or --batch, not both")
        if args.prefix or args.suffix or args.section or args.media_type:
            return _usage("with --batch, write prefix, suffix, section and media_type into the lines")
        return _run_batch(args)
    if args.document is None or args.quote is None:
        return _usage('give a document and a quote: atlas-graph quote DOCUMENT "QUOTE"')
    return _run_one(args)


def _usage(message: str) -> int:
    print(f"atlas-graph: {message}", file=sys.stderr)
    return 2


def _open_fetcher(args: argparse.Namespace) -> Fetcher:
    from pathlib import Path

    from ..verify.fetch import open_fetcher

    return open_fetcher(mirror=Path(args.mirror) if args.mirror else None, deadline=args.deadline)


def _run_one(args: argparse.Namespace) -> int:
    from ..verify.normalise import normalise

    length = len(normalise(args.quote))
    if length < _SHORTEST:
        return _usage(
            f"the quote has {length} characters; give at least {_SHORTEST}, so that it can only be the one passage"
        )
    if missing := _missing_file(args.document):
        return _usage(missing)
    fetcher = _open_fetcher(args)
    try:
        document = _Document(fetcher, args.document, args.media_type)
        finding = document.check(args.quote, args.prefix, args.suffix, args.section)
    finally:
        fetcher.close()
    if args.format == "json":
        _put(_as_json(_record(None, finding, document.url)))
    else:
        _put(_as_text(finding))
    return 0 if finding.verdict.stands else 1 if finding.verdict.falls_short else 3


def _missing_file(document: str) -> str | None:
    """Why a document that is no address is no file either, else None."""
    from pathlib import Path

    from ..verify.fetch import locators

    if locators.kind(document) != "file" or Path(document).expanduser().exists():
        return None
    return f"there is no file {document}; give a path, an http(s) URL or a pkg: address"


class _Document:
    """A document that is fetched and read once, for as many quotes as are asked of it."""

    def __init__(self, fetcher: Fetcher, locator: str, media_type: str | None) -> None:
        from ..verify.match import index

        self.fetched = fetcher.fetch(locator)
        self.url = self.fetched.url
        self.index: DocumentIndex | None = None
        if self.fetched.content is not None and self.fetched.verdict is None:
            from ..verify.extract import extract

            kind, charset = _parted(media_type)
            extraction = extract(
                self.fetched.content,
                media_type=kind or self.fetched.media_type,
                charset=charset or self.fetched.charset,
                # A package URL ends in the member's name; a page's own address may say more than the one asked.
                name=locator if locator.startswith("pkg:") else self.fetched.url,
            )
            self.index = index(extraction)

    def check(self, quote: str, prefix: str | None, suffix: str | None, section: str | None) -> Finding:
        from ..verify.check import check_document

        return check_document(self.fetched, self.index, quote, prefix=prefix, suffix=suffix, section=section)


def _parted(media_type: str | None) -> tuple[str | None, str | None]:
    """A media type and the charset among its parameters."""
    if not media_type:
        return None, None
    from email.message import Message

    message = Message()
    message["content-type"] = media_type
    return message.get_content_type(), message.get_content_charset()


# --- one answer -------------------------------------------------------------------------------------------------


def _record(identifier: object, finding: Finding, url: str | None) -> dict[str, Any]:
    """The object that ``--format json`` prints; keys may be added, never changed."""
    return {
        "id": identifier,
        "verdict": finding.verdict.value,
        "reason": finding.reason,
        "flags": sorted(flag.value for flag in finding.flags),
        "nearest": finding.nearest,
        "score": finding.score,
        "diff": finding.diff,
        "heading": finding.heading,
        "sentence": finding.sentence,
        "url": url,
    }


def _as_json(record: dict[str, Any]) -> str:
    # ASCII only: no control character or direction override of a document reaches the terminal.
    import json

    return json.dumps(record, ensure_ascii=True)


def _as_text(finding: Finding) -> str:
    from ..verify.safe_text import escaped

    head = _HEADS.get(finding.verdict.value, f"could not be checked ({finding.verdict.value})")
    lines = [f"{head}: {escaped(finding.reason)}"]
    for name, value in (
        ("differs", finding.diff),
        ("nearest", finding.nearest),
        ("heading", finding.heading),
        ("sentence", finding.sentence if finding.verdict.stands else None),
        ("flags", ", ".join(sorted(flag.value for flag in finding.flags))),
    ):
        if value:
            lines.append(f"  {name + ':':<10}{escaped(value)}")
    return "\n".join(lines)


def _put(text: str) -> None:
    """Print, with what the terminal's encoding lacks written out rather than refused."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


# --- many -------------------------------------------------------------------------------------------------------


class _Malformed(Exception):
    """A line of a batch that cannot be understood; its text says why and what to do."""


def _run_batch(args: argparse.Namespace) -> int:
    from pathlib import Path

    beside = Path() if args.batch == "-" else Path(args.batch).parent
    try:
        text = sys.stdin.read() if args.batch == "-" else Path(args.batch).read_text(encoding="utf-8-sig")
    except OSError as problem:
        return _usage(f"{args.batch} cannot be read ({problem.strerror}); give a file of JSON objects, one a line")
    except UnicodeDecodeError:
        return _usage(f"{args.batch} is not UTF-8; save it as UTF-8, one JSON object a line")
    # Not splitlines(): a JSON string may hold U+2028 as it is.
    lines = [line for line in enumerate(text.split("\n"), start=1) if line[1].strip()]
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
    fetcher = _open_fetcher(args)
    printed = 0
    verdicts: set[str] = set()
    try:
        for (locator, media_type), cases in _with_progress(by_document):
            _answer(fetcher, locator, media_type, cases, answers)
            # In the order given, and as soon as everything before is known.
            while printed < len(answers) and (answer := answers[printed]) is not None:
                _put(_as_json(answer) if args.format != "text" else f"{_shown(answer)}")
                verdicts.add(answer["verdict"])
                answers[printed] = {}
                printed += 1
    finally:
        fetcher.close()
    for answer in answers[printed:]:
        if answer:
            _put(_as_json(answer) if args.format != "text" else f"{_shown(answer)}")
            verdicts.add(answer["verdict"])
    return 2 if malformed else _status(verdicts)


def _status(verdicts: set[str]) -> int:
    from ..verify.document import Verdict

    known = {Verdict(verdict) for verdict in verdicts}
    if any(verdict.falls_short for verdict in known):
        return 1
    return 3 if any(not verdict.checked for verdict in known) else 0


def _parsed(number: int, line: str) -> dict[str, Any]:
    import json

    try:
        case = json.loads(line)
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
    case.setdefault("id", number)
    return case


def _id_of(number: int, line: str) -> object:
    """The id of a line that is malformed otherwise; the number of the line where there is none."""
    import json

    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return number
    return case.get("id", number) if isinstance(case, dict) else number


def _resolved(document: str, beside: Any) -> str:
    """A relative path as it is found from here, else from the folder of the batch; an address as it is."""
    from pathlib import Path

    from ..verify.fetch import locators

    path = Path(document)
    if locators.kind(document) == "file" and not path.is_absolute() and not path.exists():
        there = beside / path
        if there.exists():
            return str(there)
    return document


def _answer(
    fetcher: Fetcher,
    locator: str,
    media_type: str | None,
    cases: list[tuple[int, dict[str, Any]]],
    answers: list[dict[str, Any] | None],
) -> None:
    """Answer every case of one document. What goes wrong with it is an answer too: nothing is lost."""
    if missing := _missing_file(locator):
        for place, case in cases:
            answers[place] = _failed(case["id"], "unreachable", f"{missing[0].upper()}{missing[1:]}.")
        return
    try:
        document = _Document(fetcher, locator, media_type)
    except Exception as problem:
        for place, case in cases:
            answers[place] = _failed(
                case["id"], "unverifiable", f"The document could not be read ({type(problem).__name__}: {problem})."
            )
        return
    for place, case in cases:
        finding = document.check(case["quote"], case.get("prefix"), case.get("suffix"), case.get("section"))
        answers[place] = _record(case["id"], finding, document.url)


def _failed(identifier: object, verdict: str, reason: str) -> dict[str, Any]:
    from ..verify.document import Finding, Verdict

    return _record(identifier, Finding(Verdict(verdict), reason), None)


def _shown(answer: dict[str, Any]) -> str:
    """An answer as text, under its id."""
    from ..verify.document import Finding, Flag, Verdict
    from ..verify.safe_text import escaped

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
    return f"{escaped(str(answer['id']))}: {_as_text(finding)}"


def _with_progress(
    documents: dict[tuple[str, str | None], list[tuple[int, dict[str, Any]]]],
) -> Iterator[tuple[tuple[str, str | None], list[tuple[int, dict[str, Any]]]]]:
    """The documents one by one, with a bar on a terminal and none in a pipe."""
    if not sys.stderr.isatty() or len(documents) < 2:
        yield from documents.items()
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        documents.items(), description="documents", total=len(documents), console=Console(stderr=True), transient=True
    )
