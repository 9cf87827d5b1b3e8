# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2", "libtpu==0.0.42.1"]
#
# [tool.atlas-graph]
# title = "JAX compiled for a TPU without one: HLO, Mosaic, LLO, and the bundles of instructions"
# device = "compiled for TPU v5e without a device"
# when = { modes = ["jit", "mosaic"], devices = ["tpu"] }
# seconds = 300
# megabytes = 2500
# environment = { JAX_PLATFORMS = "cpu", TF_CPP_MIN_LOG_LEVEL = "3", TPU_SKIP_MDS_QUERY = "1", TPU_WORKER_HOSTNAMES = "localhost", TPU_ACCELERATOR_TYPE = "v5litepod-4", XLA_FLAGS = "--xla_dump_to={out}/hlo --xla_dump_hlo_as_text", LIBTPU_INIT_ARGS = "--xla_mosaic_dump_to={out}/mosaic --xla_jf_dump_to={out}/llo --xla_jf_dump_llo_text=true" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "stablehlo.mlir"
# kind = "StableHLO module, with the kernel in a call"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.custom_call", "stablehlo.reduce"] }, { is = "text", has = ["@tpu_custom_call"], says = "that calls a kernel of Pallas's" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "before.hlo.txt"
# kind = "HLO as XLA received it"
# checks = [{ is = "hlo", ops = ["reduce"], scheduled = false }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-tpu-backend"
# file = "after.hlo.txt"
# kind = "HLO as the TPU compiler's optimisation left it"
# checks = [{ is = "hlo", ops = ["reduce"], scheduled = true }, { is = "text", matches = ["\\{1,0:T\\(8,128\\)"], says = "with the tiled layouts of a TPU" }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "mosaic-tpu"
# file = "kernel.mosaic.mlir"
# kind = "the kernel in Mosaic, as it was read"
# checks = [{ is = "text", matches = ["tpu\\.matmul", "math\\.tanh", "vector\\.\\w*load|vector\\.load", "func\\.func"], lacks = ["llo."], says = "a function of vector operations and a matrix product" }]
# excerpt = "func\\.func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llo"
# file = "kernel.llo.mlir"
# kind = "the kernel as Mosaic lowered it to LLO"
# checks = [{ is = "text", matches = ["llo\\.vmatmul", "llo\\.vtanh", "llo\\.vector_load"], lacks = ["tpu.matmul", "math.tanh"], says = "LLO: instructions on vector registers and the matrix unit" }]
# excerpt = "llo\\.vmatmul"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llo"
# file = "reduce.llo.txt"
# kind = "LLO that the TPU compiler made of the sum outside the kernel"
# checks = [{ is = "text", matches = ["vadd\\.f32|vadd\\.xlane|\\bvadd", "= \\w*\\.?v?ld|vld"], says = "LLO of the sum" }]
# excerpt = "v(add|ld)"
#
# [[tool.atlas-graph.artefacts]]
# stage = "tpu-machine-code"
# file = "kernel.bundles.txt"
# kind = "final bundles of the kernel"
# checks = [{ is = "text", has = ["entry bundle: "], matches = ["^ *0x[0-9a-f]+ +: *(\\S+: )?\\{.*\\}", "vtanh", "vmatmul|vmatmat"], says = "numbered bundles of instructions that are issued together" }]
# excerpt = "^.*vmatm"
#
# [[tool.atlas-graph.artefacts]]
# stage = "tpu-machine-code"
# file = "reduce.bundles.txt"
# kind = "final bundles of the sum"
# checks = [{ is = "text", has = ["entry bundle: "], matches = ["^ *0x[0-9a-f]+ +: *(\\S+: )?\\{.*\\}", "vadd"], says = "numbered bundles of instructions that are issued together" }]
# excerpt = "^.*vadd"
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "executable.txt"
# kind = "the executable, as it describes itself"
# checks = [{ is = "text", has = ["device TPU v5 lite", "module jit_f"], matches = ["^serialised [1-9]\\d{3,} bytes$"], says = "an executable for a TPU, serialised" }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-pallas"
# description = "written without Pallas and compiled for the TPU, there is no Mosaic and no kernel of ours"
# present = ["before.hlo.txt", "after.hlo.txt", "executable.txt"]
# absent = ["stablehlo.mlir", "kernel.mosaic.mlir", "kernel.llo.mlir", "kernel.bundles.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "cpu"
# description = "written without Pallas and compiled for the CPU, there is no LLO and there are no bundles"
# present = ["before.hlo.txt"]
# absent = ["stablehlo.mlir", "after.hlo.txt", "kernel.mosaic.mlir", "kernel.llo.mlir", "reduce.llo.txt", "kernel.bundles.txt", "reduce.bundles.txt", "executable.txt"]
#
# [tool.atlas-graph.steps]
# "jax/stablehlo--compiled-by--xla" = ["stablehlo.mlir", "before.hlo.txt", "after.hlo.txt"]
# "jax/xla--compiles-with--xla-tpu-backend" = ["before.hlo.txt", "after.hlo.txt", "reduce.llo.txt"]
# "jax/xla-tpu-backend--produces--xla-executable" = ["after.hlo.txt", "reduce.bundles.txt", "executable.txt"]
# "jax-pallas/jax-code--calls--pallas" = ["stablehlo.mlir"]
# "jax-pallas/pallas--compiled-by--mosaic-tpu" = ["stablehlo.mlir", "kernel.mosaic.mlir"]
# "jax-pallas/mosaic-tpu--emits--llo" = ["kernel.mosaic.mlir", "kernel.llo.mlir"]
# "jax-pallas/llo--compiles-to--tpu-machine-code" = ["kernel.llo.mlir", "kernel.bundles.txt"]
# ///
"""Compile a Pallas kernel and a sum with JAX for a described TPU v5e, on a machine that has none."""

import shutil
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
from jax.experimental import pallas, topologies
from jax.sharding import NamedSharding, PartitionSpec

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
for name in ("mosaic", "llo"):
    (out / name).mkdir()


def kernel(x, w, squashed):
    squashed[...] = jnp.tanh(jnp.dot(x[...], w[...], preferred_element_type=jnp.float32))


def main() -> None:
    sharding = None
    topology = None
    if variant != "cpu":
        topology = topologies.get_topology_desc("v5e:2x2", "tpu")
        sharding = NamedSharding(topologies.make_mesh(topology, (4,), ("d",)), PartitionSpec())

    def squash(x, w):
        if variant:
            return jnp.tanh(x @ w)
        shape = jax.ShapeDtypeStruct((64, 64), jnp.float32)
        return pallas.pallas_call(kernel, out_shape=shape, name="squash")(x, w)

    def f(x, w):
        if sharding is None:
            return jnp.sum(squash(x, w))
        whole = PartitionSpec()
        mapped = jax.shard_map(squash, mesh=sharding.mesh, in_specs=whole, out_specs=whole, check_vma=False)
        return jnp.sum(mapped(x, w))

    square = jax.ShapeDtypeStruct((64, 64), jnp.float32, sharding=sharding)
    lowered = jax.jit(f).lower(square, square)
    (out / "stablehlo.mlir").write_text(lowered.as_text())
    executable = lowered.compile()
    if topology is not None:
        loaded = executable.runtime_executable()
        lines = [f"device {topology.devices[0].device_kind}", f"serialised {len(loaded.serialize())} bytes"]
        lines += [f"module {module.name}" for module in loaded.hlo_modules()]
        (out / "executable.txt").write_text("\n".join(lines) + "\n")
    files = {
        "before.hlo.txt": "hlo/module_*.jit_f*.before_optimizations.txt",
        "after.hlo.txt": "hlo/module_*.jit_f.cl_*.after_optimizations.txt",
        "kernel.mosaic.mlir": "mosaic/*-original.txt",
        "kernel.llo.mlir": "mosaic/*-post-lower-to-llo.txt",
        "kernel.bundles.txt": "llo/*-squash.*-final_bundles.txt",
        "reduce.llo.txt": "llo/*reduce*-original.txt",
        "reduce.bundles.txt": "llo/*reduce*-final_bundles.txt",
    }
    for name, pattern in files.items():
        found = [path for path in sorted(out.glob(pattern)) if "schedule-analysis" not in path.name]
        if found:
            shutil.copyfile(found[-1], out / name)


main()
