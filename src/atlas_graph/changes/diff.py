"""What changed between two releases, how much of a version step that asks for, and which answers it changed.

An id removed or changed in meaning is major, an addition is minor, corrected wording, quotes or sources a patch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..atlas import Atlas
from ..errors import AtlasError
from ..graph.questions import answer
from ..model.collections import RELEASED, STACK_PARTS, statements

#: Version steps, the smallest first.
BUMPS = ("none", "patch", "minor", "major")

#: For each collection the fields whose change is a change of meaning; of all others it is a correction.
MEANING: dict[str, tuple[str, ...]] = {**{row.name: row.meaning for row in RELEASED}, **STACK_PARTS}

#: Collections in which a record that goes is a correction: nobody refers to its id.
_CORRECTED = frozenset(row.name for row in RELEASED if row.corrected)
#: Those that follow from others, where a record that comes is a correction as well.
_DERIVED = frozenset(row.name for row in RELEASED if not row.written)

#: Parts of a stack that are compared as records of their own.
_PARTS = (*STACK_PARTS, "modes", "devices")


@dataclass(frozen=True, slots=True)
class Change:
    """One record that differs: ``kind`` is ``added``, ``removed`` or ``changed``, with the fields that did."""

    collection: str
    id: str
    kind: str
    fields: tuple[str, ...]
    bump: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A golden question whose answer changed; None where one of the releases cannot answer it."""

    id: str
    question: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Diff:
    """The difference of two releases, sorted by collection and id.

    ``bump`` is the version step that the changes ask for, ``expected`` the lowest version of the new release that
    takes it, ``kept`` whether its version is that or higher.
    """

    old: str
    new: str
    bump: str
    expected: str
    kept: bool
    changes: tuple[Change, ...]
    answers: tuple[Answered, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as the JSON of ``diff --format json`` and of ``changes.json``."""
        collections: dict[str, dict[str, list[Any]]] = {}
        for change in self.changes:
            lists = collections.setdefault(change.collection, {"added": [], "removed": [], "changed": []})
            entry = {"id": change.id, "fields": list(change.fields), "bump": change.bump}
            lists[change.kind].append(entry if change.kind == "changed" else change.id)
        return {
            "old": self.old,
            "new": self.new,
            "bump": self.bump,
            "expected": self.expected,
            "kept": self.kept,
            "collections": collections,
            "answers": [
                {"id": item.id, "question": item.question, "before": item.before, "after": item.after}
                for item in self.answers
            ],
        }


def diff(old: Atlas, new: Atlas) -> Diff:
    """Compare two releases.

    Raises:
        AtlasError: where a version is not MAJOR.MINOR.PATCH.
    """
    changes = tuple(sorted(_changes(old.release, new.release), key=lambda change: (change.collection, change.id)))
    bump = max((change.bump for change in changes), key=BUMPS.index, default="none")
    expected = _bumped(_version(old.version), bump)
    return Diff(
        old=old.version,
        new=new.version,
        bump=bump,
        expected=".".join(map(str, expected)),
        kept=_version(new.version) >= expected,
        changes=changes,
        answers=tuple(_answers(old, new)),
    )


def _version(text: str) -> tuple[int, int, int]:
    try:
        major, minor, patch = (int(part) for part in text.split("-", 1)[0].split("."))
    except ValueError:
        raise AtlasError(f"'{text}' is not a version; a release's is MAJOR.MINOR.PATCH") from None
    return major, minor, patch


def _bumped(version: tuple[int, int, int], bump: str) -> tuple[int, int, int]:
    """Return the version after a step; before 1.0.0 a major step is taken as a minor one, as SemVer has it."""
    major, minor, patch = version
    if bump == "major" and major > 0:
        return major + 1, 0, 0
    if bump in ("major", "minor"):
        return major, minor + 1, 0
    return (major, minor, patch + 1) if bump == "patch" else version


def _changes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    before, after = _records(old), _records(new)
    for name in sorted(before.keys() | after.keys()):
        was, now = before.get(name, {}), after.get(name, {})
        for key in was.keys() - now.keys():
            yield Change(name, key, "removed", (), "patch" if name in _CORRECTED else "major")
        for key in now.keys() - was.keys():
            yield Change(name, key, "added", (), "patch" if name in _DERIVED else "minor")
        for key in was.keys() & now.keys():
            fields = tuple(sorted(f for f in was[key].keys() | now[key].keys() if was[key].get(f) != now[key].get(f)))
            if fields:
                meant = any(field in MEANING.get(name, ()) for field in fields)
                yield Change(name, key, "changed", fields, "major" if meant else "patch")


def _records(release: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the release's records by collection and id, with the parts of stacks taken out of them."""
    found: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in (*MEANING, "modes", "targets")}
    for name in MEANING:
        for record in release.get(name, ()):
            found[name][record["id"]] = record
    for stack in release["stacks"]:
        found["stacks"][stack["id"]] = {key: value for key, value in stack.items() if key not in _PARTS}
        for mode in stack["modes"]:
            found["modes"][f"{stack['id']}/mode/{mode['id']}"] = mode
        for device in stack["devices"]:
            found["targets"][f"{stack['id']}/device/{device}"] = {}
    for key, kind, record in statements(release):
        if kind in ("stage", "step"):
            found[f"{kind}s"][key] = record
    return found


def _answers(old: Atlas, new: Atlas) -> Iterator[Answered]:
    """Yield the new release's questions that are answered otherwise than before."""
    for question in new.release.get("questions", ()):
        before, after = _answer(old, question), _answer(new, question)
        if before != after:
            yield Answered(question["id"], question["question"], before, after)


def _answer(atlas: Atlas, question: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return answer(atlas, question)
    except (AtlasError, ValueError):
        return None
