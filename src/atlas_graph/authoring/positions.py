"""YAML read into plain values together with the line of every key and item.

Scalars follow the YAML 1.2 core schema (``no`` is a string, a date is a string), duplicate keys and
aliases are errors: what is written is what is meant.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

Key = tuple[str | int, ...]

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_CONSTANTS: dict[str, Any] = {"": None, "~": None, "null": None, "true": True, "false": False}
_COLLECTIONS = frozenset(("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"))
_ALIAS = "aliases (*name) are not used here; write the value out"
_QUOTED = frozenset("'\"|>")
#: No number of the atlas needs more digits, and Python reads no more than some thousands.
_DIGITS = 400
#: What shows nothing and changes how what is around it is shown: control characters and overrides of direction.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlError(ValueError):
    """The text is not YAML as we read it; ``line`` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def read_yaml(text: str) -> tuple[Any, dict[Key, int]]:
    """Return the value of a YAML document and the line of each path in it.

    Raises:
        YamlError: where the text does not parse, repeats a key, uses an alias or a tag, or holds a number or a
            character that no reader could use.

    >>> read_yaml("a: no\\nb:\\n- 1\\n")
    ({'a': 'no', 'b': [1]}, {(): 1, ('a',): 1, ('b',): 2, ('b', 0): 3})
    """
    lines: dict[Key, int] = {(): 1}
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return None, lines
            return _value(node, (), lines, set(), loader.resolve), lines
        finally:
            loader.dispose()
    except RecursionError:
        raise YamlError("nested too deeply; no record needs more than a few levels", 1) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise YamlError(f"the character U+{ord(text[error.position]):04X} shows nothing; remove it", line) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise YamlError(_said(getattr(error, "problem", None) or ""), mark.line + 1 if mark else 1) from error


#: What libyaml says -> what it mostly means to the one who typed it.
_MEANT = {
    "found a tab character that violates indentation": "a tab among the spaces; indent with spaces alone",
    "found character that cannot start any token": "a tab, or a character such as @ or ` that must stand in quotes; "
    "indent with spaces and put the value in quotes",
    "mapping values are not allowed in this context": "a colon inside a value, or a line that is indented too far; "
    "put the value in quotes or correct the indentation",
    "did not find expected key": "a line that is indented otherwise than those around it, or an open bracket; "
    "correct the indentation",
    "could not find expected ':'": "a line without a colon among 'key: value' lines; write it as one, or indent it",
    "but found another document": "a second document after '---'; a file holds one record or one list of records",
    "found unexpected end of stream": "a quotation mark or a bracket that is never closed; close it",
    "control characters are not allowed": "a control character; remove it",
}


def _said(problem: str) -> str:
    return _MEANT.get(problem, f"{problem or 'not readable as YAML'}; correct the YAML here")


def _value(node: yaml.Node, path: Key, lines: dict[Key, int], seen: set[int], resolve: Any) -> Any:
    line = node.start_mark.line + 1
    if id(node) in seen:
        raise YamlError(_ALIAS, line)
    seen.add(id(node))
    if not isinstance(node, yaml.ScalarNode) and node.tag not in _COLLECTIONS:
        raise YamlError(f"tags ({_shorthand(node.tag)}) are not used here; write the value alone", line)
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key_line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlError("a key must be a plain word; write it as 'key: value'", key_line)
            key = str(key_node.value)
            if key in result:
                raise YamlError(f"the key '{key}' stands twice in one record; keep one of them", key_line)
            if id(value_node) in seen:
                raise YamlError(_ALIAS, key_line)
            lines[(*path, key)] = key_line
            result[key] = _value(value_node, (*path, key), lines, seen, resolve)
        return result
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            lines[(*path, index)] = item.start_mark.line + 1
            items.append(_value(item, (*path, index), lines, seen, resolve))
        return items
    assert isinstance(node, yaml.ScalarNode)
    return _scalar(node, line, resolve)


def _scalar(node: yaml.ScalarNode, line: int, resolve: Any) -> Any:
    value = str(node.value)
    quoted = node.style in _QUOTED
    if node.tag != resolve(yaml.ScalarNode, value, (not quoted, quoted)):
        raise YamlError(f"tags ({_shorthand(node.tag)}) are not used here; write the value alone", line)
    unseen = _UNSEEN.search(value)
    if unseen:
        raise YamlError(f"the character U+{ord(unseen.group()):04X} shows nothing; remove it", line)
    if quoted:
        return value
    if value in _CONSTANTS:
        return _CONSTANTS[value]
    if len(value) > _DIGITS and _FLOAT.match(value):
        raise YamlError("this number has too many digits; write it in its unit, or in quotes as text", line)
    if _INT.match(value):
        return int(value)
    if _FLOAT.match(value):
        number = float(value)
        if number in (float("inf"), float("-inf")):
            raise YamlError("this number is too large; write it in its unit, or in quotes as text", line)
        return number
    return value


def _shorthand(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")
