"""One member of one Python package, from the index to its bytes.

The archive has the hash that the index gives for it, and is read as a stream up to the one member.
"""

from __future__ import annotations

import threading
from pathlib import Path

from ...document import Fetched, Verdict
from ..clock import Clock, Deadline, DeadlineError, stamp
from ..setback import Setback, failed, held
from ..web import Web
from . import members
from .downloads import Archive, Checksum, Downloads
from .purl import Package
from .pypi import Index


class Packages:
    """Package archives as a source of documents. Safe to share between threads; close it when done.

    :param directory: where archives are kept, or None to keep them only as long as this object.
    """

    def __init__(self, web: Web, clock: Clock, cap: int, directory: Path | None, *, offline: bool = False) -> None:
        self._web = web
        self._clock = clock
        self._cap = cap
        self._offline = offline
        self._downloads = Downloads(web, directory)
        self._index = Index(web)
        # One at a time: two members of one archive must not fetch it twice.
        self._lock = threading.Lock()

    def close(self) -> None:
        """Let go of the archives that are not to be kept."""
        self._downloads.close()

    def fetch(self, locator: str) -> Fetched:
        """The member, or the verdict; nothing that the world does raises."""
        version = None
        deadline = self._web.deadline()
        try:
            package = Package.parse(locator)
            version = package.version
            if self._offline:
                raise Setback(Verdict.UNREACHABLE, "offline: a package is looked up in its index first")
            with self._lock:
                deadline = self._web.deadline()
                content, url = self._member(package, deadline)
        except (Setback, DeadlineError, OSError) as problem:
            return failed(locator, _setback(problem, deadline), revision=version, retrieved=stamp(self._clock.now()))
        used = deadline.used()
        return held(locator, url, content, package.member, self._clock, status=200, revision=version, seconds=used)

    def _member(self, package: Package, deadline: Deadline) -> tuple[bytes, str]:
        absent: Setback | None = None
        for archive in self._index.archives(package, deadline):
            try:
                return self._out_of(archive, package, deadline), archive.url
            except Setback as setback:
                if setback.verdict is not Verdict.MISSING:
                    raise
                absent = absent or setback
        raise absent or Setback(Verdict.MISSING, f"{package.title} has neither a source archive nor a wheel")

    def _out_of(self, archive: Archive, package: Package, deadline: Deadline) -> bytes:
        name = archive.filename
        with self._downloads.archive(archive, _agreeing(archive.checksum, package), deadline) as opened:
            if archive.wheel:
                return members.from_zip(opened, package.member, self._cap, name)
            if name.endswith(".zip"):
                return members.from_zip(opened, f"{name.removesuffix('.zip')}/{package.member}", self._cap, name)
            return members.from_tar(opened, package.member, self._cap, name, deadline)


def _setback(problem: Setback | DeadlineError | OSError, deadline: Deadline) -> Setback:
    if isinstance(problem, Setback):
        return problem
    if isinstance(problem, DeadlineError):
        return Setback(Verdict.UNREACHABLE, f"not read in full within {deadline.seconds:g} s")
    return Setback(Verdict.UNREACHABLE, f"the archive cannot be kept while it is read ({problem})")


def _agreeing(given: Checksum | None, package: Package) -> Checksum | None:
    """The checksum of the index, if the locator does not itself name another one."""
    named = dict(part.partition(":")[::2] for part in package.qualifiers.get("checksum", "").split(",") if ":" in part)
    own = Checksum.strongest({name.lower(): value for name, value in named.items()})
    if own is None or given is None:
        return own or given
    if own.algorithm == given.algorithm and own != given:
        raise Setback(Verdict.REFUSED, f"the index has another archive of {package.title} than the locator names")
    return own
