"""A child process that is held to its time and to its room on the disk."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

_POLL = 0.05  # seconds between looks at the process
_WEIGH = 3.0  # seconds between looks at its folder, which may hold tens of thousands of files


@dataclass(frozen=True, slots=True)
class Finished:
    """How a process ended. ``stopped`` says which limit ended it; ``code`` is its exit status, negative a signal."""

    code: int
    stdout: str
    stderr: str
    seconds: float
    stopped: Literal["time", "disk"] | None = None

    @property
    def last_words(self) -> str:
        """The last line that it wrote on stderr, or else on stdout."""
        lines = [line.strip() for text in (self.stdout, self.stderr) for line in text.splitlines() if line.strip()]
        return lines[-1][:300] if lines else f"nothing was said; exit status {self.code}"


def run_limited(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: Path,
    log: Path,
    seconds: float,
    watched: Path,
    megabytes: int,
) -> Finished:
    """Run ``command`` in ``folder`` and wait for it; end it and its children at a limit.

    ``watched`` is the folder whose size must stay under ``megabytes``; ``log`` is the folder that stdout and
    stderr are kept in, as files, so that no amount of output fills the memory.
    """
    log.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    weighed = start
    stopped: Literal["time", "disk"] | None = None
    with (log / "stdout.txt").open("wb") as stdout, (log / "stderr.txt").open("wb") as stderr:
        process = _start(command, environment, folder, stdout, stderr)
        try:
            while process.poll() is None:
                now = time.monotonic()
                if now - start > seconds:
                    stopped = "time"
                elif now - weighed > _WEIGH:
                    stopped = "disk" if size_of(watched) > megabytes * 1_000_000 else None
                    weighed = time.monotonic()
                if stopped:
                    break
                time.sleep(_POLL)
        finally:
            _end(process)
    if stopped is None and size_of(watched) > megabytes * 1_000_000:
        stopped = "disk"
    return Finished(
        process.returncode,
        _read(log / "stdout.txt"),
        _read(log / "stderr.txt"),
        time.monotonic() - start,
        stopped,
    )


def size_of(folder: Path) -> int:
    """Return the bytes in all files under ``folder``; links are not followed."""
    total = 0
    waiting = [folder]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
    return total


def _start(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, stdout: IO[bytes], stderr: IO[bytes]
) -> subprocess.Popen[bytes]:
    # A group of its own, so that what it starts (compilers, workers) can be ended with it.
    return subprocess.Popen(
        command,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        start_new_session=sys.platform != "win32",
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process if it runs, and what it left running."""
    if sys.platform == "win32":
        if process.poll() is None:
            process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _read(path: Path, limit: int = 200_000) -> str:
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - limit))
        return file.read().decode("utf-8", "replace")
