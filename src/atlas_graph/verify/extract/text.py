"""Plain text to blocks: paragraphs, and nothing read into them."""

from __future__ import annotations

from atlas_graph.verify.extract.blocks import Parsed, paragraphs


def extract(raw: str) -> Parsed:
    """The paragraphs of a plain text, which are its raw view too.

    >>> [block.text for block in extract("one line\\n\\nanother").blocks]
    ['one line', 'another']
    """
    blocks = tuple(paragraphs(raw))
    return Parsed(blocks, problem=None if blocks else "no-text")
