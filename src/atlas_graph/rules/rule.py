"""What a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import yaml

from ..authoring.dataset import Dataset
from ..authoring.located import Located
from ..problems import Problem

#: How much a finding weighs: an error wherever it is found; an error for what is published and a notice until then;
#: a notice that a person answers or leaves.
Severity = Literal["error", "release", "notice"]

#: A finding before it knows its rule: the record's place, the path to the part at fault, the sentence.
Found = tuple[Located, tuple[str | int, ...], str]

_EXAMPLES = Path(__file__).with_name("examples")


@dataclass(frozen=True)
class Rule:
    """One thing that a dataset must keep.

    ``code`` is stable and never reused. A rule without ``find`` is kept by the reader itself. ``severity`` says how
    much a finding weighs. What the rule wants and why stands in ``examples/CODE.yaml``: a ``sentence``, and ``passing``
    and ``failing``, which are YAML laid over the small example dataset of the tests: collection -> records, merged by
    id. Those of a rule of the reader are whole files.
    """

    code: str
    name: str
    find: Callable[[Dataset], Iterator[Found]] | None = None
    severity: Severity = "error"

    @cached_property
    def _words(self) -> dict[str, str]:
        words: dict[str, str] = yaml.safe_load((_EXAMPLES / f"{self.code}.yaml").read_text(encoding="utf-8"))
        return words

    @property
    def sentence(self) -> str:
        """What is wanted, and why."""
        return self._words["sentence"]

    @property
    def passing(self) -> str:
        """An example that keeps the rule."""
        return self._words["passing"]

    @property
    def failing(self) -> str:
        """An example that breaks it."""
        return self._words["failing"]

    def check(self, dataset: Dataset) -> Iterator[Problem]:
        """Yield the problems of this rule in ``dataset``."""
        if self.find is None:
            return
        for located, path, message in self.find(dataset):
            yield Problem(*located.where(*path), self.code, message)
