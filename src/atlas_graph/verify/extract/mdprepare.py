"""What templating engines add to Markdown, blanked out without moving a character.

Jekyll and Hugo tags, kramdown attributes, MDX imports and JSX are not Markdown; a reader of the site does not
see them. Each is replaced by as many spaces (line ends kept), so that offsets stay what they were.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from atlas_graph.verify.extract.directives import Shows, shows

#: Stands for what is blanked before text on the same line. It is no text: readers of the result drop it.
FILLER = "\ufdd1"
_KEEP_LINES = re.compile(r"[^\n]")
_LIQUID = re.compile(r"\{%-?[^\n%]{0,500}%\}|\{\{[<%][^\n{}]{0,500}[>%]\}\}")
_ATTRIBUTES_LINE = re.compile(r"^[ \t>]*\{:[^{}\n]{0,300}\}[ \t]*$", re.M)
_ATTRIBUTES = re.compile(r"(?<=[)\]`*_\w])\{:\s?[.#\w][^{}\n]{0,200}\}")
_HEADING_ID = re.compile(r"^(#{1,6}[ \t][^\n]{0,400}?)(\{#[^{}\n]{1,200}\})[ \t#]*$", re.M)
_TOC_LINE = re.compile(r"^(?:\[TOC\]|\[\[_?TOC_?\]\]|\[\[toc\]\])[ \t]*$", re.M)
# a link target with a template in it: its spaces would end the target
_TEMPLATED_TARGET = re.compile(r"(?<=\]\()[^()\s\n]{0,200}\{\{[^{}\n]{0,200}\}\}[^()\s\n]{0,500}(?=\))")
_DOCUMENTER_TARGET = re.compile(r"(?<=\]\()@(?:ref|id|extref|cite)\b[^()\n]{1,300}(?=\))")
_SPACES = re.compile(r"[ \t`\"]")

_MDX_MODULE = re.compile(
    r"^(?:import\s[^\n]{0,500}?from\s+['\"][^'\"\n]{0,300}['\"];?|import\s+['\"][^'\"\n]{0,300}['\"];?)[ \t]*$", re.M
)
_MDX_EXPORT = re.compile(
    r"^export\s(?:const|default|let|function)\b[^\n]{0,2000}(?:\n(?![ \t]*\n)[^\n]{0,2000}){0,200}", re.M
)
# a JSX tag with a braced value, which CommonMark would not take for a tag
_JSX_TAG = re.compile(
    r"(</?[A-Za-z][\w-]{0,80})[\w.:-]{0,80}(?=[^<>{}\n]{0,300}\{)(?:[^<>{}\"']|\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'|\{[^{}]{0,1000}\}"
    r"|\{\{[^{}]{0,1000}\}\}){0,60}?(/?>)"
)
_FENCE = re.compile(r"^[ \t>]{0,12}(`{3,}|~{3,})([^\n`]*)$", re.M)
_DIRECTIVE = re.compile(r"\s*\{([^{}\s]+)\}")
_VERBATIM = frozenset({Shows.CODE, Shows.MATH, Shows.TABLE, Shows.RST})
_CODE_SPAN = re.compile(r"`[^`\n]{1,300}`")
_MYST = re.compile(
    r"^[ \t]*(?:`{3,}|:{3,})\{[a-z]|\{[a-z][a-z:-]{1,19}\}`|^\([\w.:-]+\)=\s*$|^\s{2}formats:"
    r"|^(?:jupytext|kernelspec|myst|file_format):|^\+\+\+[ \t]+\{",
    re.M,
)


def prepare(raw: str, *, mdx: bool = False) -> str:
    """``raw`` with what is not Markdown blanked, as long as it was.

    >>> prepare("a{: .b}{% include x %}c")
    'a                     c'
    """
    if "](@" in raw:
        raw = _DOCUMENTER_TARGET.sub(lambda found: _SPACES.sub("_", found[0]), raw)
    if "{" not in raw and "[TOC]" not in raw and "[[" not in raw and not mdx:
        return raw
    shielded = _shielded(raw)
    text = raw
    if "{%" in text or "{{<" in text or "{{%" in text:
        text = _blank(text, _liquid_comments(text), shielded)
        text = _blank(text, _spans(_LIQUID, text), shielded)
    if "{:" in text:
        text = _blank(text, _spans(_ATTRIBUTES_LINE, text), shielded)
        text = _blank(text, _spans(_ATTRIBUTES, text), shielded)
    if "{#" in text:
        text = _HEADING_ID.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)
    text = _TOC_LINE.sub(_spaces, text)
    if "{{" in text:
        text = _TEMPLATED_TARGET.sub(lambda found: _SPACES.sub("_", found[0]), text)
    if mdx:
        text = _blank(text, _mdx_comments(text), shielded)
        for pattern in (_MDX_MODULE, _MDX_EXPORT):
            text = _blank(text, _spans(pattern, text), shielded)
        # the name stays, so that the tag is one to CommonMark
        text = _blank(
            text, ((found.end(1), found.end() - len(found[2])) for found in _JSX_TAG.finditer(text)), shielded
        )
    return text


_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:(?!---[ \t]*$)[^\n]*\n){0,500}---[ \t]*$", re.M)
# comments, in list items and quotes too, and block breaks
_MYST_COMMENT = re.compile(r"^[ \t>]{0,12}%[^\n]*|^[ \t]{0,3}\+\+\+(?:[ \t][^\n]*)?$", re.M)


def unseen(raw: str, *, mdx: bool, myst: bool) -> list[tuple[int, int]]:
    """Spans that are no part of the page: front matter, MyST's and MDX's comments, MDX's imports."""
    spans = list(_spans(_FRONT_MATTER, raw))
    found: list[tuple[int, int]] = list(_liquid_comments(raw))
    if myst:
        found += _spans(_MYST_COMMENT, raw)
    if mdx:
        found += [*_mdx_comments(raw), *_spans(_MDX_MODULE, raw), *_spans(_MDX_EXPORT, raw)]
    shielded = _shielded(raw)
    starts = [start for start, _ in shielded]
    for start, end in found:
        index = bisect_right(starts, start) - 1
        if index < 0 or shielded[index][1] <= start:
            spans.append((start, end))
    return spans


def is_myst(raw: str) -> bool:
    """Whether the file uses MyST's own syntax, in which ``%`` begins a comment."""
    return _MYST.search(raw) is not None


def _spaces(found: re.Match[str]) -> str:
    return _KEEP_LINES.sub(" ", found[0])


def _shielded(raw: str) -> list[tuple[int, int]]:
    """Where code stands: a template shown as code is text."""
    spans = []
    opened: list[tuple[re.Match[str], bool]] = []  # fences, and whether what is in them is code
    for fence in _FENCE.finditer(raw):
        if opened and _closes(fence, opened[-1][0]):
            start, is_code = opened.pop()
            if is_code:
                spans.append((start.start(), fence.end()))
        elif not (opened and opened[-1][1]):
            directive = _DIRECTIVE.match(fence[2])
            opened.append((fence, directive is None or shows(directive[1]) in _VERBATIM))
    if opened and opened[-1][1]:
        spans.append((opened[-1][0].start(), len(raw)))
    spans.extend(found.span() for found in _CODE_SPAN.finditer(raw))
    spans.sort()
    return spans


def _closes(fence: re.Match[str], opened: re.Match[str]) -> bool:
    return fence[1][0] == opened[1][0] and len(fence[1]) >= len(opened[1]) and not fence[2].strip()


def _between(raw: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    at = raw.find(opening)
    while at >= 0:
        end = raw.find(closing, at + len(opening))
        if end < 0:
            return
        end += len(closing)
        yield at, end
        at = raw.find(opening, end)


def _mdx_comments(raw: str) -> Iterator[tuple[int, int]]:
    return _between(raw, "{/*", "*/}")


def _liquid_comments(raw: str) -> Iterator[tuple[int, int]]:
    return _between(raw, "{% comment %}", "{% endcomment %}")


def _blank(text: str, spans: Iterable[tuple[int, int]], shielded: list[tuple[int, int]]) -> str:
    out = []
    at = index = 0
    for start, end in spans:
        while index < len(shielded) and shielded[index][1] <= start:
            index += 1
        if index < len(shielded) and shielded[index][0] < start < shielded[index][1]:
            continue
        out.append(text[at:start])
        out.append(_KEEP_LINES.sub(_filler(text, start, end), text[start:end]))
        at = end
    out.append(text[at:])
    return "".join(out)


def _filler(text: str, start: int, end: int) -> str:
    """A space, unless it would indent the text that follows, and so make code of it."""
    line_end = text.find("\n", end)
    follows = text[end : line_end if line_end >= 0 else len(text)].strip()
    leads = text[text.rfind("\n", 0, start) + 1 : start].strip()
    return FILLER if follows and not leads else " "


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in pattern.finditer(text))
