"""Quotes: prose, verbatim and only in ``quote``; naming both ends; from a copy that cannot change."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..authoring.dataset import Dataset
from ..authoring.statements import citations
from .rule import Found, Rule

#: A run of this many words that our text shares with a quote is the source's wording, not ours.
SHARED_WORDS = 8

_CODE = re.compile(
    r"[{};]\s*$|^\s*(?:def|class|import|from|return|#include|\$|>>>)\s|=>|->\s*\w+:|\w\(\)\s*;|[{}].*[{}]|::\w+::"
)
_MARKUP = re.compile(r"``|\*\*|\]\(http|:\w+:`|\{\w+\}`|</?\w+>|^#+ |^\s*[-*+] ")
#: What says that words are left out: an ellipsis in brackets or by itself. Of "f(...)" it is the source's own.
_ELLIPSIS = re.compile(r"\[\s*(?:…|\.{3,})\s*\]|(?<!\S)(?:…|\.{3,}|\. \. \.)(?!\S)")


def quoted(dataset: Dataset) -> Iterator[tuple[Any, tuple[str | int, ...], Any]]:
    """Yield every quote of the dataset: the record that cites it, the path to it, and the evidence."""
    for statement, path, evidence in citations(dataset):
        if evidence.quote is not None:
            yield statement.located, path, evidence


def _form(dataset: Dataset) -> Iterator[Found]:
    for located, path, evidence in quoted(dataset):
        quote = evidence.quote
        if quote != " ".join(quote.split()):
            fault = "has line breaks, double spaces or spaces at its ends; write it as one line of words"
        elif _MARKUP.search(quote):
            fault = "holds markup; write it as the page shows it"
        elif _CODE.search(quote):
            fault = "looks like code; quote a sentence of prose"
        elif any(unicodedata.category(character) == "Cc" for character in quote):
            fault = "holds a control character; remove it"
        elif sum(character.isalpha() for character in quote) < len(quote) / 2:
            fault = "is mostly not words; quote a sentence of prose"
        else:
            continue
        yield located, (*path, "quote"), f"this quote {fault}"


def _leaves_out(dataset: Dataset) -> Iterator[Found]:
    for located, path, evidence in quoted(dataset):
        if found := _ELLIPSIS.search(evidence.quote):
            yield (
                located,
                (*path, "quote"),
                f"this quote leaves something out ('{found[0]}'); quote one run of words, or each piece by itself",
            )


def _own_words(dataset: Dataset) -> Iterator[Found]:
    for collection in ("stacks", "links", "choices", "options", "misconceptions"):
        for located in dataset.all(collection):
            for path, text, evidences in _our_texts(located.record):
                ours = _words(text)
                for evidence in evidences:
                    shared = evidence.quote and _shared_run(ours, _words(evidence.quote))
                    if shared:
                        yield (
                            located,
                            path,
                            (f"'{shared}' is the source's wording; say it in our own words, the quote has theirs"),
                        )
                        break


def _our_texts(record: Any) -> Iterator[tuple[tuple[str | int, ...], str, Any]]:
    for key in ("text", "claim", "correction", "rule", "fallback"):
        if getattr(record, key, None):
            yield (key,), getattr(record, key), record.evidence
    for number, stage in enumerate(getattr(record, "stages", ())):
        yield ("stages", number, "note"), stage.note, stage.evidence
    for number, step in enumerate(getattr(record, "steps", ())):
        yield ("steps", number, "text"), step.text, step.evidence


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _shared_run(ours: list[str], theirs: list[str]) -> str:
    runs = {tuple(theirs[at : at + SHARED_WORDS]) for at in range(len(theirs) - SHARED_WORDS + 1)}
    for at in range(len(ours) - SHARED_WORDS + 1):
        if tuple(ours[at : at + SHARED_WORDS]) in runs:
            return " ".join(ours[at : at + SHARED_WORDS])
    return ""


@lru_cache(maxsize=4096)
def _pattern(name: str) -> re.Pattern[str]:
    words = [re.escape(word) for word in re.split(r"[\s\-]+", name.casefold()) if word]
    return re.compile(r"(?<!\w)" + r"[\s\-]+".join(words) + r"(?:'s|s|es)?(?!\w)")


def names_entity(text: str, entity: Any) -> bool:
    """Tell whether ``text`` names an entity, by its name or an alias, whatever the case, singular or plural."""
    folded = text.casefold()
    return any(_pattern(name).search(folded) for name in (entity.name, *entity.aliases))


def _ends(dataset: Dataset) -> Iterator[tuple[Any, tuple[str | int, ...], Any, list[Any], bool]]:
    """Yield every step and link with its unnamed ends and whether an exception is claimed."""
    entities = {entity.id: entity for entity in dataset.records("entities")}
    titles = {source.id: source.title for source in dataset.records("sources")}
    for located in dataset.all("stacks"):
        for number, step in enumerate(located.record.steps):
            yield located, ("steps", number), step, *_unnamed(step, entities, titles)
    for located in dataset.all("links"):
        yield located, (), located.record, *_unnamed(located.record, entities, titles)


def _unnamed(statement: Any, entities: dict[str, Any], titles: dict[str, str]) -> tuple[list[Any], bool]:
    read = "\n".join(
        f"{evidence.quote}\n{evidence.section or ''}\n{titles.get(evidence.source, '')}"
        for evidence in statement.evidence
        if evidence.quote is not None and evidence.supports != "contradicts"
    )
    ends = [entities[statement.from_], entities[statement.to]]
    unnamed = [end for end in ends if not names_entity(read, end)] if read else []
    return unnamed, any(evidence.exception for evidence in statement.evidence)


def _not_named(dataset: Dataset) -> Iterator[Found]:
    for located, path, _, unnamed, exception in _ends(dataset):
        if unnamed and not exception:
            names = " and ".join(f"'{end.name}'" for end in unnamed)
            yield (
                located,
                (*path, "evidence"),
                (
                    f"no quote or heading names {names}; quote a sentence that does, add the alias it uses to the "
                    "entity, or say under 'exception' why it need not"
                ),
            )


def _exception_unneeded(dataset: Dataset) -> Iterator[Found]:
    for located, path, statement, unnamed, exception in _ends(dataset):
        if exception and not unnamed:
            at = next(i for i, evidence in enumerate(statement.evidence) if evidence.exception)
            yield (
                located,
                (*path, "evidence", at, "exception"),
                ("the quotes and headings name both ends; remove this 'exception'"),
            )


def _only_contradicted(dataset: Dataset) -> Iterator[Found]:
    for located in dataset.all("stacks"):
        for key in ("stages", "steps"):
            for number, part in enumerate(getattr(located.record, key)):
                if all(evidence.supports == "contradicts" for evidence in part.evidence):
                    yield (
                        located,
                        (key, number, "evidence"),
                        ("all evidence here contradicts; add a source that supports it, or remove it"),
                    )


def _not_pinned(dataset: Dataset) -> Iterator[Found]:
    pinned = {source.id for source in dataset.records("sources") if source.pinned.locator}
    for located in dataset.all("stacks"):
        for number, step in enumerate(located.record.steps):
            supporting = [e for e in step.evidence if e.supports != "contradicts"]
            if supporting and not any(e.witness or e.source in pinned for e in supporting):
                yield (
                    located,
                    ("steps", number, "evidence"),
                    ("no source of this step has a pinned copy; add a second source that has one"),
                )


RULES = (
    Rule("AG201", "quote-form", _form),
    Rule("AG209", "quote-whole", _leaves_out),
    Rule("AG202", "own-words", _own_words),
    Rule("AG203", "ends-not-named", _not_named),
    Rule("AG204", "exception-without-need", _exception_unneeded),
    Rule("AG205", "only-contradicted", _only_contradicted),
    Rule("AG206", "no-pinned-source", _not_pinned),
)
