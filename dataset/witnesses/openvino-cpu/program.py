# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "OpenVINO on a CPU: its IR, the model as compiled, and the kernel behind each node"
# device = "CPU"
# when = { devices = ["cpu"] }
# seconds = 120
# megabytes = 800
#
# [[tool.atlas-graph.artefacts]]
# stage = "openvino-model"
# file = "model.xml"
# kind = "OpenVINO IR, saved"
# checks = [{ is = "text", has = ["<net name=\"witness\"", "type=\"MatMul\"", "type=\"Tanh\"", "type=\"ReduceSum\"", "<edges>"], says = "a network in OpenVINO's IR with its three operations" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "openvino"
# file = "compiled.txt"
# kind = "runtime model of the compiled model, with the primitive behind each node"
# checks = [{ is = "text", matches = ["^MatMul \\S*(brgemm|gemm|acl|ref)\\S*$", "^Reduce\\w* \\S+$"], lacks = ["Tanh"], says = "the elementwise function went into the node before it, and each node has its primitive" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "openvino"
# file = "profile.txt"
# kind = "what OpenVINO's profiling says of one inference"
# checks = [{ is = "text", matches = ["^MatMul MatMul_\\S+ EXECUTED", "^ReduceSum ReduceSum_\\S+ EXECUTED"], says = "the product and the sum were executed" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "openvino"
# file = "exported.blob"
# kind = "compiled model, exported"
# checks = [{ is = "magic", hex = "52525f555043564f", says = "a model compiled for this version of OpenVINO", has = ["meta=", "ov=2026"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "not-compiled"
# description = "evaluated by the model's reference implementation the value is the same, and nothing is compiled"
# present = ["model.xml", "result.json"]
# absent = ["compiled.txt", "profile.txt", "exported.blob"]
#
# [tool.atlas-graph.steps]
# ///
"""Make a small model in OpenVINO, compile it for the CPU, and write down what became of each operation."""

import json
import sys
from pathlib import Path

import numpy
import openvino
from openvino import opset13

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def main() -> None:
    x, w = (opset13.parameter([64, 64], numpy.float32, name=name) for name in ("x", "w"))
    squashed = opset13.tanh(opset13.matmul(x, w, False, False))
    model = openvino.Model([opset13.reduce_sum(squashed, numpy.array([0, 1]), False)], [x, w], "witness")
    openvino.save_model(model, str(out / "model.xml"), compress_to_fp16=False)

    i, j = numpy.indices((64, 64))
    inputs = [(((7 * i + 3 * j) % 11 - 5) / 10).astype("float32"), (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")]
    if variant == "not-compiled":
        result = [openvino.Tensor(numpy.zeros((), numpy.float32))]
        model.evaluate(result, [openvino.Tensor(value) for value in inputs])
        (out / "result.json").write_text(json.dumps({"sum": float(result[0].data)}))
        return
    options = {"PERF_COUNT": True, "INFERENCE_PRECISION_HINT": "f32"}
    compiled = openvino.Core().compile_model(model, "CPU", options)
    nodes = [(node.rt_info["layerType"].astype(str), node.rt_info["primitiveType"].astype(str)) for node in
             compiled.get_runtime_model().get_ordered_ops()]  # fmt: skip
    (out / "compiled.txt").write_text("\n".join(f"{kind} {primitive}" for kind, primitive in nodes))
    request = compiled.create_infer_request()
    value = next(iter(request.infer(inputs).values()))
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    lines = [
        f"{step.node_type} {step.node_name} {step.status.name} {step.exec_type}" for step in request.profiling_info
    ]
    (out / "profile.txt").write_text("\n".join(lines))
    blob = compiled.export_model()
    (out / "exported.blob").write_bytes(blob.getvalue())


main()
