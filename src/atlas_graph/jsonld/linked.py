"""What makes the release JSON-LD: the context, and ``@id`` and ``@type`` on its records.

Plain ids stay where they are: whoever reads the file as JSON can pass over every key that starts with ``@``.
"""

from __future__ import annotations

from typing import Any

from ..model.identifiers import BASE_IRI
from .context import context
from .mapping import SHAPES, Node, Shape, local_id
from .terms import integral

SCHEMA = f"{BASE_IRI}schema/release.schema.json"


def linked(release: dict[str, Any]) -> dict[str, Any]:
    """Return the release as JSON-LD: the same records, with what names and types them added.

    Adds ``quotes``, the distinct quotes by id, which are the selectors of the evidence. Calling it on a release
    that is JSON-LD already gives an equal one.
    """
    plain = {"quotes": quotes_of(release), **release}
    body = _record("Release", plain, "release/", str(release["version"]))
    head = {"@context": context(), "$schema": SCHEMA}
    rest = {key: value for key, value in body.items() if key not in head}
    return {**head, **{key: rest[key] for key in sorted(rest, key=_release_order)}}


def quotes_of(release: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the distinct quotes that a release's evidence holds, sorted by id."""
    found: dict[str, dict[str, Any]] = {}
    for evidence in _evidence("Release", release):
        if "quote" in evidence:
            key = evidence["id"]
            found[key] = {"id": key, "source": evidence["source"], "exact": evidence["quote"]} | {
                name: evidence[name] for name in ("section", "prefix", "suffix") if name in evidence
            }
    return [found[key] for key in sorted(found)]


def _evidence(name: str, record: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for key, field in SHAPES[name].fields.items():
        if isinstance(field, Node) and key in record and key not in ("quotes", "ledger"):
            for item in as_list(record[key]):
                found.extend([item] if field.shape == "Evidence" else _evidence(field.shape, item))
    return found


def _release_order(key: str) -> int:
    """Place the collections as the model has them, whatever ``release`` had."""
    return ["@id", "@type", *SHAPES["Release"].fields].index(key)


def _record(name: str, record: dict[str, Any], folder: str, local: str) -> dict[str, Any]:
    """Return a record with its keys; its IRI is the base IRI, ``folder`` and ``local``."""
    shape = SHAPES[name]
    result: dict[str, Any] = {"@id": folder + local, "@type": shape.type}
    if name == "Evidence":
        result["evidence_id"] = folder + local  # for those who read it as JSON, and pass over what begins with @
    for key, value in record.items():
        if key not in result:
            result[key] = _value(shape, key, value, folder, local)
    return result


def _value(shape: Shape, key: str, value: Any, folder: str, local: str) -> Any:
    field = shape.fields.get(key)
    if not isinstance(field, Node):
        return _number(value)
    inner = SHAPES[field.shape].base or folder
    items = [
        _record(field.shape, item, inner, local_id(field, item, local, place))
        for place, item in enumerate(as_list(value), 1)
    ]
    return items if isinstance(value, list) else items[0]


def _number(value: Any) -> Any:
    """Write 16.0 as 16, in which all JSON-LD processors see the same number."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return integral(value)
    if isinstance(value, dict):
        return {key: _number(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_number(item) for item in value]
    return value


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, and anything else as the one item of a list."""
    return value if isinstance(value, list) else [value]
