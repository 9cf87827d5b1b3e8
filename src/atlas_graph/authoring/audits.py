"""What readers judge, and the digest that ties a judgement to exactly what was seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from ..model import choices, records
from ..model.collections import WRITTEN, stacks_of
from ..model.identifiers import audit_digest
from .dataset import Dataset
from .located import Located
from .statements import Statement, statements


class Auditable(NamedTuple):
    """A statement that is judged, and what stands behind it.

    ``file`` is the file, in the folder ``audits``, that holds its judgements.
    """

    id: str
    record: Any
    located: Located
    path: tuple[str | int, ...]
    evidence: tuple[records.Evidence, ...]
    file: str

    @property
    def digest(self) -> str:
        """The digest of the statement as it is now."""
        return digest(self.record)

    @property
    def quotes(self) -> dict[str, records.Evidence]:
        """The quotes that a mark may point at, by id."""
        return {item.quote_id: item for item in self.evidence if item.quote_id}

    def holds(self, entry: records.AuditEntry) -> bool:
        """Tell whether a judgement is of what stands here now: the same words, and every quote that it points at."""
        quotes = self.quotes
        return entry.digest == self.digest and all(mark.quote in quotes for mark in entry.marks if mark.quote)


def auditables(dataset: Dataset, *, prefix: str = "", stack: str | None = None) -> Iterator[Auditable]:
    """Yield everything that an audit can be of, or what has an id that starts so, or is said of a stack.

    Steps go by their id, stages by ``STACK/stage/ENTITY``, all others by theirs. A stack's are its stages, steps,
    choices, the options that have an effect there, and the misconceptions about it.
    """
    among = {choice.id: choice.model_dump(include=_OF_STACKS) for choice in dataset.records("choices")}
    files = {id(located): row.name for row in WRITTEN if row.audited for located in dataset.all(row.name)}
    for statement in statements(dataset):
        if statement.audited and statement.id.startswith(prefix):
            if stack is not None and stack not in _stacks_of(statement, among):
                continue
            located, record = statement.located, statement.record
            bounds = (bound.evidence for _, bound in dated(record, getattr(record, "status", None)))
            evidence = {item.quote_id or item.witness: item for item in (*record.evidence, *chain(*bounds))}
            file = files.get(id(located)) or str(located.record.id)
            yield Auditable(
                statement.id, record, located, statement.path, tuple(evidence.values()), f"audits/{file}.yaml"
            )


#: Fields that say of which stacks a statement is.
_OF_STACKS = {"among", "effects", "stack", "stacks"}


def _stacks_of(statement: Statement, choices: dict[str, dict[str, Any]]) -> set[str]:
    fields = {} if "/" in statement.id else statement.record.model_dump(include=_OF_STACKS)
    return stacks_of(statement.id, fields, choices)


def digest(record: Any) -> str:
    """Return the digest of a step, stage, link, choice, option, misconception or fact as its auditor sees it.

    That of a stage is of its words alone: its evidence comes from the steps around it, and a sentence more among
    theirs takes nothing from what was marked. What goes from there with the words that a mark points at does.
    """
    evidence = () if isinstance(record, records.Stage) else record.evidence
    seen = [statement(record), getattr(record, "inferred", None) or "", *_seen(evidence)]
    status = getattr(record, "status", None)
    for key, bound in dated(record, status):
        seen.extend([key, bound.version or bound.date, str(getattr(bound, "inclusive", "")), *_seen(bound.evidence)])
    return audit_digest(seen)


def dated(record: Any, status: records.Status | None) -> Iterator[tuple[str, Any]]:
    """Yield what a record says of when it, and its status, began and ended: the key and the bound."""
    for owner, prefix in ((record, ""), (status, "status ")):
        for key in ("since", "until"):
            bound = getattr(owner, key, None)
            if bound is not None:
                yield prefix + key, bound


def _seen(evidences: Iterable[records.Evidence]) -> list[str]:
    seen = []
    for evidence in evidences:
        when = evidence.when or records.When()
        seen.extend([evidence.source or "", evidence.section or "", evidence.quote or evidence.witness or ""])
        seen.extend([",".join(when.modes or ()), ",".join(when.devices or ())])
        seen.extend(_options(when))
        seen.extend([evidence.supports or "", evidence.doubt or "", evidence.exception or ""])
    return seen


def _options(when: records.When) -> list[str]:
    """Return the options of a condition as one text, and nothing where there is none."""
    if when.options is None and when.unless is None:
        return []
    return [f"with {','.join(when.options or ())};unless {','.join(when.unless or ())}"]


def statement(record: Any) -> str:
    """Return in one line what is said by a step, stage, link, choice, option, misconception or fact."""
    match record:
        case records.Step(when=when):
            conditions = ";".join([",".join(when.modes or ()), ",".join(when.devices or ()), *_options(when)])
            names = f"{record.from_} {record.relation} {record.to}"
            return f"{names} [{conditions}] ({record.qualifier or ''}) {record.text}"
        case records.Stage():
            return f"{record.entity}: {record.note}"
        case records.Link():
            return f"{record.from_} {record.relation} {record.to} ({record.qualifier or ''}) {record.text}"
        case records.Misconception():
            return f"{record.claim} / {record.correction}"
        case choices.Choice(when=when):
            conditions = ";".join([",".join(when.modes or ()), ",".join(when.devices or ()), *_options(when)])
            how = "all" if record.all else f"{record.rule or ''} {' then '.join(record.order or ())}"
            rest = f"default {record.default}, {','.join(record.overridden_by)}, else {record.fallback}"
            return f"{record.chooser} [{conditions}] {','.join(record.among)}: {how}; {rest}. {record.text}"
        case choices.Option():
            effects = ",".join(f"{effect.does} {effect.step or effect.choice}" for effect in record.effects)
            names = ",".join((record.name, *record.aliases))
            effects += f" in {','.join(record.stacks)}" if record.stacks else ""
            return f"{names} ({record.kind} of {record.whose}, default {record.default}): {effects}. {record.text}"
        case records.Fact():
            qualifiers = ",".join(f"{key}={value}" for key, value in sorted(record.qualifiers.items()))
            return f"{record.subject} {record.property} {record.value} {record.unit or ''} ({qualifiers})"
    raise TypeError(f"nothing can be audited of a {type(record).__name__}")
