"""What may be asked: reads a query's tokens and refuses what would change data or leave this machine.

The tokens are those of the SPARQL 1.1 grammar, so a word inside a string, an IRI, a comment or a name is never
taken for a keyword, and a keyword is never overlooked. Whether the query is well formed is for the engine to say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple
from urllib.parse import urljoin

from ..jsonld.namespaces import PREFIXES
from .errors import QueryError
from .variable_scope import Token, out_of_scope, renamed

#: Longest query, in UTF-8 bytes.
MAX_BYTES = 1_000_000

_NAME = r"A-Za-z0-9_\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f" \
        r"\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"  # fmt: skip
_TOKEN = re.compile(
    rf"""
      (?P<space>[\x09\x0a\x0d\x20]+|\#[^\n\r]*)
    | (?P<iri><[^<>"{{}}|^`\\\x00-\x20]*>)
    | (?P<string>\"\"\"(?:"{{0,2}}(?:[^"\\]|\\.))*\"\"\"|'''(?:'{{0,2}}(?:[^'\\]|\\.))*'''
                |"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    | (?P<variable>[?$][{_NAME}]+)
    | (?P<tag>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    | (?P<name>(?:[{_NAME}](?:[{_NAME}.-]*[{_NAME}-])?)?:(?:(?:[{_NAME}:]|%[0-9A-Fa-f]{{2}}|\\[_~.\-!$&'()*+,;=/?\#@%])
                (?:(?:[{_NAME}.:-]|%[0-9A-Fa-f]{{2}}|\\[_~.\-!$&'()*+,;=/?\#@%])*
                   (?:[{_NAME}:-]|%[0-9A-Fa-f]{{2}}|\\[_~.\-!$&'()*+,;=/?\#@%]))?)?)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_UPDATES = frozenset(("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"))


class Query(NamedTuple):
    """A query that may be run.

    ``form`` is SELECT, ASK, CONSTRUCT or DESCRIBE. ``graphs`` says whether the query speaks of named graphs at all.
    ``unbound`` are the variables that it asks for inside groups that do not bind them, though a group around does;
    in ``text`` they have names that nothing binds, so that no engine takes them for bound.
    """

    text: str
    form: str
    graphs: bool
    unbound: tuple[str, ...] = ()


def read(text: str, known: Collection[str]) -> Query:
    """Return a query as one that may be run; ``known`` are the IRIs of the graphs that are loaded.

    Raises:
        QueryError: for an update, ``SERVICE``, a graph that is not loaded, and a query that is too long.
    """
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise QueryError(f"the query is longer than {MAX_BYTES:,} bytes; ask for less at once")
    if "\x00" in text or re.search("[\ud800-\udfff]", text):
        raise QueryError("the query holds a character that is no text; check its encoding")
    query = _examine(text, known)
    # Escapes such as S\u0045RVICE are expanded by an engine before it parses: look at both readings.
    expanded = _ESCAPE.sub(_expand, text)
    if expanded == text:
        return query
    if unbound := _examine(expanded, known).unbound:
        raise QueryError(f"{', '.join(unbound)} is bound only outside the group that asks for it; write no escapes")
    return query


def _expand(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise QueryError(f"{match[0]} is no character; correct the escape")
    return chr(code)


def _examine(text: str, known: Collection[str]) -> Query:
    form = None
    prefixes, base = dict(PREFIXES), ""
    graphs = False
    tokens = list(_tokens(text))
    for index, token in enumerate(tokens):
        word = token.text.upper() if token.kind == "word" else ""
        after = tokens[index + 1 : index + 3]
        if form is None:
            if word == "PREFIX" and len(after) == 2 and after[0].kind == "name":
                prefixes[after[0].text[:-1]] = urljoin(base, after[1].text[1:-1])
            elif word == "BASE" and after:
                base = urljoin(base, after[0].text[1:-1])
            elif word in _FORMS:
                form = word
            elif word in _UPDATES:
                raise _error(f"{word} would change data, and the atlas is read-only; ask with SELECT", text, token)
        elif word == "SERVICE":
            raise _error("SERVICE asks another server, which is refused; ask that server itself", text, token)
        elif word == "FROM":
            graphs = True
            named = bool(after) and after[0].text.upper() == "NAMED"
            target = after[1] if named and len(after) == 2 else after[0] if after else None
            if target is not None and target.kind in ("iri", "name"):
                _require(_resolve(target, prefixes, base), known, text, target)
        elif word == "GRAPH":
            graphs = True
    unbound = out_of_scope(tokens)
    names = tuple(sorted({f"?{token.text[1:]}" for token in unbound}))
    return Query(renamed(text, unbound) if unbound else text, form or "SELECT", graphs, names)


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "space":
            yield Token(str(match.lastgroup), match[0], match.start())


def _resolve(token: Token, prefixes: dict[str, str], base: str) -> str:
    if token.kind == "iri":
        return urljoin(base, token.text[1:-1]) if base else token.text[1:-1]
    prefix, _, local = token.text.partition(":")
    return prefixes.get(prefix, f"{prefix}:") + re.sub(r"\\(.)", r"\1", local)


def require(graph: str, known: Collection[str]) -> None:
    """Refuse a graph that is not loaded.

    Raises:
        QueryError: where ``graph`` is not among ``known``.
    """
    if graph not in known:
        raise QueryError(_no_graph(graph))


def _require(graph: str, known: Collection[str], text: str, token: Token) -> None:
    if graph not in known:
        raise _error(_no_graph(graph), text, token)


def _no_graph(graph: str) -> str:
    return (
        f"the graph <{graph}> is not loaded, and nothing is fetched; "
        "list the graphs with: SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"
    )


def _error(message: str, text: str, token: Token) -> QueryError:
    return QueryError(message, *place(text, token.at))


def place(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column, from 1, of an offset in a text."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def offset(text: str, line: int, column: int) -> int:
    """Return the offset of a line and column, from 1, in a text; its end where it is shorter."""
    lines = text.split("\n")
    return min(sum(len(before) + 1 for before in lines[: line - 1]) + column - 1, len(text))


def breaks_off(text: str) -> bool:
    """Say whether a query has brackets that are not closed, or none at all."""
    marks = [token.text for token in _tokens(text) if token.kind == "other"]
    return "}" not in marks or any(marks.count(left) != marks.count(right) for left, right in ("{}", "()", "[]"))
