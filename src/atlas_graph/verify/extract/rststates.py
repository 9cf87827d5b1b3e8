"""docutils' parser for reStructuredText, made to read what any project's Sphinx would.

Directives and roles that docutils does not know are reduced to what they show (see ``directives.py``), by
overriding the states that meet them; docutils' own registries are neither asked nor changed, so that nothing is
included, fetched or run, and two callers in one process cannot disturb each other.
"""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from typing import Any, ClassVar

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList

from atlas_graph.verify.extract.directives import (
    Shows,
    is_call,
    is_reference,
    role_text,
    shows,
    version_arguments,
    version_texts,
)
from atlas_graph.verify.extract.scripts import named

_MAX_PARAGRAPH = 20_000  # characters that inline markup is looked for in
_MAX_MARKS = 2_000
_NO_MARKS = str.maketrans("", "", "*`|_[\\")
_DIRECTIVE = re.compile(r"\.\.[ ]+(?:\|[^|]*\|[ ]+)?(?:[\w:.+-]+)[ ]?::(?:[ ]+|$)")
_FIELD = re.compile(r":(?![: ])([^:\\]|\\.|:(?!([ `]|$)))*(?<! ):( +|$)")
_SUBSTITUTIONS = frozenset({"replace", "unicode", "date", "image"})
_TOCTREE_ENTRY = re.compile(r"(.*?)\s*<[^<>]*>\s*$")

#: The attribute that marks a node as navigation or as a table cell.
MARK = "atlas-graph"
#: The attribute that holds the label of a reference without a text of its own.
TARGET = "atlas-graph-target"


class _Inliner(states.Inliner):
    """Inline markup in linear time, each role reduced to its text."""

    def parse(self, text: str, lineno: int, memo: Any, parent: Any) -> Any:
        if len(text) > _MAX_PARAGRAPH or len(text) - len(text.translate(_NO_MARKS)) > _MAX_MARKS:
            out: list[Any] = []
            for chunk in _chunks(text):
                if len(chunk) - len(chunk.translate(_NO_MARKS)) > _MAX_MARKS or len(chunk) > 2 * _MAX_PARAGRAPH:
                    out.append(nodes.Text(chunk))
                else:
                    out.extend(super().parse(chunk, lineno, memo, parent)[0])
            return out, []
        return super().parse(text, lineno, memo, parent)

    def implicit_inline(self, text: str, lineno: int) -> list[Any]:
        # bare URLs and addresses are text to a reader; looking for them takes quadratic time
        return [nodes.Text(text)] if text else []

    def interpreted(self, rawsource: str, text: str, role: str | None, lineno: int) -> tuple[list[Any], list[Any]]:
        role = role or ""
        if "raw" in role.lower():
            return [], []
        as_typed = rawsource.partition("`")[2].rpartition("`")[0]
        text = as_typed if role in ("math", "code") else utils.unescape(text)
        shown = role_text(role, text) if role else text
        made = nodes.inline(rawsource, shown)
        if is_reference(role) and shown == text:
            made[TARGET] = text.lower()
        if is_call(role, text):
            made[MARK] = "call"
        elif script := named(role):
            made[MARK] = script.value
        return [made], []


# docutils looks for the parts of its patterns in the class itself, not in those that it inherits from
for _name, _value in vars(states.Inliner).items():
    if not _name.startswith("__") and _name not in vars(_Inliner):
        setattr(_Inliner, _name, _value)


def _chunks(text: str) -> list[str]:
    """Lines of ``text`` gathered up to the number of characters and marks that one reading may take."""
    chunks: list[str] = []
    held: list[str] = []
    size = marks = 0
    for line in text.splitlines(keepends=True):
        own = len(line) - len(line.translate(_NO_MARKS))
        if held and (size + len(line) > _MAX_PARAGRAPH or marks + own > _MAX_MARKS):
            chunks.append("".join(held))
            held, size, marks = [], 0, 0
        held.append(line)
        size += len(line)
        marks += own
    chunks.append("".join(held))
    return chunks


class _Tolerant:
    """What all states share: any directive is read, by what it shows."""

    nested_sm_cache: ClassVar[list[Any]] = []

    def __init__(self, state_machine: Any, debug: bool = False) -> None:
        super().__init__(state_machine, debug)  # type: ignore[call-arg]
        self.nested_sm_kwargs = {"state_classes": STATES, "initial_state": "Body"}

    def unknown_directive(self, type_name: str) -> Any:
        line = self.state_machine.line  # type: ignore[attr-defined]
        found = _DIRECTIVE.match(line)
        if found is None:  # in a substitution definition, whose body starts elsewhere
            return self.run_directive(None, re.search(r"::|$", line), type_name, {"alt": ""})
        return self.run_directive(None, found, type_name, {})

    def run_directive(self, directive: Any, match: Any, type_name: str, option_presets: Any) -> Any:
        if directive is not None and type_name.lower() in _SUBSTITUTIONS and "alt" in option_presets:
            return super().run_directive(directive, match, type_name, option_presets)  # type: ignore[misc]
        if "alt" in option_presets:  # a substitution by something that is no text here
            self.state_machine.get_first_known_indented(match.end(), strip_top=0)  # type: ignore[attr-defined]
            return [nodes.raw("", "", format="html")], True
        machine: Any = self.state_machine  # type: ignore[attr-defined]
        lineno = machine.abs_line_number()
        indented, _, offset, blank_finish = machine.get_first_known_indented(match.end(), strip_top=0)
        made = _Directive(self, type_name, indented, offset, lineno).nodes()
        return made, blank_finish or machine.is_next_line_blank()


class _Directive:
    """One directive: its first line, its options, its body."""

    def __init__(self, state: Any, name: str, block: StringList, offset: int, lineno: int) -> None:
        self._state = state
        self._name = name.lower()
        self._lineno = lineno
        while block and not block[-1].strip():
            block.trim_end()
        while block and not block[0].strip():
            block.trim_start()
            offset += 1
        self._block, self._offset = block, offset
        first_blank = next((at for at, line in enumerate(block) if not line.strip()), len(block))
        options = next((at for at in range(first_blank) if _FIELD.match(block[at])), first_blank)
        self._argument = [block[at].strip() for at in range(options)]
        self._options = first_blank if options < first_blank else options
        self._has_options = options < first_blank
        self._caption = self._label = ""
        for at in range(options, first_blank):
            key, _, value = block[at].strip().partition(": ")
            if key == ":caption":
                self._caption = value.strip()
            elif key == ":name":
                self._label = value.strip().lower()

    def nodes(self) -> list[Any]:
        what = shows(self._name)
        if what is Shows.NOTHING:
            return []
        caption = self._paragraph(self._caption, mark="caption")
        if what is Shows.BODY:
            if self._has_options and self._argument:
                return [*self._paragraph(" ".join(self._argument)), *self._parsed(self._options)]
            return self._parsed(self._options if self._has_options else 0)
        if what in (Shows.TITLE_AND_BODY, Shows.RST):
            mark = "caption" if self._name in ("table", "list-table") else ""
            return [*self._paragraph("\n".join(self._argument), mark=mark), *self._parsed(self._options)]
        if what is Shows.BODY_ONLY:
            body = self._parsed(self._options)
            if self._name == "figure" and body and isinstance(body[0], nodes.paragraph):
                body[0][MARK] = "caption"
            return [*caption, *body]
        if what is Shows.CODE:
            text = "\n".join(self._block[self._options :]).strip("\n")
            if not text and self._name in ("parsed-literal", "productionlist", "prompt", "command-output"):
                text = "\n".join(self._argument)
            return [*caption, *([nodes.literal_block(text, text)] if text else [])]
        if what is Shows.CODE_ARGUMENT:
            signatures = [nodes.paragraph(line, line) for line in self._argument if line]
            for node in signatures:
                node.line = self._lineno
            return [*signatures, *self._parsed(self._options)]
        if what is Shows.NAMES:
            return [self._marked("table-cell", line) for line in self._body_lines() if line]
        if what is Shows.CONTENTS:
            titles = [found[1] for line in self._body_lines() if (found := _TOCTREE_ENTRY.match(line))]
            return [self._marked("navigation", line) for line in ([self._caption] if self._caption else []) + titles]
        if what is Shows.MATH:
            text = "\n".join([*self._argument, *self._block[self._options :]])
            return [nodes.math_block(text, text)]
        if what is Shows.TABLE:
            return [*self._paragraph(" ".join(self._argument), mark="caption"), *self._cells()]
        return self._version()

    def _body_lines(self) -> list[str]:
        return [line.strip() for line in self._block[self._options :]]

    def _version(self) -> list[Any]:
        argument = " ".join(self._argument)
        now, before = version_texts(self._name, argument)
        said = nodes.inline("", now)
        said[MARK] = "added"
        said[TARGET] = before
        rest = " ".join(argument.split()[version_arguments(self._name) :])
        body = self._parsed(self._options)
        if rest:
            return [*self._paragraph(rest, before=said), *body]
        if body and isinstance(body[0], nodes.paragraph):
            body[0].insert(0, said)
            return body
        return [nodes.paragraph("", "", said), *body]

    def _cells(self) -> list[Any]:
        lines = self._block[self._options :]
        try:
            rows = list(csv.reader(lines, skipinitialspace=True))
        except csv.Error:
            rows = [[line] for line in lines]
        cells = []
        for row in rows:
            for cell in row:
                if cell.strip():
                    cells.extend(self._paragraph(cell.strip(), mark="table-cell"))
        return cells

    def _paragraph(self, text: str, *, mark: str = "", before: Any = None) -> list[Any]:
        if not text.strip():
            return []
        children, _ = self._state.inline_text(text, self._lineno)
        made = nodes.paragraph(text, "", *([before] if before is not None else []), *children)
        made.line = self._lineno
        if mark:
            made[MARK] = mark
            if mark == "caption" and self._label:
                made[TARGET] = self._label
        return [made]

    def _marked(self, mark: str, text: str) -> Any:
        made = nodes.paragraph(text, text)
        made.line = self._lineno
        made[MARK] = mark
        return made

    def _parsed(self, first: int) -> list[Any]:
        """The body from its line ``first`` on, read as reStructuredText."""
        body = self._block[first:]
        offset = self._offset + first
        while body and not body[0].strip():
            body.trim_start()
            offset += 1
        if not body:
            return []
        # options may have stood a step further in than the body
        holder = nodes.container()
        self._state.nested_parse(body, offset, holder)
        return list(holder.children)


STATES = [
    type(state.__name__, (_Tolerant, state), {"__module__": __name__, "nested_sm_cache": []})
    for state in states.state_classes
]


class _Message(nodes.system_message):
    """docutils' own prints its parts where anything, an interruption too, comes in between."""

    def __init__(self, message: str | None = None, *children: Any, **attributes: Any) -> None:
        first = (nodes.paragraph("", message),) if message else ()
        nodes.Element.__init__(self, attributes.pop("rawsource", ""), *first, *children, **attributes)


class _Reporter(utils.Reporter):
    """Keeps messages in the tree, and says nothing of them anywhere else."""

    def system_message(self, level: int, message: Any, *children: Any, **attributes: Any) -> Any:
        node = attributes.pop("base_node", None)
        if node is not None and node.line is not None:
            attributes.setdefault("line", node.line)
        attributes.setdefault("source", self.source)
        made = _Message(str(message), *children, level=level, type=self.levels[level], **attributes)
        if level > self.DEBUG_LEVEL:
            self.notify_observers(made)
        self.max_level = max(level, self.max_level)
        return made


@lru_cache(maxsize=1)
def _settings() -> Any:
    return frontend.get_default_settings(Parser)


def parsed(lines: list[str]) -> nodes.document:
    """The document tree of a reStructuredText text, given as lines without tabs and line ends.

    Raises whatever docutils raises on hostile input (RecursionError, mostly); its messages are left in the tree.
    """
    settings = _settings().copy()
    settings.__dict__.update(
        report_level=5,
        halt_level=6,
        warning_stream=False,
        file_insertion_enabled=False,
        raw_enabled=False,
        syntax_highlight="none",
        smart_quotes=False,
        line_length_limit=10**9,
    )
    document = nodes.document(settings, _Reporter("text", 5, 6, stream=False), source="text")
    document.note_source("text", -1)
    machine = states.RSTStateMachine(state_classes=STATES, initial_state="Body")
    machine.run(lines, document, inliner=_Inliner())
    return document
