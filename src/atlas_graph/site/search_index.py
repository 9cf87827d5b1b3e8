"""The index of the search in the page: the documents, the vocabulary, and postings in parts by first letter."""

from __future__ import annotations

import json
import unicodedata

from .addresses import choice_page, entity_page, option_page, source_page, stack_page, step_page, witness_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .joins import Joins
    from .writing import Writer

#: A field's weight: a word of the name counts for more than one of a quote.
_NAME, _TEXT, _QUOTE = 6, 2, 1
#: What kinds of documents are called, the most asked for first; the number breaks ties.
KINDS = ("question", "stack", "entity", "option", "choice", "misconception", "step", "fact", "source", "witness")


def write_search_index(writer: Writer, joins: Joins) -> None:
    """Write ``search/docs.js``, ``search/terms.js`` and ``search/part-X.js``: scripts, so that files can load them."""
    documents = list(_documents(joins))
    postings: dict[str, dict[int, int]] = {}
    lengths = []
    for number, document in enumerate(documents):
        length = 0
        for text, weight in document["fields"]:
            for word in words(text):
                found = postings.setdefault(word, {})
                found[number] = found.get(number, 0) + weight
                length += weight
        lengths.append(length)
    shown = [
        [KINDS.index(document["kind"]), document["title"], document["page"], document["text"], length]
        for document, length in zip(documents, lengths, strict=True)
    ]
    _script(writer, "docs", {"kinds": KINDS, "docs": shown})
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


def _documents(joins: Joins) -> Iterator[dict[str, Any]]:
    release = joins.atlas.release
    for item in release.get("questions", ()):
        page, others = f"questions.html#{item['id']}", " ".join(item.get("asked_as", ()))
        yield _document("question", item["question"], page, item["answer"], "", others)
    for stack in release["stacks"]:
        modes = " ".join(mode["title"] for mode in stack["modes"])
        devices = " ".join(joins.atlas.device_label(device) for device in stack["devices"])
        names = f"{stack['id']} {stack['title']}"
        yield _document("stack", stack["title"], stack_page(stack["id"]), stack["summary"], names, f"{modes} {devices}")
    for entity in release["entities"]:
        names = " ".join([entity["id"], entity["name"], *entity.get("aliases", ())])
        kind = entity["kind"].replace("-", " ")
        yield _document("entity", entity["name"], entity_page(entity["id"]), entity["summary"], names, kind)
    for option in release.get("options", ()):
        names = " ".join([option["name"], *option.get("aliases", ())])
        yield _document("option", option["name"], option_page(option["id"]), option["text"], names)
    for choice in joins.atlas.choices():
        chooser = joins.atlas.make_entity(choice.raw["chooser"]).name
        quotes = " ".join(item.quote for item in choice.evidence if item.quote)
        yield _document("choice", f"What {chooser} chooses", choice_page(choice.id), choice.text, "", quotes)
    for item in release.get("misconceptions", ()):
        yield _document("misconception", item["claim"], f"misconceptions.html#{item['id']}", item["correction"])
    for step in joins.steps.values():
        quotes = " ".join(evidence.quote for evidence in step.evidence if evidence.quote)
        yield _document("step", str(step), step_page(step.id), step.text, "", quotes)
    for fact in joins.atlas.facts():
        names = f"{fact.subject.name} {fact.property} {fact.as_printed} {' '.join(fact.qualifiers.values())}"
        yield _document("fact", str(fact), f"hardware.html#{fact.id}", fact.as_printed, "", names)
    for source in joins.atlas.sources:
        yield _document("source", source.title, source_page(source.id), source.publisher, source.id)
    for witness in release.get("witnesses", ()):
        yield _document("witness", witness["title"], witness_page(witness["id"]), "A recorded run", witness["id"])


def _document(kind: str, title: str, page: str, text: str, names: str = "", more: str = "") -> dict[str, Any]:
    fields = [(f"{title} {names}", _NAME if kind != "step" else _TEXT), (text, _TEXT), (more, _QUOTE)]
    return {"kind": kind, "title": title, "page": page, "text": text[:180], "fields": fields}
