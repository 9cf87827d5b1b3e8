"""What templating engines add to Markdown, blanked out without moving a character.

Jekyll and Hugo tags, kramdown attributes, MDX imports and JSX are not Markdown; a reader of the site does not
see them. Each is replaced by as many spaces (line ends kept), so that offsets stay what they were.
"""

from __future__ import annotations

import re

_KEEP_LINES = re.compile(r"[^\n]")
_LIQUID = re.compile(r"\{%-?[^\n%]{0,500}%\}|\{\{[<%][^\n{}]{0,500}[>%]\}\}")
_ATTRIBUTES_LINE = re.compile(r"^[ \t>]*\{:[^{}\n]{0,300}\}[ \t]*$", re.M)
_ATTRIBUTES = re.compile(r"(?<=[)\]`*_\w])\{:\s?[.#\w][^{}\n]{0,200}\}")
_HEADING_ID = re.compile(r"^(#{1,6}[ \t][^\n]{0,400}?)(\{#[^{}\n]{1,200}\})[ \t#]*$", re.M)
_TOC_LINE = re.compile(r"^(?:\[TOC\]|\[\[_?TOC_?\]\]|\[\[toc\]\])[ \t]*$", re.M)
# a link target with a template in it: its spaces would end the target
_TEMPLATED_TARGET = re.compile(r"(?<=\]\()[^()\s\n]{0,200}\{\{[^{}\n]{0,200}\}\}[^()\s\n]{0,500}(?=\))")
_SPACES = re.compile(r"[ \t]")

_MDX_COMMENT = re.compile(r"\{/\*.{0,5000}?\*/\}", re.S)
_MDX_MODULE = re.compile(
    r"^(?:import\s[^\n]{0,500}?from\s+['\"][^'\"\n]{0,300}['\"];?|import\s+['\"][^'\"\n]{0,300}['\"];?)[ \t]*$", re.M
)
_MDX_EXPORT = re.compile(
    r"^export\s(?:const|default|let|function)\b[^\n]{0,2000}(?:\n(?![ \t]*\n)[^\n]{0,2000}){0,200}", re.M
)
# a JSX tag with a braced value, which CommonMark would not take for a tag
_JSX_TAG = re.compile(
    r"</?[A-Za-z][\w.:-]{0,80}(?=[^<>{}\n]{0,300}\{)(?:[^<>{}\"']|\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'|\{[^{}]{0,1000}\}"
    r"|\{\{[^{}]{0,1000}\}\}){0,60}/?>"
)
_FENCE = re.compile(r"^[ \t>]{0,12}(`{3,}|~{3,})[^\n`]*$", re.M)
_CODE_SPAN = re.compile(r"`[^`\n]{1,300}`")
_MYST = re.compile(
    r"^[ \t]*(?:`{3,}|:{3,})\{[a-z]|\{[a-z:]{2,20}\}`|^\([\w.:-]+\)=\s*$|^\s{2}formats:|^jupytext:", re.M
)


def prepare(raw: str, *, mdx: bool = False) -> str:
    """``raw`` with what is not Markdown blanked, as long as it was.

    >>> prepare("a{: .b}{% include x %}c")
    'a                     c'
    """
    if "{" not in raw and "[TOC]" not in raw and "[[" not in raw and not mdx:
        return raw
    shielded = _shielded(raw)
    text = raw
    if "{%" in text or "{{<" in text or "{{%" in text:
        text = _blank(text, _LIQUID, shielded)
    if "{:" in text:
        text = _blank(text, _ATTRIBUTES_LINE, shielded)
        text = _blank(text, _ATTRIBUTES, shielded)
    if "{#" in text:
        text = _HEADING_ID.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)
    text = _TOC_LINE.sub(_spaces, text)
    if "{{" in text:
        text = _TEMPLATED_TARGET.sub(lambda found: _SPACES.sub("_", found[0]), text)
    if mdx:
        for pattern in (_MDX_COMMENT, _MDX_MODULE, _MDX_EXPORT, _JSX_TAG):
            text = _blank(text, pattern, shielded)
    return text


def is_myst(raw: str) -> bool:
    """Whether the file uses MyST's own syntax, in which ``%`` begins a comment."""
    return _MYST.search(raw) is not None


def _spaces(found: re.Match[str]) -> str:
    return _KEEP_LINES.sub(" ", found[0])


def _shielded(raw: str) -> list[tuple[int, int]]:
    """Where code stands: a template shown as code is text."""
    spans = []
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(raw):
        if opened is None:
            opened = fence
        elif fence[1][0] == opened[1][0] and len(fence[1]) >= len(opened[1]) and fence[0].strip(" \t>") == fence[1]:
            spans.append((opened.start(), fence.end()))
            opened = None
    if opened is not None:
        spans.append((opened.start(), len(raw)))
    spans.extend(found.span() for found in _CODE_SPAN.finditer(raw))
    spans.sort()
    return spans


def _blank(text: str, pattern: re.Pattern[str], shielded: list[tuple[int, int]]) -> str:
    out = []
    at = index = 0
    for found in pattern.finditer(text):
        while index < len(shielded) and shielded[index][1] <= found.start():
            index += 1
        if index < len(shielded) and shielded[index][0] < found.start() < shielded[index][1]:
            continue
        out.append(text[at : found.start()])
        out.append(_spaces(found))
        at = found.end()
    out.append(text[at:])
    return "".join(out)
