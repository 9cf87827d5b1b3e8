"""reStructuredText to blocks."""

from __future__ import annotations

from typing import Any

import pytest
from docutils import nodes
from docutils.parsers.rst import directives, roles

from atlas_graph.verify.document import Label
from tests.verify.extract.reading import block_with, labelled, read, texts


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("one *two* **three** ``four`` `five`", ["one two three four five"]),
        (":func:`~jax.jit` :ref:`title <t>` :ref:`title<t>` :class:`!a.B` :attr:`.c`", ["jit title title a.B c"]),
        (":made-up:`text` :raw-html:`<br>`", ["text"]),
        ("`link <http://x>`_ plain_ `two words`__ [1]_", ["link plain two words [1]"]),
        ("a\\_b c\\ d *e*\\ f", ["a_b cd ef"]),
        ("4\\ :sup:`3`, 2\\ :sub:`16`, 2\\ :superscript:`n`, H\\ :sub:`2`\\ O", ["4³, 2₁₆, 2^n, H2O"]),
        ("|v| is it\n\n.. |v| replace:: 4\\ :sup:`3`", ["4³ is it"]),
        ("|v| and |w|\n\n.. |v| replace:: version **3**", ["version 3 and |w|"]),
        (".. _here:\n\nThe Title\n=========\n\nsee :ref:`here`", ["The Title", "see The Title"]),
        (".. note:: First\n   line.\n\n   Second.", ["First line.", "Second."]),
        (".. unheard-of:: Argument\n   :option: x\n\n   Its *body*.", ["Argument", "Its body."]),
        (".. py:function:: f(a)\n   :noindex:\n\n   What it does.", ["f(a)", "What it does."]),
        (".. versionadded:: 1.2\n   The *thing*.", ["Added in version 1.2: The thing."]),
        (".. deprecated:: 1.2 Use *that*.", ["Deprecated since version 1.2: Use that."]),
        (".. only:: html\n\n   Text.", ["Text."]),
        (".. figure:: a.png\n   :alt: x\n\n   The caption.\n\n   The legend.", ["The caption.", "The legend."]),
        (".. list-table:: Caption\n\n   * - a\n     - b", ["Caption", "a", "b"]),
        ('.. csv-table:: Caption\n   :header: x\n\n   "a, b", c', ["Caption", "a, b", "c"]),
        ("+---+---+\n| a | b |\n|   | c |\n+---+---+", ["a", "b c"]),
        ("== ==\na  b\n== ==\n1  2\n== ==", ["a", "b", "1", "2"]),
        ("| one\n| two", ["one two"]),
        ("term : kind\n   Meaning.", ["term", "kind", "Meaning."]),
        ("-o FILE  Where to write.", ["-o FILE", "Where to write."]),
        (":field: value", ["field", "value"]),
        ("a [#n]_\n\n.. [#n] The note.", ["a [1]", "[1]", "The note."]),
        (".. include:: /etc/hostname\n\ntext", ["text"]),
        (".. raw:: html\n\n   <b>x</b>\n\n.. raw:: latex\n\n   y\n\ntext", ["x", "text"]),
        (".. a comment\n   of two lines\n\ntext", ["text"]),
        ("unclosed `role and *emphasis", ["unclosed `role and *emphasis"]),
        (".. |x| image:: a.png\n\ntext |x| more", ["text more"]),
        ("a:\n\n.. math:: x^2", ["a:", "x^2"]),
        (".. |br| raw:: html\n\n   <br/>\n\none |br| two", ["one two"]),
    ],
)
def test_rst_reads_as_sphinx_renders_it(source: str, shown: list[str]) -> None:
    """Roles and directives of any project are reduced to what they show; docutils' complaints are not text."""
    found = read(source, "a.rst")
    assert texts(found) == shown


def test_headings_make_the_path_whatever_their_underlines() -> None:
    """Sections nest; an underline that is out of order is a heading all the same."""
    found = read("A\n=\n\nB\n-\n\nx\n\nC\n~\n\ny\n\nD\n=\n\nz", "a.rst")
    assert block_with(found, "x").headings == ("A", "B")
    assert block_with(found, "y").headings == ("A", "B", "C")
    assert block_with(found, "z").headings == ("D",)


def test_sections_that_docutils_refuses_are_read() -> None:
    """A skipped heading level and an unexpected heading leave their words."""
    assert "C" in texts(read("A\n=\n\nB\n-\n\nc\n~\n\nD\n=\n\nC\n~\n\nx", "a.rst"))
    assert "Head" in texts(read(".. note::\n\n   Head\n   ----\n\n   text", "a.rst"))


def test_code_and_tables_are_labelled() -> None:
    """Literal blocks, code directives and doctests are code; cells are cells."""
    found = read(
        "a::\n\n  b\n\n.. code-block:: c\n   :caption: Cap\n\n   d\n\n>>> e\n1\n\n== ==\nf  g\n== ==\n", "a.rst"
    )
    assert labelled(found, Label.CODE) == ["b", "d", ">>> e 1"]
    assert labelled(found, Label.TABLE_CELL) == ["f", "g"]


def test_the_contents_of_a_site_are_navigation() -> None:
    """Titles in a toctree are other pages' titles."""
    source = "x\n\n.. toctree::\n   :caption: Guides\n\n   The guide <guide>\n   other\n"
    assert labelled(read(source, "a.rst"), Label.NAVIGATION) == ["Guides", "The guide"]


def test_docutils_own_registries_are_left_alone() -> None:
    """Reading a document neither asks nor changes what docutils knows in this process."""
    read(".. made-up:: x\n\n   y\n\n:made-up:`z` `w`\n\n.. role:: new\n", "a.rst")
    assert not {"made-up", "new"} & {*directives._directives, *roles._roles}


def test_deep_nesting_is_read_as_it_stands() -> None:
    """Lists nested beyond what the parser can follow are still text."""
    assert any("end" in text for text in texts(read("- " * 3000 + "end", "a.rst")))


def test_a_footnotes_mark_may_be_left_out() -> None:
    """A quote may have the mark or not, and the space before it goes with it."""
    found = read("A call [#a]_ ends [1]_.\n\n.. [#a] One.\n.. [1] Two.\n", "a.rst")
    assert texts(found)[0] == "A call [2] ends [1]."
    assert " ".join(found.variants[-1].text.split()) == "A call ends."


def test_an_interrupted_parser_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docutils' message that an interruption hit does not end up among the results."""
    extend = nodes.Element.extend

    def interrupted(self: nodes.Element, item: Any) -> None:
        if isinstance(self, nodes.system_message):
            raise KeyboardInterrupt
        extend(self, item)

    monkeypatch.setattr(nodes.Element, "extend", interrupted)
    with pytest.raises(KeyboardInterrupt):
        read("*unclosed", "a.rst")
    assert capsys.readouterr() == ("", "")
