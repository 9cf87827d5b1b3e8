# /// script
# requires-python = ">=3.11"
# dependencies = ["coremltools==9.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "Core ML conversion without a Mac: a program in MIL, as converted, and the model package"
# device = "converted for iOS 17 without a device"
# when = { devices = ["apple-gpu", "apple-ane"] }
# seconds = 180
# megabytes = 900
#
# [[tool.atlas-graph.artefacts]]
# stage = "coreml-mil"
# file = "source.txt"
# kind = "program in MIL as built"
# checks = [{ is = "text", has = ["= matmul(x=%x, y=%w", "= tanh(x=%", "= reduce_sum(x=%", "block0()"], lacks = ["fp16"], says = "a MIL program of three operations in float32" }]
# excerpt = "^main"
#
# [[tool.atlas-graph.artefacts]]
# stage = "coreml-mil"
# file = "converted.txt"
# kind = "program in MIL as the conversion left it"
# checks = [{ is = "text", has = ["= matmul(x=%", "= tanh(x=%", "= reduce_sum(x=%", "fp16", "= cast(x=%"], says = "the same operations in float16, with the casts" }]
# excerpt = "^main"
#
# [[tool.atlas-graph.artefacts]]
# stage = "coreml-model"
# file = "model.mlpackage/Data/com.apple.CoreML/model.mlmodel"
# kind = "specification in the package"
# checks = [{ is = "magic", hex = "0808", says = "a protobuf of specification version 8 that names MIL's operations", has = ["matmul", "tanh", "reduce_sum", "CoreML7"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "coreml-model"
# file = "kind.txt"
# kind = "kind of the model"
# checks = [{ is = "text", has = ["mlProgram, specification version 8"], says = "an ML Program" }]
#
# [[tool.atlas-graph.controls]]
# variant = "neural-network"
# description = "converted to the older kind of model, there is no ML Program, no float16 in MIL, and no package"
# present = ["source.txt"]
# absent = ["converted.txt", "model.mlpackage/Data/com.apple.CoreML/model.mlmodel", "kind.txt"]
#
# [tool.atlas-graph.steps]
# ///
"""Build a program in MIL and convert it to a Core ML package, which needs no Apple machine; running it would."""

import sys
from pathlib import Path

import coremltools
from coremltools.converters.mil import Builder

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def main() -> None:
    @Builder.program(input_specs=[Builder.TensorSpec(shape=(64, 64)), Builder.TensorSpec(shape=(64, 64))])
    def program(x, w):
        return Builder.reduce_sum(x=Builder.tanh(x=Builder.matmul(x=x, y=w)), axes=[0, 1], keep_dims=True)

    (out / "source.txt").write_text(str(program))
    if variant == "neural-network":
        model = coremltools.convert(program, convert_to="neuralnetwork")
    else:
        target = coremltools.target.iOS17
        model = coremltools.convert(program, convert_to="mlprogram", minimum_deployment_target=target)
        (out / "converted.txt").write_text(str(model._mil_program))
        model.save(str(out / "model.mlpackage"))
    spec = model.get_spec()
    (out / "kind.txt").write_text(f"{spec.WhichOneof('Type')}, specification version {spec.specificationVersion}\n")


main()
