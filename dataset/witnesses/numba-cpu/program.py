# /// script
# requires-python = ">=3.11"
# dependencies = ["numba==0.68.1", "llvmlite==0.50.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "Numba on a CPU: from bytecode over Numba IR and LLVM IR to machine code"
# device = "CPU"
# when = { devices = ["cpu"] }
# seconds = 180
# megabytes = 800
#
# [[tool.atlas-graph.artefacts]]
# stage = "python-bytecode"
# file = "bytecode.txt"
# kind = "disassembled bytecode of the function"
# checks = [{ is = "text", has = ["RESUME", "FOR_ITER", "RETURN_VALUE"], matches = ["BINARY_SUBSCR|BINARY_OP"], says = "bytecode with its loops, subscripts and return" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "numba-ir"
# file = "numba-ir.txt"
# kind = "Numba IR, as dumped before type inference"
# checks = [{ is = "text", has = ["= arg(0, name=x)", "getitem(", "global(math", "cast(value="], says = "Numba IR with the function's arguments, its subscripts and its call into math" }]
# excerpt = "^label 0"
#
# [[tool.atlas-graph.artefacts]]
# stage = "numba-ir"
# file = "types.txt"
# kind = "types inferred for its variables"
# checks = [{ is = "text", matches = ["x *array\\(float64, 2d, C\\)", "total\\S* *float64"], says = "a type for every variable, float64 arrays and sums among them" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "kernel.ll"
# kind = "LLVM IR, optimised"
# checks = [{ is = "llvm-ir", defines = "kernel", triple = ["x86_64", "aarch64", "arm64"], has = ["fmul", "fadd"] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "parsed.txt"
# kind = "llvmlite's word on the LLVM IR"
# checks = [{ is = "text", has = ["parsed and verified"], matches = ["^function .*kernel"], says = "LLVM's own parser and verifier accept it" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "native-code"
# file = "kernel.s"
# kind = "assembly for this processor"
# checks = [{ is = "assembly", symbol = "kernel" }]
# excerpt = "^_\\S*kernel\\S*:"
#
# [[tool.atlas-graph.artefacts]]
# stage = "native-code"
# file = "kernel.o"
# kind = "object file"
# checks = [{ is = "elf", machine = "host", symbol = "^_ZN.*kernel" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result", tolerance = 1e-9 }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-jit"
# description = "with NUMBA_DISABLE_JIT=1 the same call computes the same value and nothing is compiled"
# environment = { NUMBA_DISABLE_JIT = "1" }
# present = ["bytecode.txt", "result.json"]
# absent = ["numba-ir.txt", "types.txt", "kernel.ll", "parsed.txt", "kernel.s", "kernel.o"]
# ///
"""Compile one function with Numba and write down every form that it takes on the way to the processor."""

import contextlib
import dis
import io
import json
import math
import os
import sys
from pathlib import Path

out = Path(sys.argv[1])
os.environ["NUMBA_DUMP_IR"] = "1"
os.environ["NUMBA_COLOR_SCHEME"] = "no_color"


def kernel(x, w):
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(w.shape[1]):
            cell = 0.0
            for k in range(x.shape[1]):
                cell += x[i, k] * w[k, j]
            total += math.tanh(cell)
    return total


def main() -> None:
    import numba
    import numpy

    i, j = numpy.indices((64, 64))
    x = ((7 * i + 3 * j) % 11 - 5) / 10
    w = ((5 * i + 2 * j) % 13 - 6) / 10

    with (out / "bytecode.txt").open("w") as file:
        dis.dis(kernel, file=file)
    compiled = numba.njit(kernel)
    with contextlib.redirect_stdout(io.StringIO()) as dumped:
        value = compiled(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))

    # Without the compiler the decorator gives back the function itself, which has been given no forms.
    signatures = getattr(compiled, "signatures", [])
    if not signatures:
        return
    (out / "numba-ir.txt").write_text(dumped.getvalue())
    signature = signatures[0]
    annotation = compiled.overloads[signature].type_annotation
    (out / "types.txt").write_text("\n".join(f"{name} {kind}" for name, kind in annotation.typemap.items()))
    llvm = compiled.inspect_llvm(signature)
    (out / "kernel.ll").write_text(llvm)
    (out / "kernel.s").write_text(compiled.inspect_asm(signature))
    (out / "kernel.o").write_bytes(compiled.overloads[signature].library._get_compiled_object())

    from llvmlite import binding

    module = binding.parse_assembly(llvm)
    module.verify()
    names = [function.name for function in module.functions if not function.is_declaration]
    (out / "parsed.txt").write_text("parsed and verified\n" + "\n".join(f"function {name}" for name in names))


main()
