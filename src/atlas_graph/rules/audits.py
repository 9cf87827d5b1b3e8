"""Audits: of something that is there, of what it says today, with marks, and by another than its author."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.audits import Auditable, auditables
from ..authoring.dataset import Dataset
from ..authoring.marking import verdict
from ..authoring.sheets import filed_by_statement
from .rule import Found, Rule


def _of_nothing(dataset: Dataset) -> Iterator[Found]:
    known = {statement.id for statement in auditables(dataset)}
    for located in dataset.all("audits"):
        if located.record.of not in known:
            yield (
                located,
                ("of",),
                f"there is no '{located.record.of}' to audit; correct the id or remove the audit",
            )


def _stale(dataset: Dataset) -> Iterator[Found]:
    now = {statement.id: statement for statement in auditables(dataset)}
    for located in dataset.all("audits"):
        statement = now.get(located.record.of)
        if statement is not None and not statement.holds(located.record):
            yield (
                located,
                ("digest",),
                f"'{statement.id}' has changed since it was judged, and counts as unaudited; {_mend(statement)}",
            )


def _mend(statement: Auditable) -> str:
    return f"have it judged anew: atlas-graph audit sheet --prefix {statement.id}"


def _unaudited(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        entries = [entry for entry in filed.get(statement.id, ()) if not entry.own]
        if not entries:
            yield (
                statement.located,
                statement.path,
                f"no second reader has judged '{statement.id}'; {_mend(statement)}",
            )


def _without_marks(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for located in dataset.all("audits"):
        if not located.record.marks and not any(entry.marks for entry in filed[located.record.of]):
            yield (
                located,
                ("supports",),
                f"this judgement of '{located.record.of}' shows no words; have its parts marked: "
                f"atlas-graph audit sheet --prefix {located.record.of}",
            )


def _carries_nothing(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        found = verdict(statement, filed.get(statement.id, ()))
        if found is not None and found.supports == "none":
            yield (
                statement.located,
                statement.path,
                f"nothing carries '{statement.id}' ({found.doubt}); find its sentence, or remove it",
            )


def _disputed(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        found = verdict(statement, filed.get(statement.id, ()))
        if found is not None and found.disputed:
            shown = ", ".join(f"'{part}'" for part in found.disputed)
            yield (
                statement.located,
                statement.path,
                f"readers differ on {shown} of '{statement.id}', which counts as not carried; have a third read it: "
                f"atlas-graph audit sheet --prefix {statement.id}",
            )


RULES = (
    Rule("AG301", "audit-of-nothing", _of_nothing),
    Rule("AG302", "audit-stale", _stale, "release"),
    Rule("AG303", "statement-unaudited", _unaudited, "release"),
    Rule("AG304", "audit-without-marks", _without_marks, "notice"),
    Rule("AG305", "carried-by-nothing", _carries_nothing, "release"),
    Rule("AG306", "readers-differ", _disputed, "notice"),
)
