# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2", "flatbuffers==25.12.19"]
#
# [tool.atlas-graph]
# title = "jax.export: StableHLO for a CPU, a GPU and a TPU without the devices, serialised, loaded again and run"
# device = "CPU; lowered for CUDA and TPU without a device"
# when = { modes = ["export"], devices = ["cpu", "nvidia-gpu", "tpu"] }
# seconds = 180
# megabytes = 1500
# environment = { JAX_PLATFORMS = "cpu", TF_CPP_MIN_LOG_LEVEL = "3", XLA_FLAGS = "--xla_dump_to={out}/dump --xla_dump_hlo_as_text" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "jaxpr"
# file = "jaxpr.txt"
# kind = "jaxpr of the function"
# checks = [{ is = "jaxpr", primitives = ["dot_general", "tanh", "reduce_sum"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "tpu.mlir"
# kind = "StableHLO module lowered for a TPU"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "several.mlir"
# kind = "StableHLO module lowered for a CPU, a GPU and a TPU at once"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }, { is = "text", has = ["jax.global_constant = \"_platform_index\""], says = "that takes the platform as an argument" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "jax-exported"
# file = "exported.txt"
# kind = "exported object, as it describes itself"
# checks = [{ is = "text", has = ["platforms cpu,cuda,tpu", "fun_name f", "in_avals float32[64,64] float32[64,64]"], matches = ["^mlir_module_serialized [1-9]\\d+ bytes of MLIR bytecode from StableHLO_v\\d"], says = "an exported function for three platforms, with portable StableHLO inside" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "jax-export-artefact"
# file = "exported.bin"
# kind = "serialised export"
# checks = [{ is = "flatbuffer", says = "a FlatBuffer", has = ["StableHLO_v", "cuda", "tpu"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "jax-export"
# file = "loaded.txt"
# kind = "jaxpr of a call of the export that was loaded again"
# checks = [{ is = "text", has = ["call_exported[exported=Exported(fun_name=f"], says = "a call of the loaded export, which is no longer traced" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "after.hlo.txt"
# kind = "HLO of the call after XLA's optimisation"
# checks = [{ is = "hlo", ops = ["dot", "tanh"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "pjrt"
# file = "profile.txt"
# kind = "what the profiler saw of the call"
# checks = [{ is = "text", matches = ["PjRtLoadedExecutable::Execute"], says = "the loaded executable was executed through PJRT" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value that the loaded export computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-export"
# description = "called without jit or export the function gives the same value, and nothing is exported"
# present = ["result.json"]
# absent = ["jaxpr.txt", "tpu.mlir", "several.mlir", "exported.txt", "exported.bin", "loaded.txt", "after.hlo.txt", "profile.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "cpu-only"
# description = "exported for the CPU alone the module takes no platform, and the object names no other"
# present = ["jaxpr.txt", "result.json"]
# absent = ["tpu.mlir", "several.mlir", "exported.txt", "exported.bin"]
#
# [tool.atlas-graph.steps]
# "jax-export/jax-code--calls--jax" = ["result.json"]
# "jax-export/jax--traces-to--jaxpr" = ["jaxpr.txt"]
# "jax-export/jaxpr--lowers-to--stablehlo" = ["jaxpr.txt", "tpu.mlir", "several.mlir"]
# "jax-export/stablehlo--packaged-into--jax-exported" = ["several.mlir", "exported.txt"]
# "jax-export/jax-exported--serialised-to--jax-export-artefact" = ["exported.txt", "exported.bin"]
# "jax-export/jax-export-artefact--loaded-by--jax-export" = ["exported.bin", "loaded.txt"]
# "jax-export/jax-export--hands-to--xla" = ["loaded.txt", "after.hlo.txt"]
# "jax-export/xla--produces--xla-executable" = ["after.hlo.txt", "profile.txt"]
# "jax-export/xla-executable--run-through--pjrt" = ["profile.txt"]
# "jax-export/pjrt--runs-on--cpu" = ["profile.txt", "result.json"]
# ///
"""Export a function for three platforms, serialise it, load it in the same process and run it on the CPU."""

import json
import shutil
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy
from jax import export

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def f(x, w):
    return jnp.sum(jnp.tanh(x @ w))


def main() -> None:
    i, j = numpy.indices((64, 64))
    x = jnp.asarray(((7 * i + 3 * j) % 11 - 5) / 10, jnp.float32)
    w = jnp.asarray(((5 * i + 2 * j) % 13 - 6) / 10, jnp.float32)
    if variant == "no-export":
        (out / "result.json").write_text(json.dumps({"sum": float(f(x, w))}))
        return
    (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(f)(x, w)))
    if variant != "cpu-only":
        (out / "tpu.mlir").write_text(export.export(jax.jit(f), platforms=["tpu"])(x, w).mlir_module())
    platforms = ["cpu"] if variant == "cpu-only" else ["cpu", "cuda", "tpu"]
    exported = export.export(jax.jit(f), platforms=platforms)(x, w)
    (out / "several.mlir").write_text(exported.mlir_module())
    inside = exported.mlir_module_serialized
    kind = "MLIR bytecode" if inside.startswith(b"ML\xefR") else "something else"
    producer = inside[5:].split(b"\0")[0].decode("ascii", "replace")
    (out / "exported.txt").write_text(
        f"fun_name {exported.fun_name}\nplatforms {','.join(exported.platforms)}\n"
        f"in_avals {' '.join(map(str, exported.in_avals))}\n"
        f"mlir_module_serialized {len(inside)} bytes of {kind} from {producer}\n"
        f"calling_convention_version {exported.calling_convention_version}\n"
    )
    (out / "exported.bin").write_bytes(bytes(exported.serialize()))
    loaded = export.deserialize(bytearray((out / "exported.bin").read_bytes()))
    (out / "loaded.txt").write_text(str(jax.make_jaxpr(loaded.call)(x, w)))
    call = jax.jit(loaded.call)
    value = call(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    with jax.profiler.trace(str(out / "trace")):
        call(x, w).block_until_ready()
    names = set()
    for file in (out / "trace").rglob("*.xplane.pb"):
        for plane in jax.profiler.ProfileData.from_file(str(file)).planes:
            names |= {event.name for line in plane.lines for event in line.events if not event.name.startswith("$")}
    (out / "profile.txt").write_text("\n".join(sorted(names)))
    for found in (out / "dump").glob("module_*.jit_call.cpu_after_optimizations.txt"):
        shutil.copyfile(found, out / "after.hlo.txt")


main()
