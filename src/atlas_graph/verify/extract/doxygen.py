"""The commands of documentation comments (Doxygen, Javadoc, JSDoc), written as the Markdown that they amount to."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

_AT = r"(?<![\w\\@`])[\\@]"
_WORD = r"(?:\"[^\"\n]{1,200}\"|<[^<>\n]{1,200}>|(?:[^\s,;:!?()\[\]]|::(?=\w))*[^\s.,;:!?()\[\]](?:\(\))?)"

_Write = Callable[[re.Match[str]], str]


def _reference(found: re.Match[str]) -> str:
    return found[2] or found[1].removeprefix("#")


def _inline_tag(found: re.Match[str]) -> str:
    name, content = found[1], found[2].strip()
    if name in ("code", "literal"):
        return f"<code>{escape(content)}</code>"
    if name not in ("link", "linkplain", "tutorial", "value"):
        return ""
    target, _, label = content.partition("|") if "|" in content else content.partition(" ")
    return escape((label or target).strip().lstrip("#").replace("#", "."))


#: Each command and what it is written as; in this order, as pairs hold other commands.
_COMMANDS: tuple[tuple[re.Pattern[str], _Write], ...] = (
    (
        re.compile(_AT + r"(code|verbatim|dot|msc|startuml)\b(?:\{[^}\n]*\})?(.{0,20000}?)[\\@]end(?:\1|uml)\b", re.S),
        lambda found: f"\n```\n{found[2].strip(chr(10))}\n```\n",
    ),
    (
        re.compile(
            _AT + r"(?:cond|internal|if|ifnot)\b([^\n]*)(.{0,20000}?)(?:[\\@]end(?:cond|internal|if)\b|\Z)", re.S
        ),
        lambda found: f"\n<div hidden>\n\n{found[2].strip(chr(10))}\n\n</div>\n\n",
    ),
    (re.compile(r"\\f(?:\$|\[|\()(.{0,2000}?)\\f(?:\$|\]|\))", re.S), lambda found: found[1]),
    (
        re.compile(r"\{@(code|literal|link|linkplain|tutorial|value|inheritDoc|docRoot)\b([^{}]{0,500})\}"),
        _inline_tag,
    ),
    (re.compile(_AT + r"link[ \t]+\S+([^\\@]{0,500})[\\@]endlink\b"), lambda found: found[1].strip()),
    (re.compile(_AT + rf"(?:ref|subpage)\s+({_WORD})(?:[ \t]+\"([^\"\n]{{1,300}})\")?"), _reference),
    (re.compile(_AT + rf"(?:c|p|a|b|e|em|emoji|cite)[ \t\n]+({_WORD})"), lambda found: found[1]),
    (
        re.compile(
            _AT + r"(?:param|tparam|throws?|exception|retval|property|arg)(?:\[[^\]\n]*\])?[ \t]+"
            r"(?:\{[^{}\n]*\}[ \t]*)?(\[?[\w.$:<>]+(?:=[^\]\n]*)?\]?(?:,[ \t]*\w+)*)[ \t]*"
        ),
        lambda found: f"\n\n{found[1]}\n\n",
    ),
    (
        re.compile(
            _AT + r"(?:ingroup|addtogroup|weakgroup|headerfile|file|anchor|image|include|snippet|dontinclude|class|"
            r"struct|union|enum|fn|var|typedef|def|namespace|relates|memberof|copydoc|copybrief|copydetails|tableofcontents|"
            r"hideinitializer|showinitializer|private|public|protected|static|override|internal)\b[^\n]*"
        ),
        lambda found: "\n\n",
    ),
    (
        re.compile(_AT + r"(?:defgroup|page|section|subsection|subsubsection)[ \t]+\S+[ \t]*([^\n]*)"),
        lambda found: f"\n\n{found[1]}\n\n",
    ),
    (re.compile(r"[\\@][{}]"), lambda found: ""),
    (re.compile(r"\\n(?=\s|$)"), lambda found: "<br>"),
    (
        re.compile(
            _AT + r"(?:brief|short|details|par|remarks?|note|warning|attention|important|returns?|result|sa|see|since|"
            r"version|authors?|date|pre|post|invariant|todo|bug|test|deprecated|li|copyright|paragraph|parblock|"
            r"endparblock|name|mainpage|description|summary|example|default|type|yields?|async|exports?)\b[ \t]*"
        ),
        lambda found: "\n\n",
    ),
    (re.compile(r"(?<!\S)[%#](?=[A-Za-z]\w*)"), lambda found: ""),
)


def as_markdown(text: str) -> str:
    """A comment's text with its commands written as Markdown and HTML.

    >>> as_markdown("\\\\brief Lowers \\\\p region, which {@link Engine the engine} owns.").strip()
    'Lowers region, which the engine owns.'
    """
    if "\\" in text or "@" in text:
        for pattern, write in _COMMANDS:
            text = pattern.sub(write, text)
    return text
