# /// script
# requires-python = ">=3.11"
# dependencies = ["onnxruntime==1.32.0", "onnx==1.23.2", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "ONNX Runtime on a CPU: the model, the model as optimised, and the provider of each node"
# device = "CPU"
# when = { devices = ["cpu"] }
# seconds = 120
# megabytes = 800
#
# [[tool.atlas-graph.artefacts]]
# stage = "onnx"
# file = "model.txt"
# kind = "ONNX model that passed ONNX's checker, printed"
# checks = [{ is = "text", has = ["Transpose <", "MatMul (", "Tanh (", "ReduceSum <", "checked"], lacks = ["com.microsoft.FusedMatMul"], says = "an ONNX model of standard operators" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "onnx"
# file = "model.onnx"
# kind = "ONNX model, saved"
# checks = [{ is = "magic", at = 0, hex = "080a", says = "a protobuf whose first field is the version 10 of ONNX's IR", has = ["Transpose", "MatMul", "Tanh", "ReduceSum"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "onnxruntime"
# file = "optimised.txt"
# kind = "model as ONNX Runtime's optimisation left it"
# checks = [{ is = "text", has = ["com.microsoft.FusedMatMul", "Tanh (", "ReduceSum <"], lacks = ["= Transpose"], says = "the transposition went into a fused operator of ONNX Runtime's own" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "onnxruntime-execution-provider"
# file = "placements.txt"
# kind = "provider that ran each node, by ONNX Runtime's profiler"
# checks = [{ is = "text", matches = ["^\\w*MatMul CPUExecutionProvider$", "^Tanh CPUExecutionProvider$", "^ReduceSum CPUExecutionProvider$"], says = "every node ran by the provider for CPUs" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "not-optimised"
# description = "with graph optimisations disabled the value is the same and the model is left as it was"
# present = ["result.json", "model.txt", "placements.txt"]
# absent = ["optimised.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "reference"
# description = "evaluated by ONNX's own reference evaluator the value is the same, and no provider runs a node"
# present = ["result.json", "model.txt", "model.onnx"]
# absent = ["optimised.txt", "placements.txt"]
#
# [tool.atlas-graph.steps]
# ///
"""Make a small ONNX model, run it in ONNX Runtime, and write down what it made of the model and who ran each node."""

import json
import sys
from pathlib import Path

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def main() -> None:
    nodes = [
        helper.make_node("Transpose", ["turned"], ["w"], perm=[1, 0]),
        helper.make_node("MatMul", ["x", "w"], ["product"]),
        helper.make_node("Tanh", ["product"], ["squashed"]),
        helper.make_node("ReduceSum", ["squashed"], ["total"], keepdims=0),
    ]
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [64, 64]) for name in ("x", "turned")]
    outputs = [helper.make_tensor_value_info("total", TensorProto.FLOAT, [])]
    graph = helper.make_graph(nodes, "witness", inputs, outputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    onnx.checker.check_model(model, full_check=True)
    (out / "model.txt").write_text("checked\n" + onnx.printer.to_text(model))
    onnx.save(model, str(out / "model.onnx"))

    i, j = numpy.indices((64, 64))
    x = (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    feed = {"x": x, "turned": numpy.ascontiguousarray(w.T)}
    if variant == "reference":
        (value,) = ReferenceEvaluator(model).run(None, feed)
        (out / "result.json").write_text(json.dumps({"sum": float(value)}))
        return
    options = onnxruntime.SessionOptions()
    levels = onnxruntime.GraphOptimizationLevel
    off = variant == "not-optimised"
    options.graph_optimization_level = levels.ORT_DISABLE_ALL if off else levels.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(out / "optimised.onnx")
    options.enable_profiling = True
    options.profile_file_prefix = str(out / "profile")
    session = onnxruntime.InferenceSession(str(out / "model.onnx"), options, providers=["CPUExecutionProvider"])
    (value,) = session.run(None, feed)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    events = json.loads(Path(session.end_profiling()).read_text())
    ran = [event["args"] for event in events if event.get("cat") == "Node" and "provider" in event.get("args", {})]
    (out / "placements.txt").write_text(
        "\n".join(dict.fromkeys(f"{node['op_name']} {node['provider']}" for node in ran))
    )
    (out / "optimised.txt").write_text(onnx.printer.to_text(onnx.load(str(out / "optimised.onnx"))))


main()
