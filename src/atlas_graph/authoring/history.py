"""What the version history says of a dataset: how it was at a revision, and who wrote a statement."""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import AtlasError
from ..model.ledger_lines import DOCUMENTS, QUOTES, whole
from .audits import Auditable, auditables
from .dataset import Dataset, read_dataset


def digests_at(root: Path, revision: str) -> dict[str, str]:
    """Return the digest of every statement of a dataset folder as it was at a revision.

    Raises:
        AtlasError: where the folder is in no repository, or the revision has no such folder.
        DatasetError: where the dataset of that time is not in a form that is read today.
    """
    packed = _git(root, "archive", "--format=tar", f"{revision}:./")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        return {statement.id: statement.digest for statement in auditables(read_dataset(Path(folder)))}


def changed_quotes(root: Path, revision: str) -> frozenset[str]:
    """Return the ids of the quotes of which the ledger says anything new or other than it did at a revision.

    Whatever touches a quote (its words, its source's pin, a line typed by hand) changes what the ledger says of it, or
    breaks a rule.

    Raises:
        AtlasError: where the folder is in no repository, or there is no such revision.
    """
    _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")

    def then(name: str) -> bytes:
        try:
            return _git(root, "show", f"{revision}:./{name}")
        except AtlasError:
            return b""  # there was no such file yet

    def now(name: str) -> bytes:
        path = root / name
        return path.read_bytes() if path.is_file() else b""

    before = _entries(then)
    return frozenset(key for key, entry in _entries(now).items() if before.get(key) != entry)


def _entries(read: Callable[[str], bytes]) -> dict[str, dict[str, Any]]:
    """Return what a ledger says of each quote, by id, from its two files."""
    documents, quotes = (
        [json.loads(line) for line in read(name).split(b"\n") if line.strip()] for name in (DOCUMENTS, QUOTES)
    )
    by_source = {line["source"]: line for line in documents}
    return {line["id"]: whole(line, by_source) for line in quotes}


def identity(root: Path) -> str | None:
    """Return the name under which the version history would record who works here; None where there is none."""
    try:
        return _git(root, "config", "user.name").decode().strip() or None
    except AtlasError:
        return None


def written_by(dataset: Dataset, name: str) -> Callable[[Auditable], bool]:
    """Return a function that tells whether any line of a statement is by ``name``, committed or not yet."""

    @cache
    def authors(file: str) -> tuple[str, ...]:
        try:
            told = _git(dataset.root, "blame", "--line-porcelain", "--", file).decode("utf-8", "replace")
        except AtlasError:
            return ()  # not in the history yet: it is the work of who is here
        return tuple(line[7:] for line in told.split("\n") if line.startswith("author "))

    def own(statement: Auditable) -> bool:
        file, first, last = lines_of(statement)
        lines = authors(file)
        return not lines or any(author in (name, "Not Committed Yet") for author in lines[first - 1 : last])

    return own


def lines_of(statement: Auditable) -> tuple[str, int, int]:
    """Return the file that a statement stands in, and the first and the last line that belong to it."""
    located = statement.located
    path = located.base + statement.path
    file, first = located.where(*statement.path)
    return file, first, max((line for key, line in located.lines.items() if key[: len(path)] == path), default=first)


def _git(root: Path, *words: str) -> bytes:
    try:
        return subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise AtlasError("this needs git, which is not installed; install it, or leave the option out") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().partition("\n")[0] or "there is no such revision"
        raise AtlasError(f"git cannot tell what is asked of {root}: {said}") from None
