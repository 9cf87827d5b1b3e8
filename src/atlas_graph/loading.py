"""Where a release comes from: the one in the package, a working tree, a file, a URL, or a version.

Kept free of heavy imports: this runs at the start of every command.
"""

from __future__ import annotations

import os

from .errors import ReleaseError
from .graph.atlas import Atlas
from .model.identifiers import BASE_IRI
from .model.vocabulary import RELEASE_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))
_BUNDLED = os.path.join(_HERE, "data", "atlas-graph.json")
_TREE = os.path.join(os.path.dirname(os.path.dirname(_HERE)), "dataset")
_TIMEOUT = 30.0
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
            format than this package knows.
        DatasetError: where the dataset folder is invalid.
    """
    if dataset is not None:
        if release is not None:
            raise ReleaseError("name a release or a dataset folder, not both")
        return _from_dataset(os.fspath(dataset))
    if release is None:
        if os.path.exists(_BUNDLED):
            return _checked(_read(_BUNDLED), _BUNDLED)
        if os.path.exists(os.path.join(_TREE, "dataset.yaml")):
            return _from_dataset(_TREE)
        raise ReleaseError("this installation carries no release; install atlas-graph again or name a release file")
    name = os.fspath(release)
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
    from .authoring.cache import compiled

    return _checked(compiled(folder), folder)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except IsADirectoryError:
        raise ReleaseError(f"{path} is a folder; name a release file, or use --dataset for a dataset folder") from None
    except OSError as error:
        raise ReleaseError(f"cannot read {path}: {error.strerror or error}; check the path") from None


def _sums_beside(path: str) -> str | None:
    sums = os.path.join(os.path.dirname(path), "SHA256SUMS")
    return _read(sums).decode("utf-8", "replace") if os.path.isfile(sums) else None


def _from_url(url: str) -> Atlas:
    content, final = _download(url)
    try:
        sums = _download(final.rsplit("/", 1)[0] + "/SHA256SUMS")[0].decode("utf-8", "replace")
    except ReleaseError:
        sums = None  # a release may be published without its checksums; a release that has them must fit
    _verify(content, final, sums)
    return _checked(content, url)


def _download(url: str) -> tuple[bytes, str]:
    from urllib.error import URLError
    from urllib.request import Request, urlopen

    request = Request(
        url, headers={"User-Agent": f"atlas-graph (+{BASE_IRI})", "Accept": "application/json, text/plain"}
    )
    try:
        with urlopen(request, timeout=_TIMEOUT) as answer:
            return answer.read(), answer.url
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise ReleaseError(f"cannot fetch {url}: {reason}; check the address and the network") from None


def _verify(content: bytes, name: str, sums: str | None) -> None:
    if sums is None:
        return
    file = name.replace("\\", "/").rsplit("/", 1)[-1]
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
    finally:
        if collecting:
            gc.enable()
    if not isinstance(release, dict) or not isinstance(release.get("format"), int):
        raise ReleaseError(f"{origin} is not a release of the atlas; name a file that 'atlas-graph build' wrote")
    if release["format"] > RELEASE_FORMAT:
        raise ReleaseError(
            f"{origin} has format {release['format']} and this package knows up to {RELEASE_FORMAT}; "
            "upgrade it with: pip install -U atlas-graph"
        )
    missing = [
        key
        for key in ("version", "stacks", "entities", "sources", "relations", "devices", "ledger")
        if key not in release
    ]
    if missing:
        raise ReleaseError(f"{origin} lacks '{missing[0]}'; it is not a whole release, download it again")
    return Atlas(release, origin)
