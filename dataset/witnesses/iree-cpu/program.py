# /// script
# requires-python = ">=3.11"
# dependencies = ["iree-base-compiler==3.13.0", "iree-base-runtime==3.13.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "IREE on a CPU: from StableHLO through its dialects to LLVM IR, an ELF library, and the module that its VM runs"
# device = "CPU"
# when = { devices = ["cpu"] }
# seconds = 180
# megabytes = 1500
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "program.mlir"
# kind = "StableHLO program"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "linalg"
# file = "input.mlir"
# kind = "after input conversion"
# checks = [{ is = "mlir", what = "a module of linalg operations", ops = ["linalg.matmul", "math.tanh", "linalg.generic"], lacks = ["stablehlo"] }]
# excerpt = "linalg\\.matmul"
#
# [[tool.atlas-graph.artefacts]]
# stage = "iree-flow"
# file = "flow.mlir"
# kind = "after the phase 'flow'"
# checks = [{ is = "mlir", what = "a module with its dispatches outlined", ops = ["flow.dispatch", "flow.executable"] }]
# excerpt = "flow\\.dispatch @"
#
# [[tool.atlas-graph.artefacts]]
# stage = "iree-stream"
# file = "stream.mlir"
# kind = "after the phase 'stream'"
# checks = [{ is = "mlir", what = "a module of asynchronous work", ops = ["stream.cmd.execute", "stream.cmd.dispatch"] }]
# excerpt = "stream\\.cmd\\.execute"
#
# [[tool.atlas-graph.artefacts]]
# stage = "iree-hal"
# file = "hal.mlir"
# kind = "after the phase 'hal'"
# checks = [{ is = "mlir", what = "a module of the hardware abstraction layer", ops = ["hal.command_buffer.dispatch", "hal.executable.binary"] }]
# excerpt = "hal\\.command_buffer\\.dispatch"
#
# [[tool.atlas-graph.artefacts]]
# stage = "iree-vm"
# file = "vm.mlir"
# kind = "after the phase 'vm'"
# checks = [{ is = "mlir", what = "a module of IREE's virtual machine", ops = ["vm.module", "vm.func", "vm.call"] }]
# excerpt = "vm\\.func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "kernels.ll"
# kind = "LLVM IR of the dispatches, optimised"
# checks = [{ is = "llvm-ir", defines = "dispatch_0", triple = ["x86_64", "aarch64"] }]
# excerpt = "^define .*dispatch_0"
#
# [[tool.atlas-graph.artefacts]]
# stage = "native-code"
# file = "kernels.so"
# kind = "library of the dispatches"
# checks = [{ is = "elf", machine = "host", type = "ET_DYN", symbol = "^iree_hal_executable_library_query$" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "iree-vmfb"
# file = "module.vmfb"
# kind = "deployable module"
# checks = [{ is = "zip", members = ["^module\\.fb$", "\\.so$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value that IREE's runtime computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "vmvx"
# description = "compiled for IREE's own micro-kernel bytecode the value is the same, and there is no LLVM IR and no ELF library"
# present = ["result.json", "program.mlir", "input.mlir", "flow.mlir"]
# absent = ["kernels.ll", "kernels.so", "module.vmfb"]
#
# [[tool.atlas-graph.controls]]
# variant = "input-only"
# description = "compiled to the input phase alone, nothing of the later phases is there"
# present = ["program.mlir", "input.mlir"]
# absent = ["flow.mlir", "stream.mlir", "hal.mlir", "vm.mlir", "kernels.ll", "kernels.so", "module.vmfb", "result.json"]
#
# [tool.atlas-graph.steps]
# ///
"""Compile a StableHLO program with IREE for the CPU, keep every phase, and run the module."""

import json
import shutil
import sys
from pathlib import Path

import numpy
from iree import runtime
from iree.compiler import tools

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""

PROGRAM = """
module @witness {
  func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<f32> {
    %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %squashed = stablehlo.tanh %product : tensor<64x64xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %total = stablehlo.reduce(%squashed init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
    return %total : tensor<f32>
  }
}
"""


def main() -> None:
    (out / "program.mlir").write_text(PROGRAM.lstrip())
    backend = "vmvx" if variant == "vmvx" else "llvm-cpu"
    options = [f"--dump-compilation-phases-to={out}/phases", f"--iree-hal-dump-executable-files-to={out}/executables"]
    if backend == "llvm-cpu":
        options.append("--iree-llvmcpu-target-cpu=generic")
    if variant == "input-only":
        options.append("--compile-to=input")
    binary = tools.compile_str(PROGRAM, input_type="stablehlo", target_backends=[backend], extra_args=options)
    if variant == "input-only":
        (out / "input.mlir").write_bytes(binary)
        return
    for phase in ("input", "flow", "stream", "hal", "vm"):
        for found in (out / "phases").glob(f"*.{phase}.mlir"):
            shutil.copyfile(found, out / f"{phase}.mlir")
    for name, pattern in {"kernels.ll": "*.optimized.ll", "kernels.so": "*.so"}.items():
        for found in (out / "executables").glob(pattern):
            shutil.copyfile(found, out / name)
    (out / "module.vmfb").write_bytes(binary)

    i, j = numpy.indices((64, 64))
    x = (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    loaded = runtime.load_vm_flatbuffer(binary, driver="local-task" if backend == "llvm-cpu" else "local-sync")
    (out / "result.json").write_text(json.dumps({"sum": float(loaded.f(x, w).to_host())}))


main()
