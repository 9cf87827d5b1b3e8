"""Every record of the dataset and of the release, as strict, frozen pydantic models.

The JSON Schemas in ``schema/`` are generated from these classes (``scripts/generate_schema.py``). What one
record can say of itself alone is checked here; what needs a second record is a rule in ``atlas_graph.rules``.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from . import vocabulary
from .identifiers import BASE_IRI, CITE_PATTERN, ID_PATTERN, link_id, pin_locator, quote_id, step_id
from .licences import demand_expression

Id = Annotated[str, Field(pattern=ID_PATTERN, description="kebab-case, never reused")]
Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Licence = Annotated[Text, AfterValidator(demand_expression)]


def _of_the_calendar(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValueError(f"there is no day {value}; write a date as YYYY-MM-DD") from None
    return value


Date = Annotated[
    str,
    Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="UTC date, YYYY-MM-DD"),
    AfterValidator(_of_the_calendar),
]
Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{40}(?:[0-9a-f]{24})?$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

#: What an address may be made of, so that it is an IRI as well: RFC 3987 wants all else percent-encoded.
_ADDRESS = r"(?:[^\s<>\"{}|\\^`%\[\]]|%[0-9A-Fa-f]{2})"
HttpUrl = Annotated[str, Field(pattern=rf"^https?://[^\s/<>\"{{}}|\\^`%\[\]]+(/{_ADDRESS}*)?$")]
Purl = Annotated[str, Field(pattern=rf"^pkg:[a-z]+/{_ADDRESS}+$")]
VersionedPurl = Annotated[
    str, Field(pattern=rf"^pkg:[a-z]+/{_ADDRESS}+@[^@/?#\s]+$", description="pkg:TYPE/NAME@VERSION")
]


def as_tuple(value: Any) -> Any:
    """A list as a tuple: records are frozen; what is no list is left for pydantic to judge."""
    return tuple(value) if isinstance(value, list) else value


# The closed vocabularies, each a type of the words that it lists.
Kind = Literal[vocabulary.ENTITY_KINDS]  # type: ignore[valid-type]
Phase = Literal[vocabulary.PHASES]  # type: ignore[valid-type]
SourceKind = Literal[vocabulary.SOURCE_KINDS]  # type: ignore[valid-type]
Ids = Annotated[tuple[Id, ...], BeforeValidator(as_tuple)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(as_tuple)]


class Record(BaseModel):
    """Base of all records: strict types, no unknown keys, immutable."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", serialize_by_alias=True)


class Identifiers(Record):
    """The same thing in other registers."""

    purl: Annotated[tuple[Purl, ...], BeforeValidator(as_tuple)] = ()
    wikidata: Annotated[str, Field(pattern=r"^Q[1-9]\d*$")] | None = None
    repository: HttpUrl | None = None


class When(Record):
    """Conditions under which something holds: modes, devices, and options that are set or are not. Absent means any."""

    modes: Ids | None = Field(default=None, min_length=1)
    devices: Ids | None = Field(default=None, min_length=1)
    options: Ids | None = Field(default=None, min_length=1, description="it needs one of these options to be set")
    unless: Ids | None = Field(default=None, min_length=1, description="it needs all of these options to be unset")


class Allow(Record):
    """What a checker may remark of a quote without its being a fault, and why."""

    flags: Ids = Field(min_length=1, description="flags of the checker, such as spans-blocks")
    reason: Text


class Evidence(Record):
    """What stands behind a statement: a verbatim quote from a source, or an observation by a witness."""

    class_: Literal["quote", "observation"] = Field(default="quote", alias="class")
    source: Id | None = None
    quote: Annotated[str, Field(min_length=25, max_length=300)] | None = None
    section: Text | None = Field(default=None, description="heading under which the quote stands")
    prefix: Text | None = Field(default=None, description="text just before, to pick one occurrence")
    suffix: Text | None = Field(default=None, description="text just after, to pick one occurrence")
    when: When | None = Field(default=None, description="the part of the conditions this sentence speaks for")
    supports: Literal["full", "partial", "contradicts"] | None = Field(
        default=None, description="what this sentence alone carries, where that was judged"
    )
    doubt: Text | None = Field(default=None, description="why it is partial or contradicts, in our words")
    exception: Text | None = Field(default=None, description="why the quote need not name both ends")
    allow: Allow | None = Field(default=None, description="what the checker may remark of this quote")
    witness: Id | None = None

    @model_validator(mode="after")
    def _one_class(self) -> Self:
        self._check()
        return self

    def _check(self) -> None:
        if self.class_ == "quote":
            if self.source is None or self.quote is None or self.witness is not None:
                raise ValueError("evidence of class 'quote' needs 'source' and 'quote' and no 'witness'")
        elif self.witness is None or self.source is not None or self.quote is not None:
            raise ValueError("evidence of class 'observation' needs 'witness' and no 'source' or 'quote'")
        self._check_doubt()

    def _check_doubt(self) -> None:
        if self.supports in ("partial", "contradicts") and not self.doubt:
            raise ValueError(f"evidence that is '{self.supports}' needs its 'doubt' in words")

    @property
    def quote_id(self) -> str | None:
        """The quote's id (see :func:`~atlas_graph.model.identifiers.quote_id`), None for an observation."""
        if self.source is None or self.quote is None:
            return None
        return quote_id(self.source, self.quote, self.section, self.prefix, self.suffix)


class WrittenEvidence(Evidence):
    """Evidence as people write it: a quote in full, perhaps with a key, or a reference to one by its key.

    Reading a dataset puts the quote in the place of the reference (``atlas_graph.authoring.cites``).
    """

    key: Id | None = Field(default=None, description="what others cite this quote by; unique within its source")
    cite: Annotated[str, Field(pattern=CITE_PATTERN)] | None = Field(
        default=None, description="SOURCE/KEY of a quote that stands in full elsewhere"
    )

    def _check(self) -> None:
        if self.cite is None:
            if self.key is not None and self.quote is None:
                raise ValueError("only a quote has a 'key'")
            super()._check()
            return
        for name in ("source", "quote", "section", "prefix", "suffix", "witness", "key", "allow"):
            if getattr(self, name) is not None:
                raise ValueError(f"'{name}' is that of the quote that 'cite' refers to; write it there")
        self._check_doubt()


EvidenceSet = Annotated[tuple[WrittenEvidence, ...], BeforeValidator(as_tuple)]


class Since(Record):
    """From when on something holds: the first version of a package that has it, or a day."""

    version: VersionedPurl | None = None
    date: Date | None = Field(default=None, description="where there are no versions")
    evidence: EvidenceSet = Field(min_length=1)

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.version is None) == (self.date is None):
            raise ValueError("write either 'version' (pkg:TYPE/NAME@VERSION) or 'date'")
        return self


class Until(Since):
    """Until when something holds: the first version (or day) without it, or the last with it where ``inclusive``."""

    inclusive: bool = Field(default=False, description="true: that version still has it, and the next does not")


class Status(Record):
    """Whether a record can be relied on, and what to use in its place."""

    state: Literal["current", "deprecated", "withdrawn", "moved"]
    replaced_by: Id | None = Field(default=None, description="the entity that takes its place")
    replaced_by_option: Id | None = Field(default=None, description="the option that takes its place")
    reason: Text | None = None

    @model_validator(mode="after")
    def _say_why(self) -> Self:
        if self.state != "current" and not self.reason:
            raise ValueError(f"a {self.state} record needs a 'reason'")
        if self.state == "moved" and not self.replaced_by and not self.replaced_by_option:
            raise ValueError("a moved record needs 'replaced_by' (an entity) or 'replaced_by_option'")
        return self


class DatedStatus(Status):
    """A status as it is written: with when it came to be so, and ceased to be, each with the sentence that says it."""

    since: Since | None = None
    until: Until | None = None


def _as_status(value: Any) -> Any:
    return {"state": value} if isinstance(value, str) else value


StatusField = Annotated[
    DatedStatus,
    BeforeValidator(_as_status, json_schema_input_type=DatedStatus | Literal["current", "deprecated", "withdrawn"]),
]


Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")]
QuoteId = Annotated[str, Field(pattern=r"^[a-z0-9-]+#[0-9a-f]{8}$")]


class Part(Record):
    """How one part of a statement is carried, as computed from the marks."""

    part: Text
    state: Literal[vocabulary.PART_STATES]  # type: ignore[valid-type]
    why: Text | None = Field(default=None, description="the reason, of what is general, inferred or not carried")
    witness: Id | None = None


class MarkedWords(Record):
    """Words of a quote that carry a part of the statement, with their place in the quote."""

    part: Text
    quote: QuoteId
    words: Text
    start: int = Field(ge=0, description="first code point of the words in the quote, from 0")
    end: int = Field(ge=1, description="code point after the last")
    refers: Text | None = Field(default=None, description="the name that a pronoun stands for; marked as well")


class Audit(Record):
    """Second readers' judgement of the evidence of a statement, read together; ``supports`` follows from the parts.

    ``digest`` is taken over what the readers saw; a statement that changes afterwards is unaudited again. One from
    before there were marks has neither parts nor marks.
    """

    supports: Literal["full", "partial", "none"]
    doubt: Text | None = None
    digest: Digest
    date: Date
    by: Texts = Field(default=(), description="the rounds or persons that it comes from")
    disputed: Texts = Field(default=(), description="parts on which readers differ and no third has settled it")
    parts: Annotated[tuple[Part, ...], BeforeValidator(as_tuple)] = ()
    marks: Annotated[tuple[MarkedWords, ...], BeforeValidator(as_tuple)] = ()

    @model_validator(mode="after")
    def _doubt_in_words(self) -> Self:
        if self.supports != "full" and not self.doubt:
            raise ValueError(f"an audit of '{self.supports}' needs its 'doubt' in words")
        return self


class Mark(Record):
    """What carries one part of a statement: words of a quote, a witness's run, or nothing but a reason."""

    part: Text = Field(description="the part, such as from, relation, mode/jit, or 'text: CLAUSE'")
    quote: QuoteId | None = Field(default=None, description="id of the quote, SOURCE#HEX")
    words: Text | None = Field(default=None, description="the words of that quote, exactly")
    at: int | None = Field(default=None, ge=1, description="which occurrence, where the words stand more than once")
    refers: Text | None = Field(default=None, description="the name in the same quote that the words stand for")
    as_: Id | None = Field(default=None, alias="as", description="which entity, where the words name both ends")
    hedge: Text | None = Field(default=None, description="why a hedge in this sentence does not limit the statement")
    witness: Id | None = Field(default=None, description="the witness whose run shows this part")
    inferred: Text | None = Field(default=None, description="why it is held though no words say it")
    general: Text | None = Field(default=None, description="why it holds whatever the mode, device or option")
    none: Text | None = Field(default=None, description="the doubt: nothing carries this part")

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        forms = ("words", "witness", "inferred", "general", "none")
        if sum(getattr(self, form) is not None for form in forms) != 1:
            raise ValueError(f"a mark has exactly one of {', '.join(forms)}; keep the one that is meant")
        if (self.words is None) != (self.quote is None):
            raise ValueError("'quote' and 'words' go together; give the quote's id and its words")
        if self.words is None and (self.at or self.refers or self.as_ or self.hedge):
            raise ValueError("'at', 'refers', 'as' and 'hedge' go with words; remove them here")
        return self

    @property
    def state(self) -> str:
        """How the part is carried: one of :data:`~atlas_graph.model.vocabulary.PART_STATES`."""
        if self.words is not None:
            return "quoted"
        if self.witness is not None:
            return "observed"
        return "general" if self.general is not None else "inferred" if self.inferred is not None else "none"


Marks = Annotated[tuple[Mark, ...], BeforeValidator(as_tuple)]


class AuditEntry(Record):
    """One reader's judgement of one statement, as it is filed: a mark for each part.

    ``supports`` and ``doubt`` are of judgements from before there were marks; with marks they are computed.
    """

    of: Text = Field(description="id of the statement")
    by: Text | None = Field(default=None, description="who filed it: the name of a blind round, or of a person")
    date: Date
    digest: Digest
    own: bool = Field(default=False, description="by the statement's own author, which counts as no audit")
    marks: Marks = ()
    supports: Literal["full", "partial", "none"] | None = None
    doubt: Text | None = None

    @model_validator(mode="after")
    def _marks_or_word(self) -> Self:
        if self.marks and (self.supports or self.doubt):
            raise ValueError("'supports' and 'doubt' are computed from the marks; remove them")
        if self.marks and not self.by:
            raise ValueError("marks need 'by', the round or the person that made them")
        if not self.marks and self.supports is None:
            raise ValueError("an audit needs its 'marks'")
        if self.supports in ("partial", "none") and not self.doubt:
            raise ValueError(f"an audit of '{self.supports}' needs its 'doubt' in words")
        return self


class Entity(Record):
    """A thing that code passes through, or an idea needed to speak of it."""

    id: Id
    name: Text
    kind: Kind
    summary: Text
    aliases: Texts = Field(default=(), description="every spelling under which documentation names it")
    homepage: HttpUrl | None = None
    licence: Licence | None = Field(default=None, description="SPDX expression, or LicenseRef-proprietary")
    identifiers: Identifiers | None = None
    makers: Texts = Field(
        default=(), description="who makes it, spelt as the publishers of sources are; empty: see those it is part of"
    )
    part_of: Ids = ()
    implemented_in: Ids = ()
    status: StatusField = DatedStatus(state="current")
    since: Since | None = None
    until: Until | None = None
    evidence: EvidenceSet = Field(default=(), description="for a concept: the sentence that defines it")


class Mode(Record):
    """A way of running that a stack tells apart."""

    id: Id
    title: Text
    note: Text | None = None


class Device(Record):
    """A target that steps can be limited to, and the hardware entity it stands for."""

    id: Id
    label: Text
    entity: Id
    aliases: Texts = Field(default=(), description="what people type for it: of its platform, its back end, its driver")


class Relation(Record):
    """A kind of statement that can be made of two entities."""

    id: Id
    label: Text
    inverse: Text
    role: Literal["flow", "structure"]
    definition: Text
    from_kinds: Annotated[tuple[Kind, ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="kinds it may start from; empty = any"
    )
    to_kinds: Annotated[tuple[Kind, ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="kinds it may end at; empty = any"
    )


class OutOfScope(Record):
    """Something a stack does not cover, and why."""

    topic: Text
    reason: Text
    concerns: Ids = Field(default=(), description="entities and devices that a question about it would name")
    modes: Ids = ()


class Exclusion(Record):
    """Modes and devices of a stack that do not go together, and why."""

    modes: Ids = Field(min_length=1)
    devices: Ids = Field(min_length=1)
    reason: Text


class Stage(Record):
    """An entity in its role inside one stack."""

    entity: Id
    note: Text
    since: Since | None = None
    until: Until | None = None
    evidence: EvidenceSet = Field(default=(), description="beside that of the steps that touch the stage")
    audit: Audit | None = None


class Step(Record):
    """One documented hand-over from a stage to another, under stated conditions."""

    from_: Id = Field(alias="from")
    relation: Id
    to: Id
    slug: Id | None = Field(default=None, description="tells apart two steps of the same name")
    when: When = When()
    qualifier: Text | None = Field(default=None, description="a limit in words, such as 'for some kernels'")
    phase: Phase
    status: StatusField = DatedStatus(state="current")
    since: Since | None = None
    until: Until | None = None
    text: Text
    evidence: EvidenceSet = Field(min_length=1)
    inferred: Text | None = Field(
        default=None, description="which part of the conditions no sentence speaks for, and why it is held"
    )
    audit: Audit | None = None

    def id_in(self, stack: str) -> str:
        """Return the step's id within ``stack``."""
        return step_id(stack, self.from_, self.relation, self.to, self.slug)


class Stack(Record):
    """One family of execution paths: its stages, and the steps between them."""

    id: Id
    title: Text
    summary: Text
    entry: Id
    modes: Annotated[tuple[Mode, ...], BeforeValidator(as_tuple)] = Field(min_length=1)
    devices: Ids = Field(min_length=1)
    scope: Text
    out_of_scope: Annotated[tuple[OutOfScope, ...], BeforeValidator(as_tuple)] = ()
    excludes: Annotated[tuple[Exclusion, ...], BeforeValidator(as_tuple)] = ()
    continues: Ids = Field(default=(), description="stacks that take over where this one ends")
    stages: Annotated[tuple[Stage, ...], BeforeValidator(as_tuple)] = Field(min_length=1)
    steps: Annotated[tuple[Step, ...], BeforeValidator(as_tuple)] = Field(min_length=1)


class Link(Record):
    """A sourced structural statement about two entities, outside any path."""

    from_: Id = Field(alias="from")
    relation: Id
    to: Id
    text: Text
    qualifier: Text | None = None
    status: StatusField = DatedStatus(state="current")
    evidence: EvidenceSet = Field(min_length=1)
    audit: Audit | None = None

    @property
    def key(self) -> str:
        """The link's id, ``FROM--RELATION--TO``."""
        return link_id(self.from_, self.relation, self.to)


class Pinned(Record):
    """An immutable copy of a source: a raw file, or a member of a package archive, or the reason for neither."""

    url: HttpUrl | None = None
    purl: Purl | None = Field(default=None, description="pkg:TYPE/NAME@VERSION")
    path: Text | None = Field(default=None, description="member of the archive, without its top folder")
    sha256: Sha256 | None = None
    none: Text | None = Field(default=None, description="why there is no pinned copy")

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if sum(value is not None for value in (self.url, self.purl, self.none)) != 1:
            raise ValueError("a pinned copy is exactly one of 'url', 'purl' (with 'path') or 'none' (a reason)")
        if (self.purl is None) != (self.path is None):
            raise ValueError("'purl' and 'path' go together")
        if (self.none is None) != (self.sha256 is not None):
            raise ValueError("a pinned copy needs its 'sha256'")
        if self.purl is not None and "@" not in self.purl:
            raise ValueError("a pinned 'purl' names a version: pkg:TYPE/NAME@VERSION")
        return self

    @property
    def locator(self) -> str | None:
        """What the verifier fetches: the URL, or ``purl#path``; None where there is no pinned copy."""
        return pin_locator(self.url, self.purl, self.path)


class Source(Record):
    """One document: the page a person reads, and the immutable copy that quotes are checked against."""

    id: Id
    title: Text
    publisher: Text
    kind: SourceKind
    licence: Licence = Field(description="SPDX expression of the document's licence")
    url: HttpUrl
    pinned: Pinned


class Misconception(Record):
    """A claim that is often made and wrong, with its correction."""

    id: Id
    claim: Text
    correction: Text
    stacks: Ids = Field(min_length=1)
    concerns: Ids = Field(default=(), description="entities that the claim is about")
    evidence: EvidenceSet = Field(min_length=1)
    audit: Audit | None = None


class Fact(Record):
    """One sourced property of a subject, with its unit and everything that qualifies it."""

    id: Id
    subject: Id
    property: Id
    value: Annotated[float, Field(allow_inf_nan=False)] | int | Text
    unit: Text | None = None
    as_printed: Text = Field(description="the value as the source prints it")
    qualifiers: dict[Id, Text] = Field(default_factory=dict)
    evidence: EvidenceSet = Field(min_length=1)
    audit: Audit | None = None


class Question(Record):
    """A golden question: what people ask, how it is asked of the atlas, and what the answer must be."""

    id: Id
    question: Text
    asked_as: Texts = Field(
        default=(), description="the same in other words, by someone who has not seen the statements that answer it"
    )
    asked_at: Annotated[tuple[HttpUrl, ...], BeforeValidator(as_tuple)] = ()
    stacks: Ids = ()
    ask: Literal[vocabulary.ASKS]  # type: ignore[valid-type]
    arguments: dict[Text, Any] = Field(default_factory=dict)
    answer: Text = Field(description="the answer in a sentence or two of ours")
    expect: dict[Text, Any] = Field(description="what the result must hold; checked by the tests")


class DatasetHeader(Record):
    """``dataset.yaml``: the dataset as a whole."""

    name: Id
    title: Text
    version: Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$")]
    date: Date
    licence: Licence
    base: Literal[BASE_IRI] = BASE_IRI  # type: ignore[valid-type]
    description: Text
