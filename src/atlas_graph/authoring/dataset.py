"""The dataset folder read into records, each with the file and the lines that it came from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..files import read_file
from ..model import choices, records
from ..model.collections import WRITTEN, Collection
from ..model.ledger_lines import DOCUMENTS, SIDES, source_of, whole
from ..model.ledger_lines import QUOTES as LEDGER
from ..model.ledger_records import LedgerDocument, LedgerEntry
from ..model.record_types import record_type
from ..problems import DatasetError, Problem, Problems
from .cites import resolved
from .files import LARGEST, as_record, read_values
from .located import Located
from .nested_records import nested_records
from .positions import Key
from .stack_folder import STACK_HEADER, part_of_stack, read_stack_folder

#: Folder or file of the dataset -> the type of the records in it. Folders may be empty or absent.
COLLECTIONS: dict[str, type[Any]] = {row.name: record_type(row.record) for row in WRITTEN}
HEADER = "dataset.yaml"
_WRITE_AGAIN = "remove it, and write the ledger again with verify --write"


@dataclass(slots=True)
class Dataset:
    """All records of a dataset folder, in the order of their ids, before anything is compiled."""

    header: records.DatasetHeader
    root: Path
    collections: dict[str, list[Located]] = field(default_factory=dict)
    ledger: dict[str, LedgerEntry] = field(default_factory=dict)
    ledger_lines: dict[str, int] = field(default_factory=dict)
    ledger_documents: dict[str, int] = field(default_factory=dict)

    def all(self, collection: str) -> list[Located]:
        """Return the located records of one collection (a key of :data:`COLLECTIONS`)."""
        return self.collections.get(collection, [])

    def records(self, collection: str) -> Iterator[Any]:
        """Yield the bare records of one collection."""
        for located in self.all(collection):
            yield located.record


def read_dataset(root: Path) -> Dataset:
    """Read every record under ``root``.

    Raises:
        DatasetError: with every syntax, schema and duplicate-id problem in it, if there is any.
    """
    problems = Problems()
    if not (root / HEADER).is_file():
        raise DatasetError([Problem(HEADER, 1, "AG003", f"there is no {HEADER} in {root}; name the dataset folder")])
    headers = list(_read_file(root, root / HEADER, records.DatasetHeader, problems))
    if len(headers) > 1:
        problems.append(Problem(HEADER, headers[1].line(), "AG003", "a second header; keep one record in this file"))
    dataset = Dataset(headers[0].record if headers else None, root)  # type: ignore[arg-type]
    paths = _walk(root, problems)
    for row in WRITTEN:
        located: list[Located] = []
        for path in _files(root, row, paths):
            read = read_stack_folder if path.name == STACK_HEADER else _read_file
            located.extend(read(root, path, COLLECTIONS[row.name], problems))
        located.sort(key=lambda item: record_key(item.record))
        dataset.collections[row.name] = located
        problems.extend(_duplicates(row.name, located))
    problems.extend(_resolve(dataset))
    problems.extend(_read_ledger(root, dataset))
    problems.extend(_strangers(root, paths))
    if problems:
        raise DatasetError(problems)
    return dataset


def record_key(record: Any) -> str:
    """Return what a record is known by within its collection."""
    if isinstance(record, records.AuditEntry):
        return f"{record.of} by {record.by}" if record.by else record.of
    if isinstance(record, records.Link | choices.Looked):
        return record.key
    return str(record.id)


def _walk(root: Path, problems: list[Problem]) -> list[Path]:
    """Return every file below ``root``, sorted, hidden ones left out; a folder that cannot be read is a problem.

    Links to folders are followed, once each. A folder that is called like a file is returned, to be told of.
    """

    def unreadable(error: OSError) -> None:
        folder = os.path.relpath(error.filename, root)
        problems.append(Problem(folder, 1, "AG003", f"cannot be read ({error.strerror}); make the folder readable"))

    found: list[Path] = []
    seen: set[str] = set()
    for directory, folders, files in os.walk(root, onerror=unreadable, followlinks=True):
        place = os.path.realpath(directory)
        if place in seen:
            folders.clear()
            continue
        seen.add(place)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        names = (*(name for name in files if not name.startswith(".")), *(n for n in folders if n.endswith(".yaml")))
        found.extend(Path(directory, name) for name in names)
    return sorted(found)


def _files(root: Path, row: Collection, paths: list[Path]) -> list[Path]:
    single, folder, stacks = root / f"{row.name}.yaml", root / row.name, root / "stacks"

    def holds(path: Path) -> bool:
        in_folder = path.parent == folder or path.name == STACK_HEADER if folder == stacks else True
        beside_stack = row.in_stacks and path.name == single.name and path.parent.parent == stacks
        return path == single or (folder in path.parents and in_folder) or beside_stack

    return [path for path in paths if path.suffix == ".yaml" and holds(path)]


def _read_file(root: Path, path: Path, record_type: type[Any], problems: list[Problem]) -> Iterator[Located]:
    read = read_values(root, path, problems)
    if read is None:
        return
    value, lines = read
    file = path.relative_to(root).as_posix()
    items = enumerate(value) if isinstance(value, list) else [(None, value)]
    for index, item in items:
        base: Key = () if index is None else (index,)
        yield from as_record(item, record_type, Located(None, file, lines, base), problems)


def _resolve(dataset: Dataset) -> Iterator[Problem]:
    """Put the quotes that are cited by key where they are cited, in every record; a key that stands twice is told."""
    quotes: dict[str, records.WrittenEvidence] = {}
    places: dict[str, tuple[str, int]] = {}
    for located in (located for name in dataset.collections for located in dataset.all(name)):
        for path, evidence in nested_records(located.record, (), records.WrittenEvidence):
            if evidence.key is None:
                continue
            name = f"{evidence.source}/{evidence.key}"
            where = located.where(*path, "key")
            if name in quotes:
                first = "{}:{}".format(*places[name])
                yield Problem(*where, "AG002", f"the key '{name}' stands already at {first}; choose another")
            quotes[name], places[name] = evidence, where
    for name, items in dataset.collections.items():
        dataset.collections[name] = [
            replace(item, record=resolved(item.record, quotes), written=item.record) for item in items
        ]


def _duplicates(name: str, located: list[Located]) -> Iterator[Problem]:
    seen: dict[str, Located] = {}
    for item in located:
        key = record_key(item.record)
        if key in seen:
            first = "{}:{}".format(*seen[key].where())
            yield Problem(
                *item.where(), "AG002", f"the id '{key}' in {name} stands already at {first}; remove or rename one"
            )
        seen[key] = item


def _read_ledger(root: Path, dataset: Dataset) -> Iterator[Problem]:
    documents: dict[str, dict[str, Any]] = {}
    problems = Problems()
    for number, line in _lines(root, DOCUMENTS, problems):
        try:
            document = LedgerDocument.model_validate(line)
        except ValueError:
            yield Problem(DOCUMENTS, number, "AG003", f"not a document of the ledger; {_WRITE_AGAIN}")
            continue
        if document.source in documents:
            yield Problem(DOCUMENTS, number, "AG002", f"{document.source} stands twice; remove one of the lines")
        documents[document.source] = line
        dataset.ledger_documents[document.source] = number
    for number, line in _lines(root, LEDGER, problems):
        if _reading_lost(line, documents):
            continue  # two branches were merged: the quote counts as never checked, until verify --write enters it anew
        try:
            entry = LedgerEntry.model_validate(whole(line, documents))
        except (ValueError, KeyError):
            yield Problem(LEDGER, number, "AG003", f"not a ledger entry; {_WRITE_AGAIN}")
            continue
        if entry.id in dataset.ledger:
            yield Problem(LEDGER, number, "AG002", f"the quote {entry.id} stands twice; remove one of the lines")
        dataset.ledger[entry.id] = entry
        dataset.ledger_lines[entry.id] = number
    yield from problems


def _reading_lost(line: dict[str, Any], documents: dict[str, dict[str, Any]]) -> bool:
    """Say whether a quote's line tells of a reading of its document that no line is left of."""
    document = documents.get(source_of(line), {}) if isinstance(line.get("id"), str) else {}
    checks = {side: line[side] for side in SIDES if isinstance(line.get(side), dict)}
    return bool(checks) and any("date" not in check and side not in document for side, check in checks.items())


def _lines(root: Path, name: str, problems: list[Problem]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield number and value of each line of one of the ledger's files."""
    path = root / name
    if not os.path.lexists(path):
        return
    try:
        content = read_file(path, LARGEST)
    except OSError as error:
        problems.append(Problem(name, 1, "AG003", f"cannot be read ({error.strerror}); {_WRITE_AGAIN}"))
        return
    # Split at line feeds alone: sentences of the web hold other characters that Python takes for line ends.
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            yield number, value
        else:
            problems.append(Problem(name, number, "AG003", f"not a line of the ledger; {_WRITE_AGAIN}"))


def _strangers(root: Path, paths: list[Path]) -> Iterator[Problem]:
    """Files that nothing reads: a misspelt folder or ending would otherwise lose its records in silence."""
    for path in paths:
        relative = path.relative_to(root)
        file = relative.as_posix()
        if file in (HEADER, LEDGER, DOCUMENTS, "README.md"):
            continue
        if len(relative.parts) == 3 and relative.parts[0] == "witnesses" and path.name == "program.py":
            continue  # what a witness runs lies beside its record
        top = relative.parts[0].removesuffix(".yaml")
        if path.suffix != ".yaml" or top not in COLLECTIONS or (top == "stacks" and not part_of_stack(root, relative)):
            yield Problem(
                file,
                1,
                "AG004",
                "nothing reads this file; move it to a folder of the dataset or end it in .yaml",
            )
