"""What the tests of the extractors share: reading a text as a file of some name, and looking at what came out."""

from __future__ import annotations

from atlas_graph.verify.document import Block, Extraction, Label
from atlas_graph.verify.extract import extract


def read(text: str | bytes, name: str) -> Extraction:
    """The extraction of a file called ``name``."""
    content = text.encode() if isinstance(text, str) else text
    return extract(content, name=name)


def texts(extraction: Extraction) -> list[str]:
    """The texts of the blocks, white space folded as a quote's is."""
    return [" ".join(block.text.split()) for block in extraction.blocks]


def block_with(extraction: Extraction, text: str) -> Block:
    """The one block that holds ``text``."""
    found = [block for block in extraction.blocks if text in " ".join(block.text.split())]
    assert len(found) == 1, f"{len(found)} blocks hold {text!r}: {texts(extraction)}"
    return found[0]


def labelled(extraction: Extraction, label: Label) -> list[str]:
    """The texts of the blocks with a label, and of the runs with it in other blocks."""
    out = []
    for block in extraction.blocks:
        if label in block.labels:
            out.append(" ".join(block.text.split()))
        else:
            out.extend(run.text for run in block.runs if label in run.labels)
    return out
