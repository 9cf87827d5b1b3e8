"""What templating engines and editors add to Markdown, written as the HTML or text that a reader of the site sees.

Jekyll, Jinja, Hugo and Obsidian tags and comments, attributes in braces, MDX imports and JSX are not Markdown; a
reader of the site does not see them. Short codes, substitutions, wiki links and critics' marks show something.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping

import emoji

from .directives import Shows, shows
from .html import either

_TEMPLATE = re.compile(
    r"""
    (?P<comment> \{%-?\s*(?:comment|if\s+false)\s*-?%\}(?s:.{0,20000}?)\{%-?\s*end(?:comment|if)\s*-?%\}
      | \{\{[<%]\s*comment\s*[>%]\}\}(?s:.{0,20000}?)\{\{[<%]\s*/\s*comment\s*[>%]\}\}
      | \{\#(?=[\s-])(?s:.{0,2000}?)\#\} | \{\{/\*(?s:.{0,2000}?)\*/\}\} | \{/\*(?s:.{0,2000}?)\*/\}
      | \{>>(?s:.{0,2000}?)<<\} | ^\*\[[^\]\n]{1,100}\]:[^\n]*$
      | (?<=[)\]`*_\w])\{:\s?[.\#\w][^{}\n]{0,200}\}
      | (?<=[)`*])\{(?:[.\#][\w-]|[\w-]{1,40}=["'\w])[^{}\n]{0,200}\}
      | (?<=[^\n])\{\#[^{}\n]{1,200}\}(?=[ \t\#]*$) | ^(?:\[TOC\]|\[\[_?TOC_?\]\]|\[\[toc\]\])[ \t]*$ )
  | (?P<tag> \{%-?[^\n%]{0,500}%\} | \{\{[<%](?P<code>[^\n{}]{0,500})[>%]\}\} )
  | (?P<obsidian> (?<!\S)%%(?P<obsidian_text>[^%\n]{1,2000})%%(?!\S) )
  | (?P<gone> \{--(?P<gone_text>[^{}\n]{1,2000}?)--\} ) | (?P<come> \{\+\+(?P<come_text>[^{}\n]{1,2000}?)\+\+\} )
  | (?P<change> \{~~(?P<old>[^{}\n~]{1,1000})~>(?P<new>[^{}\n~]{0,1000})~~\} )
  | (?P<variable> \{\{-?\s*(?P<name>[\w.-]{1,80})\s*-?\}\} )
  | (?P<span> (?<![\]\\])\[(?P<span_text>[^\[\]\n]{1,500})\]\{[.\#][^{}\n]{0,200}\} )
  | (?P<wiki> (?<![\[\w!\\])\[\[(?P<wiki_text>[^\[\]|\#\n]{1,200})(?:\#[^\[\]|\n]{0,200})?
      (?:\|(?P<wiki_shown>[^\[\]\n]{1,200}))?\]\](?![(\[:]) )
  | (?P<emoji> (?<![\w:`\]/]):(?=[a-z0-9+-]*[a-z])[a-z0-9_+-]{2,40}:(?![\w:`]) )
    """,
    re.X | re.M,
)
# where one of them may begin
_SIGN = re.compile(r"\{|\[|%%|\*\[|:[a-z0-9_+-]{2,40}:")
_BLOCK_ATTRIBUTES = re.compile(r"^[ \t>]*\{:[^{}\n]{0,300}\}[ \t]*$", re.M)
_SHORT_CODE_TEXT = re.compile(r"\b(?:text|title|label|content)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
# a link target with a template in it: its spaces would end the target
_TEMPLATED_TARGET = re.compile(r"(?<=\]\()[^()\s\n]{0,200}\{\{[^{}\n]{0,200}\}\}[^()\s\n]{0,500}(?=\))")
_DOCUMENTER_TARGET = re.compile(r"(?<=\]\()@(?:ref|id|extref|cite)\b[^()\n]{1,300}(?=\))")
_TARGET_UNSAFE = re.compile(r"[ \t`\"{}%<>]")
_SUBSTITUTIONS = re.compile(r"^([ \t]*)(?:myst_)?substitutions:[ \t]*\n((?:\1[ \t]+[^\n]*\n|[ \t]*\n)+)", re.M)
_SUBSTITUTION = re.compile(r"^[ \t]+([\w.-]+):[ \t]+(['\"]?)(\S.*?)\2[ \t]*$", re.M)

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
# an expression that shows what follows where its condition holds: "{false && <p>…</p>}"
_CONDITION = re.compile(r"\{\s*(!{0,2}\s*[\w.$?]{1,80})\s*&&\s*")
_NEVER = frozenset({"false", "null", "undefined", "0", "!true", "!1"})
_ALWAYS = frozenset({"true", "1", "!false", "!0", "!null"})
_MAX_EXPRESSION = 20_000
_FENCE = re.compile(r"^[ \t>]{0,12}(`{3,}|~{3,})([^\n`]*)$", re.M)
_DIRECTIVE = re.compile(r"\s*\{([^{}\s]+)\}")
_VERBATIM = frozenset({Shows.CODE, Shows.MATH, Shows.TABLE, Shows.RST})
_CODE_SPAN = re.compile(r"`[^`\n]{1,300}`")
_MYST = re.compile(
    r"^[ \t]*(?:`{3,}|:{3,})\{[a-z]|\{[a-z][a-z:-]{1,19}\}`|^\([\w.:-]+\)=\s*$|^\s{2}formats:"
    r"|^(?:jupytext|kernelspec|myst|file_format):|^\+\+\+[ \t]+\{",
    re.M,
)


def prepare(raw: str, *, mdx: bool = False, substitutions: Mapping[str, str] | None = None) -> str:
    """``raw`` with what is not Markdown left out, or as it is shown.

    >>> prepare("a{: .b}{% include x %}c{--f--}")
    'ac<del>f</del>'
    """
    if "](" in raw:
        for pattern in (_DOCUMENTER_TARGET, _TEMPLATED_TARGET):
            raw = pattern.sub(lambda found: _TARGET_UNSAFE.sub("_", found[0]), raw)
    if "{:" in raw:
        raw = _replaced(raw, _BLOCK_ATTRIBUTES, "")
    raw = _without_templates(raw, substitutions or {})
    if "&&" in raw:
        raw = _without_conditions(raw, mdx=mdx)
    if mdx:
        # of a tag its name stays, so that it is one to CommonMark
        for pattern, kept in ((_MDX_MODULE, r""), (_MDX_EXPORT, r""), (_JSX_TAG, r"\1\2")):
            raw = _replaced(raw, pattern, kept)
    return raw


def _replaced(raw: str, pattern: re.Pattern[str], template: str) -> str:
    """``raw`` with each match outside of code replaced."""
    shielded = _Shielded(raw)
    return pattern.sub(lambda found: found[0] if shielded.holds(found.start()) else found.expand(template), raw)


def _without_templates(raw: str, substitutions: Mapping[str, str]) -> str:
    """``raw`` with each tag of a template outside of code as it is shown."""
    parts: list[str] = []
    shielded: _Shielded | None = None
    at = 0
    for sign in _SIGN.finditer(raw):
        start = sign.start()
        found = _TEMPLATE.match(raw, start) if start >= at else None
        if found is None:
            continue
        shielded = shielded or _Shielded(raw)
        if not shielded.holds(start):
            parts += (raw[at:start], _shown(found, substitutions))
            at = found.end()
    return "".join((*parts, raw[at:])) if parts else raw


def _without_conditions(raw: str, *, mdx: bool) -> str:
    """``raw`` less what a condition in braces never shows; what it may show is hidden, as far as anyone knows.

    >>> _without_conditions("a {false && <b>c</b>} d {true && e}", mdx=True)
    'a  d e'
    """
    shielded, parts, at = _Shielded(raw), [], 0
    for found in _CONDITION.finditer(raw):
        condition = found[1].replace(" ", "")
        known = condition in _NEVER or condition in _ALWAYS
        if found.start() < at or shielded.holds(found.start()) or not (known or mdx):
            continue
        end = _closing_brace(raw, found.end())
        if end is None:
            continue
        body = raw[found.end() : end]
        shown = "" if condition in _NEVER else body if condition in _ALWAYS else f"<div hidden>{body}</div>"
        parts += [raw[at : found.start()], shown]
        at = end + 1
    return "".join([*parts, raw[at:]])


def _closing_brace(raw: str, start: int) -> int | None:
    """Where the brace that is open at ``start`` closes."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(raw, start, start + _MAX_EXPRESSION):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return None


def _shown(found: re.Match[str], substitutions: Mapping[str, str]) -> str:
    """What a reader sees of a template's tag, as Markdown and HTML."""
    kind = next(name for name in _KINDS if found[name] is not None)
    if kind == "tag":
        text = _SHORT_CODE_TEXT.search(found["code"] or "")
        return (text[1] or text[2] or "") if text else ""
    if kind == "variable":
        return substitutions.get(found["name"], found[0])
    if kind == "change":
        return f"<del>{found['old']}</del><ins>{found['new']}</ins>"
    if kind == "wiki":
        return either(found["wiki_shown"] or found["wiki_text"], found[0])
    if kind == "emoji":
        sign = emoji.emojize(found[0], language="alias")
        return either(sign, found[0]) if sign != found[0] else found[0]
    return _FRAMES[kind].format(found.groupdict().get(f"{kind}_text"))


_FRAMES = {
    "comment": "",
    "obsidian": "<span hidden>{}</span>",
    "gone": "<del>{}</del>",
    "come": "<ins>{}</ins>",
    "span": "{}",
}
_KINDS = (*_FRAMES, "tag", "variable", "change", "wiki", "emoji")


def substitutions_of(front_matter: str) -> dict[str, str]:
    """MyST's substitutions in a page's front matter.

    >>> substitutions_of("myst:\\n  substitutions:\\n    name: 'graphs'\\n")
    {'name': 'graphs'}
    """
    return {
        name: value
        for block in _SUBSTITUTIONS.finditer(front_matter + "\n")
        for name, _, value in _SUBSTITUTION.findall(block[2])
    }


def is_myst(raw: str) -> bool:
    """Whether the file uses MyST's own syntax, in which ``%`` begins a comment."""
    return _MYST.search(raw) is not None


class _Shielded:
    """Where code stands: a template shown as code is text."""

    def __init__(self, raw: str) -> None:
        self._spans = _shielded(raw)
        self._starts = [start for start, _ in self._spans]

    def holds(self, at: int) -> bool:
        """Whether code stands at an offset."""
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self._spans[index][1]


def _shielded(raw: str) -> list[tuple[int, int]]:
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
