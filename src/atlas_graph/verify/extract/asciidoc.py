"""AsciiDoc to HTML, which ``html.py`` reads, by a small reader of our own: no parser for Python is kept up.

Paragraphs, lists, description lists, admonitions, delimited blocks, tables with cells that hold blocks, conditions,
and the inline markup that documents use; attributes are replaced where the file itself or AsciiDoc defines them.
Nothing is included. What a condition holds that this file does not decide is written as hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

from . import html
from .blocks import BlockBuilder, Parsed
from .names import name_set

_HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_ENTRY = re.compile(r":(!?[\w][\w-]*!?):(?:[ \t]+(.*))?$")
_CONDITION = re.compile(r"(ifdef|ifndef|ifeval|endif)::([^\[\s]*)\[(.*)\][ \t]*$")
_SKIPPED = re.compile(
    r"(?:include|toc|image|video|audio)::\S*?\[.*\][ \t]*$|//(?!/)|'{3,}\s*$|<<<\s*$|\[\[[^\]]*\]\]\s*$"
)
_ATTRIBUTES = re.compile(r"\[(?![x *]\])([^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]\s*$")
_FENCE = re.compile(r"(-{4,}|\.{4,}|`{3,}|\+{4,}|/{4,}|={4,}|\*{4,}|_{4,}|--|~{4,})(?:(?<=```)[\w ,]*)?$")
_TABLE = re.compile(r"([|!,:])={3,}\s*$")
_LIST_ITEM = re.compile(r"\s*(?:\*{1,5}|-|\.{1,5}|\d{1,3}[.)]|<(?:\d{1,2}|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)")
_TERM = re.compile(r"\s*(\S.{0,400}?)(?::{2,4}|;;)(?:[ \t]+(\S.*))?$")
_BLOCK_TITLE = re.compile(r"\.(?=[^\s.])")
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_CELL = re.compile(r"(?:(?:^|(?<=\s))(?:\d{0,3}(?:\.\d{1,3})?[*+])?(?:[<^>](?:\.[<^>])?|\.[<^>])?[a-z]?)?(?<!\\)([|!])")
_HARD_BREAK = re.compile(r"[ \t]\+$")
_LINK_ATTRIBUTES = re.compile(r",\s*(?:window|role|opts|title|id)\s*=.*\Z|\^\Z", re.S)
_ROLES = re.compile(r"(?:^|(?<=\w)|(?<=,))\.([\w-]+)")
_MAX_DEPTH = 12
_MAX_INLINE = 5
# where a condition that may not hold begins and ends within a paragraph
_OFF, _ON = "\ufdd2", "\ufdd3"

_INLINE = re.compile(
    r"""
    (?P<escape> \\(?=[*_`\#^~{<\[+:|(]) )
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
  | (?P<concealed> \(\(\( [^()]{1,400} \)\)\) ) | (?P<flow> \(\( (?P<flow_text>[^()\n]{1,400}) \)\) )
  | (?P<sign> (?: (?<=\s)--(?=\s) | (?<=\w)--(?=\w) | \(C\) | \(R\) | \(TM\) | \.\.\. | -> | => | <- | <= ) )
    """,
    re.X,
)
_SIGNS = {
    "--": "—", "(C)": "©", "(R)": "®", "(TM)": "™", "...": "…", "->": "→", "=>": "⇒", "<-": "←", "<=": "⇐",
}  # fmt: skip
_BUILT_IN = {
    "nbsp": "\u00a0", "zwsp": "", "wj": "", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">",
    "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": "\\", "backtick": "`",
    "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "cxx": "C++", "pp": "++", "blank": "", "empty": "",
    "sp": " ", "hash": "#",
}  # fmt: skip


def extract(raw: str) -> Parsed:
    """The blocks and title of an AsciiDoc file."""
    reader = _Reader()
    reader.read(raw.translate({0xFDD2: None, 0xFDD3: None}).split("\n"))
    reader.footnotes()
    builder = BlockBuilder()
    html.add(f"<main>{''.join(reader.out)}</main>", builder)
    return builder.done()


class _Reader:
    """Reads lines, one block after the other, and writes them to ``out``."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._attributes = dict(_BUILT_IN)
        self._paragraph: list[str] = []
        self._style = ""
        self._notes: list[str] = []
        self._conditions: list[bool] = []  # whether each that is open surely holds
        self._began_shown = True  # whether they all did where the paragraph began
        self._in_list = False

    def read(self, lines: list[str], depth: int = 0) -> None:
        """Read lines as blocks."""
        at = 0
        while at < len(lines):
            text = lines[at].rstrip()
            for step in _STEPS:
                behind = step(self, lines, at, text, depth)
                if behind is not None:
                    at = behind
                    break
        self._flush()

    def footnotes(self) -> None:
        """Write the texts of the footnotes, which stand at the end of the page."""
        self.out += [f"<p>{self._inline(note)}</p>" for note in self._notes]

    # --- the kinds of lines, each as a step that says where it went on to, or None where it is not its line

    def _blank(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        if text and text != "+":
            return None
        self._flush()
        return at + 1

    def _condition(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        found = _CONDITION.match(text)
        if found is None:
            return None
        kind, names, content = found.groups()
        if kind == "endif":
            if self._conditions:
                self._conditions.pop()
        else:
            known = [name in self._attributes for name in re.split(r"[,+]", names)]
            defined = all(known) if "+" in names else any(known)
            self._conditions.append(kind != "ifeval" and defined == (kind == "ifdef"))
            if content and kind != "ifeval":
                self._take(content if self._conditions.pop() else f"{_OFF}{content}{_ON}")
                return at + 1
        if self._paragraph:  # the condition stands within a paragraph
            shown = all(self._conditions)
            if shown and not self._began_shown:
                self._flush()
            else:
                self._paragraph.append(_ON if shown else _OFF)
        return at + 1

    def _fence(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        fence = _FENCE.match(text)
        if fence is None:
            return None
        self._flush()
        style, self._style = self._style, ""
        end = at + 1
        while end < len(lines) and lines[end].rstrip() != fence[1]:
            end += 1
        mark, body = fence[1][0], lines[at + 1 : end]
        if mark == "/" or style.startswith("comment"):
            return end + 1
        if mark == "+":
            formula = style.startswith(("stem", "latexmath", "asciimath"))
            self._write("<div>", escape("\n".join(body)) if formula else "\n".join(body), "</div>")
        elif mark in ".`" or (mark == "-" and len(fence[1]) > 2):
            self._code(body)
        elif end >= len(lines) or depth >= _MAX_DEPTH:  # never closed: the lines are read where they stand
            return at + 1
        else:
            self._write("<div>")
            self.read(body, depth + 1)
            self.out.append("</div>")
        return end + 1

    def _table(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        table = _TABLE.match(text)
        if table is None or depth >= _MAX_DEPTH:
            return None
        self._flush()
        self._style = ""
        end = at + 1
        while end < len(lines) and lines[end].rstrip() != text:
            end += 1
        self._write("<table>")
        for cell in _cells(lines[at + 1 : end], table[1]):
            self.out.append("<tr><td>")
            self.read([line.lstrip() for line in cell], depth + 1)  # a cell's text may be indented without being code
        self.out.append("</table>")
        return end + 1

    def _skipped(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        if _SKIPPED.match(text):
            return at + 1
        attributes = _ATTRIBUTES.match(text)
        if attributes is None:
            return None
        self._flush()
        self._style = attributes[1].strip()
        return at + 1

    def _entry(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        entry = None if self._paragraph else _ENTRY.match(text)
        if entry is None:
            return None
        while text.endswith("\\") and at + 1 < len(lines):
            at += 1
            text = f"{text[:-1].rstrip()} {lines[at].strip()}"
        name, value = entry[1], (_ENTRY.match(text) or entry)[2] or ""
        if name.strip("!") != name:
            self._attributes.pop(name.strip("!"), None)
        elif len(value) < 200 and "{" not in value:
            self._attributes[name] = value
        return at + 1

    def _heading(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        heading = None if self._paragraph else _HEADING.match(text)
        if heading is None:
            return None
        self._in_list = False
        self._say(heading[2], f"h{len(heading[1])}")
        return at + 1

    def _titled(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        if self._paragraph or not _BLOCK_TITLE.match(text) or _LIST_ITEM.match(text):
            return None
        style, self._style = self._style, ""
        self._say(text[1:])
        self._style = style
        return at + 1

    def _literal(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        if self._paragraph or self._in_list or lines[at][:1] not in (" ", "\t") or _LIST_ITEM.match(text):
            return None
        end = at
        while end < len(lines) and lines[end].strip():
            end += 1
        self._code(lines[at:end])
        return end

    def _item(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        item = _LIST_ITEM.match(text)
        if item is None:
            return None
        self._flush()
        self._in_list = True
        self._take(text[item.end() :])
        return at + 1

    def _term(self, lines: list[str], at: int, text: str, depth: int) -> int | None:
        term = _TERM.match(text)
        if term is None or "::" in term[1] or not (term[2] or text.endswith((":", ";"))):
            return None
        self._flush()
        self._in_list = True
        self._say(term[1])
        if term[2]:
            self._take(term[2])
        return at + 1

    def _line(self, lines: list[str], at: int, text: str, depth: int) -> int:
        if not self._paragraph:
            text = _ADMONITION.sub("", text, count=1) if _ADMONITION.match(text) else text
            if lines[at][:1] not in (" ", "\t") and at and not lines[at - 1].strip():
                self._in_list = False
        self._take(text)
        return at + 1

    # --- writing

    def _take(self, line: str) -> None:
        if not self._paragraph:
            self._began_shown = all(self._conditions)
        self._paragraph.append(line)

    def _write(self, opening: str, *rest: str, shown: bool | None = None) -> None:
        shown = all(self._conditions) if shown is None else shown
        self.out += [f"{opening[:-1]}{'' if shown else ' hidden'}>", *rest]

    def _say(self, text: str, tag: str = "p", *, began_shown: bool | None = None) -> None:
        style, self._style = self._style, ""
        if style.startswith("comment"):
            return
        roles = escape(" ".join(_ROLES.findall(style)))
        inner = self._inline(text).replace(_OFF, "<span hidden>").replace(_ON, "</span>")
        self._write(f'<{tag} class="{roles}">', inner, f"</{tag}>", shown=began_shown)

    def _code(self, lines: list[str]) -> None:
        self._style = ""
        self._write("<pre>", "\n" + escape("\n".join(lines)), "</pre>")

    def _flush(self) -> None:
        lines, self._paragraph = self._paragraph, []
        if lines:
            self._say("\n".join(_HARD_BREAK.sub("", line) for line in lines), began_shown=self._began_shown)

    def _inline(self, text: str, depth: int = 0) -> str:
        """Inline markup as HTML."""
        if depth > _MAX_INLINE:
            return escape(text)
        out = []
        at = 0
        for found in _INLINE.finditer(text):
            out.append(escape(text[at : found.start()]))
            kind = next(name for name in _KINDS if found[name] is not None)
            out.append(self._written(kind, found, depth))
            at = found.end()
        return "".join((*out, escape(text[at:])))

    def _written(self, kind: str, found: re.Match[str], depth: int) -> str:
        if kind in _PLAIN:
            return escape(found[f"{kind}_text"])
        if kind in ("pass", "pass3"):
            text = str(found[f"{kind}_text"])  # HTML, as it stands, unless it says otherwise
            return escape(text) if re.match(r"pass:[a-z,]*[cnv]", found[0]) else text
        if kind in _FRAMES:
            roles = found[0][1:].partition("]")[0].replace(".", " ") if found[0].startswith("[") else ""
            opening, closing = _FRAMES[kind]
            inner = self._inline(found[f"{kind}_text"], depth + 1)
            return f'{opening}<span class="{escape(roles)}">{inner}</span>{closing}'
        if kind == "foot":
            self._notes.append(found["foot_text"])
            return f'<span role="doc-noteref">[{len(self._notes)}]</span>'
        if kind in ("macro", "url"):
            return self._link(kind, found, depth)
        if kind == "ref":
            return self._inline(found["ref_text"] or found["ref_id"], depth + 1)
        if kind == "attribute":
            value = self._attributes.get(found["name"])
            return escape(found[0]) if value is None else self._inline(value, depth + 1)  # another file may define it
        if kind in _LITERAL:
            return escape(_LITERAL[kind](found))
        return ""  # an escape, an anchor, a concealed index term

    def _link(self, kind: str, found: re.Match[str], depth: int) -> str:
        if found["macro_name"] in ("image", "icon", "anchor", "indexterm"):
            return ""
        text = _LINK_ATTRIBUTES.sub("", found[f"{kind}_text"])
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        target = found["target"] if kind == "macro" else found[0].partition("[")[0]
        return self._inline(text, depth + 1) if text.strip() else escape(target)


_STEPS: tuple[Callable[[_Reader, list[str], int, str, int], int | None], ...] = (
    _Reader._blank,
    _Reader._condition,
    _Reader._fence,
    _Reader._table,
    _Reader._skipped,
    _Reader._entry,
    _Reader._heading,
    _Reader._titled,
    _Reader._literal,
    _Reader._item,
    _Reader._term,
    _Reader._line,
)
#: Inline markup around text that is read again, and what stands around it.
_FRAMES = {
    **dict.fromkeys(name_set("mark2 mark bold2 bold italic2 italic flow mono mono2"), ("", "")),
    "quoted": ("“", "”"),
    "sup": ("<sup>", "</sup>"),
    "sub": ("<sub>", "</sub>"),
}
_PLAIN = name_set("plus pass2")
_LITERAL: dict[str, Callable[[re.Match[str]], str]] = {
    "bibanchor": lambda found: f"[{found['bib']}]",
    "entity": lambda found: unescape(found[0]),
    "sign": lambda found: _SIGNS[found[0]],
}
_KINDS = (
    *sorted({*_FRAMES, *_PLAIN, *_LITERAL}),
    *("pass", "pass3", "foot", "macro", "url", "ref", "attribute", "escape", "anchor", "concealed"),
)


def _cells(lines: list[str], mark: str) -> list[list[str]]:
    """The cells of a table, each as its lines."""
    cells: list[list[str]] = [[]]
    for line in lines:
        if mark not in "|!":
            cells += [[part] for part in line.split(mark)]
            continue
        begin = 0
        for found in _CELL.finditer(line):
            if found[1] == mark:
                cells[-1].append(line[begin : found.start()])
                cells.append([])
                begin = found.end()
        cells[-1].append(line[begin:])
    return [cell for cell in cells if any(line.strip() for line in cell)]
