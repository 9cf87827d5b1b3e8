"""The errors of a query, each one sentence that says what to do."""

from __future__ import annotations

from ..errors import AtlasError


class QueryError(AtlasError, ValueError):
    """A query that cannot be run: it does not parse, is refused, or went beyond a limit.

    ``line`` and ``column`` count from 1 and are None where no place in the query is to blame.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.message, self.line, self.column = message, line, column
        super().__init__(message if line is None else f"line {line}, column {column}: {message}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.line, self.column)


class QueryTimeout(QueryError):
    """A query that was ended because it ran beyond its time, memory or size."""
