"""Versions: written so that they can be compared, and an end that comes after its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..authoring.nested_records import nested_records
from ..authoring.positions import Key
from ..model.records import Record, Since, Until
from ..model.versions import VersionError, package_version
from .rule import Found, Rule


def _dated(dataset: Dataset) -> Iterator[tuple[Located, Key, Any]]:
    """Yield every record, or part of one, that has a beginning or an end."""
    for collection in dataset.collections:
        for located in dataset.all(collection):
            for path, part in nested_records(located.record, (), Record):
                if getattr(part, "since", None) is not None or getattr(part, "until", None) is not None:
                    yield located, path, part


def _unreadable(dataset: Dataset) -> Iterator[Found]:
    for located, path, part in _dated(dataset):
        for key in ("since", "until"):
            bound = getattr(part, key)
            if bound is not None and bound.version is not None:
                fault = _fault(bound.version)
                if fault:
                    yield located, (*path, key, "version"), fault


def _fault(version: str) -> str | None:
    try:
        package_version(version)
    except VersionError as error:
        return str(error)
    return None


def _ends_first(dataset: Dataset) -> Iterator[Found]:
    for located, path, part in _dated(dataset):
        if part.since is not None and part.until is not None and _not_after(part.since, part.until):
            yield (
                located,
                (*path, "until"),
                f"it ends at {part.until.version or part.until.date}, which is not after its beginning, "
                f"{part.since.version or part.since.date}; correct one of them",
            )


def _not_after(since: Since, until: Until) -> bool:
    if since.date and until.date:
        return until.date < since.date or (until.date == since.date and not until.inclusive)
    if not since.version or not until.version:
        return False
    try:
        (first, begun), (second, ended) = package_version(since.version), package_version(until.version)
    except VersionError:
        return False
    return first == second and (ended < begun or (ended == begun and not until.inclusive))


RULES = (
    Rule("AG119", "version-not-comparable", _unreadable),
    Rule("AG120", "ends-before-it-begins", _ends_first),
)
