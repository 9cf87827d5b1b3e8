"""Write ``docs/cli.md`` from the command line's parsers, or with ``--check`` say whether it would change.

    python scripts/generate_cli_reference.py [--check]

Exit status: 0 done, or nothing would change; 1 with ``--check`` where the file differs.
"""

from __future__ import annotations

import sys

from generated import bring_up_to_date

from atlas_graph.cli.reference import reference

if __name__ == "__main__":
    sys.exit(bring_up_to_date("Generate the command reference from the parsers.", {"docs/cli.md": reference()}))
