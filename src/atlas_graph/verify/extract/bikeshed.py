"""Bikeshed specifications as Markdown in HTML with shorthands of their own, each written as what it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from . import html, markdown
from .blocks import BlockBuilder, Parsed

# Blocks that tell the processor something and the reader nothing
_DATA = re.compile(
    r"<pre\s[^<>]{0,200}?class\s*=\s*[\"']?(?:metadata|link-defaults|anchors|biblio|ignored-specs|include|railroad-defs"
    r"|link-ignored)\b",
    re.I,
)
_TITLE = re.compile(r"^Title:[ \t]*(\S.*)$", re.M)
# what is shown as it is written
_VERBATIM = re.compile(
    r"<(pre|code|xmp|script|style|svg)\b.*?(?:</\1\s*>|\Z)"
    r"|^[ \t]*(`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ \t]*\2[ \t]*$|\Z)|(`{1,2})[^`\n]{1,500}\3",
    re.I | re.M | re.S,
)
_AUTOLINK = re.compile(r"<<([^<>\n]{1,200})>>")
_INDENT = re.compile(r"(?<=\n)[ \t]+(?=\S)")
_DEFINITION = re.compile(r"(?:\A|(?<=\n))[ \t]*::?[ \t]+")

_INLINE = re.compile(
    r"""
    (?P<slot> \\\[\[ (?P<slot_text>[^\[\]\n]{1,100}) \]\] )
  | (?P<section> \[\[ \#[^\[\]|\n]{0,200} (?:\| (?P<section_text>[^\[\]]{1,200}))? \]\] )
  | (?P<biblio> \[\[ [!]? (?P<spec>[A-Za-z0-9][\w.-]{0,80}) (?:\s[^\[\]\n]{0,80})? (?:\#[^\[\]\n|]{0,100})?
        (?:\| (?P<spec_text>[^\[\]\n]{1,200}))? \]\] )
  | (?P<term> \[(?P<tsign>[=$]) (?P<term_text>[^\]=$|]{1,300}) (?:\| (?P<term_shown>[^\]=$]{1,300}))? (?P=tsign)\] )
  | (?P<idl> \{\{ (?P<idl_text>[^{}|]{1,300}) (?:\| (?P<idl_shown>[^{}]{1,300}))? \}\} )
  | (?P<css> '' (?P<css_text>[^'\n]{1,200}) '' )
  | (?P<element> <\{ (?P<element_text>[^{}\n]{1,200}) \}> )
  | (?P<var> (?<![\w|]) \| (?P<var_text>\w[\w \-.]{0,80}) \| (?![\w|]) )
  | (?P<auto> << (?P<auto_text>[^<>\n]{1,200}) >> )
    """,
    re.X,
)


def extract(raw: str) -> Parsed:
    """The blocks and title of a Bikeshed file."""
    builder = BlockBuilder()
    text = _without_data(raw)
    out = []
    at = 0
    for found in _VERBATIM.finditer(text):
        shown = _AUTOLINK.sub(r"&lt;&lt;\1&gt;&gt;", found[0]) if found[1] else found[0]
        out += [_written(text[at : found.start()]), shown]
        at = found.end()
    out.append(_written(text[at:]))
    html.add(f"<main>{markdown.to_html(''.join(out), myst=False)}</main>", builder)
    parsed = builder.done()
    found_title = _TITLE.search(raw[:20_000])
    return replace(parsed, title=found_title[1].strip()) if found_title else parsed


def _without_data(raw: str) -> str:
    out = []
    at = 0
    for found in _DATA.finditer(raw):
        if found.start() < at:
            continue
        end = raw.find("</pre>", found.end())
        if end < 0:
            break
        out.append(raw[at : found.start()])
        at = end + len("</pre>")
    return "".join((*out, raw[at:]))


def _written(text: str) -> str:
    """Shorthands as HTML; items of definition lists, and what is indented under elements, as Markdown's paragraphs."""
    return _INLINE.sub(_shown, _INDENT.sub("", _DEFINITION.sub("\n", text)))


def _shown(found: re.Match[str]) -> str:
    for name in ("css", "element", "var", "auto"):
        if found[name] is not None:
            return escape(found[f"{name}_text"])
    if found["slot"] is not None:
        return escape(f"\\[\\[{found['slot_text']}\\]\\]")
    if found["section"] is not None:
        return escape(found["section_text"] or "")
    if found["biblio"] is not None:
        return escape(found["spec_text"] or f"\\[{found['spec']}\\]")
    name = "term" if found["term"] is not None else "idl"
    if found[f"{name}_shown"] is not None:
        return escape(found[f"{name}_shown"])
    said = found[f"{name}_text"].partition("!!")[0]
    return escape(said.rpartition("/")[2] or said)
