"""Sheets for auditors, and their judgements filed.

A sheet shows each statement and its quotes and nothing else: an auditor sees what a reader of the atlas sees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from ..model import choices, records
from .audits import auditable, dated, digest
from .dataset import Dataset


def sheet(dataset: Dataset, *, prefix: str = "", unaudited: bool = False) -> Iterator[dict[str, Any]]:
    """Yield what an auditor judges: id, digest, statement, conditions, quotes with headings and page titles.

    ``prefix`` limits it to ids that start with it (``jax/`` for a stack); ``unaudited`` to what has no audit that
    still fits.
    """
    names = {entity.id: entity.name for entity in dataset.records("entities")}
    titles = {source.id: source.title for source in dataset.records("sources")}
    labels = {relation.id: relation.label for relation in dataset.records("relations")}
    filed = {audit.of: audit.digest for audit in dataset.records("audits")}
    for key, record, _ in auditable(dataset):
        fingerprint = digest(record)
        if not key.startswith(prefix) or (unaudited and filed.get(key) == fingerprint):
            continue
        item: dict[str, Any] = {"of": key, "digest": fingerprint, "statement": _statement(record, names, labels)}
        if isinstance(record, records.Step | choices.Choice):
            item["modes"] = list(record.when.modes or ["any"])
            item["devices"] = list(record.when.devices or ["any"])
            if record.when.options or record.when.unless:
                item["options"], item["unless"] = list(record.when.options or ()), list(record.when.unless or ())
            item["inferred"] = getattr(record, "inferred", None)
        item["evidence"] = [_shown(evidence, titles) for evidence in record.evidence]
        for key, bound in dated(record, getattr(record, "status", None)):
            said = bound.model_dump(exclude_none=True, exclude={"evidence"})
            item[key] = {**said, "evidence": [_shown(evidence, titles) for evidence in bound.evidence]}
        yield item


def filed_audits(dataset: Dataset, judgements: Iterable[str], date: str) -> str:
    """Return an audits file from judgements, one JSON object a line: ``{"of", "digest", "supports", "doubt"?}``.

    Raises:
        ValueError: for a line that is not a judgement, names nothing auditable, or was made of other words than
            the dataset holds now; the text says which line.
    """
    now = {key: digest(record) for key, record, _ in auditable(dataset)}
    audits: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(judgements, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            audit = records.AuditEntry.model_validate({**value, "date": date})
        except ValueError as error:
            raise ValueError(f"line {number} is not a judgement: {error}") from None
        if audit.of not in now:
            raise ValueError(f"line {number}: there is no '{audit.of}' to audit")
        if now[audit.of] != audit.digest:
            raise ValueError(f"line {number}: '{audit.of}' has changed since its sheet was printed; judge it again")
        audits[audit.of] = audit.model_dump(exclude_none=True)
    order = ("of", "supports", "doubt", "digest", "date")
    listed = [{key: audits[of][key] for key in order if key in audits[of]} for of in sorted(audits)]
    head = "# yaml-language-server: $schema=../../schema/audits.schema.json\n"
    text = yaml.safe_dump(listed, sort_keys=False, allow_unicode=True, width=110)
    # A digest such as 722334633e41 is a number to readers of YAML 1.2, though not to the writer here.
    return head + re.sub(r"(?m)^  digest: '?([0-9a-f]{12})'?$", r"  digest: '\1'", text)


def merged_judgements(path: Path, lines: Iterable[str]) -> list[str]:
    """Return the judgements of an audits file that is there, followed by new ones; the later one of an id counts."""
    existing = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None
    keys = ("of", "supports", "doubt", "digest")
    old = [json.dumps({key: item[key] for key in keys if key in item}) for item in existing or []]
    return [*old, *lines]


def _statement(record: Any, names: dict[str, str], labels: dict[str, str]) -> str:
    if isinstance(record, records.Step | records.Link):
        limit = f" ({record.qualifier})" if record.qualifier else ""
        ends = f"{names[record.from_]} — {labels[record.relation]}{limit} → {names[record.to]}"
        return f"{ends}. {record.text}"
    if isinstance(record, records.Stage):
        return f"{names[record.entity]}: {record.note}"
    if isinstance(record, records.Misconception):
        return f"Wrong: {record.claim} Right: {record.correction}"
    if isinstance(record, choices.Choice):
        how = (
            "all of them happen"
            if record.all
            else " and then ".join(
                [
                    *([record.rule] if record.rule else []),
                    *([f"in this order: {', '.join(record.order)}"] if record.order else []),
                ]
            )
        )
        more = [f"{key}: {value}" for key in ("default", "fallback") if (value := getattr(record, key))]
        if record.overridden_by:
            more.append(f"overridden by: {', '.join(record.overridden_by)}")
        return (
            "; ".join([f"{names[record.chooser]} chooses among {', '.join(record.among)}: {how}", *more])
            + f". {record.text}"
        )
    if isinstance(record, choices.Option):
        effects = ", ".join(f"{effect.does} {effect.step or effect.choice}" for effect in record.effects)
        spelt = " or ".join((record.name, *record.aliases))
        return f"{spelt} ({record.kind} of {names[record.whose]}; default: {record.default}): {effects}. {record.text}"
    qualifiers = ", ".join(f"{key} {value}" for key, value in sorted(record.qualifiers.items()))
    return f"{names[record.subject]}: {record.property} = {record.value} {record.unit or ''} ({qualifiers})"


def _shown(evidence: records.Evidence, titles: dict[str, str]) -> dict[str, Any]:
    shown = {
        "quote": evidence.quote,
        "heading": evidence.section,
        "page": titles.get(evidence.source or ""),
        "witness": evidence.witness,
        "when": evidence.when.model_dump(exclude_none=True) if evidence.when else None,
        "supports": evidence.supports,
        "doubt": evidence.doubt,
        "exception": evidence.exception,
    }
    return {key: value for key, value in shown.items() if value is not None}
