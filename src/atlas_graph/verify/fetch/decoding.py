"""Undoing a compression without ever holding more than was allowed.

Every decompressor here gives its output in pieces, and each piece is counted before the next is asked for.
"""

from __future__ import annotations

import bz2
import importlib
import lzma
import zlib
from collections.abc import Iterator
from typing import Any, Protocol

from atlas_graph.verify.document import Verdict

from .outcome import Setback, size

PIECE = 1 << 16

#: Text is seldom packed to a twentieth of its size; a body over the cap that grew by more is a bomb.
BOMB_RATIO = 100


class _Unpacker(Protocol):
    """What :class:`bz2.BZ2Decompressor` and its like have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Zlib:
    """zlib under the interface of the other decompressors."""

    def __init__(self, window: int) -> None:
        self._inner = zlib.decompressobj(window)
        self._full = False

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        # A piece that came out full may have left output behind even when all input was taken in.
        return not self._inner.unconsumed_tail and not self._full

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        piece = self._inner.decompress(self._inner.unconsumed_tail + data, max_length)
        self._full = len(piece) == max_length
        return piece


class _Deflate(_Zlib):
    """What HTTP calls deflate: zlib by the standard, raw by the habit of some servers."""

    def __init__(self) -> None:
        super().__init__(zlib.MAX_WBITS)
        self._begun = False

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        if not self._begun and data:
            self._begun = True
            try:
                return super().decompress(data, max_length)
            except zlib.error:
                self._inner = zlib.decompressobj(-zlib.MAX_WBITS)
        return super().decompress(data, max_length)


class _Brotli:
    """The brotli package under the interface of the other decompressors."""

    def __init__(self, module: Any) -> None:
        self._inner = module.Decompressor()
        self._full = False

    @property
    def eof(self) -> bool:
        return bool(self._inner.is_finished())

    @property
    def needs_input(self) -> bool:
        # All input may have been taken in while output is still to come.
        return not self._full and bool(self._inner.can_accept_more_data())

    @property
    def unused_data(self) -> bytes:
        return b""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        piece = bytes(self._inner.process(data, output_buffer_limit=max_length))
        self._full = len(piece) >= max_length
        return piece


def _optional(*names: str) -> Any | None:
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


def _unpacker(kind: str) -> _Unpacker | None:
    """A fresh decompressor, or None where none is installed for that kind."""
    match kind:
        case "gzip" | "x-gzip":
            return _Zlib(zlib.MAX_WBITS | 16)
        case "deflate":
            return _Deflate()
        case "bzip2":
            return bz2.BZ2Decompressor()
        case "xz":
            return lzma.LZMADecompressor()
        case "zstd":
            module = _optional("compression.zstd", "backports.zstd")
            return module.ZstdDecompressor() if module else None
        case "br":
            module = _optional("brotli")
            # Older versions cannot bound their output.
            return _Brotli(module) if module and hasattr(module.Decompressor, "can_accept_more_data") else None
        case _:
            return None


def accepted() -> str:
    """The content codings that can be undone here, as ``Accept-Encoding`` lists them."""
    codings = ["gzip", "deflate"]
    codings += [coding for coding in ("br", "zstd") if _unpacker(coding) is not None]
    return ", ".join(codings)


class Layer:
    """One compression, undone piece by piece; members that follow each other are joined."""

    def __init__(self, kind: str) -> None:
        unpacker = _unpacker(kind)
        if unpacker is None:
            raise Setback(Verdict.UNREACHABLE, f"undecodable: nothing here undoes the compression {kind!r}")
        self._kind = kind
        self._unpacker = unpacker
        self._untouched = True

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The output for a piece of input, in pieces of at most :data:`PIECE` bytes.

        :raises Setback: if the input is not what it says it is.
        """
        while data or not self._unpacker.needs_input:
            if self._unpacker.eof:
                # Another member may follow, and then zeros or rubbish, which every unpacker overlooks.
                if not data.startswith(_MAGIC.get(self._kind, b"\0never")):
                    return
                fresh = _unpacker(self._kind)
                assert fresh is not None
                self._unpacker = fresh
            try:
                piece = self._unpacker.decompress(data, PIECE)
            except (zlib.error, lzma.LZMAError, OSError, ValueError, EOFError) as problem:
                raise Setback(Verdict.UNREACHABLE, f"undecodable: broken {self._kind} data ({problem})") from None
            except Exception as problem:  # brotli and zstd have error types of their own
                if type(problem).__name__ not in ("error", "ZstdError"):
                    raise
                raise Setback(Verdict.UNREACHABLE, f"undecodable: broken {self._kind} data ({problem})") from None
            self._untouched = False
            data = self._unpacker.unused_data if self._unpacker.eof else b""
            if piece:
                yield piece
            if self._unpacker.eof and not data:
                return

    def finish(self) -> None:
        """Say that the input has ended.

        :raises Setback: if it ended too early.
        """
        if not self._unpacker.eof and not self._untouched:
            raise Setback(
                Verdict.UNREACHABLE,
                f"undecodable: the {self._kind} data break off before their end",
                again=True,
            )


_MAGIC = {
    "gzip": b"\x1f\x8b",
    "x-gzip": b"\x1f\x8b",
    "xz": b"\xfd7zXZ\0",
    "bzip2": b"BZh",
    "zstd": b"\x28\xb5\x2f\xfd",
}


class Decoder:
    """The content codings of one answer, undone under a cap on what comes out."""

    def __init__(self, content_encoding: str | None, cap: int) -> None:
        names = [name.strip().lower() for name in (content_encoding or "").split(",")]
        names = [name for name in names if name and name != "identity"]
        if len(names) > 2:
            raise Setback(Verdict.REFUSED, f"packed {len(names)} times over, as only a decompression bomb is")
        self._layers = [Layer(name) for name in reversed(names)]
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
            if depth + 1 < len(self._layers) and len(piece) > 0:
                yield from self._through(depth + 1, piece)
            else:
                yield piece

    def _too_large(self) -> Setback:
        if self._layers and self._given > BOMB_RATIO * self._taken:
            return Setback(
                Verdict.REFUSED,
                f"a decompression bomb: {size(self._taken)} inflate to more than {size(self._cap)}",
            )
        return over_cap(self._cap)

    def finish(self) -> None:
        """Say that the body has ended.

        :raises Setback: if a compression was cut short.
        """
        for layer in self._layers:
            layer.finish()


def over_cap(cap: int) -> Setback:
    """The verdict on a document that is larger than what is read of any."""
    return Setback(Verdict.UNVERIFIABLE, f"over the size cap of {size(cap)}")
