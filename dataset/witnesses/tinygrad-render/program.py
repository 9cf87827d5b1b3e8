# /// script
# requires-python = ">=3.11"
# dependencies = ["tinygrad==0.14.0", "numpy==2.4.6", "nvidia-cuda-nvrtc==13.0.88", "nvidia-nvjitlink==13.0.88"]
#
# [tool.atlas-graph]
# title = "tinygrad without a GPU: UOps, and the C, CUDA C++ and PTX that they are rendered to, compiled for NVIDIA"
# device = "rendered for x86-64 and compiled for sm_90 without a device"
# when = { devices = ["cpu", "nvidia-gpu"] }
# seconds = 240
# megabytes = 800
# environment = { DEV = "NULL" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "tinygrad-uops"
# file = "schedule.txt"
# kind = "UOps of the one kernel that the schedule has"
# checks = [{ is = "text", has = ["Ops.SINK", "Ops.STORE", "Ops.REDUCE", "Ops.EXP2", "Ops.INDEX"], says = "one kernel: two reductions and the elementwise function between them" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tinygrad-uops"
# file = "linear.txt"
# kind = "UOps of the kernel in a line, ready to be rendered"
# checks = [{ is = "text", has = ["Ops.RANGE", "Ops.LOAD", "Ops.STORE", "Ops.END"], lacks = ["Ops.REDUCE"], says = "loops, loads and stores in their order" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "c-source"
# file = "kernel.c"
# kind = "C rendered for a CPU"
# checks = [{ is = "text", has = ["float* restrict data0", "for (int "], matches = ["^void \\w+\\("], says = "a C function with its loops" }]
# excerpt = "^void "
#
# [[tool.atlas-graph.artefacts]]
# stage = "cuda-code"
# file = "kernel.cu"
# kind = "CUDA C++ rendered for an NVIDIA GPU"
# checks = [{ is = "text", has = ["extern \"C\" __global__ void", "threadIdx.x", "__syncthreads()"], says = "a CUDA kernel" }]
# excerpt = "^extern \"C\" __global__"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "kernel.cubin"
# kind = "what NVRTC made of the CUDA C++"
# checks = [{ is = "elf", machine = "EM_CUDA", arch = "sm_90", sections = ["^\\.text\\.r_"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX that tinygrad rendered itself"
# checks = [{ is = "text", has = [".version VERSION", ".target TARGET"], matches = ["^\\.visible \\.entry r_\\w+ \\(", "^\\s+ld\\.global", "^\\s+bar\\.sync"], says = "PTX of a kernel, its version and target left open for the assembler to be" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "linked.cubin"
# kind = "what nvJitLink made of the PTX"
# checks = [{ is = "elf", machine = "EM_CUDA", arch = "sm_90", sections = ["^\\.text\\.r_"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "python"
# file = "result.json"
# kind = "value that tinygrad's interpreter of UOps computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "interpreted"
# description = "interpreted as UOps the value is the same, and nothing is rendered or compiled"
# present = ["result.json"]
# absent = ["schedule.txt", "linear.txt", "kernel.c", "kernel.cu", "kernel.cubin", "kernel.ptx", "linked.cubin"]
#
# [tool.atlas-graph.steps]
# ///
"""Let tinygrad schedule one expression, and render and compile its kernel for targets that are not there."""

import ctypes
import json
import os
import sys
import sysconfig
from pathlib import Path

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
libraries = Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13" / "lib"
for name, variable in {"libnvrtc.so.13": "NVRTC_PATH", "libnvJitLink.so.13": "NVJITLINK_PATH"}.items():
    os.environ[variable] = str(libraries / name)


def main() -> None:
    import numpy
    from tinygrad import Tensor
    from tinygrad.codegen import do_linearize, full_rewrite_to_sink, to_program
    from tinygrad.helpers import Target
    from tinygrad.renderer.cstyle import ClangRenderer, CUDARenderer
    from tinygrad.renderer.ptx import PTXRenderer
    from tinygrad.uop.ops import Ops, ProgramInfo, UOp

    i, j = numpy.indices((64, 64))
    x = (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    total = (Tensor(x, device="PYTHON") @ Tensor(w, device="PYTHON")).tanh().sum()
    (out / "result.json").write_text(json.dumps({"sum": float(total.item())}))
    if variant == "interpreted":
        return
    for builtins in libraries.glob("libnvrtc-builtins.so.*"):
        ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)  # NVRTC asks for it by name only

    lazy = (Tensor.empty(64, 64) @ Tensor.empty(64, 64)).tanh().sum()
    (kernel,) = [call.src[0] for call in lazy.schedule_linear().src if call.src[0].op is Ops.SINK]
    (out / "schedule.txt").write_text(str(kernel))

    renderer = ClangRenderer(Target("NULL", "CLANG", "x86_64,native"))
    sink = full_rewrite_to_sink(kernel, renderer)
    program = UOp(Ops.PROGRAM, src=(sink,), arg=ProgramInfo.from_sink(sink, renderer.target))
    line = do_linearize(renderer, program, sink).src[-1]
    (out / "linear.txt").write_text("\n".join(f"{n} {uop.op} {uop.dtype}" for n, uop in enumerate(line.src)))
    (out / "kernel.c").write_text(renderer.render(list(line.src)))

    targets = {
        ("kernel.cu", "kernel.cubin"): (CUDARenderer, "CUDA"),
        ("kernel.ptx", "linked.cubin"): (PTXRenderer, "PTX"),
    }
    for (source, binary), (kind, name) in targets.items():
        program = to_program(kernel, kind(Target("NULL", name, "sm_90")))
        for part in program.src:
            if part.op is Ops.SOURCE:
                (out / source).write_text(part.arg)
            elif part.op is Ops.BINARY:
                (out / binary).write_bytes(part.arg)


main()
