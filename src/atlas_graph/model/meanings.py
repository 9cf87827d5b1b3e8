"""What the fields of records mean, in words: the schemas and the guide to the data read them here."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

#: Descriptions of types, which say nothing of the field that has the type.
OF_TYPES = frozenset(("kebab-case, never reused", "UTC date, YYYY-MM-DD", "pkg:TYPE/NAME@VERSION"))
#: Records that are written under another name than they are released.
_AS = {"WrittenEvidence": "Evidence", "DatasetHeader": "Release"}


@functools.cache
def meanings() -> dict[str, dict[str, str]]:
    """Return record -> field -> meaning; ``*`` is any record."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def meaning(record: str, field: str, described: str | None = None) -> str | None:
    """Return what a field of a record means; None where nothing says it.

    ``described`` is what the model itself says of it.

    >>> meaning("ReleasedStep", "phase")
    'build, trace, compile, load or run'
    """
    name = record.removeprefix("Released")
    own = meanings().get(_AS.get(name, name), {})
    if field in own:
        return own[field]
    if described and described not in OF_TYPES:
        return described
    return meanings()["*"].get(field)
