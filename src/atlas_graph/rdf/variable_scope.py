"""Variables that a query asks for where they are not bound, though a group around binds them.

SPARQL evaluates groups from the inside out: in ``BIND(5 AS ?k) { ... FILTER(?k > 3) }`` the filter sees no ``?k``.
Engines do not agree on this, each in other places. So what is unbound by the recommendation (18.2.1, 18.5) is found
here, by the grammar of groups, and renamed to a variable that nothing binds: every engine then gives the same answer,
the recommendation's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Token(NamedTuple):
    """A token of a query: its kind, its text, and where it stands."""

    kind: str
    text: str
    at: int


@dataclass(slots=True)
class _Expression:
    """What a FILTER or BIND asks for, and the groups of its EXISTS.

    ``sees`` are the variables that a BIND sees, those bound before it; None for a FILTER, which sees the whole group.
    """

    variables: list[Token] = field(default_factory=list)
    exists: list[_Group] = field(default_factory=list)
    sees: frozenset[str] | None = None


@dataclass(slots=True)
class _Group:
    """A group: the variables that it binds, its expressions, and the groups in it.

    With each inner group go the variables to its left, where it is OPTIONAL: its filters see those as well.
    """

    binds: set[str] = field(default_factory=set)
    expressions: list[_Expression] = field(default_factory=list)
    groups: list[tuple[_Group, frozenset[str]]] = field(default_factory=list)


def out_of_scope(tokens: Sequence[Token]) -> list[Token]:
    """Return the variables, as tokens, that stand where they are not bound and an outer group binds them.

    Nothing is found in what is no query; saying so is the engine's part.
    """
    reader = _Reader(tokens)
    try:
        groups = list(reader.top())
    except (IndexError, RecursionError):
        return []
    return [token for group in groups for token in _found(group, frozenset(), frozenset(), frozenset())]


def _found(group: _Group, around: frozenset[str], given: frozenset[str], left: frozenset[str]) -> Iterator[Token]:
    """Yield what a group asks for and does not have.

    ``around`` is bound by the groups around it, ``given`` holds in it by EXISTS, ``left`` for its own filters.
    """
    for expression in group.expressions:
        has = given | (group.binds | left if expression.sees is None else expression.sees)
        for token in expression.variables:
            if _name(token) not in has and _name(token) in around:
                yield token
        for inner in expression.exists:
            yield from _found(inner, around | group.binds, has, frozenset())
    for inner, before in group.groups:
        yield from _found(inner, around | group.binds, given, before)


def _name(token: Token) -> str:
    return token.text[1:]


class _Reader:
    """Reads the groups of a query from its tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens, self._at = tokens, 0
        self._readers: dict[str, Callable[[_Group], None]] = {
            "FILTER": self._filter, "BIND": self._bind, "VALUES": self._values, "OPTIONAL": self._optional,
            "MINUS": self._minus, "SELECT": self._select,
        }  # fmt: skip

    def top(self) -> Iterator[_Group]:
        """Yield the groups that stand in no other: the pattern, and a template, which has no filters."""
        while self._at < len(self._tokens):
            if self._text() == "{":
                yield self._group()
            else:
                self._at += 1

    def _text(self) -> str:
        return self._tokens[self._at].text

    def _word(self) -> str:
        token = self._tokens[self._at]
        return token.text.upper() if token.kind == "word" else ""

    def _group(self) -> _Group:
        """Read a group from its opening bracket to behind its closing one."""
        group = _Group()
        self._at += 1
        while self._text() != "}":
            token = self._tokens[self._at]
            if read := self._readers.get(self._word()):
                self._at += 1
                read(group)
            elif token.text == "{":
                self._inner(group, frozenset())
            else:  # of a pattern, or the graph's name before its group
                if token.kind == "variable":
                    group.binds.add(_name(token))
                self._at += 1
        self._at += 1
        return group

    def _inner(self, group: _Group, left: frozenset[str]) -> None:
        inner = self._group()
        group.groups.append((inner, left))
        group.binds |= inner.binds

    def _optional(self, group: _Group) -> None:
        self._inner(group, frozenset(group.binds))

    def _minus(self, group: _Group) -> None:
        group.groups.append((self._group(), frozenset()))  # which binds nothing outside

    def _filter(self, group: _Group) -> None:
        expression = _Expression()
        group.expressions.append(expression)
        while self._text() not in ("(", "{"):  # the name of a function, or [NOT] EXISTS
            self._at += 1
        if self._text() == "{":
            expression.exists.append(self._group())
        else:
            self._brackets(expression)

    def _bind(self, group: _Group) -> None:
        expression = _Expression(sees=frozenset(group.binds))
        group.expressions.append(expression)
        self._brackets(expression)
        target = expression.variables.pop()  # AS ?target
        group.binds.add(_name(target))

    def _brackets(self, expression: _Expression) -> None:
        """Read an expression in round brackets, with those inside it."""
        depth = 0
        while True:
            token = self._tokens[self._at]
            if token.text == "{":
                expression.exists.append(self._group())
                continue
            if token.kind == "variable":
                expression.variables.append(token)
            depth += (token.text == "(") - (token.text == ")")
            self._at += 1
            if depth == 0:
                return

    def _values(self, group: _Group) -> None:
        while self._text() != "{":
            if self._tokens[self._at].kind == "variable":
                group.binds.add(_name(self._tokens[self._at]))
            self._at += 1
        while self._text() != "}":
            self._at += 1
        self._at += 1

    def _select(self, group: _Group) -> None:
        """Read a query inside a group: only what it selects is bound outside."""
        chosen: set[str] = set()
        everything = False
        while self._text() != "{":
            token = self._tokens[self._at]
            if token.text == "(":
                expression = _Expression()
                self._brackets(expression)
                chosen.add(_name(expression.variables[-1]))
                continue
            everything |= token.text == "*"
            if token.kind == "variable":
                chosen.add(_name(token))
            self._at += 1
        inner = self._group()
        group.groups.append((inner, frozenset()))
        group.binds |= inner.binds if everything else chosen
        while self._text() != "}":  # GROUP BY, HAVING, ORDER BY, LIMIT, VALUES
            if self._word() == "VALUES":
                self._at += 1
                self._values(_Group())
            elif self._text() == "(":
                self._brackets(_Expression())
            else:
                self._at += 1


def renamed(text: str, tokens: Sequence[Token]) -> str:
    """Return a query in which these variables have names that stand nowhere else in it."""
    ending = "_"
    while any(f"{_name(token)}{ending}" in text for token in tokens):
        ending += "_"
    for token in sorted(tokens, key=lambda one: -one.at):
        end = token.at + len(token.text)
        text = f"{text[:end]}{ending}{text[end:]}"
    return text
