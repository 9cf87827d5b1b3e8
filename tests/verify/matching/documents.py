"""Extractions made by hand, so that the matcher is tested apart from the extractors."""

from __future__ import annotations

from collections.abc import Iterable

from atlas_graph.verify.document import Block, Extraction, Label, Run

HIDDEN, DELETED = frozenset({Label.HIDDEN}), frozenset({Label.DELETED})


def document(
    *blocks: str | Block, media_type: str = "text/html", raw: str = "", raw_blocks: Iterable[str] = ()
) -> Extraction:
    """A document of blocks; a plain string is a paragraph. Offsets count in the joined text, or in ``raw``."""
    at = 0
    made: list[Block] = []
    for block in blocks:
        if isinstance(block, str):
            block = para(block)
        runs: list[Run] = []
        for run in block.runs:
            runs.append(Run(run.text, at, at + len(run.text), run.labels))
            at += len(run.text)
        at += 2
        made.append(Block(tuple(runs), block.headings, block.labels))
    raws: list[Block] = []
    for text in raw_blocks:
        start = raw.index(text)
        raws.append(Block((Run(text, start, start + len(text)),), (), frozenset({Label.RAW})))
    shown = raw or "\n\n".join(block.text for block in made)
    return Extraction(media_type, "test/1", shown, tuple(made), tuple(raws))


def para(
    *parts: str | tuple[str, frozenset[Label]], headings: tuple[str, ...] = (), labels: Iterable[Label] = ()
) -> Block:
    """A block of runs; a pair is a run with labels."""
    runs = tuple(
        Run(part, 0, len(part)) if isinstance(part, str) else Run(part[0], 0, len(part[0]), part[1]) for part in parts
    )
    return Block(runs, headings, frozenset(labels))
