"""HTML to blocks: what a reader of the page sees, in reading order. The other formats of markup are read as HTML too.

The tree is selectolax's (lexbor, a real HTML5 parser). Inline elements add nothing to the text, the ends of
blocks end it, ``<br>`` is a space. Scripts, styles, templates, ``noscript``, comments and the permalinks beside
headings are not text; what is hidden, struck through, or around the page rather than in it is labelled. This is the
one place where it is decided what is seen: readers of other formats write HTML, and say so of nothing themselves.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from html import escape, unescape
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..document import Label
from . import styles
from .blocks import NO_LABELS, BlockBuilder, Parsed
from .htmltokens import TAG, too_deep
from .mathml import NOTHING, PLACED, surrounds
from .names import name_set
from .scripts import Script, named

_DROPPED = name_set(
    "script style template noscript iframe noembed noframes object audio video canvas annotation annotation-xml "
    "datalist head clipboard-copy desc defs metadata symbol rp title"
)
_BLOCKS = name_set(
    "address article aside blockquote body center caption dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup "
    "option p plaintext pre search section select summary table tbody td textarea text tfoot th thead tr ul xmp "
    "devsite-code devsite-selector"
)
# with a list of their own since what HTML does not know is a component: see _is_item
_INLINE = name_set(
    "a abbr acronym b bdi bdo big blink button cite code data del dfn em font i img input ins kbd label map mark meter "
    "nobr output picture progress q rb rp rt rtc ruby s samp slot small source span strike strong sub sup svg time tt "
    "track u var wbr tspan path g use math circle rect line area embed"
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_STRUCK = frozenset({"del", "s", "strike"})
_CONTENT = frozenset({"main", "article"})
_ITEMS = name_set("span a button label strong b")
_HOLDERS = name_set("ul ol div section article main body header footer nav figure aside form center")

_NAVIGATION_ROLES = name_set("navigation banner contentinfo search menu menubar toolbar complementary")
# Classes and ids that the common documentation themes give to what surrounds the page
_NAVIGATION_NAMES = name_set(
    "sphinxsidebar sphinxsidebarwrapper related wy-nav-side wy-breadcrumbs rst-breadcrumbs-buttons rst-versions "
    "rst-footer-buttons wy-nav-top breadcrumb breadcrumbs bd-sidebar bd-sidebar-primary bd-sidebar-secondary "
    "bd-header bd-footer bd-toc bd-breadcrumbs prev-next-area prev-next-footer skip-link sidebar-drawer "
    "sidebar-tree toc-drawer toc-tree mobile-header md-sidebar md-header md-footer md-tabs navbar navbar-header "
    "site-header site-footer site-nav devsite-nav devsite-book-nav devsite-breadcrumb-list page-toc pagination "
    "pagination-nav edit-this-page theme-doc-toc-desktop theme-doc-sidebar-container table-of-contents nav-chapters "
    "nav-wrapper searchbox search-bar cookie-banner"
)
# The same words inside the page's matter may name a part of a card or a table
_OUTSIDE_NAMES = name_set("footer header sidebar toc nav menu navigation")
# An aside is beside the page's matter, unless its author put a note into it
_NOTE = re.compile(
    r"note|warning|tip|caution|important|admonition|topic|footnote|callout|aside|special|key|hint|info|danger|alert"
    r"|success|example|citation|sidenote",
    re.I,
)
_SHOWN_AGAIN = re.compile(r":(?:block|flex|grid|inline|table|contents|visible)|-(?:block|flex|grid)$")
_HIDDEN_NAMES = name_set(
    "sr-only visually-hidden visuallyhidden screen-reader-text katex-mathml d-none hidden is-hidden u-hidden invisible "
    "uk-hidden hide display-none"
)
_STRUCK_NAMES = name_set(
    "line-through strike strikethrough strikeout del deleted text-decoration-line-through struck st erased"
)
_TIP_NAMES = name_set("tooltiptext tooltip-text tooltip-content tooltip__content tooltip-inner")
_PERMALINK_NAMES = name_set("headerlink viewcode-link viewcode-back fn-backref footnote-backref")
_ANCHOR_NAMES = name_set("anchor anchorjs-link header-anchor permalink hash-link heading-link octicon-link")
_PERMALINK_TEXTS = frozenset({"¶", "#", "§", "🔗", "⚓", "\u200b", "\uf0c1", "", "Permalink", "permalink", "Anchor"})
# Visual halves of formulas, of which screen readers are told otherwise
_FORMULA_NAMES = re.compile(r"(?:katex|mathjax|mjx|MJX|MathJax|mwe-math)")
_UNSURE = frozenset({Label.UNSURE})
_COPY_NAMES = name_set("copybtn copy clipboard btn-copy copy-button")
_CALL_NAMES = name_set("py-func py-meth c-func cpp-func js-func js-meth")
NO_NAMES: frozenset[str] = frozenset()
_LINE_NUMBERS = name_set("linenos lineno linenodiv line-numbers-rows")
# Footnotes' marks, by their classes, and by what a link in a superscript leads to
_MARK_NAMES = name_set("footnote-ref footnote-reference footnote")
_MARK_TARGET = re.compile(
    r"#(?:.*[^a-z])?(?:user-content-)?(?:fn|foot|ftn|end)?(?:fn|note|cite|ref|bib|foot|ftn)", re.I
)
_MATH_MARKS = re.compile(r"\A(\s*)\\[(\[]|\\[)\]](\s*)\Z")

# A page that waits for its script: an element to be filled, or the message for those without one
_MOUNT = re.compile(r"\bid\s*=\s*[\"']?(?:root|app|__next|__nuxt|main|mount|application)\b", re.I)
_IN_TAG = re.compile(r"<[a-z-]+\s[^>]*+\Z", re.I)
_NEEDS_SCRIPT = re.compile(
    r"enable\s+javascript|requires?\s+javascript|javascript\s+(?:is\s+)?(?:required|disabled)", re.I
)
_TOO_LITTLE = 120  # characters of text that a page shell may show while it waits ("Loading…")

_SPACE = re.compile(r"\s+")
_LOOSE_PART = re.compile(r"\s*</?(?:tr|td|th|tbody|thead|tfoot|caption|colgroup)\b", re.I)
_QUOTES = (("“", "”"), ("‘", "’"))
_MAX_SHADOWS = 12
_MAY_COVER = re.compile(r"\bposition\s*:\s*(?:absolute|fixed)|<rect\b", re.I)
_MAY_HIDE = re.compile(r"\b(?:hidden|style|popover|class)\b|<(?:del|s|strike|dialog|template|noscript)\b", re.I)

#: The element of what another rendering of the same source shows otherwise. No document knows its name.
EITHER = f"x-{secrets.token_hex(8)}"


def either(shown: str, instead: str = "") -> str:
    """HTML of ``shown``, HTML itself, for which another rendering has the text ``instead``."""
    return f'<{EITHER} instead="{escape(instead)}">{shown}</{EITHER}>'


def extract(raw: str) -> Parsed:
    """The blocks, title and headings of an HTML page."""
    builder = BlockBuilder()
    parsed = builder.done(add(raw, builder))
    blocks = parsed.blocks
    said = sum(len(block.text.strip()) for block in blocks if not block.labels & {Label.NAVIGATION, Label.HIDDEN})
    waits = said == 0 or (said < _TOO_LITTLE and (_is_mounted(raw) or _NEEDS_SCRIPT.search(raw)))
    problem = "script-only" if waits and re.search(r"<script\b", raw, re.I) else parsed.problem
    return Parsed(blocks, parsed.variants, parsed.title, problem)


def _is_mounted(raw: str) -> bool:
    """Whether a tag has the id of an element that a script fills; looked for from the id, so that it is one pass."""
    for found in _MOUNT.finditer(raw):
        tag = raw.rfind("<", max(found.start() - 200, 0), found.start())
        if tag >= 0 and _IN_TAG.match(raw, tag, found.start()):
            return True
    return False


def add(raw: str, builder: BlockBuilder) -> str:
    """Add the blocks of an HTML page, or of a piece of one, to ``builder``; returns the page's title."""
    if too_deep(raw):
        _add_flat(raw, builder)
        return ""
    # a row or cell on its own is no HTML; Markdown files hold such pieces of tables
    walk = _Walk(f"<table>{raw}" if _LOOSE_PART.match(raw) else raw, builder)
    walk.run()
    return walk.title


class _Context(NamedTuple):
    """What holds for everything inside an element."""

    block: frozenset[Label] = NO_LABELS
    run: frozenset[Label] = NO_LABELS
    in_content: bool = False
    in_math: bool = False
    in_call: bool = False
    in_katex: bool = False
    quotes: int = 0


class _Element(NamedTuple):
    """An element and what is asked of it again and again."""

    node: LexborNode
    tag: str
    attributes: dict[str, str | None]
    names: frozenset[str]  # its classes and its id
    look: styles.Look


class _Frame(NamedTuple):
    """An element that is being walked: its parent's context, and what is to be done at its end."""

    node: LexborNode
    around: _Context
    endings: tuple[Callable[[], None], ...] = ()


class _Walk:
    """One walk over one tree, without recursion."""

    def __init__(self, raw: str, builder: BlockBuilder, context: _Context | None = None, shadows: int = 0) -> None:
        self._tree = LexborHTMLParser(raw)
        self._sheets = styles.Sheets(self._tree) if "<style" in raw.lower() else None
        self._builder = builder
        self._context = context or _Context()
        self._shadows = shadows
        self._has_shadows = "shadowrootmode" in raw.lower()
        self._may_cover = _MAY_COVER.search(raw) is not None
        self._holds_items: dict[int, bool] = {}
        self.title = ""

    def run(self) -> None:
        """Add all that the tree shows."""
        root = self._tree.root
        stack: list[_Frame] = []
        node: LexborNode | None = root
        while node is not None or stack:
            if node is None:
                frame = stack.pop()
                for end in reversed(frame.endings):
                    end()
                self._context = frame.around
                node = frame.node.next if frame.node is not root else None
                continue
            if node.is_text_node:
                self._text(node)
            elif (inside := self._enter(node)) is not None:
                stack.append(inside)
                node = node.first_child
                continue
            node = node.next

    def _text(self, node: LexborNode) -> None:
        text, context = node.text_content or "", self._context
        if text.isspace() and node.parent is not None and node.parent.tag in PLACED:
            return
        if context.in_math:  # TeX as Sphinx writes it into a page for MathJax
            text = _MATH_MARKS.sub(r"\1\2", text)
        # a function's name less the "()" that Sphinx adds to it, or not, as the project has it set
        bare = text.removesuffix("()") if context.in_call and text.endswith("()") else None
        self._builder.add(text, context.run, bare)

    def _enter(self, node: LexborNode) -> _Frame | None:
        """Begin an element; None where nothing in it is to be walked."""
        around = self._context
        if not node.is_element_node:  # the document itself, comments, declarations
            return _Frame(node, around) if node.first_child is not None else None
        tag = node.tag or ""
        if tag == "br":
            self._builder.add("\n", around.run)
        self._entitle(node, tag)
        if tag in _DROPPED or tag == "br":
            return None
        attributes = node.attributes
        one = _Element(
            node, tag, attributes, _names(attributes) if attributes else NO_NAMES, self._look(node, attributes)
        )
        plain = not attributes and one.look is styles.PLAIN  # there is nothing to ask but its name
        if not plain and (_is_apparatus(one) or _is_said_twice(one)):
            return None
        inner = around if plain and _says_nothing(tag, around) else _context_of(one, around)
        endings: list[Callable[[], None]] = []
        if (tag in _BLOCKS and not one.look.inline) or one.look.block or self._is_item(one):
            endings.append(self._block(one, around, inner))
        if self._may_cover and self._is_covered(one):
            inner = inner._replace(run=inner.run | _UNSURE)
        self._context = inner
        if not plain or tag in _BEGINS or tag[:1] == "m" or inner.in_katex:
            self._begin(one, inner, endings)
        if self._sheets is not None:
            self._set_beside(one, inner, endings)
        if (shadow := self._shadow(node)) is not None:
            _Walk(_with_slots(node, shadow), self._builder, inner, self._shadows + 1).run()
            for end in reversed(endings):
                end()
            self._context = around
            return None
        return _Frame(node, around, tuple(endings))

    def _entitle(self, node: LexborNode, tag: str) -> None:
        """Take the page's title from its element, or from the head that holds it."""
        if tag == "title" and (node.parent is None or node.parent.tag == "head"):
            titles = [node]
        else:
            titles = [child for child in node.iter() if child.tag == "title"] if tag == "head" else []
        for title in titles:
            self.title = self.title or _SPACE.sub(" ", title.text()).strip()

    def _shadow(self, node: LexborNode) -> LexborNode | None:
        """The template of a shadow tree, which is shown in place of what its host holds."""
        if not self._has_shadows or self._shadows >= _MAX_SHADOWS:
            return None
        return next((one for one in node.iter() if one.tag == "template" and "shadowrootmode" in one.attributes), None)

    def _look(self, node: LexborNode, attributes: dict[str, str | None]) -> styles.Look:
        style = attributes.get("style") if attributes else None
        sheet = self._sheets.of(node.mem_id) if self._sheets is not None else None
        if not style and not sheet:
            return styles.PLAIN
        return styles.look({**(sheet or {}), **(styles.own(style) if style else {})})

    def _block(self, one: _Element, around: _Context, inner: _Context) -> Callable[[], None]:
        """Begin a block; returns what ends it."""
        builder = self._builder
        if one.tag in _HEADINGS and Label.NAVIGATION not in inner.block:
            builder.close(around.block)
            builder.open_heading(_HEADINGS[one.tag])
            return lambda: builder.close_heading(inner.block)
        builder.close(around.block)
        return lambda: builder.close(inner.block)

    def _begin(self, one: _Element, inner: _Context, endings: list[Callable[[], None]]) -> None:
        """Begin the scripts, footnotes' marks and parts of formulas that an element is; adds what ends them."""
        builder, tag = self._builder, one.tag

        def say(text: str) -> None:
            builder.add(text, inner.run)

        if tag == EITHER:
            builder.open_other()
            instead = one.attributes.get("instead") or ""
            endings.append(lambda: builder.close_last(instead))
        elif _is_mark(one):
            builder.open_other()
            endings.append(builder.close_last)
        if tag == "rt":  # set above its base: as readers without the room for it have it
            builder.open_other()
            say("(")
            endings += (builder.close_last, lambda: say(")"))
        elif tag == "button":  # a box in the line
            say(" ")
            endings.append(lambda: say(" "))
        elif tag == "q":
            opening, closing = _QUOTES[(inner.quotes - 1) % 2]
            say(opening)
            endings.append(lambda: say(closing))
        if script := _script(one, inner):
            builder.open_script(script)
            endings.append(builder.close_last)
        self._begin_formula(one, inner, endings, say)

    def _begin_formula(
        self, one: _Element, inner: _Context, endings: list[Callable[[], None]], say: Callable[[str], None]
    ) -> None:
        """Say what a part of a formula sets before, around and behind what it holds."""
        builder, tag = self._builder, one.tag

        if tag[:1] == "m" and (formula := surrounds(one.node, tag, _tag(one.node.parent))) is not NOTHING:
            if formula.apart:
                builder.apart()
                endings.append(builder.apart)
            if formula.before:
                say(formula.before)
            if formula.after:
                endings.append(lambda: say(formula.after))
            if formula.script:
                builder.open_script(formula.script)
                endings.append(builder.close_last)
        if inner.in_katex:
            if "sqrt" in one.names:
                say("√")
            elif "mfrac" in one.names or "vlist" in one.names or _has_class(one.node.parent, "vlist"):
                builder.apart()
                endings.append(builder.apart)

    def _set_beside(self, one: _Element, inner: _Context, endings: list[Callable[[], None]]) -> None:
        """Say what a sheet sets before an element's text and behind it, which not every reader is shown."""
        assert self._sheets is not None
        labels, node_id = inner.run | _UNSURE, one.node.mem_id
        if before := self._sheets.added(node_id, "before", one.attributes):
            self._builder.add(before, labels)
        if after := self._sheets.added(node_id, "after", one.attributes):
            endings.append(lambda: self._builder.add(after, labels))

    def _is_covered(self, one: _Element) -> bool:
        """Whether a box in an element lies over the rest of what it holds."""
        return any(
            (_tag(child) == "rect" and _is_full(child.attributes)) or self._look(child, child.attributes).covers
            for child in one.node.iter()
        )

    def _is_item(self, one: _Element) -> bool:
        """Whether an element that is not a block by its name stands apart as one.

        Components and boxes are set by scripts and sheets that are not here. What the tree says: they fill their
        parent, which has no text of its own between them; a word set in its own element has text beside it.
        """
        unknown = one.tag not in _INLINE and one.tag[:1] != "m" and one.tag != EITHER
        parent = one.node.parent
        if not (unknown or (one.tag in _ITEMS and one.attributes.get("class"))) or parent is None:
            return False
        if one.look.inline or (parent.tag not in _HOLDERS and (parent.tag in _BLOCKS or parent.tag in _INLINE)):
            return False
        known = self._holds_items.get(parent.mem_id)
        if known is None:
            children = list(parent.iter(include_text=True))
            bare = any(child.is_text_node and (child.text_content or "").strip() for child in children)
            classes = [child.attributes.get("class") for child in children if not child.is_text_node]
            alike = len(classes) > 1 and len(set(classes)) == 1
            custom = any(_tag(child) not in _INLINE for child in children if not child.is_text_node)
            known = not bare and (alike or custom)
            self._holds_items[parent.mem_id] = known
        return known


def _is_full(attributes: dict[str, str | None]) -> bool:
    """Whether a rectangle of a drawing fills all of it."""
    return attributes.get("fill") not in ("none", "transparent") and all(
        attributes.get(size) == "100%" for size in ("width", "height")
    )


def _with_slots(host: LexborNode, template: LexborNode) -> str:
    """The HTML of a shadow tree with what its host puts into its slots; the rest of the host is not shown."""
    inner = LexborHTMLParser(re.sub(r"(?is)\A\s*<template[^>]*>|</template\s*>\s*\Z", "", template.html or ""))
    light: dict[str, list[str]] = {}
    for child in host.iter(include_text=True):
        if child.mem_id != template.mem_id:
            name = "" if child.is_text_node else child.attributes.get("slot") or ""
            light.setdefault(name, []).append(child.html or "")
    shown = inner.html or ""
    for slot in inner.css("slot"):
        given = "".join(light.get(slot.attributes.get("name") or "", ()))
        if given.strip() and slot.html:
            shown = shown.replace(slot.html, given, 1)
    return shown


def _tag(node: LexborNode | None) -> str:
    return (node.tag or "") if node is not None and node.is_element_node else ""


def _names(attributes: dict[str, str | None]) -> frozenset[str]:
    said = attributes.get("class") or ""
    if name := attributes.get("id"):
        said = f"{said} {name}"
    return frozenset(said.split()) if said else NO_NAMES


def _has_class(node: LexborNode | None, name: str) -> bool:
    return node is not None and node.is_element_node and name in (node.attributes.get("class") or "").split()


def _is_permalink(one: _Element) -> bool:
    if one.names & _PERMALINK_NAMES:
        return True
    if not (one.names & _ANCHOR_NAMES or (one.attributes.get("href") or "").startswith("#")):
        return False
    first = one.node.first_child
    if first is None:
        return True
    text = first.text_content if first.is_text_node and first.next is None else None
    return text is not None and text.strip() in _PERMALINK_TEXTS and _is_in_heading(one.node)


def _is_apparatus(one: _Element) -> bool:
    """Whether an element is no text on a page: a permalink, a line number, a copy button."""
    if one.tag == "a":
        return _is_permalink(one)
    if one.tag not in ("span", "td", "div", "button"):
        return False
    no_text = _LINE_NUMBERS | _PERMALINK_NAMES
    return bool(one.names & no_text or (one.tag == "button" and one.names & _COPY_NAMES))


def _is_said_twice(one: _Element) -> bool:
    """KaTeX's boxes, where its MathML says the same, and says what is above what."""
    return "katex-html" in one.names and _has_class(one.node.prev, "katex-mathml")


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


def _script(one: _Element, inner: _Context) -> Script | None:
    """Whether an element stands above or below the line."""
    if script := named(one.tag):
        return script
    if "superscript" in one.names:
        return Script.UP
    if "subscript" in one.names:
        return Script.DOWN
    if inner.in_katex and "msupsub" in one.names:
        return Script.DOWN if _has_class(one.node.first_child, "vlist-t2") else Script.UP
    return one.look.script


def _is_mark(one: _Element) -> bool:
    """Whether an element is a footnote's mark, which another rendering sets otherwise or not at all."""
    if one.attributes.get("role") == "doc-noteref" or (one.names & _MARK_NAMES and one.tag in ("a", "sup", "span")):
        return True
    if one.tag != "sup":
        return False
    link = one.node.first_child
    return "reference" in one.names or (
        link is not None
        and link.tag == "a"
        and link.next is None
        and _MARK_TARGET.match(link.attributes.get("href") or "") is not None
    )


def _is_hidden(one: _Element) -> bool:
    attributes, names = one.attributes, one.names
    if "hidden" in attributes or "popover" in attributes or one.tag == "mphantom":
        return True
    if "-" in one.tag and ("footnote" in one.tag or "tooltip" in one.tag):
        return True
    if attributes.get("role") == "tooltip" or (one.tag == "bdo" and attributes.get("dir") == "rtl"):
        return True
    if names & _TIP_NAMES or (one.tag == "dialog" and "open" not in attributes):
        return True
    if not names & _HIDDEN_NAMES or any(_SHOWN_AGAIN.search(name) for name in names):
        return False
    return not ("katex-mathml" in names and _has_class(one.node.next, "katex-html"))


def _is_formula(one: _Element, around: _Context) -> bool:
    """Whether an element is how a formula looks, of which its MathML is what is read aloud."""
    if around.in_katex or around.in_math or one.tag.startswith("mjx-"):
        return True
    parent = one.node.parent
    around_it = _names(parent.attributes) if parent is not None and parent.is_element_node else NO_NAMES
    return any(_FORMULA_NAMES.search(name) for name in (*one.names, *around_it))


def _is_navigation(one: _Element, in_content: bool) -> bool:
    tag, names = one.tag, one.names
    if tag in ("body", "html", "main"):
        return False
    if tag == "nav" or (tag in ("header", "footer") and not in_content):
        return True
    # an aside is beside the page's matter, unless its author put a note into it
    if tag == "aside" and not in_content and not _NOTE.search(" ".join(names)):
        return True
    role = (one.attributes.get("role") or "").lower()
    return role in _NAVIGATION_ROLES or bool(names & _NAVIGATION_NAMES or (names & _OUTSIDE_NAMES and not in_content))


_BLOCK_LABELS = {
    **dict.fromkeys(("td", "th"), frozenset({Label.TABLE_CELL})),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), frozenset({Label.CODE})),
}


# Elements that are more than their place in the tree by their name alone
_BEGINS = name_set("rt button q sup sub")
_CHANGES = _CONTENT | _STRUCK | _BLOCK_LABELS.keys() | name_set("nav header footer aside mphantom dialog q")


def _says_nothing(tag: str, around: _Context) -> bool:
    """Whether an element without attributes leaves everything as it is around it."""
    return tag not in _CHANGES and "-" not in tag and not around.in_math


def _context_of(one: _Element, around: _Context) -> _Context:
    """What holds inside an element."""
    tag, names = one.tag, one.names
    in_content = around.in_content or tag in _CONTENT or one.attributes.get("role") == "main"
    block = around.block | _BLOCK_LABELS.get(tag, NO_LABELS)
    run = around.run | one.look.labels
    if _is_navigation(one, in_content):
        block |= {Label.NAVIGATION}
    if tag in _STRUCK or names & _STRUCK_NAMES:
        run |= {Label.DELETED}
    if _is_hidden(one):
        run |= {Label.HIDDEN}
    elif one.attributes.get("aria-hidden") == "true" and not _is_formula(one, around):
        run |= _UNSURE
    return _Context(
        block,
        run,
        in_content,
        (around.in_math and tag not in _BLOCKS) or ("math" in names and tag in ("span", "div")),
        around.in_call or (tag == "code" and bool(names & _CALL_NAMES)),
        around.in_katex or "katex-html" in names,
        around.quotes + (tag == "q"),
    )


def _add_flat(raw: str, builder: BlockBuilder) -> None:
    """The texts between the tags, for a file on which tree building would take too long.

    Where it hides or strikes anything, nobody knows here what: then all of it is labelled. A script ends its block.
    """
    labels = frozenset({Label.HIDDEN}) if _MAY_HIDE.search(raw) else NO_LABELS
    at = 0
    for found in TAG.finditer(raw):
        builder.add(unescape(raw[at : found.start()]), labels)
        name, at = (found[3] or "").lower(), found.end()
        if name == "br":
            builder.add("\n")
        elif name in _BLOCKS or named(name):
            builder.close()
    builder.add(unescape(raw[at:]), labels)
    builder.close()
