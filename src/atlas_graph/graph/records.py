"""What the catalog promises of a collection, whatever makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T_co = TypeVar("T_co", covariant=True)


class Records(Protocol[T_co]):
    """The records of one kind: a sequence of objects that goes by their ids and is filtered by calling it."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T_co]: ...

    def __call__(self, *args: Any, **kwargs: Any) -> Records[T_co]:
        """Return those that a filter leaves."""
        ...

    def get(self, asked: str, /) -> T_co | None:
        """Return what has an id, a name or an alias, None where nothing has."""
        ...

    def keys(self) -> tuple[str, ...]:
        """Return the ids, in order."""
        ...
