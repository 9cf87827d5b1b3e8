"""A stack whose file would be too long: a folder with a file for each part of it.

``stacks/ID/`` holds ``stack.yaml`` (all but what follows), ``stages.yaml``, and the steps by their phase, such as
``steps-run.yaml``. Where a phase is too long for one file, the steps that hold on one device alone stand in a file of
that device, such as ``steps-run-cpu.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from ..model.collections import WRITTEN
from ..model.records import Step
from ..model.vocabulary import PHASES
from ..problems import Problem
from .files import as_record, read_values
from .located import Located
from .positions import Key

STACK_HEADER = "stack.yaml"
_BESIDE = frozenset(f"{row.name}.yaml" for row in WRITTEN if row.in_stacks)
_STEPS = re.compile(rf"steps-({'|'.join(PHASES)})(?:-([a-z0-9-]+))?\.yaml")


def part_of_stack(root: Path, file: Path) -> bool:
    """Tell whether a file under ``stacks`` (relative to the dataset's root) is one that is read."""
    if len(file.parts) != 3:
        return len(file.parts) == 2
    known = file.name in (STACK_HEADER, "stages.yaml", *_BESIDE) or _STEPS.fullmatch(file.name) is not None
    return known and (root / file).with_name(STACK_HEADER).is_file()


def steps_file(step: Step, files: Collection[str]) -> str:
    """Return the name of the file that a step stands in, of a folder that has these ``files``."""
    devices = step.when.devices or ()
    of_device = f"steps-{step.phase}-{devices[0]}.yaml" if len(devices) == 1 else ""
    return of_device if of_device in files else f"steps-{step.phase}.yaml"


def _parts(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a stack's folder beside its header, and the list that each is a part of."""
    yield folder / "stages.yaml", "stages"
    found = (path for path in folder.glob("steps-*.yaml") if _STEPS.fullmatch(path.name))
    for path in sorted(found, key=_order):
        yield path, "steps"


def _order(path: Path) -> tuple[int, str]:
    match = _STEPS.fullmatch(path.name)
    assert match is not None
    return PHASES.index(match[1]), match[2] or ""


def read_stack_folder(root: Path, header: Path, record_type: type[Any], problems: list[Problem]) -> Iterator[Located]:
    """Yield the stack whose folder ``header`` lies in, with the file and line of each part."""
    file = header.relative_to(root).as_posix()
    read = read_values(root, header, problems)
    if read is None:
        return
    value, head_lines = read
    if not isinstance(value, dict):
        problems.append(Problem(file, 1, "AG003", "this file holds one record; write 'key: value' lines"))
        return
    declared = frozenset(value)
    lines: dict[Key, int] = dict(head_lines)
    files: dict[Key, str] = {}
    for path, key in _parts(header.parent):
        if not path.exists():
            continue
        part = read_values(root, path, problems)
        there = path.relative_to(root).as_posix()
        if part is None:
            continue
        if not isinstance(part[0], list):
            problems.append(Problem(there, 1, "AG003", f"this file holds a list of {key}; write '- ' before each"))
            continue
        if key in declared:
            problems.append(Problem(there, 1, "AG003", f"'{key}' stands in {file} as well; keep it in one place"))
            continue
        first = len(value.setdefault(key, []))
        value[key].extend(part[0])
        for place, line in part[1].items():
            if place:
                lines[(key, first + int(place[0]), *place[1:])] = line
        files.update({(key, first + number): there for number in range(len(part[0]))})
        lines.setdefault((key,), 1)
        files.setdefault((key,), there)
    yield from as_record(value, record_type, Located(None, file, lines, (), files), problems)
