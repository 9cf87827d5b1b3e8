# /// script
# requires-python = ">=3.11"
# dependencies = ["tensorflow-cpu==2.21.0", "ai-edge-litert==2.1.6", "keras==3.15.1", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "TensorFlow to LiteRT on a CPU: SavedModel, the converted model, and what LiteRT's interpreter runs"
# device = "CPU"
# when = { modes = ["litert"], devices = ["cpu"] }
# seconds = 240
# megabytes = 3000
# environment = { TF_CPP_MIN_LOG_LEVEL = "2" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "saved-model"
# file = "saved/saved_model.pb"
# kind = "SavedModel"
# checks = [{ is = "magic", hex = "0801", says = "a protobuf of SavedModel's schema version 1 that names the operations and the signature", has = ["MatMul", "Tanh", "Sum", "serving_default"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tflite-model"
# file = "model.tflite"
# kind = "model as converted"
# checks = [{ is = "flatbuffer", identifier = "TFL3", says = "a model in the format of LiteRT", has = ["serving_default", "MLIR Converted."] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "litert"
# file = "operators.txt"
# kind = "operators of the model in LiteRT's interpreter"
# checks = [{ is = "text", matches = ["^BATCH_MATMUL$", "^TANH$", "^SUM$"], says = "the three operations as LiteRT's operators" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value that LiteRT's interpreter computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "not-converted"
# description = "saved and loaded again by TensorFlow the value is the same, and there is nothing of LiteRT's"
# present = ["saved/saved_model.pb", "result.json"]
# absent = ["model.tflite", "operators.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "called eagerly the value is the same and nothing is saved"
# present = ["result.json"]
# absent = ["saved/saved_model.pb", "model.tflite", "operators.txt"]
#
# [tool.atlas-graph.steps]
# "tensorflow/tensorflow-code--serialised-to--saved-model" = ["saved/saved_model.pb"]
# "tensorflow/saved-model--read-by--litert-converter" = ["saved/saved_model.pb", "model.tflite"]
# "tensorflow/litert-converter--produces--tflite-model" = ["model.tflite"]
# "tensorflow/tflite-model--interpreted-by--litert" = ["model.tflite", "operators.txt"]
# "tensorflow/litert--runs-on--cpu" = ["operators.txt", "result.json"]
# ///
"""Save a function as a SavedModel, convert it for LiteRT, and run it in LiteRT's interpreter, apart from TensorFlow."""

import json
import subprocess
import sys
from pathlib import Path

import numpy

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def matrices():
    i, j = numpy.indices((64, 64))
    return (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32"), (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")


def interpret() -> None:
    """Run the converted model in a process that has not imported TensorFlow."""
    from ai_edge_litert.interpreter import Interpreter

    assert "tensorflow" not in sys.modules
    interpreter = Interpreter(model_path=str(out / "model.tflite"))
    interpreter.allocate_tensors()
    names = [operator["op_name"] for operator in interpreter._get_ops_details()]
    (out / "operators.txt").write_text("\n".join(names))
    x, w = matrices()
    (value,) = interpreter.get_signature_runner()(x=x, w=w).values()
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))


def convert() -> None:
    import tensorflow as tf

    class Module(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec((64, 64), name="x"), tf.TensorSpec((64, 64), name="w")])
        def f(self, x, w):
            return tf.reduce_sum(tf.tanh(tf.matmul(x, w)))

    module = Module()
    x, w = matrices()
    if variant == "eager":
        value = tf.reduce_sum(tf.tanh(tf.matmul(x, w)))
        (out / "result.json").write_text(json.dumps({"sum": float(value)}))
        return
    tf.saved_model.save(module, str(out / "saved"), signatures=module.f)
    if variant == "not-converted":
        value = tf.saved_model.load(str(out / "saved")).f(x, w)
        (out / "result.json").write_text(json.dumps({"sum": float(value)}))
        return
    (out / "model.tflite").write_bytes(tf.lite.TFLiteConverter.from_saved_model(str(out / "saved")).convert())
    subprocess.run([sys.executable, __file__, str(out), "interpret"], check=True)


if variant == "interpret":
    interpret()
else:
    convert()
