# /// script
# requires-python = ">=3.11"
# dependencies = ["apache-tvm==0.27.0.post1", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "TVM on a CPU: Relax, TensorIR, LLVM IR, assembly, the library, and the program of Relax's virtual machine"
# device = "CPU"
# when = { devices = ["cpu"] }
# seconds = 180
# megabytes = 1200
#
# [[tool.atlas-graph.artefacts]]
# stage = "tvm-relax"
# file = "relax.py"
# kind = "module in Relax"
# checks = [{ is = "text", has = ["@I.ir_module", "@R.function", "R.matmul(", "R.tanh(", "R.sum("], lacks = ["T.prim_func"], says = "a Relax function of three operators" }]
# excerpt = "^class Module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "tvm-tensorir"
# file = "tensorir.py"
# kind = "module after the operators were made legal"
# checks = [{ is = "text", has = ["@T.prim_func", "R.call_tir(", "T.tanh("], matches = ["for \\w+, \\w+, \\w+ in T.grid\\("], lacks = ["R.matmul("], says = "each operator is a loop nest in TensorIR, called from Relax" }]
# excerpt = "@T\\.prim_func"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "module.ll"
# kind = "LLVM IR"
# checks = [{ is = "llvm-ir", defines = "matmul", triple = ["x86_64", "aarch64", "arm64"], has = ["fmul", "fadd"] }]
# excerpt = "^define .*matmul"
#
# [[tool.atlas-graph.artefacts]]
# stage = "native-code"
# file = "module.s"
# kind = "assembly"
# checks = [{ is = "assembly", symbol = "matmul" }]
# excerpt = "^\\S*matmul\\S*:"
#
# [[tool.atlas-graph.artefacts]]
# stage = "native-code"
# file = "module.so"
# kind = "exported library"
# checks = [{ is = "elf", machine = "host", type = "ET_DYN", symbol = "matmul" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "tvm-relax-vm"
# file = "program.txt"
# kind = "program of Relax's virtual machine"
# checks = [{ is = "text", matches = ["call \\s*matmul", "call \\s*\\w*tanh", "call \\s*sum", "^\\s*ret"], says = "a program that calls the three compiled functions" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value that the loaded library computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "c-target"
# description = "built for TVM's target that writes C, there is the same Relax and TensorIR, and no LLVM IR or assembly"
# present = ["relax.py", "tensorir.py", "program.txt"]
# absent = ["module.ll", "module.s"]
#
# [[tool.atlas-graph.controls]]
# variant = "relax-only"
# description = "not compiled, the module is Relax alone"
# present = ["relax.py"]
# absent = ["tensorir.py", "module.ll", "module.s", "module.so", "program.txt", "result.json"]
#
# [tool.atlas-graph.steps]
# ///
"""Build a module in Relax, compile it with TVM for the CPU, and write down its forms."""

import json
import sys
from pathlib import Path

import numpy
import tvm
from tvm import relax

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def build():
    builder = relax.BlockBuilder()
    x, w = (relax.Var(name, relax.TensorType((64, 64), "float32")) for name in ("x", "w"))
    with builder.function("main", [x, w]):
        with builder.dataflow():
            product = builder.emit(relax.op.matmul(x, w))
            total = builder.emit_output(relax.op.sum(builder.emit(relax.op.tanh(product))))
        builder.emit_func_output(total)
    return builder.get()


def main() -> None:
    module = build()
    (out / "relax.py").write_text(module.script())
    if variant == "relax-only":
        return
    (out / "tensorir.py").write_text(relax.transform.LegalizeOps()(module).script())
    executable = tvm.compile(module, target="c" if variant == "c-target" else "llvm")
    (out / "program.txt").write_text(executable.as_text())
    for code in executable.mod.imports:
        if code.kind == "llvm":
            (out / "module.ll").write_text(code.inspect_source("ll"))
            (out / "module.s").write_text(code.inspect_source("s"))
    if variant == "c-target":
        return
    executable.export_library(str(out / "module.so"))
    machine = relax.VirtualMachine(tvm.runtime.load_module(str(out / "module.so")), tvm.cpu())
    i, j = numpy.indices((64, 64))
    x = tvm.runtime.tensor((((7 * i + 3 * j) % 11 - 5) / 10).astype("float32"))
    w = tvm.runtime.tensor((((5 * i + 2 * j) % 13 - 6) / 10).astype("float32"))
    (out / "result.json").write_text(json.dumps({"sum": float(machine["main"](x, w).numpy())}))


main()
