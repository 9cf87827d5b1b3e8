"""A release as an RDF dataset: its named graphs, and how they are called."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..jsonld.namespaces import NS
from ..jsonld.terms import Triple
from ..model.identifiers import BASE_IRI
from .core import core
from .derived import derived, paths
from .ontology import ontology


class Graphs(NamedTuple):
    """The graphs of a release.

    ``core`` is what the release says, ``derived`` what follows from it, ``paths`` the direct triples of each path by
    its IRI, ``ontology`` the vocabulary. ``version`` is the release's.
    """

    version: str
    core: set[Triple]
    derived: set[Triple]
    paths: dict[str, set[Triple]]
    ontology: set[Triple]

    @property
    def named(self) -> dict[str, set[Triple]]:
        """Every graph by the IRI that names it."""
        release = f"{BASE_IRI}release/{self.version}"
        return {release: self.core, f"{release}#derived": self.derived, NS.rstrip("#"): self.ontology, **self.paths}

    @property
    def merged(self) -> set[Triple]:
        """All triples in one graph; those of the paths are among the derived ones already."""
        return self.core | self.derived | self.ontology


def graphs(release: dict[str, Any]) -> Graphs:
    """Return the graphs of a release.

    Raises:
        RdfError: for what RDF cannot hold.
    """
    return Graphs(str(release["version"]), core(release), derived(release), paths(release), ontology(release))
