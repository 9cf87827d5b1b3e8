"""The commit that a dataset folder is of, asked of git."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple


class Commit(NamedTuple):
    """A commit by its id in full, and whether the checkout holds changes beside it."""

    id: str
    modified: bool


def commit_of(dataset: Path) -> Commit | None:
    """Return the commit that a dataset folder is checked out from; None where it is in no checkout, or without git.

    What counts as a change is what goes into a release: the folder, and the package that compiles it where that
    stands in the same checkout.
    """
    try:
        head = _git(dataset, "rev-parse", "HEAD").strip()
        # A folder that only lies in somebody's checkout, as a temporary one may, is not of its commit.
        if not _git(dataset, "ls-files", "--", "dataset.yaml").strip():
            return None
        package = Path(__file__).resolve().parents[1]
        top = Path(_git(dataset, "rev-parse", "--show-toplevel").strip()).resolve()
        places = [str(dataset.resolve()), *([str(package)] if package.is_relative_to(top) else [])]
        return Commit(head, bool(_git(dataset, "status", "--porcelain", "--", *places).strip()))
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(folder: Path, *arguments: str) -> str:
    run = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=True)
    return run.stdout.decode("utf-8", "surrogateescape")
