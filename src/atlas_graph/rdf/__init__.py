"""The release as RDF: its triples and vocabulary, the exports, and SPARQL over it.

Nothing here is imported by ``import atlas_graph``.
"""
