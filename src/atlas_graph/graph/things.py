"""The smaller things of an atlas, as queries hand them out: devices, modes, quotes, who publishes, runs, looks."""

from __future__ import annotations

from .as_json import evidence_values
from .value import Frozen, Record, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .catalog import Catalog
    from .evidence import Evidence, Source
    from .search.hits import Receipt


class Device(Value):
    """A target that steps can be limited to; ``entity`` is the id of the hardware that it stands for."""

    __slots__ = ("aliases", "entity", "id", "label")
    aliases: tuple[str, ...]
    entity: str
    id: str
    label: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Device:
        """Make a device from its released record."""
        return cls(aliases=tuple(raw.get("aliases", ())), entity=raw["entity"], id=raw["id"], label=raw["label"])

    def __str__(self) -> str:
        return self.label


class Mode(Value):
    """A way of running that a stack tells apart. ``id`` is ``STACK:MODE``, ``name`` the mode's id in its stack."""

    __slots__ = ("id", "name", "note", "stack", "title")
    id: str
    name: str
    note: str | None
    stack: str
    title: str

    @classmethod
    def of(cls, stack: str, raw: dict[str, Any]) -> Mode:
        """Make a mode from its released record."""
        name = raw["id"]
        return cls(id=f"{stack}:{name}", name=name, note=raw.get("note"), stack=stack, title=raw["title"])

    def __str__(self) -> str:
        return self.title


class Publisher(Value):
    """Who publishes documents that the atlas cites. ``id`` is the name; ``sources`` are the ids of the documents.

    ``quotes`` is the number of sentences that are quoted from them.
    """

    __slots__ = ("id", "quotes", "sources")
    id: str
    quotes: int
    sources: tuple[str, ...]

    def __str__(self) -> str:
        return self.id


class Quote(Value):
    """A sentence that is quoted, and the ids ``of`` the statements that cite it.

    ``receipt`` is its first use, ``stacks`` are the ids of the stacks whose stages and steps cite it.
    """

    __slots__ = ("id", "of", "receipt", "stacks")
    id: str
    of: tuple[str, ...]
    receipt: Evidence
    stacks: tuple[str, ...]

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The receipt, as what stands behind other things is had."""
        return (self.receipt,)

    @property
    def text(self) -> str:
        """Its words, as they stand in the document."""
        return str(self.receipt.quote)

    @property
    def source(self) -> Source:
        """The document."""
        assert self.receipt.source is not None  # a quote has one
        return self.receipt.source

    @property
    def publisher(self) -> str:
        """Who publishes the document."""
        return self.source.publisher

    @property
    def section(self) -> str | None:
        """The heading under which it stands, None where the source has none."""
        return self.receipt.section

    @property
    def verdict(self) -> str:
        """What was last found of it."""
        return self.receipt.verdict

    @property
    def checked(self) -> str | None:
        """The UTC date of that, None where it was never looked for."""
        return self.receipt.checked

    @property
    def link(self) -> str | None:
        """The page, opened at the sentence."""
        return self.receipt.link

    def to_dict(self) -> dict[str, Any]:
        """Return the quote as JSON values."""
        return {"id": self.id, "of": list(self.of), "stacks": list(self.stacks), **_values(self.receipt)}

    def __str__(self) -> str:
        return str(self.receipt)


class Citation(Value):
    """One use of a quote: ``of`` is the id of the statement that cites it, ``receipt`` the quote in that use.

    ``stack`` is the id of the stack of which the statement is, None where it is of none.
    """

    __slots__ = ("id", "of", "receipt", "stack")
    id: str
    of: str
    receipt: Evidence
    stack: str | None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The receipt, as what stands behind other things is had."""
        return (self.receipt,)

    def to_dict(self) -> dict[str, Any]:
        """Return the use of the quote as JSON values."""
        return {"id": self.id, "of": self.of, "stack": self.stack, **_values(self.receipt)}

    def __str__(self) -> str:
        return f"{self.of}: {self.receipt}"


def _values(evidence: Evidence) -> dict[str, Any]:
    return evidence_values([evidence])[0]


class Witness(Record):
    """A program that makes a real framework show its steps; ``raw`` holds the record of its last run."""

    __slots__ = ("id", "raw", "title")
    id: str
    title: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Witness:
        """Make a witness from its released record."""
        return cls(id=raw["id"], raw=raw, title=raw["title"])

    @property
    def steps(self) -> tuple[str, ...]:
        """Ids of the steps that it shows."""
        return tuple(self.raw["steps"])

    @property
    def contradicts(self) -> tuple[str, ...]:
        """Ids of the steps of which it shows that they are otherwise."""
        return tuple(self.raw["contradicts"])

    @property
    def date(self) -> str | None:
        """UTC date of its last run, None where it has not been run."""
        return (self.raw.get("run") or {}).get("date")

    @property
    def device(self) -> str | None:
        """Id of the device that it last ran on, None where it has not been run."""
        return (self.raw.get("run") or {}).get("device")

    def __str__(self) -> str:
        return self.title


class Question(Frozen):
    """A golden question; ``raw`` says how it is asked of the atlas, and what the answer must hold."""

    __slots__ = ("_catalog", "_receipts", "id", "raw")
    id: str
    raw: dict[str, Any]

    def __init__(self, catalog: Catalog, raw: dict[str, Any]) -> None:
        self._catalog, self._receipts = catalog, None
        self._set(id=raw["id"], raw=raw)

    _receipts: tuple[Receipt, ...] | None

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """Statements behind the answer, each with its evidence."""
        if self._receipts is None:
            from .question_receipts import receipts  # asks the atlas, which itself makes questions

            self._receipts = receipts(self._catalog, self.raw)
        return self._receipts

    @property
    def question(self) -> str:
        """The question, in our words."""
        return str(self.raw["question"])

    @property
    def answer(self) -> str:
        """The answer, in a sentence of ours."""
        return str(self.raw["answer"])

    @property
    def stacks(self) -> tuple[str, ...]:
        """Ids of the stacks that it is about."""
        return tuple(self.raw["stacks"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(("Question", self.id))

    def __repr__(self) -> str:
        return f"<Question {self.id}>"

    def __str__(self) -> str:
        return self.question


class Looked(Record):
    """That someone looked for a way, so that "there is none documented" can be said."""

    __slots__ = ("evidence", "id", "raw")
    evidence: tuple[Evidence, ...]
    id: str

    @property
    def date(self) -> str:
        """The UTC date of the look."""
        return str(self.raw["date"])

    @property
    def read(self) -> tuple[str, ...]:
        """What was read: ids of sources, or addresses."""
        return tuple(self.raw["read"])

    @property
    def found(self) -> str:
        """What was found, in our words."""
        return str(self.raw["found"])

    def __str__(self) -> str:
        return self.found
