"""Write the ontology, its page, the JSON-LD context and the SHACL shapes, or with ``--check`` say what would change.

    python scripts/generate_rdf_schema.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where a file differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atlas_graph.files import write_file
from atlas_graph.rdf.schema import schema_files

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description="Generate the ontology, the context and the shapes.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file differs")
    args = parser.parse_args()
    stale = []
    for name, content in schema_files(ROOT / "dataset").items():
        target = ROOT / name
        if target.exists() and target.read_text(encoding="utf-8") == content:
            continue
        stale.append(name)
        if not args.check:
            target.parent.mkdir(exist_ok=True)
            write_file(target, content.encode())
    for name in stale:
        print(f"{name} {'is not what the mapping gives; run this without --check' if args.check else 'written'}")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
