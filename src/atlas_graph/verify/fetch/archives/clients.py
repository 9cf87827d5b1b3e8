"""Running the package client that the user has configured, to learn where a package is and what its hash is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from atlas_graph.verify.document import Verdict

from ..clock import Deadline, DeadlineError
from ..outcome import Setback


@dataclass(frozen=True)
class Answer:
    """What a client printed, and how it ended."""

    code: int
    out: str
    err: str


#: Runs a command within a deadline; tests pass one that runs nothing.
Run = Callable[[Sequence[str], Deadline], Answer]


def run(command: Sequence[str], deadline: Deadline) -> Answer:
    """Run a client, in English, without a terminal.

    :raises Setback: ``unreachable``, if it is not installed.
    :raises DeadlineError: if it takes longer than there is time.
    """
    environ: Mapping[str, str] = {**os.environ, "LC_ALL": "C", "LANGUAGE": "C"}
    try:
        done = subprocess.run(
            list(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=deadline.remaining(),
            env=environ,
            check=False,
            shell=False,
        )
    except FileNotFoundError:
        raise Setback(
            Verdict.UNREACHABLE, f"{command[0]} is not installed: install it, or give a mirror that has the file"
        ) from None
    except subprocess.TimeoutExpired:
        raise DeadlineError from None
    except OSError as problem:
        raise Setback(Verdict.UNREACHABLE, f"{command[0]} cannot be run ({problem})") from None
    return Answer(done.returncode, done.stdout, done.stderr)
