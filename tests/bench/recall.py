"""Cross-rendering recall: sentences of a built manual are looked for in its source, and the reverse.

    python tests/bench/recall.py HTML_DIR [--sentences 2000] [--seed 1] [--show 40] [--json FILE]

HTML_DIR holds a manual built by Sphinx with its sources beside it (``_sources/PAGE.rst.txt``), as Debian's
documentation packages do: ``/usr/share/doc/llvm-22-doc/html``. At least ``--sentences`` sentences are drawn each
way, spread over all pages; each must stand, by the extractors and the matcher that check the dataset. Then one
number, negation, modal or comparator of each is changed, and none of those may stand. Every miss is listed with its
cause. Exit status 1 where recall is under 99 % or a changed sentence passes.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from atlas_graph.verify.document import Block, Extraction, Finding, Label
from atlas_graph.verify.extract import extract
from atlas_graph.verify.match import DocumentIndex, check, index
from atlas_graph.verify.normalise import normalise

TARGET = 0.99
_NO_PROSE = {Label.NAVIGATION, Label.CODE, Label.HIDDEN, Label.DELETED, Label.HEADING, Label.TABLE_CELL}
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!cf\.)\s+(?=[A-Z])")
_SHORTEST, _LONGEST = 25, 300

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\w)")
_SWAPS = (
    ("modal", re.compile(r"\b(must|may|should|can|will|shall|might|could)\b(?! not)"),
     {"must": "may", "may": "must", "should": "may", "can": "must", "will": "may", "shall": "may", "might": "must",
      "could": "must"}),
    ("negation", re.compile(r" not\b"), {" not": ""}),
    ("negation", re.compile(r"\b(is|are|was|were|does|do|has|have)\b(?! not)"),
     {word: f"{word} not" for word in ("is", "are", "was", "were", "does", "do", "has", "have")}),
    ("comparator",
     re.compile(r"\b(at least|at most|more than|less than|greater than|before|after|only|all|any|always|never)\b"),
     {"at least": "at most", "at most": "at least", "more than": "less than", "less than": "more than",
      "greater than": "less than", "before": "after", "after": "before", "only": "not only", "all": "some",
      "any": "no", "always": "never", "never": "always"}),
)  # fmt: skip

# Why a sentence may differ between the page and its source, told from the source around the nearest passage
_CAUSES = (
    ("the title of another page or section (:doc:, :ref: without text)",
     re.compile(r":(?:doc|ref|std:ref|numref|any):`[^`<]+`|\{(?:doc|ref|numref)\}`[^`<]+`")),
    ("another page's title (empty link text)", re.compile(r"\[\]\([^)]+\)")),
    ("parentheses that Sphinx adds to functions", re.compile(r":(?:\w+:)?(?:func|meth):`")),
    ("a link made by an extension (:rfc:, extlinks …)", re.compile(r":[\w-]+:`[^`]+`")),
    ("a substitution of the whole project", re.compile(r"\|[^|\s][^|\n]*\|")),
    ("a directive that the build fills in", re.compile(r"^\s*(?:\.\. |```\{)[\w:-]+", re.M)),
    ("a footnote's number", re.compile(r"\[#|\[\^|\]_")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Page:
    """One page, as it is built and as it is written."""

    name: str
    built: Extraction
    source: Extraction


def pages(folder: Path) -> Iterator[Page]:
    """The pages of a manual that have their source beside them."""
    sources = folder / "_sources"
    for source in sorted(sources.rglob("*.txt")):
        name = source.relative_to(sources).as_posix().removesuffix(".txt")
        page = folder / (re.sub(r"\.(?:rst|md)$", "", name) + ".html")
        if not page.is_file() or not name.endswith((".rst", ".md")):
            continue
        yield Page(
            name,
            extract(page.read_bytes(), media_type="text/html"),
            extract(source.read_bytes(), media_type="text/plain", name=name),
        )


def sentences(extraction: Extraction) -> Iterator[str]:
    """The whole sentences of the prose of a document, folded as a quote would be."""
    for block in extraction.blocks:
        if block.labels & _NO_PROSE:
            continue
        for sentence in _SENTENCE_END.split(normalise(_shown(block))):
            if (
                _SHORTEST <= len(sentence) <= _LONGEST
                and sentence[:1].isupper()
                and sentence[-1] in ".!?"
                and len(re.findall(r"[a-z]{2,}", sentence)) >= 4
            ):
                yield sentence


def _shown(block: Block) -> str:
    return "".join(run.text for run in block.runs if not run.labels & _NO_PROSE)


def changed(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """``sentence`` with one number, negation, modal or comparator changed, and which; None if it has none."""
    ways: list[tuple[str, str]] = []
    for found in _NUMBER.finditer(sentence):
        ways.append(("number", sentence[: found.start()] + str(int(found[0]) * 2 + 1) + sentence[found.end() :]))
    for kind, pattern, swap in _SWAPS:
        for found in pattern.finditer(sentence):
            ways.append((kind, sentence[: found.start()] + swap[found[0]] + sentence[found.end() :]))
    return rng.choice(ways) if ways else None


def cause(sentence: str, finding: Finding, into: Extraction, source: Extraction) -> str:
    """Why a sentence does not stand on the other side, as far as the source tells."""
    # the place in the source that shares most of the rarer words with the sentence
    said = re.findall(r"\w{4,}", sentence if into is not source else finding.nearest or sentence)
    places = [
        at.start()
        for word in set(said)
        if 0 < source.raw.count(word) < 20
        for at in re.finditer(re.escape(word), source.raw)
    ]
    if not places:
        return "unexplained"
    best = max(places, key=lambda place: sum(abs(place - other) < 300 for other in places))
    text = source.raw[max(0, best - 300) : best + 300]
    for name, pattern in _CAUSES:
        if pattern.search(text):
            return name
    return "unexplained"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sentences", type=int, default=2000, help="at least so many each way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=60, help="so many misses are printed")
    parser.add_argument("--json", type=Path, help="file for all misses")
    options = parser.parse_args()
    rng = random.Random(options.seed)

    known = [page for page in pages(options.folder) if page.built.problem is None and page.source.problem is None]
    if not known:
        print(f"No page with its source under {options.folder}; give the folder that holds _sources.", file=sys.stderr)
        return 2
    print(f"{len(known)} pages")
    failed = False
    misses: list[dict[str, str]] = []
    for direction in ("built -> source", "source -> built"):
        pool: list[tuple[Page, str]] = []
        for page in known:
            pool.extend((page, one) for one in set(sentences(page.built if direction[0] == "b" else page.source)))
        said = {
            page.name: " ".join(
                normalise(_shown(block)) for block in (page.built if direction[0] == "b" else page.source).blocks
            )
            for page in known
        }
        pool.sort(key=lambda pair: (pair[0].name, pair[1]))
        drawn = rng.sample(pool, min(options.sentences, len(pool)))
        drawn.sort(key=lambda pair: pair[0].name)
        began = time.perf_counter()
        verdicts: Counter[str] = Counter()
        mutated: Counter[str] = Counter()
        passed: list[tuple[str, str, str]] = []
        indexed: tuple[str, DocumentIndex] | None = None
        for page, sentence in drawn:
            into = page.source if direction[0] == "b" else page.built
            if indexed is None or indexed[0] != page.name:
                indexed = (page.name, index(into))
            finding = check(indexed[1], sentence)
            verdicts[finding.verdict] += 1
            if not finding.verdict.stands:
                misses.append(
                    {
                        "direction": direction,
                        "page": page.name,
                        "sentence": sentence,
                        "verdict": finding.verdict,
                        "nearest": finding.nearest or "",
                        "cause": cause(sentence, finding, into, page.source),
                    }
                )
            other = changed(sentence, rng)
            # "before" and "after" may both be written: then the changed sentence is as true as the drawn one
            if other is not None and other[1] not in said[page.name]:
                mutated[other[0]] += 1
                found = check(indexed[1], other[1])
                if found.verdict.stands:
                    passed.append((page.name, other[0], other[1]))
        stood = sum(count for verdict, count in verdicts.items() if verdict in ("match", "loose"))
        took = time.perf_counter() - began
        print(
            f"{direction}: {stood} of {len(drawn)} stand, {stood / len(drawn):.2%} "
            f"({', '.join(f'{count} {verdict}' for verdict, count in verdicts.most_common())}); "
            f"{len(pool)} sentences to draw from, {took:.1f} s"
        )
        print(
            f"  changed: {sum(mutated.values())} ({', '.join(f'{n} {k}' for k, n in mutated.most_common())}); "
            f"{len(passed)} pass"
        )
        for name, kind, text in passed[:20]:
            print(f"    PASSES {kind} {name}: {text}")
        failed |= stood / len(drawn) < TARGET or bool(passed)
    print("misses by cause:")
    for (direction, name), count in Counter((miss["direction"], miss["cause"]) for miss in misses).most_common():
        print(f"  {count:4} {direction}  {name}")
    for miss in misses[: options.show]:
        print(f"- {miss['page']} [{miss['direction']}] {miss['verdict']}: {miss['cause']}")
        print(f"    asked   {miss['sentence']}\n    nearest {miss['nearest'][:300]}")
    if options.json:
        options.json.write_text(json.dumps(misses, indent=1))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
