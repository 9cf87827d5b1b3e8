"""A stack as of a version: what is known to have come later or gone before is left out, what is not known is said.

Imports the comparison of versions, which is why nothing else does: only ``at=`` comes here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..errors import AtlasError
from ..model.status import RETIRED, state
from ..model.versions import package_version
from .catalog import Catalog
from .value import Value

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


class History(Value):
    """What is known of a version, or a day, of which a path was asked.

    ``known`` are the ids of the steps of the stack that are known to hold then, ``unknown`` those of which nothing is
    known: they are shown as they are documented today. ``absent`` are the steps that did not hold, each with why.
    """

    __slots__ = ("absent", "at", "known", "package", "unknown")
    absent: tuple[tuple[str, str], ...]
    at: str
    known: tuple[str, ...]
    package: str | None
    unknown: tuple[str, ...]

    def in_force(self, raw: dict[str, Any]) -> bool:
        """Tell whether a released choice or option is not known to be of other versions."""
        held, _ = Moment(self.at).holds(raw)
        return held if held is not None else state(raw) not in RETIRED

    def narrowed(self, shown: set[str], held: set[str]) -> History:
        """Return what of it concerns a path: the steps shown on it, and those held that would be, were they there."""
        return History(
            absent=tuple(pair for pair in self.absent if pair[0] in held),
            at=self.at,
            known=tuple(name for name in self.known if name in shown),
            package=self.package,
            unknown=tuple(name for name in self.unknown if name in shown),
        )

    @property
    def note(self) -> str:
        """What is known, and of how much nothing is, in a sentence or two."""
        if not self.known and not self.absent:
            return f"Nothing here is dated by {self.package or 'a day'}; the path is shown as it is documented today."
        said = [f"{_count(self.known)} known to hold at {self.at}"] if self.known else []
        if self.absent:
            gone = _count(tuple(name for name, _ in self.absent))
            said.append(f"{gone} known not to hold{'' if self.known else f' at {self.at}'}")
        rest = f"; of {len(self.unknown)} more nothing is known: shown as documented today" if self.unknown else ""
        return f"{' and '.join(said)}{rest}."

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "at": self.at,
            "known": list(self.known),
            "unknown": list(self.unknown),
            "absent": [{"step": name, "why": why} for name, why in self.absent],
            "note": self.note,
        }


class Moment:
    """A version of a package, or a day, and what it is known to have.

    Raises:
        VersionError: for what is neither.
    """

    def __init__(self, at: str) -> None:
        self.day = at if _DAY.match(at) else None
        self.package: str | None = None
        self.version: Any = None
        if self.day is None:
            self.package, self.version = package_version(at)

    def holds(self, raw: dict[str, Any]) -> tuple[bool | None, str]:
        """Tell whether a released record is known to hold at this moment, and why; None where nothing is known."""
        verdict: bool | None = None
        for key in ("since", "until"):
            bound = raw.get(key)
            order = self._order(bound) if bound else None
            if bound is None or order is None:
                continue
            named = bound.get("version") or bound["date"]
            if key == "since" and order < 0:
                return False, f"it came with {named}"
            if key == "until" and (order > 0 or (order == 0 and not bound.get("inclusive"))):
                return False, f"{named} was the last with it" if bound.get("inclusive") else f"it went with {named}"
            verdict = True
        if state(raw) in RETIRED and "status_since" in raw:
            order = self._order(raw["status_since"])
            if order is not None and order < 0:
                return (True, "") if verdict is not False else (False, "")
        return verdict, ""

    def settled(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return a record with its status as of this moment: one that came later is not yet in force."""
        order = self._order(raw["status_since"]) if "status_since" in raw else None
        return {**raw, "status": {"state": "current"}} if order is not None and order < 0 else raw

    def _order(self, bound: dict[str, Any]) -> int | None:
        """Return whether this moment is before (-1), at (0) or after (1) a bound; None where they have no measure."""
        if self.day is not None:
            there = bound.get("date")
            return None if there is None else (self.day > there) - (self.day < there)
        if "version" not in bound:
            return None
        package, version = package_version(bound["version"])
        if package != self.package:
            return None
        return int(self.version > version) - int(self.version < version)


def as_of(
    catalog: Catalog, record: dict[str, Any], at: str, options: tuple[str, ...]
) -> tuple[dict[str, Any], History]:
    """Return a stack's record as of a version or day, and what is known of it.

    Raises:
        VersionError: for what is no version that can be compared, and no day.
        AtlasError: for an option that is known not to exist then.
    """
    moment = Moment(at)
    for name in options:
        raw = catalog.table("options")[name]
        held, why = moment.holds(raw)
        if held is False:
            raise AtlasError(f"there is no {raw['name']} at {at}: {why}; leave it out, or ask for another version")
    steps: list[dict[str, Any]] = []
    known: list[str] = []
    unknown: list[str] = []
    absent: list[tuple[str, str]] = []
    for step in record["steps"]:
        verdicts = [moment.holds(part) for part in _parts(catalog, record, step)]
        gone = next((why for held, why in verdicts if held is False), None)
        if gone is None and state(step) in RETIRED and verdicts[0][0] is not True:
            continue  # it is on no path today, and nothing says that it was then
        if gone is not None:
            absent.append((step["id"], gone))
            continue
        (known if verdicts[0][0] else unknown).append(step["id"])
        settled = moment.settled(step)
        if state(settled) in RETIRED:  # it went after this moment
            settled = {**settled, "status": {"state": "current"}}
        steps.append(settled)
    history = History(absent=tuple(absent), at=at, known=tuple(known), package=moment.package, unknown=tuple(unknown))
    return {**record, "steps": steps}, history


def _parts(catalog: Catalog, record: dict[str, Any], step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the step, and the stages and entities at its ends, without which it does not hold."""
    yield step
    entities = catalog.table("entities")
    for end in (step["from"], step["to"]):
        yield {key: value for key, value in entities[end].items() if key != "status"}
        yield from (stage for stage in record["stages"] if stage["entity"] == end)


def _count(steps: tuple[str, ...]) -> str:
    return f"{len(steps)} step is" if len(steps) == 1 else f"{len(steps)} steps are"
