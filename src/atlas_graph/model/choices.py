"""Records of what decides a path: choices, options, and looks that found nothing."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from . import vocabulary
from .records import (
    Audit,
    Date,
    DatedStatus,
    EvidenceSet,
    Id,
    Record,
    Since,
    StatusField,
    Text,
    Texts,
    Until,
    When,
    as_tuple,
)

OptionKind = Literal[vocabulary.OPTION_KINDS]  # type: ignore[valid-type]
EffectKind = Literal[vocabulary.EFFECT_KINDS]  # type: ignore[valid-type]

#: The id of a step; that of an entity or of a step.
STEP_ID = r"^[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9-]+$"
CANDIDATE = r"^[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9-]+)?$"

Candidate = Annotated[str, Field(pattern=CANDIDATE)]
Candidates = Annotated[tuple[Candidate, ...], BeforeValidator(as_tuple)]


class Choice(Record):
    """A place where something chooses between steps, or where all of them happen."""

    id: Id
    stack: Id | None = Field(default=None, description="absent: wherever the candidates are met")
    chooser: Id = Field(description="the entity that chooses")
    among: Candidates = Field(min_length=2, description="steps that leave one stage, or the entities they lead to")
    rule: Text | None = Field(default=None, description="what it goes by, in our words")
    order: Candidates | None = Field(default=None, min_length=2, description="in which order they are tried")
    default: Candidate | None = Field(default=None, description="what is taken where nothing is set")
    overridden_by: Annotated[tuple[Id, ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="options that decide it"
    )
    fallback: Text | None = Field(default=None, description="what happens where none fits, in our words")
    all: bool = Field(default=False, description="true: nothing chooses, all of them happen")
    when: When = When()
    text: Text
    status: StatusField = DatedStatus(state="current")
    since: Since | None = None
    until: Until | None = None
    evidence: EvidenceSet = Field(min_length=1)
    audit: Audit | None = None

    @model_validator(mode="after")
    def _says_how(self) -> Self:
        if self.all and (self.rule or self.order or self.default or self.overridden_by or self.fallback):
            raise ValueError(
                "where all of them happen nothing is chosen; leave out 'rule', 'order', 'default', 'overridden_by' "
                "and 'fallback'"
            )
        if not self.all and not self.rule and not self.order:
            raise ValueError("say how it is chosen: 'rule' (in words) or 'order' (of the candidates), or 'all: true'")
        for name in (*(self.order or ()), *((self.default,) if self.default else ())):
            if name not in self.among:
                raise ValueError(f"'{name}' is not one of 'among'; add it there or correct it")
        return self


class Effect(Record):
    """What setting an option does to one step or choice."""

    does: EffectKind
    step: Annotated[str, Field(pattern=STEP_ID)] | None = None
    choice: Id | None = None

    @model_validator(mode="after")
    def _one_target(self) -> Self:
        if (self.step is None) == (self.choice is None):
            raise ValueError("an effect is on exactly one of 'step' or 'choice'")
        if self.choice is not None and self.does not in ("decides", "changes"):
            raise ValueError(f"an option 'decides' or 'changes' a choice; it '{self.does}' a step")
        if self.step is not None and self.does == "decides":
            raise ValueError("an option 'decides' a choice; it 'adds', 'removes', 'redirects' or 'changes' a step")
        return self


class Option(Record):
    """A switch: it adds, removes or redirects a step or decides a choice, or shows what happens in a stack."""

    id: Id
    name: Text = Field(description="as it is typed, with the value that has the effect")
    aliases: Texts = Field(default=(), description="other ways to type the same")
    kind: OptionKind
    whose: Id = Field(description="the entity that reads it")
    default: Text | None = Field(default=None, description="how things are where it is not set")
    effects: Annotated[tuple[Effect, ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="absent where no step or choice is another for it: say in which 'stacks' it is read"
    )
    stacks: Annotated[tuple[Id, ...], BeforeValidator(as_tuple)] = Field(
        default=(), description="where it is read, of an option that has no effect on a step or choice"
    )
    text: Text
    status: StatusField = DatedStatus(state="current")
    since: Since | None = None
    until: Until | None = None
    evidence: EvidenceSet = Field(min_length=1)
    audit: Audit | None = None

    @model_validator(mode="after")
    def _somewhere(self) -> Self:
        if not self.effects and not self.stacks:
            raise ValueError("say what it does to which step or choice ('effects'), or in which 'stacks' it is read")
        return self


class Asked(Record):
    """What a look was for: a stack as a whole, or the way from one thing to another."""

    stack: Id | None = None
    from_: Id | None = Field(default=None, alias="from")
    to: Id | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.stack is None) == (self.from_ is None) or (self.from_ is None) != (self.to is None):
            raise ValueError("write either {stack: ID} or {from: ID, to: ID}")
        return self


class Looked(Record):
    """That someone looked for a way, what was read, and what was found: only then may the atlas say "none"."""

    of: Asked
    read: Texts = Field(min_length=1, description="ids of sources, or addresses of what is no source here")
    date: Date
    found: Text = Field(description="what was found, in our words")
    evidence: EvidenceSet = Field(default=(), description="a sentence that denies it, where there is one")

    @property
    def key(self) -> str:
        """The look's id: the stack or ``FROM--TO``, and the day."""
        of = self.of.stack or f"{self.of.from_}--{self.of.to}"
        return f"{of}--{self.date}"
