"""Names: steps told apart, and files found by the id of what is in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..authoring.stack_folder import steps_file
from ..model.collections import WRITTEN
from ..model.records import Record
from .rule import Found, Rule


def _slugs(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        steps = located.record.steps
        triples = Counter((step.from_, step.relation, step.to) for step in steps)
        seen: set[str] = set()
        for number, step in enumerate(steps):
            name = step.id_in(located.record.id)
            if name in seen:
                yield (
                    located,
                    ("steps", number),
                    f"the step {name} stands twice; give this one a 'slug' of its own",
                )
            elif step.slug is not None and triples[(step.from_, step.relation, step.to)] == 1:
                yield located, ("steps", number, "slug"), f"no other step is called {name}; remove its 'slug'"
            seen.add(name)


def _twice(dataset: Dataset) -> Iterator[Found]:
    for collection in dataset.collections:
        for located in dataset.all(collection):
            for path, names in _lists(located.record, ()):
                if path[:1] == ("stages",) and path[-1] == "evidence":  # what steps lend comes once a condition
                    names = names[: len(located.written.stages[path[1]].evidence)]
                for name, count in Counter(names).items():
                    if count > 1:
                        yield located, path, f"'{name}' stands twice under '{path[-1]}'; keep it once"


def _lists(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
    """Yield every list of names in a record, with the path to it: ids, spellings, and records known by an id."""
    if isinstance(value, tuple):
        names = [getattr(item, "id", getattr(item, "quote_id", item)) for item in value]
        yield path, [name for name in names if isinstance(name, str)]
        for number, item in enumerate(value):
            yield from _lists(item, (*path, number))
    elif isinstance(value, Record):
        for key, field in type(value).model_fields.items():
            yield from _lists(getattr(value, key), (*path, field.alias or key))


def _same_names(dataset: Dataset) -> Iterator[Found]:
    seen: dict[str, str] = {}
    for located in dataset.all("entities"):
        entity = located.record
        first = seen.setdefault(entity.name.casefold(), entity.id)
        if first != entity.id:
            yield (
                located,
                ("name",),
                f"'{first}' has the name '{entity.name}' as well; name one of the two more precisely",
            )


def _files(dataset: Dataset) -> Iterator[Found]:
    for row in (row for row in WRITTEN if row.homes):
        for located in dataset.all(row.name):
            homes = [home.format(id=located.record.id) for home in row.homes]
            if located.file not in homes:
                where = PurePosixPath(located.file)
                yield located, (), f"'{located.record.id}' stands in {where}; move it to {homes[0]}"


def _stack_files(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        files = {located.file, *located.files.values()}
        for file in sorted(files):
            length = (dataset.root / file).read_bytes().count(b"\n")
            if length > LONGEST_FILE:
                yield (
                    Located(None, file, {}),
                    (),
                    f"{length} lines, and at most {LONGEST_FILE} are read with ease; {_split(located)}",
                )
        names = {PurePosixPath(file).name for file in files}
        for number, step in enumerate(located.record.steps if located.files else ()):
            file, expected = located.where("steps", number)[0], steps_file(step, names)
            if PurePosixPath(file).name != expected:
                yield located, ("steps", number), f"a step of this phase and device stands in {expected}; move it there"


def _split(located: Located) -> str:
    stack = located.record.id
    if located.files:
        return f"move the steps that hold on one device alone to stacks/{stack}/steps-PHASE-DEVICE.yaml"
    return f"make it a folder, stacks/{stack}/, of stack.yaml, stages.yaml and a steps-PHASE.yaml for each phase"


#: Lines that a file of a stack may have.
LONGEST_FILE = 800

RULES = (
    Rule("AG112", "step-name", _slugs),
    Rule("AG113", "file-name", _files),
    Rule("AG122", "stack-files", _stack_files),
    Rule("AG115", "listed-twice", _twice),
    Rule("AG116", "same-name", _same_names),
)
