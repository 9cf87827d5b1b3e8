"""A problem in the data: which rule, where, and in one sentence what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
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


#: Problems that are told at once; who has as many corrects a few and asks again.
MOST_PROBLEMS = 1000


class Problems(list[Problem]):
    """Problems as they are found; the one too many ends the search.

    Raises:
        DatasetError: from ``append`` and ``extend``, with what was found, once :data:`MOST_PROBLEMS` are.
    """

    def append(self, problem: Problem) -> None:
        """Add one."""
        super().append(problem)
        if len(self) >= MOST_PROBLEMS:
            raise DatasetError(self)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several, one by one: they need not all be found first."""
        for problem in problems:
            self.append(problem)


class DatasetError(ValueError):
    """The dataset is invalid; ``problems`` holds every problem that was found, sorted.

    The search ends at :data:`MOST_PROBLEMS`.
    """

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(set(problems))
        count, first = len(self.problems), self.problems[0]
        if len(problems) >= MOST_PROBLEMS:
            super().__init__(f"the dataset has {count} problems and perhaps more, correct these first: {first}")
        else:
            super().__init__(f"the dataset has {count} problem{'s' if count != 1 else ''}: {first}")
