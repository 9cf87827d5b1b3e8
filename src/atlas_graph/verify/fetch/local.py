"""Reading a file of this machine: one that the user named, or one that stands in for a page of the web."""

from __future__ import annotations

import stat
from pathlib import Path

from ..document import Fetched, Verdict
from .clock import Clock, stamp
from .decoding import over_cap
from .setback import Setback, failed, held


def read(path: Path, cap: int) -> bytes:
    """The content of a file.

    :raises Setback: if there is none to be had, or more than ``cap`` bytes.
    """
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise Setback(Verdict.UNVERIFIABLE, f"{path} is a folder; name a file in it")
        if not stat.S_ISREG(status.st_mode):
            raise Setback(Verdict.REFUSED, f"{path} is not an ordinary file")
        if status.st_size > cap:
            raise over_cap(cap)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise Setback(Verdict.MISSING, f"there is no file {path}") from None
    except PermissionError:
        raise Setback(Verdict.BLOCKED, f"{path} may not be read by this user") from None
    except (OSError, ValueError) as problem:
        raise Setback(Verdict.UNREACHABLE, f"{path} cannot be read ({problem})") from None


def document(locator: str, clock: Clock, cap: int) -> Fetched:
    """Fetch a file that the user named by its path."""
    try:
        content = read(Path(locator).expanduser(), cap)
    except (Setback, RuntimeError) as problem:
        setback = problem if isinstance(problem, Setback) else Setback(Verdict.MISSING, f"there is no file {locator}")
        return failed(locator, setback, retrieved=stamp(clock.now()))
    return held(locator, locator, content, locator, clock)
