"""HTML to blocks."""

from __future__ import annotations

import pytest

from atlas_graph.verify.document import Label
from tests.verify.extract.reading import block_with, labelled, read, texts


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<p>a<b>b</b><i>c</i><span>d</span>", ["abcd"]),
        ("<ul><li>alpha<li>beta</ul>", ["alpha", "beta"]),
        ("<p>one<br/>two", ["one two"]),
        ("<div>a<p>b</p>c</div>", ["a", "b", "c"]),
        ("<table><tr><td>a<td>b<tr><th>c</table>", ["a", "b", "c"]),
        ("<dl><dt>term<dd>meaning</dl>", ["term", "meaning"]),
        ("<p>a &lt; b &amp;&amp; c &#x2264; d &notit;", ["a < b && c ≤ d ¬it;"]),
        ("<p>x<!-- y -->z<!>w", ["xzw"]),
        ("<p>a<script>b</script>c<style>d</style>e<template>f</template>g<noscript>h</noscript>", ["aceg"]),
        ("<p>a<p>b</div></b>c", ["a", "bc"]),
        ("<select><option>a<option>b</select>", ["a", "b"]),
        ("<svg><title>t</title><text>a</text></svg>", ["a"]),
        ("<p>E = <math><mi>m</mi><annotation>m_0</annotation></math>", ["E = m"]),
        (r'<p>so <span class="math notranslate">\(a_1 + b\)</span> holds', ["so a_1 + b holds"]),
        ("<table>loose text<tr><td>cell</table>", ["loose text", "cell"]),
        ('<p>a <a href="x"">b</a> c', ["a b c"]),
        ("<p title='a > b'>c", ["c"]),
        ("<textarea>\nkept <b></textarea>", ["kept <b>"]),
    ],
)
def test_a_page_reads_as_a_browser_shows_it(page: str, shown: list[str]) -> None:
    """Inline elements join, blocks part, and what is not text is left out."""
    assert texts(read(page, "a.html")) == shown


KATEX = '<span class="katex-html" aria-hidden="true"><span class="mord">4<span class="msupsub">3</span></span></span>'


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("4<sup>3</sup>", "4³"),
        ("10<sup>-3</sup>", "10⁻³"),
        ("10<sup>\u22123</sup>", "10⁻³"),
        ("2<sub>16</sub>", "2₁₆"),
        ("2<sup>n</sup> and 2<sup>n-1</sup>", "2^n and 2^(n-1)"),
        ("2<sub>i</sub>", "2_i"),
        ("O(n<sup>k</sup>)", "O(n^k)"),
        ("2<sup>2<sup>3</sup></sup>", "2² ³"),
        ("16<sup>2</sup>.", "16²."),
        ("log<sub>2</sub>8 and log<sub>2</sub><b>8</b>", "log₂8 and log₂8"),
        ("x<sub>1</sub> of H<sub>2</sub>O, the 1<sup>st</sup> and n<sup>th</sup>", "x1 of H2O, the 1st and nth"),
        ("C<sup>++</sup>, Java<sup>TM</sup>", "C++, JavaTM"),
        ('4<span style="vertical-align: super">3</span>', "4³"),
        ("4<wbr><sup><b>3</b></sup>", "4³"),
        ("4<sup>3", "4³"),
        ("<math><msup><mn>4</mn><mn>3</mn></msup></math>", "4³"),
        ("<math>\n<msup>\n<mn>4</mn>\n<mrow><mo>-</mo><mn>3</mn></mrow>\n</msup></math>", "4⁻³"),
        ("<math><msub><mn>4</mn><mn>3</mn></msub></math>", "4₃"),
        ("<math><munder><mn>4</mn><mn>3</mn></munder></math>", "4₃"),
        ("<math><mn>4</mn><mo>+</mo><mn>3</mn></math>", "4+3"),
        ("<math><mn>4</mn><mo>&#x2062;</mo><mn>3</mn></math>", "4\u2062 3"),
        ("<math><mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>5</mn></math>", "3 1/2 5"),
        (
            "<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>2</mn></mrow><msup><mn>4</mn><mn>2</mn></msup></mfrac></math>",
            "(a+2)/4²",
        ),
        ("<math><mfrac linethickness=0><mn>4</mn><mn>2</mn></mfrac></math>", "4 2"),
        ("<math><mn>3</mn><msqrt><mn>2</mn></msqrt><mroot><mn>8</mn><mn>3</mn></mroot></math>", "3√2√(8; 3)"),
        ("<math><mmultiscripts><mn>4</mn><mn>1</mn><mn>2</mn></mmultiscripts></math>", "4¹²"),
        ("<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable></math>", "1 2"),
        (KATEX, "4³"),
        (KATEX.replace("3", '<b class="vlist-t vlist-t2">3</b>'), "4₃"),
        (KATEX.replace('"msupsub">3', '"mfrac"><b class="vlist"><b>2</b><b>1</b></b>'), "4 2 1"),
        (
            '<span class="katex-mathml"><math><msup><mn>4</mn><mi>k</mi></msup><annotation>4^k</annotation></math>'
            f"</span>{KATEX}",
            "4^k",
        ),
    ],
)
def test_scripts_make_no_other_number(page: str, shown: str) -> None:
    """What stands above, below or beside a number on the page is never read as digits of it."""
    assert texts(read(f"<p>{page}", "a.html")) == [shown]


@pytest.mark.parametrize(
    ("page", "shown", "without"),
    [
        ('A call<sup><a href="#fn1">1</a></sup> ends', "A call¹ ends", "A call ends"),
        ('A call <a class="footnote-reference" href="#a">[1]</a>.', "A call [1].", "A call."),
        ('A call<a role="doc-noteref" href="#a"><sup>1</sup></a> ends', "A call¹ ends", "A call ends"),
        ('A call<sup class="reference"><a href="#a">[1]</a></sup> ends', "A call[1] ends", "A call ends"),
        ('In 19<sup><a href="#fn1">1</a></sup>84', "In 19¹84", "In 19 84"),
    ],
)
def test_footnotes_marks_may_be_left_out(page: str, shown: str, without: str) -> None:
    """A quote may have the mark or not: the page reads both ways, and no number comes of it."""
    found = read(f"<p>{page}", "a.html")
    assert (texts(found), [block.text for block in found.variants]) == ([shown], [without])


def test_a_power_is_no_footnote() -> None:
    """A link in a superscript is a mark only where it leads to a note."""
    assert read('<p>x<sup><a href="#power">2</a></sup> grows', "a.html").variants == ()


def test_headings_make_the_path_of_what_is_under_them() -> None:
    """A block knows the headings above it, outermost first."""
    page = read("<h1>A</h1><p>a<h2>B <em>b</em></h2><p>b<h3>C</h3><p>c<h2>D</h2><p>d", "a.html")
    assert [(block.text.strip(), block.headings) for block in page.blocks if Label.HEADING not in block.labels] == [
        ("a", ("A",)),
        ("b", ("A", "B b")),
        ("c", ("A", "B b", "C")),
        ("d", ("A", "D")),
    ]


def test_the_title_is_not_text() -> None:
    """The title of the window is kept apart."""
    page = read("<head><title>The\n page</title></head><p>text", "a.html")
    assert (page.title, texts(page)) == ("The page", ["text"])


@pytest.mark.parametrize(
    "page",
    [
        "<nav>x</nav>",
        "<header>x</header>",
        "<footer>x</footer>",
        "<aside>x</aside>",
        '<div role="navigation">x</div>',
        '<div class="sphinxsidebar">x</div>',
        '<ul class="wy-breadcrumbs"><li>x</ul>',
        '<div class="footer">x</div>',
    ],
)
def test_what_surrounds_the_page_is_navigation(page: str) -> None:
    """Navigation, header, footer and sidebars are told from what the page says."""
    found = read(f"<main><p>text</main>{page}", "a.html")
    assert labelled(found, Label.NAVIGATION) == ["x"]


@pytest.mark.parametrize(
    "page",
    [
        "<article><header>x</header></article>",
        "<main><footer>x</footer></main>",
        "<main><aside>x</aside></main>",
        '<aside class="note">x</aside>',
        '<main><div class="footer">x</div></main>',
    ],
)
def test_the_header_of_an_article_is_text(page: str) -> None:
    """What stands inside the page's matter is part of it."""
    assert labelled(read(page, "a.html"), Label.NAVIGATION) == []


@pytest.mark.parametrize(
    "markup",
    [
        "<i hidden>x</i>",
        '<i style="color: red; display:none">x</i>',
        '<i style="visibility: hidden">x</i>',
        '<i class="sr-only">x</i>',
        "<dialog>x</dialog>",
        "<div hidden><p>x</p></div>",
    ],
)
def test_hidden_text_is_labelled(markup: str) -> None:
    """Text that a reader is not shown is kept, and told apart."""
    assert labelled(read(f"<p>a</p>{markup}<p>b", "a.html"), Label.HIDDEN) == ["x"]


def test_text_that_only_readers_by_ear_miss_is_shown() -> None:
    """``aria-hidden`` says nothing about what is on the screen."""
    assert labelled(read('<p>a <span aria-hidden="true">b</span>', "a.html"), Label.HIDDEN) == []


@pytest.mark.parametrize("tag", ["del", "s", "strike", 'i style="text-decoration: red line-through"'])
def test_struck_text_is_labelled(tag: str) -> None:
    """What is struck through is no longer what the page says."""
    assert labelled(read(f"<p>a <{tag}>b</{tag.split()[0]}> c", "a.html"), Label.DELETED) == ["b"]


@pytest.mark.parametrize("display", ["block", "flex", "table-cell", "list-item"])
def test_style_makes_blocks(display: str) -> None:
    """An inline element that is set as a block is one; ``inline-block`` is not."""
    page = f'first half<span style="color: red; display:{display}">second half</span>'
    assert texts(read(page, "a.html")) == ["first half", "second half"]
    assert texts(read(page.replace(display, "inline-block"), "a.html")) == ["first halfsecond half"]


@pytest.mark.parametrize(
    "link",
    [
        '<a class="headerlink" href="#a">¶</a>',
        '<a class="headerlink" href="#a">#</a>',
        '<a class="anchor" href="#a"></a>',
        '<a class="hash-link" href="#a">\u200b</a>',
        '<a href="#a">#</a>',
        '<a class="anchor" href="#a">§</a>',
    ],
)
def test_permalinks_are_no_part_of_a_heading(link: str) -> None:
    """The sign that a theme puts beside a heading is not in its text."""
    assert texts(read(f"<h2>Install{link}</h2>", "a.html")) == ["Install"]


def test_a_link_around_a_heading_is_text() -> None:
    """A heading that is itself a link keeps its words."""
    assert texts(read('<h2><a class="anchor" href="#a">Install</a></h2>', "a.html")) == ["Install"]


def test_code_keeps_its_lines() -> None:
    """A code block is one block, labelled, with its line ends."""
    block = block_with(read('<pre>\n<span class="linenos">1</span>a\n  b</pre>', "a.html"), "a b")
    assert (block.text, block.labels) == ("a\n  b", {Label.CODE})


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('<div id="root"></div><script src="a.js"></script>', "script-only"),
        ('<div id="app">Loading…</div><script>go()</script>', "script-only"),
        ("<p>You need to enable JavaScript to run this app.</p><script src=a.js></script>", "script-only"),
        ("<nav>Menu</nav><script src=a.js></script>", "script-only"),
        ("<p>A short page.</p><script src=a.js></script>", None),
        ("<img src=a>", "no-text"),
    ],
)
def test_a_page_without_text_says_why(page: str, problem: str | None) -> None:
    """A page that waits for a script is told from a page that is short."""
    assert read(f"<!doctype html><body>{page}", "a.html").problem == problem


def test_deep_nesting_is_read_flat() -> None:
    """A page nested beyond measure is still read, tag by tag."""
    assert texts(read("<div>" * 100_000 + "deep<p>down", "a.html")) == ["deep", "down"]


def test_cells_outside_a_table_stay_apart() -> None:
    """A row cut out of its table, as Markdown files hold them, does not run together."""
    assert texts(read("<tr><td>a</td><td>b</td></tr>", "a.html")) == ["a", "b"]
