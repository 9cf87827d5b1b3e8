"""Every sentence written once: repeats in the files of a dataset rewritten into references, everything else untouched.

A curator may write a quote in full wherever it is needed and tidy up afterwards. The files are edited as text, so
that comments, order and line breaks of all that stays are kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from ..errors import AtlasError
from ..files import write_file
from ..problems import DatasetError
from .cites import seen, touching
from .dataset import Dataset, read_dataset
from .positions import Key
from .statements import Written, citations, written

#: Keys of evidence that are the quote's own; the others are about what it is evidence of.
_QUOTES_OWN = ("class", "source", "section", "quote", "prefix", "suffix", "allow", "key")
#: Words that say little of what a sentence is about, left out of keys.
_SMALL = frozenset((
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "for", "from", "has", "if", "in", "into", "is", "it", "its",
    "of", "on", "or", "such", "that", "the", "their", "then", "these", "this", "to", "was", "when", "which", "will",
    "with", "you", "your",
))  # fmt: skip
#: Where a sentence stands in full, most wanted first: a step is where it is read most.
_HOMES = ("step", "link", "fact", "misconception", "entity", "stage")
_KEY_WORDS = 3
#: Where in a text something is replaced, and by what.
_Change: TypeAlias = tuple[int, int, str]
#: Makes a change out of a file's text and the node of a piece of evidence in it.
_Edit: TypeAlias = Callable[[str, Any], _Change]
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def repeats(dataset: Dataset) -> list[list[Written]]:
    """Return the quotes that are written in full more than once, each with all its places, the one to keep first."""
    groups: dict[str, list[Written]] = defaultdict(list)
    for item in written(dataset):
        if item.evidence.cite is None and item.evidence.quote_id is not None:
            groups[item.evidence.quote_id].append(item)
    return [_by_home(groups[key]) for key in sorted(groups) if len(groups[key]) > 1]


def lent_again(dataset: Dataset) -> Iterator[tuple[Written, str]]:
    """Yield the evidence of stages that a step which touches them has as well, with the id of that step."""
    for item in written(dataset):
        if item.kind != "stage" or item.path[2] != "evidence" or item.evidence.supports is not None:
            continue
        stack, number, index = item.statement.located.record, int(item.path[1]), int(item.path[3])
        shown = seen(stack.stages[number].evidence[index])
        for step in touching(stack.stages[number].entity, stack.steps):
            if any(seen(other) == shown and other.supports != "contradicts" for other in step.evidence):
                yield item, step.id_in(stack.id)
                break


def fix(root: Path) -> list[str]:
    """Rewrite the repeats in the files of a dataset; return the files that changed, relative to it.

    First what stands in full twice becomes a reference, then stages lose what their steps have. A quote of a stage
    that is cited by its key is left to a person, and a key that nobody cites yet stays.

    Raises:
        DatasetError: where the dataset cannot be read.
        AtlasError: where a statement would lose evidence by it; the files are then as they were.
    """
    dataset = read_dataset(root)
    before = _evidence(dataset)
    texts: dict[str, str] = {}
    changed: set[str] = set()
    for find in (_references, _lent):
        edits: dict[str, list[tuple[Key, _Edit]]] = defaultdict(list)
        for item, edit in find(dataset):
            file, path = item.statement.located.in_file(*item.path)
            edits[file].append((path, edit))
        for file, todo in sorted(edits.items()):
            text = (root / file).read_text(encoding="utf-8")
            texts.setdefault(file, text)
            write_file(root / file, _edited(text, todo).encode())
        changed.update(edits)
        if edits:
            dataset = _kept(root, before, texts)
    return sorted(changed)


def _evidence(dataset: Dataset) -> dict[str, set[str | None]]:
    """Return what is evidence of each statement: the ids of its quotes, and its witnesses."""
    found: dict[str, set[str | None]] = defaultdict(set)
    for statement, _, evidence in citations(dataset):
        found[statement.id].add(seen(evidence))
    return found


def _kept(root: Path, before: dict[str, set[str | None]], texts: dict[str, str]) -> Dataset:
    """Return the dataset as it is now; put its files back where a statement has lost evidence."""
    try:
        dataset = read_dataset(root)
        after = _evidence(dataset)
        lost = sorted(name for name, held in before.items() if not held <= after[name])
    except DatasetError as error:
        lost = [str(error)]
    if lost:
        for file, text in texts.items():
            write_file(root / file, text.encode())
        raise AtlasError(f"nothing is rewritten: evidence would be lost of {lost[0]}; tidy that up by hand")
    return dataset


def _references(dataset: Dataset) -> Iterator[tuple[Written, _Edit]]:
    keys = _Keys(dataset)
    for home, *others in repeats(dataset):
        key = home.evidence.key or keys.new(home.evidence)
        if home.evidence.key is None:
            yield home, partial(_with_key, key=key)
        for other in others:
            yield other, partial(_as_reference, cite=f"{home.evidence.source}/{key}")


def _lent(dataset: Dataset) -> Iterator[tuple[Written, _Edit]]:
    for item, _ in lent_again(dataset):
        if item.evidence.key is None:
            yield item, _removed


def _by_home(items: list[Written]) -> list[Written]:
    """Sort the places of a quote: one that has a key, else a step of the stack that has it most, else the first."""
    uses: dict[str, int] = defaultdict(int)
    for item in items:
        uses[item.stack] += 1

    def order(item: Written) -> tuple[Any, ...]:
        kind = _HOMES.index(item.kind) if item.kind in _HOMES else len(_HOMES)
        return (item.evidence.key is None, kind, -uses[item.stack], item.statement.located.file)

    return sorted(items, key=order)


class _Keys:
    """Makes keys out of the first words of a quote that tell it from the others of its source."""

    def __init__(self, dataset: Dataset) -> None:
        self._taken = {(item.evidence.source, item.evidence.key) for item in written(dataset) if item.evidence.key}

    def new(self, evidence: Any) -> str:
        words = [word for word in re.findall(r"[a-z0-9]+", evidence.quote.lower()) if word not in _SMALL]
        words = words or ["quote"]
        for count in range(min(_KEY_WORDS, len(words)), len(words) + 1):
            key = "-".join(words[:count])
            if self._take(evidence.source, key):
                return key
        number = 2
        while not self._take(evidence.source, f"{key}-{number}"):
            number += 1
        return f"{key}-{number}"

    def _take(self, source: str, key: str) -> bool:
        free = (source, key) not in self._taken
        self._taken.add((source, key))
        return free


def _edited(text: str, todo: list[tuple[Key, _Edit]]) -> str:
    """Return the text of a file with edits made at the evidence that paths lead to."""
    nodes = yaml.compose(text, Loader=_Loader)
    gone: dict[Key, set[int]] = defaultdict(set)
    changes: list[_Change] = []
    for path, edit in todo:
        if edit is _removed:
            gone[path[:-1]].add(int(path[-1]))
        else:
            changes.append(edit(text, _node(nodes, path)))
    for path, indexes in gone.items():
        changes.extend(_without_items(text, _entry(_node(nodes, path[:-1]), path[-1]), indexes))
    for start, end, replacement in sorted(changes, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def _node(node: Any, path: Key) -> Any:
    for part in path:
        node = node.value[part] if isinstance(part, int) else _entry(node, part)[1]
    return node


def _entry(node: Any, key: Any) -> tuple[Any, Any]:
    return next((name, value) for name, value in node.value if name.value == key)


def _end(text: str, node: Any) -> int:
    """Return where the content of a node ends: before the blanks and comments that follow it."""
    if isinstance(node, yaml.ScalarNode) or node.flow_style:
        end = node.end_mark.index
        # A block of text ends where the next line that is not its own begins.
        return len(text[:end].rstrip()) if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">") else end
    last = node.value[-1]
    return _end(text, last[1] if isinstance(last, tuple) else last)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _whole_lines(text: str, first: Any, last: Any) -> _Change:
    return _line_start(text, first.start_mark.index), _line_end(text, _end(text, last)), ""


def _without_items(text: str, entry: tuple[Any, Any], indexes: set[int]) -> Iterator[_Change]:
    """Yield the changes that take items out of a list, and the list with its key where none is left."""
    name, items = entry
    kept = [item for index, item in enumerate(items.value) if index not in indexes]
    if not kept:
        yield _whole_lines(text, name, items)
    elif items.flow_style:
        pieces = ", ".join(text[item.start_mark.index : item.end_mark.index] for item in kept)
        yield items.start_mark.index, items.end_mark.index, f"[{pieces}]"
    else:
        for index in indexes:
            yield _whole_lines(text, items.value[index], items.value[index])


def _removed(text: str, node: Any) -> _Change:
    """Stand for the removal of a piece of evidence, which is done for all of a list at once."""
    raise NotImplementedError


def _as_reference(text: str, node: Any, *, cite: str) -> _Change:
    kept = [(name, value) for name, value in node.value if name.value not in _QUOTES_OWN]
    start, end = node.start_mark.index, _end(text, node)
    pieces = [text[name.start_mark.index : _end(text, value)] for name, value in kept]
    if node.flow_style or not pieces:
        return start, end, "{" + ", ".join([f"cite: {cite}", *pieces]) + "}"
    indent = " " * node.start_mark.column
    return start, end, f"\n{indent}".join([f"cite: {cite}", *pieces])


def _with_key(text: str, node: Any, *, key: str) -> _Change:
    _, source = _entry(node, "source")
    between = ", " if node.flow_style else "\n" + " " * node.start_mark.column
    return source.end_mark.index, source.end_mark.index, f"{between}key: {key}"
