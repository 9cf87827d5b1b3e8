# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2"]
#
# [tool.atlas-graph]
# title = "JAX sharded over four CPU devices: shardings in StableHLO, after Shardy, after SPMD partitioning, and the all-reduce"
# device = "four devices made of one CPU"
# when = { modes = ["auto"], devices = ["cpu"] }
# seconds = 180
# megabytes = 1500
# environment = { JAX_PLATFORMS = "cpu", TF_CPP_MIN_LOG_LEVEL = "3", XLA_FLAGS = "--xla_force_host_platform_device_count=4 --xla_dump_to={out}/dump --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*(shardy|spmd).*" }
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
# kind = "StableHLO with shardings"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["sdy.mesh", "stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }, { is = "text", has = ["mhlo.num_partitions = 4", "sdy.sharding = #sdy.sharding<@mesh, [{}, {\"d\"}]>"], says = "for four partitions, each argument with its sharding" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "shardy"
# file = "before-shardy.hlo.txt"
# kind = "HLO as the pass shardy-xla received it"
# checks = [{ is = "hlo", ops = ["dot", "tanh", "reduce"] }, { is = "text", has = ["xla.sdy.sharding", "f32[64,64]"], lacks = ["all-reduce"], says = "whole, with Shardy's shardings as attributes" }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "gspmd"
# file = "after-shardy.hlo.txt"
# kind = "HLO as the pass shardy-xla left it for spmd-partitioning"
# checks = [{ is = "hlo", ops = ["dot", "tanh", "reduce"] }, { is = "text", has = ["sharding={devices=[1,4]", "f32[64,64]"], lacks = ["all-reduce("], says = "whole still, with shardings of HLO's own" }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "partitioned.hlo.txt"
# kind = "HLO as the pass spmd-partitioning left it"
# checks = [{ is = "hlo", ops = ["dot", "all-reduce", "tanh"] }, { is = "text", has = ["f32[64,16]", "f32[16,64]"], says = "one partition's share, with a collective" }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "after.hlo.txt"
# kind = "HLO as XLA's optimisation left it"
# checks = [{ is = "hlo", ops = ["fusion", "all-reduce"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "pjrt"
# file = "profile.txt"
# kind = "how often the profiler saw what in one call"
# checks = [{ is = "text", matches = ["^4 times .*PjRtLoadedExecutable::Execute", "^4 times all-reduce"], says = "four executions of the PJRT executable, each with its part in the all-reduce" }]
# excerpt = "^4 times all-reduce"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "one-device"
# description = "on one device the value is the same, and nothing is partitioned"
# present = ["result.json", "jaxpr.txt"]
# absent = ["stablehlo.mlir", "before-shardy.hlo.txt", "after-shardy.hlo.txt", "partitioned.hlo.txt", "after.hlo.txt", "profile.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "no-jit"
# description = "computed by NumPy the value is the same and nothing is traced"
# present = ["result.json"]
# absent = ["jaxpr.txt", "stablehlo.mlir", "before-shardy.hlo.txt", "after-shardy.hlo.txt", "partitioned.hlo.txt", "after.hlo.txt", "profile.txt"]
#
# [tool.atlas-graph.steps]
# "jax-sharding/jax-code--calls--jax" = ["result.json"]
# "jax-sharding/jax--traces-to--jaxpr" = ["jaxpr.txt"]
# "jax-sharding/jaxpr--lowers-to--stablehlo" = ["jaxpr.txt", "stablehlo.mlir"]
# "jax-sharding/stablehlo--partitioned-by--shardy" = ["stablehlo.mlir", "before-shardy.hlo.txt", "after-shardy.hlo.txt"]
# "jax-sharding/shardy--hands-to--gspmd" = ["after-shardy.hlo.txt", "partitioned.hlo.txt"]
# "jax-sharding/gspmd--emits--hlo" = ["partitioned.hlo.txt"]
# "jax-sharding/hlo--compiled-by--xla" = ["partitioned.hlo.txt", "after.hlo.txt"]
# "jax-sharding/xla--produces--xla-executable" = ["after.hlo.txt", "profile.txt"]
# "jax-sharding/xla-executable--run-through--pjrt" = ["profile.txt"]
# "jax-sharding/pjrt--runs-on--cpu" = ["profile.txt", "result.json"]
# ///
"""Shard a matrix product over four CPU devices and write down its forms between the passes that partition it."""

import json
import shutil
import sys
from collections import Counter
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy
from jax.sharding import AxisType, NamedSharding, PartitionSpec

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def f(x, w):
    return jnp.sum(jnp.tanh(x @ w))


def main() -> None:
    i, j = numpy.indices((64, 64))
    x = (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    if variant == "no-jit":
        (out / "result.json").write_text(json.dumps({"sum": float(numpy.sum(numpy.tanh(x @ w)))}))
        return
    if variant == "one-device":
        x, w = jnp.asarray(x), jnp.asarray(w)
    else:
        mesh = jax.make_mesh((4,), ("d",), axis_types=(AxisType.Auto,))
        x = jax.device_put(x, NamedSharding(mesh, PartitionSpec(None, "d")))
        w = jax.device_put(w, NamedSharding(mesh, PartitionSpec("d", None)))
    (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(f)(x, w)))
    compiled = jax.jit(f)
    (out / "stablehlo.mlir").write_text(compiled.lower(x, w).as_text())
    value = compiled(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    with jax.profiler.trace(str(out / "trace")):
        compiled(x, w).block_until_ready()
    seen: Counter[str] = Counter()
    for file in (out / "trace").rglob("*.xplane.pb"):
        for plane in jax.profiler.ProfileData.from_file(str(file)).planes:
            seen.update(event.name for line in plane.lines for event in line.events if not event.name.startswith("$"))
    (out / "profile.txt").write_text("\n".join(f"{count} times {name}" for name, count in sorted(seen.items())))
    files = {
        "before-shardy.hlo.txt": "module_*.jit_f.*.before_shardy-xla.txt",
        "after-shardy.hlo.txt": "module_*.jit_f.*.after_shardy-xla.before_spmd-partitioning.txt",
        "partitioned.hlo.txt": "module_*.jit_f.*.after_spmd-partitioning.*.txt",
        "after.hlo.txt": "module_*.jit_f.cpu_after_optimizations.txt",
    }
    for name, pattern in files.items():
        for found in sorted((out / "dump").glob(pattern))[:1]:
            shutil.copyfile(found, out / name)


main()
