"""The class of a collection's records, by the name that the table of collections has for it."""

from __future__ import annotations

from . import choices, records


def record_type(name: str) -> type[records.Record]:
    """Return the record class of a name, such as ``Entity`` or ``Choice``."""
    found: type[records.Record] = getattr(choices if hasattr(choices, name) else records, name)
    return found
