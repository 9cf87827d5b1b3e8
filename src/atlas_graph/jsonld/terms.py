"""Terms as canonical N-Triples text, which is all that the exports need.

A term is its N-Triples spelling (``<IRI>`` or ``"text"^^<datatype>``): sorting the lines gives the same bytes on
every run and with every version of every library. Two engines and an independent parser read it back in the tests.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, TypeAlias

from ..escapes import rdf_escaped
from .errors import RdfError
from .namespaces import RDF, XSD, expand

Triple: TypeAlias = tuple[str, str, str]

#: What RFC 3987 allows in an absolute IRI, as far as characters go; a percent sign must begin an escape.
_UCS = (
    "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14))
    + "\U000e1000-\U000efffd"
)
# White space of any kind is left out too, though the RFC has it: rdflib takes a no-break space for the end of an IRI.
_CHARACTER = rf"(?:(?!\s)[A-Za-z0-9\-._~:/?@!$&'()*+,;={_UCS}]|%[0-9A-Fa-f]{{2}})"
_IRI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:{_CHARACTER}*(?:#{_CHARACTER}*)?\Z")
_ESCAPES = str.maketrans(
    {
        **{chr(code): f"\\u{code:04X}" for code in (*range(0x20), 0x7F)},
        "\b": "\\b",
        "\t": "\\t",
        "\n": "\\n",
        "\f": "\\f",
        "\r": "\\r",
        '"': '\\"',
        "\\": "\\\\",
    }
)
_JSON_ESCAPES = re.compile(r"[\ud800-\udfff]")


def iri(value: str) -> str:
    """Return an absolute IRI as a term.

    Raises:
        RdfError: where it holds what no IRI may.
    """
    if not (_IRI.match(value) and value.isprintable()):
        raise RdfError(f"{value!r} is not an IRI: percent-encode the characters that RFC 3987 does not allow")
    return f"<{value}>"


def named(name: str) -> str:
    """Return the term of a prefixed name.

    >>> named("atlas:flow")
    '<https://w3id.org/atlas-graph/ns#flow>'
    """
    return f"<{expand(name)}>"


def literal(value: str | int | float | bool, datatype: str | None = None) -> str:
    """Return a literal: a string, or ``datatype`` (a prefixed name) of one, or a native number or boolean.

    >>> literal('say "hi"'), literal(16), literal(0.1)
    ('"say \\\\"hi\\\\""', '"16"^^<http://www.w3.org/2001/XMLSchema#integer>', '"1.0E-1"^^<http://www.w3.org/2001/XMLSchema#double>')

    Raises:
        RdfError: for text that is not Unicode, and numbers that JSON-LD cannot keep.
    """
    if isinstance(value, bool):
        return f'"{str(value).lower()}"^^<{XSD}boolean>'
    if isinstance(value, int):
        if abs(value) > 2**53:
            raise RdfError(f"{value} is a number that JSON readers take for different ones; write it in a larger unit")
        return f'"{value}"^^<{XSD}integer>'
    if isinstance(value, float):
        return literal(integral(value)) if value.is_integer() and abs(value) < 1e21 else _double(value)
    if _JSON_ESCAPES.search(value):
        raise RdfError(f"{value!r} holds half a surrogate pair, which is no text; correct the spelling")
    text = f'"{rdf_escaped(value.translate(_ESCAPES))}"'
    return f"{text}^^{named(datatype)}" if datatype else text


def integral(value: float) -> int:
    """Return a float without a fraction as the integer that its shortest decimal spelling is."""
    return int(Decimal(repr(value)))


def json_literal(value: Any) -> str:
    """Return a JSON value as an ``rdf:JSON`` literal, in the canonical form of RFC 8785."""
    return f'"{rdf_escaped(canonical_json(value).translate(_ESCAPES))}"^^<{RDF}JSON>'


def canonical_json(value: Any) -> str:
    """Return a JSON value as RFC 8785 writes it: keys sorted by UTF-16, numbers as ECMAScript prints them."""
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: item[0].encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical_json(key)}:{canonical_json(item)}" for key, item in items) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(canonical_json(item) for item in value) + "]"
    if isinstance(value, float):
        return _ecmascript(value)
    return json.dumps(value, ensure_ascii=False)


def _ecmascript(value: float) -> str:
    if value == 0:
        return "0"
    if 1e-6 <= abs(value) < 1e21:
        text = format(Decimal(repr(value)), "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent):+d}"


def _double(value: float) -> str:
    """Return a double in the canonical form of XML Schema: one digit, a point, digits, E, the exponent."""
    if value != value or value in (float("inf"), float("-inf")):
        raise RdfError(f"{value} is no number in JSON; give the value in words")
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0") or "0"
    power = int(exponent) + len(digits) - 1
    return f'"{"-" if sign else ""}{text[0]}.{text[1:] or "0"}E{power}"^^<{XSD}double>'
