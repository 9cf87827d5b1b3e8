"""What an auditor judges, and the digest that ties a judgement to exactly what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model import records
from ..model.identifiers import audit_digest
from .dataset import Dataset, Located
from .statements import statements


def auditable(dataset: Dataset) -> Iterator[tuple[str, Any, Located]]:
    """Yield the id, the record and the file of everything that an audit can be of.

    Steps go by their id, stages by ``STACK/stage/ENTITY``, links, misconceptions and facts by theirs.
    """
    for statement in statements(dataset):
        if statement.audited:
            yield statement.id, statement.record, statement.located


def digest(record: Any) -> str:
    """Return the digest of a step, stage, link, misconception or fact as its auditor sees it."""
    seen = [_statement(record), getattr(record, "inferred", None) or ""]
    for evidence in record.evidence:
        when = evidence.when or records.When()
        seen.extend([evidence.source or "", evidence.section or "", evidence.quote or evidence.witness or ""])
        seen.extend([",".join(when.modes or ()), ",".join(when.devices or ())])
        seen.extend([evidence.supports or "", evidence.doubt or "", evidence.exception or ""])
    return audit_digest(seen)


def _statement(record: Any) -> str:
    if isinstance(record, records.Step):
        when = record.when
        conditions = f"{','.join(when.modes or ())};{','.join(when.devices or ())}"
        names = f"{record.from_} {record.relation} {record.to}"
        return f"{names} [{conditions}] ({record.qualifier or ''}) {record.text}"
    if isinstance(record, records.Stage):
        return f"{record.entity}: {record.note}"
    if isinstance(record, records.Link):
        return f"{record.from_} {record.relation} {record.to} ({record.qualifier or ''}) {record.text}"
    if isinstance(record, records.Misconception):
        return f"{record.claim} / {record.correction}"
    assert isinstance(record, records.Fact)
    qualifiers = ",".join(f"{key}={value}" for key, value in sorted(record.qualifiers.items()))
    return f"{record.subject} {record.property} {record.value} {record.unit or ''} ({qualifiers})"
