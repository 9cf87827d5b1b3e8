"""Rules that the reader keeps before any record exists (``atlas_graph.authoring``)."""

from __future__ import annotations

from .rule import Rule

_GOOD = """\
id: new-runtime
name: New Runtime
kind: runtime
summary: It starts programs.
"""

RULES = (
    Rule(
        "AG001",
        "yaml-syntax",
        "A file is YAML 1.2 in UTF-8, without aliases and tags, and no key stands twice in one record.",
        _GOOD,
        "id: new-runtime\nname: New Runtime\nname: Newer Runtime\n",
    ),
    Rule(
        "AG002",
        "duplicate-id",
        "An id stands once in its collection, over all files; ids are never reused.",
        _GOOD,
        f"- {_GOOD.strip().replace(chr(10), chr(10) + '  ')}\n- {_GOOD.strip().replace(chr(10), chr(10) + '  ')}\n",
    ),
    Rule(
        "AG003",
        "schema",
        "A record has the keys and types of its schema and no others; a misspelt key would lose what it says.",
        _GOOD,
        _GOOD.replace("summary:", "sumary:"),
    ),
    Rule(
        "AG004",
        "stray-file",
        "Every file of the dataset folder is read; one in a folder that nothing reads would be lost in silence.",
        _GOOD,
        "# saved as notes/new-runtime.yaml\n" + _GOOD,
    ),
)
