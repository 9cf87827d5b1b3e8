"""docutils' parser for reStructuredText, made to read what any project's Sphinx would.

Directives and roles that docutils does not know are reduced to what they show (see ``directives.py``), by
overriding the states that meet them; docutils' own registries are neither asked nor changed, so that nothing is
included, fetched or run, and two callers in one process cannot disturb each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import Any, ClassVar

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList
from docutils.transforms import Transform

from .directives import (
    Shows,
    is_reference,
    is_surely_built,
    role_html,
    role_text,
    shows,
    table_rows,
    toctree_titles,
    version_html,
)
from .stretches import in_stretches

_MARKS = "*`|_[\\"
_MAX_MARKS = 2_000  # characters among those of one paragraph that may be markup
_DIRECTIVE = re.compile(r"\.\.[ ]+(?:\|[^|]*\|[ ]+)?(?:[\w:.+-]+)[ ]?::(?:[ ]+|$)")
_FIELD = re.compile(r":(?![: ])([^:\\]|\\.|:(?!([ `]|$)))*(?<! ):( +|$)")
_SUBSTITUTIONS = frozenset({"replace", "unicode", "date", "image"})

#: The attribute that holds the label of a reference without a text of its own.
TARGET = "atlas-graph-target"


#: The attribute of what stands for itself, and gives the block after it its classes.
CLASSES = "atlas-graph-classes"
_CLASSES = ("class", "rst-class", "cssclass")


class _Inliner(states.Inliner):
    """Inline markup in linear time, each role reduced to its text."""

    def parse(self, text: str, lineno: int, memo: Any, parent: Any) -> Any:
        stretches = list(in_stretches(text, _MARKS, _MAX_MARKS))
        if len(stretches) == 1 and stretches[0].readable:
            return super().parse(text, lineno, memo, parent)
        out: list[Any] = []
        for stretch in stretches:
            plain = [nodes.Text(stretch.text)]
            out += super().parse(stretch.text, lineno, memo, parent)[0] if stretch.readable else plain
        return out, []

    def implicit_inline(self, text: str, lineno: int) -> list[Any]:
        # bare URLs and addresses are text to a reader; looking for them takes quadratic time
        return [nodes.Text(text)] if text else []

    def interpreted(self, rawsource: str, text: str, role: str | None, lineno: int) -> tuple[list[Any], list[Any]]:
        role = role or ""
        if "raw" in role.lower():
            return [], []
        as_typed = rawsource.partition("`")[2].rpartition("`")[0]
        text = as_typed if role in ("math", "code") else utils.unescape(text)
        if not role:
            return [nodes.inline(rawsource, text)], []
        if is_reference(role) and role_text(role, text) == text:
            made = nodes.inline(rawsource, text)
            made[TARGET] = text.lower()
            return [made], []
        own = vars(self.document).setdefault("atlas_graph_roles", {}).get(role.lower())
        return [_html(f'<span class="{escape(own)}">{escape(text)}</span>' if own else role_html(role, text))], []


def _html(text: str) -> Any:
    """A node that holds HTML."""
    return nodes.raw(text, text, format="html")


# docutils looks for the parts of its patterns in the class itself, not in those that it inherits from
for _name, _value in vars(states.Inliner).items():
    if not _name.startswith("__") and _name not in vars(_Inliner):
        setattr(_Inliner, _name, _value)


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
        """What the directive shows."""
        return _MADE.get(shows(self._name), _Directive._titled)(self)

    def _titled(self) -> list[Any]:
        title = "\n".join(self._argument)
        table = self._name in ("table", "list-table")
        return [*(self._caption_of(title) if table else self._paragraph(title)), *self._parsed(self._options)]

    def _body(self) -> list[Any]:
        if self._has_options and self._argument:
            return [*self._paragraph(" ".join(self._argument)), *self._parsed(self._options)]
        return self._parsed(self._options if self._has_options else 0)

    def _body_only(self) -> list[Any]:
        body = self._parsed(self._options)
        if self._name in _CLASSES and not body:  # of what comes next: see rst.py
            made = nodes.pending(Transform)
            made[CLASSES] = " ".join(self._argument)
            return [made]
        if self._name in (*_CLASSES, "container"):
            return [_html(f'<div class="{escape(" ".join(self._argument))}">'), *body, _html("</div>")]
        if self._name == "figure" and body and isinstance(body[0], nodes.paragraph):
            caption = nodes.caption("", "", *body[0].children)
            if self._label:
                caption[TARGET] = self._label
            body[0] = caption
        return [*self._caption_of(self._caption), *body]

    def _maybe(self) -> list[Any]:
        body = self._parsed(self._options)
        if is_surely_built(self._name, " ".join(self._argument)):
            return body
        return [_html("<div hidden>"), *body, _html("</div>")]

    def _code(self) -> list[Any]:
        text = "\n".join(self._block[self._options :]).strip("\n")
        if not text and self._name in ("parsed-literal", "productionlist", "prompt", "command-output"):
            text = "\n".join(self._argument)
        return [*self._caption_of(self._caption), *([nodes.literal_block(text, text)] if text else [])]

    def _signatures(self) -> list[Any]:
        return [*(nodes.paragraph(line, line) for line in self._argument if line), *self._parsed(self._options)]

    def _names(self) -> list[Any]:
        cells = "".join(f"<tr><td>{escape(line)}" for line in self._body_lines() if line)
        return [_html(f"<table>{cells}</table>")]

    def _contents(self) -> list[Any]:
        caption = f"<p>{escape(self._caption)}</p>" if self._caption else ""
        return [_html(f"<nav>{caption}{toctree_titles(self._body_lines())}</nav>")]

    def _math(self) -> list[Any]:
        text = "\n".join([*self._argument, *self._block[self._options :]])
        return [nodes.math_block(text, text)]

    def _raw(self) -> list[Any]:
        return [_html("\n".join(self._block[self._options :]))] if self._argument == ["html"] else []

    def _role_or_nothing(self) -> list[Any]:
        """A role of the page's own is written with its classes, which may strike what it holds."""
        if self._name != "role":
            return []
        name = (self._argument[0] if self._argument else "").partition("(")[0].strip().lower()
        classes = " ".join(
            value.strip() for key, _, value in (line.strip().partition(" ") for line in self._block) if key == ":class:"
        )
        document = self._state.document
        vars(document).setdefault("atlas_graph_roles", {})[name] = classes or name
        return []

    def _body_lines(self) -> list[str]:
        return [line.strip() for line in self._block[self._options :]]

    def _version(self) -> list[Any]:
        words, rest = version_html(self._name, " ".join(self._argument))
        said = _html(words)
        body = self._parsed(self._options)
        if rest:
            return [*self._paragraph(rest, before=said), *body]
        if body and isinstance(body[0], nodes.paragraph):
            body[0].insert(0, said)
            return body
        return [nodes.paragraph("", "", said), *body]

    def _table(self) -> list[Any]:
        rows = table_rows(list(self._block[self._options :]))
        body = nodes.tbody()
        for row in rows:
            cells = [nodes.entry("", *self._paragraph(cell.strip())) for cell in row]
            body.append(nodes.row("", *cells))
        return [*self._caption_of(" ".join(self._argument)), nodes.table("", body)]

    def _caption_of(self, text: str) -> list[Any]:
        made = self._paragraph(text)
        if not made:
            return []
        caption = nodes.caption("", "", *made[0].children)
        if self._label:
            caption[TARGET] = self._label
        return [caption]

    def _paragraph(self, text: str, *, before: Any = None) -> list[Any]:
        if not text.strip():
            return []
        children, _ = self._state.inline_text(text, self._lineno)
        return [nodes.paragraph(text, "", *([before] if before is not None else []), *children)]

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


_MADE: dict[Shows, Callable[[_Directive], list[Any]]] = {
    Shows.NOTHING: _Directive._role_or_nothing,
    Shows.BODY: _Directive._body,
    Shows.BODY_ONLY: _Directive._body_only,
    Shows.MAYBE: _Directive._maybe,
    Shows.RAW: _Directive._raw,
    Shows.CODE: _Directive._code,
    Shows.CODE_ARGUMENT: _Directive._signatures,
    Shows.NAMES: _Directive._names,
    Shows.CONTENTS: _Directive._contents,
    Shows.MATH: _Directive._math,
    Shows.TABLE: _Directive._table,
    Shows.VERSION: _Directive._version,
}

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
