"""How fast documents are read and quotes checked on one core, beside the time that the parsers alone take.

    python tests/bench/throughput_verify.py FOLDER [--documents 300] [--quotes 1000] [--seed 1] [--json FILE]

FOLDER holds documents of any format that is read (a mirror, a built manual). Documents are drawn from it, and
sentences from them as quotes. Four times are taken with the processor's clock: the bare parsers (what any tool on
them must spend), the extraction, the checks, and the extraction out of a warm cache. Peak memory is that of the
process, less what it has when everything is imported. Exit status 1 where a quote does not stand in its own document.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

import nbformat
from docutils import frontend, utils
from docutils.parsers.rst import Parser
from markdown_it import MarkdownIt
from recall import sentences
from selectolax.lexbor import LexborHTMLParser

from atlas_graph.verify.document import Extraction, Fetched
from atlas_graph.verify.extract import EXTRACTOR_VERSIONS, extract, formats
from atlas_graph.verify.extraction_cache import ExtractionCache
from atlas_graph.verify.match import check, index


def _bare_rst(text: str) -> None:
    settings = frontend.get_default_settings(Parser)
    settings.report_level, settings.halt_level, settings.file_insertion_enabled = 5, 6, False
    Parser().parse(text, utils.new_document("text", settings))


_markdown = MarkdownIt("commonmark").enable(["table"])
# The parser of each format, doing what it does out of the box; the others have none to compare with
BARE: dict[str, Callable[[str], object]] = {
    "html": LexborHTMLParser,
    "markdown": _markdown.parse,
    "rst": _bare_rst,
    "notebook": lambda text: nbformat.reader.reads(text),  # type: ignore[no-untyped-call]
}


def peak() -> float:
    """Peak memory of this process so far, in MB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1e6 if sys.platform == "darwin" else 1024)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=300)
    parser.add_argument("--quotes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="file for the figures")
    options = parser.parse_args()
    rng = random.Random(options.seed)

    known = [ending for form in formats.FORMATS for ending in form.endings]
    paths = sorted(path for path in options.folder.rglob("*") if path.is_file() and path.suffix[1:] in known)
    if not paths:
        print(f"No document of a known format under {options.folder}.", file=sys.stderr)
        return 2
    drawn = rng.sample(paths, min(options.documents, len(paths)))
    contents = {path: path.read_bytes() for path in drawn}
    size = sum(map(len, contents.values()))
    extract(b"warm up", name="a.md"), extract(b"warm up", name="a.rst"), extract(b"warm up", name="a.html")
    _bare_rst("warm up")
    begin_memory = peak()

    bare: dict[str, float] = {}
    peer: dict[str, float] = {}
    per_format: dict[str, list[float]] = {}
    for path, content in contents.items():
        form = formats.of_bytes(content, media_type=None, name=path.name) or formats.TEXT
        text = content.decode("utf-8", "replace")
        if form.name in BARE:
            began = time.process_time()
            try:
                BARE[form.name](text)
            except Exception as error:
                print(f"{form.name} parser alone: {path}: {error!r}", file=sys.stderr)
            bare[form.name] = bare.get(form.name, 0.0) + time.process_time() - began
        began = time.process_time()
        extract(content, name=path.name)
        took = time.process_time() - began
        per_format.setdefault(form.name, []).append(took)
        if form.name in BARE:
            peer[form.name] = peer.get(form.name, 0.0) + took
    extracting = sum(map(sum, per_format.values()))

    # one document at a time, as the checker does, so that memory is bounded by the largest
    asked: list[tuple[Path, str]] = []
    for path, content in contents.items():
        asked.extend((path, one) for one in sentences(extract(content, name=path.name)))
    rng.shuffle(asked)
    asked = sorted(asked[: options.quotes])
    missed = 0
    checking = 0.0
    held: tuple[Path, Extraction] | None = None
    known_index = None
    for path, quote in asked:
        if held is None or held[0] != path:
            held = path, extract(contents[path], name=path.name)
            known_index = None
        began = time.process_time()
        if known_index is None:
            known_index = index(held[1])
        missed += not check(known_index, quote).verdict.stands
        checking += time.process_time() - began

    with tempfile.TemporaryDirectory() as folder:
        cache = ExtractionCache(Path(folder), json.dumps(EXTRACTOR_VERSIONS))
        times = []
        for _ in range(2):
            began = time.process_time()
            for path, content in contents.items():
                fetched = Fetched(str(path), str(path), sha256=f"{hash(content):x}")
                cache.get(fetched, path.name, lambda path=path, content=content: extract(content, name=path.name))
            times.append(time.process_time() - began)
    memory = peak() - begin_memory

    figures = {
        "documents": len(drawn),
        "megabytes": round(size / 1e6, 2),
        "largest_megabytes": round(max(map(len, contents.values())) / 1e6, 2),
        "extract_seconds": round(extracting, 2),
        "documents_per_second": round(len(drawn) / extracting, 1),
        "quotes": len(asked),
        "check_seconds": round(checking, 2),
        "quotes_per_second": round(len(asked) / checking, 1) if checking else 0,
        "cached_seconds": round(times[1], 2),
        "peak_megabytes_over_import": round(memory, 1),
        "missed": missed,
        "formats": {
            name: {
                "documents": len(took),
                "extract_seconds": round(sum(took), 3),
                **({"parser_alone_seconds": round(bare[name], 3)} if name in bare else {}),
            }
            for name, took in sorted(per_format.items())
        },
    }
    print(f"{figures['documents']} documents, {figures['megabytes']} MB, the largest {figures['largest_megabytes']} MB")
    print(f"extraction   {extracting:7.2f} s   {figures['documents_per_second']} documents a second")
    print(f"out of cache {times[1]:7.2f} s")
    rate = figures["quotes_per_second"]
    print(f"checking     {checking:7.2f} s   {len(asked)} quotes, {rate} a second; {missed} missed")
    print(f"peak memory  {memory:7.1f} MB over that of the imports")
    print("format       documents  extraction  parser alone  ratio")
    for name, took in sorted(per_format.items()):
        alone = bare.get(name)
        print(
            f"{name:12} {len(took):9} {sum(took):9.2f} s "
            + (f"{alone:11.2f} s {sum(took) / alone:6.1f}" if alone else "            –      –")
        )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
