"""How records of the release are named and typed as linked data: prefixes, terms, the mapping, the JSON-LD context.

``mapping`` is the one place that says how a field is said in RDF; the JSON-LD context, the triples, the ontology, the
shapes and the property graph are all made from it.
"""
