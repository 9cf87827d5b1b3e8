# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2"]
#
# [tool.atlas-graph]
# title = "A Pallas kernel interpreted on a CPU, and lowered to Mosaic for a TPU without one"
# device = "CPU; lowered for TPU without a device"
# when = { modes = ["interpret"], devices = ["cpu"] }
# seconds = 180
# megabytes = 1500
# environment = { JAX_PLATFORMS = "cpu", TF_CPP_MIN_LOG_LEVEL = "3", XLA_FLAGS = "--xla_dump_to={out}/dump --xla_dump_hlo_as_text" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "pallas"
# file = "jaxpr.txt"
# kind = "jaxpr with the kernel in it"
# checks = [{ is = "text", has = ["pallas_call[", "interpret=True", "Ref<"], matches = ["dot_general\\[", "= tanh "], says = "a pallas_call with a kernel of its own jaxpr, on references" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "interpreted.mlir"
# kind = "StableHLO of the interpreted kernel"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.while", "stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }, { is = "text", has = ["stablehlo.dynamic_update_slice"], lacks = ["custom_call"], says = "the kernel is a loop of plain operations" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "after.hlo.txt"
# kind = "HLO after XLA's optimisation"
# checks = [{ is = "hlo", ops = ["dot", "tanh"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "pjrt"
# file = "profile.txt"
# kind = "what the profiler saw of one call"
# checks = [{ is = "text", matches = ["^PjitFunction\\(f\\)$", "PjRtLoadedExecutable::Execute"], says = "one execution of a PJRT executable" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "mosaic-tpu"
# file = "tpu.mlir"
# kind = "StableHLO for a TPU, with the kernel in a call"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.custom_call", "stablehlo.reduce"] }, { is = "text", has = ["@tpu_custom_call"], says = "that calls the kernel" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "mosaic-tpu"
# file = "mosaic.bc"
# kind = "kernel inside the call: a module of Mosaic, as MLIR bytecode"
# checks = [{ is = "magic", hex = "4d4cef52", says = "MLIR bytecode with Mosaic's dialects", has = ["vector", "tpu", "math"] }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-pallas"
# description = "written without Pallas the value is the same, and there is no pallas_call, no loop, no call of a kernel"
# present = ["result.json", "after.hlo.txt", "profile.txt"]
# absent = ["jaxpr.txt", "interpreted.mlir", "tpu.mlir", "mosaic.bc"]
#
# [[tool.atlas-graph.controls]]
# variant = "no-jit"
# description = "computed by NumPy the value is the same and nothing is compiled"
# present = ["result.json"]
# absent = ["jaxpr.txt", "interpreted.mlir", "after.hlo.txt", "profile.txt", "tpu.mlir", "mosaic.bc"]
#
# [tool.atlas-graph.steps]
# "jax-pallas/jax-code--calls--pallas" = ["jaxpr.txt"]
# "jax-pallas/pallas--lowers-to--stablehlo" = ["jaxpr.txt", "interpreted.mlir"]
# "jax-pallas/stablehlo--compiled-by--xla" = ["interpreted.mlir", "after.hlo.txt"]
# "jax-pallas/xla--produces--xla-executable" = ["after.hlo.txt", "profile.txt"]
# "jax-pallas/xla-executable--run-through--pjrt" = ["profile.txt"]
# "jax-pallas/pjrt--runs-on--cpu" = ["profile.txt", "result.json"]
# ///
"""Interpret a Pallas kernel on the CPU, lower it for a TPU, and write down its forms."""

import base64
import json
import re
import shutil
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy
from jax import export
from jax.experimental import pallas

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def kernel(x, w, squashed):
    squashed[...] = jnp.tanh(jnp.dot(x[...], w[...], preferred_element_type=jnp.float32))


def whole(interpret: bool):
    def f(x, w):
        if variant == "no-pallas":
            return jnp.sum(jnp.tanh(x @ w))
        shape = jax.ShapeDtypeStruct((64, 64), jnp.float32)
        return jnp.sum(pallas.pallas_call(kernel, out_shape=shape, interpret=interpret)(x, w))

    return f


def main() -> None:
    i, j = numpy.indices((64, 64))
    x = (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    if variant == "no-jit":
        (out / "result.json").write_text(json.dumps({"sum": float(numpy.sum(numpy.tanh(x @ w)))}))
        return
    x, w = jnp.asarray(x), jnp.asarray(w)
    (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(whole(True))(x, w)))
    compiled = jax.jit(whole(True))
    (out / "interpreted.mlir").write_text(compiled.lower(x, w).as_text())
    value = compiled(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    with jax.profiler.trace(str(out / "trace")):
        compiled(x, w).block_until_ready()
    names = set()
    for file in (out / "trace").rglob("*.xplane.pb"):
        for plane in jax.profiler.ProfileData.from_file(str(file)).planes:
            names |= {event.name for line in plane.lines for event in line.events if not event.name.startswith("$")}
    (out / "profile.txt").write_text("\n".join(sorted(names)))
    for found in (out / "dump").glob("module_*.jit_f.cpu_after_optimizations.txt"):
        shutil.copyfile(found, out / "after.hlo.txt")

    unchecked = [export.DisabledSafetyCheck.custom_call("tpu_custom_call")]
    module = export.export(jax.jit(whole(False)), platforms=["tpu"], disabled_checks=unchecked)(x, w).mlir_module()
    (out / "tpu.mlir").write_text(module)
    body = re.search(r"\\22body\\22: \\22([A-Za-z0-9+/=]+)\\22", module)
    if body:
        (out / "mosaic.bc").write_bytes(base64.b64decode(body[1]))


main()
