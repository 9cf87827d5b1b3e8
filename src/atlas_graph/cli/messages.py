"""The edge to the outside: what goes to the standard streams and comes from them, and sentences on standard error."""

from __future__ import annotations

import os
import sys

from ..errors import AtlasError
from ..escapes import escaped, is_safe
from ..render.terminal import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import Any, BinaryIO, TextIO


def tell(sentence: str) -> None:
    """Print a sentence of this command on standard error, its control characters escaped."""
    line = sentence.replace("\n", "\\n")  # what is on several lines stands in a word that was asked for
    print(f"atlas-graph: {Terminal.of(sys.stderr).plain(line)}", file=sys.stderr)


def read_standard_input() -> bytes:
    """Return all of standard input.

    Raises:
        AtlasError: where it was closed before we began, or cannot be read.
    """
    if sys.stdin is None:
        raise AtlasError("standard input is closed; give it a file or a pipe")
    try:
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AtlasError(f"standard input cannot be read: {reason}; give it a file or a pipe") from None


class SafeStreams:
    """While it lasts, standard output and standard error escape what of the data would steer a terminal.

    Every renderer escapes what it shows by the rules of its format; this is the last door, for what one forgot. On a
    terminal the styles that a renderer sets pass. A reader who has seen enough (``| head``) ends the output and not
    the command, whose exit status stays what it is. Streams that were closed before we began go nowhere.
    """

    def __enter__(self) -> SafeStreams:
        self._before = sys.stdout, sys.stderr
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:
                # Python has None there, and prints what is meant for standard error on standard output.
                setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        self._before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = _SafeText(sys.stdout), _SafeText(sys.stderr)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stdout, sys.stderr = self._before


class _Lasting:
    """A stream whose reader may leave: what is written from then on goes nowhere."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _write(self, content: Any) -> int:
        try:
            return int(self._stream.write(content))
        except BrokenPipeError:
            give_up(self._stream)
            return len(content)

    def flush(self) -> None:
        """Send what is buffered."""
        try:
            self._stream.flush()
        except BrokenPipeError:
            give_up(self._stream)


class _Bytes(_Lasting):
    """The bytes below a stream of text, for documents whose writers know their format."""

    def write(self, content: bytes) -> int:
        """Write bytes as they are."""
        return self._write(content)


class _SafeText(_Lasting):
    """A stream of text that lets no harmful character through but line feeds and tabs."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._styled = stream.isatty()

    @property
    def buffer(self) -> BinaryIO:
        return _Bytes(self._stream.buffer)  # type: ignore[return-value]

    def write(self, text: str) -> int:
        """Write text, escaped where it must be."""
        self._write(text if is_safe(text, "\n\t") else self._escaped(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several."""
        for line in lines:
            self.write(line)

    def _escaped(self, text: str) -> str:
        parts = text.split("\x1b[") if self._styled else [text]
        shown = [_plain(parts[0])]
        for part in parts[1:]:
            codes, mark, rest = part.partition("m")
            style = mark and not codes.strip("0123456789;")
            shown.append(f"\x1b[{codes}m{_plain(rest)}" if style else _plain(f"\x1b[{part}"))
        return "".join(shown)


def unguarded(stream: TextIO) -> TextIO:
    """Return the stream below, for a progress bar, which moves the cursor."""
    return stream._stream if isinstance(stream, _SafeText) else stream


def _plain(text: str) -> str:
    return "\t".join(escaped(part, lines=True) for part in text.split("\t"))


def give_up(stream: object) -> None:
    """Send what a stream still holds nowhere, so that Python does not fail over it at exit."""
    try:
        number = stream.fileno()  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return
    target = os.open(os.devnull, os.O_WRONLY)
    os.dup2(target, number)
    os.close(target)
