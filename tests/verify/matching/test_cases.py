"""The table of cases in the specification of quote checking, each from bytes to verdict."""

from __future__ import annotations

import json

import pytest

from atlas_graph.verify.check import Document
from atlas_graph.verify.document import Fetched, Finding
from atlas_graph.verify.extract import extract

HTML, MD, RST, TXT = "text/html", "text/markdown", "text/x-rst", "text/plain"
NOTEBOOK = json.dumps(
    {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {},
        "cells": [{"cell_type": "markdown", "metadata": {}, "id": "a", "source": ["Hello *big* world"]}],
    }
)

# case, media type, document, quote, verdict and flags
CASES = [
    ("inline markup", HTML, "<p>j<wbr>ax com<em>pile</em>s", "jax compiles", "match"),
    ("code and link", HTML, "<p><code>jit</code>(<a href=x>f</a>) returns", "jit(f) returns", "match"),
    (
        "two blocks",
        HTML,
        "<p>It ends here.</p><p>It starts there.</p>",
        "It ends here. It starts there.",
        "drift-wording spans-blocks",
    ),
    ("line break", HTML, "<p>one line<br>two lines", "one line two lines", "match"),
    ("no-break space, soft hyphen", HTML, "<p>10&nbsp;GB of mem&shy;ory", "10 GB of memory", "match"),
    ("zero width", HTML, "<p>10 GB of mem&#8203;ory", "10 GB of memory", "match"),
    ("ligature", HTML, "<p>eﬃcient", "efficient", "match"),
    ("curly quotes, dashes", HTML, "<p>“don’t” 1–3", '"don\'t" 1-3', "loose"),
    ("combining accents", HTML, "<p>cafe\u0301", "caf\u00e9", "match"),
    ("Sphinx permalink", HTML, "<h2>Install<a class=headerlink href='#i'>¶</a></h2><p>x", "Install", "match"),
    ("RST role, literal", RST, ":func:`~jax.jit` and ``jit``", "jit and jit", "match"),
    (
        "MyST role, reference link, escape",
        MD,
        "{func}`jit` of [the fn][f] a\\_b\n\n[f]: http://example.org",
        "jit of the fn a_b",
        "match",
    ),
    ("Markdown stars that are not emphasis", MD, "A block is 2*3*4 in size", "is 2*3*4 in size", "match"),
    ("hard-wrapped block quote", MD, "> long\n> line", "long line", "match"),
    ("admonition", MD, ":::{note}\nText\n:::", "Text", "match"),
    ("script only", HTML, "<p>x</p><script>the quote</script>", "the quote", "gone"),
    ("comment only", HTML, "<p>x</p><!-- the quote -->", "the quote", "gone"),
    ("template only", HTML, "<p>x</p><template><p>the quote</template>", "the quote", "gone"),
    ("noscript only", HTML, "<p>x</p><noscript>the quote</noscript>", "the quote", "gone"),
    ("comment in Markdown", MD, "x\n\n<!-- the quote\n\nof it -->\n\ny", "the quote", "gone"),
    ("comment in RST", RST, "x\n\n.. the quote of it\n   goes on\n\ny", "the quote of it", "gone"),
    (
        "hidden not",
        HTML,
        "<p>is <i hidden>not</i> supported",
        "is not supported",
        "drift-meaning context-risk hidden-text",
    ),
    ("hidden not, left out", HTML, "<p>is <i hidden>not</i> supported", "is supported", "match context-risk"),
    ("deleted text", HTML, "<p>needs <del>3.8</del><ins>3.9</ins>", "needs 3.8", "drift-meaning"),
    ("deleted text, now", HTML, "<p>needs <del>3.8</del><ins>3.9</ins>", "needs 3.9", "match"),
    ("deleted sentence", MD, "~~It needs 3.8 today.~~\n\nNo.", "It needs 3.8 today.", "drift-meaning"),
    ("ellipsis", HTML, "<p>is not, in general, allowed", "is [...] allowed", "drift-meaning"),
    ("ellipsis, harmless", HTML, "<p>A hands it to B, which compiles it", "A … compiles it", "drift-meaning"),
    ("negated container", HTML, "<p>does not support X on Y", "support X on Y", "match context-risk"),
    ("number", HTML, "<p>It waits 60 s for it", "It waits 30 s for it", "drift-meaning"),
    ("unit", HTML, "<p>It waits 60 s for it", "It waits 60 ms for it", "drift-meaning"),
    ("sign", HTML, "<p>The value is −5 here", "The value is 5 here", "drift-meaning"),
    ("comparator", HTML, "<p>Use at most 4 of it", "Use at least 4 of it", "drift-meaning"),
    ("modal", HTML, "<p>JAX may compile", "JAX must compile", "drift-meaning"),
    ("duplicated sentence", HTML, "<p>Same.</p><p>Same.</p><p>Same.</p>", "Same.", "match ambiguous"),
    (
        "challenge page",
        HTML,
        "<title>Just a moment...</title><p>Checking your browser before accessing the site.",
        "JAX compiles the function",
        "blocked",
    ),
    (
        "login wall",
        HTML,
        "<title>Sign in</title><form><p>Sign in to continue</p>Password <input type=password></form>",
        "JAX compiles the function",
        "blocked",
    ),
    (
        "soft 404",
        HTML,
        "<title>Page not found</title><h1>404</h1><p>The page you requested could not be found.",
        "JAX compiles the function",
        "missing soft-404",
    ),
    (
        "a changelog that says 'has been removed'",
        HTML,
        "<h1>Changelog</h1><ul><li>The old page has been removed.</ul>",
        "The old page has been removed.",
        "match",
    ),
    (
        "a changelog without the quote",
        HTML,
        "<title>Changelog</title><h1>Changelog</h1><ul><li>The old page has been removed.</ul>",
        "JAX compiles the function",
        "gone",
    ),
    ("script-only page", HTML, "<div id=root></div>", "JAX compiles the function", "unverifiable"),
    (
        "script-only page that says so",
        HTML,
        "<div id=root>You need to enable JavaScript to run this app.</div>",
        "JAX compiles the function",
        "unverifiable",
    ),
    ("PDF hyphenation, in plain text", TXT, "It was de-\nsigned for it", "was designed for it", "match"),
    ("hyphen of a compound at the line's end", TXT, "It is a well-\nknown fact", "a well-known fact", "match"),
    ("code block", HTML, "<pre>x = jit(f)</pre>", "x = jit(f)", "match in-code"),
    ("navigation only", HTML, "<nav><a href=x>Home page here</a></nav><p>z", "Home page here", "match boilerplate"),
    ("definition list", HTML, "<dl><dt>term<dd>def</dl>", "term def", "drift-wording spans-blocks"),
    ("Chinese line wrap", HTML, "<p>漢字\n漢字", "漢字漢字", "match"),
    ("entities", HTML, "<p>a&lt;b &amp;&amp; c", "a<b && c", "match"),
    ("notebook", "application/x-ipynb+json", NOTEBOOK, "Hello big world", "match"),
    ("emphasis", MD, "It is *not* **supported** at all", "It is not supported at all", "match"),
    ("table cell", MD, "| a | b |\n|---|---|\n| one cell | two |", "one cell", "match"),
]

# Whatever is said of these, it is not that the quote stands.
NOT_A_MATCH = [
    ("list glue", HTML, "<ul><li>alpha<li>beta</ul>", "alphabeta"),
    ("superscript", HTML, "<p>4³", "43"),
    ("superscript in a sentence", HTML, "<p>There are 4³ tiles", "There are 43 tiles"),
    ("superscript element", HTML, "<p>There are 4<sup>3</sup> tiles", "There are 43 tiles"),
    ("cut off a superscript", HTML, "<p>There are 4<sup>3</sup> tiles", "There are 4"),
    ("cut off a negative power", HTML, "<p>The bound is 10<sup>-3</sup>.", "The bound is 10"),
    ("cut off a power in words", HTML, "<p>The bound is 2<sup>n-1</sup>.", "The bound is 2"),
    ("cut off a root", HTML, "<p>The bound is √2 x of it.", "2 x of it."),
    ("version boundary", HTML, "<p>needs 3.10", "3.1"),
    ("version boundary in a sentence", HTML, "<p>needs 3.10 now", "needs 3.1"),
    ("table cells", HTML, "<table><tr><td>A<td>B</table>", "AB"),
]


def found(media_type: str, text: str, quote: str, charset: str | None = None) -> Finding:
    content = text.encode(charset or "utf-8")
    fetched = Fetched("document", "document", content, media_type)
    return Document(fetched, extract(content, media_type=media_type)).check(quote)


@pytest.mark.parametrize(
    ("media_type", "text", "quote", "answer"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_case(media_type: str, text: str, quote: str, answer: str) -> None:
    """Each case of the table gets its verdict, with these flags and no others."""
    finding = found(media_type, text, quote)
    assert " ".join([finding.verdict, *sorted(finding.flags)]) == answer, finding


@pytest.mark.parametrize(
    ("media_type", "text", "quote"), [case[1:] for case in NOT_A_MATCH], ids=[case[0] for case in NOT_A_MATCH]
)
def test_not_a_match(media_type: str, text: str, quote: str) -> None:
    """What a reader would not find is not said to stand."""
    assert found(media_type, text, quote).verdict.falls_short


def test_wrong_charset() -> None:
    """Bytes that are not in the charset they are labelled with are read all the same, and flagged."""
    content = "<p>a café – a naïve quote".encode("cp1252")
    fetched = Fetched("document", "document", content, HTML, "utf-8")
    finding = Document(fetched, extract(content, media_type=HTML, charset="utf-8")).check("café – a naïve quote")
    assert (finding.verdict, sorted(finding.flags)) == ("match", ["charset-fallback"])


def test_byte_order_mark() -> None:
    """A byte order mark wins against the header."""
    content = b"\xef\xbb\xbf" + "<p>a café quote".encode()
    fetched = Fetched("document", "document", content, HTML, "latin-1")
    assert (
        Document(fetched, extract(content, media_type=HTML, charset="latin-1")).check("a café quote").verdict == "match"
    )


@pytest.mark.parametrize(("section", "verdict"), [("Old", "moved"), ("New", "match"), ("Guide", "match")])
def test_moved_section(section: str, verdict: str) -> None:
    """A quote that stands under another heading than the cited one has moved."""
    content = b"<h1>Guide</h1><h2>Old</h2><p>Something.</p><h2>1.2. New</h2><p>The cited sentence is here.</p>"
    fetched = Fetched("document", "document", content, HTML)
    finding = Document(fetched, extract(content, media_type=HTML)).check("The cited sentence is here.", section=section)
    assert finding.verdict == verdict
    assert finding.heading == "Guide > 1.2. New"
