"""Audits: of something that is there, of what it says today, with marks, and by another than its author."""

from __future__ import annotations

from collections.abc import Iterator

from ..authoring.audits import Auditable, auditables
from ..authoring.dataset import Dataset
from ..authoring.marking import verdict
from ..authoring.sheets import filed_by_statement
from .rule import Found, Rule


def _of_nothing(dataset: Dataset) -> Iterator[Found]:
    known = {statement.id for statement in auditables(dataset)}
    for located in dataset.all("audits"):
        if located.record.of not in known:
            yield (
                located,
                ("of",),
                f"there is no '{located.record.of}' to audit; correct the id or remove the audit",
            )


def _stale(dataset: Dataset) -> Iterator[Found]:
    now = {statement.id: statement for statement in auditables(dataset)}
    for located in dataset.all("audits"):
        statement = now.get(located.record.of)
        if statement is not None and not statement.holds(located.record):
            yield (
                located,
                ("digest",),
                f"'{statement.id}' has changed since it was judged, and counts as unaudited; {_mend(statement)}",
            )


def _mend(statement: Auditable) -> str:
    return f"have it judged anew: atlas-graph audit sheet --prefix {statement.id}"


def _unaudited(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        entries = [entry for entry in filed.get(statement.id, ()) if not entry.own]
        if not entries:
            yield (
                statement.located,
                statement.path,
                f"no second reader has judged '{statement.id}'; {_mend(statement)}",
            )


def _without_marks(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for located in dataset.all("audits"):
        if not located.record.marks and not any(entry.marks for entry in filed[located.record.of]):
            yield (
                located,
                ("supports",),
                f"this judgement of '{located.record.of}' shows no words; have its parts marked: "
                f"atlas-graph audit sheet --prefix {located.record.of}",
            )


def _carries_nothing(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        found = verdict(statement, filed.get(statement.id, ()))
        if found is not None and found.supports == "none":
            yield (
                statement.located,
                statement.path,
                f"nothing carries '{statement.id}' ({found.doubt}); find its sentence, or remove it",
            )


def _disputed(dataset: Dataset) -> Iterator[Found]:
    filed = filed_by_statement(dataset)
    for statement in auditables(dataset):
        found = verdict(statement, filed.get(statement.id, ()))
        if found is not None and found.disputed:
            shown = ", ".join(f"'{part}'" for part in found.disputed)
            yield (
                statement.located,
                statement.path,
                f"readers differ on {shown} of '{statement.id}', which counts as not carried; have a third read it: "
                f"atlas-graph audit sheet --prefix {statement.id}",
            )


_JUDGED = "audits:\n- {of: demo/alpha--calls--beta, by: round-one, date: '2026-01-01', digest: "
_FIRST = "{part: from, quote: 'doc#6eb9dfc6', words: Alpha}, {part: to, quote: 'doc#6eb9dfc6', words: Beta}"
_SECOND = "{part: 'text: Work goes from one to the other', quote: 'doc#6eb9dfc6', words: all the work}"
_CALLS = "{part: relation, quote: 'doc#6eb9dfc6', words: calls}"
_MARKS = f", marks: [{_FIRST}, {_CALLS}, {_SECOND}]}}\n"
_GOOD = _JUDGED + "'13b43d583a68'" + _MARKS
_NO_CALL = f", marks: [{_FIRST}, {{part: relation, none: It only says that they exist.}}, {_SECOND}]}}\n"
_NOTHING = (
    ", marks: [{part: from, none: Not named.}, {part: relation, none: Not said.}, {part: to, none: Not named.}, "
    f"{_SECOND}]}}\n"
)
_OTHER = _GOOD.removeprefix("audits:\n").replace("round-one", "round-two")
_REST = """\
- of: demo/stage/alpha
  by: round-one
  date: '2026-01-01'
  digest: '809686e9b0a0'
  marks: [{part: entity, quote: 'doc#6eb9dfc6', words: Alpha}, {part: 'note: It begins here', inferred: No quote.}]
- of: demo/stage/beta
  by: round-one
  date: '2026-01-01'
  digest: 'd6cb26f8b5c5'
  marks: [{part: entity, quote: 'doc#6eb9dfc6', words: Beta}, {part: 'note: It goes on here', inferred: No quote.}]
- of: demo/stage/chip
  by: round-one
  date: '2026-01-01'
  digest: '62d036668ef3'
  marks: [{part: entity, quote: 'doc#ab370698', words: Chip}, {part: 'note: It ends here', inferred: No quote.}]
- of: demo/beta--runs-on--chip
  by: round-one
  date: '2026-01-01'
  digest: '0929eb396866'
  marks:
  - {part: from, quote: 'doc#ab370698', words: Beta}
  - {part: relation, quote: 'doc#ab370698', words: runs on}
  - {part: to, quote: 'doc#ab370698', words: Chip}
  - {part: 'text: The work reaches the chip', quote: 'doc#ab370698', words: runs on a Chip}
"""

RULES = (
    Rule(
        "AG301",
        "audit-of-nothing",
        "An audit is of a step, stage, link, misconception, fact, choice or option that exists.",
        _GOOD,
        _GOOD.replace("--beta", "--omega"),
        _of_nothing,
    ),
    Rule(
        "AG302",
        "audit-stale",
        "A judgement holds for what its reader saw: when words, conditions or quotes change, the statement is "
        "unaudited again, as a new one is. A notice while one works, an error in what is published.",
        _GOOD,
        _GOOD.replace("13b43d583a68", "000000000000"),
        _stale,
        "release",
    ),
    Rule(
        "AG303",
        "statement-unaudited",
        "Every statement is judged by a second reader; its author's own marks count as none. A notice while one works, "
        "an error in what is published.",
        _GOOD + _REST,
        _GOOD.replace("date:", "own: true, date:") + _REST,
        _unaudited,
        "release",
    ),
    Rule(
        "AG304",
        "audit-without-marks",
        "A judgement shows the words that carry each part; one that only says 'full' is from before there were marks.",
        _GOOD,
        "audits:\n- {of: demo/alpha--calls--beta, supports: full, date: '2026-01-01', digest: '13b43d583a68'}\n",
        _without_marks,
        "notice",
    ),
    Rule(
        "AG305",
        "carried-by-nothing",
        "Of every statement something is carried: of a step its ends or its relation. An error in what is published.",
        _GOOD,
        _JUDGED + "'13b43d583a68'" + _NOTHING,
        _carries_nothing,
        "release",
    ),
    Rule(
        "AG306",
        "readers-differ",
        "Where two readers differ on a part both judgements are kept, and the part counts as not carried until a third "
        "has read it.",
        _GOOD + _OTHER,
        _JUDGED + "'13b43d583a68'" + _NO_CALL + _OTHER,
        _disputed,
        "notice",
    ),
)
