"""The tags and texts of an HTML file, read in one pass: what keeps a hostile file from the tree builder.

The tree comes from a real HTML5 parser, which takes quadratic time over some inputs. This tokenizer sees those ahead,
and reads them as well as can be done without a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from .words import words

# possessive throughout: a tag that never closes is found out in one pass
_TAG = re.compile(r"</?([a-zA-Z][^\s/>]*+)((?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\"'>\s][^>\s]*+|))*+)>")
# what these hold is text to the tokenizer whatever it looks like
_RAW_TEXT = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
#: Elements that hold nothing.
VOID = words("area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen")
# they say nothing of depth: they hold nothing, or their end tags may be left out
_UNCOUNTED = VOID | words(
    "p li dt dd tr td th thead tbody tfoot option optgroup colgroup caption rt rp html head body a"
)
_MAX_DEPTH = 400
_MAX_ATTRIBUTES = 10_000  # characters in one tag, less the values in quotes
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")


class Tag(NamedTuple):
    """A start tag or, with ``closing``, an end tag."""

    name: str
    closing: bool
    attributes: str


class Text(NamedTuple):
    """The text between two tags; ``of`` names the element where that is not markup (script, title …)."""

    text: str
    of: str = ""


def tokens(raw: str) -> Iterator[Tag | Text]:
    """Tags and texts of ``raw`` in order; comments and declarations are left out."""
    at = text_start = 0
    size = len(raw)
    while (less := raw.find("<", at)) >= 0:
        after = raw[less + 1 : less + 3]
        found = None
        if raw.startswith("<!--", less):
            end = raw.find("-->", less + 2)
            # "<!-->" and "<!--->" are comments too
            end = size if end < 0 else end + 3
        elif after[:1] in ("!", "?") or (after[:1] == "/" and after[1:] and not after[1].isalpha()):
            end = raw.find(">", less)
            end = size if end < 0 else end + 1
        elif after[:1].isalpha() or (after[:1] == "/" and after[1:]):
            found = _TAG.match(raw, less)
            # the file may end inside a tag, or this is no tag after all
            end = found.end() if found else size if after[:1].isascii() else less + 1
            if found is None and not after[:1].isascii():
                at = end
                continue
        else:
            at = less + 1
            continue
        if text_start < less:
            yield Text(unescape(raw[text_start:less]))
        at = text_start = end
        if found is None:
            continue
        name, closing = found[1].lower(), after[0] == "/"
        yield Tag(name, closing, found[2])
        if not closing and name in _RAW_TEXT:
            stop = _RAW_TEXT[name].search(raw, at)
            text_start, at = at, stop.start() if stop else size
            if text_start < at:
                yield Text(unescape(raw[text_start:at]), name)
            text_start = at
        elif not closing and name == "plaintext":
            break
    if text_start < size:
        yield Text(unescape(raw[text_start:]))


def too_deep(raw: str) -> bool:
    """Whether tree building would not be linear: elements nested by the hundred, a tag full of attributes."""
    depth = 0
    opened: dict[str, int] = {}
    for token in tokens(raw):
        if isinstance(token, Text):
            continue
        name, closing, attributes = token
        if len(attributes) > _MAX_ATTRIBUTES and len(_QUOTED.sub("", attributes)) > _MAX_ATTRIBUTES:
            return True
        if name in _UNCOUNTED or attributes.endswith("/"):
            continue
        if not closing:
            opened[name] = opened.get(name, 0) + 1
            depth += 1
            if depth > _MAX_DEPTH:
                return True
        elif opened.get(name):
            opened[name] -= 1
            depth -= 1
    return False
