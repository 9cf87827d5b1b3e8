"""ELF files: for which machine they hold code, and what is in them."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from ..errors import CheckFailed

#: What the ELF header's machine field says of the processors that this package runs on.
_HOST = {"x86_64": "EM_X86_64", "AMD64": "EM_X86_64", "aarch64": "EM_AARCH64", "arm64": "EM_AARCH64"}
#: The low byte of e_flags in an AMD GPU's code object -> the processor.
_AMD = {0x030: "gfx908", 0x03F: "gfx90a", 0x04C: "gfx942", 0x041: "gfx1100", 0x04F: "gfx950", 0x036: "gfx1030"}


def elf(
    path: Path,
    *,
    machine: str,
    arch: str | None = None,
    type: str | None = None,
    sections: Sequence[str] = (),
    symbol: str | None = None,
) -> str:
    """Check for an ELF file for ``machine`` (an EM_ name, or ``host``).

    ``arch`` is the GPU's processor (``sm_90``, ``gfx942``), read from the header's flags; ``type`` an ET_ name;
    ``sections`` regular expressions that section names must match; ``symbol`` one that a symbol's name must match.
    """
    wanted = _HOST.get(platform.machine(), "unknown") if machine == "host" else machine
    with path.open("rb") as stream:
        try:
            file = ELFFile(stream)
            found = str(file.header["e_machine"])
            kind = str(file.header["e_type"])
            names = [section.name for section in file.iter_sections()]
            symbols = _symbols(file) if symbol else []
        except (ELFError, ValueError, KeyError, TypeError, UnicodeDecodeError):
            raise CheckFailed("it is not a whole ELF file") from None
        if found != wanted:
            raise CheckFailed(f"its machine is {found}, not {wanted}")
        seen = [f"ELF for {found}"]
        if arch is not None:
            seen.append(_arch(file, found, arch))
    if type is not None and kind != type:
        raise CheckFailed(f"its type is {kind}, not {type}")
    for pattern in sections:
        if not any(re.search(pattern, name) for name in names):
            raise CheckFailed(f"no section matches {pattern}; there are {', '.join(filter(None, names[:8]))}")
    if sections:
        seen.append(f"with {len([name for name in names if name])} sections")
    if symbol is not None:
        match = next((name for name in symbols if re.search(symbol, name)), None)
        if match is None:
            raise CheckFailed(f"no symbol matches {symbol}; there are {', '.join(symbols[:5]) or 'none'}")
        seen.append(f"symbol {match}")
    return ", ".join([*seen, kind])


def _arch(file: Any, machine: str, wanted: str) -> str:
    flags = int(file.header["e_flags"])
    if machine == "EM_CUDA":
        # The processor moved from the lowest byte to the second one in version 8 of NVIDIA's ABI (CUDA 13).
        newer = file.header["e_ident"]["EI_ABIVERSION"] >= 8
        found = f"sm_{(flags >> 8) & 0xFF if newer else flags & 0xFF}"
    elif machine == "EM_AMDGPU":
        found = _AMD.get(flags & 0xFF, f"processor {flags & 0xFF:#x}")
    else:
        raise CheckFailed(f"no processor is read from the flags of {machine}")
    if found != wanted:
        raise CheckFailed(f"it is for {found}, not {wanted}")
    return found


def _symbols(file: Any) -> list[str]:
    return [
        symbol.name
        for section in file.iter_sections()
        if isinstance(section, SymbolTableSection)
        for symbol in section.iter_symbols()
        if symbol.name
    ]
