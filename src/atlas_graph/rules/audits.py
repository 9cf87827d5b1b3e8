"""Audits: of something that is there, and of what it says today."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.audits import auditable, digest
from ..authoring.dataset import Dataset
from .rule import Found, Rule


def _of_nothing(dataset: Dataset) -> Iterator[Found]:
    known = {key for key, _, _ in auditable(dataset)}
    for located in dataset.all("audits"):
        if located.record.of not in known:
            yield (
                located,
                ("of",),
                f"there is no '{located.record.of}' to audit; correct the id or remove the audit",
            )


def _stale(dataset: Dataset) -> Iterator[Found]:
    digests = {key: digest(record) for key, record, _ in auditable(dataset)}
    for located in dataset.all("audits"):
        audit = located.record
        now = digests.get(audit.of)
        if now is not None and now != audit.digest:
            yield (
                located,
                ("digest",),
                (f"'{audit.of}' has changed since it was audited; have it audited again (its digest is now {now})"),
            )


_AUDIT = "audits:\n- {of: demo/alpha--calls--beta, supports: full, date: '2026-01-01', digest: "

RULES = (
    Rule(
        "AG301",
        "audit-of-nothing",
        "An audit is of a step, stage, link, misconception or fact that exists.",
        _AUDIT + "'13b43d583a68'}\n",
        "audits:\n- {of: demo/alpha--calls--omega, supports: full, date: '2026-01-01', digest: '000000000000'}\n",
        _of_nothing,
    ),
    Rule(
        "AG302",
        "audit-stale",
        "An audit holds for what the auditor saw; when words, conditions or quotes change it is made anew.",
        _AUDIT + "'13b43d583a68'}\n",
        _AUDIT + "'000000000000'}\n",
        _stale,
    ),
)
