"""What the scripts that generate files share: write them, or with ``--check`` say which would change."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from atlas_graph.files import write_file

ROOT = Path(__file__).resolve().parent.parent


def bring_up_to_date(about: str, contents: dict[str, str]) -> int:
    """Write each text to its place below the repository's root; return the exit status.

    0: done, or nothing would change; 1: with ``--check``, where a file differs.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file differs")
    check = parser.parse_args().check
    stale = False
    for name, content in contents.items():
        target = ROOT / name
        if target.exists() and target.read_text(encoding="utf-8") == content:
            continue
        stale = True
        if check:
            print(f"{name} is not what it is generated from; run scripts/{Path(sys.argv[0]).name}", file=sys.stderr)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, content.encode())
            print(f"wrote {name}")
    return 1 if check and stale else 0
