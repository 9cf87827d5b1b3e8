# /// script
# requires-python = ">=3.11"
# dependencies = ["iree-base-compiler==3.13.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "IREE for Vulkan without a device: from StableHLO through its dialects to SPIR-V and a deployable module"
# device = "compiled for Vulkan (sm_80) without a device"
# when = { devices = ["nvidia-gpu"] }
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
# stage = "spir-v"
# file = "matmul.spirv.mlir"
# kind = "SPIR-V dialect of the dispatch with the matrix product"
# checks = [{ is = "mlir", what = "a module of the SPIR-V dialect", ops = ["spirv.module", "spirv.func", "spirv.mlir.addressof"] }]
# excerpt = "spirv\\.module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "spir-v"
# file = "matmul.spv"
# kind = "SPIR-V binary of the dispatch with the matrix product"
# checks = [{ is = "spirv", entry = "dispatch_0" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "spir-v"
# file = "reduction.spv"
# kind = "SPIR-V binary of the dispatch with the sum"
# checks = [{ is = "spirv", entry = "dispatch_1" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "iree-vmfb"
# file = "module.vmfb"
# kind = "deployable module"
# checks = [{ is = "zip", members = ["^module\\.fb$", "\\.fb$"] }, { is = "magic", hex = "504b0304", says = "with an executable for Vulkan", has = ["vulkan-spirv-fb"] }]
#
# [[tool.atlas-graph.controls]]
# variant = "input-only"
# description = "compiled to the input phase alone, nothing of the later phases is there"
# present = ["program.mlir", "input.mlir"]
# absent = ["flow.mlir", "stream.mlir", "hal.mlir", "vm.mlir", "matmul.spirv.mlir", "matmul.spv", "reduction.spv", "module.vmfb"]
#
# [[tool.atlas-graph.controls]]
# variant = "cpu"
# description = "compiled for the CPU, the phases are there and no SPIR-V is"
# present = ["program.mlir", "input.mlir", "flow.mlir", "stream.mlir"]
# absent = ["matmul.spirv.mlir", "matmul.spv", "reduction.spv", "module.vmfb"]
#
# [tool.atlas-graph.steps]
# ///
"""Compile a StableHLO program with IREE for a GPU under Vulkan that is not there, and keep every phase."""

import shutil
import sys
from pathlib import Path

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
    backend = "llvm-cpu" if variant == "cpu" else "vulkan-spirv"
    options = [f"--dump-compilation-phases-to={out}/phases", f"--iree-hal-dump-executable-files-to={out}/executables"]
    options.append("--iree-llvmcpu-target-cpu=generic" if variant == "cpu" else "--iree-vulkan-target=sm_80")
    if variant == "input-only":
        options.append("--compile-to=input")
    binary = tools.compile_str(PROGRAM, input_type="stablehlo", target_backends=[backend], extra_args=options)
    if variant == "input-only":
        (out / "input.mlir").write_bytes(binary)
        return
    for phase in ("input", "flow", "stream", "hal", "vm"):
        for found in (out / "phases").glob(f"*.{phase}.mlir"):
            shutil.copyfile(found, out / f"{phase}.mlir")
    files = {
        "matmul.spirv.mlir": "*matmul*.spirv.mlir",
        "matmul.spv": "*matmul*.spv",
        "reduction.spv": "*reduction*.spv",
    }
    for name, pattern in files.items():
        for found in (out / "executables").glob(pattern):
            shutil.copyfile(found, out / name)
    (out / "module.vmfb").write_bytes(binary)


main()
