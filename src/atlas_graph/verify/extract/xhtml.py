"""XHTML: a page in XML syntax, in which ``<script/>`` is a whole element and not the beginning of one.

A browser reads a page that is declared as XML with an XML parser. So does this: expat reads it, and what it says is
written out again in HTML's syntax, for the one reader of pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from html.entities import html5
from xml.parsers import expat

from .htmltokens import VOID

_NAMESPACES = (
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1998/Math/MathML",
)
# No reader sees what these hold; in HTML's syntax it would be read by other rules
_UNSEEN = frozenset({"script", "style", "iframe", "noembed", "noframes", "noscript"})
_OTHERWISE = {"plaintext": "div", "xmp": "pre", "listing": "pre"}  # what HTML's syntax has other rules for


def is_declared(media_type: str | None, raw: str) -> bool:
    """Whether a page is XML by its media type, or by its first line where no media type says that it is HTML.

    >>> is_declared("application/xhtml+xml", "<html/>"), is_declared("text/html", "<?xml version='1.0'?>")
    (True, False)
    """
    said = (media_type or "").partition(";")[0].strip().lower()
    return said == "application/xhtml+xml" or (said != "text/html" and raw.startswith("<?xml"))


def as_html(raw: str) -> str | None:
    """The page in HTML's syntax, None where it is no well-formed XML.

    >>> as_html("<html><script src='a.js'/><p>One<br/>two&nbsp;&amp;</p></html>")
    '<html><p>One<br>two\\xa0&amp;</p></html>'
    """
    writer = _Writer()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = writer.start
    parser.EndElementHandler = writer.end
    parser.CharacterDataHandler = writer.text
    # The names of HTML's characters are in a DTD that is never fetched: whatever is not declared is one of them.
    parser.UseForeignDTD(True)
    parser.ExternalEntityRefHandler = lambda *which: 1
    parser.SkippedEntityHandler = writer.entity
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, ValueError):
        return None
    return "".join(writer.out)


class _Writer:
    """Hears what expat reads, and writes it in HTML's syntax."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._unseen = 0  # how deep within an element that nobody sees

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = _tag(name)
        if self._unseen or tag in _UNSEEN:
            self._unseen += 1
            return
        told = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items() if " " not in key)
        self.out.append(f"<{tag}{told}>" + ("\n" if tag in ("pre", "textarea") else ""))

    def end(self, name: str) -> None:
        tag = _tag(name)
        if self._unseen:
            self._unseen -= 1
        elif tag not in VOID:
            self.out.append(f"</{tag}>")

    def text(self, text: str) -> None:
        if not self._unseen:
            self.out.append(escape(text, quote=False))

    def entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self.text(html5.get(f"{name};", f"&{name};"))


def _tag(name: str) -> str:
    namespace, _, local = name.rpartition(" ")
    if namespace and namespace not in _NAMESPACES:
        return f"x-{local}"  # an element that HTML does not know, whatever it is called
    return _OTHERWISE.get(local, local)
