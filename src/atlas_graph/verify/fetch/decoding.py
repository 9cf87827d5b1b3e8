"""Undoing a compression without ever holding more than was allowed.

Output comes in pieces, and each piece is counted before the next is asked for. The compressions are the two that are
asked for (``Accept-Encoding``) and that Python has without a package.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from ..document import Verdict
from .setback import Setback, size

PIECE = 1 << 16

#: Text is seldom packed to a twentieth of its size; a body over the cap that grew by more is a bomb.
BOMB_RATIO = 100

#: The content codings that are undone here, as ``Accept-Encoding`` lists them.
ACCEPTED = "gzip, deflate"

_GZIP = ("gzip", "x-gzip")
_GZIP_MAGIC = b"\x1f\x8b"
_MOST_LAYERS = 2
# What no text has, in whatever character set that begins with ASCII; ESC switches sets in ISO-2022.
_NO_TEXT = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))


class Layer:
    """One compression (``gzip``, ``x-gzip``, ``deflate``), undone piece by piece; members that follow are joined."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._window = zlib.MAX_WBITS | 16 if kind in _GZIP else zlib.MAX_WBITS
        self._begin()
        self._untouched = True

    def _begin(self) -> None:
        self._inner = zlib.decompressobj(self._window)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for a piece of input, in pieces of at most :data:`PIECE` bytes.

        :raises Setback: if the input is not what it says it is.
        """
        full = False
        while data or full:
            if self._inner.eof:
                # Another member may follow, and then zeros or rubbish, which every unpacker overlooks.
                if self._kind not in _GZIP or not data.startswith(_GZIP_MAGIC):
                    return
                self._begin()
            piece = self._piece(data)
            self._untouched = False
            # A piece that came out full may have left output behind even when all input was taken in.
            full = len(piece) == PIECE and not self._inner.eof
            data = self._inner.unused_data if self._inner.eof else self._inner.unconsumed_tail
            if piece:
                yield piece

    def _piece(self, data: bytes) -> bytes:
        try:
            return self._inner.decompress(data, PIECE)
        except zlib.error as problem:
            # What HTTP calls deflate is zlib by the standard, and raw by the habit of some servers.
            if self._untouched and self._window == zlib.MAX_WBITS:
                self._window = -zlib.MAX_WBITS
                self._begin()
                return self._piece(data)
            raise Setback(Verdict.UNREACHABLE, f"undecodable: broken {self._kind} data ({problem})") from None

    def finish(self) -> None:
        """Say that the input has ended.

        :raises Setback: if it ended too early.
        """
        if not self._inner.eof and not self._untouched:
            reason = f"undecodable: the {self._kind} data break off before their end"
            raise Setback(Verdict.UNREACHABLE, reason, again=True)


class Decoder:
    """The content codings of one answer, undone under a cap on what comes out.

    A token that names no coding known here is passed over, as browsers do: stores of files send "UTF-8", "none" or
    "aws-chunked" in that field. Then the bytes must be those of a text, or they are in a coding after all.
    """

    def __init__(self, content_encoding: str | None, cap: int) -> None:
        names = [name.strip().lower() for name in (content_encoding or "").split(",")]
        names = [name for name in names if name and name != "identity"]
        known = [name for name in names if name in (*_GZIP, "deflate")]
        if len(known) > _MOST_LAYERS:
            raise Setback(Verdict.REFUSED, f"packed {len(known)} times over, as only a decompression bomb is")
        self._unknown = next((name for name in names if name not in known), None)
        self._layers = [Layer(name) for name in reversed(known)]
        self._cap = cap
        self._taken = 0
        self._given = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The plain bytes for a piece of the body.

        :raises Setback: ``refused`` for a bomb, ``unverifiable`` for a body that is just too large,
            ``unreachable`` for one that cannot be undone.
        """
        self._taken += len(data)
        for piece in self._through(0, data):
            if self._unknown is not None and not _may_be_text(piece, first=not self._given):
                reason = f"undecodable: nothing here undoes the compression {self._unknown[:40]!r}"
                raise Setback(Verdict.UNREACHABLE, reason)
            self._given += len(piece)
            if self._given > self._cap:
                raise self._too_large()
            yield piece

    def _through(self, depth: int, data: bytes) -> Iterator[bytes]:
        if depth == len(self._layers):
            if data:
                yield data
            return
        for piece in self._layers[depth].feed(data):
            yield from self._through(depth + 1, piece)

    def _too_large(self) -> Setback:
        if self._layers and self._given > BOMB_RATIO * self._taken:
            reason = f"a decompression bomb: {size(self._taken)} inflate to more than {size(self._cap)}"
            return Setback(Verdict.REFUSED, reason)
        return over_cap(self._cap)

    def finish(self) -> None:
        """Say that the body has ended.

        :raises Setback: if a compression was cut short.
        """
        for layer in self._layers:
            layer.finish()


def _may_be_text(piece: bytes, *, first: bool) -> bool:
    if first and piece.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True  # UTF-16 by its mark
    return len(piece.translate(None, _NO_TEXT)) == len(piece)


def over_cap(cap: int) -> Setback:
    """The verdict on a document that is larger than what is read of any."""
    return Setback(Verdict.UNVERIFIABLE, f"over the size cap of {size(cap)}")
