"""Write ``docs/cli.md`` from the command line's parsers, or with ``--check`` say whether it would change.

    python scripts/generate_cli_reference.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where the file differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atlas_graph.cli.reference import reference
from atlas_graph.files import write_file

TARGET = Path(__file__).resolve().parent.parent / "docs" / "cli.md"


def main() -> int:
    parser = argparse.ArgumentParser(description="Generate the command reference from the parsers.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the file differs")
    args = parser.parse_args()
    content = reference()
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == content:
        return 0
    if args.check:
        print(f"{TARGET.name} is not what the parsers say; run scripts/generate_cli_reference.py", file=sys.stderr)
        return 1
    write_file(TARGET, content.encode())
    print(f"wrote {TARGET.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
