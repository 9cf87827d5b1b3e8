"""The records inside a record, however deep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.records import Record
from .positions import Key


def nested_records(value: Any, path: Key, wanted: type[Record]) -> Iterator[tuple[Key, Any]]:
    """Yield every record of a type in a value, itself included and however deep, with the path to it."""
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from nested_records(item, (*path, index), wanted)
    elif isinstance(value, Record):
        if isinstance(value, wanted):
            yield path, value
        for name, field in type(value).model_fields.items():
            inner = getattr(value, name)
            if isinstance(inner, tuple | Record):
                yield from nested_records(inner, (*path, field.alias or name), wanted)
