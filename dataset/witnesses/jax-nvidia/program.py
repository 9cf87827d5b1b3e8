# /// script
# requires-python = ">=3.11"
# dependencies = ["jax[cuda13]==0.10.2", "jaxlib==0.10.2"]
#
# [tool.atlas-graph]
# title = "JAX on an NVIDIA GPU: the kernels that ran, and their executable's PTX"
# device = "NVIDIA GPU"
# when = { modes = ["jit"], devices = ["nvidia-gpu"] }
# needs = "an NVIDIA GPU with its driver on Linux"
# needs_file = "/dev/nvidia0"
# seconds = 600
# megabytes = 12000
# environment = { CUDA_VISIBLE_DEVICES = "0", JAX_PLATFORMS = "cuda", TF_CPP_MIN_LOG_LEVEL = "3", XLA_FLAGS = "--xla_dump_to={out}/dump --xla_dump_hlo_as_text" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX that XLA made"
# checks = [{ is = "text", has = [".version", ".target sm_", ".visible .entry"], says = "PTX of a kernel" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "pjrt"
# file = "profile.txt"
# kind = "what the profiler saw of one call"
# checks = [{ is = "text", matches = ["^/device:GPU:0 ", "PjRt\\S*LoadedExecutable\\S*Execute|PjitFunction\\(f\\)"], says = "one execution of the executable, and its kernels on the device" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "nvidia-gpu"
# file = "result.json"
# kind = "value computed on the device"
# checks = [{ is = "result", tolerance = 5e-3 }]
#
# [[tool.atlas-graph.controls]]
# variant = "cpu"
# description = "on the CPU of the same machine the value is the same, and there is no PTX and nothing on the device"
# environment = { JAX_PLATFORMS = "cpu" }
# present = ["result.json"]
# absent = ["kernel.ptx", "profile.txt"]
#
# [tool.atlas-graph.steps]
# "jax/ptx--built-into--xla-executable" = ["kernel.ptx", "profile.txt"]
# "jax/xla-executable--run-through--pjrt" = ["profile.txt"]
# "jax/pjrt--launches-on--nvidia-gpu" = ["profile.txt", "result.json"]
# ///
"""Run one function under jax.jit on an NVIDIA GPU, and gather what the profiler saw of it."""

import json
import shutil
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy

out = Path(sys.argv[1])


def f(x, w):
    return jnp.sum(jnp.tanh(x @ w))


def main() -> None:
    i, j = numpy.indices((64, 64))
    x = jnp.asarray(((7 * i + 3 * j) % 11 - 5) / 10, jnp.float32)
    w = jnp.asarray(((5 * i + 2 * j) % 13 - 6) / 10, jnp.float32)
    compiled = jax.jit(f)
    (out / "result.json").write_text(json.dumps({"sum": float(compiled(x, w))}))
    with jax.profiler.trace(str(out / "trace")):
        compiled(x, w).block_until_ready()
    names = set()
    for file in (out / "trace").rglob("*.xplane.pb"):
        for plane in jax.profiler.ProfileData.from_file(str(file)).planes:
            for line in plane.lines:
                names |= {f"{plane.name} {event.name}" for event in line.events if not event.name.startswith("$")}
    (out / "profile.txt").write_text("\n".join(sorted(names)))
    for found in sorted((out / "dump").glob("module_*.jit_f.*.ptx")):
        if ".entry" in found.read_text():
            shutil.copyfile(found, out / "kernel.ptx")


main()
