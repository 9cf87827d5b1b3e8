# /// script
# requires-python = ">=3.11"
# dependencies = ["tensorflow-cpu==2.21.0", "keras==3.15.1", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "TensorFlow with jit_compile on a CPU: graph, HLO before and after optimisation, LLVM IR, object code"
# device = "CPU"
# when = { modes = ["xla"], devices = ["cpu"] }
# seconds = 240
# megabytes = 3000
# environment = { TF_CPP_MIN_LOG_LEVEL = "3", XLA_FLAGS = "--xla_dump_to={out}/dump --xla_dump_hlo_as_text" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-graph"
# file = "graph.txt"
# kind = "nodes of the graph that tf.function traced"
# checks = [{ is = "text", matches = ["^Placeholder x$", "^MatMul ", "^StatelessIf ", "^Tanh ", "^Sum "], says = "one graph of the whole function" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "autograph"
# file = "autograph.py"
# kind = "Python that AutoGraph made of the function"
# checks = [{ is = "text", has = ["ag__.if_stmt(", "ag__.converted_call("], says = "the branch became a call that a graph can hold" }]
# excerpt = "ag__\\.if_stmt"
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "before.hlo.txt"
# kind = "HLO of the function before optimisation"
# checks = [{ is = "hlo", ops = ["dot", "tanh", "reduce", "conditional"], scheduled = false }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "after.hlo.txt"
# kind = "HLO as XLA's optimisation left it"
# checks = [{ is = "hlo", ops = ["dot", "tanh", "fusion"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "kernel.ll"
# kind = "LLVM IR of the elementwise kernel, optimised"
# checks = [{ is = "llvm-ir", defines = "tanh", has = ["fmul"] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "kernel.o"
# kind = "object code of the elementwise kernel"
# checks = [{ is = "elf", machine = "host", type = "ET_REL", symbol = "tanh" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "executed.txt"
# kind = "what the profiler saw of one call"
# checks = [{ is = "text", matches = ["^CpuExecutable::Execute", "^wrapped_tanh$|^\\S*tanh\\S*fusion$"], lacks = ["Tanh:Tanh"], says = "XLA's executable ran its own kernel, and no kernel of TensorFlow's ran" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "function"
# description = "under tf.function without jit_compile the value and the graph are the same, and XLA has no part in it"
# present = ["result.json", "graph.txt", "autograph.py"]
# absent = ["before.hlo.txt", "after.hlo.txt", "kernel.ll", "kernel.o", "executed.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "without tf.function the value is the same and there is no graph"
# present = ["result.json"]
# absent = ["graph.txt", "autograph.py", "before.hlo.txt", "after.hlo.txt", "kernel.ll", "kernel.o", "executed.txt"]
#
# [tool.atlas-graph.steps]
# "tensorflow/tensorflow-code--calls--tf-function" = ["graph.txt"]
# "tensorflow/tf-function--calls--autograph" = ["autograph.py", "graph.txt"]
# "tensorflow/autograph-code--traces-to--tf-graph" = ["autograph.py", "graph.txt"]
# "tensorflow/tf-function--traces-to--tf-graph" = ["graph.txt"]
# "tensorflow/tf-graph--lowers-to--hlo" = ["graph.txt", "before.hlo.txt"]
# "tensorflow/hlo--compiled-by--xla" = ["before.hlo.txt", "after.hlo.txt"]
# "tensorflow/xla--emits--llvm-ir" = ["after.hlo.txt", "kernel.ll"]
# "tensorflow/llvm-ir--compiled-to-native-code-in--xla-executable" = ["kernel.ll", "kernel.o"]
# "tensorflow/xla-executable--runs-on--cpu" = ["executed.txt", "result.json"]
# ///
"""Compile one function with tf.function(jit_compile=True) and gather what XLA wrote down of it."""

import json
import shutil
import sys
from pathlib import Path

import numpy
import tensorflow as tf
from tensorflow.tsl.profiler.protobuf import xplane_pb2

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def f(x, w):
    product = tf.matmul(x, w)
    if tf.reduce_sum(product) > 1e9:
        product = product * 2.0
    return tf.reduce_sum(tf.tanh(product))


def profiled(call) -> list[str]:
    """The names of what the profiler saw of a call, without what Python alone did."""
    tf.profiler.experimental.start(str(out / "trace"))
    call().numpy()
    tf.profiler.experimental.stop()
    names: set[str] = set()
    for file in (out / "trace").rglob("*.xplane.pb"):
        space = xplane_pb2.XSpace()
        space.ParseFromString(file.read_bytes())
        for plane in space.planes:
            known = {number: entry.name for number, entry in plane.event_metadata.items()}
            names |= {known[event.metadata_id] for line in plane.lines for event in line.events}
    return sorted(name for name in names if not name.startswith("$"))


def main() -> None:
    i, j = numpy.indices((64, 64))
    x = tf.constant(((7 * i + 3 * j) % 11 - 5) / 10, tf.float32)
    w = tf.constant(((5 * i + 2 * j) % 13 - 6) / 10, tf.float32)
    function = f if variant == "eager" else tf.function(f, jit_compile=variant != "function")
    value = function(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    if variant == "eager":
        return
    (out / "autograph.py").write_text(tf.autograph.to_code(f))
    graph = function.get_concrete_function(x, w).graph.as_graph_def()
    (out / "graph.txt").write_text("\n".join(f"{node.op} {node.name}" for node in graph.node))
    (out / "executed.txt").write_text("\n".join(profiled(lambda: function(x, w))))
    files = {
        "before.hlo.txt": "*inference_f*.before_optimizations.txt",
        "after.hlo.txt": "*inference_f*.cpu_after_optimizations.txt",
        "kernel.ll": "*inference_f*tanh*.ir-with-opt.ll",
        "kernel.o": "*inference_f*tanh*.o",
    }
    for name, pattern in files.items():
        for found in sorted((out / "dump").glob(pattern))[:1]:
            shutil.copyfile(found, out / name)


main()
