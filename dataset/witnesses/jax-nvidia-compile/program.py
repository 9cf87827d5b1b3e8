# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2", "jax-cuda13-plugin==0.10.2", "nvidia-cuda-nvcc==13.0.88", "nvidia-nvvm==13.0.88"]
#
# [tool.atlas-graph]
# title = "JAX compiled for an NVIDIA GPU without one: HLO, Triton IR, LLVM IR, PTX, and the machine code in the executable"
# device = "compiled for sm_90 without a device"
# when = { modes = ["jit"], devices = ["nvidia-gpu"] }
# seconds = 300
# megabytes = 4000
# environment = { JAX_PLATFORMS = "cpu", JAX_SKIP_CUDA_CONSTRAINTS_CHECK = "1", TF_CPP_MIN_LOG_LEVEL = "3" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "jaxpr"
# file = "jaxpr.txt"
# kind = "jaxpr of the function"
# checks = [{ is = "jaxpr", primitives = ["dot_general", "tanh", "reduce_sum"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "stablehlo.mlir"
# kind = "StableHLO module"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "before.hlo.txt"
# kind = "HLO as XLA received it"
# checks = [{ is = "hlo", ops = ["dot", "tanh", "reduce"], scheduled = false }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "after.hlo.txt"
# kind = "HLO as XLA's optimisation for the GPU left it"
# checks = [{ is = "hlo", ops = ["fusion", "reduce"], scheduled = true }, { is = "text", has = ["__triton"], says = "with a fusion for Triton" }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-ir"
# file = "gemm.ttir"
# kind = "Triton IR that XLA made of the matrix product"
# checks = [{ is = "mlir", what = "a Triton IR module", ops = ["tt.func", "tt.load", "tt.dot", "tt.store"], lacks = ["ttg", "xtile"] }]
# excerpt = "tt\\.func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ttgir"
# file = "gemm.ttgir"
# kind = "Triton GPU IR of the matrix product"
# checks = [{ is = "mlir", what = "a Triton GPU IR module", ops = ["tt.func", "tt.load", "tt.dot", "ttg.convert_layout"] }]
# excerpt = "tt\\.func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "reduce.ll"
# kind = "LLVM IR that XLA made of the sum"
# checks = [{ is = "llvm-ir", defines = "reduce", triple = ["nvptx64-nvidia-cuda"] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "reduce.ptx"
# kind = "PTX of the sum"
# checks = [{ is = "ptx", target = "sm_90a", entry = "reduce" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "gemm.ptx"
# kind = "PTX of the matrix product, which went through Triton"
# checks = [{ is = "ptx", target = "sm_90a", entry = "gemm_fusion" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "executable.txt"
# kind = "what is inside the serialised executable"
# checks = [{ is = "text", matches = ["^ELF of CUDA's ABI at byte \\d+$", "^module jit_f$"], says = "an executable of the module with an ELF object of CUDA's ABI in it" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cublas-cudnn"
# file = "calls.txt"
# kind = "library calls in the optimised HLO of a convolution, and of the product with Triton switched off"
# checks = [{ is = "text", has = ["__cudnn$convForward", "__cublas$lt$matmul"], says = "calls of cuDNN for a convolution and of cuBLAS for a product" }]
#
# [[tool.atlas-graph.controls]]
# variant = "cpu"
# description = "the same function compiled for the CPU has its jaxpr and StableHLO, and nothing of a GPU"
# present = ["jaxpr.txt", "stablehlo.mlir", "before.hlo.txt"]
# absent = ["after.hlo.txt", "gemm.ttir", "gemm.ttgir", "reduce.ll", "reduce.ptx", "gemm.ptx", "executable.txt", "calls.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "no-triton"
# description = "with Triton switched off the product is a library call, and there is no Triton IR"
# present = ["jaxpr.txt", "stablehlo.mlir", "before.hlo.txt", "reduce.ptx", "calls.txt"]
# absent = ["after.hlo.txt", "gemm.ttir", "gemm.ttgir", "gemm.ptx"]
#
# [tool.atlas-graph.steps]
# "jax/stablehlo--compiled-by--xla" = ["stablehlo.mlir", "before.hlo.txt", "after.hlo.txt"]
# "jax/xla--emits--llvm-ir" = ["after.hlo.txt", "reduce.ll"]
# "jax/xla--emits--triton-ir" = ["after.hlo.txt", "gemm.ttir"]
# "jax/xla--calls--cublas-cudnn" = ["calls.txt"]
# "jax/llvm-ir--lowers-to--ptx" = ["reduce.ll", "reduce.ptx"]
# "jax/triton-ir--lowers-to--ptx" = ["gemm.ttir", "gemm.ttgir", "gemm.ptx"]
# "jax/ptx--built-into--xla-executable" = ["reduce.ptx", "gemm.ptx", "executable.txt"]
# ///
"""Compile one function with JAX for a described H100, on a machine that has none.

XLA compiles for a GPU from a description of it; JAX takes one for a topology, and its executables can be
serialised and not run.
"""

import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
dump = out / "dump"
toolkit = Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13"
os.environ["XLA_FLAGS"] = " ".join(
    [
        f"--xla_dump_to={dump}",
        "--xla_dump_hlo_as_text",
        "--xla_dump_emitter_re=triton.*",
        *([] if variant == "cpu" else [f"--xla_gpu_cuda_data_dir={toolkit}"]),
    ]
)

H100 = """
gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32 threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128
  shared_memory_per_block: 49152 shared_memory_per_core: 233472 shared_memory_per_block_optin: 232448
  block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535
  registers_per_core_limit: 65536 registers_per_block_limit: 65536
  memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98 device_memory_size: 84978434048
  cuda_compute_capability { major: 9 minor: 0 }
}
platform_name: "CUDA"
dnn_version_info { major: 9 minor: 8 }
device_description_str: "NVIDIA H100 80GB HBM3"
"""


def inside(executable) -> list[str]:
    """What can be told of a serialised executable, whose parts are packed: its module, and an ELF header."""
    payload = executable.serialize()
    # Class 64, little-endian, version 1, and the operating system's ABI that CUDA has in ELF since version 13.
    start = payload.find(b"\x7fELF\x02\x01\x01\x41")
    lines = [f"ELF of CUDA's ABI at byte {start}"] if start >= 0 else []
    return lines + [f"module {module.name}" for module in executable.hlo_modules()]


def before(log: str, name: str) -> str:
    """The module as it stood before a pass, from the log of a pass pipeline."""
    dumps = re.split(r"(?m)^// -----// IR Dump Before ", log)
    return next((dump.partition("\n")[2] for dump in dumps if dump.startswith(name)), "")


def main() -> None:
    import jax
    import jax.numpy as jnp
    from jax.experimental import topologies
    from jax.sharding import NamedSharding, PartitionSpec

    def f(x, w):
        return jnp.sum(jnp.tanh(x @ w))

    def convolve(images, filters):
        return jax.lax.conv(images, filters, (1, 1), "SAME")

    if variant == "cpu":
        sharding = None
    else:
        topology = topologies.get_topology_desc(platform="cuda", topology_name="", target_config=H100, topology="1x1x1")
        sharding = NamedSharding(topologies.make_mesh(topology, (1,), ("device",)), PartitionSpec())

    def compile_for(function, *shapes, triton=True):
        arguments = [jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding) for shape in shapes]
        lowered = jax.jit(function).lower(*arguments)
        options = {} if sharding is None or triton else {"xla_gpu_enable_triton_gemm": False}
        return lowered, lowered.compile(options)

    square = (64, 64)
    (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(f)(*[jax.ShapeDtypeStruct(square, jnp.float32)] * 2)))
    lowered, executable = compile_for(f, square, square, triton=variant != "no-triton")
    (out / "stablehlo.mlir").write_text(lowered.as_text())

    files = {
        "before.hlo.txt": "module_*.jit_f.before_optimizations.txt",
        "after.hlo.txt": "module_*.jit_f.sm_*_gpu_after_optimizations.txt",
    }
    for name, pattern in files.items():
        for found in sorted(dump.glob(pattern), key=lambda path: len(path.name))[:1]:
            shutil.copyfile(found, out / name)
    for found in dump.glob("jit_f.gemm_fusion*.triton-to-llvm.txt"):
        (out / "gemm.ttir").write_text(before(found.read_text(), "ConvertTritonToTritonGPU"))
        (out / "gemm.ttgir").write_text(before(found.read_text(), "TritonGPUAccelerateMatmul"))
    for found in sorted(dump.glob("module_*.jit_f.*.ptx")):
        text = found.read_text()
        if ".entry gemm_fusion" in text:
            shutil.copyfile(found, out / "gemm.ptx")
        elif "reduce" in text:
            shutil.copyfile(found, out / "reduce.ptx")
    for found in sorted(dump.glob("module_*.jit_f.*.ir-with-opt.ll")):
        if "reduce" in found.read_text() and "gemm_fusion" not in found.read_text():
            shutil.copyfile(found, out / "reduce.ll")

    if sharding is not None:
        (out / "executable.txt").write_text("\n".join(inside(executable.runtime_executable())))
        _, plain = compile_for(f, square, square, triton=False)
        _, convolution = compile_for(convolve, (8, 16, 64, 64), (16, 16, 3, 3))
        lines = (plain.as_text() + convolution.as_text()).splitlines()
        (out / "calls.txt").write_text("\n".join(line.strip() for line in lines if "custom_call_target=" in line))


main()
