"""What a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..problems import Problem

#: How much a finding weighs: an error wherever it is found; an error for what is published and a notice until then;
#: a notice that a person answers or leaves.
Severity = Literal["error", "release", "notice"]

#: A finding before it knows its rule: the record's place, the path to the part at fault, the sentence.
Found = tuple[Located, tuple[str | int, ...], str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a dataset must keep.

    ``code`` is stable and never reused; ``sentence`` says what is wanted and why. ``passing`` and ``failing``
    are YAML, laid over the small example dataset of the tests: collection -> records, merged by id. A rule
    without ``find`` is kept by the reader itself, and its examples are whole files. ``severity`` says how much a
    finding weighs.
    """

    code: str
    name: str
    sentence: str
    passing: str
    failing: str
    find: Callable[[Dataset], Iterator[Found]] | None = None
    severity: Severity = "error"

    def check(self, dataset: Dataset) -> Iterator[Problem]:
        """Yield the problems of this rule in ``dataset``."""
        if self.find is None:
            return
        for located, path, message in self.find(dataset):
            yield Problem(*located.where(*path), self.code, message)
