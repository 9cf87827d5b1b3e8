"""What an id means today: what has moved is followed, what is withdrawn is said, what is misspelt is named."""

from __future__ import annotations

import os
import sys

from ..errors import AtlasWarning, UnknownIdError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

#: Where no more ids than this are known, an error names them all: the stacks, the modes of one, the devices.
_LISTED = 20


def asked_for(kind: str, asked: object) -> str:
    """Return an id that a caller gave.

    Raises:
        TypeError: for what is no text, before it is looked up as if it were some id.
    """
    if not isinstance(asked, str):
        raise TypeError(f"a {kind} is asked for in a str, and not in {type(asked).__name__}")
    return asked


def unknown(kind: str, asked: str, known: Iterable[str]) -> UnknownIdError:
    """Return the error for an id that is not among ``known``, with the nearest that are.

    Raises:
        TypeError: for what is no text.
    """
    from ..model.suggest import nearest  # loads rapidfuzz, for misspelt names alone

    known = sorted(known)
    shown = tuple(known) if len(known) <= _LISTED else ()
    return UnknownIdError(kind, asked_for(kind, asked), nearest(asked, known), shown)


def follow(entities: dict[str, dict[str, Any]], asked: str) -> dict[str, Any]:
    """Return the entity that is meant by an id today, with a warning where that takes a word.

    A ``moved`` or ``withdrawn`` entity leads to the one that replaces it, if any; a ``deprecated`` one is still
    itself, and the warning names what replaces it.
    """
    record = entities[asked]
    seen = {asked}
    while True:
        status = record.get("status")
        if not status or status["state"] == "current":
            return record
        state, instead, reason = status["state"], status.get("replaced_by"), status.get("reason", "")
        text = f"'{record['id']}' is {state}: {reason}"
        leads_on = state != "deprecated" and instead in entities and instead not in seen
        if instead is not None:
            text += f"{'' if text.endswith('.') else '.'} " + (
                f"'{instead}' is shown in its place." if leads_on else f"Use '{instead}'."
            )
        warn(text)
        if not leads_on:
            return record
        seen.add(instead)
        record = entities[instead]


def warn(text: str) -> None:
    """Emit an :class:`~atlas_graph.errors.AtlasWarning` that points at the caller of the package."""
    import warnings  # most ids need none

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, AtlasWarning, stacklevel=level)
