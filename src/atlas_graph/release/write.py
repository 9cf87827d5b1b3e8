"""A compiled release as bytes, and the release folder: the JSON file and its checksums."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ..escapes import json_escaped
from ..files import read_file, write_files
from .checksums import CHECKSUMS, MOST_CHECKSUMS, checksums


def release_bytes(release: dict[str, Any]) -> bytes:
    """Return the release file's bytes: UTF-8 JSON, one space of indent, a newline at the end."""
    return (json_escaped(json.dumps(release, ensure_ascii=False, indent=1)) + "\n").encode()


def release_name(release: dict[str, Any]) -> str:
    """Return the file name of a release, ``NAME-VERSION.json``."""
    return f"{release['name']}-{release['version']}.json"


def write_release(release: dict[str, Any], folder: Path) -> list[Path]:
    """Write the release file and ``SHA256SUMS`` into ``folder`` and return their paths.

    Releases of other versions that stand in the folder stay, and stay in the list.

    Raises:
        OSError: where the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / release_name(release)
    content = release_bytes(release)
    sums = folder / CHECKSUMS
    # The checksums last: what is interrupted between the two is refused, never taken for whole.
    write_files([(target, content), (sums, _checksums(folder, target.name, content))])
    return [target, sums]


def _checksums(folder: Path, name: str, content: bytes) -> bytes:
    """Return the list of checksums with this file in it, and the other releases of the folder that it holds."""
    try:
        listed = checksums(read_file(folder / CHECKSUMS, MOST_CHECKSUMS))
    except (OSError, ValueError):
        listed = []  # none yet, or none that can be used
    kept = {other: digest for digest, other in listed if other != name and (folder / other).is_file()}
    kept[name] = hashlib.sha256(content).hexdigest()
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(kept.items())).encode()
