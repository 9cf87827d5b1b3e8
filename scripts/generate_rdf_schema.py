"""Write the ontology, its page, the JSON-LD context and the SHACL shapes, or with ``--check`` say what would change.

    python scripts/generate_rdf_schema.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where a file differs.
"""

from __future__ import annotations

import sys

from generated import ROOT, bring_up_to_date

from atlas_graph.rdf.schema import schema_files

if __name__ == "__main__":
    files = schema_files(ROOT / "dataset")
    sys.exit(bring_up_to_date("Generate the ontology, the context and the shapes.", files))
