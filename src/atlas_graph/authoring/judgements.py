"""Judgements filed: read from JSON lines, checked against what stands now, and written one entry at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ..files import write_file
from ..model import records
from ..model.messages import describe
from .audits import Auditable, auditables
from .dataset import Dataset
from .mark_faults import Fault, Known, faults, lost_hedges
from .positions import read_yaml

_HEAD = "# yaml-language-server: $schema=../../schema/audits.schema.json\n"
#: What needs no quotes in YAML, whether inside brackets or not: words that begin with a letter and hold no sign.
_PLAIN = re.compile(r"[A-Za-z][\w/.-]*(?: [\w/.-]+)*\Z", re.ASCII)
#: Words that YAML readers of one age or another take for something else.
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})

_OF = re.compile(r"""(?m)^[- ] of: ['"]?([^'"\n]*)""")
_BY = re.compile(r"""(?m)^[- ] by: ['"]?([^'"\n]*)""")


class JudgementError(ValueError):
    """Judgements that cannot be filed; ``sentences`` says of each what is wrong with it, and in which line."""

    def __init__(self, sentences: list[str]) -> None:
        self.sentences = sentences
        super().__init__(sentences[0])


def read_judgements(
    dataset: Dataset, lines: Iterable[str], *, by: str, date: str, own: Callable[[Auditable], bool] = lambda _: False
) -> list[tuple[Auditable, records.AuditEntry]]:
    """Return the judgements of a file of JSON lines, each with its statement.

    A line is ``{"of", "digest", "marks": [{"part", "quote", "words"}, …]}``; a quote is named by its number on the
    sheet or by its id. ``own`` tells whether the statement is the reader's own.

    Raises:
        JudgementError: where any line cannot be filed; nothing of the file is, then.
    """
    known, now = Known.of(dataset), {statement.id: statement for statement in auditables(dataset)}
    wrong: list[str] = []
    found: dict[str, tuple[Auditable, records.AuditEntry]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            statement, entry = _judgement(line, now, by, date, own)
        except ValueError as error:
            wrong += [f"line {number}: {sentence}" for sentence in getattr(error, "sentences", [str(error)])]
            continue
        wrong += [f"line {number}: {fault.sentence}" for fault in faults(statement, entry, known)]
        if entry.of in found:
            wrong.append(f"line {number}: '{entry.of}' stands in an earlier line as well; keep one of them")
        found[entry.of] = statement, entry
    if wrong:
        raise JudgementError(wrong)
    return list(found.values())


def remarks(dataset: Dataset, found: Iterable[tuple[Auditable, records.AuditEntry]]) -> Iterator[tuple[str, Fault]]:
    """Yield what the readers may want to answer: hedges that the statement drops; with the statement's id."""
    known = Known.of(dataset)
    for statement, entry in found:
        for fault in lost_hedges(statement, entry, known):
            yield statement.id, fault


def file_judgements(dataset: Dataset, found: Iterable[tuple[Auditable, records.AuditEntry]]) -> dict[str, int]:
    """Write judgements into the audits files; return how many entries changed in each.

    An entry replaces that of the same reader, and those that no longer fit the statement or are from before there
    were marks. Every other entry keeps its bytes, and one that says the same already keeps its date.
    """
    changed: dict[str, int] = {}
    for statement, entry in found:
        where = dataset.root / statement.file
        replaced = [
            item
            for item in dataset.all("audits")
            if item.record.of == entry.of and _replaces(statement, entry, item.record)
        ]
        if any(_same(item.record, entry) for item in replaced):
            continue
        for other in {item.file for item in replaced} - {statement.file}:
            _rewrite(dataset.root / other, statement, entry, write=False)
        _rewrite(where, statement, entry, write=True)
        changed[statement.file] = changed.get(statement.file, 0) + 1
    return changed


def entry_text(entry: records.AuditEntry) -> str:
    """Return an entry as it stands in a file: a line a mark."""
    lines = [f"- of: {_scalar(entry.of)}", f"  by: {_scalar(entry.by)}", f"  date: '{entry.date}'"]
    lines.append(f"  digest: '{entry.digest}'")
    if entry.own:
        lines.append("  own: true")
    lines.append("  marks:")
    for mark in entry.marks:
        plain = mark.model_dump(mode="json", by_alias=True, exclude_none=True)
        lines.append("  - {" + ", ".join(f"{key}: {_scalar(value)}" for key, value in plain.items()) + "}")
    return "\n".join(lines) + "\n"


def _judgement(
    line: str, now: dict[str, Auditable], by: str, date: str, own: Callable[[Auditable], bool]
) -> tuple[Auditable, records.AuditEntry]:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise ValueError(f"not JSON ({error}); write one object a line") from None
    if not isinstance(value, dict):
        raise ValueError('not a judgement; write {"of", "digest", "marks"}')
    stranger = next((key for key in value if key not in ("of", "digest", "marks")), None)
    if stranger is not None:
        raise ValueError(f"unknown key '{stranger}'; a judgement has of, digest and marks")
    statement = now.get(str(value.get("of")))
    if statement is None:
        raise ValueError(f"there is no '{value.get('of')}' to audit; copy 'of' from the sheet")
    if "digest" not in value:
        raise ValueError(f"'{statement.id}' has no 'digest'; copy it from the sheet")
    if value["digest"] != statement.digest:
        raise ValueError(f"'{statement.id}' has changed since its sheet was printed; print it again and judge it anew")
    marks = value.get("marks")
    if not isinstance(marks, list) or not marks:
        raise ValueError(f"'{statement.id}' has no marks; mark each of its parts")
    resolved = [_resolved(mark, statement) for mark in marks]
    try:
        entry = records.AuditEntry.model_validate(
            {"of": statement.id, "by": by, "date": date, "digest": statement.digest, "own": own(statement),
             "marks": resolved}
        )  # fmt: skip
    except ValidationError as error:
        raise JudgementError(
            [_in_words(detail, resolved) for detail in error.errors(include_url=False, include_input=False)]
        ) from None
    return statement, entry


def _resolved(mark: Any, statement: Auditable) -> Any:
    """Return a mark with ids for the numbers that the sheet gave to quotes and runs."""
    if not isinstance(mark, dict):
        raise ValueError(f'{json.dumps(mark)} is no mark; write {{"part", "quote", "words"}}')
    result = dict(mark)
    for key, field in (("quote", "quote_id"), ("witness", "witness")):
        number = result.get(key)
        if isinstance(number, str) and number.isdigit():
            number = int(number)
        if isinstance(number, int):
            if not 1 <= number <= len(statement.evidence):
                raise ValueError(
                    f"part '{mark.get('part')}': there is no {key} {number}; the sheet of '{statement.id}' numbers "
                    f"them from 1 to {len(statement.evidence)}"
                )
            result[key] = getattr(statement.evidence[number - 1], field)
            if result[key] is None:
                raise ValueError(f"part '{mark.get('part')}': number {number} is no {key}; look at the sheet again")
    return result


def _in_words(detail: Any, marks: list[Any]) -> str:
    place = detail["loc"]
    sentence = describe({**detail, "loc": place[2:] if place[:1] == ("marks",) else place}, records.AuditEntry)
    if len(place) > 1 and place[0] == "marks":
        return f"part '{marks[place[1]].get('part')}': {sentence}"
    return sentence


def _replaces(statement: Auditable, entry: records.AuditEntry, old: records.AuditEntry) -> bool:
    return old.by == entry.by or not old.marks or not statement.holds(old)


def _same(old: records.AuditEntry, new: records.AuditEntry) -> bool:
    return old.model_copy(update={"date": new.date}) == new


def _rewrite(path: Path, statement: Auditable, entry: records.AuditEntry, *, write: bool) -> None:
    """Put the entry in its place by id and reader, with what it replaces taken out; all else keeps its bytes."""
    text = path.read_text(encoding="utf-8") if path.is_file() else _HEAD
    head, *chunks = re.split(r"(?m)^(?=- )", text)
    kept = [chunk for chunk in chunks if not _taken_out(chunk, statement, entry)]
    if write:
        new = entry_text(entry)
        place = next((n for n, chunk in enumerate(kept) if _order(chunk) > _order(new)), len(kept))
        if place and not kept[place - 1].endswith("\n"):
            kept[place - 1] += "\n"
        kept.insert(place, new)
    path.parent.mkdir(parents=True, exist_ok=True)
    if kept:
        write_file(path, (head + "".join(kept)).encode())
    elif path.is_file():
        path.unlink()


def _taken_out(chunk: str, statement: Auditable, entry: records.AuditEntry) -> bool:
    if _order(chunk)[0] != entry.of:
        return False
    value, _ = read_yaml(chunk)
    old = records.AuditEntry.model_validate(value[0])
    return _replaces(statement, entry, old)


def _order(chunk: str) -> tuple[str, str]:
    """Return the id and the reader of an entry as it stands in a file."""
    of, by = _OF.search(chunk), _BY.search(chunk)
    return (of.group(1) if of else "", by.group(1) if by else "")


def _scalar(value: Any) -> str:
    """Return a value as YAML of any age reads it, inside brackets as well."""
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.match(value) and value.casefold() not in _RESERVED and not re.fullmatch(r"\d[\d_.e+-]*", value):
        return value
    if "'" not in value and value.isprintable():
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)
