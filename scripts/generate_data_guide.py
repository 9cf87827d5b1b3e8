"""Write the generated parts of ``docs/data.md``, or with ``--check`` say whether they would change.

    python scripts/generate_data_guide.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where the file differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atlas_graph.cli.data_guide import filled
from atlas_graph.files import write_file

TARGET = Path(__file__).resolve().parent.parent / "docs" / "data.md"


def main() -> int:
    parser = argparse.ArgumentParser(description="Generate the tables of the guide to the data.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the file differs")
    args = parser.parse_args()
    before = TARGET.read_text(encoding="utf-8")
    content = filled(before)
    if content == before:
        return 0
    if args.check:
        print(f"{TARGET.name} is not what the models say; run scripts/generate_data_guide.py", file=sys.stderr)
        return 1
    write_file(TARGET, content.encode())
    print(f"wrote {TARGET.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
