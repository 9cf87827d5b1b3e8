"""What the source of a document says to its editors or to a machine only: comments, scripts, templates."""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENS = re.compile(r"<!--|<(script|style|template|noscript)(?=[\s>/])", re.I)
_RST_COMMENT = re.compile(r"([ \t]*)\.\.(?:[ \t]+(?![\w.+:-]+::|_|\[[^\]\n]{1,80}\]|\|)|[ \t]*$)")


# Comment lines and block breaks of MyST. Where another Markdown shows such a line, the visible view has it.
_MYST_COMMENT = re.compile(r"^(?:%(?=\s).*|\+\+\+(?=\s|$).*)$", re.M)


def unseen_spans(source: str, *, rst: bool = False, myst: bool = False) -> list[tuple[int, int]]:
    """Spans of a markup source that its reader is not shown, in order and not overlapping.

    >>> unseen_spans("a <!-- b --> c")
    [(2, 12)]
    """
    spans = list(_html(source)) if "<" in source else []
    if rst:
        spans += _rst(source)
    if myst:
        spans += [found.span() for found in _MYST_COMMENT.finditer(source)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _html(source: str) -> Iterator[tuple[int, int]]:
    lower = source.lower()
    if len(lower) != len(source):  # a few capitals grow
        lower = source
    unclosed: set[str] = set()  # looked for to the end once, and never again
    at = 0
    while found := _OPENS.search(source, at):
        closer = f"</{found[1].lower()}" if found[1] else "-->"
        end = -1 if closer in unclosed else lower.find(closer, found.end())
        if end < 0:
            unclosed.add(closer)
            at = found.end()
            continue
        at = end + len(closer)
        yield found.start(), at


def _rst(source: str) -> Iterator[tuple[int, int]]:
    """Explicit markup that is no directive, target, footnote or substitution, with its indented lines."""
    start = end = -1
    margin = 0
    empty = False
    at = 0
    for line in source.splitlines(keepends=True):
        blank = not line.strip()
        if start >= 0 and not blank and len(line) - len(line.lstrip()) <= margin:
            yield start, end
            start = -1
        if start >= 0 and blank and empty:
            start = -1  # ".." and an empty line: a comment that holds nothing
        if start < 0 and (found := _RST_COMMENT.match(line)):
            start, margin = at, len(found[1])
            empty = line.strip() == ".."
            end = at + len(line)
        elif start >= 0 and not blank:
            empty = False
            end = at + len(line)
        at += len(line)
    if start >= 0:
        yield start, end
