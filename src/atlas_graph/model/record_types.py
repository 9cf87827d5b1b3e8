"""The class of a collection's records, by the name that the table of collections has for it."""

from __future__ import annotations

from . import choices, ledger_records, records, witness_records


def record_type(name: str) -> type[records.Record]:
    """Return the record class of a name, such as ``Entity`` or ``Choice``."""
    module = next(module for module in (choices, ledger_records, witness_records, records) if hasattr(module, name))
    found: type[records.Record] = getattr(module, name)
    return found
