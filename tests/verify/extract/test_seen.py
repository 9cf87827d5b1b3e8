"""What a reader sees is found, whatever the format escapes it with; what no reader sees never stands unflagged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas_graph.verify.document import Flag
from atlas_graph.verify.match import check
from tests.verify.extract.reading import read

SENTENCE = "The pass rewrites every region into a flat list of blocks."
OTHER = "Other words stand here, enough of them that the page has something to say of its own.\n"
PROPERTY = settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])

Write = Callable[[str], str]


def _stands(document: str, name: str, quote: str) -> bool:
    """Whether a quote stands without a flag that a person would have to allow."""
    finding = check(read(document, name), quote)
    return finding.verdict.stands and not finding.flags & {Flag.HIDDEN_TEXT, Flag.SPANS_BLOCKS}


def _backslashed(text: str) -> str:
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def _cell(text: str) -> str:
    made = [{"cell_type": "markdown", "metadata": {}, "source": [f"{_backslashed(text)}\n", "\n", OTHER]}]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})


#: How each format has a sentence that may hold anything.
ESCAPED: list[tuple[str, Write]] = [
    ("a.html", lambda text: f"<p>{escape(text)}</p><p>{OTHER}</p>"),
    ("a.md", lambda text: f"# T\n\n{_backslashed(text)}\n\n{OTHER}"),
    ("a.mdx", lambda text: f"# T\n\n- {_backslashed(text)}\n\n{OTHER}"),
    ("a.rst", lambda text: f"T\n===\n\n{_backslashed(text)}\n\n{OTHER}"),
    ("a.adoc", lambda text: f"= T\n\n++{text}++\n\n{OTHER}"),
    ("a.ipynb", _cell),
    ("a.bs", lambda text: f"<h1>T</h1>\n\n<p>{escape(text)}</p>\n\n{OTHER}"),
    ("a.c", lambda text: f"// {text}\nint x;\n"),
    ("a.py", lambda text: f"# {text}\nx = 1\n"),
]
LETTERS = st.text("abcdefghijklmnop", min_size=2, max_size=8)
# no escape of AsciiDoc's keeps "::" from making a term of what stands before it
WITHIN = {"a.adoc": "*_#<>&{}[]()'\"!=-%$@^~|", "a.bs": "*_#.()!;=-%@^~"}


@pytest.mark.parametrize(("name", "write"), ESCAPED, ids=[name for name, _ in ESCAPED])
@PROPERTY
@given(data=st.data())
def test_an_escaped_sentence_is_found(name: str, write: Write, data: st.DataObject) -> None:
    """A sentence put through the format's own escaping stands as it was."""
    marks = st.text(WITHIN.get(name, "*_#<>&{}[]()'\"!:;=-%$@^~|`\\"), min_size=1, max_size=3)
    middle = data.draw(st.lists(st.one_of(LETTERS, marks), min_size=1, max_size=8))
    sentence = " ".join(["Word", *middle, "end"])
    assert _stands(write(sentence), name, sentence)


UNSEEN: list[tuple[str, str]] = [
    # HTML: switched off, hidden, clipped, struck, out of the window, of the colour of its ground
    *(
        ("a.html", f"<style>.x{{{style}}}</style><p class=x>{SENTENCE}</p><p>{OTHER}</p>")
        for style in (
            "display:none",
            "visibility:hidden",
            "opacity:0",
            "opacity:.02",
            "opacity:5%",
            "font-size:0",
            "font-size:1px",
            "font-size:.1em",
            "translate:-9999px",
            "mask-image:linear-gradient(transparent,transparent)",
            "color:hsla(0,0%,0%,0)",
            "color:rgb(0 0 0 / 1%)",
            "color:#fefefe;background:white",
            "position:absolute;left:-9999px",
            "text-indent:-9999px",
            "clip:rect(0,0,0,0)",
            "clip-path:inset(100%)",
            "height:0;overflow:hidden",
            "transform:scale(0)",
            "color:#fff;background:#fff",
            "color:transparent",
            "content-visibility:hidden",
            "text-decoration:line-through",
            "unicode-bidi:bidi-override;direction:rtl",
        )
    ),
    ("a.html", f"<style>@media screen {{#x {{display:none}}}} p{{display:block}}</style><p id=x>{SENTENCE}</p>{OTHER}"),
    ("a.html", f"<p style='DISPLAY: /**/ none !important'>{SENTENCE}</p>{OTHER}"),
    ("a.html", f"<p class=d-none>{SENTENCE}</p>{OTHER}"),
    ("a.html", f"<bdo dir=rtl>{SENTENCE}</bdo>{OTHER}"),
    ("a.html", f"<div popover>{SENTENCE}</div>{OTHER}"),
    ("a.html", f"<p title='{SENTENCE}'>{OTHER}</p><img alt='{SENTENCE}'><iframe srcdoc='{SENTENCE}'></iframe>"),
    ("a.html", f"<svg><desc>{SENTENCE}</desc><title>{SENTENCE}</title></svg>{OTHER}"),
    ("a.html", "<div>" * 500 + f"<p hidden>{SENTENCE}</p>{OTHER}"),
    ("a.html", f"<x-a>word<template shadowrootmode=open>{OTHER}</template>{SENTENCE}</x-a>"),
    # Markdown: comments of every kind, definitions, front matter, attributes, branches
    *(
        ("a.md", f"# T\n\n{hidden.format(SENTENCE)}\n\n{OTHER}")
        for hidden in (
            "<!-- {} -->",
            "[//]: # ({})",
            '[x]: https://example.org "{}"',
            "{{%- comment -%}}\n{}\n{{%- endcomment -%}}",
            "{{% if false %}}{}{{% endif %}}",
            "{{# {} #}}",
            "{{{{/* {} */}}}}",
            "{{/* {} */}}",
            "%% {} %%",
            "*[T]: {}",
            "![{}](x.png)",
            '[link](x "{}")',
            "~{}~",
            "<del>\n\n{}\n\n</del>",
            "{{--{}--}}",
            "```{{raw}} latex\n{}\n```",
            "```{{figure}} x.png\n:alt: {}\n\nCaption\n```",
            "```{{only}} latex\n{}\n```",
            '<Card note="{}">words</Card>',
        )
    ),
    ("a.md", f"---\ndescription: {SENTENCE}\n---\n\n{OTHER}"),
    ("a.md", f"```{{note}}\nx\n```\n\n% {SENTENCE}\n\n{OTHER}"),
    ("a.mdx", f"export const a = '{SENTENCE}'\n\n{OTHER}"),
    # reStructuredText
    *(
        ("a.rst", f"T\n===\n\n{hidden.format(SENTENCE)}\n\n{OTHER}")
        for hidden in (
            ".. {}",
            "..\n   {}",
            ".. |unused| replace:: {}",
            ".. index:: {}",
            ".. meta::\n   :description: {}",
            ".. todo::\n\n   {}",
            ".. image:: x\n   :alt: {}",
            ".. raw:: latex\n\n   {}",
            ".. raw:: html\n\n   <!-- {} -->",
            ".. only:: latex\n\n   {}",
            ".. ifconfig:: False\n\n   {}",
            ".. role:: gone\n   :class: strike\n\n:gone:`{}`",
        )
    ),
    # AsciiDoc
    *(
        ("a.adoc", f"= T\n\n{hidden.format(SENTENCE)}\n\n{OTHER}")
        for hidden in (
            "// {}",
            "////\n{}\n////",
            "[comment]\n{}",
            "[comment]\n--\n{}\n--",
            "ifdef::internal[{}]",
            "ifdef::internal[]\n{}\nendif::[]",
            "ifeval::[1 == 2]\n{}\nendif::[]",
            "Words (((T, {}))) of it.",
            "++++\n<!-- {} -->\n++++",
            ":note: {}",
            "[.line-through]#{}#",
            "image::x.png[{}]",
        )
    ),
    ("a.ipynb", _cell("").replace("Other words", f"<!-- {SENTENCE} --> Other words")),
    ("a.bs", f"<pre class=metadata>\nAbstract: {SENTENCE}\n</pre>\n\n<!-- {SENTENCE} -->\n{OTHER}"),
    ("a.c", f"#if 0\n#if A\n#endif\n/* {SENTENCE} */\n#endif\nint x;\n"),
    ("a.h", f"/** {OTHER} \\cond A\n {SENTENCE}\n \\endcond */\nint x;\n"),
]


@pytest.mark.parametrize(("name", "document"), UNSEEN, ids=[f"{name} {text[:60]!r}" for name, text in UNSEEN])
def test_what_no_reader_sees_does_not_stand(name: str, document: str) -> None:
    """The same sentence in a comment, an attribute, an unused definition, a branch switched off, or struck."""
    assert not _stands(document, name, SENTENCE)


SEEN: list[tuple[str, str, str]] = [
    ("a.html", "<p>The <q>pass</q> <abbr title=x>rewrites</abbr> lists.</p>", "The “pass” rewrites lists."),
    ("a.html", "<p>The pass<span role=tooltip>a tip</span> rewrites lists.</p>", "The pass rewrites lists."),
    ("a.html", "<p>The pass<sup><a href='#fn1'>1</a></sup> rewrites lists.</p>", "The pass rewrites lists."),
    ("a.html", "<x-a><template shadowrootmode=open><p>The <slot></slot> runs.</template>pass</x-a>", "The pass runs."),
    ("a.html", "<details><p>The pass rewrites lists.</details>", "The pass rewrites lists."),
    ("a.html", "<style>@media print{p{display:none}}</style><p>The pass rewrites.", "The pass rewrites."),
    ("a.html", "<p>The <g-emoji>🚀</g-emoji> pass rewrites lists.", "The 🚀 pass rewrites lists."),
    ("a.md", "The [pass](x){target=_blank} [rewrites]{.small} lists.", "The pass rewrites lists."),
    ("a.md", "The [[pass]] rewrites [[lists|all lists]] :rocket:.", "The pass rewrites all lists 🚀."),
    ("a.md", "---\nmyst:\n  substitutions:\n    n: pass\n---\nThe {{ n }} rewrites lists.", "The pass rewrites lists."),
    ("a.md", 'The {{< term text="pass" id="p" >}} rewrites[^1] lists.\n\n[^1]: x', "The pass rewrites lists."),
    (
        "a.rst",
        ".. |p| replace:: pass\n\nThe |p| rewrites :ref:`lists <l>` [#a]_ now.\n\n.. [#a] x",
        "pass rewrites lists",
    ),
    ("a.adoc", "The ((pass)) -> (TM)footnote:[x] ends(((a,b))).", "The pass → ™ ends."),
    ("a.adoc", ":x:\n\nifdef::x[]\nThe pass rewrites lists.\nendif::[]", "The pass rewrites lists."),
    ("a.h", '/// The \\p pass \\ref Go::on "goes on" to @c lists.\nint x;', "The pass goes on to lists."),
    ("a.java", "/** The {@code pass} has {@link A#b its lists}. */\nclass A {}", "The pass has its lists."),
    (
        "a.py",
        "def f():\n    '''Do.\n\n    Args:\n        x: The pass\n            rewrites.\n    '''",
        "The pass rewrites.",
    ),
]


@pytest.mark.parametrize(("name", "document", "quote"), SEEN, ids=[f"{name} {quote}" for name, _, quote in SEEN])
def test_what_is_shown_otherwise_than_it_is_written_stands(name: str, document: str, quote: str) -> None:
    """Commands, attributes, substitutions, short codes and marks are read as the page shows them."""
    assert _stands(document, name, quote)
