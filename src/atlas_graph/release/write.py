"""A compiled release as bytes, and the release folder: the JSON file and its checksums."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ..escapes import json_escaped
from ..files import read_file, write_files
from .checksums import CHECKSUMS, INDEX_SUFFIX, MOST_CHECKSUMS, checksums


def release_bytes(release: dict[str, Any]) -> bytes:
    """Return the release file's bytes: UTF-8 JSON, one space of indent, a newline at the end."""
    return (json_escaped(json.dumps(release, ensure_ascii=False, indent=1)) + "\n").encode()


def release_name(release: dict[str, Any]) -> str:
    """Return the file name of a release, ``NAME-VERSION.json``."""
    return f"{release['name']}-{release['version']}.json"


def index_name(release: dict[str, Any]) -> str:
    """Return the file name of the search index that stands beside a release, ``NAME-VERSION-search.sqlite3``."""
    return f"{release['name']}-{release['version']}{INDEX_SUFFIX}"


def write_release(release: dict[str, Any], folder: Path, beside: dict[str, bytes] | None = None) -> list[Path]:
    """Write the release file and ``SHA256SUMS`` into ``folder`` and return their paths.

    ``beside`` are further files of the release by their names, which the checksums hold as well.

    Releases of other versions that stand in the folder stay, and stay in the list.

    Raises:
        OSError: where the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    contents = {release_name(release): release_bytes(release), **(beside or {})}
    files = [(folder / name, content) for name, content in contents.items()]
    # The checksums last: what is interrupted between the two is refused, never taken for whole.
    write_files([*files, (folder / CHECKSUMS, _checksums(folder, contents))])
    return [*(path for path, _ in files), folder / CHECKSUMS]


def _checksums(folder: Path, contents: dict[str, bytes]) -> bytes:
    """Return the list of checksums with these files in it, and those of other releases in the folder."""
    try:
        listed = checksums(read_file(folder / CHECKSUMS, MOST_CHECKSUMS))
    except (OSError, ValueError):
        listed = []  # none yet, or none that can be used
    kept = {other: digest for digest, other in listed if (folder / other).is_file()}
    kept |= {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(kept.items())).encode()
