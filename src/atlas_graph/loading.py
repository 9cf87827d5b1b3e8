"""Where a release comes from: the one in the package, a working tree, a file, a URL, or a version.

Kept free of heavy imports: this runs at the start of every command.
"""

from __future__ import annotations

import os

from .atlas import Atlas
from .errors import ReleaseError, UnreachableError
from .model.collections import RELEASED
from .model.identifiers import BASE_IRI
from .model.vocabulary import RELEASE_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))
_BUNDLED = os.path.join(_HERE, "data", "atlas-graph.json")
_TREE = os.path.join(os.path.dirname(os.path.dirname(_HERE)), "dataset")
#: Seconds that an answer may keep us waiting, and that a whole download may take.
_TIMEOUT, _DEADLINE = 30.0, 300.0
#: The largest download, in bytes: a release of a hundred times today's size.
_LARGEST = 512 * 1024 * 1024
_VERSION_CHARACTERS = frozenset("0123456789.")


def load(release: str | os.PathLike[str] | None = None, *, dataset: str | os.PathLike[str] | None = None) -> Atlas:
    """Load a release of the atlas.

    Args:
        release: None for the one in this package (in a working tree: compiled from its ``dataset`` folder);
            the path of a release file; its URL; or a version such as ``"0.1.0"``.
        dataset: in place of ``release``, a dataset folder to compile.

    A file or URL is checked against the ``SHA256SUMS`` beside it, where there is one.

    Raises:
        ReleaseError: where the release cannot be read, is cut short, fails its checksum or is of a newer
            format than this package knows; an ``UnreachableError`` where its address does not answer.
        DatasetError: where the dataset folder is invalid.
    """
    if dataset is not None:
        if release is not None:
            raise ReleaseError("name a release or a dataset folder, not both")
        folder = os.fspath(dataset)
        if not folder:
            raise ReleaseError("the name of the dataset folder is empty; name the folder that holds dataset.yaml")
        return _from_dataset(folder)
    if release is None:
        if os.path.exists(_BUNDLED):
            return _checked(_read(_BUNDLED), _BUNDLED)
        if os.path.exists(os.path.join(_TREE, "dataset.yaml")):
            return _from_dataset(_TREE)
        raise ReleaseError("this installation carries no release; install atlas-graph again or name a release file")
    name = os.fsdecode(release)
    if not name:
        raise ReleaseError("the name of the release is empty; name a file, a URL or a version")
    if name.startswith(("https://", "http://")):
        return _from_url(name)
    if _looks_like_version(name) and not os.path.exists(name):
        return _from_version(name)
    content = _read(name)
    _verify(content, name, _sums_beside(name))
    return _checked(content, name)


def _looks_like_version(name: str) -> bool:
    core = name.split("-", 1)[0]
    return core.count(".") == 2 and set(core) <= _VERSION_CHARACTERS


def _from_version(version: str) -> Atlas:
    if os.path.exists(_BUNDLED) or os.path.exists(os.path.join(_TREE, "dataset.yaml")):
        bundled = load()
        if bundled.version == version:
            return bundled
    return _from_url(f"{BASE_IRI}release/{version}")


def _from_dataset(folder: str) -> Atlas:
    from .compile_cache import compiled

    try:
        return _checked(compiled(folder), folder)
    except ReleaseError:  # what was kept of an earlier run is spoilt, say by a full disk
        return _checked(compiled(folder, again=True), folder)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except IsADirectoryError:
        raise ReleaseError(f"{path} is a folder; name a release file, or use --dataset for a dataset folder") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise ReleaseError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}; check the path") from None


def _sums_beside(path: str) -> str | None:
    sums = os.path.join(os.path.dirname(path), "SHA256SUMS")
    return _read(sums).decode("utf-8", "replace") if os.path.isfile(sums) else None


def _from_url(url: str) -> Atlas:
    from urllib.parse import urljoin

    content, final = _download(url)
    try:
        sums = _download(urljoin(final, "SHA256SUMS"))[0].decode("utf-8", "replace")
    except UnreachableError:
        raise  # whether it has checksums is not known: not checked is not the same as nothing to check
    except ReleaseError:
        sums = None  # a release may be published without its checksums; a release that has them must fit
    _verify(content, final, sums)
    return _checked(content, url)


def _download(url: str) -> tuple[bytes, str]:
    from http.client import HTTPException, InvalidURL
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    try:
        request = Request(
            url, headers={"User-Agent": f"atlas-graph (+{BASE_IRI})", "Accept": "application/json, text/plain"}
        )
        with urlopen(request, timeout=_TIMEOUT) as answer:
            return _body(answer, url), answer.url
    except ReleaseError:
        raise
    except HTTPError as error:
        error.close()
        reason = " ".join(f"{error.code} {error.reason}".split())
        if error.code >= 500 or error.code in (408, 429):
            raise UnreachableError(f"cannot fetch {url}: {reason}; try again later") from None
        raise ReleaseError(f"cannot fetch {url}: {reason}; check the address") from None
    except OSError as error:  # URLError is one
        said = getattr(error, "reason", None) or error
        raise UnreachableError(f"cannot fetch {url}: {said}; check the address and the network") from None
    except (InvalidURL, ValueError) as error:
        raise ReleaseError(f"cannot fetch {url}: {error}; check the address") from None
    except HTTPException as error:
        reason = str(error).strip() or type(error).__name__
        raise UnreachableError(f"cannot fetch {url}: {reason}; check the address, or try again later") from None


def _body(answer: Any, url: str) -> bytes:
    """Return what a server sends, all of it, within bounds of time and size."""
    from time import monotonic

    end = monotonic() + _DEADLINE
    parts: list[bytes] = []
    size = 0
    while part := answer.read(1 << 20):
        parts.append(part)
        size += len(part)
        if size > _LARGEST:
            raise ReleaseError(f"{url} is larger than {_LARGEST >> 20} MiB, as no release is; check the address")
        if monotonic() > end:
            raise UnreachableError(f"{url} did not arrive within {_DEADLINE:.0f} seconds; try again later")
    if answer.length:  # of the length that was announced, what did not come
        raise UnreachableError(f"{url} was cut short, {answer.length} bytes are missing; try again")
    return b"".join(parts)


def _verify(content: bytes, name: str, sums: str | None) -> None:
    if sums is None:
        return
    file = name
    if name.startswith(("https://", "http://")):
        from urllib.parse import unquote, urlsplit

        file = unquote(urlsplit(name).path)
    file = file.replace("\\", "/").rsplit("/", 1)[-1]
    for line in sums.splitlines():
        digest, _, listed = line.partition(" ")
        if listed.strip().lstrip("*") == file:
            from hashlib import sha256

            if sha256(content).hexdigest() != digest.lower():
                raise ReleaseError(f"{name} does not fit its checksum in SHA256SUMS; download the release again")


def _checked(content: bytes, origin: str) -> Atlas:
    import gc
    from json import loads

    # A release is one large tree that stays: looking for cycles in it while it grows only costs time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        release: Any = loads(content)
    except ValueError as error:
        raise ReleaseError(f"{origin} is not a whole release ({error}); download it again") from None
    except RecursionError:
        raise ReleaseError(f"{origin} is nested too deeply for a release; name a file of the atlas") from None
    finally:
        if collecting:
            gc.enable()
    if not isinstance(release, dict) or type(release.get("format")) is not int or release["format"] < 1:
        raise ReleaseError(f"{origin} is not a release of the atlas; name a file that 'atlas-graph build' wrote")
    if release["format"] > RELEASE_FORMAT:
        raise ReleaseError(
            f"{origin} has format {release['format']} and this package knows up to {RELEASE_FORMAT}; "
            "upgrade it with: pip install -U atlas-graph"
        )
    for key in ("version", *(row.name for row in RELEASED if row.required)):
        if key not in release:
            raise ReleaseError(f"{origin} lacks '{key}'; it is not a whole release, download it again")
    for key in (row.name for row in RELEASED):
        records = release.get(key, [])
        if type(records) is not list or not all(type(record) is dict and "id" in record for record in records):
            raise ReleaseError(f"in {origin} '{key}' is not a list of records with ids; download the release again")
    return Atlas(release, origin)
