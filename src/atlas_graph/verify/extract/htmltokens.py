"""The tags and texts of an HTML file, read in one pass: where things stand, not what they mean.

The tree comes from a real HTML5 parser, which keeps no offsets. This tokenizer gives it what it lacks: where
each text stands in the raw file, and a look ahead at inputs on which tree building would take quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from atlas_graph.verify.document import Run
from atlas_graph.verify.extract.offsets import Placed
from atlas_graph.verify.extract.words import words

# possessive throughout: a tag that never closes is found out in one pass
_TAG = re.compile(r"</?([a-zA-Z][^\s/>]*+)((?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\"'>\s][^>\s]*+|))*+)>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,9};?|#[xX][0-9a-fA-F]{1,8};?|[A-Za-z][A-Za-z0-9]{0,31};?)")
# what these hold is text to the tokenizer whatever it looks like
_RAW_TEXT = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
_DECODED = ("textarea", "title")
VOID = words("area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen")
# their end tags may be left out, so that a count of open ones says nothing of depth
_END_OPTIONAL = words("p li dt dd tr td th thead tbody tfoot option optgroup colgroup caption rt rp html head body a")
#: Elements that say nothing of depth.
UNCOUNTED = VOID | _END_OPTIONAL
_MAX_DEPTH = 400
_MAX_ATTRIBUTES = 20_000  # characters in one tag


class Tag(NamedTuple):
    """A start tag or, with ``closing``, an end tag."""

    name: str
    closing: bool
    attributes: str
    start: int
    end: int


class Text(NamedTuple):
    """The text between two tags; ``of`` names the element where that is not markup (script, title …)."""

    start: int
    end: int
    of: str = ""


def tokens(raw: str) -> Iterator[Tag | Text]:
    """Tags and texts of ``raw`` in order; comments and declarations are left out."""
    at = text_start = 0
    size = len(raw)
    while True:
        less = raw.find("<", at)
        if less < 0:
            break
        after = raw[less + 1 : less + 3]
        if raw.startswith("<!--", less):
            end = raw.find("-->", less + 2)
            # "<!-->" and "<!--->" are comments too
            end = size if end < 0 else end + 3
        elif after[:1] in ("!", "?") or (after[:1] == "/" and after[1:] and not after[1].isalpha()):
            end = raw.find(">", less)
            end = size if end < 0 else end + 1
        elif after[:1].isalpha() or (after[:1] == "/" and after[1:]):
            if text_start < less:
                yield Text(text_start, less)
            found = _TAG.match(raw, less)
            if found is None:  # the file ends inside a tag, or this is no tag after all
                text_start = size if after[:1].isascii() else less
                at = size if after[:1].isascii() else less + 1
                continue
            name = found[1].lower()
            closing = after[0] == "/"
            at = text_start = found.end()
            yield Tag(name, closing, found[2], less, at)
            if not closing and name in _RAW_TEXT:
                stop = _RAW_TEXT[name].search(raw, at)
                end = stop.start() if stop else size
                if at < end:
                    yield Text(at, end, name)
                at = text_start = end
            elif not closing and name == "plaintext":
                break
            continue
        else:
            at = less + 1
            continue
        if text_start < less:
            yield Text(text_start, less)
        at = text_start = end
    if text_start < size:
        yield Text(text_start, size)


def decoded(raw: str, start: int, end: int) -> list[Placed]:
    """The text between ``start`` and ``end`` with its character references read."""
    pieces = []
    at = start
    if raw.find("&", start, end) >= 0:
        for found in _ENTITY.finditer(raw, start, end):
            char = unescape(found[0])
            if char == found[0]:
                continue
            if at < found.start():
                pieces.append(Placed(raw[at : found.start()], at, found.start()))
            # a name that is only begun ("&notit;") reads as the character and the rest, and is never exact
            stop = found.end() if len(char) != len(found[0]) else found.start()
            pieces.append(Placed(char, found.start(), stop))
            at = found.end()
    if at < end:
        pieces.append(Placed(raw[at:end], at, end))
    return pieces


class TextPlaces:
    """Finds each text of the tree, in document order, in the raw file."""

    _LOOK_AHEAD = 64

    def __init__(self, raw: str) -> None:
        self._pieces: list[Placed] = []
        self._index = 0
        self._within = 0  # characters of the current piece that are taken
        #: Whether tree building would not be linear: elements nested by the hundred, a tag full of attributes.
        self.too_deep = False
        depth = 0
        opened: dict[str, int] = {}
        for token in tokens(raw):
            if isinstance(token, Text):
                if not token.of or token.of in _DECODED:
                    self._pieces.extend(decoded(raw, token.start, token.end))
                continue
            name, closing, attributes, _, _ = token
            if len(attributes) > _MAX_ATTRIBUTES and attributes.count("=") + attributes.count(" ") > 400:
                self.too_deep = True
                return
            if name in UNCOUNTED or attributes.endswith("/"):
                continue
            if not closing:
                opened[name] = opened.get(name, 0) + 1
                depth += 1
                if depth > _MAX_DEPTH:
                    self.too_deep = True
                    return
            elif opened.get(name):
                opened[name] -= 1
                depth -= 1

    @property
    def position(self) -> int:
        """Where the next text is looked for."""
        return self._pieces[self._index].start + self._within if self._index < len(self._pieces) else 0

    def place(self, text: str) -> list[Placed]:
        """The places of ``text``, piece by piece; without length where it cannot be found."""
        for index in range(self._index, min(self._index + self._LOOK_AHEAD, len(self._pieces))):
            within = self._within if index == self._index else 0
            piece = self._pieces[index].text
            if index > self._index and piece.isspace() and not text.isspace():
                continue
            if piece.startswith("\n", within) and not text.startswith("\n"):
                within += 1  # the first line end of <pre> is none
            if found := self._match(text, index, within):
                return found
        at = self._pieces[self._index].start if self._index < len(self._pieces) else 0
        return [Placed(text, at, at)]

    def _match(self, text: str, index: int, within: int) -> list[Placed] | None:
        placed: list[Placed] = []
        done = 0
        while done < len(text):
            if index >= len(self._pieces):
                return None
            piece = self._pieces[index]
            left = len(piece.text) - within
            take = min(left, len(text) - done)
            part = piece.text if take == len(piece.text) else piece.text[within : within + take]
            if not text.startswith(part, done):
                return None
            exact = piece.end - piece.start == len(piece.text)
            if take:
                start = piece.start + within if exact else piece.start
                placed.append(Placed(part, start, start + take if exact else piece.end))
            done += take
            within += take
            if within >= len(piece.text):
                index, within = index + 1, 0
        self._index, self._within = index, within
        return placed


def as_runs(placed: list[Placed]) -> list[Run]:
    """Placed pieces as runs without labels."""
    return [Run(piece.text, piece.start, piece.end) for piece in placed]
