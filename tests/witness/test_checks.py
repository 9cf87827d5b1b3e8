"""Every check: a file that passes, and files that are nearly that and do not."""

from __future__ import annotations

import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest

from atlas_graph.witness.checks import CHECKS, apply
from atlas_graph.witness.checks.result import reference
from atlas_graph.witness.errors import CheckFailed, HeaderError

JAXPR = "{ lambda ; a:f32[4] b:f32[4]. let\n    c:f32[4] = sin a\n    d:f32[] = reduce_sum[axes=(0,)] c\n  in (d,) }"
MLIR = 'module @m {\n  func.func @main(%a: i32) {\n    %0 = stablehlo.sine %a : i32\n    "toy.end"() : () -> ()\n  }\n}'
HLO = (
    "HloModule m, is_scheduled=true\n\nENTRY %main (x: f32[4]) -> f32[4] {\n  ROOT %s.1 = f32[4]{0} sine(%x.1), a={}\n}"
)
LLVM = 'target triple = "x86_64-linux"\ndefine void @kernel(ptr %0) {\n  %1 = fmul float 1.0, 2.0\n  ret void\n}\n'
PTX = "//\n.version 8.7\n.target sm_90a, debug\n.address_size 64\n.visible .entry kernel(\n.param .u64 p\n)\n{ ret; }"
GCN = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n\t.amdhsa_kernel kernel\n'
ASSEMBLY = "\t.text\nkernel:\n\tpushq %rbp\n\tretq\n"
HEX = {"is": "magic", "hex": "4d5a", "says": "it"}


def elf_file(machine: int, flags: int = 0, abi: int = 0, kind: int = 1) -> bytes:
    """The header of a 64-bit little-endian ELF file with no sections."""
    ident = b"\x7fELF" + bytes([2, 1, 1, 0, abi]) + bytes(7)
    return ident + struct.pack("<HHIQQQIHHHHHH", kind, machine, 1, 0, 0, 0, flags, 64, 0, 0, 64, 0, 0)


def spirv_file(entry: bytes = b"main\0\0\0\0", magic: int = 0x07230203) -> bytes:
    """A module with one capability and one entry point."""
    name = struct.unpack(f"<{len(entry) // 4}I", entry)
    words = [magic, 0x00010300, 0, 9, 0, (2 << 16) | 17, 1, ((3 + len(name)) << 16) | 15, 5, 1, *name]
    return struct.pack(f"<{len(words)}I", *words)


GGUF = b"GGUF" + struct.pack("<IQQ", 3, 2, 5)
FLAT = (16).to_bytes(4, "little") + b"TFL3" + bytes(8) + b"root and XnnpackBackend"

GOOD: list[tuple[dict[str, Any], bytes | str, str]] = [
    ({"is": "jaxpr", "primitives": ["sin", "reduce_sum"]}, JAXPR, "a jaxpr that binds sin, reduce_sum"),
    ({"is": "mlir", "ops": ["stablehlo.sine", "toy.end"]}, MLIR, "an MLIR module with stablehlo.sine, toy.end"),
    ({"is": "hlo", "ops": ["sine"], "scheduled": True}, HLO, "an HLO module with sine, scheduled"),
    ({"is": "llvm-ir", "defines": "ker", "triple": ["x86_64"]}, LLVM, "LLVM IR for x86_64-linux that defines kernel"),
    ({"is": "ptx", "target": "sm_90a", "entry": "^kernel$"}, PTX, "PTX 8.7 for sm_90a with the kernel kernel"),
    ({"is": "amdgcn", "target": "gfx942", "kernel": "k"}, GCN, "AMD GCN assembly for gfx942 with the kernel kernel"),
    ({"is": "assembly", "symbol": "kernel"}, ASSEMBLY, "assembly with the function kernel"),
    ({"is": "elf", "machine": "EM_X86_64", "type": "ET_REL"}, elf_file(62), "ELF for EM_X86_64, ET_REL"),
    (
        {"is": "elf", "machine": "EM_CUDA", "arch": "sm_90"},
        elf_file(190, 0x00005A02, 8),
        "ELF for EM_CUDA, sm_90, ET_REL",
    ),
    (
        {"is": "elf", "machine": "EM_CUDA", "arch": "sm_80"},
        elf_file(190, 0x00500550, 7),
        "ELF for EM_CUDA, sm_80, ET_REL",
    ),
    (
        {"is": "elf", "machine": "EM_AMDGPU", "arch": "gfx942"},
        elf_file(224, 0x54C),
        "ELF for EM_AMDGPU, gfx942, ET_REL",
    ),
    ({"is": "spirv", "entry": "main"}, spirv_file(), "SPIR-V 1.3 with the entry point main and 1 capabilities"),
    ({"is": "gguf", "tensors": 2}, GGUF, "GGUF 3 with 2 tensors and 5 pairs of metadata"),
    ({"is": "flatbuffer", "identifier": "TFL3", "says": "it", "has": ["Xnnpack"]}, FLAT, "it, naming Xnnpack"),
    (HEX, b"MZ rest", "it"),
    ({"is": "text", "has": ["a"], "matches": ["^b$"], "lacks": ["z"], "says": "it"}, "a\nb\n", "it"),
]

WRONG: list[tuple[dict[str, Any], bytes | str, str]] = [
    ({"is": "jaxpr", "primitives": ["cos"]}, JAXPR, "primitives cos not found; there are reduce_sum, sin"),
    ({"is": "jaxpr", "primitives": ["sin"]}, "a = sin b", "not a jaxpr"),
    ({"is": "jaxpr", "primitives": []}, JAXPR, "names no primitives"),
    ({"is": "mlir", "ops": ["stablehlo.cosine"]}, MLIR, "operations stablehlo.cosine not found"),
    ({"is": "mlir", "ops": ["toy.end"], "lacks": ["stablehlo"]}, MLIR, "must be gone: stablehlo.sine"),
    ({"is": "mlir", "ops": ["toy.end"]}, "toy.end", "no 'module'"),
    ({"is": "hlo", "ops": ["cosine"]}, HLO, "instructions cosine not found"),
    ({"is": "hlo", "ops": ["sine"], "scheduled": False}, HLO, "it is scheduled"),
    ({"is": "hlo", "ops": ["sine"]}, HLO.replace("ENTRY ", ""), "no ENTRY"),
    ({"is": "hlo", "ops": ["sine"]}, HLO[1:], "does not begin"),
    ({"is": "llvm-ir"}, LLVM.replace("define", "declare"), "not LLVM IR"),
    ({"is": "llvm-ir"}, LLVM[:-3], "not balanced"),
    ({"is": "llvm-ir", "defines": "other"}, LLVM, "no function matches other; there are kernel"),
    ({"is": "llvm-ir", "triple": ["nvptx"]}, LLVM, "its target is 'x86_64-linux'"),
    ({"is": "ptx", "target": "sm_80", "entry": "k"}, PTX, "its target is sm_90a, not sm_80"),
    ({"is": "ptx", "target": "sm_90a", "entry": "other"}, PTX, "matches other; there are kernel"),
    ({"is": "ptx", "target": "sm_90a", "entry": "k"}, PTX.replace(".version", ""), "no .version"),
    ({"is": "amdgcn", "target": "gfx90a", "kernel": "k"}, GCN, "not gfx90a"),
    ({"is": "assembly", "symbol": "kernel"}, "kernel:\n\tnop\n", "no function in it returns"),
    ({"is": "elf", "machine": "EM_CUDA"}, elf_file(62), "its machine is EM_X86_64, not EM_CUDA"),
    ({"is": "elf", "machine": "EM_CUDA", "arch": "sm_80"}, elf_file(190, 0x00005A02, 8), "it is for sm_90, not sm_80"),
    ({"is": "elf", "machine": "EM_AMDGPU", "arch": "gfx90a"}, elf_file(224, 0x4C), "it is for gfx942, not gfx90a"),
    ({"is": "elf", "machine": "EM_X86_64", "type": "ET_DYN"}, elf_file(62), "its type is ET_REL"),
    ({"is": "elf", "machine": "EM_X86_64", "symbol": "kernel"}, elf_file(62), "no symbol matches kernel"),
    ({"is": "elf", "machine": "EM_X86_64", "sections": ["text"]}, elf_file(62), "no section matches text"),
    ({"is": "elf", "machine": "EM_X86_64"}, elf_file(62)[:30], "not a whole ELF file"),
    ({"is": "spirv", "entry": "other"}, spirv_file(), "no entry point matches other; there are main"),
    ({"is": "spirv", "entry": "main"}, spirv_file(magic=1), "its first word is 0x00000001"),
    ({"is": "spirv", "entry": "main"}, spirv_file()[:-4], "has no end"),
    ({"is": "spirv", "entry": "main"}, spirv_file()[:-1], "whole words"),
    ({"is": "gguf", "tensors": 3}, GGUF, "it holds 2 tensors, not 3"),
    ({"is": "gguf", "tensors": 2}, GGUF[:20], "does not begin with GGUF"),
    ({"is": "flatbuffer", "identifier": "ET12", "says": "it"}, FLAT, "its identifier is b'TFL3'"),
    ({"is": "flatbuffer", "identifier": "TFL3", "says": "it"}, FLAT[:10], "outside the file"),
    ({"is": "flatbuffer", "identifier": "TFL3", "says": "it", "has": ["CoreML"]}, FLAT, "CoreML not found"),
    (HEX, b"ZM", "at offset 0 there is 5a4d"),
    ({**HEX, "has": ["name"]}, b"MZ", "name not found"),
    ({"is": "text", "has": ["c"], "says": "it"}, "a", "words c not found"),
    ({"is": "text", "matches": ["^c$"], "says": "it"}, "a", "nothing matches"),
    ({"is": "text", "has": ["a"], "lacks": ["a"], "says": "it"}, "a", "must be absent"),
    ({"is": "text", "says": "it"}, "a", "names nothing"),
    ({"is": "text", "has": ["a"], "says": "it"}, b"a\xff", "not text"),
]


def put(folder: Path, content: bytes | str) -> Path:
    path = folder / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(("options", "content", "said"), GOOD, ids=lambda value: str(value)[:40])
def test_right_file_passes(options: dict[str, Any], content: bytes | str, said: str, tmp_path: Path) -> None:
    """A check says what it saw in the right file."""
    assert apply(put(tmp_path, content), options) == said


@pytest.mark.parametrize(("options", "content", "why"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_file_fails(options: dict[str, Any], content: bytes | str, why: str, tmp_path: Path) -> None:
    """A check says what it found in place of what it looked for."""
    with pytest.raises(CheckFailed) as failure:
        apply(put(tmp_path, content), options)
    assert why in str(failure.value)


def test_zip_members(tmp_path: Path) -> None:
    """An archive passes with its members, and fails without one or when a member is broken."""
    path = tmp_path / "file"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("top/model.so", b"code")
    options = {"is": "zip", "members": [r"\.so$"]}
    assert apply(path, options) == "a zip archive of 1 members, with top/model.so"
    with pytest.raises(CheckFailed, match=r"no member matches \\.json"):
        apply(path, {"is": "zip", "members": [r"\.json$"]})
    path.write_bytes(path.read_bytes().replace(b"code", b"Code"))
    with pytest.raises(CheckFailed, match="is broken"):
        apply(path, options)


def test_result_is_compared_with_plain_python(tmp_path: Path) -> None:
    """The value of another function, or none, is not the result."""
    path = tmp_path / "file"
    path.write_text(json.dumps({"sum": reference("sin")}))
    assert "is 7.19975 in plain Python" in apply(path, {"is": "result", "function": "sin"})
    for content in (path.read_text(), "{}", '{"sum": null}', '{"sum": NaN}', "[]"):
        path.write_text(content)
        with pytest.raises(CheckFailed):
            apply(path, {"is": "result"})


def test_every_check_has_its_examples() -> None:
    """No check is without a passing and a failing example here."""
    apart = {"zip", "result"}
    assert {str(options["is"]) for options, _, _ in GOOD} | apart == set(CHECKS)
    assert {str(options["is"]) for options, _, _ in WRONG} | apart == set(CHECKS)


@pytest.mark.parametrize("options", [{"is": "nothing"}, {}, {"is": "ptx"}, {"is": "gguf", "tensors": 1, "more": 2}])
def test_misspelt_check_is_the_headers_fault(options: dict[str, Any], tmp_path: Path) -> None:
    """An unknown check or option is an error of the header, not a failed check."""
    with pytest.raises(HeaderError):
        apply(put(tmp_path, "a"), options)
