# /// script
# requires-python = ">=3.11"
# dependencies = ["llama-cpp-python==0.3.36", "gguf==0.19.0", "numpy==2.4.6"]
#
# [tool.atlas-graph]
# title = "llama.cpp on a CPU: a toy model written as GGUF, ggml's graph, and the backend that its scheduler gave each node"
# device = "CPU"
# when = { modes = ["default"], devices = ["cpu"] }
# from_source = ["llama-cpp-python"]
# seconds = 180
# megabytes = 1200
# environment = { GGML_SCHED_DEBUG = "2" }
#
# [[tool.atlas-graph.artefacts]]
# stage = "gguf"
# file = "model.gguf"
# kind = "toy model in GGUF"
# checks = [{ is = "gguf", tensors = 12 }, { is = "magic", hex = "47475546", says = "of the architecture llama", has = ["general.architecture", "llama.block_count", "blk.0.attn_q.weight", "token_embd.weight"] }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "llama-cpp"
# file = "loading.txt"
# kind = "llama.cpp's log of the loading"
# checks = [{ is = "text", matches = ["loaded meta data with \\d+ key-value pairs and 12 tensors from .*model\\.gguf", "layer +0 assigned to device CPU"], says = "llama.cpp read the file and assigned its layer to the CPU" }]
# excerpt = "^.*loaded meta data"
#
# [[tool.atlas-graph.artefacts]]
# stage = "llama-cpp"
# file = "refused.txt"
# kind = "llama.cpp's log of a file that begins with other bytes"
# checks = [{ is = "text", matches = ["invalid magic|failed to load|magic"], lacks = ["loaded meta data"], says = "a file that is not GGUF is refused" }]
# excerpt = "^.*magic"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ggml-graph"
# file = "graph.txt"
# kind = "nodes of ggml's graph for the tokens"
# checks = [{ is = "text", matches = ["^GET_ROWS embd$", "^MUL_MAT Qcur-0$", "^ROPE Qcur-0$", "^SWIGLU ", "^MUL_MAT result_output$"], says = "a graph from the embedding of the tokens to the output" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "ggml-backend-scheduler"
# file = "schedule.txt"
# kind = "what the backend scheduler says of each node"
# checks = [{ is = "text", matches = ["^## SPLIT #0: CPU # 0 inputs", "^node # +\\d+ \\( +MUL_MAT\\): +result_output .*\\[ +CPU +\\]"], lacks = ["SPLIT #1"], says = "one split, all of it on the backend for the CPU" }]
# excerpt = "^## SPLIT"
#
# [[tool.atlas-graph.artefacts]]
# stage = "ggml-cpu"
# file = "features.txt"
# kind = "what the CPU backend says of itself"
# checks = [{ is = "text", matches = ["^CPU : \\w+ = 1", "^compute buffer CPU"], says = "the CPU backend with the instructions that it uses" }]
#
# [[tool.atlas-graph.artefacts]]
# stage = "cpu"
# file = "agreement.txt"
# kind = "logits against the same model in NumPy"
# checks = [{ is = "text", matches = ["^64 logits, largest difference (0\\.0|\\d(\\.\\d+)?e-0[5-9])$"], says = "the logits are those that NumPy computes" }]
#
# [[tool.atlas-graph.controls]]
# variant = "vocabulary-only"
# description = "loaded for its vocabulary alone the file is read, and there is no graph and nothing is scheduled"
# present = ["model.gguf", "refused.txt"]
# absent = ["loading.txt", "graph.txt", "schedule.txt", "features.txt", "agreement.txt"]
#
# [tool.atlas-graph.steps]
# "llama-cpp/gguf--read-by--llama-cpp" = ["model.gguf", "loading.txt", "refused.txt"]
# "llama-cpp/llama-cpp--builds--ggml-graph" = ["loading.txt", "graph.txt"]
# "llama-cpp/ggml-graph--scheduled-by--ggml-backend-scheduler" = ["graph.txt", "schedule.txt"]
# "llama-cpp/ggml-backend-scheduler--dispatches-to--ggml-cpu" = ["schedule.txt", "features.txt"]
# "llama-cpp/ggml-cpu--runs-on--cpu" = ["features.txt", "agreement.txt"]
# ///
"""Write a toy model as GGUF, run it in llama.cpp, and gather what its backend scheduler says.

The attention's and the feed-forward layer's last matrices are zero, so that the logits are simple to compute in
NumPy: the output matrix times the normalised embedding.
"""

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import gguf
import llama_cpp
import numpy

out = Path(sys.argv[1])
variant = sys.argv[2] if len(sys.argv) > 2 else ""
WIDTH, HEADS, INNER, WORDS = 64, 4, 128, 64


@contextlib.contextmanager
def stderr_to(path: Path) -> Iterator[None]:
    """Send what the library prints to a file; it writes to the descriptor, not to sys.stderr."""
    kept = os.dup(2)
    with path.open("wb") as file:
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def write_model(path: Path) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Write the model and return its embedding and its output matrix."""
    random = numpy.random.default_rng(7)

    def matrix(rows: int, columns: int) -> numpy.ndarray:
        return (random.standard_normal((rows, columns)) * 0.1).astype("float32")

    embedding, output = matrix(WORDS, WIDTH), matrix(WORDS, WIDTH)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(64)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(WORDS)
    words = [b"<unk>", b"<s>", b"</s>", *(f"word{n}".encode() for n in range(WORDS - 3))]
    writer.add_tokenizer_model("llama")
    writer.add_token_list(words)
    writer.add_token_scores([0.0] * WORDS)
    writer.add_token_types([2, 3, 3] + [1] * (WORDS - 3))
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    tensors = {
        "token_embd.weight": embedding,
        "output.weight": output,
        "output_norm.weight": numpy.ones(WIDTH, "float32"),
        "blk.0.attn_norm.weight": numpy.ones(WIDTH, "float32"),
        "blk.0.ffn_norm.weight": numpy.ones(WIDTH, "float32"),
        "blk.0.attn_output.weight": numpy.zeros((WIDTH, WIDTH), "float32"),
        "blk.0.ffn_gate.weight": matrix(INNER, WIDTH),
        "blk.0.ffn_up.weight": matrix(INNER, WIDTH),
        "blk.0.ffn_down.weight": numpy.zeros((WIDTH, INNER), "float32"),
    }
    for name in ("attn_q", "attn_k", "attn_v"):
        tensors[f"blk.0.{name}.weight"] = matrix(WIDTH, WIDTH)
    for name, tensor in tensors.items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return embedding, output


def main() -> None:
    path = out / "model.gguf"
    embedding, output = write_model(path)
    broken = out / "broken.gguf"
    broken.write_bytes(b"FUGG" + path.read_bytes()[4:])
    with stderr_to(out / "refused.txt"), contextlib.suppress(ValueError):
        llama_cpp.Llama(str(broken), vocab_only=True, verbose=True)
    if variant == "vocabulary-only":
        with stderr_to(out / "vocabulary.txt"):
            llama_cpp.Llama(str(path), vocab_only=True, verbose=True)
        return

    tokens = [1, 5, 9, 13]
    with stderr_to(out / "log.txt"):
        model = llama_cpp.Llama(str(path), n_ctx=64, n_gpu_layers=0, n_threads=2, logits_all=True, verbose=True)
        model.eval(tokens)
    logits = numpy.array(model.scores[len(tokens) - 1])
    last = embedding[tokens[-1]]
    wanted = output @ (last / numpy.sqrt(numpy.mean(last * last) + 1e-5))
    difference = float(numpy.max(numpy.abs(logits - wanted)))
    (out / "agreement.txt").write_text(f"{logits.size} logits, largest difference {float(f'{difference:.1e}')}\n")

    log = (out / "log.txt").read_text(errors="replace")
    start = log.rfind("## SPLIT #0")
    scheduled = re.findall(r"(?m)^(?:## SPLIT|node #).*$", log[start:])
    (out / "schedule.txt").write_text("\n".join(line.rstrip() for line in scheduled))
    nodes = re.findall(r"(?m)^node # +\d+ \( *(\w+)\): +(\S+)", log[start:])
    (out / "graph.txt").write_text("\n".join(f"{operation} {name}" for operation, name in nodes))
    (out / "loading.txt").write_text(log[: log.find("## SPLIT")])
    features = llama_cpp.llama_print_system_info().decode().replace(" | ", "\n").strip()
    buffers = re.findall(r"(\w+) compute buffer size", log)
    (out / "features.txt").write_text(
        features + "\n" + "\n".join(f"compute buffer {name}" for name in dict.fromkeys(buffers))
    )


main()
