"""The endpoint: SPARQL Protocol, IRIs that dereference, the release file and the explorer, over HTTP.

Needs the extra ``serve``. Imported by ``atlas-graph serve`` alone.
"""
