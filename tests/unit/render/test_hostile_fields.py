"""A release that nobody validated: addresses, dates and versions that try to break out of what shows them."""

from __future__ import annotations

import io
import re

import pytest
from markdown_it import MarkdownIt

from atlas_graph.atlas import Atlas
from atlas_graph.graph.text_fragment import text_link
from atlas_graph.render.answers import explanation_text, here_text
from atlas_graph.render.dot import path_dot
from atlas_graph.render.html import path_html
from atlas_graph.render.markdown import path_markdown
from atlas_graph.render.table import print_csv
from atlas_graph.render.terminal import Terminal
from atlas_graph.render.text import path_text

from ..graph.small import OTHER_SOURCE, SOURCE, atlas, stack, standing, step

ADDRESSES = [
    "javascript:alert(1)//https://example.org",
    'https://example.org/"><script>alert(1)</script>',
    "https://example.org/> [click](javascript:alert(1)) <",
    "https://example.org/\x1b[2J\n\u202eevil\ud800",
    "file:///etc/passwd",
    "https://example.org/Größe 編",
]
UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]")


def with_address(address: str) -> Atlas:
    """One step whose source has the address, and whose quote was checked on a day that is none."""
    day = '2026<script>alert(1)</script>\x1b[2J"'
    ledger = [{**entry, "pinned": {**entry["pinned"], "date": day}} for entry in standing("guide#code-cpu")]
    sources = [{**SOURCE, "url": address}, OTHER_SOURCE]
    return atlas(stack("s", step("code", "cpu")), sources=sources, ledger=ledger, version="1\x1b[2J<b>")


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_and_no_date_breaks_out(address: str) -> None:
    """Of no format: no control character is printed, no script is one, and no link leads to another scheme."""
    path = with_address(address).path("s")
    page, text, note, dot = path_html(path), path_text(path, Terminal()), path_markdown(path), path_dot(path)
    for shown in (page, text, note, dot, explanation_text(path.explain(), Terminal())):
        assert UNSEEN.findall(shown) == []
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(note)
    for document in (page, rendered):
        assert "<script" not in document
        assert {link.partition(":")[0] for link in re.findall(r'href="([^"#]+)', document)} <= {"https"}
    assert re.findall(r'URL="(?!https://|#)', dot) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_deep_link_is_an_address_or_none(address: str) -> None:
    """ASCII, without what ends an address, and on the web."""
    link = text_link(address, "some words of it")
    assert re.fullmatch(r"(https://[!#-;=?-\[\]_a-z~]+)?#:~:text=some%20words%20of%20it", link)


def test_a_table_for_a_spreadsheet_runs_nothing() -> None:
    """Cells that would be formulas are text, and a terminal that shows the table obeys none of it."""
    written = io.StringIO()
    print_csv(
        ("a", "b"), [("=cmd|' /C calc'!A0", "@SUM(A1)"), ("-1+1", "\x1b[2Jred"), (-1, "plain, with a comma")], written
    )
    assert written.getvalue() == ("a,b\n'=cmd|' /C calc'!A0,'@SUM(A1)\n'-1+1,\\x1b[2Jred\n-1,\"plain, with a comma\"\n")


def test_a_command_that_is_shown_to_be_run_holds_no_control_characters() -> None:
    """Ids are checked when a dataset is read; those of a release from elsewhere are not."""
    from atlas_graph.graph.here import Applicable, Here

    found = Here(
        devices=(),
        packages=(),
        paths=(Applicable(device="cpu", mode="on\x1b[2J", package="lib 1", stack="s", title="S"),),
    )
    assert "\x1b" not in here_text(found, Terminal())
