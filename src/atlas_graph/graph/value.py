"""The base of the small immutable objects that queries return.

Written by hand because importing ``dataclasses`` costs as much as walking the graph.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """Leave the class as it is: what type checkers read costs nothing at run time."""
        return lambda cls: cls


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Value:
    """An immutable object with named fields, compared and hashed by them, that pickles and prints itself.

    Subclasses list their fields in ``__slots__`` and annotate them. They are made by keywords alone, which type
    checkers hold against the annotations.
    """

    __slots__: tuple[str, ...] = ()

    def __init__(self, **fields: Any) -> None:
        set_field = object.__setattr__
        try:
            for name, value in fields.items():
                set_field(self, name, value)
        except AttributeError:
            raise TypeError(f"{type(self).__name__} has no field '{name}'") from None
        if len(fields) != len(self.__slots__):
            missing = next(name for name in self.__slots__ if name not in fields)
            raise TypeError(f"{type(self).__name__} needs '{missing}'")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; '{name}' cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; '{name}' cannot be deleted")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def _fields(self) -> Iterator[tuple[str, Any]]:
        return ((name, getattr(self, name)) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, *self._values()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._said()}>"

    def _said(self) -> str:
        """Say in a few words which of its kind it is: its id, what it prints, else its plain fields."""
        name = getattr(self, "id", None)
        if name is not None:
            return str(name)
        if type(self).__str__ is not object.__str__:
            return shortened(str(self))
        plain = (
            f"{name}={value!r}" for name, value in self._fields() if isinstance(value, (str, int, bool, type(None)))
        )
        return shortened(", ".join(plain))

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), dict(self._fields()))


class Record(Value):
    """A value made from a released record, ``raw``, which holds every field: equal where the records are."""

    __slots__ = ()
    raw: dict[str, Any]

    @property
    def status(self) -> str:
        """``current``, or ``deprecated``, ``withdrawn`` or ``moved`` where the record says so."""
        return str(self.raw.get("status", {}).get("state", "current"))

    @property
    def status_reason(self) -> str | None:
        """Why it is not current, in our words; None where it is."""
        status: dict[str, str | None] = self.raw.get("status", {})
        return status.get("reason")

    @property
    def replaced_by(self) -> str | None:
        """Id of what to use in its place, None where nothing is named."""
        status: dict[str, str | None] = self.raw.get("status", {})
        return status.get("replaced_by") or status.get("replaced_by_option")

    @property
    def since(self) -> str | None:
        """The package URL with the version, or the date, from which on it holds; None where that is not known."""
        return self._bound("since")

    @property
    def until(self) -> str | None:
        """The package URL with the version, or the date, until which it held; None where that is not known."""
        return self._bound("until")

    def _bound(self, name: str) -> str | None:
        bound: dict[str, str | None] = self.raw.get(name) or {}
        return bound.get("version") or bound.get("date")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash((type(self).__name__, getattr(self, "id", None)))


#: Characters of a text that a line of a session shows.
_SHOWN = 100


def shortened(text: str) -> str:
    """Return the first line of a text, cut where it is long, for a line of a session.

    >>> shortened("JAX traces to jaxpr\\nand more")
    'JAX traces to jaxpr…'
    """
    line = text.partition("\n")[0]
    return line if line == text and len(line) <= _SHOWN else f"{line[:_SHOWN].rstrip()}…"


def _made(kind: type[Value], fields: dict[str, Any]) -> Value:
    """Make an object again from its pickle."""
    return kind(**fields)


class Frozen:
    """An object whose public attributes stay as they were made. What it works out later it keeps in ``_names``."""

    __slots__: tuple[str, ...] = ()

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} is immutable; '{name}' cannot be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; '{name}' cannot be deleted")

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        self._set(**state[1])
