"""AsciiDoc to blocks, by a small reader of our own: there is no AsciiDoc parser for Python that is kept up.

Paragraphs, lists, description lists, admonitions, delimited blocks, tables with cells that hold blocks, and the
inline markup that documents use; attributes are replaced where the file itself or AsciiDoc defines them. Nothing
is included. The raw text is a second view.
"""

from __future__ import annotations

import re
from html import unescape

from atlas_graph.verify.document import Label
from atlas_graph.verify.extract.blocks import NO_LABELS, BlockBuilder, Parsed, raw_view
from atlas_graph.verify.extract.offsets import OffsetMap, Placed
from atlas_graph.verify.extract.scripts import Script, plain
from atlas_graph.verify.extract.shorthand import Shown, reduced
from atlas_graph.verify.extract.words import words

_Line = tuple[str, int]  # a line and its offset in the raw text

_HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_ENTRY = re.compile(r":(!?[\w][\w-]*!?):(?:[ \t]+(.*))?$")
_SKIPPED = re.compile(
    r"(?:include|ifdef|ifndef|ifeval|endif|toc|image|video|audio)::\S*?\[.*\][ \t]*$|//(?!/)|'''+\s*$|<<<\s*$"
    r"|\[\[[^\]]*\]\]\s*$|\[(?![x *]\])[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*\]\s*$"
)
_VERBATIM = re.compile(r"(-{4,}|\.{4,}|`{3,}|\+{4,}|/{4,})[\w ,]*$")
_TRANSPARENT = re.compile(r"(?:={4,}|\*{4,}|_{4,}|--|~{4,})\s*$")
_TABLE = re.compile(r"([|!,:])={3,}\s*$")
_LIST_ITEM = re.compile(r"\s*(?:\*{1,5}|-|\.{1,5}|\d{1,3}[.)]|<(?:\d{1,2}|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)")
_TERM = re.compile(r"\s*(\S.{0,400}?)(?::{2,4}|;;)(?:[ \t]+(\S.*))?$")
_BLOCK_TITLE = re.compile(r"\.(?=[^\s.])")
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_CELL = re.compile(r"(?:(?:^|(?<=\s))(?:\d{0,3}(?:\.\d{1,3})?[*+])?(?:[<^>](?:\.[<^>])?|\.[<^>])?[a-z]?)?(?<!\\)([|!])")
_COMMENT = re.compile(r"^/{4,}[ \t]*\n(?:(?!/{4,}[ \t]*$)[^\n]*\n)*/{4,}[ \t]*$|^//(?!/)[^\n]*$", re.M)
_HARD_BREAK = re.compile(r"[ \t]\+$")
_CODE = frozenset({Label.CODE})
_CELL_LABEL = frozenset({Label.TABLE_CELL})
_MAX_DEPTH = 4

_INLINE = re.compile(
    r"""
    (?P<escape> \\(?=[*_`\#^~{<\[+:|]) )
  | (?P<pass3> \+\+\+ (?P<pass3_text>[^+\n]{1,500}) \+\+\+ ) | (?P<pass2> \+\+ (?P<pass2_text>[^+\n]{1,500}) \+\+ )
  | (?P<pass> pass:[a-z,]{0,9}\[ (?P<pass_text>[^\]\n]{0,500}) \] )
  | (?P<foot> footnote(?:ref)?:[\w-]{0,80}\[ (?P<foot_text>(?:[^\]\\]|\\.){0,2000}) \] )
  | (?P<macro> (?P<macro_name>link|xref|mailto|kbd|btn|menu|stem|latexmath|asciimath|image|icon|anchor|indexterm2?)
        :(?!:) (?P<target>(?:\+\+[^+\n]{1,500}\+\+|[^\s\[\]]){0,500}) \[ (?P<macro_text>(?:[^\]\\]|\\.){0,1000}) \] )
  | (?P<url> (?:https?|ftp|irc)://[^\s\[\]<>]{1,1000} \[ (?P<url_text>(?:[^\]\\]|\\.){0,1000}) \] )
  | (?P<ref> << (?P<ref_id>[^<>,\n]{1,200}) (?: , (?P<ref_text>[^<>]{1,400}) )? >> )
  | (?P<bibanchor> \[\[\[ (?P<bib>[^\[\]\n]{1,100}) \]\]\] ) | (?P<anchor> \[\[ [^\[\]\n]{1,200} \]\] )
  | (?P<quoted> ["']` (?P<quoted_text>[^`\n]{1,500}) `["'] )
  | (?P<mono2> `` (?P<mono2_text>[^`]{1,500}) `` )
  | (?P<mono> (?<![\w`]) (?:\[[^\[\]\n]{1,80}\])? ` (?=\S) (?P<mono_text>[^`]{1,500}) (?<=\S) ` (?!\w) )
  | (?P<mark2> (?:\[[^\[\]\n]{0,80}\])? \#\# (?P<mark2_text>[^\#]{1,1000}) \#\# )
  | (?P<mark> (?<![\w&]) (?:\[[^\[\]\n]{0,80}\])? \# (?=\S) (?P<mark_text>[^\#]{1,1000}) (?<=\S) \# (?!\w) )
  | (?P<bold2> (?! (?<=\d)\*\*\d ) (?:\[[^\[\]\n]{0,80}\])? \*\* (?=\S) (?P<bold2_text>[^*]{1,1000}) \*\* )
  | (?P<bold> (?<![\w*;:}]) (?:\[[^\[\]\n]{1,80}\])? \* (?=[^\s*]) (?P<bold_text>[^*]{1,1000}) (?<=\S) \* (?![\w*]) )
  | (?P<italic2> (?:\[[^\[\]\n]{0,80}\])? __ (?=\S) (?P<italic2_text>[^_]{1,1000}) __ )
  | (?P<italic> (?<![\w;:}]) (?:\[[^\[\]\n]{1,80}\])? _ (?=[^\s_]) (?P<italic_text>[^_]{1,1000}
        (?:(?<=\w)_(?=\w)[^_]{1,200}){0,20}) (?<=\S) _ (?!\w) )
  | (?P<sup> \^ (?P<sup_text>[^\s^]{1,100}) \^ ) | (?P<sub> ~ (?P<sub_text>[^\s~]{1,100}) ~ )
  | (?P<plus> (?<![\w+]) \+ (?=[^\s+]) (?P<plus_text>[^+\n]{1,300}) (?<=\S) \+ (?![\w+]) )
  | (?P<attribute> \{ (?P<name>\w[\w-]{0,80}) \} )
  | (?P<entity> &(?:\#[0-9]{1,7}|\#x[0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30}); )
  | (?P<dash> (?<=\s)--(?=\s) )
    """,
    re.X,
)
_SIMPLE = words("pass3 pass2 pass quoted mono2 mono mark2 mark bold2 bold italic2 italic plus")
_BUILT_IN = {
    "nbsp": "\u00a0", "zwsp": "", "wj": "", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">",
    "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": "\\", "backtick": "`",
    "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "cxx": "C++", "pp": "++", "blank": "", "empty": "",
    "sp": " ", "hash": "#",
}  # fmt: skip


def extract(raw: str) -> Parsed:
    """The blocks, raw view and title of an AsciiDoc file."""
    builder = BlockBuilder()
    lines, at = [], 0
    for line in raw.split("\n"):
        lines.append((line, at))
        at += len(line) + 1
    reader = _Reader(builder, raw)
    reader.read(lines)
    reader.footnotes()
    blocks = builder.done()
    title = next((block.text.strip() for block in blocks if Label.HEADING in block.labels), "")
    return Parsed(
        blocks, raw_view(raw, (found.span() for found in _COMMENT.finditer(raw))), title, None if blocks else "no-text"
    )


class _Reader:
    """Reads lines, one block after the other."""

    def __init__(self, builder: BlockBuilder, raw: str) -> None:
        self._builder = builder
        self._raw = raw
        self._attributes = dict(_BUILT_IN)
        self._paragraph: list[_Line] = []
        self._notes: list[_Line] = []
        self._labels = NO_LABELS
        self._offsets = OffsetMap([])

    def read(self, lines: list[_Line], depth: int = 0) -> None:
        index = 0
        in_list = False
        while index < len(lines):
            line, at = lines[index]
            index += 1
            text = line.rstrip()
            if not text:
                self._flush()
                continue
            if fence := _VERBATIM.match(text):
                index = self._verbatim(lines, index, fence[1])
                continue
            if (table := _TABLE.match(text)) and depth < _MAX_DEPTH:
                index = self._table(lines, index, text, table[1], depth)
                continue
            if text == "+" or _TRANSPARENT.match(text):
                self._flush()
                continue
            if _SKIPPED.match(text):
                if text.startswith("["):
                    self._flush()
                continue
            if not self._paragraph:
                if entry := _ENTRY.match(text):
                    while text.endswith("\\") and index < len(lines):
                        text = f"{text[:-1].rstrip()} {lines[index][0].strip()}"
                        index += 1
                    self._define(entry[1], (_ENTRY.match(text) or entry)[2] or "")
                    continue
                if heading := _HEADING.match(text):
                    in_list = False
                    self._builder.open_heading(len(heading[1]))
                    self._put([(heading[2], at + heading.start(2))])
                    self._builder.close_heading()
                    continue
                if _BLOCK_TITLE.match(text) and not _LIST_ITEM.match(text):
                    self._paragraph.append((text[1:], at + 1))
                    self._flush()
                    continue
                if admonition := _ADMONITION.match(text):
                    self._paragraph.append((text[admonition.end() :], at + admonition.end()))
                    continue
                if line[:1] in " \t" and not in_list and not _LIST_ITEM.match(text):
                    index = self._literal(lines, index - 1)
                    continue
            if item := _LIST_ITEM.match(text):
                self._flush()
                in_list = True
                self._paragraph.append((text[item.end() :], at + item.end()))
                continue
            if (term := _TERM.match(text)) and "::" not in term[1] and (term[2] or text.endswith((":", ";"))):
                self._flush()
                in_list = True
                self._paragraph.append((term[1], at + term.start(1)))
                self._flush()
                if term[2]:
                    self._paragraph.append((term[2], at + term.start(2)))
                continue
            if not self._paragraph and line[:1] not in " \t" and lines[index - 2 : index - 1] == []:
                in_list = False
            self._paragraph.append((text, at))
        self._flush()

    def footnotes(self) -> None:
        """The texts of the footnotes, which stand at the end of the page."""
        notes, self._notes = self._notes, []
        for note in notes:
            self._put([note])
            self._builder.close()

    def _define(self, name: str, value: str) -> None:
        if not name.startswith("!") and not name.endswith("!") and len(value) < 200 and "{" not in value:
            self._attributes[name] = value

    def _flush(self) -> None:
        lines, self._paragraph = self._paragraph, []
        if lines:
            self._put(lines)
        self._builder.close(self._labels)

    def _put(self, lines: list[_Line]) -> None:
        lines = [(_HARD_BREAK.sub("", text), at) for text, at in lines]
        pieces, position = [], 0
        for text, at in lines:
            # a line that was trimmed does not reach to its line end
            whole = self._raw.startswith("\n", at + len(text))
            pieces.append((position, at, len(text) + whole))
            position += len(text) + 1
        self._offsets = OffsetMap(pieces)
        with self._builder.within(self._offsets):
            self._builder.add(reduced("\n".join(text for text, _ in lines), _INLINE, self._shown))

    def _verbatim(self, lines: list[_Line], index: int, fence: str) -> int:
        self._flush()
        begin = index
        while index < len(lines) and lines[index][0].rstrip() != fence:
            index += 1
        if fence[0] != "/":
            for line, at in lines[begin:index]:
                self._builder.add([Placed(line, at, at + len(line)), Placed("\n", at + len(line), at + len(line) + 1)])
            self._builder.close(_CODE if fence[0] != "+" else NO_LABELS)
        return index + 1

    def _literal(self, lines: list[_Line], index: int) -> int:
        while index < len(lines) and lines[index][0].strip():
            line, at = lines[index]
            self._builder.add([Placed(line, at, at + len(line)), Placed("\n", at + len(line), at + len(line) + 1)])
            index += 1
        self._builder.close(_CODE)
        return index

    def _table(self, lines: list[_Line], index: int, fence: str, mark: str, depth: int) -> int:
        self._flush()
        separator = mark if mark in "|!" else ","
        cells: list[list[_Line]] = [[]]
        while index < len(lines) and lines[index][0].rstrip() != fence:
            line, at = lines[index]
            index += 1
            if separator == ",":
                begin = 0
                for part in line.split(mark):
                    cells.append([(part, at + begin)])
                    begin += len(part) + 1
                continue
            begin = 0
            for found in _CELL.finditer(line):
                if found[1] != separator:
                    continue
                cells[-1].append((line[begin : found.start()], at + begin))
                cells.append([])
                begin = found.end()
            cells[-1].append((line[begin:], at + begin))
        before, self._labels = self._labels, _CELL_LABEL
        for cell in cells:
            # a cell's text may be indented without being code
            self.read([_stripped(line) for line in cell], depth + 1)
        self._labels = before
        return index + 1

    def _shown(self, found: re.Match[str]) -> Shown:
        kind = found.lastgroup or ""
        for name in ("sup", "sub"):
            if found[name] is not None:
                text, start, end = found.string, found.start(), found.end()
                before = text[max(0, start - 2) : start]
                return [plain(found[f"{name}_text"], before, text[end : end + 1], Script(name))]
        for name in _SIMPLE:
            if found[name] is not None:
                return ["“", found.span("quoted_text"), "”"] if name == "quoted" else [found.span(f"{name}_text")]
        if found["foot"] is not None:
            self._notes.append((found["foot_text"], self._offsets.at(found.start("foot_text"))))
            # no number is made of those on both sides
            around = found.string[found.start() - 1 : found.start()] + found.string[found.end() : found.end() + 1]
            return [" "] if len(around) == 2 and around.isdecimal() else []
        if found["macro"] is not None:
            return self._macro(found)
        if found["url"] is not None:
            return [_link_text(found, "url_text")] if found["url_text"].strip() else [found.group().partition("[")[0]]
        if found["ref"] is not None:
            return [found.span("ref_text")] if found["ref_text"] else [found.span("ref_id")]
        if found["bibanchor"] is not None:
            return ["[", found.span("bib"), "]"]
        if found["attribute"] is not None:
            value = self._attributes.get(found["name"])
            if value is None:  # another file defines it
                return [(found.start(), found.start() + 1), (found.start() + 1, found.end())]
            return [value]
        if found["entity"] is not None:
            return [unescape(found[0])]
        if kind == "dash" or found["dash"] is not None:
            return ["—"]
        return []  # an escape, an anchor

    def _macro(self, found: re.Match[str]) -> Shown:
        name = found["macro_name"]
        if name in ("image", "icon", "anchor", "indexterm"):
            return []
        if found["macro_text"].strip():
            return [_link_text(found, "macro_text")]
        return [found.span("target")] if name in ("link", "xref", "mailto") else []


def _link_text(found: re.Match[str], group: str) -> tuple[int, int]:
    """The span of a link's text less its attributes (``^``, ``,window=_blank``) and quotes."""
    start, end = found.span(group)
    text = found[group]
    if attributes := re.search(r",\s*(?:window|role|opts|title|id)\s*=", text):
        end = start + attributes.start()
        text = text[: attributes.start()]
    if text.endswith("^"):
        end -= 1
        text = text[:-1]
    if len(text) > 1 and text[0] == text[-1] == '"':
        start, end = start + 1, end - 1
    return start, end


def _stripped(line: _Line) -> _Line:
    text, at = line
    body = text.lstrip()
    return body, at + len(text) - len(body)
