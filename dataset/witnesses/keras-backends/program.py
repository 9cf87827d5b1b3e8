# /// script
# requires-python = ">=3.11"
# dependencies = ["keras==3.15.1", "jax==0.10.2", "jaxlib==0.10.2", "tensorflow-cpu==2.21.0", "torch==2.13.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "Keras on a CPU: one model predicted by its backends for JAX, TensorFlow and PyTorch"
# device = "CPU"
# when = { modes = ["jax", "tensorflow", "torch"], devices = ["cpu"] }
# seconds = 400
# megabytes = 8000
# environment = { TF_CPP_MIN_LOG_LEVEL = "3", JAX_PLATFORMS = "cpu" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "jax/predict.mlir"
# kind = "StableHLO that JAX made of the prediction"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.tanh"] }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "jax/after.hlo.txt"
# kind = "HLO of the prediction after XLA's optimisation"
# checks = [{ is = "hlo", ops = ["dot", "tanh"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "jax/profile.txt"
# kind = "what JAX's profiler saw of the prediction"
# checks = [{ is = "text", matches = ["PjRtLoadedExecutable::Execute"], says = "an executable of XLA's ran" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-graph"
# file = "tensorflow/graph.txt"
# kind = "nodes of the graph that tf.function traced for the prediction"
# checks = [{ is = "text", matches = ["^MatMul \\S*dense", "^Tanh \\S*dense"], says = "a graph with the layer's two operations" }]
# excerpt = "^MatMul"
#
# [[tool.atlas-graph.artefacts]]
# stage = "tf-executor"
# file = "tensorflow/profile.txt"
# kind = "what TensorFlow's profiler saw of the prediction"
# checks = [{ is = "text", matches = ["^ExecutorState::Process$", "MatMul\\S*:\\w*MatMul", ":Tanh$|_FusedMatMul"], lacks = ["CpuExecutable::Execute"], says = "TensorFlow's executor ran its kernels, and XLA had no part in it" }]
# excerpt = "^ExecutorState::Process"
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten"
# file = "torch/profile.txt"
# kind = "what PyTorch's profiler saw of the prediction"
# checks = [{ is = "text", matches = ["^aten::(mm|addmm|matmul|bmm|linear)$", "^aten::tanh$"], says = "ATen's operators ran" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "jax/result.json"
# kind = "value predicted through JAX"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "tensorflow/result.json"
# kind = "value predicted through TensorFlow"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "torch/result.json"
# kind = "value predicted through PyTorch"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "jax"
# description = "with the backend for JAX alone the value is the same, and TensorFlow and PyTorch have no part in it"
# present = ["jax/result.json", "jax/predict.mlir"]
# absent = ["tensorflow/graph.txt", "tensorflow/profile.txt", "torch/profile.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "tensorflow"
# description = "with the backend for TensorFlow alone the value is the same, and JAX and PyTorch have no part in it"
# present = ["tensorflow/result.json", "tensorflow/graph.txt"]
# absent = ["jax/predict.mlir", "jax/after.hlo.txt", "jax/profile.txt", "torch/profile.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "torch"
# description = "with the backend for PyTorch alone the value is the same, and JAX and TensorFlow have no part in it"
# present = ["torch/result.json", "torch/profile.txt"]
# absent = ["jax/predict.mlir", "jax/after.hlo.txt", "jax/profile.txt", "tensorflow/graph.txt", "tensorflow/profile.txt"]
#
# [tool.atlas-graph.steps]
# "keras/keras-code--calls--keras" = ["jax/result.json", "tensorflow/result.json", "torch/result.json"]
# "keras/keras--calls--jax" = ["jax/predict.mlir", "jax/result.json"]
# "keras/jax--lowers-to--stablehlo" = ["jax/predict.mlir"]
# "keras/stablehlo--compiled-by--xla" = ["jax/predict.mlir", "jax/after.hlo.txt"]
# "keras/xla--produces--xla-executable" = ["jax/after.hlo.txt", "jax/profile.txt"]
# "keras/xla-executable--runs-on--cpu" = ["jax/profile.txt", "jax/result.json"]
# "keras/keras--calls--tf-function" = ["tensorflow/graph.txt"]
# "keras/tf-function--traces-to--tf-graph" = ["tensorflow/graph.txt"]
# "keras/tf-graph--executed-by--tf-executor" = ["tensorflow/graph.txt", "tensorflow/profile.txt"]
# "keras/tf-executor--dispatches-to--tf-kernels" = ["tensorflow/profile.txt"]
# "keras/tf-kernels--runs-on--cpu" = ["tensorflow/profile.txt", "tensorflow/result.json"]
# "keras/keras--calls--pytorch" = ["torch/profile.txt"]
# "keras/pytorch--dispatches-to--aten" = ["torch/profile.txt"]
# "keras/aten--runs-on--cpu" = ["torch/profile.txt", "torch/result.json"]
# ///
"""Predict with one Keras model through each of its backends, each in a process of its own, and see what ran."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

BACKENDS = ("jax", "tensorflow", "torch")
out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def xplane(folder: Path) -> list[str]:
    """The names in a profile of XLA's kind, which JAX and TensorFlow write alike."""
    names: set[str] = set()
    for file in folder.rglob("*.xplane.pb"):
        if os.environ["KERAS_BACKEND"] == "jax":
            from jax.profiler import ProfileData

            for plane in ProfileData.from_file(str(file)).planes:
                names |= {event.name for line in plane.lines for event in line.events}
        else:
            from tensorflow.tsl.profiler.protobuf import xplane_pb2

            space = xplane_pb2.XSpace()
            space.ParseFromString(file.read_bytes())
            for plane in space.planes:
                known = {number: entry.name for number, entry in plane.event_metadata.items()}
                names |= {known[event.metadata_id] for line in plane.lines for event in line.events}
    return sorted(name for name in names if not name.startswith("$"))


def predict(backend: str, place: Path) -> None:
    import keras
    import numpy

    i, j = numpy.indices((64, 64))
    x = (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(64, activation="tanh", use_bias=False)])
    model.layers[-1].set_weights([w])
    model.compile()

    def call():
        return model.predict(x, batch_size=64, verbose=0)

    if backend == "tensorflow":
        from tensorflow.python.eager import context

        context.enable_run_metadata()
    value = call()
    (place / "result.json").write_text(json.dumps({"sum": float(numpy.sum(value, dtype="float64"))}))
    if backend == "torch":
        from torch.profiler import ProfilerActivity, profile

        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            call()
        (place / "profile.txt").write_text("\n".join(sorted({event.name for event in profiled.events()})))
        return
    if backend == "tensorflow":
        import tensorflow as tf

        metadata = context.context().export_run_metadata()
        context.disable_run_metadata()
        nodes = [node for graphs in metadata.function_graphs for node in graphs.pre_optimization_graph.node]
        (place / "graph.txt").write_text("\n".join(dict.fromkeys(f"{node.op} {node.name}" for node in nodes)))
        tf.profiler.experimental.start(str(place / "trace"))
        call()
        tf.profiler.experimental.stop()
    else:
        import jax

        with jax.profiler.trace(str(place / "trace")):
            call()
        for found in sorted((place / "ir").glob("*")):
            if "stablehlo.tanh" in found.read_text():
                shutil.copyfile(found, place / "predict.mlir")
        for found in sorted((place / "dump").glob("module_*.cpu_after_optimizations.txt")):
            if "tanh(" in found.read_text():
                shutil.copyfile(found, place / "after.hlo.txt")
    (place / "profile.txt").write_text("\n".join(xplane(place / "trace")))


def main() -> None:
    if variant.startswith("in-"):
        predict(variant[3:], out / variant[3:])
        return
    for backend in BACKENDS:
        if variant not in ("", backend):
            continue
        place = out / backend
        place.mkdir()
        own = {"KERAS_BACKEND": backend}
        if backend == "jax":
            own["JAX_DUMP_IR_TO"] = str(place / "ir")
            own["XLA_FLAGS"] = f"--xla_dump_to={place / 'dump'} --xla_dump_hlo_as_text"
        subprocess.run([sys.executable, __file__, str(out), f"in-{backend}"], env={**os.environ, **own}, check=True)


main()
