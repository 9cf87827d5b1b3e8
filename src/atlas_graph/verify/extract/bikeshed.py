"""Bikeshed specifications to blocks: HTML with Markdown's paragraphs, lists and headings and its own shorthands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from atlas_graph.verify.document import Block, Label, Run
from atlas_graph.verify.extract import html
from atlas_graph.verify.extract.blocks import BlockBuilder, Parsed, raw_view
from atlas_graph.verify.extract.offsets import Placed, sliced
from atlas_graph.verify.extract.shorthand import Shown, reduced

# Blocks that tell the processor something and the reader nothing
_DATA = re.compile(
    r"<pre\s[^<>]{0,200}?class\s*=\s*[\"']?(?:metadata|link-defaults|anchors|biblio|ignored-specs|include|railroad-defs"
    r"|link-ignored)\b",
    re.I,
)
_AUTOLINK = re.compile(r"<<([^<>\n]{1,200})>>")
_OPEN, _CLOSE = "\ue000\ue001", "\ue002\ue003"
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n`]*\n(.*?)^[ \t]*\1[ \t]*$", re.M | re.S)
_BREAK = re.compile(r"\n[ \t]*\n\s*|\n(?=[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,3}\.[ \t]|::?[ \t]))|(?<=\n)(?=[ \t]*\n)")
_MARKER = re.compile(r"\s*(?:(#{1,6})[ \t]+|[-*+][ \t]+|\d{1,3}\.[ \t]+|::?\s+)?")
_HEADING_END = re.compile(r"[ \t]*#*[ \t]*(?:\{#[^{}\n]{0,200}\})?\s*$")
_SETEXT = re.compile(r"\n[ \t]*(=|-){4,}[ \t]*\Z")

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
  | (?P<code> `{1,2} (?P<code_text>[^`]{1,500}) `{1,2} )
  | (?P<var> (?<![\w|]) \| (?P<var_text>\w[\w \-.]{0,80}) \| (?![\w|]) )
  | (?P<link> (?<!\]) \[ (?P<link_text>[^\[\]]{1,500}) \]\( [^()\s]{1,1000} \) )
  | (?P<strong> (?! (?<=\d)\*\*\d ) \*\* (?=\S) (?P<strong_text>[^*]{1,500}) \*\* )
  | (?P<em> (?<![\w*]) \* (?=[^\s*]) (?P<em_text>[^*\n]{1,300}) (?<=\S) \* (?![\w*]) )
  | (?P<auto> \ue000\ue001 (?P<auto_text>[^\ue002]{1,200}) \ue002\ue003 )
    """,
    re.X,
)


def extract(raw: str) -> Parsed:
    """The blocks, raw view and title of a Bikeshed file."""
    prepared = _without_data(raw)
    prepared = _AUTOLINK.sub(lambda found: f"{_OPEN}{found[1]}{_CLOSE}", prepared)
    inner = BlockBuilder()
    title = html.add(prepared, inner)
    builder = BlockBuilder()
    for block in inner.done():
        _add(block, builder)
    blocks = builder.done()
    if not title:
        found = re.search(r"^Title:[ \t]*(\S.*)$", raw[:20_000], re.M)
        title = found[1].strip() if found else ""
    return Parsed(blocks, raw_view(raw), title, None if blocks else "no-text")


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
        out.append(re.sub(r"[^\n]", " ", raw[found.start() : at]))
    return "".join((*out, raw[at:]))


def _add(block: Block, builder: BlockBuilder) -> None:
    text = block.text
    if Label.CODE in block.labels:
        builder.add(_as_written(block.runs))
        builder.close(block.labels)
        return
    if Label.HEADING in block.labels:
        builder.open_heading(len(block.headings) + 1)
        _put(block, 0, len(text), builder)
        builder.close_heading(block.labels)
        return
    at = 0
    for fence in _FENCE.finditer(text):
        _prose(block, at, fence.start(), builder)
        builder.add(_as_written(sliced(block.runs, *fence.span(2))))
        builder.close(block.labels | {Label.CODE})
        at = fence.end()
    _prose(block, at, len(text), builder)


def _as_written(runs: Iterable[Run]) -> list[Run]:
    """Code, in which ``<<a>>`` is no link."""
    return [replace(run, text=run.text.replace(_OPEN, "<<").replace(_CLOSE, ">>")) for run in runs]


def _prose(block: Block, start: int, end: int, builder: BlockBuilder) -> None:
    """Paragraphs, list items and headings, as Markdown marks them."""
    text = block.text
    at = start
    cuts = [found.span() for found in _BREAK.finditer(text, start, end)]
    for stop, behind in (*cuts, (end, end)):
        marker = _MARKER.match(text, at, stop)
        begin = marker.end() if marker else at
        if marker and marker[1]:
            _heading(block, begin, stop, len(marker[1]), builder)
        elif begin < stop and (setext := _SETEXT.search(text, begin, stop)):
            _heading(block, begin, setext.start(), 1 if setext[1] == "=" else 2, builder)
        elif begin < stop:
            _put(block, begin, stop, builder)
            builder.close(block.labels)
        at = behind


def _heading(block: Block, start: int, stop: int, level: int, builder: BlockBuilder) -> None:
    ending = _HEADING_END.search(block.text, start, min(stop, start + 1000))
    builder.open_heading(level)
    _put(block, start, ending.start() if ending and stop - start <= 1000 else stop, builder)
    builder.close_heading(block.labels)


def _put(block: Block, start: int, end: int, builder: BlockBuilder) -> None:
    for piece in reduced(block.text, _INLINE, _shown, start=start, end=end):
        if len(piece.text) == piece.end - piece.start:
            builder.add(sliced(block.runs, piece.start, piece.end))
        else:
            runs = sliced(block.runs, piece.start, max(piece.end, piece.start + 1))
            at = runs[0].start if runs else 0
            builder.add([Placed(piece.text, at, at)])


def _shown(found: re.Match[str]) -> Shown:
    for name in ("css", "element", "code", "var", "link", "strong", "em", "auto"):
        if found[name] is not None:
            return [found.span(f"{name}_text")]
    if found["slot"] is not None:
        return ["[[", found.span("slot_text"), "]]"]
    if found["section"] is not None:
        return [found.span("section_text")] if found["section_text"] else []
    if found["biblio"] is not None:
        return [found.span("spec_text")] if found["spec_text"] else ["[", found.span("spec"), "]"]
    for name in ("term", "idl"):
        if found[name] is not None:
            if found[f"{name}_shown"] is not None:
                return [found.span(f"{name}_shown")]
            start, end = found.span(f"{name}_text")
            said = found[f"{name}_text"].partition("!!")[0]
            slash = said.rfind("/") + 1
            return [(start + slash, start + len(said))] if said[slash:] else [(start, end)]
    return []
