"""The dataset folder read into records, each with the file and the lines that it came from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..model import choices, records
from ..model.collections import WRITTEN
from ..model.messages import describe
from ..model.record_types import record_type
from ..problems import DatasetError, Problem
from .positions import Key, YamlError, read_yaml

#: Folder or file of the dataset -> the type of the records in it. Folders may be empty or absent.
COLLECTIONS: dict[str, type[Any]] = {row.name: record_type(row.record) for row in WRITTEN}
HEADER = "dataset.yaml"
LEDGER = "ledger.jsonl"


@dataclass(frozen=True, slots=True)
class Located:
    """A record and where it stands: its file (relative to the dataset) and the line of each part of it."""

    record: Any
    file: str
    lines: Mapping[Key, int]
    base: Key = ()

    def line(self, *path: str | int) -> int:
        """Return the line of a part of the record, or of the nearest part around it that has one."""
        return nearest_line(self.lines, self.base + path)


@dataclass(slots=True)
class Dataset:
    """All records of a dataset folder, in the order of their ids, before anything is compiled."""

    header: records.DatasetHeader
    root: Path
    collections: dict[str, list[Located]] = field(default_factory=dict)
    ledger: dict[str, records.LedgerEntry] = field(default_factory=dict)
    ledger_lines: dict[str, int] = field(default_factory=dict)

    def all(self, collection: str) -> list[Located]:
        """Return the located records of one collection (a key of :data:`COLLECTIONS`)."""
        return self.collections.get(collection, [])

    def records(self, collection: str) -> Iterator[Any]:
        """Yield the bare records of one collection."""
        for located in self.all(collection):
            yield located.record


def nearest_line(lines: Mapping[Key, int], path: Key) -> int:
    """Return the line of ``path`` or of its nearest ancestor."""
    for length in range(len(path), -1, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def read_dataset(root: Path) -> Dataset:
    """Read every record under ``root``.

    Raises:
        DatasetError: with every syntax, schema and duplicate-id problem in it, if there is any.
    """
    problems: list[Problem] = []
    if not (root / HEADER).is_file():
        raise DatasetError([Problem(HEADER, 1, "AG003", f"there is no {HEADER} in {root}; name the dataset folder")])
    headers = list(_read_file(root, root / HEADER, records.DatasetHeader, problems))
    if len(headers) > 1:
        problems.append(Problem(HEADER, headers[1].line(), "AG003", "a second header; keep one record in this file"))
    dataset = Dataset(headers[0].record if headers else None, root)  # type: ignore[arg-type]
    for name, kind_of_record in COLLECTIONS.items():
        located: list[Located] = []
        for path in _files(root, name):
            located.extend(_read_file(root, path, kind_of_record, problems))
        located.sort(key=lambda item: record_key(item.record))
        dataset.collections[name] = located
        problems.extend(_duplicates(name, located))
    problems.extend(_read_ledger(root, dataset))
    problems.extend(_strangers(root))
    if problems:
        raise DatasetError(problems)
    return dataset


def record_key(record: Any) -> str:
    """Return what a record is known by within its collection."""
    if isinstance(record, records.AuditEntry):
        return record.of
    if isinstance(record, records.Link | choices.Looked):
        return record.key
    return str(record.id)


def validation_problems(
    error: ValidationError, record_type: type[Any], file: str, lines: Mapping[Key, int], base: Key = ()
) -> Iterator[Problem]:
    """Turn a pydantic error into problems with lines."""
    details = error.errors(include_url=False, include_input=False)
    for detail in details:
        place = detail["loc"]
        if detail["type"] == "too_short" and any(
            other["loc"][: len(place)] == place for other in details if other is not detail
        ):
            continue  # the items are there, and each is told of by itself
        line = nearest_line(lines, base + tuple(detail["loc"]))
        yield Problem(file, line, "AG003", describe(detail, record_type))


def _files(root: Path, name: str) -> list[Path]:
    single, folder = root / f"{name}.yaml", root / name
    found = [single] if single.is_file() else []
    if folder.is_dir():
        found.extend(folder.rglob("*.yaml"))  # a folder or a broken link of that name is reported when it is read
    return sorted(found)


def _read_file(root: Path, path: Path, record_type: type[Any], problems: list[Problem]) -> Iterator[Located]:
    file = path.relative_to(root).as_posix()
    try:
        value, lines = read_yaml(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        problems.append(Problem(file, 1, "AG001", "not UTF-8; save the file as UTF-8"))
        return
    except YamlError as error:
        problems.append(Problem(file, error.line, "AG001", str(error)))
        return
    except OSError as error:
        problems.append(Problem(file, 1, "AG001", f"cannot be read ({error.strerror}); put a file here or remove it"))
        return
    if value is None or value == []:
        problems.append(Problem(file, 1, "AG003", "there is no record in this file; write one or remove the file"))
        return
    items = enumerate(value) if isinstance(value, list) else [(None, value)]
    adapter = TypeAdapter(record_type)
    for index, item in items:
        base: Key = () if index is None else (index,)
        try:
            record = adapter.validate_python(item)
        except ValidationError as error:
            problems.extend(validation_problems(error, record_type, file, lines, base))
        else:
            yield Located(record, file, lines, base)


def _duplicates(name: str, located: list[Located]) -> Iterator[Problem]:
    seen: dict[str, Located] = {}
    for item in located:
        key = record_key(item.record)
        if key in seen:
            first = seen[key]
            yield Problem(
                item.file, item.line(), "AG002",
                f"the id '{key}' in {name} stands already at {first.file}:{first.line()}; remove or rename one",
            )  # fmt: skip
        seen[key] = item


def _read_ledger(root: Path, dataset: Dataset) -> Iterator[Problem]:
    path = root / LEDGER
    if not path.exists():
        return
    try:
        content = path.read_bytes()
    except OSError as error:
        yield Problem(LEDGER, 1, "AG003", f"cannot be read ({error.strerror}); write it again with verify --write")
        return
    # Split at line feeds alone: sentences of the web hold other characters that Python takes for line ends.
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            entry = records.LedgerEntry.model_validate(json.loads(line))
        except (ValueError, RecursionError):
            yield Problem(LEDGER, number, "AG003", "not a ledger entry; write the ledger again with verify --write")
        else:
            if entry.id in dataset.ledger:
                yield Problem(LEDGER, number, "AG002", f"the quote {entry.id} stands twice; remove one of the lines")
            dataset.ledger[entry.id] = entry
            dataset.ledger_lines[entry.id] = number


def _strangers(root: Path) -> Iterator[Problem]:
    """Files that nothing reads: a misspelt folder or ending would otherwise lose its records in silence."""
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.is_dir() or any(part.startswith(".") for part in relative.parts):
            continue
        file = relative.as_posix()
        if file in (HEADER, LEDGER, "README.md"):
            continue
        top = relative.parts[0].removesuffix(".yaml")
        if path.suffix != ".yaml" or top not in COLLECTIONS:
            yield Problem(
                file,
                1,
                "AG004",
                "nothing reads this file; move it to a folder of the dataset or end it in .yaml",
            )
