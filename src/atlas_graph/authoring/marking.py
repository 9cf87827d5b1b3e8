"""What the marks of readers come to: how each part of a statement is carried, and so the statement.

``full`` is computed here and nowhere written: every part is carried by words of a quote, by a run, or holds whatever
the condition. A part that is inferred or not carried makes it ``partial``; where none of its core parts (of a step:
from, relation, to) is carried it is ``none``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..model import records
from ..model.vocabulary import CARRIED, PART_STATES
from .audits import Auditable
from .mark_words import occurrences, word_spans
from .statement_parts import Part, parts_of, split_part


class Carried(NamedTuple):
    """How one part (of a part with clauses: one clause) is carried; ``part`` as the marks name it."""

    part: str
    state: str
    why: str | None = None
    witness: str | None = None


class Judged(NamedTuple):
    """What one reader's marks say of a statement: each part's state, by the part's name without its clause."""

    entry: records.AuditEntry
    states: dict[str, list[Carried]]

    def weakest(self, part: str) -> str:
        """Return the state of a part, with clauses that of the weakest clause."""
        return max((carried.state for carried in self.states[part]), key=PART_STATES.index)


class Verdict(NamedTuple):
    """The effective judgement of a statement, from one reader or several."""

    supports: str
    doubt: str | None
    parts: list[Carried]
    disputed: list[str]
    entries: list[records.AuditEntry]
    marks: list[records.Mark]


def judged(statement: Auditable, entry: records.AuditEntry) -> Judged:
    """Return what one reader's marks say of each part; a part that they leave out is ``unmarked``."""
    parts = list(parts_of(statement.record))
    clauses = {part.name for part in parts if part.kind == "clauses"}
    found: dict[str, dict[str, Carried]] = {part.name: {} for part in parts}
    for mark in entry.marks:
        name, _ = split_part(mark.part, clauses)
        if name not in found:
            continue
        carried = Carried(mark.part, _state(statement, mark), mark.inferred or mark.general or mark.none, mark.witness)
        held = found[name].get(mark.part)
        if held is None or PART_STATES.index(carried.state) > PART_STATES.index(held.state):
            found[name][mark.part] = carried  # two marks of one part: where one says it is not carried, it is not
    states = {part.name: [*found[part.name].values(), *_left_out(part, found[part.name])] for part in parts}
    return Judged(entry, states)


def uncovered(part: Part, clauses: Iterable[str]) -> str | None:
    """Return the first words of a part with clauses that no clause holds, None where all are held.

    Raises:
        ValueError: with the clause that does not stand in the part.
    """
    held: list[tuple[int, int]] = []
    for clause in clauses:
        at = part.value.find(clause)
        if not clause or at < 0:
            raise ValueError(clause)
        held.append((at, at + len(clause)))
    left = [span for span in word_spans(part.value) if not any(a <= span[0] and span[1] <= b for a, b in held)]
    if not left:
        return None
    last = left[0]
    for span in left[1:]:
        if part.value[last[1] : span[0]].strip():
            break
        last = span
    return part.value[left[0][0] : last[1]]


def verdict(statement: Auditable, entries: Iterable[records.AuditEntry]) -> Verdict | None:
    """Return the effective judgement from all that are filed of a statement; None where no second reader's holds.

    Where readers differ on a part, most of at least three decide; until then both are kept, the part is disputed
    and counts as the weaker of the two.
    """
    holding = [entry for entry in entries if statement.holds(entry)]
    marked = sorted((entry for entry in holding if entry.marks), key=lambda entry: (entry.own, entry.date, entry.by))
    if not any(not entry.own for entry in marked):
        return _from_before(holding)
    readings = [judged(statement, entry) for entry in marked]
    parts, disputed, chosen = [], [], []
    for part in parts_of(statement.record):
        reading, settled = _chosen(part.name, readings)
        parts.extend(reading.states[part.name])
        chosen.append((part.name, reading.entry))
        if not settled:
            disputed.append(part.name)
    clauses = {part.name for part in parts_of(statement.record) if part.kind == "clauses"}
    marks = [mark for name, entry in chosen for mark in entry.marks if split_part(mark.part, clauses)[0] == name]
    supports = _supports(statement, parts, clauses)
    return Verdict(supports, _doubt(parts) if supports != "full" else None, parts, disputed, marked, marks)


def span_of(mark: records.Mark, quote: str) -> tuple[int, int] | None:
    """Return where the words of a mark stand in its quote, None where they do not or where it must say ``at``."""
    places = occurrences(quote, mark.words or "")
    if mark.at is not None:
        return places[mark.at - 1] if mark.at <= len(places) else None
    return places[0] if len(places) == 1 else None


def as_released(verdict: Verdict, statement: Auditable) -> dict[str, Any]:
    """Return a judgement as the release carries it: computed, with the place of the marked words in their quotes."""
    own = [entry for entry in verdict.entries if not entry.own]
    plain: dict[str, Any] = {
        "supports": verdict.supports,
        "doubt": verdict.doubt,
        "digest": statement.digest,
        "date": max(entry.date for entry in own),
        "by": sorted({entry.by for entry in own if entry.by}),
        "disputed": verdict.disputed,
        "parts": [{k: v for k, v in part._asdict().items() if v is not None} for part in verdict.parts],
        "marks": _places(verdict.marks, statement),
    }
    return {key: value for key, value in plain.items() if value is not None}


def _state(statement: Auditable, mark: records.Mark) -> str:
    """Return the state that a mark gives; words that do not stand where it says carry nothing."""
    if mark.words is None:
        return mark.state
    evidence = statement.quotes.get(mark.quote or "")
    return "quoted" if evidence and evidence.quote and span_of(mark, evidence.quote) else "unmarked"


def _left_out(part: Part, found: dict[str, Carried]) -> list[Carried]:
    if part.kind != "clauses":
        return [] if found else [Carried(part.name, "unmarked")]
    try:
        left = uncovered(part, [name.partition(":")[2].strip() for name in found])
    except ValueError:
        return [Carried(part.name, "unmarked")]
    return [Carried(f"{part.name}: {left}", "unmarked")] if left else []


def _chosen(part: str, readings: Sequence[Judged]) -> tuple[Judged, bool]:
    """Return the reading that counts for a part, and whether the readers agree or most of three settled it."""
    carrying = [reading for reading in readings if reading.weakest(part) in CARRIED]
    other = [reading for reading in readings if reading not in carrying]
    if not carrying or not other:
        return _latest(carrying or other), True
    if len(readings) > 2 and len(carrying) != len(other):
        return _latest(max(carrying, other, key=len)), True
    return _latest(other), False


def _latest(readings: Sequence[Judged]) -> Judged:
    """Return a second reader's latest, else the author's own."""
    return max(readings, key=lambda reading: (not reading.entry.own, reading.entry.date, reading.entry.by or ""))


def _supports(statement: Auditable, parts: list[Carried], clauses: set[str]) -> str:
    if all(part.state in CARRIED for part in parts):
        return "full"
    core = {part.name for part in parts_of(statement.record) if part.core}
    any_core = any(part.state in CARRIED for part in parts if split_part(part.part, clauses)[0] in core)
    return "partial" if any_core else "none"


_SAID = {"inferred": "is inferred", "none": "is carried by nothing", "unmarked": "has no mark"}


def _doubt(parts: list[Carried]) -> str:
    """Return in one sentence which parts lack support, and why."""
    said = []
    for part in parts:
        if part.state not in CARRIED:
            name, _, clause = part.part.partition(": ")
            said.append(f"{name} “{clause}”" if clause else name)
            said[-1] += f" {_SAID[part.state]}" + (f" ({part.why})" if part.why else "")
    return "; ".join(said)


def _from_before(holding: list[records.AuditEntry]) -> Verdict | None:
    """Return the judgement of a time before there were marks, which says its word and shows nothing."""
    for entry in holding:
        if entry.supports is not None:
            return Verdict(entry.supports, entry.doubt, [], [], [entry], [])
    return None


def _places(marks: Iterable[records.Mark], statement: Auditable) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for mark in marks:
        quote = statement.quotes[mark.quote].quote if mark.quote else None
        span = span_of(mark, quote) if quote else None
        if quote is None or span is None:
            continue
        place = {"part": mark.part, "quote": mark.quote, "words": mark.words, "start": span[0], "end": span[1]}
        found.append({**place, "refers": mark.refers} if mark.refers else place)
        named = occurrences(quote, mark.refers) if mark.refers else []
        if named:
            start, end = min(named, key=lambda one: abs(one[0] - span[0]))  # the nearest is what is meant
            found.append({**place, "words": mark.refers, "start": start, "end": end})
    return found
