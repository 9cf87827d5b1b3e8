# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2", "jaxlib==0.10.2"]
#
# [tool.atlas-graph]
# title = "JAX on a CPU: jaxpr, StableHLO, HLO, LLVM IR, object code, and operations one by one without jit"
# device = "CPU"
# when = { modes = ["no-jit", "jit"], devices = ["cpu"] }
# seconds = 180
# megabytes = 1500
# environment = { JAX_PLATFORMS = "cpu", XLA_FLAGS = "--xla_dump_to={out}/dump --xla_dump_hlo_as_text", TF_CPP_MIN_LOG_LEVEL = "3" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "jaxpr"
# file = "jaxpr.txt"
# kind = "jaxpr of the function"
# checks = [{ is = "jaxpr", primitives = ["dot_general", "sin", "reduce_sum"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "stablehlo.mlir"
# kind = "StableHLO module"
# checks = [{ is = "mlir", what = "a StableHLO module", ops = ["stablehlo.dot_general", "stablehlo.sine", "stablehlo.reduce"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "stablehlo"
# file = "parsed.txt"
# kind = "the MLIR parser's word on the StableHLO module"
# checks = [{ is = "text", has = ["parsed and verified", "func.func", "stablehlo.dot_general"], says = "MLIR's own parser and verifier accept it" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "before.hlo.txt"
# kind = "HLO as XLA received it"
# checks = [{ is = "hlo", ops = ["dot", "sine", "reduce"], scheduled = false }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "hlo"
# file = "after.hlo.txt"
# kind = "HLO as XLA's optimisation left it"
# checks = [{ is = "hlo", ops = ["dot", "sine", "reduce", "fusion"], scheduled = true }]
# excerpt = "^ENTRY"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llvm-ir"
# file = "sine.ll"
# kind = "LLVM IR of the elementwise kernel, optimised"
# checks = [{ is = "llvm-ir", defines = "sine", has = ["@llvm.sin"] }]
# excerpt = "^define "
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "sine.o"
# kind = "object code of the elementwise kernel"
# checks = [{ is = "elf", machine = "host", type = "ET_REL", symbol = "sine" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "xla-executable"
# file = "executable.txt"
# kind = "the loaded executable, as its client describes it"
# checks = [{ is = "text", has = ["client.platform cpu", "module jit_f"], matches = ["^serialised [1-9]\\d+ bytes, ELF object code inside, wrapped_sine named$"], says = "an executable held by the client for CPUs, with object code in it" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "pjrt"
# file = "profile.txt"
# kind = "what the profiler saw of one call of the compiled function"
# checks = [{ is = "text", matches = ["^PjitFunction\\(f\\)$", "PjRtLoadedExecutable::Execute", "^wrapped_sine$"], says = "one call of the function is one execution of a loaded PJRT executable, which runs its kernels" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "pjrt"
# file = "eager.txt"
# kind = "modules that were compiled for the same operations without jit"
# checks = [{ is = "text", matches = ["^compiled jit_dot_general$", "^compiled jit_sin$", "^compiled jit\\S*reduce_sum$", "^ran [3-9] times .*PjRtLoadedExecutable::Execute", "^ran \\d times wrapped_sine$"], lacks = ["jit_f"], says = "one module for each operation, and an execution of a PJRT executable for each" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "result.json"
# kind = "value computed"
# checks = [{ is = "result", function = "sin" }]
#
# [[tool.atlas-graph.controls]]
# variant = "no-jit"
# description = "without jit the same value is computed, and there is no form of the function as a whole"
# present = ["result.json", "eager.txt"]
# absent = ["jaxpr.txt", "stablehlo.mlir", "parsed.txt", "before.hlo.txt", "after.hlo.txt", "executable.txt", "profile.txt"]
#
# [[tool.atlas-graph.controls]]
# variant = "jit-only"
# description = "under jit the operations are not compiled one by one"
# present = ["result.json", "jaxpr.txt"]
# absent = ["eager.txt"]
#
# [tool.atlas-graph.steps]
# "jax/jax-code--calls--jax" = ["result.json"]
# "jax/jax--dispatches-each-op-through--pjrt" = ["eager.txt"]
# "jax/jax--traces-to--jaxpr" = ["jaxpr.txt"]
# "jax/jaxpr--lowers-to--stablehlo" = ["jaxpr.txt", "stablehlo.mlir", "parsed.txt"]
# "jax/stablehlo--compiled-by--xla" = ["stablehlo.mlir", "before.hlo.txt", "after.hlo.txt"]
# "jax/xla--emits--llvm-ir" = ["after.hlo.txt", "sine.ll"]
# "jax/llvm-ir--compiled-to-native-code-in--xla-executable" = ["sine.ll", "sine.o", "executable.txt"]
# "jax/xla-executable--run-through--pjrt" = ["executable.txt", "profile.txt"]
# "jax/pjrt--runs-on--cpu" = ["profile.txt", "result.json"]
# ///
"""Compile one function with JAX and write down every form that it takes on the way to the processor."""

import json
import shutil
import sys
from collections import Counter
from pathlib import Path

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
dump = out / "dump"


def modules() -> set[str]:
    """The names of the modules that XLA has compiled so far."""
    return {path.name.split(".")[1] for path in dump.glob("module_*.before_optimizations.txt")}


def events(folder: Path) -> Counter[str]:
    """How often the profiler saw what, without what Python alone did."""
    from jax.profiler import ProfileData

    seen: Counter[str] = Counter()
    for file in sorted(folder.rglob("*.xplane.pb")):
        for plane in ProfileData.from_file(str(file)).planes:
            for line in plane.lines:
                seen.update(event.name for event in line.events if not event.name.startswith("$"))
    return seen


def main() -> None:
    import jax
    import jax.numpy as jnp
    import numpy
    from jax import lax
    from jax.experimental.serialize_executable import serialize

    i, j = numpy.indices((64, 64))
    x = jnp.asarray(((7 * i + 3 * j) % 11 - 5) / 10, jnp.float32)
    w = jnp.asarray(((5 * i + 2 * j) % 13 - 6) / 10, jnp.float32)

    def f(x, w):
        return lax.reduce_sum(lax.sin(lax.dot(x, w)), (0, 1))

    if variant != "jit-only":
        before = modules()
        f(x, w).block_until_ready()
        with jax.profiler.trace(str(out / "eager")):
            value = f(x, w).block_until_ready()
        compiled = sorted(modules() - before)
        ran = sorted(events(out / "eager").items())
        lines = [f"compiled {name}" for name in compiled] + [f"ran {count} times {name}" for name, count in ran]
        (out / "eager.txt").write_text("\n".join(lines))
    if variant != "no-jit":
        (out / "jaxpr.txt").write_text(str(jax.make_jaxpr(f)(x, w)))
        lowered = jax.jit(f).lower(x, w)
        (out / "stablehlo.mlir").write_text(lowered.as_text())
        parse(lowered.as_text())
        executable = lowered.compile()
        loaded = executable.runtime_executable()
        payload, _, _ = serialize(executable)
        code = "ELF object code inside" if b"\x7fELF" in payload else "no object code inside"
        named = b"wrapped_sine" in payload
        (out / "executable.txt").write_text(
            f"client.platform {jax.devices()[0].client.platform}\n"
            + "\n".join(f"module {module.name}" for module in loaded.hlo_modules())
            + f"\nserialised {len(payload)} bytes, {code}, {'wrapped_sine named' if named else 'no kernel named'}\n"
        )
        compiled = jax.jit(f)
        compiled(x, w).block_until_ready()
        with jax.profiler.trace(str(out / "jit")):
            value = compiled(x, w).block_until_ready()
        (out / "profile.txt").write_text("\n".join(sorted(events(out / "jit"))))
    (out / "result.json").write_text(json.dumps({"sum": float(value)}))

    for name, pattern in {
        "before.hlo.txt": "module_*.jit_f.before_optimizations.txt",
        "after.hlo.txt": "module_*.jit_f.cpu_after_optimizations.txt",
        "sine.ll": "module_*.jit_f.*sine*.ir-with-opt.ll",
        "sine.o": "module_*.jit_f.*sine*.o",
    }.items():
        for found in sorted(dump.glob(pattern))[-1:]:
            shutil.copyfile(found, out / name)


def parse(text: str) -> None:
    """Hand the module to MLIR's parser and verifier, and write down the operations that it found."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        assert module.operation.verify()
        found = set()

        def note(operation):
            found.add(operation.name)
            return ir.WalkResult.ADVANCE

        module.operation.walk(note)
    (out / "parsed.txt").write_text("parsed and verified\n" + "\n".join(sorted(found)))


main()
