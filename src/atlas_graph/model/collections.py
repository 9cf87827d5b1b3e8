"""The collections of the dataset and of the release, in one table: what each is called, where it lies, what it holds.

Whoever walks over all collections (reading, compiling, loading, RDF, listing, counting, comparing) reads this table.
To add a collection: a record in ``records``, a row here, and a shape in ``atlas_graph.rdf.mapping``.
"""

from __future__ import annotations

from .identifiers import stage_id
from .status import BOUNDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Collection:
    """One row of the table.

    Attributes:
        name: key of the release, and folder or file of the dataset.
        kind: what one of its records is called, as addresses and messages name it.
        record: name of the record's class in ``records`` (in ``release`` for what only a release has).
        homes: where a record stands whose file is named after it; the files of others hold lists.
        written: people or tools write it into YAML files; ``quotes`` and ``ledger`` come about otherwise.
        in_stacks: the folder of a stack may hold a file of these as well, ``stacks/ID/NAME.yaml``.
        released: it is a key of the release.
        required: a release without it is not read.
        evidence: its records carry evidence themselves (those of a stack carry it in stages and steps).
        audited: its records are statements that an auditor judges.
        counted: the statistics say how many there are.
        rank: place in the order in which a bare id is looked for, from 1; 0 is never.
        corrected: nobody refers to its ids, so a record that goes is a correction.
        meaning: the fields whose change is a change of meaning.
        columns: what a listing shows, empty where it is not listed; a table for people shows the first four.
    """

    __slots__ = (
        "audited",
        "columns",
        "corrected",
        "counted",
        "evidence",
        "homes",
        "in_stacks",
        "kind",
        "meaning",
        "name",
        "rank",
        "record",
        "released",
        "required",
        "written",
    )

    def __init__(
        self,
        name: str,
        *,
        kind: str,
        record: str,
        homes: tuple[str, ...] = (),
        written: bool = True,
        in_stacks: bool = False,
        released: bool = True,
        required: bool = False,
        evidence: bool = False,
        audited: bool = False,
        counted: bool = False,
        rank: int = 0,
        corrected: bool = False,
        meaning: tuple[str, ...] = (),
        columns: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.record = record
        self.homes = homes
        self.written = written
        self.in_stacks = in_stacks
        self.released = released
        self.required = required
        self.evidence = evidence
        self.audited = audited
        self.counted = counted
        self.rank = rank
        self.corrected = corrected
        self.meaning = meaning
        self.columns = columns


#: In the order that they have in a release.
COLLECTIONS: tuple[Collection, ...] = (
    Collection("devices", kind="device", record="Device", required=True, rank=3, meaning=("entity",),
        columns=("id", "label", "entity")),
    Collection("relations", kind="relation", record="Relation", required=True, rank=5,
        meaning=("role", "inverse", "definition", "label"), columns=("id", "label", "inverse", "role", "definition")),
    Collection("entities", kind="entity", record="Entity", homes=("entities/{id}.yaml",), required=True,
        evidence=True, counted=True, rank=1, meaning=("kind",),
        columns=("id", "name", "kind", "status", "licence", "aliases", "summary")),
    Collection("sources", kind="source", record="Source", required=True, counted=True, rank=4, corrected=True,
        columns=("id", "title", "publisher", "kind", "licence", "url")),
    Collection("quotes", kind="quote", record="Quote", written=False, corrected=True),
    Collection("stacks", kind="stack", record="Stack", homes=("stacks/{id}.yaml", "stacks/{id}/stack.yaml"),
        required=True, counted=True, rank=2, meaning=("entry", "excludes"),
        columns=("id", "title", "modes", "devices", "stages", "steps", "summary")),
    Collection("links", kind="link", record="Link", evidence=True, audited=True, counted=True, rank=8,
        meaning=("qualifier",), columns=("id", "from", "relation", "to", "text")),
    Collection("choices", kind="choice", record="Choice", in_stacks=True, evidence=True, audited=True, counted=True,
        rank=10, meaning=("stack", "chooser", "among", "order", "default", "overridden_by", "all", "when"),
        columns=("id", "chooser", "among", "default", "order", "rule", "overridden_by", "fallback", "all", "text")),
    Collection("options", kind="option", record="Option", in_stacks=True, evidence=True, audited=True, counted=True,
        rank=11, meaning=("name", "kind", "whose", "effects", "stacks"),
        columns=("id", "name", "kind", "whose", "default", "aliases", "status", "effects", "text")),
    Collection("looked", kind="looked", record="Looked", evidence=True, counted=True, rank=12, corrected=True,
        columns=("id", "date", "found", "read")),
    Collection("misconceptions", kind="misconception", record="Misconception", evidence=True, audited=True,
        counted=True, rank=6, meaning=("claim", "stacks"),
        columns=("id", "claim", "stacks", "concerns", "correction")),
    Collection("facts", kind="fact", record="Fact", evidence=True, audited=True, counted=True, rank=7,
        meaning=("subject", "property", "value", "value_text", "unit", "qualifiers"),
        columns=("id", "subject", "property", "as_printed", "value", "unit", "qualifiers")),
    Collection("witnesses", kind="witness", record="Witness", homes=("witnesses/{id}/record.yaml",), counted=True,
        rank=9, meaning=("steps", "contradicts"), columns=("id", "title", "date", "device")),
    Collection("questions", kind="question", record="Question", rank=13, corrected=True,
        columns=("id", "question", "ask", "stacks", "answer", "asked_as", "asked_at")),
    Collection("ledger", kind="quote", record="LedgerEntry", written=False, required=True, corrected=True),
    Collection("audits", kind="audit", record="AuditEntry", released=False),
)  # fmt: skip

#: Those that are keys of the release.
RELEASED: tuple[Collection, ...] = tuple(row for row in COLLECTIONS if row.released)
#: Those that the dataset folder holds in YAML.
WRITTEN: tuple[Collection, ...] = tuple(row for row in COLLECTIONS if row.written)
#: Parts of a stack that are statements: key of the stack -> fields whose change is a change of meaning.
STACK_PARTS: dict[str, tuple[str, ...]] = {"stages": (), "steps": ("when", "qualifier", "phase")}


def statements(release: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield all that carries evidence in a release: its id, what it is called, and the record.

    Steps, links, misconceptions, facts and entities go by their ids, stages by ``STACK/stage/ENTITY``.
    """
    for row in RELEASED:
        if row.evidence:
            for record in release.get(row.name, ()):
                yield record["id"], row.kind, record
        elif row.name == "stacks":
            for stack in release["stacks"]:
                for stage in stack["stages"]:
                    yield stage_id(stack["id"], stage["entity"]), "stage", stage
                for step in stack["steps"]:
                    yield step["id"], "step", step


def citations(release: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield each use of a piece of evidence in a release: the statement's id, the statement, the evidence."""
    for key, _, record in statements(release):
        for evidence in receipts(record):
            yield key, record, evidence


def stacks_of(statement: str, record: dict[str, Any], choices: dict[str, dict[str, Any]]) -> set[str]:
    """Return the ids of the stacks that a statement is of.

    A step or stage is of its own (as its id, ``statement``, says), a choice of that of its candidates, an option of
    those on whose steps and ``choices`` it has an effect; others name the stacks that they are about, or none.
    """
    stack, slash, _ = statement.partition("/")
    found = {stack} if slash else set(record.get("stacks", ()))
    found.update(of["stack"] for of in (record, record.get("of", {})) if of.get("stack"))
    steps = [*record.get("among", ()), *(effect["step"] for effect in record.get("effects", ()) if effect.get("step"))]
    found.update(step.partition("/")[0] for step in steps if "/" in step)
    for effect in record.get("effects", ()):
        if effect.get("choice") in choices:
            found |= stacks_of("", choices[effect["choice"]], {})
    return found


def receipts(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every piece of evidence of a record of the release, that of its versions after its own."""
    yield from record.get("evidence", ())
    for bound in BOUNDS:
        if bound in record:
            yield from record[bound]["evidence"]
