"""Write ``schema/*.schema.json`` from the pydantic models, or with ``--check`` say what would change.

    python scripts/generate_schema.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where a file differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atlas_graph.authoring.schema import schemas
from atlas_graph.files import write_file

ROOT = Path(__file__).resolve().parent.parent / "schema"


def main() -> int:
    parser = argparse.ArgumentParser(description="Generate the JSON Schemas from the models.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file differs")
    args = parser.parse_args()
    stale = []
    for name, content in schemas().items():
        target = ROOT / name
        if target.exists() and target.read_text(encoding="utf-8") == content:
            continue
        stale.append(name)
        if not args.check:
            write_file(target, content.encode())
    for name in stale:
        print(f"schema/{name} {'is not what the models give; run this without --check' if args.check else 'written'}")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
