"""Rules that the reader keeps before any record exists (``atlas_graph.authoring``)."""

from __future__ import annotations

from .rule import Rule

RULES = (
    Rule("AG001", "yaml-syntax"),
    Rule("AG002", "duplicate-id"),
    Rule("AG003", "schema"),
    Rule("AG004", "stray-file"),
)
