"""One member out of an archive, read from the stream: nothing is unpacked to disk, nothing beside it is kept."""

from __future__ import annotations

import io
import posixpath
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from ...document import Verdict
from ..clock import Deadline
from ..decoding import BOMB_RATIO, PIECE, Layer, over_cap
from ..setback import Setback, size

#: How much of an archive is unpacked, at most, on the way to a member.
LARGEST_UNPACKED = 4_000_000_000
_RATIO_FROM = 256_000_000  # below this, a run of equal bytes is nothing to be afraid of
_MOST_LINKS = 8

_GZIP_MAGIC = b"\x1f\x8b"


class _Inflating(io.RawIOBase):
    """The plain bytes of a compressed stream, counted against bombs and the clock."""

    def __init__(self, packed: BinaryIO, deadline: Deadline) -> None:
        head = packed.read(len(_GZIP_MAGIC))
        packed.seek(-len(head), io.SEEK_CUR)
        self._packed = packed
        self._layer = Layer("gzip") if head == _GZIP_MAGIC else None
        self._deadline = deadline
        self._pieces: Iterator[bytes] = iter([])
        self._rest = b""
        self._taken = 0
        self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        if not self._rest:
            self._rest = self._more()
        count = min(len(view), len(self._rest))
        view[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def _more(self) -> bytes:
        while True:
            self._deadline.remaining()
            piece = next(self._pieces, b"")
            if piece:
                self._given += len(piece)
                grown = self._given > _RATIO_FROM and self._given > BOMB_RATIO * 2 * self._taken
                if grown or self._given > LARGEST_UNPACKED:
                    raise self._too_large()
                return bytes(piece)
            packed = self._packed.read(PIECE)
            if not packed:
                if self._layer is not None:
                    self._layer.finish()
                return b""
            self._taken += len(packed)
            self._pieces = iter([packed]) if self._layer is None else self._layer.feed(packed)

    def _too_large(self) -> Setback:
        return Setback(
            Verdict.REFUSED,
            f"a decompression bomb: {size(self._taken)} of the archive inflate to {size(self._given)}",
        )


def from_zip(archive: BinaryIO, member: str, cap: int, what: str) -> bytes:
    """A member of a zip file (a wheel).

    :param what: the archive, for a sentence.
    :raises Setback: if there is no such member, or none that may be read.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            for _ in range(_MOST_LINKS):
                try:
                    entry = opened.getinfo(member)
                except KeyError:
                    if any(name.startswith(member.rstrip("/") + "/") for name in opened.namelist()):
                        raise folder(member, what) from None
                    raise missing(member, what) from None
                if entry.is_dir():
                    raise folder(member, what)
                if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    # The library cannot bound what the others unpack to; no wheel uses them.
                    raise Setback(Verdict.REFUSED, f"{member} in {what} is packed in a way that no wheel is")
                with opened.open(entry) as stream:
                    content = stream.read(cap + 1)
                if not stat.S_ISLNK(entry.external_attr >> 16):
                    if len(content) > cap:
                        raise too_large(len(content), entry.compress_size, cap)
                    return content
                member = _linked(member, content[:4096].decode("utf-8", "replace"), what)
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        OSError,
        EOFError,
        ValueError,
        zlib.error,
    ) as problem:
        raise broken(what, problem) from None
    raise Setback(Verdict.REFUSED, f"{member} in {what} is a link that leads nowhere")


def from_tar(archive: BinaryIO, member: str, cap: int, what: str, deadline: Deadline) -> bytes:
    """A member of a tar file, as it is or in gzip; the one folder around everything is left out of its path.

    :param what: the archive, for a sentence.
    :raises Setback: if there is no such member, or none that may be read.
    :raises DeadlineError: if unpacking takes too long.
    """
    start = archive.tell()
    packed = archive.seek(0, io.SEEK_END) - start
    for _ in range(_MOST_LINKS):
        archive.seek(start)
        stream = io.BufferedReader(_Inflating(archive, deadline), PIECE)
        found = _once_through(stream, member, cap, what, packed)
        if isinstance(found, bytes):
            return found
        member = found
    raise Setback(Verdict.REFUSED, f"{member} in {what} is a link that leads nowhere")


def _once_through(stream: io.BufferedReader[Any], member: str, cap: int, what: str, packed: int) -> bytes | str:
    """The content, or the member that a link of this name leads to."""
    inside = False
    try:
        with tarfile.open(fileobj=stream, mode="r|", errorlevel=0) as opened:
            for entry in opened:
                name = _within(entry.name)
                if name is None or (name != member and not name.startswith(member + "/")):
                    continue
                if name != member or entry.isdir():
                    inside = True
                    continue
                if entry.issym():
                    return _linked(member, entry.linkname, what)
                if entry.islnk():
                    target = _within(entry.linkname)
                    return _linked("", target if target is not None else "..", what)
                content = opened.extractfile(entry) if entry.isreg() else None
                if content is None:
                    raise Setback(Verdict.REFUSED, f"{member} in {what} is not an ordinary file")
                if entry.size > cap:
                    raise too_large(entry.size, packed, cap)
                return content.read(cap + 1)
    except (tarfile.TarError, OSError, EOFError, ValueError) as problem:
        raise broken(what, problem) from None
    raise folder(member, what) if inside else missing(member, what)


def _within(name: str) -> str | None:
    """The path of an entry inside the archive's own folder; None for one that is not inside."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts:
        return None
    return "/".join(parts[1:]) or None


def _linked(member: str, target: str, what: str) -> str:
    """Where a link inside an archive leads, seen from the archive's folder."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(member), target))
    if target.startswith("/") or path == ".." or path.startswith("../"):
        raise Setback(Verdict.REFUSED, f"{member or target} in {what} is a link out of the archive")
    return path


def missing(member: str, what: str) -> Setback:
    """The verdict on a member that is not there."""
    return Setback(Verdict.MISSING, f"there is no {member} in {what}")


def folder(member: str, what: str) -> Setback:
    """The verdict on a member that has members of its own."""
    return Setback(Verdict.UNVERIFIABLE, f"{member} in {what} is a folder; name a file in it")


def broken(what: str, problem: Exception) -> Setback:
    """The verdict on an archive that cannot be read though it is the right one."""
    return Setback(Verdict.UNREACHABLE, f"undecodable: {what} is no archive that can be read ({problem})")


def too_large(unpacked: int, packed: int, cap: int) -> Setback:
    """The verdict on a member over the cap: too large, or made to be."""
    if unpacked > BOMB_RATIO * max(packed, 1):
        return Setback(Verdict.REFUSED, f"a decompression bomb: {size(packed)} inflate to more than {size(cap)}")
    return over_cap(cap)
