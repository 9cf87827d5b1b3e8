# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "Eager PyTorch on a CPU: operators one by one through the dispatcher, autograd's graph, oneDNN and MKL"
# device = "CPU"
# when = { modes = ["eager"], devices = ["cpu"] }
# seconds = 240
# megabytes = 6000
#
# [[tool.atlas-graph.artefacts]]
# stage = "torch-dispatcher"
# file = "dispatched.txt"
# kind = "calls that the dispatcher handed to a mode at its Python key"
# checks = [{ is = "text", matches = ["^1 aten\\.mm\\.default$", "^2 aten\\.tanh\\.default$", "^3 aten\\.sum\\.default$"], says = "each operation went through the dispatcher by itself, in the order of the program" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten"
# file = "operators.txt"
# kind = "operators that the profiler saw run on the CPU"
# checks = [{ is = "text", matches = ["^aten::mm ", "^aten::tanh ", "^aten::sum "], says = "ATen's operators for the three operations" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten"
# file = "kernels.txt"
# kind = "where the dispatcher's table has the kernels of aten::mm"
# checks = [{ is = "text", matches = ["^CPU: registered at \\S*RegisterCPU", "^Autograd\\S*: .*(?:Autograd|VariableType)"], says = "a kernel for the CPU and one for autograd" }]
# excerpt = "^CPU:"
#
# [[tool.atlas-graph.artefacts]]
# stage = "autograd-graph"
# file = "graph.txt"
# kind = "autograd's graph, from the result back"
# checks = [{ is = "text", matches = ["^SumBackward0$", "^ TanhBackward0$", "^  MmBackward0$", "^   AccumulateGrad$"], says = "one node for each operation, ending at the parameter" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "autograd-engine"
# file = "engine.txt"
# kind = "what the profiler saw of the backward pass"
# checks = [{ is = "text", matches = ["^autograd::engine::evaluate_function: MmBackward0 > .*aten::mm", "^autograd::engine::evaluate_function: TanhBackward0 > .*aten::tanh_backward"], says = "the engine evaluated the nodes, and ATen's operators ran inside" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "mkl"
# file = "mkl.txt"
# kind = "MKL's own log of a float32 matrix product"
# checks = [{ is = "text", matches = ["^MKL_VERBOSE SGEMM\\(N,N,64,64,64"], says = "MKL ran SGEMM on the 64 by 64 matrices" }]
# excerpt = "^MKL_VERBOSE SGEMM\\(N,N,64,64,64"
#
# [[tool.atlas-graph.artefacts]]
# stage = "onednn"
# file = "onednn.txt"
# kind = "oneDNN's own log of a convolution"
# checks = [{ is = "text", matches = ["^onednn_verbose,v1,primitive,exec,cpu,convolution,"], says = "oneDNN executed a convolution on the CPU" }]
# excerpt = "^onednn_verbose,v1,primitive,exec,cpu,convolution"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-grad"
# description = "under torch.no_grad the value is the same and there is no graph of autograd to run back"
# present = ["result.json", "operators.txt"]
# absent = ["graph.txt", "engine.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "no-libraries"
# description = "with integers in the matrix product, and oneDNN switched off, neither MKL nor oneDNN is called"
# present = ["result.json", "operators.txt"]
# absent = ["mkl.txt", "onednn.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "scripted"
# description = "as one operator of its own, the three operations are one call to the dispatcher"
# present = ["result.json"]
# absent = ["dispatched.txt", "operators.txt"]
#
# [tool.atlas-graph.steps]
# "pytorch/pytorch-code--calls--pytorch" = ["result.json"]
# "pytorch/pytorch--dispatches-each-op-through--torch-dispatcher" = ["dispatched.txt"]
# "pytorch/torch-dispatcher--dispatches-to--torch-autograd" = ["kernels.txt", "graph.txt"]
# "pytorch/torch-dispatcher--dispatches-to--aten" = ["dispatched.txt", "operators.txt", "kernels.txt"]
# "pytorch/torch-autograd--records--autograd-graph" = ["graph.txt"]
# "pytorch/autograd-graph--executed-by--autograd-engine" = ["graph.txt", "engine.txt"]
# "pytorch/autograd-engine--calls--aten" = ["engine.txt"]
# "pytorch/aten--runs-on--cpu--cpu" = ["operators.txt", "result.json"]
# "pytorch/aten--calls--mkl" = ["operators.txt", "mkl.txt"]
# "pytorch/aten--calls--onednn--cpu" = ["onednn.txt"]
# "pytorch/mkl--runs-on--cpu" = ["mkl.txt", "result.json"]
# "pytorch/onednn--runs-on--cpu" = ["onednn.txt"]
# ///
"""Run three operations eagerly and write down what the dispatcher, the profiler and the libraries say of them."""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile
from torch.utils._python_dispatch import TorchDispatchMode

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


class Recorder(TorchDispatchMode):
    """Writes down every call that the dispatcher makes."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.calls.append(str(function))
        return function(*args, **(kwargs or {}))


def calculate(x, w):
    product = x @ w
    return torch.sum(torch.tanh(product if product.is_floating_point() else product / 100))


@torch.library.custom_op("witness::whole", mutates_args=())
def whole(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    """The same in one operator, computed outside of PyTorch."""
    import numpy

    return torch.tensor(numpy.tanh(x.numpy() @ w.numpy()).sum())


@contextlib.contextmanager
def stdout_to(path: Path) -> Iterator[None]:
    """Send what libraries print to a file; they write to the descriptor, not to sys.stdout."""
    sys.stdout.flush()
    kept = os.dup(1)
    with path.open("wb") as file:
        os.dup2(file.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def chain(node, depth: int = 0) -> list[str]:
    """The names of a graph's nodes, each below the one that it feeds."""
    lines = [" " * depth + type(node).__name__]
    for following, _ in node.next_functions:
        if following is not None:
            lines += chain(following, depth + 1)
    return lines


def inside(event) -> list[str]:
    """The names of everything that ran during an event."""
    names = [event.name]
    for child in event.cpu_children:
        names += inside(child)
    return names


def main() -> None:
    i, j = torch.meshgrid(torch.arange(64), torch.arange(64), indexing="ij")
    x, w = (7 * i + 3 * j) % 11 - 5, (5 * i + 2 * j) % 13 - 6
    if variant != "no-libraries":
        x, w = x / 10, w / 10
    function = whole if variant == "scripted" else calculate

    with torch.no_grad(), Recorder() as recorder:
        value = function(x, w)
    (out / "dispatched.txt").write_text("\n".join(f"{n} {call}" for n, call in enumerate(recorder.calls, 1)))
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    with torch.no_grad(), profile(activities=[ProfilerActivity.CPU]) as profiled:
        function(x, w)
    names = sorted({event.name for event in profiled.events()} - {"witness::whole"})
    (out / "operators.txt").write_text("\n".join(f"{name} on the CPU" for name in names))
    if variant == "scripted":
        return
    (out / "kernels.txt").write_text(torch._C._dispatch_dump_table("aten::mm"))

    parameter = w.clone().requires_grad_(variant != "no-libraries")
    with torch.set_grad_enabled(variant != "no-grad" and parameter.requires_grad):
        total = calculate(x, parameter)
    if total.grad_fn is not None:
        (out / "graph.txt").write_text("\n".join(chain(total.grad_fn)))
        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            total.backward()
        nodes = [event for event in profiled.events() if event.name.startswith("autograd::engine")]
        lines = sorted({f"{node.name} > {', '.join(inside(node)[1:])}" for node in nodes})
        (out / "engine.txt").write_text("\n".join(lines))

    with stdout_to(out / "mkl.txt"), torch.backends.mkl.verbose(torch.backends.mkl.VERBOSE_ON):
        x @ w
    images, filters = torch.ones(4, 16, 64, 64), torch.ones(16, 16, 3, 3)
    with (
        stdout_to(out / "onednn.txt"),
        torch.backends.mkldnn.flags(enabled=variant != "no-libraries"),
        torch.backends.mkldnn.verbose(torch.backends.mkldnn.VERBOSE_ON),
    ):
        torch.nn.functional.conv2d(images, filters)


main()
