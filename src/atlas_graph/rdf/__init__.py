"""The release as RDF: its vocabulary and mapping, the exports, and SPARQL over it.

Nothing here is imported by ``import atlas_graph``. ``mapping`` is the one place that says how a field is said in RDF;
the JSON-LD context, the triples, the ontology, the shapes and the property graph are all made from it.
"""
