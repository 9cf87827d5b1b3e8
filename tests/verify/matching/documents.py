"""Extractions made by hand, so that the matcher is tested apart from the extractors."""

from __future__ import annotations

from collections.abc import Iterable

from atlas_graph.verify.document import Block, Extraction, Label, Run

HIDDEN, DELETED = frozenset({Label.HIDDEN}), frozenset({Label.DELETED})


def document(*blocks: str | Block, media_type: str = "text/html", raw: str = "") -> Extraction:
    """A document of blocks; a plain string is a paragraph."""
    made = tuple(para(block) if isinstance(block, str) else block for block in blocks)
    return Extraction(media_type, "test/1", raw or "\n\n".join(block.text for block in made), made)


def para(
    *parts: str | tuple[str, frozenset[Label]], headings: tuple[str, ...] = (), labels: Iterable[Label] = ()
) -> Block:
    """A block of runs; a pair is a run with labels."""
    runs = tuple(Run(part) if isinstance(part, str) else Run(*part) for part in parts)
    return Block(runs, headings, frozenset(labels))
