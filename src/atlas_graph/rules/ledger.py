"""The ledger: every quote that can be checked was checked, and stands in its pinned copy."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..model.ledger_lines import DOCUMENTS
from ..model.ledger_lines import QUOTES as LEDGER
from ..model.vocabulary import STANDING
from .quotes import quoted
from .rule import Found, Rule

_WRITE = "run: atlas-graph verify --pinned --write"


def _unverified(dataset: Dataset) -> Iterator[Found]:
    pinned = {source.id: source.pinned for source in dataset.records("sources")}
    for located, path, evidence in quoted(dataset):
        pin = pinned[evidence.source]
        if pin.locator is None:
            continue
        entry = dataset.ledger.get(evidence.quote_id)
        if entry is None or entry.pinned is None:
            yield located, (*path, "quote"), f"this quote was never checked against its pinned copy; {_WRITE}"
        elif entry.pinned.sha256 is not None and entry.pinned.sha256 != pin.sha256:
            yield located, (*path, "quote"), f"this quote was checked against another copy; {_WRITE}"


def _fallen(dataset: Dataset) -> Iterator[Found]:
    for located, path, evidence in quoted(dataset):
        entry = dataset.ledger.get(evidence.quote_id)
        if entry is not None and entry.pinned is not None and entry.pinned.verdict not in STANDING:
            check = entry.pinned
            yield (
                located,
                (*path, "quote"),
                (f"this quote does not stand in its pinned copy ({check.verdict}: {check.reason}); correct it"),
            )


def _forged(dataset: Dataset) -> Iterator[Found]:
    pinned = {source.id: source.pinned for source in dataset.records("sources")}
    quotes = {evidence.quote_id: evidence for _, _, evidence in quoted(dataset)}
    for key, entry in sorted(dataset.ledger.items()):
        evidence, check = quotes.get(key), entry.pinned
        if evidence is None or check is None:
            continue
        pin = pinned[evidence.source]
        if pin.locator is None:
            fault = "says that a pinned copy was read, and its source has none"
        elif check.url != pin.locator:
            fault = f"was read at {check.url}, and its source is pinned at {pin.locator}"
        elif check.sha256 is None:
            fault = "does not say of which bytes it speaks"
        elif check.sentence is not None and not _within(evidence.quote, check.sentence):
            fault = "keeps a sentence that is not around the quote"
        else:
            continue
        where = Located(None, LEDGER, {(): dataset.ledger_lines.get(key, 1)})
        yield where, (), f"the line of {key} {fault}; {_WRITE}"


def _within(quote: str, sentence: str) -> bool:
    """Tell whether the words of a quote stand in the sentence that the ledger keeps, which may be cut short."""
    words, around = (re.findall(r"\w+", text.casefold()) for text in (quote, sentence.removesuffix("…")))
    if sentence.endswith("…"):
        return True
    return f" {' '.join(words)} " in f" {' '.join(around)} "


def _orphans(dataset: Dataset) -> Iterator[Found]:
    yield from _orphan_documents(dataset)
    known = {evidence.quote_id for _, _, evidence in quoted(dataset)}
    for key in dataset.ledger:
        if key not in known:
            yield (
                Located(None, LEDGER, {(): dataset.ledger_lines.get(key, 1)}),
                (),
                f"no record cites the quote {key} any more; {_WRITE}",
            )


def _orphan_documents(dataset: Dataset) -> Iterator[Found]:
    used = {key.partition("#")[0] for key in dataset.ledger}
    for source, line in dataset.ledger_documents.items():
        if source not in used:
            message = f"no quote of {source} is in the ledger any more; {_WRITE}"
            yield Located(None, DOCUMENTS, {(): line}), (), message


RULES = (
    Rule("AG401", "quote-unverified", _unverified),
    Rule("AG402", "quote-fallen", _fallen),
    Rule("AG403", "ledger-orphan", _orphans),
    Rule("AG404", "ledger-of-another-copy", _forged),
)
