# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "torch.compile on an NVIDIA GPU: the Triton kernel that was launched, and the library that ran the product"
# device = "NVIDIA GPU"
# when = { modes = ["compile"], devices = ["nvidia-gpu"] }
# needs = "an NVIDIA GPU with its driver on Linux"
# needs_file = "/dev/nvidia0"
# seconds = 600
# megabytes = 12000
# environment = { CUDA_VISIBLE_DEVICES = "0", TRITON_CACHE_DIR = "{out}/triton", TORCHINDUCTOR_CACHE_DIR = "{out}/inductor", TORCHINDUCTOR_COMPILE_THREADS = "1" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX that Triton kept of the kernel"
# checks = [{ is = "text", has = [".version", ".target sm_"], matches = ["\\.visible \\.entry triton_"], says = "PTX of a kernel that Inductor generated" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "kernel.cubin"
# kind = "machine code that Triton kept of the kernel"
# checks = [{ is = "elf", machine = "EM_CUDA", sections = ["^\\.text\\.triton_"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "nvidia-gpu"
# file = "kernels.txt"
# kind = "kernels that the profiler saw on the device"
# checks = [{ is = "text", matches = ["^on the device: triton_", "^on the device: .*(gemm|cutlass|cublas|sm\\d\\d_)"], says = "Inductor's kernel and one of a library's ran on the device" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cuda-driver"
# file = "calls.txt"
# kind = "calls of the driver and the runtime that the profiler saw"
# checks = [{ is = "text", matches = ["^cuLaunchKernel", "^cudaLaunchKernel|^cuLaunchKernelEx"], says = "the kernel of Triton's was launched through the driver" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "nvidia-gpu"
# file = "result.json"
# kind = "value computed on the device"
# checks = [{ is = "result" }]
#
# [[tool.atlas-graph.controls]]
# variant = "eager"
# description = "called eagerly on the device the value is the same, and no kernel of Triton's is made or launched"
# present = ["result.json"]
# absent = ["kernel.ptx", "kernel.cubin", "kernels.txt"]
#
# [tool.atlas-graph.steps]
# "pytorch/cubin--loaded-by--cuda-driver" = ["kernel.cubin", "kernels.txt"]
# "pytorch/inductor-wrapper--launches-through--cuda-driver" = ["calls.txt", "kernels.txt"]
# "pytorch/cuda-driver--launches-on--nvidia-gpu" = ["kernels.txt", "result.json"]
# ///
"""Run one function under torch.compile on an NVIDIA GPU, and gather what was kept and what was launched."""

import json
import shutil
import sys
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""


def function(x, w):
    return (x @ w).tanh().sum()


def main() -> None:
    i, j = torch.meshgrid(torch.arange(64), torch.arange(64), indexing="ij")
    x, w = (((7 * i + 3 * j) % 11 - 5) / 10).cuda(), (((5 * i + 2 * j) % 13 - 6) / 10).cuda()
    compiled = function if variant == "eager" else torch.compile(function)
    value = compiled(x, w)
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiled:
        compiled(x, w)
        torch.cuda.synchronize()
    events = list(profiled.events())
    on_device = {event.name for event in events if event.device_type.name == "CUDA"}
    (out / "kernels.txt").write_text("\n".join(f"on the device: {name}" for name in sorted(on_device)))
    calls = {event.name for event in events if event.name.startswith("cu") and event.device_type.name == "CPU"}
    (out / "calls.txt").write_text("\n".join(sorted(calls)))
    for ending in ("ptx", "cubin"):
        for found in sorted((out / "triton").rglob(f"triton_*.{ending}"))[:1]:
            shutil.copyfile(found, out / f"kernel.{ending}")


main()
