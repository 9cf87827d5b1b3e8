"""Which options are meant by what a caller types, and which of them concern a stack."""

from __future__ import annotations

from ..errors import AtlasError, UnknownIdError
from ..model.collections import stacks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Table = dict[str, dict[str, Any]]


def resolved(options: Table, choices: Table, asked: Iterable[str], stack: str | None = None) -> tuple[str, ...]:
    """Return the ids of options that are named by id, as they are typed, or by an alias, in any case.

    Where several options are typed alike, those with an effect on ``stack`` are meant.

    Raises:
        UnknownIdError: for what no option is called, with the nearest names; of ``stack``, where it has any.
        AtlasError: for what several options are called.
    """
    if isinstance(asked, str):
        asked = (asked,)
    return tuple(dict.fromkeys(_resolved(options, choices, name, stack) for name in asked))


def _resolved(records: Table, choices: Table, asked: str, stack: str | None) -> str:
    name = asked.removeprefix("option/")
    if name in records:
        return name
    wanted = _folded(name)
    found = [raw for raw in records.values() if wanted in _spellings(raw)]
    if len(found) > 1 and stack is not None:
        found = [raw for raw in found if concerns(raw, choices, stack)] or found
    if len(found) > 1:
        ids = " or ".join(sorted(raw["id"] for raw in found))
        raise AtlasError(f"'{asked}' names more than one option; write {ids}")
    if found:
        return str(found[0]["id"])
    from ..model.suggest import nearest  # loads rapidfuzz, for misspelt names alone

    near = [raw for raw in records.values() if stack is None or concerns(raw, choices, stack)]
    names = {spelling: raw["name"] for raw in near for spelling in (raw["name"], *raw.get("aliases", ()), raw["id"])}
    close = tuple(dict.fromkeys(names[spelling] for spelling in nearest(asked, names)))
    of = f"option of {stack}" if stack is not None and near else "option"
    raise UnknownIdError(of, asked, close, tuple(sorted(raw["name"] for raw in near)))


def _folded(name: str) -> str:
    return "".join(name.split()).lstrip("-").casefold()


def _spellings(raw: dict[str, Any]) -> Iterator[str]:
    """Yield how an option may be typed: whole, and by its name without the value."""
    for name in (raw["name"], *raw.get("aliases", ())):
        yield _folded(name)
        if "=" in name:
            yield _folded(name.partition("=")[0])


def concerns(raw: dict[str, Any], choices: Table, stack: str) -> bool:
    """Tell whether an option is read in a stack, or has an effect on a step or choice of it."""
    return stack in stacks_of("", raw, choices)
