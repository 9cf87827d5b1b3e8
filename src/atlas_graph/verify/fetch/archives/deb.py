"""Where the archive of a Debian package is, asked of the user's apt, and how to open one."""

from __future__ import annotations

import io
import re
from typing import BinaryIO

from atlas_graph.verify.document import Verdict

from ..clock import Deadline
from ..outcome import Setback
from .clients import Run
from .downloads import Checksum, Located
from .members import broken
from .purl import Package

_LINE = re.compile(r"^'(?P<url>[^']+)' (?P<file>\S+) \d+ (?P<algorithm>[A-Za-z0-9]+):(?P<hash>[0-9A-Fa-f]+)\s*$", re.M)
_ARCHITECTURE = re.compile(r"[a-z0-9][a-z0-9-]*")


def locate(package: Package, run: Run, deadline: Deadline) -> Located:
    """Ask apt about a version.

    :raises Setback: ``missing`` if no source that apt knows has it, else what keeps apt from saying.
    :raises DeadlineError: if that takes too long.
    """
    architecture = package.qualifiers.get("arch")
    if architecture is not None and not _ARCHITECTURE.fullmatch(architecture):
        raise Setback(Verdict.REFUSED, f"{architecture!r} is no architecture of Debian")
    if architecture == "source":
        raise Setback(Verdict.REFUSED, "Debian's source packages are not read: cite a binary package, ?arch=…")
    suffix = f":{architecture}" if architecture not in (None, "all") else ""
    answer = run(["apt-get", "--print-uris", "download", f"{package.name}{suffix}={package.version}"], deadline)
    found = _LINE.search(answer.out)
    if found is not None:
        digests = {found["algorithm"].lower(): found["hash"]}
        return Located(found["url"], Checksum.strongest(digests))
    said = " ".join(answer.err.split())[:200]
    if re.search(r"Unable to locate package|was not found|has no installation candidate|Can't find", answer.err):
        lists = run(["apt-get", "indextargets", "--format", "$(FILENAME)", "Created-By: Packages"], deadline)
        if not lists.out.strip():
            raise Setback(Verdict.UNREACHABLE, "apt has no lists of packages: run apt-get update, or give a mirror")
        raise Setback(Verdict.MISSING, f"apt's sources do not have {package.title} ({said})")
    raise Setback(Verdict.UNREACHABLE, f"apt does not say where {package.title} is ({said or 'no answer'})")


def data(archive: BinaryIO, what: str) -> BinaryIO:
    """The file system part of a .deb file (an ar archive that holds ``data.tar`` in some compression).

    :raises Setback: if it is no .deb file.
    """
    if archive.read(8) != b"!<arch>\n":
        raise broken(what, ValueError("no ar archive"))
    while True:
        header = archive.read(60)
        if len(header) < 60 or header[58:] != b"`\n":
            raise broken(what, ValueError("no data.tar in it"))
        name, length = header[:16].decode("ascii", "replace").strip().rstrip("/"), header[48:58].strip()
        if not length.isdigit():
            raise broken(what, ValueError("a broken ar header"))
        if name.startswith("data.tar"):
            return _Part(archive, archive.tell(), int(length))
        archive.seek(int(length) + int(length) % 2, io.SEEK_CUR)


class _Part(io.BytesIO):
    """A stretch of a file as a file of its own, read from where it lies."""

    def __init__(self, whole: BinaryIO, start: int, length: int) -> None:
        super().__init__()
        self._whole = whole
        self._start = start
        self._length = length
        self._position = 0

    def read(self, size: int | None = -1, /) -> bytes:
        left = max(self._length - self._position, 0)
        self._whole.seek(self._start + self._position)
        content = self._whole.read(left if size is None or size < 0 else min(size, left))
        self._position += len(content)
        return content

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._length}[whence]
        self._position = max(base + offset, 0)
        return self._position

    def tell(self) -> int:
        return self._position
