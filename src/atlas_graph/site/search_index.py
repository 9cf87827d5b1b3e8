"""The index of the search in the page: the documents, the vocabulary, and postings in parts by first letter."""

from __future__ import annotations

import json
import unicodedata

from ..graph.search.documents import Document, Text, documents
from ..render.main_line import main_line
from .addresses import compare_page, page_of, path_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .addresses import Condition
    from .joins import Joins
    from .writing import Writer

#: What a word counts for in each part of a document; one of a name for more than one of a quote.
_WEIGHTS = {"name": 6, "asked": 6, "said": 2, "answer": 2, "quoted": 1, "against": 1, "around": 1}
#: Documents that are called after other things, which a search by name is for.
_CALLED_AFTER_OTHERS = frozenset({"step", "stage", "link", "path", "comparison"})
#: What kinds of documents are called, the most asked for first; the number breaks ties.
KINDS = (
    "question", "stack", "path", "entity", "option", "choice", "misconception", "mode", "step", "stage", "link", "fact",
    "out-of-scope", "comparison", "source", "relation", "looked", "witness", "page",
)  # fmt: skip
#: Pages about the atlas as a whole: their addresses, titles, what is there, and what else people call it.
_ABOUT = (
    (
        "data.html",
        "Data: download and cite",
        "Download the whole release, cite it, and read what each field holds.",
        "citation, licence, license, dataset, dump, BibTeX, data dictionary, changelog, changes",
    ),
    (
        "health.html",
        "Health: how fresh the checks are",
        "Verdicts on every quote, and the oldest and newest checks of each publisher.",
        "freshness, stale, verified, verification, verdict, quotes, ledger, drift, dates, documents checked, coverage",
    ),
    (
        "hardware.html",
        "Hardware in numbers",
        "Peak rates, bandwidths and sizes of chips, with receipts and rooflines.",
        "roofline, FLOPS, memory, specification, specs, GPU, TPU, accelerator",
    ),
    (
        "compare.html",
        "Compare two paths",
        "What two paths share, where they part and where they meet again.",
        "difference, versus, side by side",
    ),
    (
        "explore.html",
        "Explore the whole graph",
        "Every step of every stack, and the ways from any one thing to another.",
        "path finder, map, diagram, graph",
    ),
    (
        "misconceptions.html",
        "Often said, and wrong",
        "Claims that are made often, what is true instead, and who says so.",
        "misconceptions, myths, mistakes",
    ),
    (
        "sparql.html",
        "Ask in SPARQL",
        "Queries of the release as RDF, run in the page.",
        "query, RDF, linked data, Oxigraph",
    ),
)
#: What stands under a comparison.
_DIFFER = "How the two differ, and which stages both pass."
#: Letters of a text that stand under a hit, and how many of these texts are in one file.
_SHOWN, _TEXTS = 180, 256


def write_search_index(writer: Writer, joins: Joins, compared: dict[Condition, list[Condition]]) -> None:
    """Write the index as scripts, so that pages opened from a file can load them, in parts that are loaded on demand.

    ``docs.js`` has the documents, ``text-N.js`` what stands under a hit, ``terms.js`` the words, ``part-X.js`` where
    each stands.
    """
    postings: dict[str, dict[int, int]] = {}
    shown: list[list[Any]] = []
    under: list[str] = []
    found_at = _pages(joins, compared)
    for number, document in enumerate((*documents(joins.atlas.release), *found_at)):
        length = 0
        for text in document.texts:
            weight = _WEIGHTS[text.part]
            if text.part == "name" and document.kind in _CALLED_AFTER_OTHERS:
                weight = _WEIGHTS["said"]
            for word in words(text.words):
                found = postings.setdefault(word, {})
                found[number] = found.get(number, 0) + weight
                length += weight
        address = found_at.get(document) or "#".join(
            filter(None, page_of(document.kind, document.id, joins.atlas.release))
        )
        shown.append([KINDS.index(document.kind), document.title, address, length])
        under.append(_under(document))
    _script(writer, "docs", {"kinds": KINDS, "docs": shown, "texts": _TEXTS})
    for number in range(0, len(under), _TEXTS):
        _script(writer, f"text-{number // _TEXTS}", under[number : number + _TEXTS])
    parts: dict[str, dict[str, list[int]]] = {}
    for word in sorted(postings):
        flat = [value for pair in sorted(postings[word].items()) for value in pair]
        parts.setdefault(part_of(word), {})[word] = flat
    _script(writer, "terms", sorted(postings))
    for name, content in sorted(parts.items()):
        _script(writer, f"part-{name}", content)


def _script(writer: Writer, name: str, value: Any) -> None:
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("\u2028", " ").replace("\u2029", " ")
    writer.file(f"search/{name}.js", f'atlasSearch.take("{name}",{data});\n')


def words(text: str) -> list[str]:
    """Return the words of a text as the index and the page's script know them: folded, without accents.

    Names written together are found by their pieces too.

    >>> words("torch.compile lowers to StableHLO")
    ['torch', 'compile', 'lowers', 'to', 'stablehlo']
    """
    folded = unicodedata.normalize("NFKD", text.casefold())
    kept = (one for one in folded if not unicodedata.combining(one))
    return "".join(one if one.isalnum() else " " for one in kept).split()


def part_of(word: str) -> str:
    """Return the part of the index that a word is in: its first letter, or ``0`` for all other signs.

    >>> part_of("ptx"), part_of("3d"), part_of("é")
    ('p', '0', '0')
    """
    return word[0] if "a" <= word[0] <= "z" else "0"


def _pages(joins: Joins, compared: dict[Condition, list[Condition]]) -> dict[Document, str]:
    """Return what the site has pages of and the release no records, as documents with their pages."""
    found: dict[Document, str] = {}
    titles = {one: f"{joins.atlas.stack(one[0]).title}, {joins.label(one)}" for one in joins.paths}
    for one, path in joins.paths.items():
        line = ", ".join(joins.atlas.make_entity(name).name for name in main_line(path))
        page = path_page(*one)
        found[_document("path", page, titles[one], f"{len(path.stages)} stages, {len(path)} steps: {line}", "")] = page
    for left, right in sorted(
        {(min(one, other), max(one, other)) for one, others in compared.items() for other in others}
    ):
        page, title = compare_page(left, right), f"{titles[left]} and {titles[right]}"
        found[_document("comparison", page, title, _DIFFER, "comparison, compare, difference, versus")] = page
    for page, title, said, around in _ABOUT:
        found[_document("page", page, title, said, around)] = page
    return found


def _document(kind: str, id: str, title: str, said: str, around: str) -> Document:
    texts = [("name", title), ("said", said), ("around", around)]
    return Document(
        address=id,
        id=id,
        kind=kind,
        same=f"{kind}/{id}",
        stacks=(),
        texts=tuple(Text(part=part, quote=None, role=part, words=words) for part, words in texts),
        title=title,
    )


def _under(document: Document) -> str:
    """Return what stands under a hit: the answer of a question, or the first words that its title does not hold."""
    said = [text.words for part in ("answer", "said") for text in document.texts if text.part == part]
    text = next((words for words in said if words not in document.title), said[0] if said else "")
    return text if len(text) <= _SHOWN else text[:_SHOWN].rpartition(" ")[0] + " …"
