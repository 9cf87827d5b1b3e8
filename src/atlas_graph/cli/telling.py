"""Sentences on standard error, fit for whatever it is connected to."""

from __future__ import annotations

import os
import sys


def tell(sentence: str) -> None:
    """Print a sentence of this command on standard error, its control characters escaped."""
    from ..render.terminal import Terminal

    line = sentence.replace("\n", "\\n")  # what is on several lines stands in a word that was asked for
    print(f"atlas-graph: {Terminal.of(sys.stderr).plain(line)}", file=sys.stderr)


def open_streams() -> None:
    """Put the null device where a stream was closed before we began, as with ``>&-``.

    Python has None there, and prints what is meant for standard error on standard output.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for the whole process


def give_up(stream: object) -> None:
    """Send what a stream still holds nowhere, so that Python does not fail over it at exit."""
    number = getattr(stream, "fileno", lambda: -1)()
    if number >= 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
