"""Binary containers, by the marks that their specifications give them."""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path

from ..errors import CheckFailed

_SPIRV_MAGIC = 0x07230203
_OP_ENTRY_POINT, _OP_CAPABILITY = 15, 17


def magic(path: Path, *, hex: str, says: str, at: int = 0, has: Sequence[str] = ()) -> str:
    """Check for bytes, given in hexadecimal, at an offset, and for names anywhere after them."""
    wanted = bytes.fromhex(hex)
    content = path.read_bytes()
    if content[at : at + len(wanted)] != wanted:
        raise CheckFailed(f"at offset {at} there is {content[at : at + len(wanted)].hex() or 'nothing'}, not {hex}")
    missing = [name for name in has if name.encode() not in content]
    if missing:
        raise CheckFailed(f"{', '.join(missing)} not found in it")
    return says


def flatbuffer(path: Path, *, says: str, identifier: str | None = None, has: Sequence[str] = ()) -> str:
    """Check for a FlatBuffer with a root table inside it, its file identifier if the format has one, and names."""
    content = path.read_bytes()
    if len(content) < 8 or (identifier is not None and content[4:8] != identifier.encode()):
        raise CheckFailed(f"its identifier is {content[4:8]!r}, not {identifier or 'four bytes'}")
    root = int.from_bytes(content[:4], "little")
    if not 4 <= root <= len(content) - 4:
        raise CheckFailed("its root table lies outside the file")
    missing = [name for name in has if name.encode() not in content]
    if missing:
        raise CheckFailed(f"{', '.join(missing)} not found in it")
    return says + (f", naming {', '.join(has)}" if has else "")


def gguf(path: Path, *, tensors: int) -> str:
    """Check for a GGUF file that announces this many tensors."""
    content = path.read_bytes()[:24]
    if content[:4] != b"GGUF" or len(content) < 24:
        raise CheckFailed("it does not begin with GGUF")
    version, count, pairs = struct.unpack("<IQQ", content[4:24])
    if count != tensors:
        raise CheckFailed(f"it holds {count} tensors, not {tensors}")
    return f"GGUF {version} with {count} tensors and {pairs} pairs of metadata"


def spirv(path: Path, *, entry: str) -> str:
    """Check for a SPIR-V module, instruction by instruction to its end, with an entry point matching ``entry``."""
    content = path.read_bytes()
    if len(content) % 4 or len(content) < 20:
        raise CheckFailed("it is not made of whole words")
    words = struct.unpack(f"<{len(content) // 4}I", content)
    if words[0] != _SPIRV_MAGIC:
        raise CheckFailed(f"its first word is {words[0]:#010x}, not {_SPIRV_MAGIC:#010x}")
    at, entries, capabilities = 5, [], 0
    while at < len(words):
        length, code = words[at] >> 16, words[at] & 0xFFFF
        if length == 0 or at + length > len(words):
            raise CheckFailed(f"its instruction at word {at} has no end")
        if code == _OP_ENTRY_POINT:
            name = struct.pack(f"<{length - 3}I", *words[at + 3 : at + length]).split(b"\0")[0]
            entries.append(name.decode("utf-8", "replace"))
        capabilities += code == _OP_CAPABILITY
        at += length
    found = next((name for name in entries if re.search(entry, name)), None)
    if found is None:
        raise CheckFailed(f"no entry point matches {entry}; there are {', '.join(entries) or 'none'}")
    version = f"{words[1] >> 16 & 0xFF}.{words[1] >> 8 & 0xFF}"
    return f"SPIR-V {version} with the entry point {found} and {capabilities} capabilities"


def zip_members(path: Path, *, members: Sequence[str]) -> str:
    """Check for a whole zip archive in which every one of these regular expressions matches a member."""
    if not members:
        raise CheckFailed("the check names no member")
    try:
        with zipfile.ZipFile(path) as archive:
            broken = archive.testzip()
            names = archive.namelist()
    except zipfile.BadZipFile:
        raise CheckFailed("it is not a zip archive") from None
    if broken:
        raise CheckFailed(f"its member {broken} is broken")
    found = []
    for pattern in members:
        name = next((name for name in names if re.search(pattern, name)), None)
        if name is None:
            raise CheckFailed(f"no member matches {pattern}; there are {', '.join(names[:8])}")
        found.append(name)
    return f"a zip archive of {len(names)} members, with {', '.join(found)}"
