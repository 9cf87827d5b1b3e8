"""Jupyter notebooks to HTML, which ``html.py`` reads: Markdown cells as Markdown, code cells as code.

nbformat brings old notebooks to the present shape; what it will not have is read as plain JSON. Outputs are not text
to quote: what made them may be run again.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from nbformat import converter, reader

from . import html, markdown
from .blocks import BlockBuilder, Parsed, paragraphs
from .mdprepare import is_myst


def extract(raw: str) -> Parsed:
    """The blocks and title of a notebook; of broken JSON, its text."""
    cells = _cells(raw)
    if cells is None:
        blocks = tuple(paragraphs(raw))
        return Parsed(blocks, problem=None if blocks else "no-text")
    builder = BlockBuilder()
    myst = any(is_myst(source) for kind, source in cells if kind == "markdown")
    for kind, source in cells:  # one by one: what a cell leaves open ends with it
        if kind == "markdown":
            html.add(f"<main>{markdown.to_html(source, myst=myst)}</main>", builder)
        elif kind == "code":
            html.add(f"<pre>\n{escape(source)}</pre>", builder)
        else:
            html.add("".join(f"<p>{escape(block.text)}</p>" for block in paragraphs(source)), builder)
        builder.close()
    return builder.done()


def _cells(raw: str) -> list[tuple[str, str]] | None:
    """Kind and source of each cell; None where this is no notebook."""
    notebook: Any
    try:
        notebook = reader.reads(raw)  # type: ignore[no-untyped-call]
        if notebook.get("nbformat", 4) < 4:
            notebook = converter.convert(notebook, 4)  # type: ignore[no-untyped-call]
    except (Exception, RecursionError):
        # nbformat raises whatever its parts raise
        try:
            notebook = json.loads(raw)
        except (ValueError, RecursionError):
            return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        return None
    out = []
    for cell in cells:
        source = cell.get("source", "") if isinstance(cell, dict) else None
        if isinstance(source, list):
            source = "".join(part for part in source if isinstance(part, str))
        if isinstance(source, str):
            # a lone surrogate is no character
            source = source.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            out.append((str(cell.get("cell_type", "")), source.replace("\r\n", "\n")))
    return out
