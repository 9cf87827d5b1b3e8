"""Turtle, TriG and N-Quads as text: grouped by subject, sorted, the same bytes for the same triples.

Own code, and little of it, because the bytes must not change with the version of a library. Two engines and an
independent parser read them back in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..escapes import escaped
from ..jsonld.namespaces import PREFIXES, RDF, XSD
from ..jsonld.terms import Triple

#: Local names that need no escape in Turtle, SPARQL or any reader of an older grammar.
_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\Z")
_TYPE = f"<{RDF}type>"
_INTEGER = re.compile(rf'"(-?\d+)"\^\^<{re.escape(XSD)}integer>\Z')
_BOOLEAN = re.compile(rf'"(true|false)"\^\^<{re.escape(XSD)}boolean>\Z')


def ntriples(triples: Iterable[Triple]) -> str:
    """Return triples as sorted N-Triples."""
    return "".join(sorted(f"{s} {p} {o} .\n" for s, p, o in triples))


def nquads(graphs: dict[str, Iterable[Triple]]) -> str:
    """Return graphs, by the IRI that names them ("" for the default graph), as sorted N-Quads."""
    return "".join(
        sorted(
            f"{s} {p} {o} <{graph}> .\n" if graph else f"{s} {p} {o} .\n"
            for graph, triples in graphs.items()
            for s, p, o in triples
        )
    )


def turtle(triples: Iterable[Triple], comment: str = "") -> str:
    """Return triples as Turtle, with every prefix that is used declared."""
    writer = _Writer()
    body = writer.blocks(triples, "")
    return _commented(comment) + writer.head() + body


def trig(graphs: dict[str, Iterable[Triple]], comment: str = "") -> str:
    """Return named graphs as TriG."""
    writer = _Writer()
    bodies = [f"{writer.term(f'<{name}>')} {{\n{writer.blocks(graphs[name], '  ')}}}\n" for name in sorted(graphs)]
    return _commented(comment) + writer.head() + "\n".join(bodies)


def short(term: str) -> str:
    """Return a term as Turtle writes it where every prefix is declared."""
    return _Writer().term(term)


def _commented(comment: str) -> str:
    return "".join(f"# {escaped(line)}\n" for line in comment.splitlines())


class _Writer:
    """Shortens terms by prefixes and remembers which it used."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._short: dict[str, str] = {}
        # Longest first, so that a folder wins over what contains it.
        self._prefixes = sorted(PREFIXES.items(), key=lambda item: -len(item[1]))

    def head(self) -> str:
        """Return the declarations of what was used."""
        return "".join(f"@prefix {name}: <{PREFIXES[name]}> .\n" for name in sorted(self._used)) + "\n"

    def blocks(self, triples: Iterable[Triple], indent: str) -> str:
        """Return triples as one block a subject."""
        subjects: dict[str, dict[str, list[str]]] = {}
        for s, p, o in sorted(triples):
            subjects.setdefault(s, {}).setdefault(p, []).append(o)
        return "\n".join(self._block(subject, predicates, indent) for subject, predicates in subjects.items())

    def _block(self, subject: str, predicates: dict[str, list[str]], indent: str) -> str:
        lines = []
        for predicate in sorted(predicates, key=lambda term: (term != _TYPE, term)):
            verb = "a" if predicate == _TYPE else self.term(predicate)
            lines.append(f"{verb} {', '.join(self.term(term) for term in predicates[predicate])}")
        return f"{indent}{self.term(subject)} " + f" ;\n{indent}  ".join(lines) + " .\n"

    def term(self, term: str) -> str:
        """Return a term as Turtle."""
        if term not in self._short:
            self._short[term] = self._shorten(term)
        return self._short[term]

    def _shorten(self, term: str) -> str:
        if term[0] == '"':
            for plain in (_INTEGER, _BOOLEAN):
                if match := plain.match(term):
                    return match[1]
            if term[-1] == ">":
                text, _, datatype = term.rpartition("^^")
                return f"{text}^^{self.term(datatype)}"
            return term
        if term[0] == "_":  # a blank node of a query's result
            return term
        if term[0] == "(":  # a list of IRIs, of which the shapes have some
            return f"({' '.join(self.term(item) for item in term[1:-1].split())})"
        value = term[1:-1]
        for name, start in self._prefixes:
            if value.startswith(start) and _LOCAL.match(value, len(start)):
                self._used.add(name)
                return f"{name}:{value[len(start) :]}"
        return term
