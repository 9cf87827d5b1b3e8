"""The cases of quote checking that are decided by how a document is read, from bytes to verdict."""

from __future__ import annotations

import pytest

from atlas_graph.verify.document import Flag, Verdict
from atlas_graph.verify.extract import extract
from atlas_graph.verify.match import check

MATCH, LOOSE, GONE, MEANING = Verdict.MATCH, Verdict.LOOSE, Verdict.GONE, Verdict.DRIFT_MEANING

STANDS = [
    ("inline markup", "a.html", "<p>j<wbr>ax com<em>pile</em>s", "jax compiles", MATCH, ()),
    ("code and link", "a.html", "<p><code>jit</code>(<a href=x>f</a>) returns", "jit(f) returns", MATCH, ()),
    (
        "two blocks",
        "a.html",
        "<p>It ends here.</p><p>It starts there.</p>",
        "It ends here. It starts there.",
        Verdict.DRIFT_WORDING,
        (Flag.SPANS_BLOCKS,),
    ),
    ("line break", "a.html", "<p>one line<br>two lines", "one line two lines", MATCH, ()),
    ("no-break space, soft hyphen", "a.html", "<p>10&nbsp;GB of mem&shy;ory", "10 GB of memory", MATCH, ()),
    ("ligature", "a.html", "<p>an eﬃcient one", "an efficient one", MATCH, ()),
    ("curly quotes, dashes", "a.html", "<p>“don’t” 1–3", '"don\'t" 1-3', LOOSE, ()),
    ("combining accents", "a.html", "<p>cafe\u0301 au lait", "caf\u00e9 au lait", MATCH, ()),
    ("permalink", "a.html", '<h2>Install<a class="headerlink" href="#install">¶</a></h2>', "Install", MATCH, ()),
    ("RST role, literal", "a.rst", ":func:`~jax.jit` and ``jit``", "jit and jit", MATCH, ()),
    (
        "MyST role, reference, escape",
        "a.md",
        "{func}`jit` of [the fn][f] a\\_b",
        "jit of the fn a_b",
        MATCH,
        (),
    ),
    ("stars that are no emphasis", "a.md", "so 2*3*4 is 24", "so 2*3*4 is 24", MATCH, ()),
    (
        "footnote mark",
        "a.html",
        '<p>A call<sup><a href="#fn1">1</a></sup> is compiled',
        "A call is compiled",
        MATCH,
        (),
    ),
    ("footnote mark", "a.md", "A call[^1] is compiled\n\n[^1]: x", "A call is compiled", MATCH, ()),
    ("footnote mark", "a.rst", "A call [#a]_ is compiled\n\n.. [#a] x", "A call is compiled", MATCH, ()),
    ("hard-wrapped block quote", "a.md", "> long\n> line", "long line", MATCH, ()),
    ("admonition", "a.md", ":::{note}\nText *here*\n:::\n", "Text here", MATCH, ()),
    (
        "hidden word",
        "a.html",
        "<p>it is <i hidden>not</i> supported",
        "it is not supported",
        Verdict.DRIFT_MEANING,
        (Flag.HIDDEN_TEXT,),
    ),
    ("code block", "a.html", "<pre>x = jit(f) + 1</pre>", "x = jit(f) + 1", MATCH, (Flag.IN_CODE,)),
    ("navigation only", "a.html", "<p>Text.</p><nav>All about jit</nav>", "All about jit", MATCH, (Flag.BOILERPLATE,)),
    ("reader's parentheses", "a.rst", "A :func:`jax.jit` call traces.", "A jax.jit() call traces.", MATCH, ()),
    ("page's parentheses", "a.html", '<p>A <code class="py py-func">jit()</code> call', "A jit call", MATCH, ()),
]


@pytest.mark.parametrize(
    ("name", "document", "quote", "verdict", "flags"), [case[1:] for case in STANDS], ids=[case[0] for case in STANDS]
)
def test_a_quote_that_a_reader_finds_stands(
    name: str, document: str, quote: str, verdict: Verdict, flags: tuple[Flag, ...]
) -> None:
    """Markup, typography and layout do not stand between a quote and the text that it is from."""
    found = check(extract(document.encode(), name=name), quote)
    assert (found.verdict, set(found.flags) - {Flag.CONTEXT_RISK}) == (verdict, set(flags))


GONE_CASES = [
    ("list glue", "a.html", "<ul><li>alpha<li>beta</ul>", "alphabeta"),
    ("superscript", "a.html", "<p>4³ of them", "43 of them"),
    *(
        (f"scripts in {name}", name, source, quote)
        for quote, *sources in (
            ("43 of them", "<p>4<sup>3</sup> of them", "4<sup>3</sup> of them", "4{sup}`3` of them"),
            ("216 of them", "<p>2<sub>16</sub> of them", "2<sub>16</sub> of them", "2{sub}`16` of them"),
            ("2k of them", "<p>2<sup>k</sup> of them", "2<sup>k</sup> of them", "2{sup}`k` of them"),
        )
        for name, source in zip(("a.html", "a.md", "a.md"), sources, strict=True)
    ),
    ("scripts in a.rst", "a.rst", "4\\ :sup:`3` of them", "43 of them"),
    ("scripts in a.adoc", "a.adoc", "4^3^ of them", "43 of them"),
    ("stars in a.md", "a.md", "so 2*3*4 is 24", "so 234 is 24"),
    ("script", "a.html", "<p>Other text.<script>var it = 'the quote is here'</script>", "the quote is here"),
    ("comment", "a.html", "<p>Other text.<!-- the quote is here -->", "the quote is here"),
    ("template", "a.html", "<p>Other text.<template><p>the quote is here</template>", "the quote is here"),
    ("noscript", "a.html", "<p>Other text.<noscript>the quote is here</noscript>", "the quote is here"),
    ("RST comment", "a.rst", "Other text.\n\n.. the quote is here\n", "the quote is here"),
    ("MyST comment", "a.md", "(label)=\n# Title\n\n% the quote is here\n\nOther text.", "the quote is here"),
    ("AsciiDoc comment", "a.adoc", "Other text.\n\n// the quote is here\n", "the quote is here"),
    ("MDX comment", "a.mdx", "Other text.\n\n{/* the quote is here */}\n", "the quote is here"),
    (
        "Liquid comment",
        "a.md",
        "Other text.\n\n{% comment %}\nthe quote is here\n{% endcomment %}\n",
        "the quote is here",
    ),
    ("front matter key", "a.md", "---\nsidebar: the quote is here\n---\nOther text.", "the quote is here"),
]


@pytest.mark.parametrize(
    ("name", "document", "quote"), [case[1:] for case in GONE_CASES], ids=[case[0] for case in GONE_CASES]
)
def test_what_no_reader_sees_does_not_stand(name: str, document: str, quote: str) -> None:
    """Text of scripts and comments, and text that only looks joined, is not found."""
    assert not check(extract(document.encode(), name=name), quote).verdict.stands


def test_struck_out_text_is_a_change_of_meaning() -> None:
    """A sentence whose number the page strikes out no longer says it."""
    page = extract(b"<p>It needs <del>3.8</del><ins>3.9</ins> to run.", name="a.html")
    assert check(page, "It needs 3.8 to run.").verdict is MEANING
    assert check(page, "It needs 3.9 to run.").verdict is MATCH


def test_a_page_that_waits_for_its_script_cannot_be_read() -> None:
    """A page with nothing but an element for a script to fill has no text, and says why."""
    assert extract(b"<body><div id=root></div><script src=a.js></script>", name="a.html").problem == "script-only"


def test_a_wrong_charset_is_read_and_flagged() -> None:
    """Windows-1252 bytes that are labelled UTF-8 are read as a reader would, with a flag."""
    page = extract("<p>“don’t” — naïve".encode("cp1252"), media_type="text/html", charset="utf-8")
    assert page.blocks[0].text == "“don’t” — naïve"
    assert Flag.CHARSET_FALLBACK in page.flags


def test_a_byte_order_mark_wins_over_the_header() -> None:
    """The mark says what the bytes are, whatever the server says."""
    page = extract("\ufeff<p>naïve".encode("utf-16"), media_type="text/html", charset="iso-8859-1")
    assert (page.blocks[0].text, page.flags) == ("naïve", frozenset())
