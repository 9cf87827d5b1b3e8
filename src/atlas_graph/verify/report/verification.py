"""What a report is of."""

from __future__ import annotations

from dataclasses import dataclass

from ..claims import Claim
from ..outcome import Outcome


@dataclass(frozen=True, slots=True)
class Verification:
    """What a report is of: the outcomes, the side that was checked, and what took no part."""

    outcomes: list[Outcome]
    which: str
    release: str
    today: str
    without_pinned: list[Claim]
