"""Write ``schema/*.schema.json`` from the pydantic models, or with ``--check`` say what would change.

    python scripts/generate_schema.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where a file differs.
"""

from __future__ import annotations

import sys

from generated import bring_up_to_date

from atlas_graph.authoring.schema import schemas

if __name__ == "__main__":
    files = {f"schema/{name}": content for name, content in schemas().items()}
    sys.exit(bring_up_to_date("Generate the JSON Schemas from the models.", files))
