"""A compiled release as bytes, and the release folder: the JSON file and its checksums."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

CHECKSUMS = "SHA256SUMS"


def release_bytes(release: dict[str, Any]) -> bytes:
    """Return the release file's bytes: UTF-8 JSON, one space of indent, a newline at the end."""
    return (json.dumps(release, ensure_ascii=False, indent=1) + "\n").encode()


def release_name(release: dict[str, Any]) -> str:
    """Return the file name of a release, ``NAME-VERSION.json``."""
    return f"{release['name']}-{release['version']}.json"


def write_release(release: dict[str, Any], folder: Path) -> list[Path]:
    """Write the release file and ``SHA256SUMS`` into ``folder`` and return their paths.

    Raises:
        OSError: where the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / release_name(release)
    content = release_bytes(release)
    target.write_bytes(content)
    sums = folder / CHECKSUMS
    sums.write_bytes(f"{hashlib.sha256(content).hexdigest()}  {target.name}\n".encode())
    return [target, sums]
