"""What a pydantic error says, in one sentence of ours that tells what to do."""

from __future__ import annotations

from typing import Any

from .choices import CANDIDATE, STEP_ID
from .identifiers import CITE_PATTERN, ID_PATTERN


def describe(error: Any, record_type: type[Any]) -> str:
    """Say a pydantic error in one sentence that tells what to do."""
    kind, place = error["type"], error["loc"]
    either = len(place) > 1 and place[-1] in _ALTERNATIVES  # one error for each type that a value may have
    where = ".".join(str(part) for part in (place[:-1] if either else place))
    leaf = place[-1] if place else ""
    if kind == "extra_forbidden":
        return f"unknown key '{leaf}'; remove it or correct its spelling"
    if kind == "missing":
        return f"'{where}' is missing; add it"
    message = _SENTENCES.get(kind, "").format(**error.get("ctx", {})) or error["msg"].removeprefix("Value error, ")
    if either:
        message = "this must be a number, or words"
    elif kind == "string_pattern_mismatch":
        message = _shape(error["ctx"]["pattern"])
    return f"'{where}': {message}" if where else message


#: Kind of a pydantic error -> what to do, in words of ours. Others have pydantic's words.
_SENTENCES = {
    "string_type": "this must be text; write words, and put a number or true in quotes",
    "model_type": "this must be a record; write 'key: value' lines",
    "model_attributes_type": "this must be a record; write 'key: value' lines",
    "dict_type": "this must be 'key: value' pairs",
    "tuple_type": "this must be a list; write [one, two] or a line '- one' for each",
    "list_type": "this must be a list; write [one, two] or a line '- one' for each",
    "int_type": "this must be a whole number, without quotes",
    "bool_type": "this must be true or false",
    "too_short": "at least {min_length} must stand here, and there are {actual_length}; add what is missing",
    "string_too_short": "at least {min_length} characters must stand here; quote or write more",
    "string_too_long": "at most {max_length} characters may stand here; quote or write less",
    "literal_error": "this must be {expected}; choose one",
}

#: How pydantic calls the types between which the value of a fact may choose.
_ALTERNATIVES = frozenset(("float", "int", "constrained-str"))

#: Pattern of the models -> what it asks for.
_SHAPES = {
    ID_PATTERN: "an id is lower-case letters and digits joined by single hyphens, such as 'llvm-ir'",
    CITE_PATTERN: "a quote is cited as SOURCE/KEY, by the id of its source and the key that stands with it",
    r"\S": "write some words here, or leave the key out",
    CANDIDATE: "write the id of an entity (mps-graph) or of a step (STACK/FROM--RELATION--TO)",
    STEP_ID: "write the id of a step, STACK/FROM--RELATION--TO",
    r"^[0-9a-f]{64}$": "a sha256 is 64 hexadecimal digits",
    r"^[0-9a-f]{12}$": "a digest is 12 hexadecimal digits; put it in quotes",
    r"^Q[1-9]\d*$": "a Wikidata id is a Q and digits, such as Q42",
}


def _shape(pattern: str) -> str:
    if pattern.startswith("^https?"):
        return "write a whole address, https://HOST/PATH, with other characters percent-encoded"
    if pattern.startswith("^pkg:") and "@" in pattern:
        return "write a package URL with its version, such as pkg:pypi/torch@2.1"
    if pattern.startswith("^pkg:"):
        return "write a package URL, such as pkg:pypi/jax"
    if pattern.startswith("^[0-9]{4}-"):
        return "write a date as YYYY-MM-DD"
    return _SHAPES.get(pattern, f"this must look like {pattern}")
