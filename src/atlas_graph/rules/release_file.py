"""A release file held to the published JSON Schema, and its ids to each other.

Independent of the models that read a dataset: whoever wrote the file, the schema decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from ..authoring.positions import YamlError, read_yaml
from ..authoring.schema import schemas
from ..problems import Problem
from ..release.faults import dangling

#: Characters of a message that are shown; jsonschema repeats the whole value that it refuses.
_SHOWN = 200


def check_release_file(path: Path) -> list[Problem]:
    """Return every problem of a release file, sorted by line: no JSON, against its schema, an id that dangles.

    Raises:
        OSError: where the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
        release = json.loads(text)
    except UnicodeDecodeError:
        return [Problem(path.name, 1, "AG001", "not UTF-8; download the release again")]
    except json.JSONDecodeError as error:
        return [Problem(path.name, error.lineno, "AG001", f"not JSON ({error.msg}); download the release again")]
    except RecursionError:
        return [Problem(path.name, 1, "AG001", "nested too deeply for a release; name a file of the atlas")]
    found = list(_schema_problems(release)) or [((), "AG101", said) for said in dangling(release)]
    if not found:
        return []
    try:
        _, lines = read_yaml(text)  # JSON is YAML, and this reader knows the lines
    except YamlError:
        lines = {}
    return sorted({Problem(path.name, _line(lines, place), code, message) for place, code, message in found})


def _schema_problems(release: Any) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    schema = json.loads(schemas()["release.schema.json"])
    for error in Draft202012Validator(schema).iter_errors(release):
        where = "/".join(map(str, error.absolute_path)) or "the file"
        said = error.message if len(error.message) <= _SHOWN else f"{error.message[:_SHOWN]}…"
        yield tuple(error.absolute_path), "AG003", f"{where}: {said}; download the release again, or correct its maker"


def _line(lines: dict[tuple[str | int, ...], int], place: tuple[str | int, ...]) -> int:
    """Return the line of the place, or of the nearest part around it that has one."""
    return next((lines[place[:end]] for end in range(len(place), -1, -1) if place[:end] in lines), 1)
