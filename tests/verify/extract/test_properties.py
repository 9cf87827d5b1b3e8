"""Whatever comes in, an extractor answers; whatever text is wrapped in markup comes out again."""

from __future__ import annotations

import json
import string
from html import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_graph.verify.extract import extract
from tests.verify.extract.reading import read, texts

NAMES = [
    "a.html",
    "a.md",
    "a.mdx",
    "a.rst",
    "a.adoc",
    "a.bs",
    "a.ipynb",
    "a.py",
    "a.cc",
    "a.td",
    "a.js",
    "a.txt",
    "a.pdf",
    None,
]
PROPERTY = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])

# Pieces that mean something in one format or another, so that random texts are more than noise
_MARKS = """
< > & ; &amp; &#0; &#xD800; <p> </p> <pre> <script> </script> <!-- --> <table> <td> <br> <i hidden> <title> ¶
<a href="#">
# == --- ``` ~~~ ::: :::{note} ```{note} {ref}`a` `a` `` * ** _ __ ~~ [ ] ( ) ![ ]( ][ [^1] [^1]: [a]: > - 1. | |-|
$ $$ {% %} {{ }} {: .a} {#a} import export {/* */} <A b={c}> % (a)= +++ !!! \\ .. .. note:: :: :a: :func:`b` |a| a_
`a <b>`_
.. _a: .. [1] .. |a| === +-+ |=== // /* */ /// # ''' " ' [{ }] = {a} <<a,b>> link:a[b] footnote:[a] [[a]] [=a=]
<sup> </sup> <sub> </sub> <div hidden> </div> <del> </del> <math> <msup> <mn> <mfrac> <msqrt> </math> :sup:`3` {sup}`3`
<i class="katex-html"> <i class="msupsub"> <sup><a href="#fn1">1</a></sup> 4 3*4 ^a^ ~2~
{{a/b}} <<a>> nbformat { } "cells" : , é 日本 ﬁ 🔗
"""
MARKS = st.sampled_from([*_MARKS.split(), '"' * 3, *"\ufeff\u200b\u00ad\u2028\x85\x0b\x0c\x1c\x00\t\r", "\r\n"])
TEXTS = st.lists(
    st.one_of(MARKS, st.sampled_from(["\n", "\n\n", "\n    ", " ", "a", "word"]), st.text(max_size=4)), max_size=40
).map("".join)

WORD = st.text(string.ascii_letters + "éßñΩж", min_size=1, max_size=8)
WORDS = st.lists(WORD, min_size=2, max_size=12)


@pytest.mark.parametrize("name", NAMES)
@PROPERTY
@given(content=st.binary(max_size=400))
def test_no_bytes_make_an_extractor_raise(name: str | None, content: bytes) -> None:
    """Any bytes have an extraction."""
    found = extract(content, name=name)
    assert found.problem or found.blocks


@pytest.mark.parametrize("name", NAMES)
@PROPERTY
@given(text=TEXTS)
def test_no_text_makes_an_extractor_raise(name: str | None, text: str) -> None:
    """Any text has an extraction, and no block of it is empty."""
    found = extract(text.encode("utf-8", "surrogatepass"), name=name)
    assert all(block.runs for block in (*found.blocks, *found.variants))


@PROPERTY
@given(words=WORDS, data=st.data())
def test_text_wrapped_in_html_comes_out(words: list[str], data: st.DataObject) -> None:
    """Inline elements, comments, character references and line ends inside a paragraph leave its words."""
    wrap = st.sampled_from(
        ["{}", "<b>{}</b>", "<code><span>{}</span></code>", "<a href='x'>{}</a>", "{}<!-- no -->", "<wbr>{}"]
    )
    gap = st.sampled_from([" ", "\n", "&#32;", "<br>", " <i></i>", "\t"])
    made = ""
    for word in words:
        cut = data.draw(st.integers(0, len(word)))
        made += data.draw(wrap).format(escape(word[:cut])) + escape(word[cut:]) + data.draw(gap)
    found = read(f"<p>before<div>{made}</div>after", "a.html")
    assert " ".join(words) in texts(found)


@PROPERTY
@given(words=WORDS, data=st.data())
def test_text_wrapped_in_markdown_comes_out(words: list[str], data: st.DataObject) -> None:
    """Emphasis, code, links, roles, quotes and lists leave the words."""
    wrap = st.sampled_from(
        ["{}", "*{}*", "**{}**", "`{}`", "[{}](http://x)", "[{}][y]", "{{func}}`{}`", "<b>{}</b>", "{}<br>"]
    )
    made = " ".join(data.draw(wrap).format(word) for word in words)
    block = data.draw(
        st.sampled_from(
            ["{}", "> {}", "- {}", "- a\n  - {}", "```{{note}}\n{}\n```", ":::{{tip}}\n{}\n:::", "| a |\n|---|\n| {} |"]
        )
    )
    assert " ".join(words) in texts(read(block.format(made) + "\n\n[y]: http://z", "a.md"))


@PROPERTY
@given(words=WORDS, data=st.data())
def test_text_wrapped_in_rst_comes_out(words: list[str], data: st.DataObject) -> None:
    """Emphasis, literals, roles, links and directives leave the words."""
    wrap = st.sampled_from(
        ["{}", "*{}*", "**{}**", "``{}``", "`{} <http://x>`_", ":func:`{}`", ":any-role:`{}`", ":ref:`{} <y>`"]
    )
    made = " ".join(data.draw(wrap).format(word) for word in words)
    block = data.draw(
        st.sampled_from(
            [
                "{}",
                "  {}",
                "* {}",
                "#. {}",
                ".. note:: {}",
                ".. note::\n\n   {}",
                ".. unheard-of:: a\n   :b: c\n\n   {}",
                "a\n  {}",
            ]
        )
    )
    assert " ".join(words) in texts(read(block.format(made), "a.rst"))


@PROPERTY
@given(words=WORDS, data=st.data())
def test_text_wrapped_in_asciidoc_comes_out(words: list[str], data: st.DataObject) -> None:
    """Emphasis, macros, lists and admonitions leave the words."""
    wrap = st.sampled_from(["{}", "*{}*", "_{}_", "`{}`", "link:x[{}]", "<<x,{}>>", "[code]#{}#"])
    made = " ".join(data.draw(wrap).format(word) for word in words)
    block = data.draw(st.sampled_from(["{}", "* {}", "NOTE: {}", "====\n{}\n====", "|===\n|{}\n|==="]))
    assert " ".join(words) in texts(read(block.format(made), "a.adoc"))


@PROPERTY
@given(
    cells=st.lists(st.tuples(st.sampled_from(["markdown", "code"]), WORDS), min_size=1, max_size=5),
    indent=st.sampled_from([None, 1]),
)
def test_text_in_a_notebook_comes_out(cells: list[tuple[str, list[str]]], indent: int | None) -> None:
    """Every cell's words are found, and their places in the JSON."""
    made = {
        "nbformat": 4,
        "nbformat_minor": 4,
        "metadata": {},
        "cells": [{"cell_type": kind, "metadata": {}, "source": [" ".join(words)]} for kind, words in cells],
    }
    found = read(json.dumps(made, indent=indent, ensure_ascii=False), "a.ipynb")
    assert texts(found) == [" ".join(words) for _, words in cells]


@PROPERTY
@given(
    words=WORDS,
    style=st.sampled_from(
        [
            ("a.py", "# {}"),
            ("a.cc", "/* {} */"),
            ("a.cc", "int a; // {}"),
            ("a.rs", "/// {}"),
            ("a.td", "let d = [{{ {} }}];"),
        ]
    ),
)
def test_text_in_a_comment_comes_out(words: list[str], style: tuple[str, str]) -> None:
    """A comment's words are a block."""
    name, comment = style
    assert " ".join(words) in texts(read(comment.format(" ".join(words)), name))
