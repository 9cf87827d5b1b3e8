"""Where a release comes from: the one in the package, a working tree, a file, a URL, or a version.

Kept free of heavy imports: this runs at the start of every command.
"""

from __future__ import annotations

import gc
import os
from json import loads

from .atlas import Atlas
from .errors import MissingExtraError, ReleaseError
from .files import read_file
from .model.collections import RELEASED
from .model.identifiers import BASE_IRI
from .model.vocabulary import RELEASE_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .graph.search.index import Index

_HERE = os.path.dirname(os.path.abspath(__file__))
_BUNDLED = os.path.join(_HERE, "data", "atlas-graph.json")
_BUNDLED_INDEX = os.path.join(_HERE, "data", "atlas-graph-search.sqlite3")
_TREE = os.path.join(os.path.dirname(os.path.dirname(_HERE)), "dataset")
#: The largest release that is read, in bytes: a hundred times today's.
_LARGEST = 512 * 1024 * 1024
_VERSION_CHARACTERS = frozenset("0123456789.")


def checkout() -> str | None:
    """Return the dataset folder of the checkout that this package runs from, None where it is installed."""
    return _TREE if os.path.exists(os.path.join(_TREE, "dataset.yaml")) else None


def load(release: str | os.PathLike[str] | None = None, *, dataset: str | os.PathLike[str] | None = None) -> Atlas:
    """Load a release of the atlas.

    Args:
        release: None for the one in this package (in a working tree: compiled from its ``dataset`` folder);
            the path of a release file; its URL; a version such as ``"0.1.0"``; or "latest", the newest that this
            package carries.
        dataset: in place of ``release``, a dataset folder to compile.

    A file or URL is checked against the ``SHA256SUMS`` beside it, where there is one; one that cannot be used, or
    does not name the release, refuses it.

    Raises:
        ReleaseError: where the release cannot be read, is cut short, fails its checksum or is of a newer
            format than this package knows; an ``UnreachableError`` where its address does not answer.
        DatasetError: where the dataset folder is invalid.
        MissingExtraError: where a dataset folder is to be compiled without the extra "author".
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
            atlas = _checked(_read(_BUNDLED), _BUNDLED)
            atlas.find_index = _bundled_index
            return atlas
        if os.path.exists(os.path.join(_TREE, "dataset.yaml")):
            return _from_dataset(_TREE)
        raise ReleaseError("this installation carries no release; install atlas-graph again or name a release file")
    name = os.fsdecode(release)
    if not name:
        raise ReleaseError("the name of the release is empty; name a file, a URL or a version")
    if name == "latest" and not os.path.exists(name):
        return load()
    if name.startswith(("https://", "http://")):
        return _from_url(name)
    if _looks_like_version(name) and not os.path.exists(name):
        return _from_version(name)
    content = _read(name)
    _verify_file(content, name)
    atlas = _found(content, name)
    atlas.find_index = lambda release: _index_beside(release, name) or _cached_index(release, content)
    return atlas


def _looks_like_version(name: str) -> bool:
    core = name.split("-", 1)[0]
    return core.count(".") == 2 and set(core) <= _VERSION_CHARACTERS


def _from_version(version: str) -> Atlas:
    here = "none"
    if os.path.exists(_BUNDLED) or os.path.exists(os.path.join(_TREE, "dataset.yaml")):
        bundled = load()
        if bundled.version == version:
            return bundled
        here = bundled.version
    try:
        return _from_url(f"{BASE_IRI}release/{version}")
    except ReleaseError as error:
        raise type(error)(
            f"release {version} is not here, {here} is: leave the version out for that; {error}"
        ) from None


def _from_dataset(folder: str) -> Atlas:
    try:
        from .compile_cache import compiled  # needs the author extra
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or "more", "author", "compiling a dataset folder") from None
    try:
        return _found(compiled(folder), folder)
    except ReleaseError:  # what was kept of an earlier run is spoilt, say by a full disk
        return _found(compiled(folder, again=True), folder)


def _read(path: str) -> bytes:
    try:
        return read_file(path, _LARGEST, pipes=True)
    except IsADirectoryError:
        raise ReleaseError(f"{path} is a folder; name a release file, or use --dataset for a dataset folder") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise ReleaseError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}; check the path") from None


def _verify_file(content: bytes, path: str) -> None:
    """Refuse a file that does not fit the list of checksums beside it, or that such a list does not speak of."""
    sums = os.path.join(os.path.dirname(path), "SHA256SUMS")
    if not os.path.lexists(sums):
        return
    from .release.checksums import MOST_CHECKSUMS, refused  # most releases come with the package

    try:
        listed = read_file(sums, MOST_CHECKSUMS)
    except OSError as error:
        raise ReleaseError(f"{path} cannot be checked: {sums} cannot be read ({error.strerror})") from None
    if reason := refused(content, os.path.basename(path), listed):
        raise ReleaseError(f"{path} is refused: {reason}")


def _from_url(url: str) -> Atlas:
    from urllib.parse import unquote, urljoin, urlsplit  # what reaches the network takes longer to load than all else

    from .download import MissingError, download
    from .release.checksums import MOST_CHECKSUMS, refused

    content, final = download(url, _LARGEST)
    try:
        # What cannot be fetched now is not known: not checked is not the same as nothing to check.
        sums, _ = download(urljoin(final, "SHA256SUMS"), MOST_CHECKSUMS)
    except MissingError:
        return _found(content, url)  # a release may be published without its checksums; one that has them must fit
    if reason := refused(content, unquote(urlsplit(final).path).rsplit("/", 1)[-1], sums):
        raise ReleaseError(f"{final} is refused: {reason}")
    return _found(content, url)


def _found(content: bytes, origin: str) -> Atlas:
    """Return a release that came without its index: it is looked for in the user's cache, once somebody searches."""
    atlas = _checked(content, origin)
    atlas.find_index = lambda release: _cached_index(release, content)
    return atlas


def _index_beside(release: dict[str, Any], name: str) -> Index | None:
    """Return the index that was built with a release file; None where there is none that can be trusted."""
    from .graph.search.index import open_index  # off the cold path: read by those who ask for it
    from .release.checksums import INDEX_SUFFIX

    path = name.removesuffix(".json") + INDEX_SUFFIX
    try:
        _verify_file(_read(path), path)
    except ReleaseError:
        return None  # it is only a quicker way to the same answers
    return open_index(path, release)


def _bundled_index(release: dict[str, Any]) -> Index | None:
    from .graph.search.index import open_index  # loads SQLite

    return open_index(_BUNDLED_INDEX, release) or _cached_index(release, os.fsencode(_BUNDLED))


def _cached_index(release: dict[str, Any], key: bytes) -> Index | None:
    try:
        from .index_cache import cached_index  # needs what the core does without
    except ModuleNotFoundError:
        return None  # the index is made in memory, for this search alone

    return cached_index(release, key)


def _checked(content: bytes, origin: str) -> Atlas:
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
