"""HTML to blocks: what a reader of the page sees, in reading order.

The tree is selectolax's (lexbor, a real HTML5 parser). Inline elements add nothing to the text, the ends of
blocks end it, ``<br>`` is a space. Scripts, styles, templates, ``noscript``, comments and the permalinks beside
headings are not text; what is hidden, struck through, or around the page rather than in it is labelled.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from atlas_graph.verify.document import Label
from atlas_graph.verify.extract.blocks import NO_LABELS, BlockBuilder, Parsed
from atlas_graph.verify.extract.htmltokens import Tag, Text, TextPlaces, decoded, tokens
from atlas_graph.verify.extract.mathml import NOTHING, PLACED, surrounds
from atlas_graph.verify.extract.offsets import Placed
from atlas_graph.verify.extract.scripts import Script, named
from atlas_graph.verify.extract.words import words

_DROPPED = words(
    "script style template noscript iframe noembed noframes object audio video canvas annotation annotation-xml "
    "datalist head clipboard-copy"
)
_BLOCKS = words(
    "address article aside blockquote body center caption dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup "
    "option p plaintext pre search section select summary table tbody td textarea text tfoot th thead tr ul xmp "
    "devsite-code devsite-selector"
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext", "textarea"})
_STRUCK = frozenset({"del", "s", "strike"})
_CONTENT = frozenset({"main", "article"})

_NAVIGATION_ROLES = words("navigation banner contentinfo search menu menubar toolbar complementary")
# Classes and ids that the common documentation themes give to what surrounds the page
_NAVIGATION_NAMES = words(
    "sphinxsidebar sphinxsidebarwrapper related wy-nav-side wy-breadcrumbs rst-breadcrumbs-buttons rst-versions "
    "rst-footer-buttons wy-nav-top breadcrumb breadcrumbs bd-sidebar bd-sidebar-primary bd-sidebar-secondary "
    "bd-header bd-footer bd-toc bd-breadcrumbs prev-next-area prev-next-footer skip-link sidebar-drawer "
    "sidebar-tree toc-drawer toc-tree mobile-header md-sidebar md-header md-footer md-tabs navbar navbar-header "
    "site-header site-footer site-nav devsite-nav devsite-book-nav devsite-breadcrumb-list page-toc pagination "
    "pagination-nav edit-this-page theme-doc-toc-desktop theme-doc-sidebar-container table-of-contents nav-chapters "
    "nav-wrapper searchbox search-bar cookie-banner"
)
# The same words inside the page's matter may name a part of a card or a table
_OUTSIDE_NAMES = words("footer header sidebar toc nav menu navigation")
# An aside is beside the page's matter, unless its author put a note into it
_NOTE = re.compile(
    r"note|warning|tip|caution|important|admonition|topic|footnote|callout|aside|special|key|hint|info|danger|alert"
    r"|success|example|citation|sidenote",
    re.I,
)
_HIDDEN_STYLE = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?\s*:[^;]*\bline-through", re.I)
_BLOCK_STYLE = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|list-item|table(?:-\w+)?|flow-root)\b", re.I)
_UP_STYLE = re.compile(r"vertical-align\s*:\s*super\b", re.I)
_DOWN_STYLE = re.compile(r"vertical-align\s*:\s*sub\b", re.I)
_HIDDEN_NAMES = words("sr-only visually-hidden visuallyhidden screen-reader-text katex-mathml")
_PERMALINK_NAMES = words("headerlink viewcode-link viewcode-back fn-backref footnote-backref")
_ANCHOR_NAMES = words("anchor anchorjs-link header-anchor permalink hash-link heading-link octicon-link")
_PERMALINK_TEXTS = frozenset({"¶", "#", "§", "🔗", "⚓", "\u200b", "\uf0c1", "", "Permalink", "permalink", "Anchor"})
_CALL_NAMES = words("py-func py-meth c-func cpp-func js-func js-meth")
NO_NAMES: frozenset[str] = frozenset()
_APPARATUS = words("a span td div button rp")
_LINE_NUMBERS = words("linenos lineno linenodiv line-numbers-rows")
# Footnotes' marks, by their classes, and by what a link in a superscript leads to
_MARK_NAMES = words("footnote-ref footnote-reference footnote")
_MARK_TARGET = re.compile(r"#.*(?:fn|foot|ftn|note|cite|ref|bib|\d$)", re.I)
_MATH = ((r"\(", r"\)"), (r"\[", r"\]"))

# A page that waits for its script: an element to be filled, or the message for those without one
_MOUNT = re.compile(r"<[a-z-]+\s[^>]{0,200}\bid\s*=\s*[\"']?(?:root|app|__next|__nuxt|main|mount|application)\b", re.I)
_NEEDS_SCRIPT = re.compile(
    r"enable\s+javascript|requires?\s+javascript|javascript\s+(?:is\s+)?(?:required|disabled)", re.I
)
_TOO_LITTLE = 120  # characters of text that a page shell may show while it waits ("Loading…")

_TITLE_SPACE = re.compile(r"\s+")


class _Context(NamedTuple):
    """What holds for everything inside an element."""

    block: frozenset[Label] = NO_LABELS
    run: frozenset[Label] = NO_LABELS
    in_content: bool = False
    in_math: bool = False
    in_call: bool = False
    in_katex: bool = False


def extract(raw: str) -> Parsed:
    """The blocks, title and headings of an HTML page."""
    builder = BlockBuilder()
    title = add(raw, builder)
    blocks = builder.done()
    said = sum(len(block.text.strip()) for block in blocks if not block.labels & {Label.NAVIGATION, Label.HIDDEN})
    problem = None
    waits = said == 0 or (said < _TOO_LITTLE and (_MOUNT.search(raw) or _NEEDS_SCRIPT.search(raw)))
    if waits and re.search(r"<script\b", raw, re.I):
        problem = "script-only"
    if problem is None and not blocks:
        problem = "no-text"
    return Parsed(blocks, tuple(builder.others), title, problem)


def add(raw: str, builder: BlockBuilder) -> str:
    """Add the blocks of an HTML page, or of a piece of one, to ``builder``; returns the page's title."""
    places = TextPlaces(raw)
    if places.too_deep:
        return _add_flat(raw, builder)
    return _Walk(raw, places, builder).run()


class _Walk:
    """One walk over one tree, without recursion."""

    def __init__(self, raw: str, places: TextPlaces, builder: BlockBuilder) -> None:
        # a row or cell on its own is no HTML; Markdown files hold such pieces of tables
        start = re.match(r"\s*</?(tr|td|th|tbody|thead|tfoot|caption|colgroup)\b", raw, re.I)
        prefix = "<table>" if start else ""
        self._tree = LexborHTMLParser(prefix + raw)
        self._places = places
        self._builder = builder
        self._title = ""

    def run(self) -> str:
        root = self._tree.root
        builder = self._builder
        stack: list[tuple[LexborNode, _Context, bool, tuple[Callable[[], None], ...]]] = []
        node: LexborNode | None = root
        context = _Context()
        while True:
            if node is None:
                if not stack:
                    break
                parent, context, ends_block, endings = stack.pop()
                for end in endings:
                    end()
                if ends_block:
                    self._leave(parent, stack[-1][1] if stack else context, context)
                context = stack[-1][1] if stack else _Context()
                node = parent.next if parent is not root else None
                continue
            if node.is_text_node:
                text = node.text_content or ""
                placed = self._places.place(text)
                if text.isspace() and node.parent is not None and node.parent.tag in PLACED:
                    node = node.next
                    continue
                if context.in_math:
                    placed = _without_math_marks(placed)
                bare = _without_parentheses(placed) if context.in_call else None
                builder.add(placed, context.run, instead=bare)
                node = node.next
                continue
            if not node.is_element_node:
                # the document itself, comments, declarations
                if node.first_child is not None:
                    stack.append((node, context, False, ()))
                    node = node.first_child
                else:
                    node = node.next
                continue
            tag = node.tag or ""
            if tag == "br":
                at = self._places.position
                builder.add([Placed("\n", at, at)], context.run)
            elif tag == "title" and not self._title:
                self._title = _TITLE_SPACE.sub(" ", node.text()).strip()
                self._pass_over(node)
            elif tag == "head":
                # nothing in it is text, but its texts must be passed
                stack.append((node, context, False, ()))
                node = node.first_child
                continue
            elif tag in _DROPPED or tag == "title":
                self._pass_over(node)
            else:
                attributes = node.attributes
                names = _names(attributes) if attributes else NO_NAMES
                if tag in _APPARATUS and _is_apparatus(node, tag, attributes, names):
                    self._pass_over(node)
                    node = node.next
                    continue
                if "katex-html" in names and _is_katex(node.prev, "katex-mathml"):
                    self._pass_over(node)  # its MathML says the same, and says what is above what
                    node = node.next
                    continue
                inner = _context_of(tag, attributes, names, context)
                if "katex-mathml" in names and _is_katex(node.next, "katex-html"):
                    inner = inner._replace(run=context.run)
                style = attributes.get("style") if attributes else None
                is_block = tag in _BLOCKS or bool(style and _BLOCK_STYLE.search(style))
                if is_block:
                    self._enter(tag, context)
                stack.append((node, inner, is_block, self._begin(node, tag, attributes, names, inner)))
                context = inner
                node = node.first_child
                continue
            node = node.next
        return self._title

    def _begin(
        self,
        node: LexborNode,
        tag: str,
        attributes: dict[str, str | None],
        names: frozenset[str],
        inner: _Context,
    ) -> tuple[Callable[[], None], ...]:
        """Begin the scripts, footnotes' marks and parts of formulas that ``node`` is; returns what ends them."""
        builder = self._builder
        endings: list[Callable[[], None]] = []
        if _is_mark(node, tag, attributes, names):
            builder.open_mark()
            endings.append(builder.close_mark)
        if script := _script(node, tag, attributes, names, inner):
            builder.open_script(script)
            endings.append(builder.close_script)
        if tag[:1] == "m" and (formula := surrounds(node, tag, (node.parent and node.parent.tag) or "")) is not NOTHING:
            if formula.apart:
                builder.apart()
                endings.insert(0, builder.apart)
            if formula.before:
                self._say(formula.before, inner)
            if formula.after:
                endings.append(lambda: self._say(formula.after, inner))
            if formula.script:
                builder.open_script(formula.script)
                endings.append(builder.close_script)
        if inner.in_katex:
            if "sqrt" in names:
                self._say("√", inner)
            elif "mfrac" in names or "vlist" in names or _is_katex(node.parent, "vlist"):
                builder.apart()
                endings.insert(0, builder.apart)
        return tuple(reversed(endings))

    def _say(self, text: str, context: _Context) -> None:
        at = self._places.position
        self._builder.add([Placed(text, at, at)], context.run)

    def _enter(self, tag: str, around: _Context) -> None:
        if tag in _HEADINGS and Label.NAVIGATION not in around.block:
            self._builder.close(around.block)
            self._builder.open_heading(_HEADINGS[tag])
        else:
            self._builder.close(around.block)

    def _leave(self, node: LexborNode, around: _Context, inner: _Context) -> None:
        if (node.tag or "") in _HEADINGS and Label.NAVIGATION not in inner.block:
            self._builder.close_heading(inner.block)
        else:
            self._builder.close(inner.block)

    def _pass_over(self, node: LexborNode) -> None:
        """Leave an element out, but keep count of its texts in the raw file."""
        tag = node.tag
        if tag in ("script", "style", "iframe", "noembed", "noframes", "template"):
            return
        here: LexborNode | None = node.first_child
        depth: list[LexborNode] = []
        while here is not None:
            if here.is_text_node:
                self._places.place(here.text_content or "")
            child = here.first_child if here.is_element_node and here.tag not in ("script", "style") else None
            if child is not None:
                depth.append(here)
                here = child
                continue
            here = here.next
            while here is None and depth:
                here = depth.pop().next


def _is_apparatus(node: LexborNode, tag: str, attributes: dict[str, str | None], names: frozenset[str]) -> bool:
    """Whether this is a permalink, a line number or a copy button rather than text."""
    if tag == "a":
        if names & _PERMALINK_NAMES:
            return True
        first = node.first_child
        if names & _ANCHOR_NAMES or (attributes.get("href") or "").startswith("#"):
            if first is None:
                return True
            text = first.text_content if first.is_text_node and first.next is None else None
            return text is not None and text.strip() in _PERMALINK_TEXTS and _is_in_heading(node)
        return False
    if tag in ("span", "td", "div", "button"):
        if names & _LINE_NUMBERS or names & _PERMALINK_NAMES:
            return True
        return tag == "button" and bool(names & {"copybtn", "copy", "clipboard", "btn-copy", "copy-button"})
    return tag == "rp"


def _script(
    node: LexborNode, tag: str, attributes: dict[str, str | None], names: frozenset[str], inner: _Context
) -> Script | None:
    """Whether an element stands above or below the line."""
    if script := named(tag):
        return script
    if not attributes:
        return None
    if "superscript" in names:
        return Script.UP
    if "subscript" in names:
        return Script.DOWN
    if style := attributes.get("style"):
        if _UP_STYLE.search(style):
            return Script.UP
        if _DOWN_STYLE.search(style):
            return Script.DOWN
    if inner.in_katex and "msupsub" in names:
        return Script.DOWN if _is_katex(node.first_child, "vlist-t2") else Script.UP
    return None


def _is_mark(node: LexborNode, tag: str, attributes: dict[str, str | None], names: frozenset[str]) -> bool:
    """Whether an element is a footnote's mark, which another rendering sets otherwise or not at all."""
    if attributes and (
        attributes.get("role") == "doc-noteref" or (names & _MARK_NAMES and tag in ("a", "sup", "span"))
    ):
        return True
    if tag != "sup":
        return False
    if "reference" in names:
        return True
    link = node.first_child
    return (
        link is not None
        and link.tag == "a"
        and link.next is None
        and _MARK_TARGET.match(link.attributes.get("href") or "") is not None
    )


def _is_katex(node: LexborNode | None, name: str) -> bool:
    return node is not None and node.is_element_node and name in (node.attributes.get("class") or "").split()


def _context_of(tag: str, attributes: dict[str, str | None], names: frozenset[str], around: _Context) -> _Context:
    block, run = around.block, around.run
    in_content = around.in_content or tag in _CONTENT
    in_math = around.in_math and tag not in _BLOCKS
    in_call = around.in_call
    if tag in ("td", "th"):
        block |= {Label.TABLE_CELL}
    elif tag in _PREFORMATTED and tag != "textarea":
        block |= {Label.CODE}
    elif tag in _STRUCK:
        run |= {Label.DELETED}
    elif tag == "mphantom":
        run |= {Label.HIDDEN}
    elif tag == "nav" or (tag in ("header", "footer") and not in_content):
        block |= {Label.NAVIGATION}
    elif tag == "dialog" and "open" not in attributes:
        run |= {Label.HIDDEN}
    if attributes:
        if tag == "aside" and not in_content and not _NOTE.search(" ".join(names)):
            block |= {Label.NAVIGATION}
        role = (attributes.get("role") or "").lower()
        if role == "main":
            in_content = True
        elif (
            role in _NAVIGATION_ROLES or names & _NAVIGATION_NAMES or (names & _OUTSIDE_NAMES and not in_content)
        ) and tag not in ("body", "html", "main"):
            block |= {Label.NAVIGATION}
        style = attributes.get("style")
        if "hidden" in attributes or names & _HIDDEN_NAMES or (style and _HIDDEN_STYLE.search(style)):
            run |= {Label.HIDDEN}
        if style and _STRUCK_STYLE.search(style):
            run |= {Label.DELETED}
        if "math" in names and tag in ("span", "div"):
            in_math = True
        in_call = in_call or (tag == "code" and bool(names & _CALL_NAMES))
    elif tag == "aside" and not in_content:
        block |= {Label.NAVIGATION}
    in_katex = around.in_katex or "katex-html" in names
    return _Context(block, run, in_content, in_math, in_call, in_katex)


def _names(attributes: dict[str, str | None]) -> frozenset[str]:
    said = attributes.get("class") or ""
    if name := attributes.get("id"):
        said = f"{said} {name}"
    return frozenset(said.split()) if said else NO_NAMES


def _is_in_heading(node: LexborNode) -> bool:
    parent = node.parent
    for _ in range(3):
        if parent is None:
            return False
        if parent.tag in _HEADINGS or parent.tag in ("dt", "caption", "figcaption", "summary"):
            return True
        if parent.tag in ("p", "li", "td", "body"):
            return False
        parent = parent.parent
    return False


def _without_parentheses(placed: list[Placed]) -> list[Placed]:
    """A function's name less the "()" that Sphinx adds to it, or not, as the project has it set."""
    if not placed or not placed[-1].text.endswith("()"):
        return placed
    text, start, end = placed[-1]
    return [*placed[:-1], Placed(text[:-2], start, end - 2 if len(text) == end - start else end)]


def _without_math_marks(placed: list[Placed]) -> list[Placed]:
    """TeX as Sphinx writes it into a page for MathJax, less the ``\\(`` and ``\\)`` around it."""
    out = []
    for piece in placed:
        text, start, end = piece
        exact = len(text) == end - start
        for opening, closing in _MATH:
            if exact and text.lstrip().startswith(opening):
                cut = text.index(opening) + 2
                text, start = text[cut:], start + cut
            if exact and text.rstrip().endswith(closing):
                cut = text.rindex(closing)
                text, end = text[:cut], start + cut
        out.append(Placed(text, start, end))
    return out


def _add_flat(raw: str, builder: BlockBuilder) -> str:
    """The texts between the tags, for a file on which tree building would take too long."""
    skipping: str | None = None
    title = ""
    for token in tokens(raw):
        if isinstance(token, Tag):
            if skipping is not None:
                if token.closing and token.name == skipping:
                    skipping = None
            elif token.name in ("template", "noscript") and not token.closing:
                skipping = token.name
            elif token.name == "br":
                builder.add([Placed("\n", token.start, token.end)])
            elif token.name in _BLOCKS:
                builder.close()
            elif script := named(token.name):
                if token.closing:
                    builder.close_script()
                else:
                    builder.open_script(script)
        elif isinstance(token, Text) and skipping is None:
            if token.of == "title":
                title = title or raw[token.start : token.end].strip()
            elif not token.of or token.of == "textarea":
                builder.add(decoded(raw, token.start, token.end))
    builder.close()
    return title
