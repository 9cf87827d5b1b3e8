"""Markdown to HTML, which ``html.py`` reads: what a reader of the rendered page sees.

CommonMark with GitHub's tables, footnotes, alerts and strikes, MyST's roles and directives, definition lists, dollar
math and MkDocs admonitions, read and written by markdown-it-py and its plugins. Templates and MDX are seen to first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any

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

from . import html, rst
from .blocks import BlockBuilder, Parsed
from .directives import (
    Shows,
    is_reference,
    is_surely_built,
    role_html,
    shows,
    table_rows,
    toctree_titles,
    version_html,
)
from .mdprepare import is_myst, prepare, substitutions_of
from .stretches import in_stretches

_MAX_NESTING = 60  # lists in quotes in lists: each counts twice
_MAX_DIRECTIVES = 12  # directives within directives
_MARKS = "[]*_~$<>&!\\^{`:"
_MAX_MARKS = 4_000  # characters among those of a long line that may be markup

_ALERT = re.compile(r"\[!\w+\][+-]?[ \t]*")
_TASK = re.compile(r"\[[ xX]\][ \t]+")
_DIRECTIVE = re.compile(r"\s*\{([^{}\s]+)\}\s*(.*)", re.S)
_COLON_FENCE = re.compile(r"\s*([A-Za-z][\w-]*)?\s*(?:\{[^{}]*\}|\[([^\]]*)\]|(.*))?\s*$")
_OPTION = re.compile(r":[\w.-]+:(?:\s|$)")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.M | re.S)
_TOML_MATTER = re.compile(r"\A\+\+\+[ \t]*\n((?:[ \t]*\n|[^\n]*[=\[\]#\",][^\n]*\n)*?)\+\+\+[ \t]*$", re.M)
_SHOWN_MATTER = re.compile(r"^(title|description|subtitle|summary)\s*[:=]\s*(['\"]?)(\S.*?)\2\s*$", re.M)
_TEX = re.compile(r"\A\s*[A-Za-z0-9]\s*\Z|[\\^_{}=]|[A-Za-z0-9]\s*[+*/<>-]\s*[A-Za-z0-9]")
_CONTENT_TAB = re.compile(r"===[+!]{0,2}\s+[\"']")
_CODE_LINK = re.compile(r"\[`[^`\n\[\]]{1,200}`\]")
_TILDES = re.compile(r"~(?=[^\s~])([^~\n]{0,1000}?)(?<=[^\s~])~(?!~)")
# elements that would swallow the rest of the page where prose only names them (GitHub shows those as text)
_SWALLOWS = re.compile(
    r"<(?=(title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|select|template)\b)", re.I
)


@dataclass(slots=True)
class _Page:
    """What holds for a text and the pieces in it."""

    myst: bool
    mdx: bool = False
    depth: int = 0
    substitutions: dict[str, str] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)  # by the targets that stand at them
    references: dict[str, Any] = field(default_factory=dict)


def extract(raw: str, *, mdx: bool = False) -> Parsed:
    """The blocks and title of a Markdown file; ``mdx`` says that it has JSX in it."""
    builder = BlockBuilder()
    html.add(f"<main>{to_html(raw, mdx=mdx)}</main>", builder)
    return builder.done()


def to_html(raw: str, *, mdx: bool = False, myst: bool | None = None) -> str:
    """The HTML of a Markdown text; ``myst`` says whether it is MyST, where that is known."""
    raw = _TOML_MATTER.sub(r"---\n\1---", raw, count=1)
    matter = _FRONT_MATTER.match(raw)
    substitutions = substitutions_of(matter[1]) if matter else {}
    return _rendered(raw, _Page(is_myst(raw) if myst is None else myst, mdx, substitutions=substitutions))


def _rendered(text: str, page: _Page, *, inline: bool = False) -> str:
    parser = _parser(page.myst)
    env: dict[str, Any] = {"page": page, "references": page.references}
    text = prepare(text, mdx=page.mdx, substitutions=page.substitutions)
    if inline:
        return str(parser.renderer.render(parser.parseInline(text, env), parser.options, env))
    return str(parser.renderer.render(parser.parse(text, env), parser.options, env))


def _nested(text: str, page: _Page, *, inline: bool = False) -> str:
    """The HTML of a text within the page: a directive's body or its title."""
    if not text.strip():
        return ""
    if page.depth >= _MAX_DIRECTIVES:
        return f"<p>{escape(text)}</p>"
    page.depth += 1
    try:
        return _rendered(text, page, inline=inline)
    finally:
        page.depth -= 1


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
    parser.inline.ruler.before("strikethrough", "single_tildes", _single_tildes)
    parser.core.ruler.at("inline", _inline)
    parser.core.ruler.after("inline", "markers", _markers)
    for name, rule in _RULES.items():
        parser.add_render_rule(name, _render_rule(rule))
    return parser


def _inline(state: StateCore) -> None:
    """Read inline markup, of a very long paragraph a stretch at a time, so that time stays linear."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        children: list[Token] = []
        for stretch in in_stretches(token.content, _MARKS, _MAX_MARKS):
            if stretch.readable:
                state.md.inline.parse(stretch.text, state.md, state.env, children)
            else:
                children.append(Token("text", "", 0, content=stretch.text))
        token.children = children


def _undefined_reference(state: StateInline, silent: bool) -> bool:
    """``[text][label]`` and ``[text][]`` whose label other files define (MkDocs, Sphinx, rustdoc) show their text."""
    if state.src[state.pos] != "[" or (
        state.pos and (state.src[state.pos - 1].isalnum() or state.src[state.pos - 1] in "])_")
    ):
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos, True)
    if end < 0 or end == state.pos + 1:
        return False
    close, around = end, ""
    if state.src.startswith("[", end + 1):
        close = state.src.find("]", end + 2, end + 202)
        if close < 0 or any(char in "[\n`" for char in state.src[end + 2 : close].strip("`")):
            return False
    elif _CODE_LINK.fullmatch(state.src, state.pos, end + 1):  # a name in rustdoc; brackets and all elsewhere
        around = state.src[state.pos : end + 1].replace("`", "")
    else:
        return False
    if not silent:
        start, behind = state.pos, state.posMax
        opening, _, closing = html.either("\n", around).partition("\n")
        state.push("html_inline", "", 0).content = opening if around else "<a>"
        state.pos, state.posMax = start + 1, end
        state.linkLevel += 1
        state.md.inline.tokenize(state)
        state.linkLevel -= 1
        state.push("html_inline", "", 0).content = closing if around else "</a>"
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


def _single_tildes(state: StateInline, silent: bool) -> bool:
    """``~text~`` is struck, as ``~~text~~`` is; within a word it is a subscript."""
    start = state.pos
    if state.src[start] != "~" or (start and state.src[start - 1] == "~"):
        return False
    found = _TILDES.match(state.src, start, state.posMax)
    if found is None:
        return False
    if not silent:
        inside = start > 0 and state.src[start - 1].isalnum()
        tag = "sub" if inside else "s"
        behind = state.posMax
        state.push(f"{tag}_open", tag, 1)
        state.pos, state.posMax = found.start(1), found.end(1)
        state.md.inline.tokenize(state)
        state.posMax = behind
        state.push(f"{tag}_close", tag, -1)
    state.pos = found.end()
    return True


def _markers(state: StateCore) -> None:
    """Take away the marks of alerts and tasks, and note the headings that MyST's targets stand at."""
    labels: list[str] = []
    page: _Page = state.env["page"]
    for at, token in enumerate(state.tokens):
        if token.type == "myst_target":
            labels.append(token.content)
        elif token.type == "heading_open":
            shown = "".join(child.content for child in state.tokens[at + 1].children or ())
            page.headings.update((label.lower(), shown) for label in labels)
            labels = []
        elif token.type.endswith("_open"):
            labels = []
        if token.type == "inline" and at > 1 and token.children and token.children[0].type == "text":
            pattern = {"blockquote_open": _ALERT, "list_item_open": _TASK}.get(state.tokens[at - 2].type)
            if pattern is not None and (found := pattern.match(token.children[0].content)):
                token.children[0].content = token.children[0].content[found.end() :]


# --- what the tokens that CommonMark does not have are written as

_Rule = Callable[[Token, Sequence[Token], int, _Page], str]


def _render_rule(rule: _Rule) -> Callable[..., str]:
    def render(self: object, tokens: Sequence[Token], at: int, options: object, env: dict[str, Any]) -> str:
        return rule(tokens[at], tokens, at, env["page"])

    return render


def _code(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    """Indented code, unless it is what stands under a tab of MkDocs."""
    if at > 1 and tokens[at - 2].type == "inline" and _CONTENT_TAB.match(tokens[at - 2].content):
        return _nested(token.content, page)
    return _pre(token.content)


def _math(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    marked = f"{token.markup}{token.content}{token.markup}"
    if _TEX.search(token.content):
        return html.either(escape(token.content), marked)  # not every site sets formulas
    return escape(marked)  # two dollar signs, and no formula between them


def _role(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    name = str(token.meta.get("name", ""))
    if is_reference(name) and (heading := page.headings.get(token.content.lower())):
        return escape(heading)
    return role_html(name, token.content)


def _footnote(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    label = token.meta.get("label") or int(token.meta.get("id", 0)) + 1
    return f'<span role="doc-noteref">[{escape(str(label))}]</span>'


def _raw_html(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    def kept(found: re.Match[str]) -> str:
        closing = f"</{found[1].lower()}"
        closed = closing in token.content.lower() or any(
            other.type == "html_inline" and other.content.lower().startswith(closing) for other in tokens[at + 1 :]
        )
        return "<" if closed and found[1].lower() != "plaintext" else "&lt;"

    return _SWALLOWS.sub(kept, token.content)


def _front_matter(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    """The title, which the site shows above the page; whether it shows a description is not said here."""
    return "".join(
        f"<h1>{escape(value)}</h1>" if name == "title" else f"<p hidden>{escape(value)}</p>"
        for name, _, value in _SHOWN_MATTER.findall(token.content)
    )


def _fence(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    info = token.info or ""
    if token.type == "colon_fence" and not info.lstrip().startswith("{"):
        # ":::note Title" and its like (Docusaurus, VitePress, Pandoc)
        found = _COLON_FENCE.match(info)
        title = (found[2] or found[3] or "") if found else ""
        return f"<p>{_nested(title, page, inline=True)}</p><div>{_nested(token.content, page)}</div>"
    if found := _DIRECTIVE.match(info):
        return _directive(found[1], found[2].strip(), token.content, page)
    if info.strip() in ("eval_rst", "eval-rst"):
        return _directive("eval-rst", "", token.content, page)
    return _pre(token.content)


def _nothing(token: Token, tokens: Sequence[Token], at: int, page: _Page) -> str:
    return ""


_RULES: dict[str, _Rule] = {
    "code_block": _code,
    "fence": _fence,
    "colon_fence": _fence,
    "math_inline": _math,
    "math_inline_double": _math,
    "math_single": _math,
    "math_block": lambda token, *_: f"<div>{escape(token.content)}</div>",
    "math_block_label": lambda token, *_: f"<div>{escape(token.content)}</div>",
    "myst_role": _role,
    "footnote_ref": _footnote,
    "html_inline": _raw_html,
    "html_block": _raw_html,
    "front_matter": _front_matter,
    "link_open": lambda *_: "<a>",
    "image": _nothing,
    "myst_target": _nothing,
    "myst_line_comment": _nothing,
    "myst_block_break": _nothing,
}


# --- directives


def _pre(text: str) -> str:
    return f"<pre>\n{escape(text)}</pre>"


def _directive(name: str, argument: str, body: str, page: _Page) -> str:
    name = name.lstrip(".:")
    if name.startswith((".", "#", "=")) or not name[:1].isalpha():
        return _pre(body)  # attributes, not a directive
    what = shows(name, argument)
    if what is Shows.BODY and argument and not _OPTION.match(body.lstrip()):
        # the first line belongs to the text: both make one paragraph
        argument, body = "", f"{argument}\n{body}"
    else:
        body = _without_options(body)
    return _WRITTEN.get(what, _titled)(name, argument, body, page)


def _titled(name: str, argument: str, body: str, page: _Page) -> str:
    return f"<div><p>{_nested(argument, page, inline=True)}</p><div>{_nested(body, page)}</div></div>"


def _as_table(name: str, argument: str, body: str, page: _Page) -> str:
    cells = "".join(
        f"<tr>{''.join(f'<td>{_nested(cell, page, inline=True)}</td>' for cell in row)}"
        for row in table_rows(body.splitlines())
    )
    return f"<p>{_nested(argument, page, inline=True)}</p><table>{cells}</table>"


def _as_version(name: str, argument: str, body: str, page: _Page) -> str:
    said, rest = version_html(name, argument)
    first, _, body = body.strip().partition("\n\n")
    opening = " ".join(part for part in (rest, first) if part)
    return f"<p>{said}{_nested(opening, page, inline=True)}</p>{_nested(body, page)}"


def _as_rst(name: str, argument: str, body: str, page: _Page) -> str:
    return rst.to_html(body)


def _as_maybe(name: str, argument: str, body: str, page: _Page) -> str:
    hidden = "" if is_surely_built(name, argument) else " hidden"
    return f"<div{hidden}>{_nested(body, page)}</div>"


_WRITTEN: dict[Shows, Callable[[str, str, str, _Page], str]] = {
    Shows.NOTHING: lambda *_: "",
    Shows.RAW: lambda name, argument, body, page: body if argument.strip().lower() == "html" else "",
    Shows.MAYBE: _as_maybe,
    Shows.CODE: lambda name, argument, body, page: _pre(body),
    Shows.RST: _as_rst,
    Shows.CONTENTS: lambda name, argument, body, page: f"<nav>{toctree_titles(body.splitlines())}</nav>",
    Shows.NAMES: lambda name, argument, body, page: f"<table><tr><td>{escape(body.strip() or argument)}</table>",
    Shows.MATH: lambda name, argument, body, page: f"<div>{escape(body.strip() or argument)}</div>",
    Shows.TABLE: _as_table,
    Shows.VERSION: _as_version,
    Shows.BODY_ONLY: lambda name, argument, body, page: f"<div>{_nested(body, page)}</div>",
}


def _without_options(body: str) -> str:
    """A directive's body less the options above it (``:name: value`` lines, or YAML between ``---``)."""
    lines = body.split("\n")
    index = 0
    while index < len(lines) and not lines[index].strip():
        index += 1
    if index < len(lines) and lines[index].strip() == "---":
        for end in range(index + 1, min(len(lines), index + 60)):
            if lines[end].strip() == "---":
                return "\n".join(lines[end + 1 :])
        return body
    while index < len(lines) and _OPTION.match(lines[index].strip()):
        index += 1
    return "\n".join(lines[index:])
