"""One YAML file of the dataset read, and its values made into records; what does not fit becomes a problem."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..files import read_file
from ..model.messages import describe
from ..problems import Problem
from .located import Located
from .positions import Key, YamlError, read_yaml

#: Bytes of the largest file that is read: a hundred times the largest of today.
LARGEST = 64 << 20


def read_values(root: Path, path: Path, problems: list[Problem]) -> tuple[Any, Mapping[Key, int]] | None:
    """Return what a file holds and the line of each part of it; None, and a problem, where it cannot be read."""
    file = path.relative_to(root).as_posix()
    try:
        value, lines = read_yaml(read_file(path, LARGEST).decode("utf-8"))
    except UnicodeDecodeError:
        problems.append(Problem(file, 1, "AG001", "not UTF-8; save the file as UTF-8"))
    except YamlError as error:
        problems.append(Problem(file, error.line, "AG001", str(error)))
    except OSError as error:
        problems.append(Problem(file, 1, "AG001", f"cannot be read ({error.strerror}); put a file here or remove it"))
    else:
        if value is not None and value != []:
            return value, lines
        problems.append(Problem(file, 1, "AG003", "there is no record in this file; write one or remove the file"))
    return None


def as_record(item: Any, record_type: type[Any], located: Located, problems: list[Problem]) -> Iterator[Located]:
    """Yield the place with the record that its values make, or nothing, and the problems that they have."""
    try:
        record = TypeAdapter(record_type).validate_python(item)
    except ValidationError as error:
        problems.extend(validation_problems(error, record_type, located))
    else:
        yield dataclasses.replace(located, record=record)


def validation_problems(error: ValidationError, record_type: type[Any], located: Located) -> Iterator[Problem]:
    """Turn a pydantic error into problems with files and lines."""
    details = error.errors(include_url=False, include_input=False)
    for detail in details:
        there = detail["loc"]
        if detail["type"] == "too_short" and any(
            other["loc"][: len(there)] == there for other in details if other is not detail
        ):
            continue  # the items are there, and each is told of by itself
        yield Problem(*located.where(*there), "AG003", describe(detail, record_type))
