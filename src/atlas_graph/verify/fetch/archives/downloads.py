"""Whole archives, fetched once, held by their hash, and never used without it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from ...document import Verdict
from ..clock import Deadline
from ..setback import Setback
from ..visit import FetchPolicy
from ..web import Web

LARGEST_ARCHIVE = 1_000_000_000
LARGEST_STORE = 2_000_000_000

_POLICY = FetchPolicy(robots=False, cached=False, walls=False, cap=LARGEST_ARCHIVE, accept="*/*")
_STRONG = ("sha512", "sha384", "sha256")


@dataclass(frozen=True)
class Checksum:
    """The hash that an index gives for an archive."""

    algorithm: str
    hexdigest: str

    @classmethod
    def strongest(cls, digests: Mapping[str, str]) -> Checksum | None:
        """The best of several, None if none of them can be relied on.

        >>> Checksum.strongest({"md5": "00", "sha256": "AB"})
        Checksum(algorithm='sha256', hexdigest='ab')
        >>> Checksum.strongest({"md5": "00"})
        """
        for name in _STRONG:
            if digests.get(name):
                return cls(name, digests[name].lower())
        return None


@dataclass(frozen=True)
class Archive:
    """One file of a release: where it is, the hash that it must have, and how to get at it."""

    url: str
    filename: str
    checksum: Checksum | None
    wheel: bool  # which has no folder of its own around its members
    private: bool  # whether it may be on a private address
    auth: tuple[str, str] | None


class Downloads:
    """Archives by hash, in a folder of the user's cache or, without one, for the life of this object."""

    def __init__(self, web: Web, directory: Path | None) -> None:
        self._web = web
        self._passing = tempfile.TemporaryDirectory(prefix="atlas-graph-") if directory is None else None
        self._directory = Path(self._passing.name) if self._passing else Path(directory or "") / "archives"

    def close(self) -> None:
        """Remove what is not to be kept."""
        if self._passing is not None:
            self._passing.cleanup()

    @contextlib.contextmanager
    def archive(self, archive: Archive, checksum: Checksum | None, deadline: Deadline) -> Iterator[BinaryIO]:
        """An archive, open for reading, with this very hash.

        :raises Setback: if it cannot be had, or is another one.
        :raises DeadlineError: if that takes too long.
        """
        if checksum is None:
            reason = f"the index gives no hash for {archive.filename} that could be relied on"
            raise Setback(Verdict.UNVERIFIABLE, reason)
        path = self._directory / f"{checksum.algorithm}-{checksum.hexdigest}"
        if not _is(path, checksum):
            self._directory.mkdir(parents=True, exist_ok=True)
            self._fetch(archive, path, checksum, deadline)
            self._make_room(path)
        with contextlib.suppress(OSError):
            os.utime(path)  # the least recently used is the first to go
        with path.open("rb") as opened:
            yield opened

    def _fetch(self, archive: Archive, path: Path, checksum: Checksum, deadline: Deadline) -> None:
        descriptor, name = tempfile.mkstemp(dir=self._directory, prefix="part-")
        part = Path(name)
        policy = replace(_POLICY, private_addresses=archive.private, auth=archive.auth)
        try:
            with os.fdopen(descriptor, "w+b") as sink:
                fetched = self._web.fetch(archive.url, archive.url, policy, deadline, sink=sink)
            if fetched.verdict is not None:
                reason = f"{archive.filename}: {fetched.reason}"
                raise Setback(fetched.verdict, reason, url=fetched.url, status=fetched.status)
            if not _is(part, checksum):
                reason = f"{archive.filename} is not the archive that the index names: its {checksum.algorithm} differs"
                raise Setback(Verdict.REFUSED, reason)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _make_room(self, newest: Path) -> None:
        """Let the least recently used archives go when there are too many."""
        with contextlib.suppress(OSError):
            kept = sorted(
                (path for path in self._directory.glob("sha*-*") if path != newest),
                key=lambda path: path.stat().st_mtime,
                reverse=True,
            )
            total = newest.stat().st_size
            for path in kept:
                total += path.stat().st_size
                if total > LARGEST_STORE:
                    path.unlink(missing_ok=True)


def _is(path: Path, checksum: Checksum) -> bool:
    """Whether a file is there and has that hash; one that has another is removed."""
    try:
        with path.open("rb") as opened:
            if hashlib.file_digest(opened, checksum.algorithm).hexdigest() == checksum.hexdigest:
                return True
    except OSError:
        return False
    path.unlink(missing_ok=True)
    return False
