"""reStructuredText to HTML, which ``html.py`` reads: what a reader of the built page sees.

docutils reads it (see ``rststates.py``); its own messages about what it did not like are no text, but what they
quote is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from docutils import nodes

from . import html
from .blocks import BlockBuilder, Parsed, paragraphs
from .rststates import CLASSES, TARGET, parsed

_ADORNMENT = re.compile(r"^[ \t]*([!-/:-@\[-`{-~])\1*[ \t]*$", re.M)
_ODD_LINE_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
_MAX_SUBSTITUTIONS = 4
#: What a node is written as; others are ``span`` within a line and ``div`` elsewhere.
_TAGS: dict[type[nodes.Node], str] = {
    **dict.fromkeys(
        (
            nodes.paragraph,
            nodes.classifier,
            nodes.attribution,
            nodes.field_name,
            nodes.option_group,
            nodes.rubric,
            nodes.label,
        ),
        "p",
    ),
    nodes.bullet_list: "ul",
    nodes.enumerated_list: "ol",
    nodes.list_item: "li",
    nodes.definition_list: "dl",
    nodes.term: "dt",
    nodes.definition: "dd",
    nodes.block_quote: "blockquote",
    nodes.table: "table",
    nodes.thead: "thead",
    nodes.tbody: "tbody",
    nodes.row: "tr",
    nodes.entry: "td",
    nodes.caption: "figcaption",
    nodes.superscript: "sup",
    nodes.subscript: "sub",
    nodes.option_string: "span",
}
# nodes that are not shown
_SILENT = (
    nodes.comment,
    nodes.substitution_definition,
    nodes.pending,
    nodes.image,
    nodes.meta,
    nodes.decoration,
    nodes.colspec,
)


def extract(raw: str) -> Parsed:
    """The blocks and title of a reStructuredText file."""
    builder = BlockBuilder()
    html.add(f"<main>{to_html(raw)}</main>", builder)
    return builder.done()


def to_html(raw: str) -> str:
    """The HTML of a reStructuredText text; what docutils cannot read is written paragraph by paragraph."""
    lines = [line.expandtabs(8).rstrip() for line in _ODD_LINE_ENDS.sub(" ", raw).split("\n")]
    try:
        return _Writer(parsed(lines)).document()
    except (Exception, RecursionError):
        # docutils has no errors of its own for input that it was not written for
        return "".join(f"<p>{escape(block.text)}</p>" for block in paragraphs(raw))


class _Writer:
    """Writes one document tree."""

    def __init__(self, document: nodes.document) -> None:
        self._document = document
        self._level = 0
        self._depth = 0  # of substitutions in substitutions
        self._numbers: dict[str, str] = {}
        self._count_footnotes()
        self._titles = self._titles_of(document)

    def document(self) -> str:
        """The HTML of all that is shown."""
        # fields above everything are what Sphinx takes for the page's data
        first = next((child for child in self._document.children if not isinstance(child, _SILENT)), None)
        return "".join(
            f"<div hidden>{self._write(child)}</div>"
            if child is first and isinstance(child, nodes.field_list)
            else written
            for child, written in self._each(self._document)
        )

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

    def _titles_of(self, document: nodes.document) -> dict[str, str]:
        """The heading or caption that each label of the document stands at: what ``:ref:`label``` shows."""
        titles: dict[str, str] = {}
        self._titles = titles
        labels: list[str] = []
        for node in document.findall():
            if isinstance(node, nodes.target):
                labels.extend(node["names"])
            elif isinstance(node, (nodes.section, nodes.caption)) and node.children:
                title = node.children[0] if isinstance(node, nodes.section) else node
                own = [node[TARGET]] if TARGET in node else []
                titles.update((label, self._children(title)) for label in (*labels, *own))
                labels = []
            elif isinstance(node, nodes.paragraph):
                labels = []
        return titles

    def _children(self, node: Any) -> str:
        return "".join(written for _, written in self._each(node))

    def _each(self, node: Any) -> Iterator[tuple[Any, str]]:
        """Each child and its HTML, in the classes that a directive before it gives it."""
        classes = ""
        for child in node.children:
            if isinstance(child, nodes.pending) and CLASSES in child:
                classes = f"{classes} {child[CLASSES]}".strip()
                continue
            written = self._write(child)
            if classes and not isinstance(child, _SILENT):
                written, classes = f'<div class="{escape(classes)}">{written}</div>', ""
            yield child, written

    def _write(self, node: Any) -> str:
        if isinstance(node, nodes.Text):
            return escape(node.astext())
        for kind, write in _WRITERS:
            if isinstance(node, kind):
                return write(self, node)
        tag = _TAGS.get(type(node)) or ("span" if isinstance(node, nodes.Inline) else "div")
        return f"<{tag}>{self._children(node)}</{tag}>"

    def _section(self, node: Any) -> str:
        self._level += 1
        try:
            return self._children(node)
        finally:
            self._level -= 1

    def _title(self, node: Any) -> str:
        heading = self._level and isinstance(node.parent, nodes.section)
        tag = f"h{min(self._level, 6)}" if heading else "caption" if isinstance(node.parent, nodes.table) else "p"
        return f"<{tag}>{self._children(node)}</{tag}>"

    def _line_block(self, node: Any) -> str:
        lines = "".join(
            self._line_block(child)[3:-4] if isinstance(child, nodes.line_block) else f"{self._children(child)}<br>"
            for child in node.children
        )
        return f"<p>{lines}</p>"

    def _salvage(self, node: Any) -> str:
        """What docutils quotes of the source when it will not read it."""
        quoted = (child.astext() for child in node.children if isinstance(child, nodes.literal_block))
        return "".join(
            f"<p>{escape(block.text)}</p>" for text in quoted for block in paragraphs(_ADORNMENT.sub("", text))
        )

    def _footnote(self, node: Any) -> str:
        number = f"<p>[{escape(node['number'])}]</p>" if node.get("number") else ""
        return f"<div>{number}{self._children(node)}</div>"

    def _footnote_reference(self, node: Any) -> str:
        number = node.astext()
        if node.get("auto"):
            name = node.get("refname", "")
            number = self._numbers.get(name, name) if name else self._auto.pop(0) if self._auto else "#"
        return f'<span role="doc-noteref">[{escape(str(number))}]</span>'

    def _options(self, node: Any) -> str:
        return f"<p>{', '.join(map(self._children, node.children))}</p>"

    def _substitution(self, node: Any) -> str:
        name = node.get("refname", node.astext())
        document = self._document
        key = name if name in document.substitution_defs else document.substitution_names.get(name.lower(), "")
        found = document.substitution_defs.get(key)
        if found is None or self._depth >= _MAX_SUBSTITUTIONS:
            return escape(f"|{node.astext()}|")
        self._depth += 1
        try:
            return self._children(found)
        finally:
            self._depth -= 1

    def _inline(self, node: Any) -> str:
        if node.get(TARGET) in self._titles:
            return self._titles[node[TARGET]]
        return f"<span>{self._children(node)}</span>"


_WRITERS: tuple[tuple[Any, Callable[[_Writer, Any], str]], ...] = (
    (_SILENT, lambda writer, node: ""),
    (nodes.raw, lambda writer, node: node.rawsource or node.astext()),  # written by rststates.py
    (nodes.target, lambda writer, node: writer._children(node)),  # within a line it is shown
    (nodes.system_message, _Writer._salvage),
    (nodes.section, _Writer._section),
    ((nodes.title, nodes.subtitle), _Writer._title),
    ((nodes.literal_block, nodes.doctest_block), lambda writer, node: f"<pre>\n{escape(node.astext())}</pre>"),
    (nodes.math_block, lambda writer, node: f"<div>{escape(node.astext())}</div>"),
    (nodes.line_block, _Writer._line_block),
    ((nodes.footnote, nodes.citation), _Writer._footnote),
    (nodes.label, lambda writer, node: f"<p>[{escape(node.astext())}]</p>"),
    (nodes.footnote_reference, _Writer._footnote_reference),
    (nodes.citation_reference, lambda writer, node: escape(f"[{node.astext()}]")),
    (nodes.option_group, _Writer._options),
    (nodes.option_argument, lambda writer, node: escape(node.astext())),
    (nodes.substitution_reference, _Writer._substitution),
    (nodes.tgroup, lambda writer, node: writer._children(node)),
    (nodes.inline, _Writer._inline),
)
