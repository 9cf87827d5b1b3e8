"""Markdown to blocks."""

from __future__ import annotations

import pytest

from atlas_graph.verify.document import Label
from tests.verify.extract.reading import block_with, labelled, read, texts


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("one *two* **three** `four` ~~five~~", ["one two three four five"]),
        ("a\nb  \nc\\\nd", ["a b c d"]),
        ("> long\n> line\n>\n> next", ["long line", "next"]),
        ("- a\n  b\n- c\n\n  d\n  1. e", ["a b", "c", "d", "e"]),
        ("| a | b |\n|---|---|\n| *c* | `d` |", ["a", "b", "c", "d"]),
        ("see [the *text*](http://x 'title') and <http://y>", ["see the text and http://y"]),
        ("[text][ref] [ref] [gone][nowhere] [also][]\n\n[ref]: http://x", ["text ref gone also"]),
        ("x[i][j] and [1] stay", ["x[i][j] and [1] stay"]),
        ("a\\_b \\* &copy; &amp;", ["a_b * © &"]),
        ("so [the page](@ref Some Target) says", ["so the page says"]),
        ("![picture](a.png) text", ["text"]),
        ("a <b>b</b><br>c <!-- d --> e", ["a b c e"]),
        ("<div align=center>\n<p>x <b>y</b></p>\n</div>", ["x y"]),
        ("<details>\n<summary>More</summary>\n\nThe *text*\n\n</details>", ["More", "The text"]),
        ("a[^1].\n\n[^1]: The note.", ["a[1].", "The note."]),
        ("Term\n: Meaning *here*", ["Term", "Meaning here"]),
        ("costs $5 and $10, $x_1$ and $$y^2$$", ["costs $5 and $10, x_1 and y^2"]),
        ("set $HOME/$USER there", ["set $HOME/$USER there"]),
        ("- [x] done\n- [ ] open", ["done", "open"]),
        ("> [!NOTE]\n> The note.", ["The note."]),
        ("!!! note\n    The note.", ["Note", "The note."]),
        ('=== "Linux"\n\n    Use *this*.', ['=== "Linux"', "Use this."]),
        ("so 2*3*4 is 24, *so* it is", ["so 2*3*4 is 24, so it is"]),
        ("2**3**4", ["2**3**4"]),
        ("4<sup>3</sup>, 2<sub>16</sub>, 2<sup>*n*</sup>", ["4³, 2₁₆, 2^n"]),
        ("4<sup>3\n\n5", ["4³", "5"]),
        ("<p>4<sup>3</sup></p>", ["4³"]),
        ("4{sup}`3` and 2{sub}`16` of H{sub}`2`O", ["4³ and 2₁₆ of H2O"]),
    ],
)
def test_markdown_reads_as_it_is_rendered(source: str, shown: list[str]) -> None:
    """Emphasis, links, tables, footnotes, alerts and HTML leave their text."""
    found = read(source, "a.md")
    assert texts(found) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{func}`~jax.jit` {func}`jit <jax.jit>` {class}`!a.B`", ["jit jit a.B"]),
        ("{doc}`the guide <guide>` {abbr}`IR (representation)` {pep}`8`", ["the guide IR PEP 8"]),
        ("(here)=\n# The Title\n\nsee {ref}`here`", ["The Title", "see The Title"]),
        ("```{note}\nA *note*.\n```", ["A note."]),
        ("```{note} A *note*\nof two lines.\n```", ["A note of two lines."]),
        ("```{admonition} A title\n:class: tip\n\nText.\n```", ["A title", "Text."]),
        ("::::{grid} 2\n:::{grid-item-card} Card\nText.\n:::\n::::", ["Card", "Text."]),
        ("```{versionadded} 1.2\nThe *thing*.\n\nMore.\n```", ["Added in version 1.2: The thing.", "More."]),
        ("```{eval-rst}\nsee :func:`~jax.jit`\n\n.. note:: Text.\n```", ["see jit", "Text."]),
        ("```{figure} a.png\n:alt: x\n\nThe *caption*.\n```", ["The caption."]),
        ("```{list-table} Cap\n:header-rows: 1\n\n* - a\n  - b\n```", ["Cap", "a", "b"]),
        ("```{include} a.md\n```\ntext", ["text"]),
        ("```{autofunction} jax.jit\n```", ["jax.jit"]),
        ("% comment\ntext {sub-ref}`today`", ["text today"]),
        ("- item\n\n  ```{tip}\n  In *it*.\n  ```", ["item", "In it."]),
        ("````{tab-set}\n```{tab-item} One\nFirst.\n```\n````", ["One", "First."]),
    ],
)
def test_myst_reads_as_sphinx_renders_it(source: str, shown: list[str]) -> None:
    """Roles are reduced to their text; directives are read as content."""
    found = read(source, "a.md")
    assert texts(found) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (":::note Title\nText.\n:::", ["Title", "Text."]),
        ("import A from 'b'\n\n{/* no */}\n\n# Title\n\n<A b={c} d='e'>Text <B/> here</A>", ["Title", "Text here"]),
        ("export const a = {\n  b: 1\n}\n\nText.", ["Text."]),
        ("<Tabs>\n<TabItem value='a'>\n\nIn *it*.\n\n</TabItem>\n</Tabs>", ["In it."]),
    ],
)
def test_mdx_reads_as_its_site_renders_it(source: str, shown: list[str]) -> None:
    """Imports, comments and JSX tags are no text."""
    assert texts(read(source, "a.mdx")) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (
            "---\ntitle: The page\nnav_order: 2\n---\n\n# Head\n{: .no_toc }\n\n{% include a %}text",
            ["The page", "Head", "text"],
        ),
        ("[a]({{ site.url }}/x) b{:.external}", ["a b"]),
        ("## Head {#head}\n\n[TOC]\n\ntext", ["Head", "text"]),
        ("`{% raw %}` is code", ["{% raw %} is code"]),
        ("{{< note >}}text{{< /note >}}", ["text"]),
    ],
)
def test_templates_are_not_text(source: str, shown: list[str]) -> None:
    """Liquid, kramdown and Hugo tags are blanked, but not where they are shown as code."""
    assert texts(read(source, "a.md")) == shown


def test_code_blocks_are_labelled() -> None:
    """Fenced, indented and directive code is told from prose."""
    found = read("```python\na = 1\n```\n\n    b = 2\n\n```{code-block} c\n:linenos:\n\nc = 3\n```\n\ntext", "a.md")
    assert labelled(found, Label.CODE) == ["a = 1", "b = 2", "c = 3"]


def test_headings_make_the_path() -> None:
    """ATX and underlined headings, and those inside HTML, make one path."""
    found = read("A\n=\n\n## B `b`\n\nx\n\n<h3>C</h3>\n\ny\n\n# D\n\nz", "a.md")
    assert block_with(found, "x").headings == ("A", "B b")
    assert block_with(found, "y").headings == ("A", "B b", "C")
    assert block_with(found, "z").headings == ("D",)
    assert found.title == "A"


def test_struck_and_hidden_text_is_labelled() -> None:
    """Strikethrough and HTML's hidden attribute work as in HTML."""
    found = read("a ~~b~~ <del>c</del> <i hidden>d</i> e", "a.md")
    assert labelled(found, Label.DELETED) == ["b", "c"]
    assert labelled(found, Label.HIDDEN) == ["d"]


def test_the_contents_of_a_site_are_navigation() -> None:
    """Titles in a toctree are other pages' titles."""
    assert labelled(read("```{toctree}\n:hidden:\n\nThe guide <guide>\nother\n```", "a.md"), Label.NAVIGATION) == [
        "The guide"
    ]


def test_very_long_paragraphs_are_read_whole() -> None:
    """Inline markup is read a stretch at a time; nothing is lost between them."""
    lines = [f"line *{number}* of [many](http://x/{number})" for number in range(3000)]
    assert texts(read("\n".join(lines), "a.md")) == [" ".join(f"line {number} of many" for number in range(3000))]


@pytest.mark.parametrize(
    ("opening", "closing", "label"),
    [
        ("<div hidden>", "</div>", Label.HIDDEN),
        ('<div class="a"><div style="display: none">', "</div></div>", Label.HIDDEN),
        ("<del>", "</del>", Label.DELETED),
        ('<section style="text-decoration: line-through">', "</section>", Label.DELETED),
    ],
)
def test_html_around_paragraphs_holds_for_them(opening: str, closing: str, label: Label) -> None:
    """What one HTML block opens and another closes hides or strikes the Markdown between them, and no more."""
    source = f"before\n\n{opening}\n\nthe *text*\n\n- item\n\n<div>more</div>\n\n{closing}\n\nafter\n"
    found = read(source, "a.md")
    assert labelled(found, label) == ["the text", "item", "more"]
    assert texts(found) == ["before", "the text", "item", "more", "after"]


def test_a_footnotes_mark_may_be_left_out() -> None:
    """A quote may have the mark or not."""
    found = read("A call[^1] ends.\n\n[^1]: The note.", "a.md")
    assert texts(found)[0] == "A call[1] ends."
    assert found.variants[-1].text == "A call ends."


@pytest.mark.parametrize(
    "evidence", ['+++ {"a": 1}', "(label)=\n# Title", "{func}`f`", ":::{note}\nNote\n:::", "---\nkernelspec: x\n---"]
)
def test_comments_and_breaks_of_myst_are_not_seen(evidence: str) -> None:
    """Neither the shown text nor the raw view has them, in paragraphs, lists and directives."""
    source = f"{evidence}\n\none\n% aside\ntwo\n\n- a\n\n  % aside\n\n```{{note}}\nText\n% aside\n```\n+++ aside\n"
    found = read(source, "a.md")
    assert {"one", "Text"} <= set(texts(found))
    assert not [block.text for block in (*found.blocks, *found.variants) if "aside" in block.text]


def test_a_percent_sign_is_text_outside_of_myst() -> None:
    """In plain Markdown, and in MyST's code blocks, a line may begin with it."""
    assert texts(read("takes 50\n% of it", "a.md")) == ["takes 50 % of it"]
    found = read("{func}`f`\n\n```python\n% timeit f()\n```\n", "a.md")
    assert "% timeit f()" in texts(found)
