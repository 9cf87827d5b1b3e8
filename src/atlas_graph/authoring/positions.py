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
_QUOTED = frozenset("'\"|>")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlError(ValueError):
    """The text is not YAML as we read it; ``line`` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def read_yaml(text: str) -> tuple[Any, dict[Key, int]]:
    """Return the value of a YAML document and the line of each path in it.

    Raises:
        YamlError: where the text does not parse, repeats a key, or uses an alias, tag or merge key.

    >>> read_yaml("a: no\\nb:\\n- 1\\n")
    ({'a': 'no', 'b': [1]}, {(): 1, ('a',): 1, ('b',): 2, ('b', 0): 3})
    """
    lines: dict[Key, int] = {(): 1}
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not readable as YAML"
        raise YamlError(f"{problem}; correct the YAML here", mark.line + 1 if mark else 1) from error
    if node is None:
        return None, lines
    return _value(node, (), lines, set()), lines


def _value(node: yaml.Node, path: Key, lines: dict[Key, int], seen: set[int]) -> Any:
    line = node.start_mark.line + 1
    if id(node) in seen:
        raise YamlError("aliases (*name) are not used here; write the value out", line)
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key_line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlError("a key must be a plain word", key_line)
            key = str(key_node.value)
            if key in result:
                raise YamlError(f"the key '{key}' stands twice in one record; keep one of them", key_line)
            lines[(*path, key)] = key_line
            result[key] = _value(value_node, (*path, key), lines, seen)
        return result
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            lines[(*path, index)] = item.start_mark.line + 1
            items.append(_value(item, (*path, index), lines, seen))
        return items
    assert isinstance(node, yaml.ScalarNode)
    return _scalar(node)


def _scalar(node: yaml.ScalarNode) -> Any:
    value = str(node.value)
    if node.style in _QUOTED:
        return value
    if value in _CONSTANTS:
        return _CONSTANTS[value]
    if _INT.match(value):
        return int(value)
    if _FLOAT.match(value):
        return float(value)
    return value
