# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "NumPy on a CPU: which variant of a ufunc's loop is taken, and which BLAS and LAPACK functions are called"
# device = "CPU"
# when = { modes = ["ufunc", "linalg"], devices = ["cpu"] }
# seconds = 120
# megabytes = 300
# environment = { LD_DEBUG = "bindings", LD_DEBUG_OUTPUT = "{out}/loader" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "numpy-ufunc"
# file = "ufunc.txt"
# kind = "what numpy.tanh is, and the loops it has"
# checks = [{ is = "text", has = ["numpy.ufunc tanh", "loop f->f"], says = "a ufunc with a loop for float32" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "numpy-inner-loops"
# file = "dispatch.txt"
# kind = "the variants of the loops, as NumPy reports them at run time"
# checks = [{ is = "text", matches = ["^tanh ff current (?!baseline)\\S+ of .*baseline"], says = "of several compiled variants, one beyond the baseline was taken for this processor" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "blas"
# file = "matmul-bindings.txt"
# kind = "symbols that the dynamic loader bound while x @ w ran"
# checks = [{ is = "text", matches = ["^_multiarray_umath\\S* -> \\S*openblas\\S* \\S*cblas_sgemm\\S*$"], says = "NumPy's module called cblas_sgemm, which OpenBLAS provides" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "lapack"
# file = "solve-bindings.txt"
# kind = "symbols that the dynamic loader bound while numpy.linalg.solve ran"
# checks = [{ is = "text", matches = ["^_umath_linalg\\S* -> \\S*openblas\\S* \\S*dgesv\\S*$"], says = "NumPy's linear algebra called dgesv, which OpenBLAS provides" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "openblas"
# file = "blas.txt"
# kind = "the BLAS that NumPy was built with and the library that is loaded"
# checks = [{ is = "text", has = ["OpenBLAS"], matches = ["^loaded \\S*openblas\\S*$"], says = "OpenBLAS, in a library that the wheel brings" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "baseline"
# description = "with every dispatched CPU feature disabled the value is the same and the baseline loop is taken"
# present = ["result.json", "ufunc.txt"]
# absent = ["dispatch.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "no-blas"
# description = "the same matrix product of integers gives the same value without any call into BLAS or LAPACK"
# present = ["result.json", "blas.txt"]
# absent = ["matmul-bindings.txt", "solve-bindings.txt"]
#
# [tool.atlas-graph.steps]
# "numpy/numpy-code--calls--numpy-ufunc" = ["ufunc.txt", "dispatch.txt", "result.json"]
# "numpy/numpy-cpu-dispatcher--dispatches-to--numpy-inner-loops" = ["dispatch.txt"]
# "numpy/numpy-ufunc--dispatches-to--numpy-inner-loops" = ["ufunc.txt", "dispatch.txt"]
# "numpy/numpy-inner-loops--runs-on--cpu" = ["dispatch.txt", "result.json"]
# "numpy/numpy-code--calls--numpy-linalg" = ["matmul-bindings.txt", "solve-bindings.txt"]
# "numpy/numpy-linalg--calls--blas" = ["matmul-bindings.txt"]
# "numpy/numpy-linalg--calls--lapack" = ["solve-bindings.txt"]
# "numpy/blas--executed-by--openblas" = ["matmul-bindings.txt", "blas.txt"]
# "numpy/lapack--executed-by--openblas" = ["solve-bindings.txt", "blas.txt"]
# "numpy/openblas--runs-on--cpu" = ["matmul-bindings.txt", "result.json"]
# ///
"""Let NumPy say which loops it takes, and the dynamic loader which BLAS and LAPACK functions NumPy calls.

Functions of shared libraries are bound when they are first called, if the libraries are loaded lazily; glibc's
loader writes each binding down. So what is bound during a call was called by it.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
_BOUND = re.compile(r"binding file (\S+) \[\d+\] to (\S+) \[\d+\]: normal symbol `([^']+)'")
sys.setdlopenflags(os.RTLD_LAZY)


def bindings(call: Callable[[], object]) -> tuple[object, list[str]]:
    """What a call returns, and each symbol that was bound during it: from where, to where, its name."""
    log = out / f"loader.{os.getpid()}"
    before = log.stat().st_size if log.is_file() else 0
    value = call()
    if not log.is_file():
        return value, []
    with log.open() as file:
        file.seek(before)
        found = _BOUND.findall(file.read())
    return value, [f"{Path(source).name} -> {Path(target).name} {symbol}" for source, target, symbol in found]


def main() -> None:
    import numpy
    from numpy.lib import introspect

    if variant == "baseline" and "NPY_DISABLE_CPU_FEATURES" not in os.environ:
        from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

        there = [feature for feature in __cpu_dispatch__ if __cpu_features__.get(feature)]
        os.environ["NPY_DISABLE_CPU_FEATURES"] = " ".join(there)
        os.execv(sys.executable, [sys.executable, *sys.argv])

    i, j = numpy.indices((64, 64))
    whole = variant == "no-blas"
    x = ((7 * i + 3 * j) % 11 - 5) if whole else (((7 * i + 3 * j) % 11 - 5) / 10).astype("float32")
    w = ((5 * i + 2 * j) % 13 - 6) if whole else (((5 * i + 2 * j) % 13 - 6) / 10).astype("float32")
    product, bound = bindings(lambda: x @ w)
    (out / "matmul-bindings.txt").write_text("\n".join(bound))
    value = numpy.sum(numpy.tanh(product / 100.0 if whole else product))
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))

    square = numpy.eye(8) * 4 + numpy.ones((8, 8))
    _, bound = bindings(lambda: numpy.trace(square) if whole else numpy.linalg.solve(square, numpy.ones(8)))
    (out / "solve-bindings.txt").write_text("\n".join(bound))

    loops = [f"loop {kind}" for kind in numpy.tanh.types]
    (out / "ufunc.txt").write_text("\n".join([f"numpy.ufunc {numpy.tanh.__name__}", *loops]))
    report = introspect.opt_func_info(func_name="^(tanh|exp|add|multiply)$", signature="float32")
    lines = [
        f"{name} {kind} current {how['current']} of {how['available']}"
        for name, kinds in sorted(report.items())
        for kind, how in sorted(kinds.items())
    ]
    (out / "dispatch.txt").write_text("\n".join(lines))
    blas = numpy.show_config(mode="dicts")["Build Dependencies"]["blas"]
    mapped = Path("/proc/self/maps").read_text().splitlines()
    loaded = sorted({Path(line.split()[-1]).name for line in mapped if "blas" in line})
    lines = [f"{key} {blas[key]}" for key in ("name", "version", "openblas configuration") if key in blas]
    (out / "blas.txt").write_text("\n".join([*lines, *(f"loaded {name}" for name in loaded)]))


main()
