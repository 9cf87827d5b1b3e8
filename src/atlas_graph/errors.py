"""The errors that this package raises of its own accord.

::

    AtlasError
    ├── UnknownIdError   (also LookupError)  an id that the atlas does not have; names the nearest ones
    ├── ReleaseError     (also ValueError)   a release that cannot be read or trusted
    │   └── UnreachableError                 a release whose address does not answer just now
    └── MissingExtraError (also ImportError) an optional dependency that is not installed

and the one warning: ``AtlasWarning``, where an id has moved, or is deprecated or withdrawn.
"""

from __future__ import annotations

#: Characters of a word that is not known which are repeated to who asked for it.
_SHOWN = 80


class AtlasError(Exception):
    """Base of the package's errors. Its text is one sentence that says what to do."""


class AtlasWarning(UserWarning):
    """An id that was looked up has moved, or is deprecated or withdrawn; the text says why and what to use."""


class UnknownIdError(AtlasError, LookupError):
    """An id that the atlas does not have.

    ``kind`` says what was looked for ("stack", "mode" …), ``asked`` the word given, ``nearest`` the ids that
    come closest, best first. ``hint`` says what to do where neither says it all.
    """

    def __init__(
        self, kind: str, asked: str, nearest: tuple[str, ...] = (), known: tuple[str, ...] = (), hint: str | None = None
    ) -> None:
        self.kind, self.asked, self.nearest, self.known, self.hint = kind, asked, nearest, known, hint
        if hint is not None:
            pass
        elif nearest:
            hint = f"did you mean {' or '.join(nearest)}?"
        elif known:
            hint = f"use one of {', '.join(known)}."
        else:
            hint = "nothing comes close; search for it, or list what there is."
        shown = asked if len(asked) <= _SHOWN else f"{asked[:_SHOWN]}…"
        super().__init__(f"there is no {kind} '{shown}'; {hint}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, self.asked, self.nearest, self.known, self.hint)


class ReleaseError(AtlasError, ValueError):
    """A release that does not parse, is cut short, fails its checksum, or is newer than this package."""


class UnreachableError(ReleaseError):
    """A release on the network that could not be reached; that says nothing of the release, and may pass."""


class MissingExtraError(AtlasError, ImportError):
    """A feature whose optional dependency is not installed; ``what`` needs ``package``, and ``extra`` brings it."""

    def __init__(self, package: str, extra: str, what: str = "this") -> None:
        self.package, self.extra, self.what = package, extra, what
        super().__init__(f"{what} needs {package}; install it with: pip install 'atlas-graph[{extra}]'")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.package, self.extra, self.what)
