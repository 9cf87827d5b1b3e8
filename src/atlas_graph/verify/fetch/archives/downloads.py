"""Whole archives, fetched once, held by their hash, and never used without it."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit
from urllib.request import url2pathname

from atlas_graph.verify.document import Verdict

from ..clock import Deadline
from ..decoding import over_cap
from ..http import Errand, Web
from ..outcome import Setback

LARGEST_ARCHIVE = 1_000_000_000
LARGEST_STORE = 2_000_000_000

_STRONG = ("sha512", "sha384", "sha256")


@dataclass(frozen=True)
class Checksum:
    """The hash that an index gives for an archive."""

    algorithm: str
    hexdigest: str

    @classmethod
    def strongest(cls, digests: dict[str, str]) -> Checksum | None:
        """The best of several, None if none of them can be relied on.

        >>> Checksum.strongest({"md5": "00", "sha256": "AB"})
        Checksum(algorithm='sha256', hexdigest='ab')
        >>> Checksum.strongest({"md5": "00"})
        """
        for name in _STRONG:
            if digests.get(name):
                return cls(name, digests[name].lower())
        return None

    @classmethod
    def of_integrity(cls, integrity: str) -> Checksum | None:
        """The best hash in a "subresource integrity" value, as npm gives it."""
        digests = {}
        for part in integrity.split():
            name, _, rest = part.partition("-")
            try:
                digests[name] = base64.b64decode(rest.partition("?")[0], validate=True).hex()
            except ValueError:
                continue
        return cls.strongest(digests)


@dataclass(frozen=True)
class Located:
    """Where an archive is, and the hash that it must have."""

    url: str
    checksum: Checksum | None


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
    def archive(
        self,
        url: str,
        checksum: Checksum | None,
        what: str,
        deadline: Deadline,
        auth: tuple[str, str] | None = None,
    ) -> Iterator[BinaryIO]:
        """An archive, open for reading, with the very hash that its index gave.

        :param what: the archive, for a sentence.
        :raises Setback: if it cannot be had, or is another one.
        :raises DeadlineError: if that takes too long.
        """
        if checksum is None:
            raise Setback(Verdict.UNVERIFIABLE, f"the index gives no hash for {what} that could be relied on")
        path = self._directory / f"{checksum.algorithm}-{checksum.hexdigest}"
        if not _is(path, checksum):
            self._directory.mkdir(parents=True, exist_ok=True)
            self._fetch(url, path, checksum, what, deadline, auth)
            self._make_room(path)
        with contextlib.suppress(OSError):
            os.utime(path)  # the least recently used is the first to go
        with path.open("rb") as opened:
            yield opened

    def _fetch(
        self,
        url: str,
        path: Path,
        checksum: Checksum,
        what: str,
        deadline: Deadline,
        auth: tuple[str, str] | None,
    ) -> None:
        descriptor, name = tempfile.mkstemp(dir=self._directory, prefix="part-")
        part = Path(name)
        try:
            with os.fdopen(descriptor, "w+b") as sink:
                if urlsplit(url).scheme == "file":
                    self._copy(url, sink, what)
                else:
                    errand = Errand(
                        trusted=True,
                        robots=False,
                        cached=False,
                        walls=False,
                        cap=LARGEST_ARCHIVE,
                        accept="*/*",
                        auth=auth,
                    )
                    fetched = self._web.fetch(url, url, errand, deadline, sink=sink)
                    if fetched.verdict is not None:
                        raise Setback(
                            fetched.verdict, f"{what}: {fetched.reason}", url=fetched.url, status=fetched.status
                        )
            if not _is(part, checksum):
                raise Setback(
                    Verdict.REFUSED, f"{what} is not the archive that the index names: its {checksum.algorithm} differs"
                )
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _copy(self, url: str, sink: BinaryIO, what: str) -> None:
        """Take an archive from an index that is itself a folder of this machine."""
        source = Path(url2pathname(urlsplit(url).path))
        try:
            with source.open("rb") as opened:
                if os.fstat(opened.fileno()).st_size > LARGEST_ARCHIVE:
                    raise over_cap(LARGEST_ARCHIVE)
                while piece := opened.read(1 << 20):
                    sink.write(piece)
        except OSError as problem:
            raise Setback(Verdict.UNREACHABLE, f"{what} cannot be read ({problem})") from None

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
