# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.8.0"]
#
# [tool.atlas-graph]
# title = "Triton without a GPU: TTIR, TTGIR and LLVM IR, then PTX and cubin for NVIDIA, GCN assembly and hsaco for AMD"
# device = "compiled for sm_90 and gfx942 without a device"
# when = { devices = ["nvidia-gpu", "amd-gpu"] }
# seconds = 180
# megabytes = 1500
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-ir"
# file = "nvidia.ttir"
# kind = "Triton IR (TTIR) for the NVIDIA target"
# checks = [{ is = "mlir", what = "a Triton IR module", ops = ["tt.func", "tt.load", "tt.dot", "tt.reduce", "tt.store"], lacks = ["ttg"] }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ttgir"
# file = "nvidia.ttgir"
# kind = "Triton GPU IR (TTGIR) for the NVIDIA target"
# checks = [{ is = "mlir", what = "a Triton GPU IR module", ops = ["tt.func", "ttg.local_alloc", "tt.reduce"] }, { is = "text", has = ["#ttg.blocked<", "ttg.target = \"cuda:90\""], says = "with layouts, for cuda:90" }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "nvidia.ll"
# kind = "LLVM IR for the NVIDIA target"
# checks = [{ is = "llvm-ir", defines = "^kernel$", has = ["@llvm.nvvm."] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX"
# checks = [{ is = "ptx", target = "sm_90a", entry = "^kernel$" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "kernel.cubin"
# kind = "machine code for sm_90, assembled by the ptxas that Triton brings"
# checks = [{ is = "elf", machine = "EM_CUDA", arch = "sm_90", sections = ["^\\.text\\.kernel$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-ir"
# file = "amd.ttir"
# kind = "Triton IR (TTIR) for the AMD target"
# checks = [{ is = "mlir", what = "a Triton IR module", ops = ["tt.func", "tt.load", "tt.dot", "tt.reduce", "tt.store"], lacks = ["ttg"] }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ttgir"
# file = "amd.ttgir"
# kind = "Triton GPU IR (TTGIR) for the AMD target"
# checks = [{ is = "mlir", what = "a Triton GPU IR module", ops = ["tt.func", "tt.dot", "tt.reduce"] }, { is = "text", has = ["#ttg.amd_mfma<", "ttg.target = \"hip:gfx942\""], says = "with a layout for AMD's matrix instructions, for hip:gfx942" }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "amd.ll"
# kind = "LLVM IR for the AMD target"
# checks = [{ is = "llvm-ir", defines = "^kernel$", triple = ["amdgcn-amd-amdhsa"] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "amdgcn"
# file = "kernel.amdgcn"
# kind = "AMD GCN assembly"
# checks = [{ is = "amdgcn", target = "gfx942", kernel = "^kernel$" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "hsaco"
# file = "kernel.hsaco"
# kind = "code object for gfx942"
# checks = [{ is = "elf", machine = "EM_AMDGPU", arch = "gfx942", type = "ET_DYN", symbol = "^kernel" }]
#
# [[tool.atlas-graph.controls]]
# variant = "nvidia-only"
# description = "compiled for the NVIDIA target alone, nothing of AMD's comes out"
# present = ["nvidia.ttir", "kernel.cubin"]
# absent = ["amd.ttir", "amd.ttgir", "amd.ll", "kernel.amdgcn", "kernel.hsaco"]
#
# [[tool.atlas-graph.controls]]
# variant = "amd-only"
# description = "compiled for the AMD target alone, there is no PTX and no cubin"
# present = ["amd.ttir", "kernel.hsaco"]
# absent = ["nvidia.ttir", "nvidia.ttgir", "nvidia.ll", "kernel.ptx", "kernel.cubin"]
# ///
"""Compile one Triton kernel for an NVIDIA and an AMD target and write down what each stage of the compiler gives."""

import sys
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""

TARGETS = {
    "nvidia": (GPUTarget("cuda", 90, 32), {"ptx": "kernel.ptx", "cubin": "kernel.cubin"}),
    "amd": (GPUTarget("hip", "gfx942", 64), {"amdgcn": "kernel.amdgcn", "hsaco": "kernel.hsaco"}),
}


@triton.jit
def kernel(x, w, total, SIDE: tl.constexpr):
    row = tl.arange(0, SIDE)[:, None]
    column = tl.arange(0, SIDE)[None, :]
    product = tl.dot(tl.load(x + row * SIDE + column), tl.load(w + row * SIDE + column))
    tl.store(total, tl.sum(tl.sum(tl.exp(product), 1), 0))


def main() -> None:
    signature = {"x": "*fp16", "w": "*fp16", "total": "*fp32", "SIDE": "constexpr"}
    for name, (target, last) in TARGETS.items():
        if variant not in ("", f"{name}-only"):
            continue
        source = ASTSource(fn=kernel, signature=signature, constexprs={"SIDE": 64})
        compiled = triton.compile(source, target=target)
        files = {"ttir": f"{name}.ttir", "ttgir": f"{name}.ttgir", "llir": f"{name}.ll", **last}
        for stage, file in files.items():
            form = compiled.asm[stage]
            (out / file).write_bytes(form if isinstance(form, bytes) else form.encode())


main()
