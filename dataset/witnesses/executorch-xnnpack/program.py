# /// script
# requires-python = ">=3.11"
# dependencies = ["executorch==1.5.1", "torch==2.13.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "ExecuTorch on a CPU: Edge dialect, XNNPACK's delegate, the .pte file, and what its runtime ran"
# device = "CPU"
# when = { modes = ["executorch"], devices = ["cpu"] }
# from_source = ["antlr4-python3-runtime"]
# seconds = 300
# megabytes = 7000
#
# [[tool.atlas-graph.artefacts]]
# stage = "exported-program"
# file = "exported.txt"
# kind = "graph of the exported program"
# checks = [{ is = "text", has = ["torch.ops.aten.linear.default", "torch.ops.aten.tanh.default", "torch.ops.aten.sum.default"], says = "an exported program of three ATen operators" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "edge-dialect"
# file = "edge.txt"
# kind = "graph in the Edge dialect"
# checks = [{ is = "text", has = ["dialects.edge._ops.aten.tanh.default", "dialects.edge._ops.aten.sum.dim_IntList"], says = "the same operations in the Edge dialect" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "executorch-partitioner"
# file = "partitioned.txt"
# kind = "graph after XNNPACK's partitioner"
# checks = [{ is = "text", has = ["executorch_call_delegate", "dialects.edge._ops.aten.sum.dim_IntList", "delegate XnnpackBackend"], lacks = ["edge._ops.aten.tanh"], says = "the product and the elementwise function are behind one call of a delegate, the sum is left" }]
# excerpt = "%executorch_call_delegate"
#
# [[tool.atlas-graph.artefacts]]
# stage = "executorch-delegate-blob"
# file = "delegate.bin"
# kind = "what XNNPACK's delegate was given to keep"
# checks = [{ is = "magic", at = 4, hex = "58483030", says = "XNNPACK's header, XH00" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "pte"
# file = "model.pte"
# kind = "ExecuTorch program"
# checks = [{ is = "flatbuffer", identifier = "ET12", says = "an ExecuTorch program", has = ["XnnpackBackend", "aten::sum", "XH00"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "executorch"
# file = "events.txt"
# kind = "what ExecuTorch's own tracer saw of one execution"
# checks = [{ is = "text", matches = ["^Method::execute$", "^DELEGATE_CALL$", "^delegated: Fully Connected .*GEMM", "^delegated: TanH", "^native_call_sum"], says = "XNNPACK ran the product and the elementwise function, a kernel of ExecuTorch's the sum" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-delegate"
# description = "without the partitioner the same program runs by ExecuTorch's own kernels, and XNNPACK has no part in it"
# present = ["result.json", "exported.txt", "edge.txt"]
# absent = ["partitioned.txt", "delegate.bin", "model.pte", "events.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "called eagerly the module gives the same value, and there is neither graph nor file"
# present = ["result.json"]
# absent = ["exported.txt", "edge.txt", "partitioned.txt", "delegate.bin", "model.pte", "events.txt"]
#
# [tool.atlas-graph.steps]
# "pytorch-export/pytorch-code--calls--torch-export" = ["exported.txt"]
# "pytorch-export/torch-export--captures-to--exported-program" = ["exported.txt"]
# "pytorch-export/exported-program--lowers-to--edge-dialect" = ["exported.txt", "edge.txt"]
# "pytorch-export/edge-dialect--partitioned-by--executorch-partitioner" = ["edge.txt", "partitioned.txt"]
# "pytorch-export/executorch-partitioner--produces--executorch-delegate-blob" = ["partitioned.txt", "delegate.bin"]
# "pytorch-export/executorch-delegate-blob--packaged-into--pte" = ["delegate.bin", "model.pte"]
# "pytorch-export/edge-dialect--serialised-to--pte" = ["edge.txt", "model.pte"]
# "pytorch-export/pte--loaded-by--executorch" = ["model.pte", "events.txt"]
# "pytorch-export/executorch--dispatches-to--executorch-kernels" = ["events.txt"]
# "pytorch-export/executorch-kernels--runs-on--cpu" = ["events.txt", "result.json"]
# "pytorch-export/executorch--delegates-to--xnnpack" = ["events.txt"]
# "pytorch-export/xnnpack--runs-on--cpu" = ["events.txt", "result.json"]
# ///
"""Lower an exported module to an ExecuTorch program with XNNPACK's delegate, and run it under ExecuTorch's tracer."""

import json
import sys
from pathlib import Path

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.devtools import Inspector
from executorch.exir import to_edge, to_edge_transform_and_lower
from executorch.extension.pybindings.portable_lib import _load_for_executorch

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


class Module(torch.nn.Module):
    def __init__(self, w) -> None:
        super().__init__()
        self.product = torch.nn.Linear(64, 64, bias=False)
        self.product.weight = torch.nn.Parameter(w.T.contiguous())

    def forward(self, x):
        return torch.sum(torch.tanh(self.product(x)))


def main() -> None:
    i, j = torch.meshgrid(torch.arange(64), torch.arange(64), indexing="ij")
    x, w = ((7 * i + 3 * j) % 11 - 5) / 10, ((5 * i + 2 * j) % 13 - 6) / 10
    module = Module(w).eval()
    if variant == "eager":
        (out / "result.json").write_text(json.dumps({"sum": float(module(x))}))
        return
    exported = torch.export.export(module, (x,))
    (out / "exported.txt").write_text(str(exported.graph))
    edge = to_edge(exported)
    (out / "edge.txt").write_text(str(edge.exported_program().graph))
    if variant != "no-delegate":
        edge = to_edge_transform_and_lower(torch.export.export(module, (x,)), partitioner=[XnnpackPartitioner()])
        program = edge.exported_program()
        lowered = [part for part in program.graph_module.children() if hasattr(part, "backend_id")]
        delegates = [f"delegate {part.backend_id}" for part in lowered]
        (out / "partitioned.txt").write_text("\n".join([*delegates, str(program.graph)]))
        for part in lowered[:1]:
            (out / "delegate.bin").write_bytes(part.processed_bytes)
    path = out / "model.pte"
    path.write_bytes(edge.to_executorch().buffer)

    loaded = _load_for_executorch(str(path), enable_etdump=True)
    (value,) = loaded.run_method("forward", (x,))
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    loaded.write_etdump_result_to_file(str(out / "trace.etdump"))
    blocks = Inspector(etdump_path=str(out / "trace.etdump")).event_blocks
    events = [event for block in blocks for event in block.events]
    lines = [f"delegated: {event.name}" if event.is_delegated_op else event.name for event in events]
    (out / "events.txt").write_text("\n".join(lines))


main()
