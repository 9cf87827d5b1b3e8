"""The dataset compiled into the one value that is released: ids added, audits filed where they belong, sorted."""

from __future__ import annotations

from typing import Any

from ..jsonld.linked import linked
from ..model import choices, records
from ..model.collections import RELEASED, Collection
from ..model.identifiers import stage_id
from ..model.makers import say_whose
from ..model.vocabulary import RELEASE_FORMAT
from .audits import auditables
from .checkout import Commit
from .dataset import Dataset, record_key
from .marking import as_released, verdict

Audits = dict[str, dict[str, Any]]


def compile_release(dataset: Dataset, *, released: bool = False, commit: Commit | None = None) -> dict[str, Any]:
    """Return the release as plain JSON values, in a fixed order; the same dataset gives the same value.

    ``released`` says that this is what is published, ``commit`` of what it is built.

    The value is JSON-LD as well: see ``atlas_graph.jsonld.linked``.
    Audits whose digest no longer fits are left out: what changed since is unaudited. Says nothing about
    whether the dataset keeps the rules; run ``atlas_graph.rules.check`` for that.
    """
    audits = effective_audits(dataset)
    release: dict[str, Any] = {"format": RELEASE_FORMAT, **_plain(dataset.header), "released": released}
    if commit is not None:
        release |= {"commit": commit.id, **({"modified": True} if commit.modified else {})}
    for row in RELEASED:
        if row.written:
            release[row.name] = [_released(row, record, audits) for record in dataset.records(row.name)]
    release["ledger"] = [_plain(dataset.ledger[key]) for key in sorted(dataset.ledger)]
    say_whose(release)
    return linked(release)


def _released(row: Collection, record: Any, audits: Audits) -> dict[str, Any]:
    if row.name == "stacks":
        return _stack(record, audits)
    if row.audited:
        return {"id": record_key(record), **_typed(_audited(record, record_key(record), audits))}
    if isinstance(record, choices.Looked):
        return {"id": record.key, **_with_evidence_ids(record)}
    return _with_evidence_ids(record) if row.evidence else _plain(record)


def _typed(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with a value in words under a key of its own, so that a column has one type."""
    return {"value_text" if key == "value" and isinstance(value, str) else key: value for key, value in record.items()}


def _stack(stack: records.Stack, audits: Audits) -> dict[str, Any]:
    plain = _plain(stack)
    plain["stages"] = [_audited(stage, stage_id(stack.id, stage.entity), audits) for stage in stack.stages]
    plain["steps"] = [
        {"id": step.id_in(stack.id), **_audited(step, step.id_in(stack.id), audits)} for step in stack.steps
    ]
    return plain


def effective_audits(dataset: Dataset) -> Audits:
    """Return what the readers' judgements come to, by the id of the statement; what has none is left out."""
    filed: dict[str, list[records.AuditEntry]] = {}
    for entry in dataset.records("audits"):
        filed.setdefault(entry.of, []).append(entry)
    found = {}
    for statement in auditables(dataset):
        audit = verdict(statement, filed.get(statement.id, ()))
        if audit is not None:
            found[statement.id] = as_released(audit, statement)
    return found


def _audited(record: Any, of: str, audits: Audits) -> dict[str, Any]:
    plain = _with_evidence_ids(record)
    if of in audits:
        plain["audit"] = audits[of]
    return plain


def _with_evidence_ids(record: Any) -> dict[str, Any]:
    plain = _plain(record)
    plain["evidence"] = _evidence(record)
    status = getattr(record, "status", None)
    for key in ("since", "until"):
        for owner, name in ((record, key), (status, f"status_{key}")):
            bound = getattr(owner, key, None)
            if bound is not None:
                plain[name] = {**_plain(bound), "evidence": _evidence(bound)}
        if status is not None:
            plain["status"].pop(key, None)  # it stands beside the status, where each key has one meaning
    return plain


def _evidence(record: Any) -> list[dict[str, Any]]:
    return [
        {"id": evidence.quote_id, "quote_id": evidence.quote_id, **_plain(evidence)}
        if evidence.quote_id
        else _plain(evidence)
        for evidence in record.evidence
    ]


def _plain(record: Any) -> dict[str, Any]:
    result: dict[str, Any] = record.model_dump(mode="json", by_alias=True, exclude_none=True)
    return result
