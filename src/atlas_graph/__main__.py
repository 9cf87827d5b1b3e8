"""``python -m atlas_graph`` is the command ``atlas-graph``."""

import sys

from .cli.main import main

sys.exit(main())
