# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "triton==3.7.1", "numpy==2.4.6", "setuptools==84.2.1"]
#
# [tool.atlas-graph]
# title = "TorchInductor for an NVIDIA and an AMD GPU without one: its wrapper and Triton kernel, and all that Triton makes of it"
# device = "compiled for sm_90 and gfx942 without a device"
# when = { modes = ["compile"], devices = ["nvidia-gpu", "amd-gpu"] }
# seconds = 300
# megabytes = 6000
# environment = { TORCHINDUCTOR_CACHE_DIR = "{out}/inductor", TORCHINDUCTOR_COMPILE_THREADS = "1" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "aten-ir"
# file = "aten.txt"
# kind = "graph of ATen operators, traced on fake CUDA tensors"
# checks = [{ is = "text", has = ["torch.ops.aten.mm.default", "torch.ops.aten.tanh.default", "torch.ops.aten.sum.default"], says = "three ATen operators" }]
# excerpt = "def forward"
#
# [[tool.atlas-graph.artefacts]]
# stage = "inductor-wrapper"
# file = "wrapper.py"
# kind = "Python wrapper that Inductor generated"
# checks = [{ is = "text", has = ["extern_kernels.mm(", "async_compile.triton(", "torch.cuda.set_device(0)", ".run(buf0, buf1,"], matches = ["^    def call\\(self, args\\):|^def call\\(args\\):"], says = "a wrapper that calls a library for the product and launches its own kernel for the rest" }]
# excerpt = "^ *def call\\("
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-kernel"
# file = "kernel.py"
# kind = "Triton kernel that Inductor generated"
# checks = [{ is = "text", has = ["@triton.jit", "tl.load(", "libdevice.tanh(", "tl.sum(", "tl.store(", "type='cuda'"], says = "a Triton kernel of the elementwise function and the sum" }]
# excerpt = "^@triton\\.jit"
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-ir"
# file = "nvidia.ttir"
# kind = "Triton IR (TTIR) for the NVIDIA target"
# checks = [{ is = "mlir", what = "a Triton IR module", ops = ["tt.func", "tt.load", "tt.reduce", "tt.extern_elementwise", "tt.store"], lacks = ["ttg"] }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ttgir"
# file = "nvidia.ttgir"
# kind = "Triton GPU IR (TTGIR) for the NVIDIA target"
# checks = [{ is = "mlir", what = "a Triton GPU IR module", ops = ["tt.func", "tt.load", "tt.reduce"] }, { is = "text", has = ["#ttg.blocked<", "ttg.target = \"cuda:90\""], says = "with layouts, for cuda:90" }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "nvidia.ll"
# kind = "LLVM IR for the NVIDIA target"
# checks = [{ is = "llvm-ir", defines = "^triton_", has = ["@llvm.nvvm."] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX"
# checks = [{ is = "ptx", target = "sm_90a", entry = "^triton_" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "kernel.cubin"
# kind = "machine code for sm_90, assembled by the ptxas that Triton brings"
# checks = [{ is = "elf", machine = "EM_CUDA", arch = "sm_90", sections = ["^\\.text\\.triton_"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "triton-ir"
# file = "amd.ttir"
# kind = "Triton IR (TTIR) for the AMD target"
# checks = [{ is = "mlir", what = "a Triton IR module", ops = ["tt.func", "tt.load", "tt.reduce", "tt.store"], lacks = ["ttg"] }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ttgir"
# file = "amd.ttgir"
# kind = "Triton GPU IR (TTGIR) for the AMD target"
# checks = [{ is = "mlir", what = "a Triton GPU IR module", ops = ["tt.func", "tt.reduce"] }, { is = "text", has = ["#ttg.blocked<", "ttg.target = \"hip:gfx942\""], says = "with layouts, for hip:gfx942" }]
# excerpt = "^module"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "amd.ll"
# kind = "LLVM IR for the AMD target"
# checks = [{ is = "llvm-ir", defines = "^triton_", triple = ["amdgcn-amd-amdhsa"] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "amdgcn"
# file = "kernel.amdgcn"
# kind = "AMD GCN assembly"
# checks = [{ is = "amdgcn", target = "gfx942", kernel = "^triton_" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "hsaco"
# file = "kernel.hsaco"
# kind = "code object for gfx942"
# checks = [{ is = "elf", machine = "EM_AMDGPU", arch = "gfx942", type = "ET_DYN", symbol = "^triton_" }]
#
# [[tool.atlas-graph.controls]]
# variant = "cpu"
# description = "the same graph on CPU tensors has the same operators, and Inductor makes no Triton kernel of it"
# present = ["aten.txt"]
# absent = ["wrapper.py", "kernel.py", "nvidia.ttir", "nvidia.ttgir", "nvidia.ll", "kernel.ptx", "kernel.cubin", "amd.ttir", "amd.ttgir", "amd.ll", "kernel.amdgcn", "kernel.hsaco"]
#
# [[tool.atlas-graph.controls]]
# variant = "nvidia-only"
# description = "compiled by Triton for the NVIDIA target alone, nothing of AMD's comes out"
# present = ["aten.txt", "wrapper.py", "kernel.py", "kernel.cubin"]
# absent = ["amd.ttir", "amd.ttgir", "amd.ll", "kernel.amdgcn", "kernel.hsaco"]
#
# [tool.atlas-graph.steps]
# "pytorch/torchinductor--generates--inductor-wrapper" = ["aten.txt", "wrapper.py"]
# "pytorch/torchinductor--generates--triton-kernel" = ["aten.txt", "wrapper.py", "kernel.py"]
# "pytorch/triton-kernel--compiled-by--triton" = ["kernel.py", "nvidia.ttir"]
# "pytorch/triton--emits--triton-ir" = ["kernel.py", "nvidia.ttir", "amd.ttir"]
# "pytorch/triton-ir--lowers-to--ttgir" = ["nvidia.ttir", "nvidia.ttgir", "amd.ttir", "amd.ttgir"]
# "pytorch/ttgir--lowers-to--llvm-ir" = ["nvidia.ttgir", "nvidia.ll", "amd.ttgir", "amd.ll"]
# "pytorch/llvm-ir--lowers-to--ptx" = ["nvidia.ll", "kernel.ptx"]
# "pytorch/ptx--assembled-by--ptxas" = ["kernel.ptx", "kernel.cubin"]
# "pytorch/ptxas--produces--cubin" = ["kernel.cubin"]
# "pytorch/llvm-ir--lowers-to--amdgcn" = ["amd.ll", "kernel.amdgcn"]
# "pytorch/amdgcn--linked-into--hsaco" = ["kernel.amdgcn", "kernel.hsaco"]
# ///
"""Let Inductor compile a graph for a GPU that is described to it and not there, and Triton compile its kernel.

Nothing is run. What a device would be asked (how many processors it has, how many threads) is answered here with
the figures of an H100; everything else is PyTorch's and Triton's own.
"""

import importlib.util
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import torch
import torch._dynamo.device_interface as interfaces
import triton
from torch._inductor.debug import DebugContext
from torch._inductor.decomposition import select_decomp_table
from torch._inductor.graph import GraphLowering
from torch._inductor.runtime import triton_helpers
from torch._inductor.virtualized import V
from torch._subclasses import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""

H100 = SimpleNamespace(
    name="NVIDIA H100",
    major=9,
    minor=0,
    multi_processor_count=132,
    max_threads_per_multi_processor=2048,
    max_threads_per_block=1024,
    regs_per_multiprocessor=65536,
    warp_size=32,
    shared_memory_per_block=49152,
    shared_memory_per_block_optin=232448,
    L2_cache_size=52428800,
    total_memory=84978434048,
    gcnArchName="",
)
TARGETS = {
    "nvidia": (GPUTarget("cuda", 90, 32), {"ptx": "kernel.ptx", "cubin": "kernel.cubin"}),
    "amd": (GPUTarget("hip", "gfx942", 64), {"amdgcn": "kernel.amdgcn", "hsaco": "kernel.hsaco"}),
}


class Described(interfaces.CudaInterface):
    """A CUDA device as far as a compiler asks for one."""

    class Worker(interfaces.CudaInterface.Worker):
        get_device_properties = staticmethod(lambda device=None: H100)
        current_device = staticmethod(lambda: 0)

    is_available = staticmethod(lambda: True)
    device_count = staticmethod(lambda: 1)
    current_device = staticmethod(lambda: 0)
    get_compute_capability = staticmethod(lambda device=None: 90)
    get_device_properties = staticmethod(lambda device=None: H100)
    is_triton_capable = staticmethod(lambda device=None: True)
    raise_if_triton_unavailable = staticmethod(lambda device=None: None)
    is_bf16_supported = staticmethod(lambda including_emulation=False: True)


class Driver:
    """Triton's driver as far as a compiler asks for one."""

    def get_current_target(self):
        return TARGETS["nvidia"][0]

    def get_current_device(self):
        return 0


def function(x, w):
    return (x @ w).tanh().sum()


def wrapper() -> str:
    """The wrapper that Inductor generates for the function."""
    with FakeTensorMode() as mode:
        x, w = (torch.empty(64, 64, device="cpu" if variant == "cpu" else "cuda") for _ in range(2))
    graph = make_fx(function, decomposition_table=select_decomp_table(), tracing_mode="fake")(x, w)
    (out / "aten.txt").write_text(graph.code)
    lowering = GraphLowering(graph, shape_env=None, example_inputs=[x, w])
    with V.set_graph_handler(lowering), V.set_fake_mode(mode), V.set_debug_handler(DebugContext()):
        lowering.run(x, w)
        return lowering.codegen()[0].value


def main() -> None:
    interfaces.init_device_reg()
    interfaces.register_interface_for_device("cuda", Described)
    torch.cuda.get_device_properties = lambda device=None: H100
    torch.cuda.get_device_capability = lambda device=None: (9, 0)
    torch.cuda.current_device = lambda: 0
    torch.version.cuda = "13.0"
    triton.runtime.driver.set_active(Driver())
    triton_helpers.set_driver_to_gpu = lambda: None

    code = wrapper()
    (out / "wrapper.py").write_text(code)
    generated = re.search(r"async_compile\.triton\('(\w+)', '''(.*?)'''", code, re.DOTALL)
    if generated is None:
        return
    (out / "kernel.py").write_text(generated[2].lstrip())
    spec = importlib.util.spec_from_file_location("kernel", out / "kernel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kernel = getattr(module, generated[1])
    config = kernel.configs[0]
    constants = {**kernel.triton_meta.get("constants", {}), **config.kwargs}
    signature = {**kernel.triton_meta["signature"], **dict.fromkeys(constants, "constexpr")}
    for name, (target, last) in TARGETS.items():
        if variant not in ("", f"{name}-only"):
            continue
        source = ASTSource(kernel.fn, signature=signature, constexprs=constants)
        options = {"num_warps": config.num_warps, "num_stages": config.num_stages}
        compiled = triton.compile(source, target=target, options=options)
        files = {"ttir": f"{name}.ttir", "ttgir": f"{name}.ttgir", "llir": f"{name}.ll", **last}
        for stage, file in files.items():
            form = compiled.asm[stage]
            (out / file).write_bytes(form if isinstance(form, bytes) else form.encode())


main()
