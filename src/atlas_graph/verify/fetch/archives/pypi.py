"""Where the archives of a Python package are: asked of the indexes that the user's pip would ask (PEP 503, 691)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from urllib.request import url2pathname

from packaging.version import InvalidVersion, Version
from pypi_simple import DistributionPackage, ProjectPage

from atlas_graph.verify.document import Verdict

from ..clock import Deadline
from ..http import Errand, Web
from ..outcome import Setback
from . import pipconfig
from .downloads import Checksum
from .purl import Package

_ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"


@dataclass(frozen=True)
class Archive:
    """One file of a release, and how to get at it."""

    url: str
    filename: str
    checksum: Checksum | None
    auth: tuple[str, str] | None

    @property
    def wheel(self) -> bool:
        """Whether it is a wheel, which has no folder of its own around its members."""
        return self.filename.endswith(".whl")


class Indexes:
    """The user's package indexes, each page asked for once."""

    def __init__(self, web: Web, config: pipconfig.PipConfig) -> None:
        self._web = web
        self._config = config
        self._pages: dict[tuple[str, str], ProjectPage | Setback] = {}

    def archives(self, package: Package, deadline: Deadline) -> list[Archive]:
        """The source archive of a release first, then the wheel that suits most machines.

        :raises Setback: ``missing`` if no index has that release; if none has it and one did not answer, what
            that one said.
        """
        if not self._config.indexes:
            raise Setback(Verdict.UNREACHABLE, "pip is configured to ask no index: set index-url, or give a mirror")
        worst: Setback | None = None
        known = False
        for index in self._config.indexes:
            try:
                page = self._page(index, package.name, deadline)
            except Setback as setback:
                if setback.verdict is not Verdict.MISSING:
                    worst = worst or setback
                continue
            known = True
            found = [file for file in page.packages if _is_version(file.version, package.version)]
            if found:
                _, auth = pipconfig.without_password(index)
                return list(_chosen(found, auth, package.qualifiers.get("file_name")))
        if worst is not None:
            raise worst
        if known:
            reason = f"the Python package {package.name} has no version {package.version} where pip asks here"
        else:
            reason = f"no index that pip asks here has a Python package {package.name}"
        raise Setback(Verdict.MISSING, reason)

    def _page(self, index: str, name: str, deadline: Deadline) -> ProjectPage:
        known = self._pages.get((index, name))
        if known is None:
            shown, auth = pipconfig.without_password(index)
            url = f"{shown.rstrip('/')}/{name}/"
            try:
                known = self._read(url, name, auth, deadline)
            except Setback as setback:
                if setback.verdict is not Verdict.MISSING:
                    raise
                known = setback
            self._pages[index, name] = known
        if isinstance(known, Setback):
            raise Setback(known.verdict, known.reason, url=known.url, status=known.status)
        return known

    def _read(self, url: str, name: str, auth: tuple[str, str] | None, deadline: Deadline) -> ProjectPage:
        if urlsplit(url).scheme == "file":
            page = Path(url2pathname(urlsplit(url).path)) / "index.html"
            try:
                return ProjectPage.from_html(name, page.read_bytes(), base_url=url)
            except (FileNotFoundError, NotADirectoryError):
                raise Setback(Verdict.MISSING, f"there is no {page}") from None
            except (OSError, ValueError) as problem:
                raise Setback(Verdict.UNREACHABLE, f"{page} cannot be read ({problem})") from None
        errand = Errand(trusted=True, robots=False, walls=False, accept=_ACCEPT, auth=auth)
        answer = self._web.fetch(url, url, errand, deadline)
        if answer.content is None:
            verdict = answer.verdict or Verdict.UNREACHABLE
            raise Setback(verdict, f"the package index: {answer.reason}", url=answer.url, status=answer.status)
        try:
            if answer.media_type and answer.media_type.endswith("+json"):
                return ProjectPage.from_json_data(json.loads(answer.content), base_url=answer.url)
            return ProjectPage.from_html(name, answer.content, base_url=answer.url)
        except Exception as problem:  # whatever a library makes of an answer that is none
            raise Setback(
                Verdict.UNREACHABLE, f"the package index answers with something else than a list of files ({problem})"
            ) from None


def _is_version(version: str | None, wanted: str) -> bool:
    """Whether two spellings are the same version: 1.0 is 1.0.0."""
    if version is None:
        return False
    try:
        return Version(version) == Version(wanted)
    except InvalidVersion:
        return version == wanted


def _chosen(files: list[DistributionPackage], auth: tuple[str, str] | None, named: str | None) -> Iterator[Archive]:
    """The archives to look into, the best first: few, and always the same ones."""

    def archive(file: DistributionPackage) -> Archive:
        address = urljoin(file.url, "")
        return Archive(address, file.filename, Checksum.strongest(file.digests), auth)

    if named is not None:
        files = [file for file in files if file.filename == named]
        yield from map(archive, files)
        return
    sources = [file for file in files if file.package_type == "sdist"]
    wheels = [file for file in files if file.package_type == "wheel"]
    yield from map(archive, sorted(sources, key=lambda file: (file.filename.endswith(".zip"), file.filename))[:1])
    yield from map(
        archive, sorted(wheels, key=lambda file: (not file.filename.endswith("-any.whl"), file.filename))[:1]
    )
