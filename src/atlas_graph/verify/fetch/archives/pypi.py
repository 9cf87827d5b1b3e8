"""Where the archives of a Python package are: asked of the package index in JSON (PEP 691), through the guarded client.

The index is the one that the library of package URLs names for the ecosystem, or the one in ``PIP_INDEX_URL``. No
configuration file is read and no package manager is run: what a locator says decides nothing but a name and a version.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

from packageurl.contrib import purl2url
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

from ...document import Verdict
from ..clock import Deadline
from ..setback import Setback
from ..visit import FetchPolicy
from ..web import Web
from .downloads import Archive, Checksum
from .purl import Package

INDEX_VARIABLE = "PIP_INDEX_URL"

_POLICY = FetchPolicy(robots=False, walls=False, accept="application/vnd.pypi.simple.v1+json")


@dataclass(frozen=True)
class _File:
    """A file of a project as the index lists it, as far as it matters here."""

    filename: str
    url: str
    checksum: Checksum | None
    version: Version
    wheel: bool

    @property
    def order(self) -> tuple[bool, bool, str]:
        """Source archives first, then wheels; of each the one that suits most machines."""
        common = self.filename.endswith("-any.whl" if self.wheel else ".tar.gz")
        return self.wheel, not common, self.filename


class Index:
    """The package index, each project asked for once."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self._projects: dict[str, list[_File] | Setback] = {}

    def archives(self, package: Package, deadline: Deadline) -> list[Archive]:
        """The source archive of a release first, then the wheel that suits most machines.

        :raises Setback: ``missing`` if the index has no such release, else what it said.
        """
        address, auth = index_address()
        # The user's index may be on a private address; an archive, or a redirect, only where the index itself is.
        private = not self._web.is_public(address)
        policy = replace(_POLICY, private_addresses=private, auth=auth)
        files = self._files(f"{address.rstrip('/')}/{package.name}/", package, policy, deadline)
        found = sorted(
            (file for file in files if file.version == Version(package.version)), key=lambda file: file.order
        )
        if not found:
            raise Setback(Verdict.MISSING, f"the Python package {package.name} has no version {package.version}")
        named = package.qualifiers.get("file_name")
        chosen = [file for file in found if file.filename == named] if named else list(_first_of_each(found))
        inside = urlsplit(address).netloc
        return [
            Archive(
                file.url,
                file.filename,
                file.checksum,
                wheel=file.wheel,
                private=private,
                auth=auth if urlsplit(file.url).netloc == inside else None,
            )
            for file in chosen
        ]

    def _files(self, url: str, package: Package, policy: FetchPolicy, deadline: Deadline) -> list[_File]:
        known = self._projects.get(url)
        if known is None:
            answer = self._web.fetch(url, url, policy, deadline)
            if answer.content is not None:
                known = _listed(answer.content, answer.url)
            elif answer.verdict is Verdict.MISSING:
                reason = f"the package index has no Python package {package.name}"
                known = Setback(Verdict.MISSING, reason, url=answer.url, status=answer.status)
            else:
                verdict = answer.verdict or Verdict.UNREACHABLE
                raise Setback(verdict, f"the package index: {answer.reason}", url=answer.url, status=answer.status)
            self._projects[url] = known
        if isinstance(known, Setback):
            raise Setback(known.verdict, known.reason, url=known.url, status=known.status)
        return known


def index_address() -> tuple[str, tuple[str, str] | None]:
    """The index's address fit to be shown, and the name and password that were in it."""
    address = os.environ.get(INDEX_VARIABLE)
    if not address:
        page: str = purl2url.get_repo_url("pkg:pypi/index@0")  # type: ignore[no-untyped-call]
        address = urljoin(page, "/simple/")
    parts = urlsplit(address)
    if parts.username is None:
        return address, None
    shown = urlunsplit(parts._replace(netloc=parts.netloc.rsplit("@", 1)[1]))
    return shown, (unquote(parts.username), unquote(parts.password or ""))


def _listed(content: bytes, base: str) -> list[_File]:
    """The files of an index's answer that are source archives or wheels.

    :raises Setback: if it is no such answer.
    """
    try:
        files = json.loads(content)["files"]
        return [file for told in files if (file := _file(told, base)) is not None]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        reason = f"the package index answers with something else than a list of files ({type(problem).__name__})"
        raise Setback(Verdict.UNREACHABLE, reason) from None


def _file(told: dict[str, Any], base: str) -> _File | None:
    filename = str(told["filename"])
    wheel = filename.endswith(".whl")
    try:
        version = parse_wheel_filename(filename)[1] if wheel else parse_sdist_filename(filename)[1]
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None  # eggs, installers and their like
    return _File(filename, urljoin(base, str(told["url"])), Checksum.strongest(told["hashes"]), version, wheel)


def _first_of_each(files: list[_File]) -> Iterator[_File]:
    for wheel in (False, True):
        yield from [file for file in files if file.wheel is wheel][:1]
