"""Whether a released record can be relied on today."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Keys of a record of the release under which a version or day stands, with evidence of its own.
BOUNDS = ("since", "until", "status_since", "status_until")

#: Steps in these states are kept in the release so that their ids are never reused, and are on no path.
RETIRED = frozenset(("withdrawn", "moved"))


def state(record: dict[str, Any]) -> str:
    """Return a released record's status: ``current``, ``deprecated``, ``withdrawn`` or ``moved``."""
    status = record.get("status")
    return str(status["state"]) if status else "current"
