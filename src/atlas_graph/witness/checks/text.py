"""Text that must hold some words, and must not hold others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ..errors import CheckFailed


def read(path: Path) -> str:
    """Return a file's text, or fail when it is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CheckFailed("it is not text") from None


def demand(content: str, has: Sequence[str], what: str) -> None:
    """Fail when a word of ``has`` does not stand in ``content``; ``what`` names the kind of word."""
    missing = [word for word in has if word not in content]
    if missing:
        raise CheckFailed(f"{what} {', '.join(missing)} not found")


def text(
    path: Path, *, has: Sequence[str] = (), matches: Sequence[str] = (), lacks: Sequence[str] = (), says: str
) -> str:
    """Check for literal words, regular expressions (multi-line), and words that must be absent.

    ``says`` is what it means when all of them hold.
    """
    if not has and not matches:
        raise CheckFailed("the check names nothing that must be there")
    content = read(path)
    demand(content, has, "the words")
    for pattern in matches:
        if not re.search(pattern, content, re.MULTILINE):
            raise CheckFailed(f"nothing matches {pattern}")
    found = [word for word in lacks if word in content]
    if found:
        raise CheckFailed(f"{', '.join(found)} found, which must be absent")
    return says
