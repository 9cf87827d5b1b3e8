"""Small PDF files, written by hand: lines of text at given places."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

Line = tuple[float, float, str]  # left, distance from the foot of the page, text


def pdf(*pages: Iterable[Line], size: int = 11, compressed: bool = False, encrypted: bool = False) -> bytes:
    """A PDF of the given pages."""
    streams = []
    for page in pages:
        shown = "".join(
            f"1 0 0 1 {left} {up} Tm ({text.translate(str.maketrans({c: chr(92) + c for c in '()' + chr(92)}))}) Tj\n"
            for left, up, text in page
        )
        streams.append(f"BT /F1 {size} Tf\n{shown}ET")
    return written(*streams, compressed=compressed, encrypted=encrypted)


def written(*streams: str, compressed: bool = False, encrypted: bool = False) -> bytes:
    """A PDF of pages given as the operators that draw them; ``/F1`` is Helvetica."""
    objects: list[bytes] = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    kids = []
    for drawn in streams:
        stream = drawn.encode("cp1252")
        more = b""
        if compressed:
            stream, more = zlib.compress(stream), b" /Filter /FlateDecode"
        objects.append(b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(stream), more, stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    secret = b""
    if encrypted:
        key = b"<" + b"41" * 32 + b">"
        secret = b" /Encrypt << /Filter /Standard /V 1 /R 2 /O %s /U %s /P -4 >> /ID [<00><00>]" % (key, key)
    out += b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, secret, start)
    return out


def column(left: float, top: float, *lines: str, step: float = 13) -> list[Line]:
    """Lines below each other."""
    return [(left, top - index * step, line) for index, line in enumerate(lines)]
