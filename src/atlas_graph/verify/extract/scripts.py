"""How a superscript or subscript reads in plain text, so that it never makes another number of its neighbours.

``4<sup>3</sup>`` is 4³ and not 43, ``2<sub>16</sub>`` is 2₁₆ and not 216, ``2<sup>k</sup>`` is 2^k and not 2k. What
cannot be mistaken stays as it is: H2O, x1, 1st.
"""

from __future__ import annotations

import re
from enum import Enum

#: Characters that no reader sees and that the matcher drops.
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u061c\u2060\u2061\u2062\u2063\u2064\ufdd0\ufdd1\ufeff"

_SIGNS = "+-=()"
_DIGITS = "0123456789"
_NUMERIC = re.compile(r"[\d+\-\u2212=().,/\s]*\Z", re.A)
_ORDINALS = frozenset({"st", "nd", "rd", "th"})
#: As ``str.translate`` takes it.
Table = dict[int, str | int]
_NO_TABLE: Table = {}


class Script(Enum):
    """Whether text stands above or below the line."""

    UP = "sup"
    DOWN = "sub"


_TABLES: dict[Script, Table] = {
    Script.UP: {**str.maketrans(_DIGITS + _SIGNS, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"), 0x2212: "⁻"},
    Script.DOWN: {**str.maketrans(_DIGITS + _SIGNS, "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"), 0x2212: "₋"},
}
_MARKS = {Script.UP: "^", Script.DOWN: "_"}
_NAMES = {
    "sup": Script.UP,
    "superscript": Script.UP,
    "sub": Script.DOWN,
    "subscript": Script.DOWN,
}


def named(name: str) -> Script | None:
    """The script that an element or a role of this name sets.

    >>> named("superscript"), named("b")
    (<Script.UP: 'sup'>, None)
    """
    return _NAMES.get(name.lower())


def reading(text: str, before: str, script: Script) -> tuple[str, Table, str]:
    """What goes before ``text``, which characters of it are replaced, and what goes after.

    ``before`` holds the two visible characters ahead of it, or fewer.

    >>> "3".translate(reading("3", "4", Script.UP)[1])
    '³'
    >>> reading("k", "2", Script.UP)[0], reading("st", "1", Script.UP)[0]
    ('^', '')
    """
    body = text.strip().strip(INVISIBLE).strip()
    if not body:
        return "", _NO_TABLE, ""
    base = before[-1:]
    on_digit = base.isdecimal()
    if _NUMERIC.match(body):
        if (on_digit or script is Script.UP) and (on_digit or any(char in _DIGITS for char in body)):
            return "", _TABLES[script], ""
        return "", _NO_TABLE, ""
    on_variable = script is Script.UP and base.isalpha() and not before[-2:-1].isalnum()
    if not (on_digit or on_variable) or not (body[0].isalnum() or body[0] in "+-\u2212("):
        return "", _NO_TABLE, ""
    if script is Script.UP and body.lower() in _ORDINALS:
        return "", _NO_TABLE, ""
    return (_MARKS[script], _NO_TABLE, "") if body.isalnum() else (f"{_MARKS[script]}(", _NO_TABLE, ")")


def lowered(text: str) -> Table:
    """The characters to replace in a subscript of digits, before text that begins with one; none in any other."""
    return _TABLES[Script.DOWN] if _NUMERIC.match(text) else _NO_TABLE


def plain(text: str, before: str, after: str, script: Script) -> str:
    """``text`` as it reads between ``before`` and ``after``.

    >>> plain("3", "4", "", Script.UP), plain("2", "H", "O", Script.DOWN), plain("2", "g", "8", Script.DOWN)
    ('³', '2', '₂')
    """
    lead, table, tail = reading(text, before, script)
    if not lead and not table and script is Script.DOWN and after[:1].isdecimal() and text[-1:].isdecimal():
        table = lowered(text)
        tail = "" if table else " "
    elif lead and after[:1].isalnum():
        tail = tail or " "
    return f"{lead}{text.translate(table)}{tail}"
