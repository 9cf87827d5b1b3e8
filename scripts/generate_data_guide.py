"""Write the generated parts of ``docs/data.md``, or with ``--check`` say whether they would change.

    python scripts/generate_data_guide.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where the file differs.
"""

from __future__ import annotations

import sys

from generated import ROOT, bring_up_to_date

from atlas_graph.cli.data_guide import filled

TARGET = "docs/data.md"

if __name__ == "__main__":
    guide = (ROOT / TARGET).read_text(encoding="utf-8")
    sys.exit(bring_up_to_date("Generate the tables of the guide to the data.", {TARGET: filled(guide)}))
