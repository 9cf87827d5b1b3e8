"""Small PDF files, written by hand: lines of text at given places."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable
from typing import Any

Line = tuple[float, float, str]  # left, distance from the foot of the page, text


def pdf(*pages: Iterable[Line], size: int = 11, **options: Any) -> bytes:
    """A PDF of the given pages; ``options`` are those of :func:`written`."""
    streams = []
    for page in pages:
        shown = "".join(
            f"1 0 0 1 {left} {up} Tm ({text.translate(str.maketrans({c: chr(92) + c for c in '()' + chr(92)}))}) Tj\n"
            for left, up, text in page
        )
        streams.append(f"BT /F1 {size} Tf\n{shown}ET")
    return written(*streams, **options)


def written(
    *streams: str,
    compressed: bool = False,
    encrypted: bool = False,
    owned: bool = False,
    mapped: dict[int, str] | None = None,
    layer: str = "ON",
    annotations: str = "",
) -> bytes:
    """A PDF of pages given as the operators that draw them; ``/F1`` is Helvetica, and ``/OC /L`` the one layer.

    ``encrypted`` wants a password that nobody knows, ``owned`` none to be read. ``mapped`` are characters of the
    font's own table, in hexadecimal.
    """
    entries = "".join(
        f"<{code:02X}> <{char}>\n"
        for code, char in {**{n: f"{n:04X}" for n in range(32, 127)}, **(mapped or {})}.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <FF> endcodespacerange\n{95 + len(mapped or {})} beginbfchar\n{entries}"
        "endbfchar endcmap end end"
    )
    objects: list[bytes] = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding%s >>"
        % (b" /ToUnicode 4 0 R" if mapped else b""),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(cmap), cmap.encode()),
        b"<< /Type /OCG /Name (L) >>",
    ]
    identifier = bytes(16)
    owner = b"o" * 32
    key = hashlib.md5(_PAD + owner + struct.pack("<i", -4) + identifier).digest()[:5]
    kids = []
    for drawn in streams:
        stream = drawn.encode("cp1252")
        more = b""
        if compressed:
            stream, more = zlib.compress(stream), b" /Filter /FlateDecode"
        if owned:
            number = len(objects) + 1
            stream = _rc4(hashlib.md5(key + struct.pack("<I", number)[:3] + b"\0\0").digest()[:10], stream)
        objects.append(b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(stream), more, stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> "
            b"/Properties << /L 5 0 R >> >> /Contents %d 0 R /Annots [%s] >>" % (len(objects), annotations.encode())
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = (
        b"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /%s [5 0 R] >> >> >>" % layer.encode()
    )
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    out = b"%PDF-1.5\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    secret = b""
    if encrypted or owned:
        user = _rc4(key, _PAD) if owned else b"A" * 32
        told = (owner.hex().encode(), user.hex().encode(), identifier.hex().encode())
        secret = b" /Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >> /ID [<%s><00>]" % told
    out += b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, secret, start)
    return out


# what a password is filled up with (PDF 1.7, algorithm 2)
_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def _rc4(key: bytes, content: bytes) -> bytes:
    state = list(range(256))
    at = 0
    for index in range(256):
        at = (at + state[index] + key[index % len(key)]) % 256
        state[index], state[at] = state[at], state[index]
    first = second = 0
    out = bytearray()
    for byte in content:
        first = (first + 1) % 256
        second = (second + state[first]) % 256
        state[first], state[second] = state[second], state[first]
        out.append(byte ^ state[(state[first] + state[second]) % 256])
    return bytes(out)


def column(left: float, top: float, *lines: str, step: float = 13) -> list[Line]:
    """Lines below each other."""
    return [(left, top - index * step, line) for index, line in enumerate(lines)]
