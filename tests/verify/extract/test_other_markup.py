"""AsciiDoc, Bikeshed, notebooks, plain text."""

from __future__ import annotations

import json

import pytest

from atlas_graph.verify.document import Label
from tests.verify.extract.reading import block_with, labelled, read, texts


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("one *two* _three_ `four` #five# **s**ix", ["one two three four five six"]),
        ("[code]#vec# and [.term]#word#", ["vec and word"]),
        (
            "link:a.adoc#b[the text] xref:{c}d[more^] http://x[site,window=_blank] http://y",
            ["the text more site http://y"],
        ),
        ("see <<id,the section>> and <<other>>", ["see the section and other"]),
        (":v: 3.1\n\nversion {v} of {unknown} C{plus}{plus}", ["version 3.1 of {unknown} C++"]),
        ("* a\n** b\n. c\n- [x] d", ["a", "b", "c", "d"]),
        ("term:: meaning\nother::\n  more", ["term", "meaning", "other", "more"]),
        ("NOTE: The note.", ["The note."]),
        ("[NOTE]\n====\nThe note.\n\nMore.\n====", ["The note.", "More."]),
        ("|===\n|a |b\n\n|c\na|* d\n* e\n|===", ["a", "b", "c", "d", "e"]),
        (".Title\n----\ncode *x*\n----", ["Title", "code *x*"]),
        ("a footnote:[The note.] b", ["a [1] b", "The note."]),
        ("// comment\ninclude::a[]\nifdef::x[]\ntext\nendif::x[]", ["text"]),
        ("4^3^ 2~16~ 2^n^ 1^st^ H~2~O 2*3*4 a_b_c", ["4³ 2₁₆ 2^n 1st H2O 2*3*4 a_b_c"]),
        ("2**3**4 and **b**old, 1footnote:[x]2", ["2**3**4 and bold, 1[1]2", "x"]),
        ("snake_case_name and {cpp}", ["snake_case_name and C++"]),
        ("line one +\nline two", ["line one line two"]),
        ('say "`yes`"', ["say “yes”"]),
    ],
)
def test_asciidoc_reads_as_it_is_rendered(source: str, shown: list[str]) -> None:
    """Inline markup, lists, admonitions, tables and attributes leave their text."""
    found = read(source, "a.adoc")
    assert texts(found) == shown


def test_asciidoc_headings_and_code() -> None:
    """Headings make the path, delimited and indented listings are code."""
    found = read("= Doc\n\n== Part\n\ntext\n\n....\ncode\n....\n\n indented\n", "a.adoc")
    assert block_with(found, "text").headings == ("Doc", "Part")
    assert labelled(found, Label.CODE) == ["code", "indented"]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("# Head # {#head}\n\nOne\nparagraph.\n\nAnother.", ["Head", "One paragraph.", "Another."]),
        ("a {{GPUBuffer/map()|map}} of {{GPUDevice/queue}} and {{GPUBuffer}}", ["a map of queue and GPUBuffer"]),
        ("the [=texel copy=] [=command/encode=] [=a|shown=]", ["the texel copy encode shown"]),
        ("in [[WGSL]] and [[#intro|the intro]], \\[[slot]] of |x|", ["in [WGSL] and the intro, [[slot]] of x"]),
        ("<<type>> ''value'' `code` [link](http://x) **b**", ["type value code link b"]),
        ("1. one\n2. two\n    - three", ["one", "two", "three"]),
        (": <dfn>term</dfn>\n:: Meaning.", ["term", "Meaning."]),
        ("<pre class=metadata>\nTitle: T\n</pre>\n<p>text", ["text"]),
    ],
)
def test_bikeshed_reads_as_it_is_built(source: str, shown: list[str]) -> None:
    """Markdown's blocks inside HTML, and the shorthands for links, leave their text."""
    found = read(source, "index.bs")
    assert texts(found) == shown


def test_bikeshed_headings_of_both_kinds_make_one_path() -> None:
    """HTML and Markdown headings nest in each other."""
    found = read("<h2>A</h2>\n\n### B ### {#b}\n\ntext", "index.bs")
    assert block_with(found, "text").headings[-1] == "B"


def test_code_of_bikeshed_keeps_its_brackets() -> None:
    """What would be a link in prose is code in code."""
    found = read("<pre>a <<b>> c</pre>\n\n```\n<<d>>\n```\n\n<<e>>", "index.bs")
    assert texts(found) == ["a <<b>> c", "<<d>>", "e"]


def _notebook(*cells: tuple[str, str | list[str]], **also: object) -> str:
    made = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made, **also}, indent=1)


def test_a_notebook_reads_cell_by_cell() -> None:
    """Markdown cells are Markdown, code cells code, and headings go on from cell to cell."""
    found = read(
        _notebook(
            ("markdown", ["# The *title*\n", "\n", "Some `text`\n", "here."]),
            ("code", "x = 1"),
            ("markdown", "End “é”"),
        ),
        "a.ipynb",
    )
    assert texts(found) == ["The title", "Some text here.", "x = 1", "End “é”"]
    assert labelled(found, Label.CODE) == ["x = 1"]
    assert block_with(found, "End").headings == ("The title",)
    assert found.title == "The title"


@pytest.mark.parametrize(
    "notebook",
    [
        '{"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [{"cell_type": "markdown", '
        '"metadata": {}, "source": ["old *text*"]}]}]}',
        '{"cells": [{"cell_type": "markdown", "source": "old *text*"}]}',
        '{"nbformat": 4, "nbformat_minor": 99, "cells": [7, {"cell_type": "markdown", "source": ["old *text*", 3]}]}',
    ],
)
def test_old_and_invalid_notebooks_are_read(notebook: str) -> None:
    """Old versions are brought up to date; what is not valid is read as far as it goes."""
    assert texts(read(notebook, "a.ipynb")) == ["old text"]


def test_what_is_no_notebook_is_read_as_text() -> None:
    """Half a notebook has text in it."""
    assert texts(read('{"cells": [\n\nthe text', "a.ipynb")) == ['{"cells": [', "the text"]


def test_plain_text_is_cut_at_blank_lines() -> None:
    """A plain text has paragraphs and nothing else."""
    found = read("one *line*\ntwo\n \n\nthree", "a.txt")
    assert texts(found) == ["one *line* two", "three"]
