"""Files read and written with care: whole or not at all, and nothing but files.

Everything that this package leaves on a disk is written here: beside its place, synchronised, and then moved there,
so that what is interrupted, or finds no room, leaves the old file whole. Links are followed and kept, modes stay, and
what is no regular file is never replaced. Only the standard library: the fast commands import this.
"""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    StrPath: TypeAlias = str | os.PathLike[str]

#: Bytes asked for at once.
_CHUNK = 1 << 20
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def write_file(path: StrPath, content: bytes, *, durable: bool = True) -> None:
    """Write one file; see :func:`write_files`."""
    write_files([(path, content)], durable=durable)


def write_files(files: Iterable[tuple[StrPath, bytes]], *, durable: bool = True) -> None:
    """Write files that belong together: all of them beside their places first, then each to its place, in order.

    A full disk or a folder that may not be written leaves every old file as it was. A pipe or a terminal that is
    named is written to and stays what it is, as a shell would do. What is not ``durable``, a cache, does not wait for
    the disk: after a power cut it may be spoilt.

    Raises:
        OSError: where a file cannot be written, or where something stands that is no file; ``strerror`` says why.
    """
    staged: list[tuple[str, str]] = []
    try:
        streams = []
        for path, content in files:
            name = os.fspath(path)
            if _is_stream(name):
                streams.append((name, content))
            else:
                staged.append(_stage(os.path.realpath(name), content, durable))
        while staged:
            os.replace(*staged[0])
            del staged[0]
        for name, content in streams:
            _write_through(name, content)
    finally:
        for part, _ in staged:
            try:  # noqa: SIM105 - importing contextlib costs every command more
                os.unlink(part)
            except OSError:  # the disk that refused the file may refuse this as well
                pass


def _is_stream(name: str) -> bool:
    """Say whether something is written to rather than replaced.

    Raises:
        OSError: where it can be neither.
    """
    try:
        mode = os.stat(name).st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder, and a file is to be written", name)
    if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):
        return True
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, f"it is {_kind(mode)}, not a file", name)
    if not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    return False


def _kind(mode: int) -> str:
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")


def _stage(target: str, content: bytes, durable: bool) -> tuple[str, str]:
    """Write a file beside ``target``, of its mode, and return both names."""
    part = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(number, "wb") as file:
            _like(target, number)
            file.write(content)
            file.flush()
            if durable:
                os.fsync(number)
    except BaseException:
        os.unlink(part)
        raise
    return part, target


def _like(target: str, number: int) -> None:
    """Give a new file the owner and the mode of the one that it will replace, where there is one."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return
    if hasattr(os, "fchown"):
        try:  # noqa: SIM105 - importing contextlib costs every command more
            os.fchown(number, old.st_uid, old.st_gid)
        except OSError:  # another's file: the new one is ours, as with any editor that saves so
            pass
    if hasattr(os, "fchmod"):
        os.fchmod(number, stat.S_IMODE(old.st_mode))


def _write_through(name: str, content: bytes) -> None:
    try:  # not waiting for a reader who may never come
        number = os.open(name, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from that pipe", name) from None
        raise
    with open(number, "wb") as stream:
        if hasattr(os, "set_blocking"):
            os.set_blocking(number, True)
        stream.write(content)


def read_file(path: StrPath, limit: int, *, pipes: bool = False) -> bytes:
    """Return the content of a regular file of at most ``limit`` bytes; with ``pipes`` of a pipe as well.

    Raises:
        OSError: where it cannot be read, is no file, or is longer; ``strerror`` says why.
        ValueError: for a name that no file can have.
    """
    # Not waiting: opening a pipe that nobody writes to would take for ever.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(number, "rb", buffering=0) as file:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        if not stat.S_ISREG(mode) and not (pipes and stat.S_ISFIFO(mode)):
            raise OSError(errno.EINVAL, f"it is {_kind(mode)}, not a file", os.fspath(path))
        if hasattr(os, "set_blocking"):
            os.set_blocking(number, True)
        parts, size = [], 0
        while part := file.read(_CHUNK):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise OSError(errno.EFBIG, f"it is larger than {limit >> 20} MiB", os.fspath(path))
    return b"".join(parts)
