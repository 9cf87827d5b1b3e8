"""Which format a document is read as."""

from __future__ import annotations

import pytest

from atlas_graph.verify.extract import EXTRACTOR_VERSIONS, extract


@pytest.mark.parametrize(
    ("content", "media_type", "name", "form"),
    [
        (b"*a*", "text/plain; charset=utf-8", "https://raw.example.org/o/r/main/README.md", "markdown"),
        (b"*a*", "text/plain", "https://raw.example.org/o/r/main/a.rst?raw=1#L3", "rst"),
        (b"*a*", "application/octet-stream", "a.adoc", "asciidoc"),
        (b"<h1>a", "text/plain", "index.bs", "bikeshed"),
        (b"{}", "application/json", "a.ipynb", "notebook"),
        (b"*a*", None, "pkg:pypi/jax@0.1#docs/jit.md", "markdown"),
        (b"*a*", None, "_sources/a.rst.txt", "rst"),
        (b"import b", "text/plain", "a.mdx", "markdown"),
        (b"x", "text/plain", "a.py", "source"),
        (b"x", "text/plain", "Passes.td", "source"),
        (b"x", "text/plain", "CMakeLists.txt", "source"),
        (b"<p>a", "text/html; charset=utf-8", "https://example.org/README.md", "html"),
        (b"%PDF-1.7\n", "text/html", "a.html", "pdf"),
        (b"<!doctype html><p>Sorry", "application/pdf", "a.pdf", "html"),
        (b"<!doctype html><p>a", None, None, "html"),
        (b"<?xml version='1.0'?>\n<!-- a -->\n<html><p>a", "application/octet-stream", "a", "html"),
        (b'{"nbformat": 4, "cells": []}', None, None, "notebook"),
        (b"A title\n=======\n\n.. note::\n\n   a", None, "README", "rst"),
        (b"# A title\n\ntext", None, "README", "markdown"),
        (b"Just text.", None, "LICENSE", "text"),
        (b"# not a title", "text/plain", "a.txt", "text"),
        (b"x", "text/x-python", None, "source"),
    ],
)
def test_the_format_is_told_by_media_type_name_and_content(
    content: bytes, media_type: str | None, name: str | None, form: str
) -> None:
    """The server is believed where it says something, then the name's ending, then the first characters."""
    assert extract(content, media_type=media_type, name=name).extractor.partition("/")[0] == form


def test_the_extractor_is_named_with_its_version() -> None:
    """The ledger can tell an upgraded extractor from a changed document."""
    assert extract(b"a", name="a.md").extractor == f"markdown/{EXTRACTOR_VERSIONS['markdown']}"


def test_a_large_document_is_read_as_far_as_allowed() -> None:
    """What lies under the limit can be found; the rest is reported as not read."""
    found = extract(b"first words\n\n" + b"x " * 1000, name="a.txt", max_chars=100)
    assert (found.problem, found.blocks[0].text, len(found.raw)) == ("too-large", "first words", 100)


@pytest.mark.parametrize("name", ["a.html", "a.md", "a.rst", "a.adoc", "a.bs", "a.ipynb", "a.py", "a.txt", None])
@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_an_empty_document_has_no_text(name: str | None, content: bytes) -> None:
    """Nothing to read is said, not passed over."""
    assert extract(content, name=name).problem == "no-text"
