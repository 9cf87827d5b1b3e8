"""Finding things in the atlas by words, misspelt ones too."""

from __future__ import annotations

from rapidfuzz import fuzz, process

from .resolve import asked_for
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .catalog import Catalog

#: Points under which nothing is a hit, of 100.
FLOOR = 45.0
#: Similarity in per cent from which two words count as one misspelt.
_WORD = 78.0
#: Words of a question that say nothing of what it is about.
_EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "do",
        "does",
        "how",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "the",
        "to",
        "what",
        "when",
        "where",
        "which",
        "why",
        "with",
        "work",
        "works",
    ]
)
#: How documentation abbreviates what a fact's qualifiers write out.
_SHORT = {"bfloat16": "BF16", "float16": "FP16", "float32": "FP32", "float64": "FP64", "float8": "FP8", "int8": "INT8"}


class Hit(Value):
    """Something that fits a search.

    ``kind`` and ``id`` name it (``atlas.get(f"{kind}/{id}")`` returns it), ``title`` is what it is called,
    ``text`` the words that fit, ``where`` the field that they stand in, ``score`` how well, up to 100.
    """

    __slots__ = ("id", "kind", "score", "text", "title", "where")
    id: str
    kind: str
    score: float
    text: str
    title: str
    where: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id}: {self.title}"

    def to_dict(self) -> dict[str, Any]:
        """Return the hit as JSON values."""
        return {name: getattr(self, name) for name in ("kind", "id", "title", "where", "text", "score")}


def search(catalog: Catalog, asked: str, limit: int) -> list[Hit]:
    """Return the best hits; see :meth:`Atlas.search`.

    A name counts for most, then an alias, then what is written about a thing, then the quotes. Of each thing its
    best field is kept.
    """
    words = _words(asked_for("search", asked))
    words = [word for word in words if word not in _EMPTY] or words
    if not words or limit < 1:
        return []
    whole = " ".join(words)
    best: dict[tuple[str, str], Hit] = {}
    for kind, key, title, where, text, weight in _fields(catalog):
        folded = _words(text)
        points = _name_points(whole, folded) if where in ("id", "name", "alias") else _text_points(words, folded)
        score = round(points * weight, 1)
        if score >= FLOOR and score > best.get((kind, key), _NOTHING).score:
            best[kind, key] = Hit(id=key, kind=kind, score=score, text=text, title=title, where=where)
    return sorted(best.values(), key=lambda hit: (-hit.score, _ORDER[hit.kind], len(hit.title), hit.id))[:limit]


_NOTHING = Hit(id="", kind="", score=0.0, text="", title="", where="")
_ORDER = {"entity": 0, "stack": 1, "source": 2, "step": 3, "misconception": 4, "fact": 5}


def _words(text: str) -> list[str]:
    return "".join(character if character.isalnum() else " " for character in text.casefold()).split()


def _name_points(whole: str, folded: list[str]) -> float:
    """Return how well a name fits: wholly, without its spaces and hyphens, by its beginning, or nearly."""
    name = " ".join(folded)
    closed, closed_name = whole.replace(" ", ""), name.replace(" ", "")
    if whole == name or closed == closed_name:
        return 100.0
    near = fuzz.ratio(closed, closed_name)
    if len(closed) > 2 and (closed_name.startswith(closed) or name.endswith(f" {whole}")):
        return max(near, 85.0)
    if len(closed) > 2 and f" {whole} " in f" {name} ":
        return max(near, 80.0)
    return near if near >= 80.0 and len(closed) > 3 else 0.0


def _text_points(words: list[str], folded: list[str]) -> float:
    """Return how much of the search stands in a text, each word exactly or misspelt."""
    there = set(folded)
    found = 0.0
    for word in words:
        if word in there:
            found += 1.0
        elif len(word) > 3:
            near = process.extractOne(word, there, scorer=fuzz.ratio, score_cutoff=_WORD)
            if near is None:
                return 0.0
            found += near[1] / 110.0
        else:
            return 0.0
    share = found / len(words)
    together = f" {' '.join(words)} " in f" {' '.join(folded)} "
    return 100.0 * share if together else 85.0 * share


def _fields(catalog: Catalog) -> Iterator[tuple[str, str, str, str, str, float]]:
    """Yield kind, id, title, name of the field, its text and its weight, of all that can be found."""
    release = catalog.release
    for entity in release["entities"]:
        head = ("entity", entity["id"], entity["name"])
        yield (*head, "id", entity["id"], 1.0)
        yield (*head, "name", entity["name"], 1.0)
        for alias in entity.get("aliases", ()):
            yield (*head, "alias", alias, 0.96)
        yield (*head, "summary", entity["summary"], 0.75)
    for stack in release["stacks"]:
        head = ("stack", stack["id"], stack["title"])
        yield (*head, "id", stack["id"], 0.98)
        yield (*head, "name", stack["title"], 0.98)
        yield (*head, "summary", stack["summary"], 0.74)
        for raw in stack["steps"]:
            step = ("step", raw["id"], raw["text"])
            yield (*step, "text", raw["text"], 0.7)
            for evidence in raw["evidence"]:
                if "quote" in evidence:
                    yield (*step, "quote", evidence["quote"], 0.65)
    for source in release["sources"]:
        head = ("source", source["id"], source["title"])
        yield (*head, "id", source["id"], 0.9)
        yield (*head, "name", source["title"], 0.9)
    for item in release.get("misconceptions", ()):
        head = ("misconception", item["id"], item["claim"])
        yield (*head, "claim", item["claim"], 0.72)
        yield (*head, "correction", item["correction"], 0.68)
    names = {entity["id"]: entity["name"] for entity in release["entities"]}
    for fact in release.get("facts", ()):
        subject = names[fact["subject"]]
        head = ("fact", fact["id"], f"{subject}: {fact['property']}")
        qualifiers = fact.get("qualifiers", {}).values()
        written = " ".join([fact["as_printed"], str(fact["value"]), fact.get("unit", ""), *qualifiers])
        short = " ".join(_SHORT[word] for word in _words(written) if word in _SHORT)
        yield (*head, "property", f"{subject} {fact['property']} {written} {short}".rstrip(), 0.66)
