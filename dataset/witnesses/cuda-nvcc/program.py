# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-cuda-nvcc==13.0.88", "nvidia-nvvm==13.0.88", "nvidia-cuda-crt==13.0.88", "nvidia-cuda-runtime==13.0.96", "nvidia-cuda-cccl==13.0.85", "nvidia-cuda-nvrtc==13.0.88"]
#
# [tool.atlas-graph]
# title = "CUDA C++ without a GPU: PTX, cubin, fat binary and executable from nvcc; PTX and cubin from NVRTC"
# device = "compiled for sm_90 without a device"
# when = { modes = ["offline", "nvrtc"], devices = ["nvidia-gpu"] }
# seconds = 180
# megabytes = 1500
#
# [[tool.atlas-graph.artefacts]]
# stage = "nvcc"
# file = "commands.txt"
# kind = "commands that nvcc ran"
# checks = [{ is = "text", matches = ["\\bcudafe\\+\\+ ", "\\bcicc\"? ", "^ptxas -arch=sm_90 ", "^fatbinary ", "^(gcc|g\\+\\+|cc|c\\+\\+|clang\\+\\+|clang) .* -c "], says = "nvcc ran a host compiler, cicc, ptxas and fatbinary" }]
# excerpt = "^ptxas"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "kernel.ptx"
# kind = "PTX from nvcc"
# checks = [{ is = "ptx", target = "sm_90", entry = "^kernel$" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "kernel.cubin"
# kind = "machine code that ptxas made of the PTX"
# checks = [{ is = "elf", machine = "EM_CUDA", arch = "sm_90", sections = ["^\\.text\\.kernel$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "fat-binary"
# file = "kernel.fatbin"
# kind = "fat binary, not compressed"
# checks = [{ is = "magic", hex = "50ed55ba", says = "a fat binary with a cubin and PTX in it", has = [".text.kernel", ".visible .entry kernel", ".target sm_90"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "host-compiler"
# file = "kernel.o"
# kind = "object of the host's compiler, with the fat binary inside"
# checks = [{ is = "elf", machine = "host", type = "ET_REL", symbol = "^main$" }, { is = "elf", machine = "host", sections = ["^\\.nv_fatbin$", "^\\.comment$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cuda-executable"
# file = "program"
# kind = "executable"
# checks = [{ is = "elf", machine = "host", sections = ["^\\.nv_fatbin$", "^\\.nvFatBinSegment$"], symbol = "^main$" }, { is = "elf", machine = "host", symbol = "cudaMalloc" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cuda-runtime"
# file = "run.txt"
# kind = "what the executable says where there is no device"
# checks = [{ is = "text", matches = ["^runtime version 13\\d+$", "^cudaMalloc: (CUDA driver version is insufficient|no CUDA-capable device is detected)"], says = "it called the CUDA runtime, which found no driver" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "ptx"
# file = "nvrtc.ptx"
# kind = "PTX from NVRTC"
# checks = [{ is = "ptx", target = "sm_90", entry = "^kernel$" }]
# excerpt = "^\\.version"
#
# [[tool.atlas-graph.artefacts]]
# stage = "cubin"
# file = "nvrtc.cubin"
# kind = "machine code from NVRTC"
# checks = [{ is = "elf", machine = "EM_CUDA", arch = "sm_90", sections = ["^\\.text\\.kernel$"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "host-compiler"
# file = "plain.o"
# kind = "object of a program without a kernel"
# checks = [{ is = "elf", machine = "host", type = "ET_REL", symbol = "^main$" }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-kernel"
# description = "a program without a kernel, compiled as C++, has no PTX, no cubin, no fat binary"
# present = ["plain.o"]
# absent = ["commands.txt", "kernel.ptx", "kernel.cubin", "kernel.fatbin", "kernel.o", "program", "run.txt", "nvrtc.ptx", "nvrtc.cubin"]
#
# [[tool.atlas-graph.controls]]
# variant = "ptx-only"
# description = "asked for PTX alone, nvcc runs no ptxas and packs no cubin; NVRTC for PTX alone gives no cubin"
# present = ["plain.o", "kernel.ptx", "nvrtc.ptx"]
# absent = ["kernel.cubin", "kernel.fatbin", "nvrtc.cubin"]
#
# [tool.atlas-graph.steps]
# "cuda-cpp/cuda-code--compiled-by--nvcc" = ["commands.txt", "kernel.ptx"]
# "cuda-cpp/nvcc--compiles-with--host-compiler" = ["commands.txt", "kernel.o"]
# "cuda-cpp/ptx--assembled-by--ptxas" = ["commands.txt", "kernel.ptx", "kernel.cubin"]
# "cuda-cpp/ptxas--emits--cubin" = ["commands.txt", "kernel.cubin"]
# "cuda-cpp/cubin--packaged-into--fat-binary" = ["kernel.cubin", "kernel.fatbin"]
# "cuda-cpp/ptx--packaged-into--fat-binary" = ["kernel.ptx", "kernel.fatbin"]
# "cuda-cpp/host-compiler--produces--cuda-executable" = ["kernel.o", "program"]
# "cuda-cpp/fat-binary--built-into--cuda-executable" = ["kernel.fatbin", "program"]
# "cuda-cpp/cuda-executable--calls--cuda-runtime" = ["program", "run.txt"]
# "cuda-cpp/cuda-code--compiled-by--nvrtc" = ["nvrtc.ptx"]
# "cuda-cpp/nvrtc--emits--ptx" = ["nvrtc.ptx"]
# "cuda-cpp/nvrtc--emits--cubin" = ["nvrtc.cubin"]
# ///
"""Compile one CUDA C++ program with nvcc, and its kernel with NVRTC, and keep every file on the way."""

import ctypes
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
toolkit = Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13"

KERNEL = """
extern "C" __global__ void kernel(const float* x, const float* w, float* total, int side) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= side || j >= side) return;
  float cell = 0;
  for (int k = 0; k < side; ++k) cell += x[i * side + k] * w[k * side + j];
  atomicAdd(total, tanhf(cell));
}
"""
PROGRAM = """
#include <cstdio>
int main() {
  int version = 0;
  cudaRuntimeGetVersion(&version);
  std::printf("runtime version %d\\n", version);
  float* total = nullptr;
  cudaError_t error = cudaMalloc(&total, sizeof(float));
  std::printf("cudaMalloc: %s\\n", cudaGetErrorString(error));
  if (error != cudaSuccess) return 1;
  kernel<<<dim3(4, 4), dim3(16, 16)>>>(nullptr, nullptr, total, 64);
  return 0;
}
"""


def nvcc(source: str, name: str, *options: str) -> str:
    """Run nvcc on a source, keep its files, and return the commands that it ran."""
    (out / name).write_text(source)
    command = [str(toolkit / "bin" / "nvcc"), *options, "--verbose", "--keep", name]
    done = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.strip().splitlines()[-1])
    return "\n".join(line.removeprefix("#$ ") for line in done.stderr.splitlines())


def nvrtc(architecture: str) -> tuple[bytes, bytes]:
    """PTX and machine code that NVRTC makes of the kernel; the second is empty for a virtual architecture."""
    (library,) = (toolkit / "lib").glob("libnvrtc.so.*")
    for builtins in (toolkit / "lib").glob("libnvrtc-builtins.so.*"):
        ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)  # it asks for this one by name only
    api = ctypes.CDLL(str(library))
    program = ctypes.c_void_p()
    options = (ctypes.c_char_p * 1)(f"--gpu-architecture={architecture}".encode())
    done = api.nvrtcCreateProgram(ctypes.byref(program), KERNEL.encode(), b"kernel.cu", 0, None, None)
    done = done or api.nvrtcCompileProgram(program, 1, options)
    if done:
        raise SystemExit(f"NVRTC said {done}")
    parts = []
    for kind in ("PTX", "CUBIN"):
        size = ctypes.c_size_t()
        if getattr(api, f"nvrtcGet{kind}Size")(program, ctypes.byref(size)) or not size.value:
            parts.append(b"")
            continue
        buffer = ctypes.create_string_buffer(size.value)
        getattr(api, f"nvrtcGet{kind}")(program, buffer)
        parts.append(buffer.raw)
    return parts[0].rstrip(b"\0"), parts[1]


def main() -> None:
    nvcc("int main() { return 0; }\n", "plain.cpp", "-c")
    if variant == "no-kernel":
        return
    code = ["compute_90"] if variant == "ptx-only" else ["sm_90", "compute_90"]
    generate = [word for one in code for word in ("-gencode", f"arch=compute_90,code={one}")]
    commands = nvcc(KERNEL + PROGRAM, "kernel.cu", *generate, "--no-compress", f"-L{toolkit / 'lib'}", "-o", "program")
    (out / "commands.txt").write_text(commands)
    for found in out.glob("kernel*.sm_90.cubin"):
        shutil.copyfile(found, out / "kernel.cubin")
    done = subprocess.run([str(out / "program")], capture_output=True, text=True, check=False)
    (out / "run.txt").write_text(done.stdout)
    ptx, cubin = nvrtc("compute_90" if variant == "ptx-only" else "sm_90")
    (out / "nvrtc.ptx").write_bytes(ptx)
    (out / "nvrtc.cubin").write_bytes(cubin)


main()
