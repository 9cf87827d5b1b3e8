"""What is said of one IRI: its triples, those of its fragments, and what points to it."""

from __future__ import annotations

from ..jsonld.namespaces import NS
from ..jsonld.terms import Triple, named
from ..model.identifiers import BASE_IRI
from ..rdf.dataset import Graphs

_LABEL = named("rdfs:label")


class Resources:
    """An index of a release's graphs by subject and object."""

    def __init__(self, graphs: Graphs) -> None:
        self._of: dict[str, set[Triple]] = {}
        self._to: dict[str, set[Triple]] = {}
        self.labels: dict[str, str] = {}
        for triple in graphs.merged:
            subject, predicate, value = triple
            self._of.setdefault(_document(subject), set()).add(triple)
            if value[0] == "<" and value.startswith(f"<{BASE_IRI}"):
                self._to.setdefault(_document(value), set()).add(triple)
            if predicate == _LABEL:
                self.labels[subject] = value

    def said_of(self, path: str) -> set[Triple]:
        """Return what is said of the IRI at a path below the base IRI, and of its fragments; nothing if unknown."""
        return self._of.get(_at(path), set())

    def pointing_to(self, path: str) -> set[Triple]:
        """Return what is said of other things with the IRI at a path."""
        document = _at(path)
        return {triple for triple in self._to.get(document, ()) if _document(triple[0]) != document}

    def described(self, path: str) -> set[Triple]:
        """Return all of it, as a description that stands alone: with the labels of what is named."""
        said = self.said_of(path)
        if not said:
            return set()
        found = said | self.pointing_to(path)
        names = {term for triple in found for term in triple if term in self.labels}
        return found | {(name, _LABEL, self.labels[name]) for name in names}


def _at(path: str) -> str:
    return f"<{BASE_IRI}{path}>" if path != "ns" else f"<{NS.rstrip('#')}>"


def _document(term: str) -> str:
    """Return an IRI without its fragment."""
    return term.partition("#")[0] + ">" if "#" in term else term
