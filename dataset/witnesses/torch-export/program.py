# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "setuptools==84.2.1"]
#
# [tool.atlas-graph]
# title = "torch.export and AOTInductor on a CPU: exported program, package, and the package run by its loader"
# device = "CPU"
# when = { modes = ["aotinductor"], devices = ["cpu"] }
# seconds = 600
# megabytes = 6000
# environment = { TORCHINDUCTOR_CACHE_DIR = "{out}/inductor", TORCHINDUCTOR_COMPILE_THREADS = "1" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "exported-program"
# file = "exported.txt"
# kind = "exported program, as printed"
# checks = [{ is = "text", has = ["ExportedProgram:", "torch.ops.aten.matmul.default", "torch.ops.aten.tanh.default", "torch.ops.aten.sum.default", "Graph signature:"], says = "an exported program of three ATen operators, with its signature" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "exported-program"
# file = "exported.pt2"
# kind = "exported program, saved"
# checks = [{ is = "zip", members = ["archive_format$", "models/model\\.json$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "aoti-package"
# file = "package.pt2"
# kind = "AOTInductor's package"
# checks = [{ is = "zip", members = ["data/aotinductor/model/.*\\.so$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "aoti-package"
# file = "model.so"
# kind = "shared object in the package"
# checks = [{ is = "elf", machine = "host", type = "ET_DYN", symbol = "^AOTInductorModelContainerRun$" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "aotinductor"
# file = "model.cpp"
# kind = "C++ that AOTInductor generated"
# checks = [{ is = "text", has = ["AOTInductorModel::run_impl", "aoti_torch_cpu_mm_out", "cpp_fused_sum_tanh_0("], says = "C++ of the whole model: a call to ATen for the product, and a kernel of its own" }]
# excerpt = "^void AOTInductorModel::run_impl"
#
# [[tool.atlas-graph.artefacts]]
# stage = "aoti-loader"
# file = "loader.txt"
# kind = "what the loader and the profiler say"
# checks = [{ is = "text", has = ["loaded by AOTICompiledModel", "AOTI_DEVICE_KEY cpu"], lacks = ["ran aten::mm", "ran aten::tanh"], says = "the loader took the package for the CPU, and its run passes the dispatcher by" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value that the loaded package computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "called eagerly the module gives the same value, and nothing is exported"
# present = ["result.json"]
# absent = ["exported.txt", "exported.pt2", "package.pt2", "model.so", "model.cpp", "loader.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "export-only"
# description = "exported and not compiled, there is an exported program and no package"
# present = ["result.json", "exported.txt", "exported.pt2"]
# absent = ["package.pt2", "model.so", "model.cpp", "loader.txt"]
#
# [tool.atlas-graph.steps]
# "pytorch-export/pytorch-code--calls--torch-export" = ["exported.txt"]
# "pytorch-export/torch-export--captures-to--exported-program" = ["exported.txt", "exported.pt2"]
# "pytorch-export/exported-program--compiled-by--aotinductor" = ["exported.pt2", "model.cpp"]
# "pytorch-export/aotinductor--produces--aoti-package" = ["package.pt2", "model.so"]
# "pytorch-export/aoti-package--loaded-by--aoti-loader" = ["package.pt2", "loader.txt"]
# "pytorch-export/aoti-loader--runs-on--cpu" = ["loader.txt", "result.json"]
# ///
"""Export a module, compile the exported program ahead of time, and run the package by its loader."""

import json
import sys
import zipfile
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


class Module(torch.nn.Module):
    def forward(self, x, w):
        return torch.sum(torch.tanh(x @ w))


def main() -> None:
    i, j = torch.meshgrid(torch.arange(64), torch.arange(64), indexing="ij")
    x, w = ((7 * i + 3 * j) % 11 - 5) / 10, ((5 * i + 2 * j) % 13 - 6) / 10
    run = Module()
    if variant != "eager":
        exported = torch.export.export(Module(), (x, w))
        (out / "exported.txt").write_text(str(exported))
        torch.export.save(exported, str(out / "exported.pt2"))
        run = exported.module()
    if variant == "":
        path = torch._inductor.aoti_compile_and_package(exported, package_path=str(out / "package.pt2"))
        with zipfile.ZipFile(path) as package:
            for name in package.namelist():
                if name.endswith(".so"):
                    (out / "model.so").write_bytes(package.read(name))
        for found in (out / "inductor").glob("*/*.cpp"):
            if "AOTInductorModel::run_impl" in found.read_text():
                (out / "model.cpp").write_text(found.read_text())
        run = torch._inductor.aoti_load_package(path)
        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            run(x, w)
        lines = [f"loaded by {type(run).__name__}"]
        lines += [f"{key} {value}" for key, value in sorted(run.get_metadata().items()) if key.startswith("AOTI")]
        lines += [f"ran {name}" for name in sorted({event.name for event in profiled.events()})]
        (out / "loader.txt").write_text("\n".join(lines))
    (out / "result.json").write_text(json.dumps({"sum": float(run(x, w))}))


main()
