"""A problem in the data: which rule, where, and in one sentence what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One finding about the dataset.

    ``file`` is relative to the dataset folder, ``line`` counts from 1; ``code`` is a rule's code
    (``atlas-graph explain-rule CODE``).
    """

    file: str
    line: int
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.code} {self.message}"


class DatasetError(ValueError):
    """The dataset is invalid; ``problems`` holds every problem that was found, sorted."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(set(problems))
        count = len(self.problems)
        super().__init__(f"the dataset has {count} problem{'s' if count != 1 else ''}: {self.problems[0]}")
