"""What makes a file the artefact that it is said to be.

A check takes the file and its options from the program's header and returns what it saw, in a few words; it raises
:class:`~atlas_graph.witness.errors.CheckFailed` with what it found in its place. None passes on a missing or an
empty file, nor on arbitrary text.

To add one: write it in the file of its family, enter it here, and give it a good and a wrong file in
``tests/witness/test_checks.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..errors import CheckFailed, HeaderError
from . import assembly, binary, elf, ir, result, text

Check = Callable[..., str]

CHECKS: Mapping[str, Check] = {
    "amdgcn": assembly.amdgcn,
    "assembly": assembly.native,
    "elf": elf.elf,
    "flatbuffer": binary.flatbuffer,
    "gguf": binary.gguf,
    "hlo": ir.hlo,
    "jaxpr": ir.jaxpr,
    "llvm-ir": ir.llvm_ir,
    "magic": binary.magic,
    "mlir": ir.mlir,
    "ptx": assembly.ptx,
    "result": result.result,
    "spirv": binary.spirv,
    "text": text.text,
    "zip": binary.zip_members,
}


def apply(path: Path, options: Mapping[str, Any]) -> str:
    """Apply one check of a header to a file and return what was seen.

    Raises:
        CheckFailed: when the file is missing or is not what it should be.
        HeaderError: when there is no such check, or it has no such option.
    """
    given = dict(options)
    name = given.pop("is", None)
    if name not in CHECKS:
        raise HeaderError(f"there is no check '{name}'; use one of {', '.join(CHECKS)}")
    if not path.is_file():
        raise CheckFailed("it is not there")
    if path.stat().st_size == 0:
        raise CheckFailed("it is empty")
    try:
        return CHECKS[name](path, **given)
    except TypeError as error:
        if "unexpected keyword argument" in str(error) or "required keyword-only argument" in str(error):
            raise HeaderError(f"the check '{name}' does not take these options: {error}") from error
        raise
