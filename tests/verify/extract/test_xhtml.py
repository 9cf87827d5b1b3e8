"""XHTML to blocks: what an XML parser, not an HTML parser, makes of the page."""

from __future__ import annotations

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Extraction, Fetched, Verdict
from atlas_graph.verify.extract import extract
from tests.verify.extract.reading import texts

XHTML = "application/xhtml+xml"
HEAD = '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head>'


def _page(body: str, media_type: str | None = XHTML) -> Extraction:
    return extract(f"{HEAD}<body>{body}</body></html>".encode(), media_type=media_type, name="page.xml")


@pytest.mark.parametrize(
    "element", ["script", "style", "iframe", "noscript", "title", "textarea", "noembed", "xmp", "template", "div", "a"]
)
@pytest.mark.parametrize("media_type", [XHTML, "application/xml", "text/xml", None])
def test_an_empty_element_ends_itself(element: str, media_type: str | None) -> None:
    """``<script/>`` and its like are whole, and what follows is read."""
    found = _page(f"<p>One.</p><{element} class='x'/><p>Two.</p>", media_type)
    assert [text for text in texts(found) if text] == ["One.", "Two."]
    assert found.problem is None


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("<p>a <![CDATA[<b> & c]]></p>", ["a <b> & c"]),
        ("<p>a&nbsp;b &amp; &#x3b1;&eacute;</p>", ["a b & αé"]),
        ("<p>one<br/>two</p>", ["one two"]),
        ("<pre>\nfirst\nsecond</pre>", ["first second"]),
        ("<noscript><p>hidden</p></noscript><p>seen</p>", ["seen"]),
        ("<script>if (a &lt; b) {}</script><p>seen</p>", ["seen"]),
        ('<h:p xmlns:h="http://www.w3.org/1999/xhtml">named</h:p>', ["named"]),
        ('<p>x <o:script xmlns:o="urn:other">y</o:script></p>', ["x y"]),
        ("<!-- <p>no</p> --><p>yes</p>", ["yes"]),
    ],
)
def test_xml_is_read_as_xml(body: str, shown: list[str]) -> None:
    """Sections, entities, namespaces and comments are those of XML."""
    assert texts(_page(body)) == shown


def test_as_html_the_same_bytes_are_read_as_html() -> None:
    """A page that is served as HTML is read as browsers read HTML, in which ``<script/>`` opens a script."""
    found = extract(f"{HEAD}<body><script/><p>Two.</p></body></html>".encode(), media_type="text/html")
    assert "Two." not in texts(found)


def test_a_page_that_is_no_xml_loses_nothing() -> None:
    """Of a page that is declared as XML and is none nothing is called gone."""
    found = _page("<p>One sentence that stands in the page.<p>Unclosed.")
    fetched = Fetched("x", "x", b"x")
    assert Document(fetched, found).check("One sentence that stands in the page.").verdict is Verdict.MATCH
    gone = Document(fetched, found).check("Another sentence that is nowhere to be found in it.")
    assert gone.verdict is Verdict.UNVERIFIABLE


def test_entities_do_not_blow_up() -> None:
    """A page of entities within entities is given up, not expanded."""
    lines = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "boom " * 20}">' for n in range(12))
    page = f'<!DOCTYPE html [{lines}]><html xmlns="http://www.w3.org/1999/xhtml"><p>&e11;</p></html>'
    assert extract(page.encode(), media_type=XHTML).problem == "ill-formed"
