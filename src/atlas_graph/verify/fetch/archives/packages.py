"""One member of one package, from the index to its bytes.

The archive is fetched for real from where the user's own client would get it, has the hash that the index
gives for it, and is read as a stream up to the one member.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from atlas_graph.verify.document import Fetched, Verdict

from .. import decoding, kinds
from ..clock import Clock, Deadline, DeadlineError, stamp
from ..http import Web
from ..outcome import Setback, failed, sha256
from . import clients, deb, members, npm, pipconfig
from .downloads import Checksum, Downloads, Located
from .purl import Package
from .pypi import Indexes


class Packages:
    """Package archives as a source of documents. Safe to share between threads; close it when done.

    :param directory: where archives are kept, or None to keep them only as long as this object.
    :param run: runs npm and apt-get.
    :param pip: pip's configuration, read when first needed.
    """

    def __init__(
        self,
        web: Web,
        clock: Clock,
        cap: int,
        directory: Path | None,
        *,
        offline: bool = False,
        run: clients.Run = clients.run,
        pip: Callable[[], pipconfig.PipConfig] = pipconfig.read,
    ) -> None:
        self._web = web
        self._clock = clock
        self._cap = cap
        self._offline = offline
        self._run = run
        self._downloads = Downloads(web, directory)
        self._indexes = Indexes(web, pip())
        self._located: dict[str, Located] = {}
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
                content, url, name = getattr(self, f"_{package.type}")(package, deadline)
        except Setback as setback:
            return failed(locator, setback, revision=version, retrieved=stamp(self._clock.now()))
        except DeadlineError:
            slow = Setback(Verdict.UNREACHABLE, f"not read in full within {deadline.seconds:g} s")
            return failed(locator, slow, revision=version, retrieved=stamp(self._clock.now()))
        except OSError as problem:
            full = Setback(Verdict.UNREACHABLE, f"the archive cannot be kept while it is read ({problem})")
            return failed(locator, full, revision=version, retrieved=stamp(self._clock.now()))
        return Fetched(
            locator=locator,
            url=url,
            content=content,
            media_type=kinds.by_name(name),
            status=200,
            revision=version,
            sha256=sha256(content),
            retrieved=stamp(self._clock.now()),
        )

    def _pypi(self, package: Package, deadline: Deadline) -> tuple[bytes, str, str]:
        archives = self._indexes.archives(package, deadline)
        absent: Setback | None = None
        for archive in archives:
            checksum = _agreeing(archive.checksum, package)
            try:
                with self._downloads.archive(
                    archive.url, checksum, archive.filename, deadline, _auth_for(archive.auth, archive.url)
                ) as opened:
                    if archive.wheel or archive.filename.endswith((".zip", ".egg")):
                        member = package.member if archive.wheel else f"{_stem(archive.filename)}/{package.member}"
                        content = members.from_zip(opened, member, self._cap, archive.filename)
                    else:
                        content = members.from_tar(
                            opened, package.member, self._cap, archive.filename, deadline, top=True
                        )
                return content, archive.url, package.member
            except Setback as setback:
                if setback.verdict is not Verdict.MISSING:
                    raise
                absent = absent or setback
        raise absent or Setback(Verdict.MISSING, f"{package.title} has neither a source archive nor a wheel")

    def _npm(self, package: Package, deadline: Deadline) -> tuple[bytes, str, str]:
        archive = self._locate(package, npm.locate, deadline)
        name = os.path.basename(urlsplit(archive.url).path)
        with self._downloads.archive(archive.url, _agreeing(archive.checksum, package), name, deadline) as opened:
            content = members.from_tar(opened, package.member, self._cap, name, deadline, top=True)
        return content, archive.url, package.member

    def _deb(self, package: Package, deadline: Deadline) -> tuple[bytes, str, str]:
        archive = self._locate(package, deb.locate, deadline)
        name = os.path.basename(urlsplit(archive.url).path)
        with self._downloads.archive(archive.url, _agreeing(archive.checksum, package), name, deadline) as opened:
            tar = deb.data(opened, name)
            content = members.from_tar(tar, package.member, self._cap, name, deadline, top=False)
        shown = package.member
        if shown.endswith(".gz") and content[:2] == b"\x1f\x8b":
            # Debian packs longer documentation; a reader there opens it with zcat.
            decoder = decoding.Decoder("gzip", self._cap)
            content = b"".join(decoder.feed(content))
            decoder.finish()
            shown = shown.removesuffix(".gz")
        return content, archive.url, shown

    def _locate(
        self, package: Package, ask: Callable[[Package, clients.Run, Deadline], Located], deadline: Deadline
    ) -> Located:
        """Where the archive is; the client is asked once for each package."""
        key = package.locator.partition("#")[0]
        if key not in self._located:
            self._located[key] = ask(package, self._run, deadline)
        return self._located[key]


def _agreeing(given: Checksum | None, package: Package) -> Checksum | None:
    """The checksum of the index, if the locator does not itself name another one."""
    named = dict(part.partition(":")[::2] for part in package.qualifiers.get("checksum", "").split(",") if ":" in part)
    own = Checksum.strongest({name.lower(): value for name, value in named.items()})
    if own is None or given is None:
        return own or given
    if own.algorithm == given.algorithm and own != given:
        raise Setback(Verdict.REFUSED, f"the index has another archive of {package.title} than the locator names")
    return own


def _auth_for(auth: tuple[str, str] | None, url: str) -> tuple[str, str] | None:
    return auth if urlsplit(url).scheme in ("http", "https") else None


def _stem(filename: str) -> str:
    return filename.rsplit(".", 1)[0]
