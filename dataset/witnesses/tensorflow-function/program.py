# /// script
# requires-python = ">=3.11"
# dependencies = ["tensorflow-cpu==2.21.0", "keras==3.15.1", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "TensorFlow on a CPU: eager operations, tf.function's graph, Grappler's graph, and the kernels that ran"
# device = "CPU"
# when = { modes = ["eager", "function"], devices = ["cpu"] }
# seconds = 240
# megabytes = 3000
# environment = { TF_CPP_MIN_LOG_LEVEL = "3" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "tensorflow"
# file = "eager.txt"
# kind = "what the profiler saw of the operations without tf.function"
# checks = [{ is = "text", matches = ["^EagerLocalExecute: MatMul$", "^EagerLocalExecute: Tanh$", "^EagerLocalExecute: Sum$"], lacks = ["ExecutorState::Process"], says = "each operation was executed by itself, and no executor of graphs was there" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-kernels"
# file = "eager-kernels.txt"
# kind = "kernel executions that the profiler saw without tf.function, and the kernels registered for the operations"
# checks = [{ is = "text", matches = ["^([5-9]|\\d\\d) times EagerKernelExecute$", "^registered for the CPU: MatMul", "^registered for the CPU: Tanh", "^registered for the CPU: Sum"], says = "a kernel executed for each of the five operations, and kernels registered for the CPU" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "autograph"
# file = "autograph.py"
# kind = "Python that AutoGraph made of the function"
# checks = [{ is = "text", has = ["ag__.if_stmt(", "ag__.converted_call("], says = "the branch became a call that a graph can hold" }]
# excerpt = "ag__\\.if_stmt"
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-graph"
# file = "graph.txt"
# kind = "nodes of the graph that tf.function traced"
# checks = [{ is = "text", matches = ["^Placeholder x$", "^MatMul ", "^StatelessIf ", "^Mul ", "^Tanh ", "^Sum "], says = "one graph of the whole function, with its branch and its product of constants" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "grappler"
# file = "optimised.txt"
# kind = "nodes of the graph as Grappler left it, with their devices"
# checks = [{ is = "text", matches = ["^\\w*MatMul .*CPU:0$", "^Tanh .*CPU:0$"], lacks = ["scale/product"], says = "the constants were folded, and each node was placed on the CPU" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-executor"
# file = "executed.txt"
# kind = "what the profiler saw of the function"
# checks = [{ is = "text", matches = ["^ExecutorState::Process$", "^Tanh:Tanh$", "^\\w*MatMul\\w*:\\w*MatMul\\w*$"], lacks = ["scale/product", "EagerLocalExecute: MatMul"], says = "the executor ran the kernels of the optimised graph" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "without tf.function the value is the same, and there is no graph, no Grappler, no executor"
# present = ["result.json", "eager.txt", "eager-kernels.txt"]
# absent = ["autograph.py", "graph.txt", "optimised.txt", "executed.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "function"
# description = "under tf.function the operations are not executed one by one"
# present = ["result.json", "graph.txt", "executed.txt"]
# absent = ["eager.txt", "eager-kernels.txt"]
#
# [tool.atlas-graph.steps]
# "tensorflow/tensorflow-code--dispatches-each-op-through--tensorflow" = ["eager.txt"]
# "tensorflow/tensorflow--dispatches-to--tf-kernels" = ["eager.txt", "eager-kernels.txt"]
# "tensorflow/tensorflow-code--calls--tf-function" = ["graph.txt"]
# "tensorflow/tf-function--calls--autograph" = ["autograph.py", "graph.txt"]
# "tensorflow/autograph-code--traces-to--tf-graph" = ["autograph.py", "graph.txt"]
# "tensorflow/tf-function--traces-to--tf-graph" = ["graph.txt"]
# "tensorflow/tf-graph--optimised-by--grappler" = ["graph.txt", "optimised.txt"]
# "tensorflow/grappler--hands-to--tf-executor" = ["optimised.txt", "executed.txt"]
# "tensorflow/tf-executor--dispatches-to--tf-kernels" = ["executed.txt"]
# "tensorflow/tf-kernels--runs-on--cpu" = ["eager-kernels.txt", "executed.txt", "result.json"]
# ///
"""Run one function eagerly and under tf.function, and write down its graphs and what ran."""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import kernels
from tensorflow.tsl.profiler.protobuf import xplane_pb2

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def f(x, w):
    product = tf.matmul(x, w)
    if tf.reduce_sum(product) > 1e9:
        product = product * 2.0
    scale = tf.multiply(tf.constant(2.0), tf.constant(0.5), name="scale/product")
    return tf.reduce_sum(tf.tanh(product * scale))


def profiled(call, name: str) -> Counter[str]:
    """How often the profiler saw what in a call, without what Python alone did."""
    folder = out / name
    tf.profiler.experimental.start(str(folder))
    call().numpy()
    tf.profiler.experimental.stop()
    names: Counter[str] = Counter()
    for file in folder.rglob("*.xplane.pb"):
        space = xplane_pb2.XSpace()
        space.ParseFromString(file.read_bytes())
        for plane in space.planes:
            known = {number: entry.name for number, entry in plane.event_metadata.items()}
            names.update(known[event.metadata_id] for line in plane.lines for event in line.events)
    return Counter({name: count for name, count in names.items() if not name.startswith("$")})


def main() -> None:
    i, j = numpy.indices((64, 64))
    x = tf.constant(((7 * i + 3 * j) % 11 - 5) / 10, tf.float32)
    w = tf.constant(((5 * i + 2 * j) % 13 - 6) / 10, tf.float32)
    if variant != "function":
        value = f(x, w)
        seen = profiled(lambda: f(x, w), "eager")
        (out / "eager.txt").write_text("\n".join(sorted(seen)))
        lines = [f"{seen['EagerKernelExecute']} times EagerKernelExecute"]
        for operation in ("MatMul", "Tanh", "Sum"):
            registered = kernels.get_registered_kernels_for_op(operation).kernel
            if any(kernel.device_type == "CPU" for kernel in registered):
                lines.append(f"registered for the CPU: {operation}")
        (out / "eager-kernels.txt").write_text("\n".join(lines))
    if variant != "eager":
        (out / "autograph.py").write_text(tf.autograph.to_code(f))
        function = tf.function(f)
        graph = function.get_concrete_function(x, w).graph.as_graph_def()
        (out / "graph.txt").write_text("\n".join(f"{node.op} {node.name}" for node in graph.node))
        context.enable_run_metadata()
        value = function(x, w)
        metadata = context.context().export_run_metadata()
        context.disable_run_metadata()
        nodes = [node for graphs in metadata.function_graphs for node in graphs.post_optimization_graph.node]
        (out / "optimised.txt").write_text("\n".join(f"{node.op} {node.name} {node.device}" for node in nodes))
        (out / "executed.txt").write_text("\n".join(sorted(profiled(lambda: function(x, w), "function"))))
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))


main()
