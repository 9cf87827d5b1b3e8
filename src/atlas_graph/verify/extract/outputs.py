"""What the cells of a notebook print: shown to a reader, but no text to quote, for what made it may be run again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..document import Block
from . import html
from .blocks import paragraphs


def outputs(raw: str) -> tuple[Block, ...]:
    """The blocks of all texts among the outputs of a notebook; none where it is no notebook."""
    try:
        found = [output for cell in json.loads(raw)["cells"] for output in cell.get("outputs", ())]
        return tuple(block for output in found for block in _blocks(output))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()


def _blocks(output: dict[str, Any]) -> Iterator[Block]:
    told = {"text/plain": output.get("text", ""), **output.get("data", {})}
    for media_type, text in told.items():
        text = "".join(text) if isinstance(text, list) else text
        if isinstance(text, str) and media_type.startswith("text/"):
            yield from html.extract(text).blocks if media_type == "text/html" else paragraphs(text)
