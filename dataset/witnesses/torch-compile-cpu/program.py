# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "setuptools==84.2.1"]
#
# [tool.atlas-graph]
# title = "torch.compile on a CPU: bytecode, FX graph, guards, ATen graphs, Inductor's IR, C++ and shared object"
# device = "CPU"
# when = { modes = ["compile"], devices = ["cpu"] }
# seconds = 600
# megabytes = 6000
# environment = { TORCH_LOGS = "bytecode,graph_code,guards,aot_joint_graph,aot_graphs,output_code", TORCH_LOGS_OUT = "{out}/torch.log", TORCH_COMPILE_DEBUG = "1", TORCH_COMPILE_DEBUG_DIR = "{out}/debug", TORCHINDUCTOR_CACHE_DIR = "{out}/inductor", TORCHINDUCTOR_COMPILE_THREADS = "1" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "python-bytecode"
# file = "bytecode.txt"
# kind = "bytecode of the function, as Dynamo read it and as it left it"
# checks = [{ is = "text", has = ["ORIGINAL BYTECODE", "BINARY_OP", "MODIFIED BYTECODE", "__compiled_fn_"], says = "Dynamo parsed the function's bytecode, and put a call of the compiled function in its place" }]
# excerpt = "^.*ORIGINAL BYTECODE"
#
# [[tool.atlas-graph.artefacts]]
# stage = "fx-graph"
# file = "fx.txt"
# kind = "FX graph that Dynamo captured"
# checks = [{ is = "text", has = ["GraphModule", "= l_x_ @ l_w_", "matmul.tanh()", "tanh.sum()", "return ("], says = "an FX graph of the function's calls, in PyTorch's own vocabulary" }]
# excerpt = "class GraphModule"
#
# [[tool.atlas-graph.artefacts]]
# stage = "torchdynamo"
# file = "guards.txt"
# kind = "guards under which the compiled code may be used again"
# checks = [{ is = "text", has = ["GuardManager", "TENSOR_MATCH", "size=[64, 64]"], says = "guards on the types and shapes of the arguments" }]
# excerpt = "TREE_GUARD_MANAGER|GUARDS:"
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten-ir"
# file = "joint.txt"
# kind = "joint graph of forward and backward"
# checks = [{ is = "text", has = ["torch.ops.aten.mm.default", "torch.ops.aten.tanh.default", "torch.ops.aten.sum", "tangents_1"], says = "forward and backward in one graph of ATen operators" }]
# excerpt = "class joint"
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten-ir"
# file = "aten.txt"
# kind = "graph of ATen operators handed to Inductor"
# checks = [{ is = "text", has = ["torch.ops.aten.mm.default", "torch.ops.aten.tanh.default", "torch.ops.aten.sum.default", "return (sum_1,)"], says = "the same three operations as ATen operators" }]
# excerpt = "^ +def forward"
#
# [[tool.atlas-graph.artefacts]]
# stage = "torchinductor"
# file = "inductor-ir.txt"
# kind = "Inductor's IR before fusion"
# checks = [{ is = "text", has = ["ExternKernelSchedulerNode", "extern_kernels.mm", "SchedulerNode(ComputedBuffer)", "ops.tanh", "'sum'"], says = "a call to a library for the product, and a loop of its own for the rest" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "inductor-wrapper"
# file = "wrapper.py"
# kind = "Python wrapper that Inductor generated"
# checks = [{ is = "text", has = ["extern_kernels.mm(", "async_compile.cpp_pybinding("], matches = ["^    def call\\(self, args\\):|^def call\\(args\\):"], says = "a wrapper that calls ATen for the product and its own kernel for the rest" }]
# excerpt = "^ *def call\\("
#
# [[tool.atlas-graph.artefacts]]
# stage = "inductor-cpp"
# file = "kernel.cpp"
# kind = "C++ that Inductor generated"
# checks = [{ is = "text", has = ["extern \"C\"", "kernel(const float* in_ptr0", ".tanh()"], says = "C++ of one fused kernel for the elementwise function and the sum" }]
# excerpt = "^extern \"C\""
#
# [[tool.atlas-graph.artefacts]]
# stage = "inductor-cpu-library"
# file = "kernel.so"
# kind = "shared object that the host's compiler made of it"
# checks = [{ is = "elf", machine = "host", type = "ET_DYN", symbol = "^kernel$", sections = ["^\\.comment$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "host-compiler"
# file = "compiler.txt"
# kind = "the compiler that the shared object names"
# checks = [{ is = "text", matches = ["^(GCC|clang|Debian clang|Ubuntu clang)"], says = "the shared object was made by the host's C++ compiler" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten"
# file = "operators.txt"
# kind = "what the profiler saw of one call of the compiled function"
# checks = [{ is = "text", matches = ["^aten::mm$", "^Torch-Compiled Region"], lacks = ["aten::tanh"], says = "ATen ran the product, and not the elementwise function" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "autograd-engine"
# file = "engine.txt"
# kind = "what the profiler saw of the backward pass of the compiled function"
# checks = [{ is = "text", matches = ["^autograd::engine::evaluate_function: CompiledFunctionBackward > .*CompiledFunctionBackward"], says = "the engine evaluated one node, the compiled backward pass" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "called without torch.compile the function gives the same value, and nothing is captured or generated"
# present = ["result.json"]
# absent = ["bytecode.txt", "fx.txt", "guards.txt", "joint.txt", "aten.txt", "inductor-ir.txt", "wrapper.py", "kernel.cpp", "kernel.so", "compiler.txt", "operators.txt", "engine.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "dynamo-only"
# description = "with torch.compile(backend='eager') Dynamo captures its graph, and AOTAutograd and Inductor leave nothing"
# present = ["result.json", "bytecode.txt", "fx.txt", "guards.txt"]
# absent = ["joint.txt", "aten.txt", "inductor-ir.txt", "wrapper.py", "kernel.cpp", "kernel.so", "engine.txt"]
#
# [tool.atlas-graph.steps]
# "pytorch/pytorch-code--compiles-to--python-bytecode" = ["bytecode.txt"]
# "pytorch/python-bytecode--parsed-by--torchdynamo" = ["bytecode.txt"]
# "pytorch/torchdynamo--produces--fx-graph" = ["bytecode.txt", "fx.txt"]
# "pytorch/fx-graph--traced-by--aot-autograd" = ["fx.txt", "joint.txt", "aten.txt"]
# "pytorch/aot-autograd--produces--aten-ir" = ["joint.txt", "aten.txt"]
# "pytorch/aten-ir--compiled-by--torchinductor" = ["aten.txt", "inductor-ir.txt"]
# "pytorch/torchinductor--generates--inductor-wrapper" = ["inductor-ir.txt", "wrapper.py"]
# "pytorch/torchinductor--generates--inductor-cpp" = ["inductor-ir.txt", "kernel.cpp"]
# "pytorch/inductor-cpp--compiled-by--host-compiler" = ["kernel.cpp", "compiler.txt"]
# "pytorch/host-compiler--produces--inductor-cpu-library" = ["compiler.txt", "kernel.so"]
# "pytorch/inductor-cpu-library--runs-on--cpu" = ["kernel.so", "operators.txt", "result.json"]
# "pytorch/inductor-wrapper--calls--aten" = ["wrapper.py", "operators.txt"]
# "pytorch/pytorch-code--calls--autograd-engine" = ["engine.txt"]
# "pytorch/autograd-engine--calls--inductor-wrapper" = ["engine.txt"]
# ///
"""Compile one function with torch.compile and gather what Dynamo, AOTAutograd and Inductor wrote down of it."""

import json
import re
import shutil
import sys
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def function(x, w):
    return (x @ w).tanh().sum()


def inside(event) -> list[str]:
    """The names of everything that ran during an event."""
    names = [event.name]
    for child in event.cpu_children:
        names += inside(child)
    return names


def main() -> None:
    i, j = torch.meshgrid(torch.arange(64), torch.arange(64), indexing="ij")
    x, w = ((7 * i + 3 * j) % 11 - 5) / 10, ((5 * i + 2 * j) % 13 - 6) / 10
    if variant == "eager":
        compiled = function
    else:
        compiled = torch.compile(function, backend="eager" if variant == "dynamo-only" else "inductor")
    value = compiled(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        compiled(x, w)
    (out / "operators.txt").write_text("\n".join(sorted({event.name for event in profiled.events()})))
    inference = sorted((out / "inductor").glob("*/*.main.cpp")) or sorted((out / "inductor").glob("*/*.cpp"))
    kernels = [path for path in inference if 'extern "C"' in path.read_text() and "tanh" in path.read_text()]
    for path in kernels[:1]:
        shutil.copyfile(path, out / "kernel.cpp")
        shutil.copyfile(path.with_suffix(".so"), out / "kernel.so")
        named = re.search(rb"(?:GCC: |[A-Za-z ]*clang version )[^\0]+", path.with_suffix(".so").read_bytes())
        (out / "compiler.txt").write_text(named[0].decode() if named else "no compiler is named")

    compiled(x, w.clone().requires_grad_()).backward()
    total = compiled(x, w.clone().requires_grad_())
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        total.backward()
    nodes = [event for event in profiled.events() if event.name.startswith("autograd::engine")]
    lines = sorted({f"{node.name} > {', '.join(inside(node)[1:])}" for node in nodes})
    (out / "engine.txt").write_text("\n".join(lines))

    log = (out / "torch.log").read_text() if (out / "torch.log").is_file() else ""
    for file, tag in {
        "bytecode.txt": "bytecode",
        "fx.txt": "graph_code",
        "guards.txt": "guards",
        "joint.txt": "aot_joint_graph",
    }.items():
        lines = [line.partition(f"[__{tag}] ")[2] for line in log.splitlines() if f"[__{tag}]" in line]
        if lines:
            (out / file).write_text("\n".join(lines))
    for file, name in {
        "aten.txt": "fx_graph_readable.py",
        "inductor-ir.txt": "ir_pre_fusion.txt",
        "wrapper.py": "output_code.py",
    }.items():
        for found in sorted((out / "debug").rglob(f"*inference*/{name}"))[:1]:
            shutil.copyfile(found, out / file)


main()
