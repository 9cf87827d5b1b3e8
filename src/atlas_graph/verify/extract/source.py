"""Source files to blocks: comments and docstrings as text, the rest as code.

Comments on neighbouring lines make one text, cut at its blank lines. Docstrings are read as reStructuredText,
the comments that documentation is made from (``///``, ``/** */``, ``description = [{ … }]``) as Markdown with the
commands of Doxygen and Javadoc, so that a sentence is found as the generated page shows it; who reads the file itself
sees it as it was typed, which is the other rendering. What ``#if 0`` leaves out is hidden.
"""

from __future__ import annotations

import io
import re
import textwrap
import tokenize
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from ..document import Label
from . import doxygen, html, markdown, rst
from .blocks import NO_LABELS, BlockBuilder, Parsed, paragraphs

_Kind = Literal["line", "block", "docstring", "prose"]


@dataclass(frozen=True, slots=True)
class _Syntax:
    """Where comments are in a family of languages; the values are regular expressions."""

    line: str = ""
    block: tuple[str, str] | None = None
    nested: bool = False
    strings: str = r'"(?:[^"\\\n]++|\\.)*+"'
    docstring: str = ""
    prose: str = ""


_C_STRINGS = r'R"([^()\s\\]{0,16})\((?:.*?\)\1"|.*\Z)|"(?:[^"\\\n]++|\\.)*+"' + r"|'(?:[^'\\\n]|\\.){1,8}'"
_JS_STRINGS = r'"(?:[^"\\\n]++|\\.)*+"' + r"|'(?:[^'\\\n]++|\\.)*+'|`(?:[^`\\]++|\\.)*+`"
_C = _Syntax(r"//", (r"/\*", r"\*/"), strings=_C_STRINGS)
_PYTHON = _Syntax(
    r"#",
    strings=r'"(?:[^"\\\n]++|\\.)*+"' + r"|'(?:[^'\\\n]++|\\.)*+'",
    docstring=r'[rRuUbB]{0,2}(?:"""(?:[^"\\]++|\\.|"(?!""))*+"""' + r"|'''(?:[^'\\]++|\\.|'(?!''))*+''')",
)
_SHELL = _Syntax(r"(?:^|(?<=\s))#", strings=_PYTHON.strings)
_LANGUAGES: dict[str, _Syntax] = {
    "c h cc cpp cxx hh hpp hxx cu cuh cl m mm metal java kt swift scala cs proto wgsl glsl hlsl zig s asm": _C,
    "td inc": _Syntax(r"//", (r"/\*", r"\*/"), strings=_C.strings, prose=r"\[\{(?:.*?\}\]|.*\Z)"),
    "mlir": _Syntax(r"//", strings=r'"(?:[^"\\\n]++|\\.)*+"'),
    "ll": _Syntax(r";", strings=r'"[^"\n]*+"'),
    "rs": _Syntax(
        r"//",
        (r"/\*", r"\*/"),
        strings=r'r(#{1,4})"(?:.*?"\1|.*\Z)|"(?:[^"\\]++|\\.)*+"' + r"|'(?:[^'\\\n]|\\.[^']{0,8})'",
    ),
    "go": _Syntax(r"//", (r"/\*", r"\*/"), strings=_JS_STRINGS),
    "js mjs cjs ts tsx jsx": _Syntax(r"//", (r"/\*", r"\*/"), strings=_JS_STRINGS),
    "py pyi pyx pxd mojo bzl bazel": _PYTHON,
    "jl": _Syntax(r"#(?!=)", (r"#=", r"=#"), docstring=r'"""(?:[^"\\]++|\\.|"(?!""))*+"""'),
    "sh bash rb toml yaml yml": _SHELL,
    "cmake": _Syntax(r"#(?!\[\[)", (r"#\[\[", r"\]\]"), strings=r'"(?:[^"\\]++|\\.)*+"'),
    "lua": _Syntax(r"--(?!\[\[)", (r"--\[\[", r"\]\]"), strings=_PYTHON.strings),
    "hs": _Syntax(r"--", (r"\{-", r"-\}")),
    "sql": _Syntax(r"--", (r"/\*", r"\*/"), strings=r"'[^'\n]*+'"),
    "r": _Syntax(r"#", strings=_PYTHON.strings),
    "f90 f": _Syntax(r"!", strings=_PYTHON.strings),
}
_BY_ENDING = {ending: syntax for endings, syntax in _LANGUAGES.items() for ending in endings.split()}

# what begins each line of a comment, and is not text
_GUTTER = re.compile(r"[ \t]*(?:/{2,}[!<]{0,2}|\#+[!']?|;+|--+\|?|!+[<>]?)[ \t]?")
_BLOCK_GUTTER = re.compile(r"[ \t]*\*+(?!\S*\*)(?:[ \t]|$)|[ \t]*")
_BLOCK_START = re.compile(r"/\*+[!<]*|#=|\#\[\[|--\[\[|\{-\|?")
_BLOCK_END = re.compile(r"(?:\*+/|=\#|\]\]|-\})\s*\Z")
_RULE = re.compile(r"^[^\w\n]*$", re.M)  # a line of dashes or stars
_TICKS = re.compile(r"(`{1,2})(?=\S)([^`\n]{1,300})(?<=\S)\1")


_CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|elifdef|endif)\b(.*)$", re.M)
_HANGING = re.compile(
    r"^([ \t]+)(\*{0,2}\w[\w.]*(?:[ ]?\([^()\n]*\))?:[ \t]+\S[^\n]*)\n((?:\1[ \t]+\S[^\n]*(?:\n|\Z))+)", re.M
)
_HIDDEN = frozenset({Label.HIDDEN})


class _Piece(NamedTuple):
    kind: _Kind
    start: int
    end: int


def extract(raw: str, *, ending: str = "c") -> Parsed:
    """The comments, docstrings and code of a source file of the language that ``ending`` is usual for."""
    builder = BlockBuilder()
    pieces = list(_pieces(raw, ending))
    dead = _dead_spans(raw, pieces) if _BY_ENDING.get(ending, _C) is _C else []
    at = 0
    for group in _grouped(raw, pieces):
        _code(raw, at, group[0].start, dead, builder)
        at = group[-1].end
        text = _text(raw, group)
        if any(start <= group[0].start < end for start, end in dead):
            builder.add(text, _HIDDEN)
            builder.close()
            continue
        html.add(f"<main>{_html(text, group[0].kind, _is_documentation(raw, group[0]))}</main>", builder)
        builder.close()
    _code(raw, at, len(raw), dead, builder)
    return builder.done()


def _code(raw: str, start: int, end: int, dead: list[tuple[int, int]], builder: BlockBuilder) -> None:
    cuts = sorted({start, end, *(cut for span in dead for cut in span if start < cut < end)})
    for begin, stop in pairwise(cuts):
        hidden = any(first <= begin < last for first, last in dead)
        for block in paragraphs(raw[begin:stop]):
            builder.add(block.text, _HIDDEN if hidden else NO_LABELS)
            builder.close(frozenset({Label.CODE}))


def _html(text: str, kind: _Kind, documentation: bool) -> str:
    """A comment as HTML: what its documentation shows, or what its reader sees."""
    if kind == "docstring":
        return rst.to_html(_HANGING.sub(_unhung, text))
    if kind == "prose" or documentation:
        return markdown.to_html(doxygen.as_markdown(text), myst=False)
    return "".join(
        f"<p>{_TICKS.sub(_code_or_typed, escape(block.text, quote=False))}</p>"
        for block in paragraphs(_RULE.sub("", text))
    )


def _code_or_typed(found: re.Match[str]) -> str:
    """Words in backticks as code, and with them for who reads the file itself."""
    return html.either(found[2], unescape(found[0]))


def _unhung(found: re.Match[str]) -> str:
    """An argument of Google's style as one paragraph, which reStructuredText would take for a term and its meaning."""
    lines = (line.strip() for line in found[3].splitlines())
    return "\n".join((f"{found[1]}{found[2]}", *(f"{found[1]}{line}" for line in lines))) + "\n\n"


def _dead_spans(raw: str, pieces: list[_Piece]) -> list[tuple[int, int]]:
    """What the preprocessor leaves out, whatever is defined: from ``#if 0`` to its ``#else`` or ``#endif``."""
    spans = []
    starts = [piece.start for piece in pieces]
    opened: list[int | None] = []
    for found in _CONDITION.finditer(raw):
        index = bisect_right(starts, found.start()) - 1
        if index >= 0 and found.start() < pieces[index].end:
            continue  # in a comment
        name = found[1]
        if name.startswith("if"):
            opened.append(found.start() if name == "if" and found[2].strip() in ("0", "false") else None)
        elif opened:
            if (start := opened.pop()) is not None:
                spans.append((start, found.end()))
            if name != "endif":
                opened.append(None)
    spans += [(start, len(raw)) for start in opened if start is not None]
    return sorted(spans)


def _is_documentation(raw: str, piece: _Piece) -> bool:
    head = raw[piece.start : piece.start + 3]
    return head in ("///", "//!", "/**", "/*!") or (piece.kind == "docstring")


def _pieces(raw: str, ending: str) -> Iterator[_Piece]:
    if ending in ("py", "pyi"):
        try:
            found = _python(raw)
        except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
            pass  # Python 2, a template, half a file
        else:
            yield from found
            return
    syntax = _BY_ENDING.get(ending, _C)
    pattern = _pattern(syntax)
    for match in pattern.finditer(raw):
        kind = match.lastgroup
        if kind == "string" or kind is None:
            continue
        if kind == "docstring" and raw[raw.rfind("\n", 0, match.start()) + 1 : match.start()].strip():
            continue  # a long string inside an expression
        start, end = match.span()
        if kind in ("docstring", "prose"):
            quote = 2 if kind == "prose" else 3
            start = raw.find(raw[end - 1] if kind == "docstring" else "[", start) + quote
            end -= quote if raw.endswith(("]", '"', "'"), start, end) else 0
        yield _Piece(kind, start, max(start, end))  # type: ignore[arg-type]


@lru_cache(maxsize=32)
def _pattern(syntax: _Syntax) -> re.Pattern[str]:
    # what is never closed runs to the end of the file, so that it is looked through once
    parts = []
    if syntax.docstring:
        parts.append(f"(?P<docstring>{syntax.docstring})")
    if syntax.block:
        opening, closing = syntax.block
        parts.append(rf"(?P<block>{opening}(?s:.*?(?:{closing}|\Z)))")
    if syntax.line:
        parts.append(rf"(?P<line>{syntax.line}[^\n]*+)")
    # strings may have groups of their own, so the named one is around them all
    parts.append(f"(?P<string>{_renumbered(syntax.strings, sum(part.count('(?P<') for part in parts) + 1)})")
    if syntax.prose:
        parts.append(f"(?P<prose>{syntax.prose})")
    return re.compile("|".join(parts), re.M | re.S)


def _renumbered(pattern: str, before: int) -> str:
    return pattern.replace(r"\1", rf"\{before + 1}") if r"\1" in pattern else pattern


def _python(raw: str) -> list[_Piece]:
    """Comments, and strings that are statements of their own, as Python's tokenizer finds them."""
    starts = [0, *accumulate(len(line) + 1 for line in raw.split("\n"))]
    pieces = []
    fresh = True  # at the beginning of a statement
    held: _Piece | None = None
    for token in tokenize.generate_tokens(io.StringIO(raw).readline):
        kind = token.type
        start = starts[token.start[0] - 1] + token.start[1] if token.start[0] <= len(starts) else len(raw)
        if kind == tokenize.COMMENT:
            pieces.append(_Piece("line", start, start + len(token.string)))
        elif kind == tokenize.STRING and fresh:
            body = token.string.lstrip("rRuUbBfF")
            quote = 3 if body[:3] in ('"""', "'''") else 1
            lead = len(token.string) - len(body) + quote
            held = _Piece("docstring", start + lead, start + len(token.string) - quote)
            fresh = False
        elif kind in (tokenize.NEWLINE, tokenize.ENDMARKER):
            if held is not None:
                pieces.append(held)
            held, fresh = None, True
        elif kind not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            held, fresh = None, False
    return pieces


def _grouped(raw: str, pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Line comments below each other, with nothing but indentation between them, together."""
    group: list[_Piece] = []
    for piece in pieces:
        if group:
            last = group[-1]
            between = raw[last.end : piece.start] if piece.start - last.end < 400 else "x"
            aligned = _column(raw, last.start) == _column(raw, piece.start)
            if not (piece.kind == last.kind == "line" and between.count("\n") == 1 and not between.strip() and aligned):
                yield group
                group = []
        group.append(piece)
    if group:
        yield group


def _column(raw: str, at: int) -> int:
    return at - raw.rfind("\n", 0, at)


def _text(raw: str, pieces: list[_Piece]) -> str:
    """The text of comments, less what marks them as such."""
    lines: list[str] = []
    for piece in pieces:
        body = raw[piece.start : piece.end]
        if piece.kind == "line":
            lines.append(_GUTTER.sub("", body, count=1) if _GUTTER.match(body) else body)
        elif piece.kind == "block":
            opening = _BLOCK_START.match(body)
            closing = _BLOCK_END.search(body, max(0, len(body) - 40))
            begin = opening.end() if opening else 0
            inner = body[begin : max(begin, closing.start() if closing else len(body))].split("\n")
            lines += [inner[0], *(line[_BLOCK_GUTTER.match(line).end() :] for line in inner[1:])]  # type: ignore[union-attr]
        else:
            # the first line of a docstring stands behind the quotes and has no indentation
            first, _, rest = body.partition("\n")
            lines += [first.lstrip(), *textwrap.dedent(rest).split("\n")]
    return "\n".join(lines)
