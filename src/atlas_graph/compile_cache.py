"""A working tree's release, compiled once for each state of its files."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from .authoring.compile import compile_release
from .authoring.dataset import read_dataset
from .files import write_file
from .problems import DatasetError
from .release.write import release_bytes
from .rules import check_structure
from .user_cache import cache_directory

_KEPT = 8


def compiled(folder: str, *, again: bool = False) -> bytes:
    """Return the bytes of the release that ``folder`` compiles to, from the user's cache where nothing changed.

    ``again`` compiles it whatever the cache holds. Of the rules those are checked without which a query would go
    astray; whether each quote was verified and audited is for ``validate``.

    Raises:
        DatasetError: where the dataset is invalid.
    """
    root = Path(folder)
    cache = _cache_folder() / f"release-{_state(root)}.json"
    if not again:
        try:
            return cache.read_bytes()
        except OSError:
            pass  # not there, or not ours to read

    dataset = read_dataset(root)
    problems = check_structure(dataset)
    if problems:
        raise DatasetError(problems)
    content = release_bytes(compile_release(dataset))
    _store(cache, content)
    return content


def _cache_folder() -> Path:
    return cache_directory() / "compiled"


def _state(root: Path) -> str:
    """Return a digest over the name, size and time of every file, and over the code that compiles them."""
    seen = hashlib.sha256(str(root.resolve()).encode())
    package = Path(__file__).resolve().parent
    compilers = (package / name for name in ("authoring", "jsonld", "model", "release", "rules"))
    places: set[str] = set()

    def unreadable(error: OSError) -> None:
        seen.update(f"{error.filename}\0unreadable\0".encode("utf-8", "surrogateescape"))

    for folder in (root, *compilers):
        for directory, folders, files in os.walk(folder, onerror=unreadable, followlinks=True):
            if (place := os.path.realpath(directory)) in places:
                folders.clear()
                continue
            places.add(place)
            folders.sort()
            for name in sorted(files):
                if name.endswith((".yaml", ".jsonl", ".py")):
                    path = os.path.join(directory, name)
                    seen.update(f"{path}\0{_stamp(path)}\0".encode("utf-8", "surrogateescape"))
    return seen.hexdigest()[:24]


def _stamp(path: str) -> str:
    """Return what changes with a file's content, of the file that a link leads to."""
    try:
        stat = os.stat(path)
    except OSError:
        return "nothing"  # a link that leads nowhere; reading the dataset says so
    return f"{stat.st_size}\0{stat.st_mtime_ns}"


def _store(target: Path, content: bytes) -> None:
    """Keep the compiled release; a cache that cannot be written only costs time."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_file(target, content, durable=False)
        for old in sorted(target.parent.glob("release-*.json"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return
