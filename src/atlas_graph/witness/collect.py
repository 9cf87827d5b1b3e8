"""What a run left behind: each artefact's size, hash, first lines, and the result of its checks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .checks import apply
from .errors import CheckFailed
from .header import ArtefactSpec

EXCERPT = 300
_READ_AT_MOST = 4_000_000


@dataclass(frozen=True, slots=True)
class Seen:
    """One artefact as it was found. ``sha256`` is set only where two runs gave the same bytes."""

    spec: ArtefactSpec
    size: int
    passed: bool
    said: str
    sha256: str | None = None
    excerpt: str | None = None


def collect(spec: ArtefactSpec, folder: Path, again: Path | None, hidden: Mapping[str, str]) -> Seen:
    """Look at one artefact in a run's folder, and at the same in the folder of a second run.

    ``hidden`` maps paths of this machine to what stands in their place in an excerpt.
    """
    path = folder / spec.file
    passed, said = judge(spec, folder)
    if not path.is_file():
        return Seen(spec, 0, passed, said)
    digest = _sha256(path)
    same = again is not None and (again / spec.file).is_file() and _sha256(again / spec.file) == digest
    return Seen(spec, path.stat().st_size, passed, said, digest if same else None, _excerpt(path, spec, hidden))


def judge(spec: ArtefactSpec, folder: Path) -> tuple[bool, str]:
    """Return whether every check of an artefact holds in a folder, and what they said."""
    said = []
    for check in spec.checks:
        try:
            said.append(apply(folder / spec.file, check))
        except CheckFailed as failure:
            return False, f"{spec.kind}: {failure}"
    return True, "; ".join(said)


def all_pass(specs: Iterable[ArtefactSpec], folder: Path) -> tuple[bool, str]:
    """Return whether all artefacts pass in a folder, and what the first one that does not said."""
    for spec in specs:
        passed, said = judge(spec, folder)
        if not passed:
            return False, f"{spec.file}: {said}"
    return True, ""


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _excerpt(path: Path, spec: ArtefactSpec, hidden: Mapping[str, str]) -> str | None:
    """The first lines from where the header says, None for what is not text."""
    with path.open("rb") as file:
        content = file.read(_READ_AT_MOST)
    if b"\0" in content[:4096]:
        return None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    for found, replacement in hidden.items():
        text = text.replace(found, replacement)
    start = 0
    if spec.excerpt:
        match = re.search(spec.excerpt, text, re.MULTILINE)
        start = match.start() if match else 0
    lines = [line.expandtabs(4).rstrip() for line in text[start : start + 4 * EXCERPT].splitlines()]
    cut = "\n".join(lines).strip("\n")[:EXCERPT]
    return cut.rstrip() or None
