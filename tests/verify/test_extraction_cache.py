"""Extractions kept between runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas_graph.verify.document import Extraction, Fetched
from atlas_graph.verify.extract import extract
from atlas_graph.verify.extraction_cache import ExtractionCache

CONTENT = b"one *two* :func:`f`"


def kept(cache: ExtractionCache, name: str) -> Extraction:
    """The extraction of the content under a name."""
    fetched = Fetched(name, name, CONTENT, media_type="text/plain", sha256="0" * 64)
    return cache.get(fetched, name, lambda: extract(CONTENT, media_type="text/plain", name=name))


@pytest.mark.parametrize("other", ["_sources/a.md.txt", "https://example.org/a.md?plain=1.txt", "a.txt"])
def test_the_same_bytes_under_another_format_are_another_extraction(tmp_path: Path, other: str) -> None:
    """A file kept as ``a.rst.txt`` is not read as the ``a.md.txt`` of the same bytes was."""
    cache = ExtractionCache(tmp_path, "1")
    first = kept(cache, "_sources/a.rst.txt")
    assert first.media_type == "text/x-rst"
    assert kept(cache, other).media_type != "text/x-rst"
    assert kept(cache, "_sources/b.rst.txt") == first
    assert len(list(tmp_path.iterdir())) == 2
