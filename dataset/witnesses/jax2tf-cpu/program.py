# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2", "tensorflow-cpu==2.21.0", "keras==3.15.1", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "jax2tf on a CPU: a JAX function inside a TensorFlow graph, saved, loaded by TensorFlow alone, and compiled by XLA"
# device = "CPU"
# when = { modes = ["jax2tf"], devices = ["cpu"] }
# seconds = 240
# megabytes = 4000
# environment = { JAX_PLATFORMS = "cpu", TF_CPP_MIN_LOG_LEVEL = "3" }
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
# kind = "StableHLO that the graph's operation holds"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.tanh", "stablehlo.reduce"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-graph"
# file = "graph.txt"
# kind = "operations of TensorFlow's graph"
# checks = [{ is = "text", matches = ["^XlaCallModule \\S+ [1-9]\\d+ bytes of MLIR bytecode$"], lacks = ["MatMul"], says = "the whole function is one operation, which holds StableHLO" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "saved-model"
# file = "saved/saved_model.pb"
# kind = "SavedModel"
# checks = [{ is = "magic", hex = "0801", says = "a protobuf of SavedModel's schema version 1 with the operation in it", has = ["XlaCallModule", "StableHLO_v"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tensorflow"
# file = "loaded.txt"
# kind = "what the process that loaded it says"
# checks = [{ is = "text", matches = ["^JAX cannot be imported$", "^XlaCallModule "], says = "TensorFlow loaded it without JAX" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla"
# file = "after.hlo.txt"
# kind = "HLO that XLA made in TensorFlow's process"
# checks = [{ is = "hlo", ops = ["dot", "tanh"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "profile.txt"
# kind = "what TensorFlow's profiler saw of one call"
# checks = [{ is = "text", matches = ["^CpuExecutable::Execute"], lacks = ["Tanh:Tanh"], says = "XLA's executable ran, and no kernel of TensorFlow's" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value that the loaded model computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "tensorflow"
# description = "the same function written in TensorFlow, saved and loaded, gives the value, and has no StableHLO and no XLA"
# present = ["result.json"]
# absent = ["jaxpr.txt", "stablehlo.mlir", "graph.txt", "saved/saved_model.pb", "loaded.txt", "after.hlo.txt", "profile.txt"]
#
# [tool.atlas-graph.steps]
# "jax-export/jax-code--calls--jax" = ["jaxpr.txt"]
# "jax-export/jax--traces-to--jaxpr" = ["jaxpr.txt"]
# "jax-export/jaxpr--lowers-to--stablehlo" = ["jaxpr.txt", "stablehlo.mlir"]
# "jax-export/stablehlo--packaged-into--tf-graph" = ["stablehlo.mlir", "graph.txt"]
# "jax-export/tf-graph--serialised-to--saved-model" = ["graph.txt", "saved/saved_model.pb"]
# "jax-export/saved-model--loaded-by--tensorflow" = ["saved/saved_model.pb", "loaded.txt"]
# "jax-export/tensorflow--delegates-to--xla" = ["loaded.txt", "after.hlo.txt"]
# "jax-export/xla--produces--xla-executable" = ["after.hlo.txt", "profile.txt"]
# "jax-export/xla-executable--runs-on--cpu" = ["profile.txt", "result.json"]
# ///
"""Put a JAX function into a TensorFlow graph, save it, and run it in a process that has TensorFlow alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
if variant == "load":
    sys.modules["jax"] = None  # whoever imports it is told that there is none

import numpy  # noqa: E402
import tensorflow as tf  # noqa: E402


def matrices():
    i, j = numpy.indices((64, 64))
    return (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32"), (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")


def nodes_of(graph) -> list:
    """All nodes of a graph and of the functions in it."""
    return [*graph.node, *(node for function in graph.library.function for node in function.node_def)]


def load() -> None:
    """Run the saved model where JAX is not imported."""
    from tensorflow.tsl.profiler.protobuf import xplane_pb2

    loaded = tf.saved_model.load(str(out / "saved"))
    x, w = matrices()
    value = loaded.f(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    tf.profiler.experimental.start(str(out / "trace"))
    loaded.f(x, w).numpy()
    tf.profiler.experimental.stop()
    names: set[str] = set()
    for file in (out / "trace").rglob("*.xplane.pb"):
        space = xplane_pb2.XSpace()
        space.ParseFromString(file.read_bytes())
        for plane in space.planes:
            known = {number: entry.name for number, entry in plane.event_metadata.items()}
            names |= {known[event.metadata_id] for line in plane.lines for event in line.events}
    (out / "profile.txt").write_text("\n".join(sorted(name for name in names if not name.startswith("$"))))
    graph = loaded.f.get_concrete_function(x, w).graph.as_graph_def()
    lines = ["JAX cannot be imported" if sys.modules["jax"] is None else "JAX is imported"]
    lines += [f"{node.op} {node.name}" for node in nodes_of(graph)]
    (out / "loaded.txt").write_text("\n".join(lines))
    for found in sorted((out / "dump").glob("*.cpu_after_optimizations.txt")):
        if "tanh(" in found.read_text():
            shutil.copyfile(found, out / "after.hlo.txt")


def save() -> None:
    square = tf.TensorSpec((64, 64), tf.float32)
    module = tf.Module()
    if variant == "tensorflow":
        module.f = tf.function(lambda x, w: tf.reduce_sum(tf.tanh(tf.matmul(x, w))), input_signature=[square, square])
    else:
        import jax
        import jax.numpy as jnp
        from jax.experimental import jax2tf

        def f(x, w):
            return jnp.sum(jnp.tanh(x @ w))

        x, w = matrices()
        (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(f)(x, w)))
        (out / "stablehlo.mlir").write_text(jax.jit(f).lower(x, w).as_text())
        module.f = tf.function(jax2tf.convert(f), input_signature=[square, square], autograph=False)
        graph = module.f.get_concrete_function().graph.as_graph_def()
        lines = []
        for node in nodes_of(graph):
            held = node.attr["module"].s if node.op == "XlaCallModule" else b""
            kind = " of MLIR bytecode" if held.startswith(b"ML\xefR") else ""
            lines.append(f"{node.op} {node.name} {len(held)} bytes{kind}")
        (out / "graph.txt").write_text("\n".join(lines))
    tf.saved_model.save(module, str(out / "saved"))


if variant == "load":
    load()
else:
    save()
    flags = f"--xla_dump_to={out / 'dump'} --xla_dump_hlo_as_text"
    subprocess.run([sys.executable, __file__, str(out), "load"], env={**os.environ, "XLA_FLAGS": flags}, check=True)
