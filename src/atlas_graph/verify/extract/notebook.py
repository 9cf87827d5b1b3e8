"""Jupyter notebooks to blocks: Markdown cells as Markdown, code cells as code. Outputs are not text to quote.

nbformat brings old notebooks to the present shape; what it will not have is read as plain JSON. Offsets lead
into the notebook's JSON, and the raw view is the source of the cells.
"""

from __future__ import annotations

import json
import re
from typing import Any

from nbformat import converter, reader

from atlas_graph.verify.document import Label
from atlas_graph.verify.extract import markdown
from atlas_graph.verify.extract.blocks import BlockBuilder, Parsed, paragraphs, raw_view
from atlas_graph.verify.extract.mdprepare import is_myst, unseen
from atlas_graph.verify.extract.offsets import OffsetMap, Placed

_LITERAL = re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.S)
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|.)", re.S)

_LOOK_AHEAD = 5_000  # string literals between one line of a cell and the next, or the next cell


def extract(raw: str) -> Parsed:
    """The blocks, raw view and title of a notebook; of broken JSON, its text."""
    cells = _cells(raw)
    if cells is None:
        blocks = tuple(paragraphs(raw))
        return Parsed(blocks, raw_view(raw), problem=None if blocks else "no-text")
    builder, view = BlockBuilder(), BlockBuilder()
    places = _Literals(raw)
    myst = any(is_myst(source) for kind, source in cells if kind == "markdown")
    for kind, source in cells:
        offsets = places.map_of(source)
        with builder.within(offsets), view.within(offsets):
            if kind == "markdown":
                markdown.add(source, builder, myst=myst)
            elif kind == "code":
                builder.add([Placed(source, 0, len(source))])
                builder.close(frozenset({Label.CODE}))
            else:
                for block in paragraphs(source):
                    builder.add(block.runs)
                    builder.close()
            hidden = unseen(source, mdx=False, myst=myst) if kind == "markdown" else ()
            for block in raw_view(source, hidden):
                view.add(block.runs)
                view.close(block.labels)
    blocks = builder.done()
    title = next((block.text.strip() for block in blocks if Label.HEADING in block.labels), "")
    return Parsed(blocks, (*view.done(), *builder.others), title, None if blocks else "no-text")


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
    if not isinstance(notebook, dict):
        return None
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        return None
    out = []
    for cell in cells:
        if not isinstance(cell, dict):
            continue
        source = cell.get("source", "")
        if isinstance(source, list):
            source = "".join(part for part in source if isinstance(part, str))
        if isinstance(source, str):
            # a lone surrogate is no character
            source = source.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            out.append((str(cell.get("cell_type", "")), source.replace("\r\n", "\n")))
    return out


class _Literals:
    """Finds the sources of cells among the string literals of the notebook's JSON, in order."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._spans = [found.span(1) for found in _LITERAL.finditer(raw)]
        self._next = 0

    def map_of(self, source: str) -> OffsetMap:
        """The map of ``source``, which stands in one literal or in one for each of its lines."""
        pieces: list[tuple[int, int, int]] = []
        at = 0
        index = self._next
        behind = min(len(self._spans), index + _LOOK_AHEAD)
        while at < len(source) and index < behind:
            start = self._spans[index][0]
            index += 1
            # most literals (outputs, metadata) are told apart by their first character
            if self._raw[start] not in (source[at], "\\"):
                continue
            decoded, found = self._decoded(index - 1, at)
            if (
                decoded
                and source.startswith(decoded, at)
                and (decoded.endswith("\n") or at + len(decoded) == len(source))
            ):
                pieces.extend(found)
                at += len(decoded)
                self._next = index
                behind = min(len(self._spans), index + _LOOK_AHEAD)
        return OffsetMap(pieces)

    def _decoded(self, index: int, at: int) -> tuple[str, list[tuple[int, int, int]]]:
        start, end = self._spans[index]
        raw = self._raw
        parts: list[str] = []
        pieces: list[tuple[int, int, int]] = []
        size = 0
        begin = start
        for found in _ESCAPE.finditer(raw, start, end):
            if begin < found.start():
                parts.append(raw[begin : found.start()])
                pieces.append((at + size, begin, found.start() - begin))
                size += found.start() - begin
            try:
                char = str(json.loads(f'"{found[0]}"'))
            except ValueError:
                char = found[0]
            parts.append(char)
            pieces.append((at + size, found.start(), 0))
            size += len(char)
            begin = found.end()
        if begin < end:
            parts.append(raw[begin:end])
            pieces.append((at + size, begin, end - begin))
        return "".join(parts), pieces
