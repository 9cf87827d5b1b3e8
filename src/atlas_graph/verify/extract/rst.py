"""reStructuredText to blocks: what a reader of the built page sees.

docutils reads it (see ``rststates.py``); its own messages about what it did not like are no text, but what they
quote is. The raw text is a second view.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

from atlas_graph.verify.document import Label
from atlas_graph.verify.extract.blocks import NO_LABELS, BlockBuilder, Parsed, paragraphs, raw_view
from atlas_graph.verify.extract.offsets import Forward, Placed, line_starts
from atlas_graph.verify.extract.rststates import MARK, TARGET, parsed
from atlas_graph.verify.extract.scripts import named

_ADORNMENT = re.compile(r"^[ \t]*([!-/:-@\[-`{-~])\1*[ \t]*$", re.M)
_LABEL_OF = {"navigation": Label.NAVIGATION, "table-cell": Label.TABLE_CELL}
# nodes that are not shown
_SILENT = (
    nodes.comment,
    nodes.substitution_definition,
    nodes.target,
    nodes.raw,
    nodes.pending,
    nodes.image,
    nodes.meta,
    nodes.decoration,
    nodes.colspec,
)
# nodes whose text is one block
_LEAVES = (
    nodes.paragraph,
    nodes.term,
    nodes.classifier,
    nodes.attribution,
    nodes.field_name,
    nodes.option_group,
    nodes.rubric,
    nodes.caption,
    nodes.line,
)
_CODE = (nodes.literal_block, nodes.doctest_block)
_MAX_SUBSTITUTIONS = 4


def extract(raw: str) -> Parsed:
    """The blocks, raw view and title of a reStructuredText file."""
    builder = BlockBuilder()
    add(raw, builder)
    blocks = builder.done()
    title = next((block.text.strip() for block in blocks if Label.HEADING in block.labels), "")
    return Parsed(blocks, (*raw_view(raw), *builder.others), title, None if blocks else "no-text")


def add(raw: str, builder: BlockBuilder) -> None:
    """Add the blocks of a reStructuredText text; what docutils cannot read is added paragraph by paragraph."""
    lines = [line.expandtabs(8).rstrip() for line in re.sub("[\v\f\x1c-\x1e\x85\u2028\u2029]", " ", raw).split("\n")]
    try:
        document = parsed(lines)
    except (Exception, RecursionError):
        # docutils has no errors of its own for input that it was not written for
        for block in paragraphs(raw):
            builder.add(block.runs)
            builder.close()
        return
    _Walk(raw, document, builder).run()


class _Walk:
    """One walk over one document tree."""

    def __init__(self, raw: str, document: nodes.document, builder: BlockBuilder) -> None:
        self._document = document
        self._builder = builder
        self._places = Forward(raw)
        self._lines = line_starts(raw)
        self._labels = NO_LABELS
        self._level = 0
        self._numbers: dict[str, str] = {}
        self._count_footnotes()
        self._titles = _titles(document)

    def run(self) -> None:
        for child in self._document.children:
            self._block(child)
        self._builder.close()

    def _count_footnotes(self) -> None:
        """The numbers that ``[#]_`` and ``[#name]_`` show."""
        taken = {label for note in self._document.footnotes for label in note["names"]}
        number = 0
        self._auto: list[str] = []
        for note in self._document.autofootnotes:
            number += 1
            while str(number) in taken:
                number += 1
            for name in note["names"]:
                self._numbers[name] = str(number)
            note["number"] = str(number)
            if not note["names"]:
                self._auto.append(str(number))

    # --- blocks

    def _block(self, node: Any) -> None:
        if isinstance(node, nodes.Text):
            self._put(node.astext())
        elif isinstance(node, nodes.system_message):
            self._salvage(node)
        elif isinstance(node, _SILENT):
            return
        elif isinstance(node, nodes.section):
            self._level += 1
            for child in node.children:
                self._block(child)
            self._level -= 1
        elif isinstance(node, (nodes.title, nodes.subtitle)):
            self._title(node)
        elif isinstance(node, _CODE):
            self._verbatim(node, frozenset({Label.CODE}))
        elif isinstance(node, nodes.math_block):
            self._verbatim(node, NO_LABELS)
        elif isinstance(node, nodes.line_block):
            self._line_block(node)
            self._builder.close(self._labels)
        elif isinstance(node, _LEAVES):
            self._leaf(node)
        elif isinstance(node, (nodes.footnote, nodes.citation)):
            self._footnote(node)
        elif isinstance(node, nodes.entry):
            before, self._labels = self._labels, self._labels | {Label.TABLE_CELL}
            for child in node.children:
                self._block(child)
            self._labels = before
        elif isinstance(node, nodes.Inline):
            self._inline(node)
        else:
            for child in node.children:
                self._block(child)

    def _leaf(self, node: Any) -> None:
        self._builder.close(self._labels)
        self._seek(node)
        mark = _LABEL_OF.get(str(node.get(MARK, "")))
        for child in node.children:
            self._inline(child)
        self._builder.close(self._labels | {mark} if mark else self._labels)

    def _title(self, node: Any) -> None:
        self._builder.close(self._labels)
        self._seek(node)
        if self._level and isinstance(node.parent, nodes.section):
            self._builder.open_heading(self._level)
            for child in node.children:
                self._inline(child)
            self._builder.close_heading()
        else:
            for child in node.children:
                self._inline(child)
            self._builder.close(self._labels)

    def _line_block(self, node: Any) -> None:
        for child in node.children:
            if isinstance(child, nodes.line_block):
                self._line_block(child)
            else:
                for part in child.children:
                    self._inline(part)
                self._put("\n")

    def _footnote(self, node: Any) -> None:
        self._builder.close(self._labels)
        if number := node.get("number"):
            self._builder.add(self._places.stand_for("[#", f"[{number}]"))
            self._builder.close(self._labels)
        for child in node.children:
            if isinstance(child, nodes.label):
                self._put(f"[{child.astext()}]")
                self._builder.close(self._labels)
            else:
                self._block(child)

    def _verbatim(self, node: Any, labels: frozenset[Label]) -> None:
        self._builder.close(self._labels)
        self._seek(node)
        for line in node.astext().splitlines(keepends=True):
            self._put(line)
        self._builder.close(labels)

    def _salvage(self, node: Any) -> None:
        """What docutils quotes of the source when it will not read it."""
        for child in node.children:
            if isinstance(child, nodes.literal_block):
                self._builder.close(self._labels)
                for block in paragraphs(_ADORNMENT.sub("", child.astext())):
                    for line in block.text.splitlines(keepends=True):
                        self._put(line)
                    self._builder.close(self._labels)

    def _seek(self, node: Any) -> None:
        """Look for the next text in the lines of ``node``: docutils gives paragraphs their first line, and
        most others the line at which it was done with them."""
        if not node.line or node.line > len(self._lines):
            return
        lines = node.rawsource.count("\n") + 1
        if isinstance(node, nodes.paragraph) and node.get(MARK, "caption") != "caption":
            # one of many names or cells, with the line of their directive
            self._places.position = max(self._lines[node.line - 1], self._places.position)
        elif isinstance(node, nodes.paragraph):
            at = self._lines[node.line - 1]
            end = self._lines[min(node.line + lines, len(self._lines) - 1)]
            if not at <= self._places.position <= end:
                self._places.position = at
        else:
            at = self._lines[max(0, node.line - lines - 4)]
            self._places.position = max(at, self._places.position)

    # --- inline text

    def _put(self, text: str) -> None:
        self._builder.add(self._places.place(text))

    def _inline(self, node: Any, depth: int = 0) -> None:
        if isinstance(node, nodes.Text):
            self._put(node.astext())
        elif isinstance(node, nodes.substitution_reference):
            self._substitution(node, depth)
        elif isinstance(node, nodes.footnote_reference):
            self._builder.open_mark()
            self._builder.add(self._places.stand_for(node.rawsource, f"[{self._number(node)}]"))
            self._builder.close_mark()
        elif isinstance(node, nodes.citation_reference):
            self._put(f"[{node.astext()}]")
        elif isinstance(node, nodes.option_argument):
            self._put(f"{node.get('delimiter', ' ')}{node.astext()}")
        elif isinstance(node, nodes.target):
            for child in node.children:  # an inline target is shown
                self._inline(child, depth)
        elif isinstance(node, (nodes.system_message, *_SILENT)):
            return
        elif isinstance(node, nodes.inline) and node.get(TARGET) in self._titles:
            self._builder.add(self._places.stand_for(node.rawsource, self._titles[node[TARGET]]))
        elif isinstance(node, nodes.inline) and node.get(MARK) == "call":
            pieces = self._places.place(node.astext())
            at = self._places.position
            self._builder.add(pieces, instead=[*pieces, Placed("()", at, at)])
        elif isinstance(node, nodes.inline) and (script := named(str(node.get(MARK, "")))):
            self._builder.open_script(script)
            self._put(node.astext())
            self._builder.close_script()
        elif isinstance(node, nodes.inline) and node.get(MARK) == "added":
            at = self._places.position
            self._builder.add([Placed(node.astext(), at, at)], instead=[Placed(node[TARGET], at, at)])
        else:
            for child in node.children:
                self._inline(child, depth)

    def _number(self, node: Any) -> str:
        if not node.get("auto"):
            return str(node.astext())
        name = node.get("refname", "")
        if name:
            return str(self._numbers.get(name, name))
        return self._auto.pop(0) if self._auto else "#"

    def _substitution(self, node: Any, depth: int) -> None:
        name = node.get("refname", node.astext())
        document = self._document
        key = name if name in document.substitution_defs else document.substitution_names.get(name.lower(), "")
        found = document.substitution_defs.get(key)
        if found is None or depth >= _MAX_SUBSTITUTIONS:
            self._put(f"|{node.astext()}|")
            return
        if not depth:
            self._places.stand_for(f"|{node.astext()}|", "")
        at = self._places.position
        for child in found.children:
            if isinstance(child, _SILENT):
                continue
            if isinstance(child, nodes.substitution_reference):
                self._inline(child, depth + 1)
                continue
            script = named(str(child.get(MARK, ""))) if isinstance(child, nodes.inline) else None
            if script:
                self._builder.open_script(script)
            self._builder.add([Placed(child.astext(), at, at)])
            if script:
                self._builder.close_script()


def _titles(document: nodes.document) -> dict[str, str]:
    """The heading or caption that each label of the document stands at: what ``:ref:`label``` shows."""
    titles: dict[str, str] = {}
    labels: list[str] = []
    for node in document.findall():
        if isinstance(node, nodes.target):
            labels.extend(node["names"])
        elif isinstance(node, nodes.section) and node.children:
            titles.update((label, node.children[0].astext()) for label in labels)
            labels = []
        elif isinstance(node, nodes.paragraph):
            if node.get(MARK) == "caption":
                own = [node[TARGET]] if TARGET in node else []
                titles.update((label, node.astext()) for label in (*labels, *own))
            labels = []
    return titles
