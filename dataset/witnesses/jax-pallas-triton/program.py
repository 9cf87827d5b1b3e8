# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2", "jax-cuda13-plugin==0.10.2", "nvidia-cuda-nvcc==13.0.88", "nvidia-nvvm==13.0.88", "absl-py==2.5.1"]
#
# [tool.atlas-graph]
# title = "A Pallas kernel through Triton for an NVIDIA GPU without one: Triton IR, Triton GPU IR, PTX"
# device = "compiled for sm_90 without a device"
# when = { modes = ["triton"], devices = ["nvidia-gpu"] }
# seconds = 300
# megabytes = 4000
# environment = { JAX_PLATFORMS = "cpu", JAX_SKIP_CUDA_CONSTRAINTS_CHECK = "1", TF_CPP_MIN_LOG_LEVEL = "3" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "pallas"
# file = "jaxpr.txt"
# kind = "jaxpr with the kernel in it"
# checks = [{ is = "text", has = ["pallas_call[", "Ref<"], matches = ["dot_general\\[", "= tanh "], says = "a pallas_call with a kernel of its own jaxpr, on references" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "lowered.mlir"
# kind = "StableHLO with the kernel in a call"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.custom_call", "stablehlo.reduce"] }, { is = "text", has = ["@__gpu$xla.gpu.triton", "squash"], says = "that calls a kernel of Triton's" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-ir"
# file = "kernel.ttir"
# kind = "Triton IR of the kernel"
# checks = [{ is = "mlir", what = "a Triton IR module", ops = ["tt.func", "tt.load", "tt.dot", "tt.store"], lacks = ["ttg"] }]
# excerpt = "tt\\.func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ttgir"
# file = "kernel.ttgir"
# kind = "Triton GPU IR of the kernel"
# checks = [{ is = "mlir", what = "a Triton GPU IR module", ops = ["tt.func", "tt.load", "tt.dot", "ttg.convert_layout"] }]
# excerpt = "tt\\.func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX of the kernel"
# checks = [{ is = "ptx", target = "sm_90a", entry = "squash" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.controls]]
# variant = "no-pallas"
# description = "written without Pallas, and without Triton in XLA, there is no call of a kernel and no Triton IR"
# present = ["other.ptx"]
# absent = ["jaxpr.txt", "lowered.mlir", "kernel.ttir", "kernel.ttgir", "kernel.ptx"]
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "other.ptx"
# kind = "PTX of the sum outside the kernel, which XLA made itself"
# checks = [{ is = "ptx", target = "sm_90a", entry = "reduce" }]
# excerpt = "^\\.version"
#
# [tool.atlas-graph.steps]
# "jax-pallas/jax-code--calls--pallas" = ["jaxpr.txt"]
# "jax-pallas/pallas--compiled-by--triton" = ["lowered.mlir", "kernel.ttir", "kernel.ttgir"]
# "jax-pallas/triton--emits--ptx" = ["kernel.ttgir", "kernel.ptx"]
# ///
"""Compile a Pallas kernel by way of Triton for a described H100, on a machine that has none."""

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
os.environ["XLA_FLAGS"] = (
    f"--xla_dump_to={dump} --xla_dump_hlo_as_text --xla_dump_emitter_re=triton.* --xla_gpu_cuda_data_dir={toolkit}"
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


def before(log: str, name: str) -> str:
    """The module as it stood before a pass, from the log of a pass pipeline."""
    dumps = re.split(r"(?m)^// -----// IR Dump Before ", log)
    return next((dump.partition("\n")[2] for dump in dumps if dump.startswith(name)), "")


def main() -> None:
    import jax
    import jax.numpy as jnp
    from jax.experimental import pallas, topologies
    from jax.experimental.pallas import triton
    from jax.sharding import NamedSharding, PartitionSpec

    def kernel(x, w, squashed):
        squashed[...] = jnp.tanh(jnp.dot(x[...], w[...]))

    def f(x, w):
        if variant == "no-pallas":
            return jnp.sum(jnp.tanh(x @ w))
        shape = jax.ShapeDtypeStruct((64, 64), jnp.float32)
        parameters = triton.CompilerParams(num_warps=4)
        return jnp.sum(pallas.pallas_call(kernel, out_shape=shape, compiler_params=parameters, name="squash")(x, w))

    topology = topologies.get_topology_desc(platform="cuda", topology_name="", target_config=H100, topology="1x1x1")
    sharding = NamedSharding(topologies.make_mesh(topology, (1,), ("device",)), PartitionSpec())
    square = jax.ShapeDtypeStruct((64, 64), jnp.float32, sharding=sharding)
    (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(f)(square, square)))
    lowered = jax.jit(f).lower(square, square)
    (out / "lowered.mlir").write_text(lowered.as_text())
    lowered.compile({"xla_gpu_enable_triton_gemm": False})
    for found in dump.glob("jit_f.squash.triton-to-llvm.txt"):
        (out / "kernel.ttir").write_text(before(found.read_text(), "ConvertTritonToTritonGPU"))
        (out / "kernel.ttgir").write_text(before(found.read_text(), "TritonGPUAccelerateMatmul"))
    for found in sorted(dump.glob("module_*.jit_f.*.ptx")):
        text = found.read_text()
        if ".entry squash" in text:
            shutil.copyfile(found, out / "kernel.ptx")
        elif "reduce" in text:
            shutil.copyfile(found, out / "other.ptx")


main()
