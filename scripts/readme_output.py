"""Put the real output of the README's commands between its markers, or with ``--check`` say whether it is old.

python scripts/readme_output.py [--check]
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

from atlas_graph.cli.main import main as run
from atlas_graph.files import write_file

README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(r"(<!-- begin output: atlas-graph (.*?) -->\n).*?(<!-- end output -->)", re.DOTALL)
#: Lines of an output that are shown; the rest is said to be left out.
_SHOWN = 34
#: Columns of the terminal that the outputs are shown as.
_WIDTH = "100"


def _shown(match: re.Match[str]) -> str:
    captured = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    os.environ["COLUMNS"] = _WIDTH
    with redirect_stdout(captured):
        run(match[2].split())
    captured.flush()
    lines = captured.buffer.getvalue().decode().splitlines()  # type: ignore[attr-defined]
    if len(lines) <= _SHOWN:
        return f"{match[1]}```text\n" + "\n".join(lines) + f"\n```\n{match[3]}"
    cut = max(at for at in range(min(_SHOWN, len(lines) - 1) + 1) if not lines[at].strip())
    rest = len(lines) - cut
    return f"{match[1]}```text\n" + "\n".join(lines[:cut]) + f"\n\n… {rest} more lines\n```\n{match[3]}"


def filled(text: str) -> str:
    """Return a page with the output of each marked command in its place."""
    return _BLOCK.sub(_shown, text)


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    fresh = filled(text)
    if "--check" in sys.argv:
        if fresh != text:
            sys.exit("README.md shows an old output; run: python scripts/readme_output.py")
    else:
        write_file(README, fresh.encode())
