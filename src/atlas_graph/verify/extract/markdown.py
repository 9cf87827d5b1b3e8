"""Markdown to blocks: what a reader of the rendered page sees.

CommonMark with GitHub's tables, footnotes and alerts, MyST's roles and directives, definition lists, dollar math
and MkDocs admonitions, read by markdown-it-py and its plugins. Templates and MDX are blanked first, HTML goes
through the HTML extractor. The raw text is a second view, for what one renderer would and another would not take
for markup.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from atlas_graph.verify.document import Label
from atlas_graph.verify.extract.blocks import NO_LABELS, BlockBuilder, Parsed, raw_view
from atlas_graph.verify.extract.directives import (
    Shows,
    is_call,
    is_reference,
    role_text,
    shows,
    version_arguments,
    version_texts,
)
from atlas_graph.verify.extract.mdprepare import FILLER, is_myst, prepare, unseen
from atlas_graph.verify.extract.offsets import Forward, OffsetMap, Placed, line_starts
from atlas_graph.verify.extract.scripts import named
from atlas_graph.verify.extract.words import words

_MAX_NESTING = 60  # lists in quotes in lists: each counts twice
_MAX_DIRECTIVES = 12  # directives within directives
_CHUNK = 20_000  # characters of one paragraph that inline markup is read in at a time
_MARKS = 4_000  # characters among them that may be markup
_NO_MARKS = str.maketrans("", "", "[]*_~$<>&!\\^{`:")

_CODE = frozenset({Label.CODE})
_CELL = frozenset({Label.TABLE_CELL})
_NAVIGATION = frozenset({Label.NAVIGATION})
_HTML_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)")
_HTML_HIDDEN = re.compile(
    r"\shidden(?=[\s/>=])|style\s*=\s*[\"'][^\"']*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I
)
_BREAKS = words("p div li ul ol td th tr table blockquote summary details hr dd dt h1 h2 h3 h4 h5 h6")
_STRUCK = frozenset({"del", "s", "strike"})
_STRUCK_STYLE = re.compile(r"style\s*=\s*[\"'][^\"']*text-decoration[^\"':]*:[^\"';]*\bline-through", re.I)
_MAX_AROUND = 40  # elements that a closing tag is matched with
_ALERT = re.compile(r"\[!\w+\][+-]?[ \t]*")
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_DIRECTIVE = re.compile(r"\s*\{([^{}\s]+)\}\s*(.*)", re.S)
_COLON_FENCE = re.compile(r"\s*([A-Za-z][\w-]*)?\s*(?:\{[^{}]*\}|\[([^\]]*)\]|(.*))?\s*$")
_OPTION = re.compile(r":[\w.-]+:(?:\s|$)")
_FRONT_MATTER = re.compile(r"^(title|description|subtitle|summary)\s*:\s*(['\"]?)(\S.*?)\2\s*$", re.M)
_TEX = re.compile(r"\A\s*[A-Za-z0-9]\s*\Z|[\\^_{}=]|[A-Za-z0-9]\s*[+*/<>-]\s*[A-Za-z0-9]")
_TOCTREE_ENTRY = re.compile(r"(.*?)\s*<[^<>]*>\s*$")
_CONTENT_TAB = re.compile(r"===[+!]{0,2}\s+[\"']")


def extract(raw: str, *, mdx: bool = False) -> Parsed:
    """The blocks, raw view and title of a Markdown file; ``mdx`` says that it has JSX in it."""
    builder = BlockBuilder()
    myst = is_myst(raw)
    walk = _Walk(raw, builder, mdx=mdx, myst=myst, depth=0)
    walk.run()
    blocks = builder.done()
    title = walk.title or next((block.text.strip() for block in blocks if Label.HEADING in block.labels), "")
    return Parsed(
        blocks, (*raw_view(raw, unseen(raw, mdx=mdx, myst=myst)), *builder.others), title, None if blocks else "no-text"
    )


def add(raw: str, builder: BlockBuilder, *, depth: int = 0, myst: bool = True) -> None:
    """Add the blocks of a piece of Markdown inside another document."""
    _Walk(raw, builder, mdx=False, myst=myst, depth=depth).run()
    builder.close()


@lru_cache(maxsize=2)
def _parser(myst: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    for plugin in (
        front_matter_plugin,
        myst_role_plugin,
        colon_fence_plugin,
        deflist_plugin,
        footnote_plugin,
        admon_plugin,
        myst_block_plugin,
    ):
        parser.use(plugin)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    if not myst:
        parser.disable(["myst_line_comment", "myst_block_break", "myst_target"])
    parser.inline.ruler.after("link", "undefined_reference", _undefined_reference)
    parser.inline.ruler.before("emphasis", "stars_between_digits", _stars_between_digits)
    parser.core.ruler.at("inline", _inline)
    return parser


def _inline(state: StateCore) -> None:
    """Read inline markup, of a very long paragraph a stretch at a time, so that time stays linear."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        children: list[Token] = []
        for chunk in _chunks(token.content):
            marks = len(chunk) - len(chunk.translate(_NO_MARKS))
            if len(chunk) > _CHUNK and marks > _MARKS:
                plain = Token("text", "", 0)
                plain.content = chunk
                children.append(plain)
            else:
                state.md.inline.parse(chunk, state.md, state.env, children)
        token.children = children


def _chunks(content: str) -> list[str]:
    if len(content) <= _CHUNK:
        return [content]
    chunks = []
    held: list[str] = []
    size = 0
    for line in content.splitlines(keepends=True):
        if held and size + len(line) > _CHUNK:
            chunks.append("".join(held))
            held, size = [], 0
        held.append(line)
        size += len(line)
    chunks.append("".join(held))
    return chunks


def _undefined_reference(state: StateInline, silent: bool) -> bool:
    """``[text][label]`` and ``[text][]`` whose label other files define (MkDocs, Sphinx, rustdoc) show their text."""
    if state.src[state.pos] != "[" or (
        state.pos and (state.src[state.pos - 1].isalnum() or state.src[state.pos - 1] in "])_")
    ):
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos, True)
    if end < 0 or not state.src.startswith("[", end + 1):
        return False
    close = state.src.find("]", end + 2, end + 202)
    if close < 0 or end == state.pos + 1 or any(char in "[\n`" for char in state.src[end + 2 : close].strip("`")):
        return False
    if not silent:
        start, behind = state.pos, state.posMax
        state.push("link_open", "a", 1)
        state.pos, state.posMax = start + 1, end
        state.linkLevel += 1
        state.md.inline.tokenize(state)
        state.linkLevel -= 1
        state.push("link_close", "a", -1)
        state.posMax = behind
    state.pos = close + 1
    return True


def _stars_between_digits(state: StateInline, silent: bool) -> bool:
    """``2*3*4`` is a product: CommonMark would make it 2, an emphasised 3, and 4, which reads 234."""
    start = end = state.pos
    while state.src.startswith("*", end):
        end += 1
    if start == end or not start or not state.src[start - 1].isdecimal() or not state.src[end : end + 1].isdecimal():
        return False
    if not silent:
        state.pending += state.src[start:end]
    state.pos = end
    return True


class _Walk:
    """One walk over the tokens of one text: a file, or the body of a directive."""

    def __init__(self, raw: str, builder: BlockBuilder, *, mdx: bool, myst: bool, depth: int) -> None:
        self._raw = raw
        self._text = prepare(raw, mdx=mdx)
        self._lines = line_starts(raw)
        self._places = Forward(raw)
        self._builder = builder
        self._myst = myst
        self._depth = depth
        self._labels = NO_LABELS  # of the block that is open
        self._inline_html: list[tuple[str, frozenset[Label]]] = []
        self._around: list[tuple[str, frozenset[Label]]] = []  # HTML that blocks of Markdown stand in
        self._run_labels = NO_LABELS
        self._quoted = 0
        self._first_in_quote = self._first_in_item = False
        self._after_tab = False
        self._headings: dict[str, str] = {}
        self.title = ""

    def run(self) -> None:
        tokens = _parser(self._myst).parse(self._text, {})
        if self._myst:
            self._labels_of(tokens)
        ambient = self._builder.ambient
        for token in tokens:
            self._token(token)
        self._close()
        self._builder.ambient = ambient

    def _labels_of(self, tokens: Sequence[Token]) -> None:
        """The headings that MyST's targets stand at: what a reference without a text of its own shows."""
        labels: list[str] = []
        for index, token in enumerate(tokens):
            if token.type == "myst_target":
                labels.append(token.content)
            elif token.type == "heading_open" and index + 1 < len(tokens):
                shown = "".join(child.content for child in tokens[index + 1].children or ())
                self._headings.update((label.lower(), shown) for label in labels)
                labels = []
            elif token.type.endswith("_open"):
                labels = []

    def _close(self) -> None:
        self._builder.close(self._labels)
        self._inline_html.clear()
        self._run_labels = NO_LABELS

    def _token(self, token: Token) -> None:
        kind = token.type
        if token.map:
            # the search for text stays within the lines of the token
            at, behind = self._line(token.map[0]), self._line(token.map[1])
            self._places.limit = behind
            if not at <= self._places.position <= behind or kind in ("fence", "colon_fence", "code_block"):
                self._places.position = at
        after_tab, self._after_tab = self._after_tab, False
        if kind == "inline":
            self._after_tab = bool(_CONTENT_TAB.match(token.content))
            self._inline(token.children or ())
            self._first_in_quote = self._first_in_item = False
            self._after_tab = self._after_tab or (after_tab and not token.content)
        elif kind in ("fence", "colon_fence"):
            self._fence(token)
        elif kind == "code_block":
            if after_tab:
                self._nested(token.content, token.map[0] if token.map else 0)
            else:
                self._put_block(token.content, _CODE)
        elif kind == "html_block":
            self._html(token)
        elif kind in ("math_block", "math_block_label", "amsmath"):
            self._put_block(token.content, NO_LABELS)
        elif kind == "front_matter":
            self._front_matter(token.content)
        elif kind == "heading_open":
            self._close()
            self._builder.open_heading(int(token.tag[1:]))
        elif kind == "heading_close":
            self._builder.close_heading()
            self._inline_html.clear()
            self._run_labels = NO_LABELS
        elif kind in ("td_open", "th_open"):
            self._close()
            self._labels = _CELL
        elif kind in ("td_close", "th_close"):
            self._close()
            self._labels = NO_LABELS
        elif kind.endswith(("_open", "_close")):
            self._close()
            if kind == "blockquote_open":
                self._first_in_quote = True
            elif kind == "list_item_open":
                self._first_in_item = True
            elif kind == "paragraph_close":
                self._after_tab = after_tab

    def _line(self, number: int) -> int:
        return self._lines[number] if number < len(self._lines) else len(self._raw)

    # --- inline text

    def _put(self, text: str) -> None:
        if FILLER in text:
            text = text.replace(FILLER, "")
        self._builder.add(self._places.place(text), self._run_labels)

    def _put_block(self, text: str, labels: frozenset[Label]) -> None:
        self._close()
        self._builder.add(self._place_lines(text))
        self._builder.close(labels)

    def _place_lines(self, text: str) -> list[Placed]:
        """Places of text of several lines, whose indentation may have been taken away."""
        if self._raw.find(text, self._places.position, self._places.position + len(text) + 4096) >= 0:
            return self._places.place(text)
        return [piece for line in text.splitlines(keepends=True) for piece in self._places.place(line)]

    def _inline(self, children: Sequence[Token]) -> None:
        for index, child in enumerate(children):
            kind = child.type
            if kind == "text" or kind == "text_special":
                text = child.content
                if index == 0 and self._first_in_quote and (alert := _ALERT.match(text)):
                    text = text[alert.end() :]
                elif index == 0 and self._first_in_item and (task := _TASK.match(text)):
                    text = text[task.end() :]
                self._put(text)
            elif kind in ("softbreak", "hardbreak"):
                self._put("\n")
            elif kind == "code_inline":
                self._places.skip("`", 64)
                self._put(child.content)
                self._places.skip("`", 4)
            elif kind == "myst_role":
                self._role(str(child.meta.get("name", "")), child.content)
            elif kind in ("math_inline", "math_inline_double", "math_single"):
                if _TEX.search(child.content):
                    self._put(child.content)
                else:  # two dollar signs, and no formula between them
                    self._put(f"{child.markup}{child.content}{child.markup}")
            elif kind == "footnote_ref":
                label = child.meta.get("label") or str(int(child.meta.get("id", 0)) + 1)
                self._builder.open_mark()
                self._builder.add(self._places.stand_for(f"[^{label}]", f"[{label}]"), self._run_labels)
                self._builder.close_mark()
            elif kind == "html_inline":
                self._html_inline(child.content)
            elif kind == "s_open":
                self._inline_html.append(("~~", self._run_labels))
                self._run_labels |= {Label.DELETED}
            elif kind == "s_close":
                self._end_inline("~~")
            elif kind == "link_close":
                self._pass_target()
            elif kind == "image":
                self._places.skip("](", 400)

    def _pass_target(self) -> None:
        """Go behind the target of a link whose text has been put."""
        raw, at = self._raw, self._places.position
        while raw.startswith(("`", "*", "_"), at):
            at += 1
        if raw.startswith("](", at):
            self._places.position = at
            self._places.skip(")")
        elif raw.startswith("][", at):
            self._places.position = at + 1
            self._places.skip("]", 1000)

    def _role(self, name: str, content: str) -> None:
        self._places.skip("`", len(name) + 64)
        if is_reference(name) and (heading := self._headings.get(content.lower())):
            self._builder.add(self._places.stand_for(content, heading), self._run_labels)
            return
        pieces = self._places.place(role_text(name, content))
        if script := named(name):
            self._builder.open_script(script)
            self._builder.add(pieces, self._run_labels)
            self._builder.close_script()
            self._places.skip("`", len(content) + 8)
            return
        at = self._places.position
        call = [*pieces, Placed("()", at, at)] if is_call(name, content) else None
        self._builder.add(pieces, self._run_labels, instead=call)
        self._places.skip("`", len(content) + 8)

    def _html_inline(self, content: str) -> None:
        found = _HTML_TAG.match(content)
        if found is None:
            return
        name = found[2].lower()
        self._places.skip(content, 400)
        if name == "br":
            self._builder.add([Placed("\n", self._places.position, self._places.position)], self._run_labels)
        elif name in _BREAKS:
            self._builder.close(self._labels)
        elif found[1]:
            self._end_inline(name)
        elif not content.endswith("/>"):
            labels = self._run_labels
            self._inline_html.append((name, labels))
            if script := named(name):
                self._builder.open_script(script)
            self._run_labels = labels | _labels_of_tag(name, content)

    def _end_inline(self, name: str) -> None:
        for index in range(len(self._inline_html) - 1, max(-1, len(self._inline_html) - 20), -1):
            if self._inline_html[index][0] == name:
                self._run_labels = self._inline_html[index][1]
                for ended, _ in self._inline_html[index:]:
                    if named(ended):
                        self._builder.close_script()
                del self._inline_html[index:]
                return

    # --- blocks inside blocks

    def _nested(self, body: str, first_line: int) -> None:
        """Read ``body``, whose first line is line ``first_line`` of this text, as Markdown."""
        self._close()
        if not body.strip():
            return
        offsets = OffsetMap.of_lines(body, self._raw, self._line(first_line))
        with self._builder.within(offsets):
            if self._depth < _MAX_DIRECTIVES:
                add(body, self._builder, depth=self._depth + 1, myst=self._myst)
            else:
                self._builder.add([Placed(body, 0, len(body))])
                self._builder.close()

    def _html(self, token: Token) -> None:
        from atlas_graph.verify.extract import html

        self._close()
        first = token.map[0] if token.map else 0
        with self._builder.within(OffsetMap.of_lines(token.content, self._raw, self._line(first))):
            html.add(token.content, self._builder)
        self._go_into(token.content)

    def _go_into(self, content: str) -> None:
        """Follow the elements that a piece of HTML opens and leaves open around the Markdown below, or closes."""
        from atlas_graph.verify.extract.htmltokens import UNCOUNTED, Tag, tokens

        for tag in tokens(content):
            if not isinstance(tag, Tag) or tag.name in UNCOUNTED or tag.attributes.endswith("/"):
                continue
            if not tag.closing:
                self._around.append((tag.name, self._builder.ambient))
                self._builder.ambient |= _labels_of_tag(tag.name, content[tag.start : tag.end])
                continue
            for index in range(len(self._around) - 1, max(-1, len(self._around) - _MAX_AROUND), -1):
                if self._around[index][0] == tag.name:
                    self._builder.ambient = self._around[index][1]
                    del self._around[index:]
                    break

    def _front_matter(self, content: str) -> None:
        """Title and description, which the site shows above the page."""
        for name, _, value in _FRONT_MATTER.findall(content):
            if name == "title":
                self.title = self.title or value
                self._builder.open_heading(1)
                self._put(value)
                self._builder.close_heading()
            else:
                self._put(value)
                self._builder.close()

    def _fence(self, token: Token) -> None:
        first = (token.map[0] if token.map else 0) + 1
        info = token.info or ""
        if token.type == "colon_fence" and not info.lstrip().startswith("{"):
            self._colon_fence(info, token.content, first)
        elif found := _DIRECTIVE.match(info):
            self._directive(found[1], found[2].strip(), token.content, first)
        elif info.strip() in ("eval_rst", "eval-rst"):
            self._directive("eval-rst", "", token.content, first)
        else:
            self._put_block(token.content, _CODE)

    def _colon_fence(self, info: str, body: str, first: int) -> None:
        """``:::note Title`` and its like (Docusaurus, VitePress, Pandoc)."""
        found = _COLON_FENCE.match(info)
        if found and (title := found[2] or found[3] or ""):
            self._close()
            self._put(title)
            self._close()
        self._nested(body, first)

    def _directive(self, name: str, argument: str, body: str, first: int) -> None:
        name = name.lstrip(".:")
        if name.startswith((".", "#", "=")) or not name[:1].isalpha():
            self._put_block(body, _CODE)  # attributes, not a directive
            return
        what = shows(name, argument)
        if what is Shows.BODY and argument and not _OPTION.match(body.lstrip()):
            # the first line belongs to the text: both make one paragraph
            argument, body, first = "", f"{argument}\n{body}", first - 1
        else:
            body, first = _without_options(body, first)
        at = self._line(max(0, first - 1))
        self._close()
        if what is Shows.CODE:
            self._put_block(body, _CODE)
        elif what is Shows.RST:
            from atlas_graph.verify.extract import rst

            with self._builder.within(OffsetMap.of_lines(body, self._raw, self._line(first))):
                rst.add(body, self._builder)
        elif what is Shows.CONTENTS:
            for line in body.splitlines():
                if titled := _TOCTREE_ENTRY.match(line):
                    self._put(titled[1])
                    self._builder.close(_NAVIGATION)
        elif what in (Shows.NAMES, Shows.MATH):
            self._put_block(body if body.strip() else argument, _CELL if what is Shows.NAMES else NO_LABELS)
        elif what is Shows.TABLE:
            self._argument(argument, at)
            for row in _rows(body):
                for cell in row:
                    self._put(cell.strip())
                    self._builder.close(_CELL)
        elif what is Shows.VERSION:
            now, before = version_texts(name, argument)
            self._builder.add([Placed(now, at, at)], instead=[Placed(before, at, at)])
            if rest := " ".join(argument.split()[version_arguments(name) :]):
                self._builder.add([Placed(f"{rest} ", at, at)])
            self._nested_into_open(body, first)
        elif what is not Shows.NOTHING:
            if what is not Shows.BODY_ONLY:
                self._argument(argument, at)
            self._nested(body, first)

    def _argument(self, argument: str, at: int) -> None:
        """The argument of a directive, which stands on its first line, as a block of its own."""
        if not argument:
            return
        start = self._raw.find(argument, max(0, at - len(argument) - 200), at + len(argument) + 400)
        offsets = OffsetMap.shifted(start if start >= 0 else at, len(argument))
        with self._builder.within(offsets):
            if self._depth < _MAX_DIRECTIVES:
                add(argument, self._builder, depth=self._depth + 1, myst=False)
            else:
                self._builder.add([Placed(argument, 0, len(argument))])
                self._builder.close()

    def _nested_into_open(self, body: str, first: int) -> None:
        """Read ``body`` so that its first paragraph goes on with the block that is open."""
        if not body.strip() or self._depth >= _MAX_DIRECTIVES:
            self._put_block(body, NO_LABELS)
            return
        paragraph, _, rest = body.partition("\n\n")
        offsets = OffsetMap.of_lines(paragraph, self._raw, self._line(first))
        with self._builder.within(offsets):
            walk = _Walk(paragraph, self._builder, mdx=False, myst=False, depth=self._depth + 1)
            for token in _parser(False).parseInline(paragraph, {}):
                walk._inline(token.children or ())
        self._builder.close()
        self._nested(rest, first + paragraph.count("\n") + 2)


def _labels_of_tag(name: str, tag: str) -> frozenset[Label]:
    """What an element of HTML does to the text in it."""
    if name in ("script", "style", "template") or _HTML_HIDDEN.search(tag):
        return frozenset({Label.HIDDEN})
    return frozenset({Label.DELETED}) if name in _STRUCK or _STRUCK_STYLE.search(tag) else NO_LABELS


def _without_options(body: str, first: int) -> tuple[str, int]:
    """A directive's body less the options above it (``:name: value`` lines, or YAML between ``---``)."""
    lines = body.split("\n")
    index = 0
    while index < len(lines) and not lines[index].strip():
        index += 1
    if index < len(lines) and lines[index].strip() == "---":
        for end in range(index + 1, min(len(lines), index + 60)):
            if lines[end].strip() == "---":
                return "\n".join(lines[end + 1 :]), first + end + 1
        return body, first
    while index < len(lines) and _OPTION.match(lines[index].strip()):
        index += 1
    return "\n".join(lines[index:]), first + index


def _rows(body: str) -> list[list[str]]:
    try:
        return list(csv.reader(body.splitlines(), skipinitialspace=True))
    except csv.Error:
        return [[line] for line in body.splitlines()]
